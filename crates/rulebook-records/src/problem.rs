//! What is wrong with a text that should be records, and where.

use std::fmt;

/// Something that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// What sort.
    pub kind: ProblemKind,
    /// On which line, from 1.
    pub line: u64,
    /// In which column, in characters from 1.
    pub column: u32,
    /// In the user's words, with the way out.
    pub message: String,
}

/// The sorts of problems.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProblemKind {
    /// The bytes could not be had; nothing comes after it.
    Input,
    /// It is not text of any kind that is read here; nothing comes after it.
    NotText,
    /// A comment, a variation or a tag is not closed.
    Unclosed,
    /// A tag or a line has not the form that it should have.
    Malformed,
    /// A game is longer than what is kept of one.
    TooLong,
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.line, self.column, self.message)
    }
}

impl std::error::Error for Problem {}
