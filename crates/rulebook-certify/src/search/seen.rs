//! What can be seen of a position from outside.

use rulebook_api::{Action, ClockValue, Forbidden, Position, Refused, Setup, Status};

/// What an execution shows of a position, or that it refuses it.
#[derive(Clone, Debug)]
pub struct Seen {
    /// The set-up was refused, for this.
    pub refused: Option<Refused>,
    /// Legal actions.
    pub legal: Vec<Action>,
    /// Forbidden ones.
    pub forbidden: Vec<Forbidden>,
    /// The status.
    pub status: Status,
    /// Clocks that run.
    pub clocks: Vec<ClockValue>,
    /// The position as data.
    pub setup: Setup,
    /// Clauses that always hold, and do not.
    pub broken: Vec<u16>,
}

impl Seen {
    /// Looks at a position, or at the refusal to set it up.
    pub fn of(position: Result<&dyn Position, &Refused>) -> Self {
        match position {
            Err(refused) => Self {
                refused: Some(refused.clone()),
                legal: Vec::new(),
                forbidden: Vec::new(),
                status: Status::ONGOING,
                clocks: Vec::new(),
                setup: Setup::default(),
                broken: Vec::new(),
            },
            Ok(position) => Self {
                refused: None,
                legal: position.legal(),
                forbidden: position.forbidden(),
                status: position.status(),
                clocks: position.clocks(),
                setup: position.setup(),
                broken: position.broken_properties(),
            },
        }
    }

    /// Has the game ended?
    pub fn is_over(&self) -> bool {
        self.refused.is_none() && self.status.is_over()
    }

    /// The reasons of its end, as a set.
    fn ending(&self) -> (bool, Option<u8>, Vec<u8>) {
        let sorted = |reasons: &[u8]| {
            let mut reasons = reasons.to_vec();
            reasons.sort_unstable();
            reasons
        };
        match &self.status {
            Status::Ongoing { claimable } => (false, None, sorted(claimable)),
            Status::Won { winner, reason, .. } => (true, Some(*winner), vec![*reason]),
            Status::Drawn { reasons, .. } => (true, None, sorted(reasons)),
        }
    }
}

/// Equal as far as a case can tell. Clocks of a game that has ended, the order of reasons and routes are left out.
impl PartialEq for Seen {
    fn eq(&self, other: &Self) -> bool {
        let same_actions = |a: &[Action], b: &[Action]| a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.same(b));
        let same_bans = self.forbidden.len() == other.forbidden.len()
            && self
                .forbidden
                .iter()
                .zip(&other.forbidden)
                .all(|(a, b)| a.action.same(&b.action) && a.clauses == b.clauses);
        self.refused == other.refused
            && self.ending() == other.ending()
            && self.broken.is_empty() == other.broken.is_empty()
            && self.setup.pieces == other.setup.pieces
            && self.setup.to_move == other.setup.to_move
            && self.setup.step == other.setup.step
            && same_actions(&self.legal, &other.legal)
            && same_bans
            && (self.is_over() || self.clocks == other.clocks)
    }
}
