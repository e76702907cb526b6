//! What the checker knows of a language: its numbers, its units, and its words around material.

mod en;
mod es;
mod number;
mod tokens;

use rulebook_certify::case::Why;

pub use number::{Numeral, Style, numeral, write};
pub use tokens::{Token, tokens};
pub(crate) use tokens::{longest_at, phrase_at};

/// A language of the pages.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Language {
    /// English.
    En,
    /// Spanish.
    Es,
}

impl Language {
    /// Both, in the order of tables.
    pub const ALL: [Self; 2] = [Self::En, Self::Es];

    /// Its tag: the folder of its pages, and how specs mark its texts.
    pub fn tag(self) -> &'static str {
        self.words().tag
    }

    /// What is known of it.
    pub(crate) fn words(self) -> &'static Words {
        match self {
            Self::En => &en::WORDS,
            Self::Es => &es::WORDS,
        }
    }

    /// The sentence of a case in it.
    pub fn why(self, why: &Why) -> &str {
        match self {
            Self::En => &why.en,
            Self::Es => &why.es,
        }
    }

    /// The same, to be written.
    pub(crate) fn why_mut(self, why: &mut Why) -> &mut String {
        match self {
            Self::En => &mut why.en,
            Self::Es => &mut why.es,
        }
    }

    /// The language of a page, from the folder in its path.
    pub fn of_path(path: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|l| path.split(['/', '\\']).any(|part| part == l.tag()))
    }
}

/// What a number counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Unit {
    /// Moves of each player: so many by every one of them.
    MovesEach,
    /// Moves, of one side or of whoever the sentence is about.
    Moves,
    /// Moves of any player, each counted.
    Plies,
    /// Turns.
    Turns,
    /// Single actions of turns.
    Actions,
    /// How often something has been there.
    Times,
    /// Pieces of any kind.
    Pieces,
    /// Places on the board: cells, rows, columns, lines.
    Places,
}

/// The words of a language. Phrases are lower-case words with blanks between them.
#[derive(Debug)]
pub(crate) struct Words {
    pub(crate) tag: &'static str,
    /// The name of the language in itself.
    pub(crate) name: &'static str,
    /// Numbers below the hundreds that are words of their own.
    pub(crate) numbers: &'static [(&'static str, u32)],
    /// Joins a ten and a unit (`treinta y uno`); empty if nothing does.
    pub(crate) joins_tens: &'static str,
    pub(crate) hundreds: &'static [(&'static str, u32)],
    pub(crate) ordinals: &'static [(&'static str, u32)],
    /// Endings of ordinals in digits: `15th`, `15.ª`.
    pub(crate) ordinal_endings: &'static [&'static str],
    /// Words that mean one of a kind where kinds are told: `a`, `una`.
    pub(crate) one: &'static [&'static str],
    /// Words that say that one piece is alone; it is one then.
    pub(crate) alone: &'static [&'static str],
    /// Phrases that follow moves and make them moves of each player.
    pub(crate) each: &'static [&'static str],
    /// Nouns of units; the longest that fits counts.
    pub(crate) units: &'static [(&'static str, Unit)],
    /// Between the sides of an ending.
    pub(crate) against: &'static [&'static str],
    pub(crate) and: &'static [&'static str],
    pub(crate) or: &'static [&'static str],
    /// `or more`.
    pub(crate) or_more: &'static [&'static str],
    /// `at least`.
    pub(crate) at_least: &'static [&'static str],
    /// `any other pieces`.
    pub(crate) others: &'static [&'static str],
    /// Any pieces, where kinds are told.
    pub(crate) pieces: &'static [&'static str],
    /// The plural of a noun.
    pub(crate) plural: fn(&str) -> String,
}
