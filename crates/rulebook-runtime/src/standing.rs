//! Where a game stands: a few bytes, from which the caller's [`Status`] is made.

use alloc::vec::Vec;

use rulebook_api::Status;

use crate::rules::{Held, Rules};

/// The game goes on.
const ONGOING: u8 = 0;
/// It is drawn.
const DRAWN: u8 = 1;
/// The first player has won; others follow.
const WON: u8 = 2;

/// Where a game stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Standing {
    /// Bits of [`Rules::ENDINGS`]: what decided it, or what may be claimed.
    held: u32,
    outcome: u8,
}

impl Standing {
    /// It goes on, and nothing may be claimed.
    pub const OPEN: Self = Self { held: 0, outcome: ONGOING };

    /// It goes on, and these draws may be claimed.
    pub fn claimable(held: u32) -> Self {
        Self { held, outcome: ONGOING }
    }

    /// Drawn by these endings.
    pub fn drawn(held: u32) -> Self {
        Self { held, outcome: DRAWN }
    }

    /// An ending alone decides.
    pub fn decided(index: usize, held: Held) -> Self {
        let outcome = held.winner.map_or(DRAWN, |winner| WON + winner);
        Self { held: 1 << index, outcome }
    }

    /// What may be claimed, while it goes on.
    pub(crate) fn claims(self) -> u32 {
        if self.is_over() { 0 } else { self.held }
    }

    /// With these claims too, while it goes on.
    #[must_use]
    pub(crate) fn with_claims(self, claims: u32) -> Self {
        if self.is_over() { self } else { Self { held: self.held | claims, ..self } }
    }

    /// Has the game ended?
    #[inline(always)]
    pub fn is_over(self) -> bool {
        self.outcome != ONGOING
    }

    /// Is it drawn?
    pub fn is_drawn(self) -> bool {
        self.outcome == DRAWN
    }

    /// Who has won, if anybody.
    pub fn winner(self) -> Option<u8> {
        self.outcome.checked_sub(WON)
    }

    /// Reasons of what decided it, or of what may be claimed: each once, in the order of the spec.
    pub fn reasons<G: Rules>(self) -> Vec<u8> {
        let mut reasons = Vec::new();
        for reason in self.endings::<G>().map(|ending| ending.reason) {
            if !reasons.contains(&reason) {
                reasons.push(reason);
            }
        }
        reasons
    }

    /// Clauses of what decided it, or of what may be claimed: each once, in the order of the spec.
    pub fn clauses<G: Rules>(self) -> Vec<u16> {
        let mut clauses = Vec::new();
        for clause in self.endings::<G>().map(|ending| ending.clause) {
            if !clauses.contains(&clause) {
                clauses.push(clause);
            }
        }
        clauses
    }

    fn endings<G: Rules>(self) -> impl Iterator<Item = &'static crate::rules::Ending> {
        G::ENDINGS.iter().enumerate().filter(move |(i, _)| self.held >> i & 1 == 1).map(|(_, ending)| ending)
    }

    /// The same as callers know it.
    pub fn status<G: Rules>(self) -> Status {
        let reasons = self.reasons::<G>();
        if let Some(winner) = self.winner() {
            let ending = self.endings::<G>().next();
            let (reason, clause) = ending.map_or((0, 0), |e| (e.reason, e.clause));
            return Status::Won { winner, reason, clause };
        }
        if !self.is_drawn() {
            return Status::Ongoing { claimable: reasons };
        }
        Status::Drawn { reasons, clauses: self.clauses::<G>() }
    }
}
