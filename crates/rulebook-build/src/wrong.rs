//! What can be wrong with a spec, in the words of its author.

use std::fmt;

use rulebook_codegen::Refusal;

/// Why a spec gives no engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Wrong {
    /// It could not be read: what to tell its author.
    Unread(String),
    /// It holds families only: its path.
    NoGame(String),
    /// It has mistakes: a picture of each.
    Mistakes(Vec<String>),
    /// The game can be interpreted, but not compiled yet.
    Refused(Refusal),
}

impl Wrong {
    /// One text for each mistake.
    pub fn messages(&self) -> Vec<String> {
        match self {
            Self::Unread(message) => vec![message.clone()],
            Self::NoGame(path) => vec![format!(
                "`{path}` holds no game, only families: a file with `game NAME extends FAMILY {{ … }}` is needed"
            )],
            Self::Mistakes(pictures) => pictures.clone(),
            Self::Refused(refusal) => vec![refusal.to_string()],
        }
    }
}

impl fmt::Display for Wrong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.messages().join("\n\n"))
    }
}

impl std::error::Error for Wrong {}
