//! Status, clocks and clauses as JSON and as text.

use rulebook_api::{ClockValue, Status, Vocabulary, listed};
use rulebook_ir::{Rules, Texts};
use serde_json::{Map, Value, json};

/// Ids of clauses.
pub(crate) fn clauses(names: &Vocabulary, clauses: &[u16]) -> Vec<String> {
    clauses.iter().map(|&c| names.clause(c).to_owned()).collect()
}

/// A status as JSON.
pub(crate) fn status(names: &Vocabulary, status: &Status) -> Value {
    let ids = |reasons: &[u8]| reasons.iter().map(|&r| names.reason(r)).collect::<Vec<_>>();
    match status {
        Status::Ongoing { claimable } if claimable.is_empty() => json!({ "state": "ongoing" }),
        Status::Ongoing { claimable } => json!({ "state": "ongoing", "claimable": ids(claimable) }),
        Status::Won { winner, reason, .. } => {
            json!({ "state": "won", "winner": names.player(*winner), "reason": names.reason(*reason) })
        }
        Status::Drawn { reasons, .. } => json!({ "state": "drawn", "reasons": ids(reasons) }),
    }
}

/// A status as a sentence, with the text of its reasons.
pub(crate) fn status_text(names: &Vocabulary, rules: &Rules, status: &Status) -> String {
    let text = |r: &u8| {
        let id = names.reason(*r);
        match rules.reasons.iter().find(|(known, _)| known == id).and_then(|(_, texts)| texts.get("en")) {
            Some(text) => format!("{id} ({text})"),
            None => id.to_owned(),
        }
    };
    match status {
        Status::Ongoing { claimable } if claimable.is_empty() => String::from("the game goes on"),
        Status::Ongoing { claimable } => {
            format!("the game goes on; a draw may be claimed: {}", listed(claimable.iter().map(text), "and"))
        }
        Status::Won { winner, reason, .. } => format!("{} has won: {}", names.player(*winner), text(reason)),
        Status::Drawn { reasons, .. } => format!("drawn: {}", listed(reasons.iter().map(text), "and")),
    }
}

/// Clocks that run, as JSON.
pub(crate) fn clocks(names: &Vocabulary, values: &[ClockValue]) -> Value {
    let mut clocks = Map::new();
    for value in values {
        let (Some(clock), Some(n)) = (names.clocks.get(usize::from(value.clock)), value.value) else { continue };
        let copy = match (value.player, value.cell) {
            (Some(p), _) => Some(names.player(p)),
            (None, Some(c)) => Some(names.cell_name(c)),
            (None, None) => None,
        };
        match copy {
            None => _ = clocks.insert(clock.name.clone(), json!(n)),
            Some(copy) => {
                let copies = clocks.entry(clock.name.clone()).or_insert_with(|| json!({}));
                if let Value::Object(copies) = copies {
                    copies.insert(copy.to_owned(), json!(n));
                }
            }
        }
    }
    Value::Object(clocks)
}

/// Clocks that run, as text.
pub(crate) fn clocks_text(names: &Vocabulary, values: &[ClockValue]) -> String {
    let Value::Object(clocks) = clocks(names, values) else { return String::new() };
    let words = clocks.iter().flat_map(|(name, value)| match value {
        Value::Object(copies) => copies.iter().map(|(copy, n)| format!("{name}={copy}:{n}")).collect(),
        n => vec![format!("{name}={n}")],
    });
    words.collect::<Vec<_>>().join(" ")
}

/// Texts by language, as JSON.
pub(crate) fn texts(texts: &Texts) -> Value {
    Value::Object(texts.0.iter().map(|(language, text)| (language.clone(), json!(text))).collect())
}
