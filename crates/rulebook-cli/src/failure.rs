//! A refusal: what is shown and with which code the program ends.

use crate::output::plain;
use serde_json::{Value, json};

/// The answer is "no": wrong spec, illegal move, failed case.
pub(crate) const NO: u8 = 1;
/// Wrong usage.
pub(crate) const USAGE: u8 = 2;
/// Something outside failed.
pub(crate) const OUTSIDE: u8 = 3;

/// The kind of the failure that is none: nobody reads the output any more.
pub(crate) const PIPE_CLOSED: &str = "pipe";
/// The kind of the failure after which nothing more can be answered.
pub(crate) const UNWRITTEN: &str = "unwritten";

/// The kind of the failure that the answer has told already.
pub(crate) const ANSWERED: &str = "answered";

/// A refusal.
#[derive(Clone, Debug)]
pub(crate) struct Failure {
    /// The exit code.
    pub(crate) exit: u8,
    /// What sort of refusal, for programs.
    pub(crate) kind: &'static str,
    /// Which turn, from 1.
    pub(crate) ply: Option<u32>,
    /// Which move.
    pub(crate) action: Option<String>,
    /// Clauses that say so, in full.
    pub(crate) clauses: Vec<String>,
    /// In the user's words, with the way out.
    pub(crate) message: String,
    /// A picture of the place, for people.
    pub(crate) picture: Option<Box<str>>,
}

impl Failure {
    /// The answer is "no".
    pub(crate) fn no(kind: &'static str, message: impl Into<String>) -> Self {
        Self { exit: NO, kind, ply: None, action: None, clauses: Vec::new(), message: message.into(), picture: None }
    }

    /// Wrong usage.
    pub(crate) fn usage(message: impl Into<String>) -> Self {
        Self { exit: USAGE, ..Self::no("usage", message) }
    }

    /// Something outside failed.
    pub(crate) fn outside(message: impl Into<String>) -> Self {
        Self { exit: OUTSIDE, ..Self::no("outside", message) }
    }

    /// At which turn and move.
    #[must_use]
    pub(crate) fn at(mut self, ply: u32, action: &str) -> Self {
        self.ply = Some(ply);
        self.action = Some(action.to_owned());
        self
    }

    /// Which clauses say so.
    #[must_use]
    pub(crate) fn clauses(mut self, clauses: Vec<String>) -> Self {
        self.clauses = clauses;
        self
    }

    /// With a picture of the place.
    #[must_use]
    pub(crate) fn picture(mut self, picture: impl Into<Box<str>>) -> Self {
        self.picture = Some(picture.into());
        self
    }

    /// For programs.
    pub(crate) fn json(&self) -> Value {
        json!({ "error": {
            "kind": self.kind,
            "ply": self.ply,
            "move": self.action,
            "clauses": self.clauses,
            "message": self.message,
        } })
    }

    /// For people.
    pub(crate) fn text(&self) -> String {
        let ply = match self.ply {
            None => String::new(),
            Some(0) => String::from(" at the set-up"),
            Some(ply) => format!(" at ply {ply}"),
        };
        let picture = self.picture.as_ref().map_or_else(String::new, |p| format!("\n{}", p.trim_end()));
        format!("error{ply}: {}{picture}", plain(&self.message))
    }
}
