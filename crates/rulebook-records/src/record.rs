//! A record: one game as it was written down. Nothing here is understood yet.

use crate::Problem;

/// One game as it was written down.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Record {
    /// Tags in their order, but for `Start`, `FEN` and `Result`, which are the fields below. A name may come more than
    /// once (`Option`, `Param`).
    pub tags: Vec<(String, String)>,
    /// The position from which it was played, as text; none if it was the first one.
    pub start: Option<String>,
    /// The moves in their order.
    pub moves: Vec<Move>,
    /// The result: a score for each player joined by hyphens (`1-0`, `1/2-1/2`, `2-0`), or `*`.
    pub result: Option<String>,
    /// The line on which it begins, from 1; 0 if it was not read from a text.
    pub line: u64,
    /// Why reading it ended before it did; what stood before is here.
    pub cut: Option<Problem>,
}

/// A move as it was written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Move {
    /// Its text, without number, marks and comments.
    pub text: String,
    /// On which line it stands, from 1; 0 if it was not read from a text.
    pub line: u64,
    /// In which column, in characters from 1.
    pub column: u32,
}

impl Record {
    /// The value of the first tag of that name.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(n, _)| n == name).map(|(_, value)| value.as_str())
    }

    /// The values of all tags of that name.
    pub fn all<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a str> {
        self.tags.iter().filter(move |(n, _)| n == name).map(|(_, value)| value.as_str())
    }

    /// Adds a tag.
    pub fn tag(&mut self, name: impl Into<String>, value: impl Into<String>) {
        self.tags.push((name.into(), value.into()));
    }

    /// Adds a move that stands in no text yet.
    pub fn push(&mut self, text: impl Into<String>) {
        self.moves.push(Move { text: text.into(), line: 0, column: 0 });
    }

    /// The texts of the moves.
    pub fn texts(&self) -> impl Iterator<Item = &str> {
        self.moves.iter().map(|m| m.text.as_str())
    }
}
