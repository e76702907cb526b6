//! The names of a game as constants, and the [`Vocabulary`] made from them.

use alloc::{format, string::String};
use core::{
    fmt::{Debug, Display},
    hash::Hash,
};

use rulebook_api::{
    Action, ActionName, CellName, ClockCopies, ClockName, KindName, Notation, Refused, Vocabulary, move_text,
};

/// A name of the spec as a value: a player, a kind of piece, a clock, a reason.
pub trait Named: Copy + Eq + Hash + Debug + Display + Send + Sync + 'static {
    /// All of them, in the order of the spec.
    const ALL: &'static [Self];

    /// Its place among all of them.
    fn index(self) -> u8;

    /// The name in the spec.
    fn name(self) -> &'static str;

    /// By its place.
    fn of(index: u8) -> Option<Self> {
        Self::ALL.get(usize::from(index)).copied()
    }
}

/// What the spec says for people: sentences of clauses and titles of reasons, by language.
#[derive(Debug)]
pub struct Texts {
    /// The languages.
    pub languages: &'static [&'static str],
    /// For each clause a sentence in each language; empty if there is none.
    pub clauses: &'static [&'static [&'static str]],
    /// For each reason the same.
    pub reasons: &'static [&'static [&'static str]],
}

impl Texts {
    /// The sentence of a clause in a language.
    pub fn clause(&self, clause: u16, language: &str) -> Option<&'static str> {
        self.find(self.clauses, usize::from(clause), language)
    }

    /// The title of a reason in a language.
    pub fn reason(&self, reason: impl Named, language: &str) -> Option<&'static str> {
        self.find(self.reasons, usize::from(reason.index()), language)
    }

    fn find(&self, texts: &[&[&'static str]], index: usize, language: &str) -> Option<&'static str> {
        let place = self.languages.iter().position(|l| *l == language)?;
        texts.get(index)?.get(place).copied().filter(|text| !text.is_empty())
    }
}

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
    /// Clocks, and how many copies of each there are.
    pub clocks: &'static [(&'static str, ClockCopies)],
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
            clocks: self.clocks.iter().map(|&(name, copies)| ClockName { name: name.into(), copies }).collect(),
            reasons: owned(self.reasons),
            clauses: owned(self.clauses),
            turns: self.turns.iter().map(|&(first, last, steps)| (first, last, owned(steps))).collect(),
        }
    }

    /// An action as text, in its shortest form.
    pub fn action_text(&self, action: &Action) -> String {
        move_text::text_of(&self.vocabulary(), action, core::slice::from_ref(action))
    }

    /// Why a set-up was refused, in words.
    pub fn refused(&self, refused: &Refused, texts: &Texts) -> String {
        match refused {
            Refused::Rule { clause, cell, .. } => {
                let id = self.clauses.get(usize::from(*clause)).copied().unwrap_or("?");
                let text = texts.clause(*clause, "en").unwrap_or("the rules refuse this position");
                match cell.and_then(|c| self.cells.get(usize::from(c))) {
                    Some((cell, _)) => format!("{cell}: {text} (`{id}`)"),
                    None => format!("{text} (`{id}`)"),
                }
            }
            Refused::Stock { piece, on_board, limit } => {
                let kind = self.kinds.get(usize::from(piece.kind)).map_or("?", |k| k.0);
                let player = self.players.get(usize::from(piece.player)).copied().unwrap_or("?");
                format!("{player} has {on_board} pieces of kind {kind} like one of these, but only {limit} in all")
            }
            Refused::GaveUp => "the search for what the rules ask of it was given up".into(),
            Refused::TurnNeeded => "say the number of the turn (`; turn=`): what is played depends on it".into(),
            Refused::Turn(why) => why.clone(),
            Refused::Clock { value, why } => {
                let clock = self.clocks.get(usize::from(value.clock)).map_or("?", |c| c.0);
                format!("the clock {clock} cannot have this value, because {why}")
            }
        }
    }

    /// The reading of an option by name.
    pub fn reading(&self, option: &str, reading: &str) -> Option<(usize, u8)> {
        let index = self.options.iter().position(|(name, _)| *name == option)?;
        let reading = self.options[index].1.iter().position(|name| *name == reading)?;
        Some((index, reading as u8))
    }
}
