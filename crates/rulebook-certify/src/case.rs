//! A case as it is written in `conformance/<game>/<topic>.yaml`.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// One case: a position, moves, and what a conforming implementation answers.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Case {
    /// Four letters or digits, never used again.
    pub id: String,
    /// `game/topic/what-it-shows`; the game comes first.
    pub slug: String,
    /// The game; left out, it is the first part of the slug.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game: Option<String>,
    /// Full ids of the clauses that it is about.
    pub clauses: Vec<String>,
    /// What it shows of them.
    pub polarity: Polarity,
    /// The id of the twin that differs in one thing and answers otherwise.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pair: Option<String>,
    /// How binding it is.
    #[serde(default)]
    pub level: Level,
    /// Where it comes from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<CaseSource>,
    /// It is an example that a document works out.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub worked_example: bool,
    /// Is it in force?
    #[serde(default, skip_serializing_if = "CaseStatus::is_active")]
    pub status: CaseStatus,
    /// Readings that it depends on.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub options: BTreeMap<String, String>,
    /// Values of parameters.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub params: BTreeMap<String, Word>,
    /// Where the game begins; left out, from the first position.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    /// The moves that are played, separated by blanks.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub moves: String,
    /// What is then so.
    pub expect: Expect,
    /// Why, for people.
    pub why: Why,
}

impl Case {
    /// The game that it is about.
    pub fn game(&self) -> &str {
        self.game.as_deref().unwrap_or_else(|| self.slug.split('/').next().unwrap_or(""))
    }
}

/// What a case shows of its clauses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Polarity {
    /// The clause lets something be.
    Accepts,
    /// The clause forbids something.
    Rejects,
    /// The clause ends the game.
    Ends,
    /// The clause does not end the game.
    Continues,
}

impl Polarity {
    /// All of them, in the order of tables.
    pub const ALL: [Self; 4] = [Self::Accepts, Self::Rejects, Self::Ends, Self::Continues];

    /// As written in a case.
    pub fn word(self) -> &'static str {
        match self {
            Self::Accepts => "accepts",
            Self::Rejects => "rejects",
            Self::Ends => "ends",
            Self::Continues => "continues",
        }
    }
}

/// How binding a case is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Level {
    /// A conforming implementation passes it.
    #[default]
    Must,
    /// It ought to.
    Should,
    /// For information.
    Advisory,
}

impl Level {
    /// As written in a case.
    pub fn word(self) -> &'static str {
        match self {
            Self::Must => "must",
            Self::Should => "should",
            Self::Advisory => "advisory",
        }
    }
}

/// Is a case in force?
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum CaseStatus {
    /// Yes.
    #[default]
    Active,
    /// Somebody has objected; it is run, but does not count.
    Disputed,
    /// No; the id stays taken.
    Withdrawn,
}

impl CaseStatus {
    /// Is it the one that need not be written?
    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
    fn is_active(&self) -> bool {
        *self == Self::Active
    }
}

/// Where a case comes from.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct CaseSource {
    /// The document's file or title.
    pub document: String,
    /// Its nth non-empty line, the title being 1; or several.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub paragraph: Option<Paragraphs>,
}

/// One paragraph or several.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(untagged, expecting = "expected the number of a paragraph, or a list of them")]
pub enum Paragraphs {
    /// One.
    One(u32),
    /// Several.
    Many(Vec<u32>),
}

/// A parameter's value as YAML has it.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(untagged, expecting = "expected a number or a word")]
pub enum Word {
    /// A number.
    Number(u32),
    /// `yes` and `no` are read as truth values by some YAML readers.
    Truth(bool),
    /// A word.
    Text(String),
}

impl Word {
    /// As on the command line.
    pub fn text(&self) -> String {
        match self {
            Self::Number(n) => n.to_string(),
            Self::Truth(true) => String::from("yes"),
            Self::Truth(false) => String::from("no"),
            Self::Text(text) => text.clone(),
        }
    }
}

/// A sentence in both languages.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Why {
    /// In English.
    pub en: String,
    /// In Spanish.
    pub es: String,
}

