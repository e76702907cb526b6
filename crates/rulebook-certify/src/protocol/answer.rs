//! Answers, as adapters write them and the runner reads them.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::SetupData;
use crate::case::ClockExpect;

/// What an adapter can be asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Ask {
    /// The legal moves.
    Legal,
    /// The moves that only a prohibition forbids.
    Forbidden,
    /// Where the game stands.
    Status,
    /// Why it has ended; never asked alone, but part of the status.
    Reasons,
    /// Which clauses refuse a move; never asked alone.
    Clauses,
    /// The position.
    Position,
    /// The clocks that run.
    Clocks,
}

impl Ask {
    /// All of them.
    pub const ALL: [Self; 7] =
        [Self::Legal, Self::Forbidden, Self::Status, Self::Reasons, Self::Clauses, Self::Position, Self::Clocks];

    /// As in a message.
    pub fn word(self) -> &'static str {
        match self {
            Self::Legal => "legal",
            Self::Forbidden => "forbidden",
            Self::Status => "status",
            Self::Reasons => "reasons",
            Self::Clauses => "clauses",
            Self::Position => "position",
            Self::Clocks => "clocks",
        }
    }
}

/// An answer: exactly one of `ok`, `rejected`, `unsupported` and `error` is there.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct Answer<T> {
    /// The version of the protocol.
    pub protocol: u32,
    /// That of the question.
    pub id: u64,
    /// The moves are legal, and this was asked.
    #[serde(default = "none", skip_serializing_if = "Option::is_none")]
    pub ok: Option<T>,
    /// A verdict of the rules.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rejected: Option<Rejected>,
    /// Not a verdict.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unsupported: Option<Unsupported>,
    /// The adapter's own fault.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<Failed>,
}

/// `Option::default` without a bound on the type.
fn none<T>() -> Option<T> {
    None
}

/// A move, or the position, is refused.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub struct Rejected {
    /// The number of the turn, from 1; 0 for the position.
    pub ply: u32,
    /// The clauses that refuse it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clauses: Option<Vec<String>>,
}

/// Something that the program does not know.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub struct Unsupported {
    /// What, in words.
    pub what: String,
}

/// A fault of the adapter.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub struct Failed {
    /// In words.
    pub message: String,
}

/// The answer to `hello`.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct HelloSaid {
    /// The program that is examined.
    pub name: String,
    /// Its version.
    #[serde(default)]
    pub version: String,
    /// What it is written in.
    #[serde(default)]
    pub language: String,
    /// A digest of the program, if the adapter can tell one: it stands in the certificate.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub digest: String,
    /// The games that it plays.
    pub games: BTreeMap<String, GameSaid>,
}

/// How a program plays a game.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct GameSaid {
    /// What it can be asked.
    #[serde(default = "only_legal")]
    pub asks: Vec<Ask>,
    /// The readings that it plays.
    #[serde(default)]
    pub options: BTreeMap<String, String>,
    /// `full` or `from-to`.
    #[serde(default)]
    pub moves: MoveParts,
    /// Can a game begin from a position?
    #[serde(default = "yes")]
    pub setup: bool,
    /// Does it answer after every move?
    #[serde(default)]
    pub each: bool,
    /// Can it take moves back?
    #[serde(default)]
    pub undo: bool,
}

impl GameSaid {
    /// Can it be asked this?
    pub fn can(&self, ask: Ask) -> bool {
        self.asks.contains(&ask)
    }
}

fn only_legal() -> Vec<Ask> {
    vec![Ask::Legal]
}

fn yes() -> bool {
    true
}

/// What an adapter's moves tell apart.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum MoveParts {
    /// All that the rules tell apart.
    #[default]
    Full,
    /// Two captures between the same cells are one.
    FromTo,
}

/// The answer to `judge`.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
pub struct JudgeSaid {
    /// The legal moves.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub legal: Option<Vec<MoveSaid>>,
    /// The moves that only a prohibition forbids.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub forbidden: Option<Vec<Ban>>,
    /// Where the game stands.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub status: Option<StatusSaid>,
    /// The position.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<PositionSaid>,
    /// The clocks that run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clocks: Option<BTreeMap<String, ClockExpect>>,
    /// One for the beginning and one for each move, if that was asked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub plies: Option<Vec<JudgeSaid>>,
}

/// A move in an answer: its text, or its parts.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(untagged, expecting = "expected a move: its text, or an object with its parts")]
pub enum MoveSaid {
    /// As text.
    Text(String),
    /// As data.
    Parts(Box<super::MoveData>),
}

/// A forbidden move.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(untagged, expecting = "expected a move, or `{\"move\":…,\"clauses\":[…]}`")]
pub enum Ban {
    /// With the clauses that forbid it.
    Full {
        /// The move.
        #[serde(rename = "move")]
        action: MoveSaid,
        /// The clauses.
        #[serde(default)]
        clauses: Option<Vec<String>>,
    },
    /// The move only.
    Move(MoveSaid),
}

/// A status in an answer.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub struct StatusSaid {
    /// `ongoing`, `won` or `drawn`.
    pub state: crate::case::State,
    /// Who has won.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub winner: Option<String>,
    /// Why somebody has won.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// Why nobody has.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reasons: Option<Vec<String>>,
    /// Draws that may be claimed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub claimable: Option<Vec<String>>,
}

/// A position in an answer.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[serde(untagged, expecting = "expected a position: its text, or an object as in `setup`")]
pub enum PositionSaid {
    /// As text.
    Text(String),
    /// As data.
    Data(Box<SetupData>),
}
