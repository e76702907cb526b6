//! What is beyond the engine: said with its place, so that an author knows what keeps a game interpreted.

use std::fmt;

use rulebook_ir::{ClauseId, Rules};

/// Rules that are not compiled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The clause that says it, by id; `None`: the game as a whole.
    pub clause: Option<String>,
    /// What it is.
    pub what: String,
}

impl Refusal {
    /// Of the game as a whole.
    pub(crate) fn game(what: impl Into<String>) -> Self {
        Self { clause: None, what: what.into() }
    }

    /// Of a clause.
    pub(crate) fn clause(rules: &Rules, clause: ClauseId, what: impl Into<String>) -> Self {
        Self { clause: Some(rules.clause_id(clause).to_owned()), what: what.into() }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.clause {
            Some(clause) => write!(
                f,
                "`{clause}` is not compiled yet: {}; the game can be interpreted (`rulebook moves FILE`)",
                self.what
            ),
            None => {
                write!(f, "the game is not compiled yet: {}; it can be interpreted (`rulebook moves FILE`)", self.what)
            }
        }
    }
}

impl std::error::Error for Refusal {}
