//! A game played at random to its end.

use fastrand::Rng;
use rulebook_api::{Position, Status};

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ended {
    /// That player won.
    Won(u8),
    /// Nobody did, or it was broken off.
    Drawn,
}

impl Ended {
    /// If it has ended.
    pub(super) fn of(status: &Status) -> Option<Self> {
        match status {
            Status::Ongoing { .. } => None,
            Status::Won { winner, .. } => Some(Self::Won(*winner)),
            Status::Drawn { .. } => Some(Self::Drawn),
        }
    }

    /// Half points of a player.
    pub(super) fn half_points(self, player: u8) -> u64 {
        match self {
            Self::Won(winner) if winner == player => 2,
            Self::Won(_) => 0,
            Self::Drawn => 1,
        }
    }
}

/// Plays at random, at most so many actions; `None` if it was stopped.
pub(super) fn play_at_random(
    position: &mut dyn Position,
    longest: u32,
    rng: &mut Rng,
    going_on: &mut dyn FnMut() -> bool,
) -> Option<Ended> {
    for _ in 0..longest {
        if let Some(ended) = Ended::of(&position.status()) {
            return Some(ended);
        }
        let legal = position.legal();
        if legal.is_empty() || position.play(&legal[rng.usize(..legal.len())]).is_err() {
            return Some(Ended::Drawn);
        }
        if !going_on() {
            return None;
        }
    }
    Some(Ended::of(&position.status()).unwrap_or(Ended::Drawn))
}
