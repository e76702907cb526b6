//! Clocks: integers that step once after every ply.
//!
//! With φ the `runs` condition, ψ the `carries` condition (both in the position after the ply), r a restart
//! event that happened in the ply and whose condition holds, and L the `last_ply` condition:
//!
//! ```text
//! after a set-up:  0 if φ, else off
//! off  →  0 if φ, else off                      the ply that made φ true is not counted
//! v    →  w = v + (how often the feed's event is in this ply; a ply counts once)
//!         neither φ nor ψ:  results see w if L, else off;   then the clock is off
//!         r:                results see w if L, else 0;     then it is 0
//!         otherwise:        w
//! ```

use crate::{ClauseId, Cond, Who};

/// Names a clock of [`crate::Rules::clocks`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ClockId(pub u8);

/// How many copies of a clock there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Copies {
    /// One; its viewer is the mover of the ply.
    One,
    /// One for each player, who is its viewer (`own` is his).
    PerPlayer,
    /// One for each piece; it moves with it and ends with it. A promotion ends it. The viewer is the owner.
    PerPiece,
}

/// A clock.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clock {
    /// Its name.
    pub name: String,
    /// Its clause.
    pub clause: ClauseId,
    /// Copies.
    pub copies: Copies,
    /// What it counts.
    pub feed: Event,
    /// φ; true if the spec does not say.
    pub runs: Cond,
    /// ψ; false if the spec does not say.
    pub carries: Cond,
    /// L; false if the spec does not say.
    pub last_ply: Cond,
    /// What restarts it.
    pub restarts: Vec<Restart>,
    /// The clause of `restarts`, if any.
    pub restart_clause: Option<ClauseId>,
}

/// An event that restarts a clock, if its condition holds after the ply.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Restart {
    /// The event.
    pub event: Event,
    /// The condition.
    pub when: Cond,
}

/// Something that happens in a ply.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event {
    /// What.
    pub kind: EventKind,
    /// Only if this player did it (for a loss: if it was his piece).
    pub by: Option<Who>,
    /// For clocks kept per piece: only what this piece did (`Some(true)`), or another piece of its owner.
    pub its: Option<bool>,
}

/// The kinds of events.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EventKind {
    /// A completed turn.
    Ply,
    /// An action of any name.
    AnyAction,
    /// An action of that name, by a piece that was of one of these kinds when it began.
    Action(u8, u32),
    /// A piece changed its kind.
    Promotion,
    /// A piece left the board.
    Loss,
    /// The condition holds after the ply and did not before.
    Entering(Cond),
}
