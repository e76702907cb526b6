//! What a game declares and nothing uses: definitions, clocks, options, regions, parameters.
//!
//! A name is used if it stands in any other clause. That counts too much rather than too little, so that nothing is
//! called unused that is needed.

use std::collections::BTreeMap;

use rulebook_diagnostics::{Code, Diagnostic, Sources};
use rulebook_syntax::ast::{ClauseBody, Name};

use crate::inherit::Merged;

/// Warns of names that a game itself declares; what it inherits may be meant for its other variants.
pub(crate) fn check(sources: &Sources, merged: &Merged, diagnostics: &mut Vec<Diagnostic>) {
    // For each word the first two clauses in which it stands.
    let mut found: BTreeMap<&str, [Option<usize>; 2]> = BTreeMap::new();
    for (i, clause) in merged.clauses.iter().enumerate() {
        for word in words(sources.text(clause.span)) {
            let places = found.entry(word).or_default();
            if !places.contains(&Some(i))
                && let Some(free) = places.iter_mut().find(|p| p.is_none())
            {
                *free = Some(i);
            }
        }
    }
    let own = |name: &Name| {
        name.span.file == merged.own.file && name.span.start >= merged.own.start && name.span.end <= merged.own.end
    };
    for (i, clause) in merged.clauses.iter().enumerate() {
        let Some((what, name, way_out)) = declared(&clause.body) else { continue };
        let elsewhere = found.get(name.text.as_str()).is_some_and(|p| p.iter().flatten().any(|&j| j != i));
        if own(name) && !elsewhere {
            diagnostics.push(
                Diagnostic::warning(Code("R0207"), name.span, format!("nothing uses the {what} `{}`", name.text))
                    .help(format!("{way_out}, or take it out")),
            );
        }
    }
}

/// What a clause declares for others to use.
fn declared(body: &ClauseBody) -> Option<(&'static str, &Name, &'static str)> {
    match body {
        ClauseBody::Let { name, .. } => Some(("definition", name, "name it in a condition")),
        ClauseBody::Clock(clock) => Some(("clock", &clock.name, "let a result ask for it: `… reaches n`")),
        ClauseBody::Option { name, .. } => Some(("option", name, "ask for its readings: `… is READING`")),
        ClauseBody::Region { name, .. } => Some(("region", name, "name it where cells are meant")),
        ClauseBody::Param { name, .. } => Some(("parameter", name, "name it where its value is meant")),
        _ => None,
    }
}

/// The words of a text, without those in comments.
pub(crate) fn words(text: &str) -> impl Iterator<Item = &str> {
    text.lines().flat_map(|line| {
        let line = line.split("//").next().unwrap_or("");
        let mut rest = line;
        std::iter::from_fn(move || {
            let start = rest.find(|c: char| c.is_alphanumeric() || c == '_')?;
            rest = &rest[start..];
            let mut end = rest.len();
            for (i, c) in rest.char_indices() {
                let hyphen = c == '-' && rest[i + 1..].chars().next().is_some_and(char::is_alphabetic);
                if !(c.is_alphanumeric() || c == '_' || hyphen) {
                    end = i;
                    break;
                }
            }
            let (word, after) = rest.split_at(end);
            rest = after;
            Some(word)
        })
    })
}
