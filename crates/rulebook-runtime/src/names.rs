//! The names of a game as constants, and the [`Vocabulary`] made from them.

use alloc::string::String;

use rulebook_api::{Action, ActionName, CellName, ClockCopies, ClockName, KindName, Notation, Vocabulary, move_text};

/// A kind of piece: its name, its letter, and the numbers on its pieces.
pub type Kind = (&'static str, Option<char>, Option<(u8, u8)>);

/// The names of a game.
#[derive(Debug)]
pub struct Names {
    /// The game.
    pub game: &'static str,
    /// Players in order of play.
    pub players: &'static [&'static str],
    /// Kinds of pieces.
    pub kinds: &'static [Kind],
    /// Cells in board order, with the numbers of the field.
    pub cells: &'static [(&'static str, Option<u16>)],
    /// Actions, and how they are written.
    pub actions: &'static [(&'static str, Notation)],
    /// Clocks, and of which there is one for each player.
    pub clocks: &'static [(&'static str, bool)],
    /// Reasons.
    pub reasons: &'static [&'static str],
    /// Clauses.
    pub clauses: &'static [&'static str],
    /// Programs of turns: first, last, names of the steps.
    pub turns: &'static [(u32, Option<u32>, &'static [&'static str])],
    /// Options with their readings.
    pub options: &'static [(&'static str, &'static [&'static str])],
    /// Clauses of the prohibitions.
    pub prohibitions: &'static [u16],
}

impl Names {
    /// The same as callers know it.
    pub fn vocabulary(&self) -> Vocabulary {
        let owned = |names: &[&str]| names.iter().map(|n| String::from(*n)).collect();
        let copies = |per_player: bool| if per_player { ClockCopies::PerPlayer } else { ClockCopies::One };
        Vocabulary {
            game: self.game.into(),
            players: owned(self.players),
            kinds: self
                .kinds
                .iter()
                .map(|&(name, letter, numbers)| KindName { name: name.into(), letter, numbers })
                .collect(),
            cells: self.cells.iter().map(|&(name, number)| CellName { name: name.into(), number }).collect(),
            actions: self.actions.iter().map(|&(name, notation)| ActionName { name: name.into(), notation }).collect(),
            clocks: self
                .clocks
                .iter()
                .map(|&(name, per_player)| ClockName { name: name.into(), copies: copies(per_player) })
                .collect(),
            reasons: owned(self.reasons),
            clauses: owned(self.clauses),
            turns: self.turns.iter().map(|&(first, last, steps)| (first, last, owned(steps))).collect(),
        }
    }

    /// An action as text, in its shortest form.
    pub fn action_text(&self, action: &Action) -> String {
        move_text::text_of(&self.vocabulary(), action, core::slice::from_ref(action))
    }

    /// The reading of an option by name.
    pub fn reading(&self, option: &str, reading: &str) -> Option<(usize, u8)> {
        let index = self.options.iter().position(|(name, _)| *name == option)?;
        let reading = self.options[index].1.iter().position(|name| *name == reading)?;
        Some((index, reading as u8))
    }
}
