//! What came of a case that was put to a program.

use std::collections::BTreeSet;

use serde::Serialize;

use super::{compare::Difference, question::Line};
use crate::protocol::Ask;

/// What a program made of a case.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, serde::Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// All that could be asked is as expected.
    Pass,
    /// Something is not.
    Fail,
    /// The adapter answered with an error.
    Error,
    /// It ended, or used more memory than it may.
    Crash,
    /// No answer came in time.
    TimeOut,
    /// What came was no answer.
    Protocol,
    /// What the case is about cannot be asked.
    Unsupported,
    /// It was not put: another reading is played, or the program broke too often.
    NotRun,
}

impl Verdict {
    /// All of them, in the order of tables.
    pub const ALL: [Self; 8] = [
        Self::Pass,
        Self::Fail,
        Self::Error,
        Self::Crash,
        Self::TimeOut,
        Self::Protocol,
        Self::Unsupported,
        Self::NotRun,
    ];

    /// As in reports.
    pub fn word(self) -> &'static str {
        match self {
            Self::Pass => "pass",
            Self::Fail => "fail",
            Self::Error => "error",
            Self::Crash => "crash",
            Self::TimeOut => "time-out",
            Self::Protocol => "protocol",
            Self::Unsupported => "unsupported",
            Self::NotRun => "not-run",
        }
    }
}

/// Something that differs, and where it was seen.
#[derive(Clone, Debug)]
pub struct Shown {
    /// The line of play that the rules allow.
    pub line: Line,
    /// The move behind it that has to be rejected, if it is about one.
    pub illegal: Option<String>,
    /// The clauses that have to be named for that.
    pub clauses: Vec<String>,
    /// What was asked.
    pub ask: Vec<Ask>,
    /// What differs, at least one thing.
    pub differences: Vec<Difference>,
}

/// A case that was put to a program.
#[derive(Clone, Debug)]
pub struct Examined {
    /// What came out.
    pub verdict: Verdict,
    /// What differs.
    pub shown: Vec<Shown>,
    /// Why there is no verdict, in words.
    pub detail: String,
    /// What of the expectation could not be asked.
    pub unasked: BTreeSet<Ask>,
}

impl Examined {
    /// Without a question.
    pub fn not_run(detail: impl Into<String>) -> Self {
        Self { verdict: Verdict::NotRun, shown: Vec::new(), detail: detail.into(), unasked: BTreeSet::new() }
    }
}
