//! What `rulebook test` shows: the table, problems and failures, for people and as JSON.

use std::collections::BTreeMap;

use rulebook_certify::{Case, Failure as CaseFailure, Polarity, coverage::Coverage, lint::Problem};
use serde_json::{Value, json};

use crate::{engine::Running, failure::Failure, output::Output};

/// A case that did not pass.
pub(crate) struct Failed<'a> {
    pub(crate) path: &'a str,
    pub(crate) case: &'a Case,
    pub(crate) failure: CaseFailure,
}

/// What all cases came to.
pub(crate) struct Report<'a> {
    pub(crate) passed: usize,
    pub(crate) withdrawn: usize,
    pub(crate) disputed: usize,
    pub(crate) failed: Vec<Failed<'a>>,
    pub(crate) problems: Vec<Problem>,
    pub(crate) coverage: Coverage,
}

impl Report<'_> {
    /// Is all well? A suite without cases shows nothing.
    pub(crate) fn good(&self) -> bool {
        self.failed.is_empty() && self.problems.is_empty() && self.passed > 0
    }

    /// As one JSON object.
    pub(crate) fn json(&self) -> Value {
        json!({
            "passed": self.passed,
            "failed": self.failed.len(),
            "withdrawn": self.withdrawn,
            "disputed": self.disputed,
            "problems": self.problems.iter().map(problem_json).collect::<Vec<_>>(),
            "failures": self.failed.iter().map(failure_json).collect::<Vec<_>>(),
            "coverage": self.coverage.rows().map(coverage_json).collect::<Vec<_>>(),
        })
    }

    /// For people.
    pub(crate) fn show(
        &self,
        games: &BTreeMap<String, Result<Running, String>>,
        out: &mut Output,
    ) -> Result<(), Failure> {
        show_coverage(&self.coverage, out)?;
        for failure in &self.failed {
            show(failure, games, out)?;
        }
        for problem in &self.problems {
            out.line(&format!("problem: {} {}: {}", problem.path, problem.id, problem.message))?;
        }
        if self.passed + self.failed.len() == 0 {
            out.complain("no cases were run, so nothing is shown");
        }
        let problems = match self.problems.len() {
            0 => String::new(),
            1 => String::from(", one problem"),
            n => format!(", {n} problems"),
        };
        let beside = |n: usize, what: &str| if n == 0 { String::new() } else { format!(", {n} {what}") };
        let (disputed, withdrawn) = (beside(self.disputed, "disputed"), beside(self.withdrawn, "withdrawn"));
        out.line(&format!("{} passed, {} failed{disputed}{withdrawn}{problems}", self.passed, self.failed.len()))
    }
}

/// The table clause × polarity.
fn show_coverage(coverage: &Coverage, out: &mut Output) -> Result<(), Failure> {
    let width = coverage.rows().map(|(clause, _)| clause.len()).max().unwrap_or(6).max(6);
    let heads: Vec<String> = Polarity::ALL.iter().map(|p| format!("{:>9}", p.word())).collect();
    out.line(&format!("{:<width$} {}", "clause", heads.join(" ")))?;
    for (clause, row) in coverage.rows() {
        let cells: Vec<String> =
            row.iter().map(|n| format!("{:>9}", if *n == 0 { "·".into() } else { n.to_string() })).collect();
        out.line(&format!("{clause:<width$} {}", cells.join(" ")))?;
    }
    out.line("")
}

/// A failure for people.
fn show(
    failed: &Failed<'_>,
    games: &BTreeMap<String, Result<Running, String>>,
    out: &mut Output,
) -> Result<(), Failure> {
    let Failed { path, case, failure } = failed;
    out.line(&format!("FAILED {} {} ({path})", case.id, case.slug))?;
    let rules = games.values().flatten().map(Running::rules).find(|r| r.name == case.game());
    for id in &case.clauses {
        out.line(&format!("  clause {id}"))?;
        let clause = rules.and_then(|r| r.clauses.iter().find(|c| c.id == *id));
        for (language, text) in clause.iter().flat_map(|c| &c.texts.0) {
            out.line(&format!("    {language}: {text}"))?;
        }
    }
    out.line(&format!("  why en: {}\n  why es: {}", case.why.en, case.why.es))?;
    for line in failure.board.lines() {
        out.line(&format!("    {line}"))?;
    }
    for mismatch in &failure.mismatches {
        out.line(&format!("  {}: expected {}", mismatch.part, mismatch.expected))?;
        out.line(&format!("  {}       got {}", " ".repeat(mismatch.part.len()), mismatch.got))?;
    }
    out.line(&format!("  again: {}\n", failure.command))
}

/// A failure as JSON.
fn failure_json(failed: &Failed<'_>) -> Value {
    let mismatches =
        failed.failure.mismatches.iter().map(|m| json!({ "part": m.part, "expected": m.expected, "got": m.got }));
    json!({
        "id": failed.case.id,
        "slug": failed.case.slug,
        "file": failed.path,
        "clauses": failed.case.clauses,
        "mismatches": mismatches.collect::<Vec<_>>(),
        "position": failed.failure.position,
        "command": failed.failure.command,
    })
}

/// A problem as JSON.
fn problem_json(problem: &Problem) -> Value {
    json!({ "id": problem.id, "file": problem.path, "message": problem.message })
}

/// A row of the table as JSON.
fn coverage_json((clause, row): (&str, [u32; 4])) -> Value {
    let mut value = json!({ "clause": clause });
    for (polarity, n) in Polarity::ALL.iter().zip(row) {
        value[polarity.word()] = json!(n);
    }
    value
}
