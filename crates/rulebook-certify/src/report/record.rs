//! The records of a report.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use super::BoardPicture;
use crate::{
    case::{Level, Polarity, Why},
    exam::{Difference, Incident, Verdict},
    profile::Profile,
    protocol::{Ask, MoveParts},
};

/// A line of a report.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(tag = "record", rename_all = "kebab-case")]
pub enum Record {
    /// The first line.
    Header(Box<Header>),
    /// A case.
    Case(Box<CaseRecord>),
    /// Games played at random.
    Generated(Box<GeneratedRecord>),
    /// The last line.
    Footer(Box<Footer>),
}

/// What is examined, by what, and what is planned.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
pub struct Header {
    /// The version of reports.
    pub report: u32,
    /// The version of the runner.
    pub rulebook: String,
    /// Who is examined.
    pub implementation: Implementation,
    /// The command that starts the adapter.
    pub adapter: String,
    /// A digest of that command, and of the files that it names.
    pub adapter_digest: String,
    /// The day on which it was examined, as 2027-01-31: waivers expire.
    pub day: String,
    /// What is demanded.
    pub profile: Profile,
    /// The games, by name.
    pub games: BTreeMap<String, GameRecord>,
    /// A digest of all cases of these games.
    pub suite: String,
    /// Which part of the cases is put here.
    pub shard: Shard,
    /// The ids of the cases that are put here.
    pub planned: Vec<String>,
    /// The ids of the cases of all parts.
    pub all: Vec<String>,
    /// Games to be played at random.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub generated: Option<GeneratedPlan>,
}

/// Who is examined.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub struct Implementation {
    /// Its name.
    pub name: String,
    /// Its version.
    pub version: String,
    /// What it is written in.
    pub language: String,
    /// A digest of the program, if its adapter tells one.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub digest: String,
}

/// A game as it was examined.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub struct GameRecord {
    /// Its title by language.
    pub title: BTreeMap<String, String>,
    /// A digest of its rules, texts and sources left out.
    pub rules: String,
    /// The readings that are played; an option that is not here was chosen by each case.
    pub options: BTreeMap<String, String>,
    /// What the program can be asked.
    pub asks: BTreeSet<String>,
    /// What its moves tell apart.
    pub moves: MoveParts,
    /// Can its games begin from a position?
    pub setup: bool,
    /// Its clauses, by id.
    pub clauses: BTreeMap<String, ClauseRecord>,
    /// How its board is drawn.
    pub board: BoardPicture,
}

/// A clause.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub struct ClauseRecord {
    /// Its sentence by language.
    pub texts: BTreeMap<String, String>,
}

/// Which part of the cases.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize, Serialize)]
pub struct Shard {
    /// From 1.
    pub part: u32,
    /// Of so many.
    pub of: u32,
}

/// Games to be played at random.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub struct GeneratedPlan {
    /// Positions to be compared in each game.
    pub positions: u64,
    /// Where the random numbers begin.
    pub seed: u64,
}

/// A case that was put.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct CaseRecord {
    /// Its id.
    pub id: String,
    /// Its game.
    pub game: String,
    /// Its slug.
    pub slug: String,
    /// The clauses that it is about.
    pub clauses: Vec<String>,
    /// What it shows of them.
    pub polarity: Polarity,
    /// How binding it is.
    pub level: Level,
    /// Has somebody objected to it? Then it does not count.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub disputed: bool,
    /// Why it is so, in both languages.
    pub why: Why,
    /// What came out.
    pub outcome: Verdict,
    /// Why there is no verdict.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub detail: String,
    /// What of the expectation could not be asked.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub unasked: BTreeSet<Ask>,
    /// What differs.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub failures: Vec<Failure>,
    /// The failure is known and let pass.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub waived: Option<Waived>,
    /// How long it took.
    pub milliseconds: u64,
}

/// A known failure that is let pass.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub struct Waived {
    /// Why.
    pub reason: String,
    /// Where it is followed.
    pub link: String,
    /// Until when.
    pub expires: String,
}

/// Where a program answers wrongly.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
pub struct Failure {
    /// Where the game begins; `None` for the first position.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    /// The moves.
    pub moves: String,
    /// A move behind them that has to be rejected.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub illegal: Option<String>,
    /// How many moves.
    pub plies: u32,
    /// How many pieces at the beginning.
    pub pieces: u32,
    /// Everything that stands on the board, at the beginning and after each move, to be drawn.
    pub boards: Vec<super::Picture>,
    /// What differs.
    pub differences: Vec<Difference>,
    /// The clauses that refuse a move that was accepted or listed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub why: Vec<String>,
    /// The wrong rules that answer here as the program does.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub suspects: Vec<Suspect>,
    /// Did it fail again at the end? What did not is not to be relied on.
    pub again: bool,
    /// The command that shows it.
    pub command: String,
}

/// A wrong turn of a clause that would explain an answer.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize, Serialize)]
pub struct Suspect {
    /// The clause.
    pub clause: String,
    /// What would be wrong with it.
    pub what: String,
}

/// A wrong turn of a clause that would explain the answers to all cases: it passes where the program does, and fails where
/// it fails.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub struct Explanation {
    /// The game.
    pub game: String,
    /// What would be wrong.
    #[serde(flatten)]
    pub suspect: Suspect,
    /// The cases that fail for it, and for the program.
    pub cases: Vec<String>,
}

/// Games that were played at random.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct GeneratedRecord {
    /// The game.
    pub game: String,
    /// Games played.
    pub games: u64,
    /// Positions compared.
    pub positions: u64,
    /// Positions of which there is no verdict.
    pub unanswered: u64,
    /// What came out: pass, fail, or how it broke.
    pub outcome: Verdict,
    /// Why there is no verdict.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub detail: String,
    /// Where the program answered wrongly, each kind once or a few times.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub failures: Vec<Failure>,
    /// How long it took.
    pub milliseconds: u64,
}

/// Does the implementation conform to the profile?
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Conformity {
    /// It does.
    Conforms,
    /// It breaks clauses.
    Breaks,
    /// Nothing was found wrong, but not all that the profile demands could be examined.
    NotShown,
}

impl Conformity {
    /// In words.
    pub fn word(self) -> &'static str {
        match self {
            Self::Conforms => "conforms",
            Self::Breaks => "breaks",
            Self::NotShown => "not-shown",
        }
    }
}

/// The end of a report.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct Footer {
    /// How many cases came to what.
    pub counts: BTreeMap<String, u32>,
    /// Does it conform?
    pub conformity: Conformity,
    /// The clauses that are broken, those first that explain most.
    pub broken: Vec<String>,
    /// Wrong turns of the rules that answer as the program does in all cases that were put, those first that explain most.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub explanations: Vec<Explanation>,
    /// Clauses of which nothing was examined.
    pub unexamined: Vec<String>,
    /// Why it does not conform, in words.
    pub reasons: Vec<String>,
    /// What ought to be known besides, in words.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
    /// What happened besides answers.
    pub incidents: Vec<Incident>,
    /// Does the program end when its input does?
    pub ends: bool,
    /// Questions that were put.
    pub questions: u64,
    /// How long it took.
    pub seconds: f64,
}
