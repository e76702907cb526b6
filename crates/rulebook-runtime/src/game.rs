//! A game as it is played: a position, those before it, and which of them have been repeated.

use alloc::vec::Vec;

use crate::{
    action::Action,
    history::{History as _, Repetitions},
    outcome::Illegal,
    position::Position,
    rules::Rules,
};

/// How many positions a game has room for before it allocates again.
const ROOM: usize = 512;

/// A game under way: its position, with the history that draws by repetition ask for.
#[derive(Clone, Debug)]
pub struct Game<G: Rules> {
    first: Position<G>,
    seen: Repetitions<G>,
    /// The position after each action, and where the history stood before it. The present position is the last one: it is
    /// written once and never copied as a whole.
    after: Vec<(Position<G>, (usize, usize))>,
}

impl<G: Rules> Default for Game<G> {
    fn default() -> Self {
        Self::new(Position::initial())
    }
}

impl<G: Rules> Game<G> {
    /// A game that begins from a position.
    pub fn new(position: Position<G>) -> Self {
        let mut game = Self { first: position, seen: Repetitions::with_room(ROOM), after: Vec::with_capacity(ROOM) };
        game.restart(position);
        game
    }

    /// Begins anew from a position; the room that was allocated is kept.
    pub fn restart(&mut self, position: Position<G>) {
        self.first = position;
        self.after.clear();
        self.seen.clear();
        if G::REPETITION {
            self.seen.record(&position.state());
        }
    }

    /// The position.
    #[inline(always)]
    pub fn position(&self) -> &Position<G> {
        self.after.last().map_or(&self.first, |(position, _)| position)
    }

    /// Plays an action.
    ///
    /// # Errors
    /// If it is not legal; nothing has changed then.
    pub fn play(&mut self, action: &Action<G>) -> Result<(), Illegal> {
        if self.position().is_over() {
            return Err(Illegal::Over);
        }
        if !self.position().legal().contains(action) {
            return Err(Illegal::NotLegal);
        }
        self.play_unchecked(action);
        Ok(())
    }

    /// Plays an action that is known to be legal; a debug build panics if it is not.
    #[inline]
    pub fn play_unchecked(&mut self, action: &Action<G>) {
        debug_assert!(self.position().legal().contains(action), "{action:?} is not legal here");
        let mark = self.seen.mark();
        let position = self.after.last().map_or(&self.first, |(position, _)| position);
        if let Some(next) = position.after(action, &mut self.seen) {
            self.after.push((next, mark));
        }
    }

    /// Takes the last action back; false if there is none.
    pub fn undo(&mut self) -> bool {
        let Some((_, mark)) = self.after.pop() else { return false };
        self.seen.rewind(mark);
        true
    }
}
