//! Putting the parts of a certification together.

use std::{collections::BTreeSet, fmt};

use super::{
    matrix::conclude,
    read::Report,
    record::{Explanation, Footer, Header, Shard},
};

/// Why parts do not make a whole.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadMerge(pub String);

impl fmt::Display for BadMerge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for BadMerge {}

/// Puts parts together; the names are for messages.
///
/// # Errors
/// If one is incomplete, missing or there twice, or if they are not about the same.
pub fn merge(parts: &[(String, Report)]) -> Result<Report, BadMerge> {
    let bad = |message: String| Err(BadMerge(message));
    let Some((first_name, first)) = parts.first() else { return bad(String::from("there is nothing to merge")) };
    for (name, part) in parts {
        if let Err(why) = part.complete() {
            return bad(format!("`{name}` is incomplete: {why}"));
        }
        if part.header.shard.of != first.header.shard.of {
            return bad(format!(
                "`{name}` is a part of {}, but `{first_name}` of {}",
                part.header.shard.of, first.header.shard.of
            ));
        }
        if let Some(what) = difference(&first.header, &part.header) {
            return bad(format!(
                "`{name}` and `{first_name}` differ in {what}: they are not parts of one certification"
            ));
        }
    }
    for number in 1..=first.header.shard.of {
        let there: Vec<&str> =
            parts.iter().filter(|(_, p)| p.header.shard.part == number).map(|(n, _)| n.as_str()).collect();
        match there.len() {
            0 => return bad(format!("part {number} of {} is missing", first.header.shard.of)),
            1 => {}
            _ => return bad(format!("part {number} is there more than once: `{}`", there.join("`, `"))),
        }
    }
    let mut seen = BTreeSet::new();
    for id in parts.iter().flat_map(|(_, p)| &p.header.planned) {
        if !seen.insert(id) {
            return bad(format!("the case {id} is in more than one part"));
        }
    }
    if let Some(id) = first.header.all.iter().find(|id| !seen.contains(id)) {
        return bad(format!("the case {id} is in no part"));
    }
    Ok(whole(parts, &first.header))
}

/// What two headers do not have in common, although parts of one run have.
fn difference(a: &Header, b: &Header) -> Option<&'static str> {
    let same = [
        (a.implementation == b.implementation, "the implementation"),
        (a.adapter_digest == b.adapter_digest, "the adapter"),
        (a.profile == b.profile, "the profile"),
        (a.games == b.games, "the rules or readings"),
        (a.suite == b.suite && a.all == b.all, "the suite"),
        (a.rulebook == b.rulebook, "the version of rulebook"),
        (a.generated == b.generated, "the games played at random"),
    ];
    same.iter().find(|(same, _)| !same).map(|(_, what)| *what)
}

fn whole(parts: &[(String, Report)], header: &Header) -> Report {
    let header = Header { shard: Shard { part: 1, of: 1 }, planned: header.all.clone(), ..header.clone() };
    let mut cases: Vec<_> = parts.iter().flat_map(|(_, p)| p.cases.iter().cloned()).collect();
    cases.sort_by_key(|c| header.planned.iter().position(|id| *id == c.id));
    let generated: Vec<_> = parts.iter().flat_map(|(_, p)| p.generated.iter().cloned()).collect();
    let footers: Vec<&Footer> = parts.iter().filter_map(|(_, p)| p.footer.as_ref()).collect();
    let incidents: Vec<_> = footers.iter().flat_map(|f| f.incidents.iter().cloned()).collect();
    // What one part contradicts explains nothing.
    let failing: Vec<&&Footer> = footers.iter().filter(|f| !f.broken.is_empty()).collect();
    // A part that only passes was not asked whether it contradicts, so explanations need failures in every part.
    let everywhere = |e: &&Explanation| {
        failing.len() == footers.len()
            && failing.iter().all(|f| f.explanations.iter().any(|o| o.suspect == e.suspect && o.game == e.game))
    };
    let mut explanations: Vec<Explanation> =
        failing.first().map_or(&[][..], |f| &f.explanations).iter().filter(everywhere).cloned().collect();
    for explanation in &mut explanations {
        let same = |o: &&Explanation| o.suspect == explanation.suspect && o.game == explanation.game;
        let cases = failing.iter().flat_map(|f| f.explanations.iter().filter(same)).flat_map(|e| e.cases.clone());
        explanation.cases = cases.collect();
    }
    let ends = footers.iter().all(|f| f.ends);
    let footer = Footer {
        questions: footers.iter().map(|f| f.questions).sum(),
        seconds: footers.iter().map(|f| f.seconds).sum(),
        ..conclude(&header, &cases, &generated, explanations, &incidents, ends)
    };
    Report { header, cases, generated, footer: Some(footer) }
}
