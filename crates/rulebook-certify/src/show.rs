//! Statuses and commands as text.

use rulebook_api::{Status, Vocabulary};

use crate::{
    adapter::status_said,
    case::{Case, ExpectStatus},
    exam::compare::said_status,
};

/// A status in one line.
pub(crate) fn status_text(names: &Vocabulary, status: &Status) -> String {
    said_status(&status_said(names, status))
}

/// The same of an expectation.
pub(crate) fn expected_status(expected: &ExpectStatus) -> String {
    let mut text = String::from(expected.state.word());
    if let Some(winner) = &expected.winner {
        text.push_str(" by ");
        text.push_str(winner);
    }
    let mut reasons: Vec<String> = expected.reason.iter().chain(&expected.reasons).cloned().collect();
    if !expected.reasons_any_of.is_empty() {
        reasons.push(format!("one of {}", expected.reasons_any_of.join(", ")));
    }
    if !reasons.is_empty() {
        text = format!("{text} ({})", reasons.join(", "));
    }
    if let Some(claims) = &expected.claimable {
        text =
            format!("{text}, claimable: {}", if claims.is_empty() { "nothing".to_owned() } else { claims.join(", ") });
    }
    text
}

/// A word of a command, as the shell takes it.
pub(crate) fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', "'\\''"))
}

/// The command that shows a case.
pub(crate) fn command(case: &Case) -> String {
    let verb = if case.moves.trim().is_empty() { "moves" } else { "replay" };
    let mut words = vec![String::from("rulebook"), verb.to_owned(), case.game().to_owned()];
    for (name, reading) in &case.options {
        words.push(format!("--option {name}={reading}"));
    }
    for (name, value) in &case.params {
        words.push(format!("--param {name}={}", value.text()));
    }
    if let Some(position) = &case.position {
        words.push(format!("--position {}", quoted(position)));
    }
    if !case.moves.trim().is_empty() {
        words.push(format!("--moves {}", quoted(case.moves.trim())));
    }
    words.join(" ")
}
