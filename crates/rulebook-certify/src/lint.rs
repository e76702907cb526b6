//! What has to hold of a suite before it is run.

use std::collections::BTreeMap;

use rulebook_api::did_you_mean;

use crate::{
    case::{Case, Expect, Polarity, State},
    suite::CaseFile,
};

/// Something that is wrong with a case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The file.
    pub path: String,
    /// The case.
    pub id: String,
    /// What is wrong, and the way out.
    pub message: String,
}

/// What has to be known of a game.
#[derive(Clone, Debug, Default)]
pub struct Facts {
    /// Full ids of its clauses.
    pub clauses: Vec<String>,
    /// Documents that its spec cites.
    pub documents: Vec<String>,
}

/// Looks at all files together. `facts` are those of a game, `None` for a game that is not known.
pub fn lint(files: &[CaseFile], facts: &dyn Fn(&str) -> Option<Facts>) -> Vec<Problem> {
    let mut problems = Vec::new();
    let all: Vec<(&str, &Case)> = files.iter().flat_map(|f| f.cases.iter().map(|c| (f.path.as_str(), c))).collect();
    let mut by_id: BTreeMap<&str, Vec<&Case>> = BTreeMap::new();
    let mut by_slug: BTreeMap<&str, Vec<&Case>> = BTreeMap::new();
    for (_, case) in &all {
        by_id.entry(&case.id).or_default().push(case);
        by_slug.entry(&case.slug).or_default().push(case);
    }
    let mut games: BTreeMap<&str, Option<Facts>> = BTreeMap::new();
    for (path, case) in &all {
        let mut say =
            |message: String| problems.push(Problem { path: (*path).to_owned(), id: case.id.clone(), message });
        if by_id[case.id.as_str()].len() > 1 {
            say(format!("the id {} is used by {} cases; each has its own", case.id, by_id[case.id.as_str()].len()));
        }
        if by_slug[case.slug.as_str()].len() > 1 {
            say(format!("the slug `{}` is used twice", case.slug));
        }
        let known = games.entry(case.game()).or_insert_with(|| facts(case.game()));
        match known {
            None => say(format!(
                "there is no game `{0}`: put its spec, `{0}.rules`, beside the cases, or say `game: PATH` in the case",
                case.game()
            )),
            Some(Facts { clauses, documents }) => {
                for clause in case.clauses.iter().chain(named_in(&case.expect)).filter(|c| !clauses.contains(c)) {
                    let hint = did_you_mean(clause, clauses.iter().map(String::as_str));
                    say(format!("{} has no clause `{clause}`{hint}", case.game()));
                }
                if let Some(source) = &case.source
                    && !documents.contains(&source.document)
                {
                    let hint = did_you_mean(&source.document, documents.iter().map(String::as_str));
                    say(format!("the spec of {} cites no document `{}`{hint}", case.game(), source.document));
                }
            }
        }
        form(case).into_iter().chain(polarity(case)).for_each(&mut say);
        if let Some(pair) = &case.pair {
            match by_id.get(pair.as_str()).and_then(|cases| cases.first()) {
                None => say(format!("its pair {pair} does not exist")),
                Some(_) if *pair == case.id => say(String::from("it is its own pair")),
                Some(twin) if twin.pair.as_deref() != Some(case.id.as_str()) => {
                    say(format!("its pair {pair} has to name it in return: `pair: {}`", case.id));
                }
                Some(twin) if twin.game() != case.game() => {
                    say(format!(
                        "its pair {pair} is about {}; the two differ in one thing, and it is not the game",
                        twin.game()
                    ));
                }
                Some(twin) if twin.expect == case.expect => {
                    say(format!("its pair {pair} expects the same; a pair answers otherwise"));
                }
                Some(_) => {}
            }
        }
    }
    problems
}

/// Clauses that an expectation names.
fn named_in(expect: &Expect) -> impl Iterator<Item = &String> {
    let refusals = expect.illegal.iter().chain(expect.forbidden.iter().flatten());
    refusals.flat_map(|r| match r {
        crate::case::Refusal::Move(_) => &[],
        crate::case::Refusal::Full(full) => full.clauses.as_slice(),
    })
}

/// What is wrong with a case on its own.
fn form(case: &Case) -> Vec<String> {
    let mut wrong = Vec::new();
    if case.id.len() != 4 || !case.id.bytes().all(|b| b.is_ascii_uppercase() || b.is_ascii_digit()) {
        wrong.push(format!("`{}` is not an id: four capital letters or digits", case.id));
    }
    if case.slug.split('/').count() < 2 || case.slug.split('/').any(str::is_empty) {
        wrong.push(format!("`{}` is not a slug: write `game/topic/what-it-shows`", case.slug));
    }
    if case.clauses.is_empty() {
        wrong.push(String::from("it names no clause"));
    }
    for (language, text) in [("en", &case.why.en), ("es", &case.why.es)] {
        if text.trim().is_empty() {
            wrong.push(format!("`why` has no text in `{language}`"));
        }
    }
    if case.worked_example && case.source.is_none() {
        wrong.push(String::from("a worked example has a `source`"));
    }
    if case.expect == Expect::default() {
        wrong.push(String::from("it expects nothing, so it cannot fail"));
    }
    if case.expect.refused.is_some() && case.position.is_none() {
        wrong.push(String::from("only a `position` can be `refused`"));
    }
    wrong
}

/// An expectation that does not fit what the case claims to show.
fn polarity(case: &Case) -> Option<String> {
    let expect = &case.expect;
    let refuses = !expect.illegal.is_empty()
        || expect.forbidden.as_ref().is_some_and(|f| !f.is_empty())
        || expect.refused.is_some();
    let claims = expect.status.as_ref().is_some_and(|s| s.claimable.is_some());
    let exact = expect.legal.is_some() || expect.position.is_some() || claims;
    let state = expect.status.as_ref().map(|s| s.state);
    let ends = expect.ends_at_ply.is_some() || matches!(state, Some(State::Won | State::Drawn));
    match case.polarity {
        Polarity::Rejects if !refuses && !exact => Some(String::from(
            "it `rejects`, but expects nothing `illegal`, `forbidden` or `refused`, nor an exact `legal` list, `position` or `claimable` list",
        )),
        Polarity::Ends if !ends => Some(String::from("it `ends`, but does not expect the game to have ended")),
        Polarity::Continues if ends => Some(String::from("it `continues`, but expects the game to have ended")),
        Polarity::Continues if state != Some(State::Ongoing) => {
            Some(String::from("it `continues`, but does not expect `status: { state: ongoing }`"))
        }
        _ => None,
    }
}
