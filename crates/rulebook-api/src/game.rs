//! The traits that an execution of a game implements.

use crate::{Action, ClockValue, Forbidden, Refused, Setup, Status, Vocabulary};
use alloc::{boxed::Box, vec::Vec};

/// A game, under chosen readings of its options.
pub trait Game: Send + Sync {
    /// Its names.
    fn vocabulary(&self) -> &Vocabulary;

    /// The first position.
    fn initial(&self) -> Box<dyn Position>;

    /// Sets up a position.
    ///
    /// # Errors
    /// If no rule allows it; what is wrong is said by [`Refused`].
    fn set_up(&self, setup: &Setup) -> Result<Box<dyn Position>, Refused>;
}

/// A position in a game, with all that its future depends on (clocks, turn, repetitions).
pub trait Position: Send {
    /// Who is to move; in an ended game, who would be.
    fn to_move(&self) -> u8;

    /// All legal actions in canonical order, each once: by action name in the order of the spec, then by cells
    /// ([`Action::key`]). Empty if the game has ended; only a set-up that a result for set-ups alone decides
    /// still lists what its pieces could do, although nothing is played there.
    fn legal(&self) -> Vec<Action>;

    /// Actions that only a prohibition forbids, in canonical order. Empty if the game has ended.
    fn forbidden(&self) -> Vec<Forbidden>;

    /// Where the game stands.
    fn status(&self) -> Status;

    /// Clocks that run, in the order of the spec, then of players or cells.
    fn clocks(&self) -> Vec<ClockValue>;

    /// The position as data, such that setting it up gives an equal one (all but the history of repetitions).
    fn setup(&self) -> Setup;

    /// Number of completed turns since the game began (a set-up: since the turn it says).
    fn turns(&self) -> u32;

    /// Is the turn of [`Position::to_move`] under way (some action of it has been played)?
    fn within_turn(&self) -> bool;

    /// Plays an action.
    ///
    /// # Errors
    /// If it is not legal; nothing has changed then.
    fn play(&mut self, action: &Action) -> Result<(), PlayError>;

    /// Clauses (`always`) that do not hold here; indices into [`Vocabulary::clauses`]. Always empty in a correct spec.
    fn broken_properties(&self) -> Vec<u16>;

    /// Leaves of the game tree. Draws and clocks are not applied; a game that has been won counts only at its
    /// own depth.
    fn perft(&self, depth: u32, count: Count) -> u64;

    /// Was a question to this position given up, because its search took more steps than are spent on one? Then legal
    /// actions and counts that were answered are empty and mean nothing.
    fn gave_up(&self) -> bool {
        false
    }

    /// An independent copy.
    fn clone_box(&self) -> Box<dyn Position>;
}

/// What `perft` counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Count {
    /// As many leaves as there are routes to an action, not one.
    pub routes: bool,
    /// Depth counts whole turns, not actions.
    pub turns: bool,
}

/// Why an action was not played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlayError {
    /// The game has ended.
    Over,
    /// It is not among the legal actions.
    NotLegal,
    /// What follows from it takes too long a search; see [`Position::gave_up`].
    GaveUp,
}