/// What is expected; every part that is given has to hold.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Expect {
    /// Where the game stands after the moves.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub status: Option<ExpectStatus>,
    /// The game ends with this ply, and not before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ends_at_ply: Option<u32>,
    /// Exactly these actions are legal after the moves.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub legal: Option<Vec<String>>,
    /// These are among the legal ones.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub legal_includes: Vec<String>,
    /// Exactly these are forbidden by a prohibition.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub forbidden: Option<Vec<Refusal>>,
    /// These are refused.
    #[serde(default, skip_serializing_if = "Vec::is_empty", deserialize_with = "one_or_many")]
    pub illegal: Vec<Refusal>,
    /// The position after the moves.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    /// Values of clocks after the moves; a clock that does not run is `off`.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub clocks: BTreeMap<String, ClockExpect>,
    /// The set-up is refused, for this reason or by this clause.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub refused: Option<String>,
}

/// A move that is refused.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(untagged, expecting = "expected a move, or `{ move, ply, clauses }`")]
pub enum Refusal {
    /// Only the move.
    Move(String),
    /// With what is known of it.
    Full(FullRefusal),
}

/// A move that is refused, and by what.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct FullRefusal {
    /// The move.
    #[serde(rename = "move")]
    pub action: String,
    /// The turn in which it is tried, from 1: before any action of that turn. Left out: after all moves.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ply: Option<u32>,
    /// The clauses that refuse it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub clauses: Vec<String>,
}

impl Refusal {
    /// With all that may be said of it.
    pub fn full(&self) -> FullRefusal {
        match self {
            Self::Move(action) => FullRefusal { action: action.clone(), ply: None, clauses: Vec::new() },
            Self::Full(full) => full.clone(),
        }
    }
}

/// One value or a list.
fn one_or_many<'de, D: serde::Deserializer<'de>>(from: D) -> Result<Vec<Refusal>, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged, expecting = "expected a move, `{ move, ply, clauses }`, or a list of them")]
    enum OneOrMany {
        One(Refusal),
        Many(Vec<Refusal>),
    }
    Ok(match OneOrMany::deserialize(from)? {
        OneOrMany::One(one) => vec![one],
        OneOrMany::Many(many) => many,
    })
}

/// Where the game stands.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct ExpectStatus {
    /// `ongoing`, `won` or `drawn`.
    pub state: State,
    /// Who has won.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub winner: Option<String>,
    /// Exactly this reason.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// Exactly these reasons, in any order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub reasons: Vec<String>,
    /// One of these at least, where the documents leave the reason open.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub reasons_any_of: Vec<String>,
    /// Exactly these draws may be claimed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub claimable: Option<Vec<String>>,
}

/// The state of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum State {
    /// It goes on.
    Ongoing,
    /// Somebody has won.
    Won,
    /// Nobody has.
    Drawn,
}

impl State {
    /// As written in a case.
    pub fn word(self) -> &'static str {
        match self {
            Self::Ongoing => "ongoing",
            Self::Won => "won",
            Self::Drawn => "drawn",
        }
    }
}

/// The value of a clock, or of its copies by player or cell.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(untagged, expecting = "expected a number, `off`, or values by player or cell")]
pub enum ClockExpect {
    /// Of its only copy.
    One(ClockValue),
    /// By player or cell.
    Copies(BTreeMap<String, ClockValue>),
}

/// A number, or `off`.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(untagged, expecting = "expected a number or `off`")]
pub enum ClockValue {
    /// It runs.
    Running(u32),
    /// `false` is how some YAML readers read `off`.
    Truth(bool),
    /// `off`.
    Off(String),
}

impl ClockValue {
    /// The number, or `None` for a clock that does not run.
    ///
    /// # Errors
    /// If it is another word than `off`.
    pub fn value(&self) -> Result<Option<u32>, String> {
        match self {
            Self::Running(n) => Ok(Some(*n)),
            Self::Truth(false) => Ok(None),
            Self::Off(word) if word == "off" => Ok(None),
            Self::Off(word) => Err(format!("`{word}` is not the value of a clock: write a number, or `off`")),
            Self::Truth(true) => Err(String::from("`on` is not the value of a clock: write a number, or `off`")),
        }
    }
}
