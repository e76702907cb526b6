//! What an opponent is.

use rulebook_api::{Action, Position};

/// Chooses actions, for whoever is to move.
pub trait Opponent: Send {
    /// Chooses a legal action; `None` if there is none, or if what may be played is not known
    /// ([`Position::gave_up`]).
    ///
    /// `going_on` is asked again and again while it thinks; once it says no, the best action found so far is chosen
    /// soon.
    fn choose(&mut self, position: &dyn Position, going_on: &mut dyn FnMut() -> bool) -> Option<Action>;

    /// What it thought about the last choice, if it thinks.
    fn thought(&self) -> Option<Thought> {
        None
    }
}

/// What an opponent thought about a choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Thought {
    /// Games that it tried to their end, or to its limit.
    pub tried: u64,
    /// How many of a hundred points it expects from the choice: 100 is a win, 0 a loss.
    pub percent: u8,
    /// It has proved that: the percentage is what comes out if nobody errs.
    pub proved: bool,
}
