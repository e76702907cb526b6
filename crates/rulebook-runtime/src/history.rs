//! Repetition: the positions so far, as far as they can come again.

use alloc::vec::Vec;

use crate::{rules::Rules, state::State};

/// What is kept of a position to know it again: pieces, reserves, the player to move, the place in the turn's program.
pub type Key<G> = (<G as Rules>::Board, u8, u8, u8, u16);

/// Positions that may come again.
pub trait History<G: Rules> {
    /// Records the present position; how often has it occurred, this time included?
    fn record(&mut self, s: &State<G>) -> u32;

    /// No position so far can come again.
    fn settle(&mut self);
}

/// Nothing is kept: every position is the first of its kind.
impl<G: Rules> History<G> for () {
    #[inline(always)]
    fn record(&mut self, _s: &State<G>) -> u32 {
        1
    }

    #[inline(always)]
    fn settle(&mut self) {}
}

/// The positions of a game so far.
#[derive(Clone, Debug)]
pub struct Repetitions<G: Rules> {
    keys: Vec<Key<G>>,
    /// Those before cannot come again.
    since: usize,
}

impl<G: Rules> Default for Repetitions<G> {
    fn default() -> Self {
        Self { keys: Vec::new(), since: 0 }
    }
}

impl<G: Rules> Repetitions<G> {
    /// Room for so many positions without allocating.
    pub fn with_room(positions: usize) -> Self {
        Self { keys: Vec::with_capacity(positions), since: 0 }
    }

    /// Forgets everything, but keeps the room.
    pub fn clear(&mut self) {
        self.keys.clear();
        self.since = 0;
    }

    /// How far it has come, to go back to by [`Repetitions::rewind`].
    pub fn mark(&self) -> (usize, usize) {
        (self.keys.len(), self.since)
    }

    /// Forgets what came after a mark.
    pub fn rewind(&mut self, (length, since): (usize, usize)) {
        self.keys.truncate(length);
        self.since = since;
    }
}

/// What repetition compares of a position.
#[inline]
pub fn key<G: Rules>(s: &State<G>) -> Key<G> {
    (s.board, s.to_move, s.program, s.step, s.done)
}

impl<G: Rules> History<G> for Repetitions<G> {
    #[inline]
    fn record(&mut self, s: &State<G>) -> u32 {
        let key = key(s);
        let before = self.keys[self.since..].iter().filter(|known| **known == key).count();
        self.keys.push(key);
        before as u32 + 1
    }

    #[inline]
    fn settle(&mut self) {
        self.since = self.keys.len();
    }
}
