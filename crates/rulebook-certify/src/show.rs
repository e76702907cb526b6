//! Statuses and commands as text, and when a status is the one expected.

use rulebook_api::{Status, Vocabulary};

use crate::case::{Case, ExpectStatus, State};

/// Is it the status that is expected?
pub(crate) fn same_status(names: &Vocabulary, expected: &ExpectStatus, status: &Status) -> bool {
    let ids = |reasons: &[u8]| reasons.iter().map(|&r| names.reason(r)).collect::<Vec<_>>();
    let (state, winner, reasons, claims) = match status {
        Status::Ongoing { claimable } => (State::Ongoing, None, Vec::new(), ids(claimable)),
        Status::Won { winner, reason, .. } => (State::Won, Some(names.player(*winner)), ids(&[*reason]), Vec::new()),
        Status::Drawn { reasons, .. } => (State::Drawn, None, ids(reasons), Vec::new()),
    };
    let same_set =
        |wanted: &[String], got: &[&str]| wanted.len() == got.len() && wanted.iter().all(|w| got.contains(&w.as_str()));
    expected.state == state
        && expected.winner.as_deref().is_none_or(|w| winner == Some(w))
        && expected.reason.as_deref().is_none_or(|r| reasons == [r])
        && (expected.reasons.is_empty() || same_set(&expected.reasons, &reasons))
        && (expected.reasons_any_of.is_empty() || expected.reasons_any_of.iter().any(|r| reasons.contains(&r.as_str())))
        && expected.claimable.as_deref().is_none_or(|c| same_set(c, &claims))
}

/// A status in one line.
pub(crate) fn status_text(names: &Vocabulary, status: &Status) -> String {
    let ids = |reasons: &[u8]| reasons.iter().map(|&r| names.reason(r)).collect::<Vec<_>>().join(", ");
    match status {
        Status::Ongoing { claimable } if claimable.is_empty() => String::from("ongoing"),
        Status::Ongoing { claimable } => format!("ongoing, claimable: {}", ids(claimable)),
        Status::Won { winner, reason, .. } => format!("won by {} ({})", names.player(*winner), names.reason(*reason)),
        Status::Drawn { reasons, .. } => format!("drawn ({})", ids(reasons)),
    }
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
