//! The report for people who read text.

use std::fmt::Write as _;

use super::{Matrix, Report, Suspect, certificate};
use crate::exam::Verdict;

/// The report as Markdown: the certificate, the clauses, and every failure with the game that shows it.
pub fn markdown(report: &Report) -> String {
    let mut text = String::new();
    // Writing to a string does not fail.
    _ = writeln!(text, "# {}\n\n```text\n{}```", report.header.implementation.name, certificate(report));
    let matrix = Matrix::of(&report.cases);
    _ = writeln!(text, "\n## Clauses\n");
    let columns: Vec<Verdict> =
        Verdict::ALL.into_iter().filter(|v| matrix.rows.iter().any(|r| r.count(*v) > 0)).collect();
    let titles: Vec<&str> = columns.iter().map(|v| v.word()).collect();
    _ = writeln!(text, "| clause | in one word | {} |", titles.join(" | "));
    _ = writeln!(text, "|---|---|{}", "---:|".repeat(columns.len()));
    for row in &matrix.rows {
        let counts: Vec<String> = columns.iter().map(|v| row.count(*v).to_string()).collect();
        _ = writeln!(text, "| `{}` | {} | {} |", row.clause, row.word(), counts.join(" | "));
    }
    let consistent: Vec<Suspect> = report.conclusion().explanations.into_iter().map(|e| e.suspect).collect();
    let failing: Vec<_> = report.cases.iter().filter(|c| !c.failures.is_empty()).collect();
    if !failing.is_empty() {
        _ = writeln!(text, "\n## What differs\n");
    }
    for case in failing {
        _ = writeln!(text, "### {} `{}`\n", case.id, case.slug);
        _ = writeln!(text, "{}\n", case.why.en);
        for clause in &case.clauses {
            let said = report.header.games.get(&case.game).and_then(|g| g.clauses.get(clause));
            let said = said.and_then(|c| c.texts.get("en")).map_or("", String::as_str);
            _ = writeln!(text, "* `{clause}` {said}");
        }
        text.push('\n');
        for failure in &case.failures {
            show(&mut text, failure, &consistent);
        }
    }
    for generated in report.generated.iter().filter(|g| !g.failures.is_empty()) {
        _ = writeln!(text, "\n## Played at random: {}\n", generated.game);
        for failure in &generated.failures {
            show(&mut text, failure, &consistent);
        }
    }
    let mut others = report.cases.iter().filter(|c| c.failures.is_empty() && c.outcome != Verdict::Pass).peekable();
    if others.peek().is_some() {
        _ = writeln!(text, "\n## Without a verdict\n\n| case | outcome | why |\n|---|---|---|");
        for case in others {
            let detail = case.detail.replace('|', "\\|").replace('\n', " ");
            _ = writeln!(text, "| {} `{}` | {} | {detail} |", case.id, case.slug, case.outcome.word());
        }
    }
    text
}

fn show(text: &mut String, failure: &super::Failure, consistent: &[Suspect]) {
    for difference in &failure.differences {
        _ = writeln!(text, "* {}: expected {}; got {}", difference.kind.word(), difference.expected, difference.got);
        if !difference.missing.is_empty() {
            _ = writeln!(text, "  * missing: {}", difference.missing.join(" "));
        }
        if !difference.extra.is_empty() {
            _ = writeln!(text, "  * not legal: {}", difference.extra.join(" "));
        }
    }
    if !failure.why.is_empty() {
        _ = writeln!(text, "* refused by `{}`", failure.why.join("`, `"));
    }
    for suspect in failure.suspects.iter().filter(|s| consistent.contains(s)).take(4) {
        _ = writeln!(text, "* it answers as if `{}` were changed: {}", suspect.clause, suspect.what);
    }
    if !failure.again {
        _ = writeln!(text, "* it did not answer so when asked again");
    }
    _ = writeln!(text, "\n```text\n{}\n```\n", failure.command);
}
