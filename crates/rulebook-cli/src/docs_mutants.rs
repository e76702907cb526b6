//! `rulebook docs mutants GAME`: would the pages of each language notice a wrong turn of the rules?

use std::path::Path;

use rulebook_certify::{CaseFile, mutants::Verdict};
use rulebook_docs::{
    Book, Language, Pages,
    check::{Watch, play},
};
use serde_json::{Value, json};

use crate::{
    docs::Shelf,
    docs_files::Docs,
    failure::Failure,
    mutants::{Noticed, noticed},
    output::Output,
};

/// What is asked of pages: 950 of a thousand.
const ENOUGH: usize = 950;

/// Tries all mutants of a game against the pages of each language, by claims and blocks alone.
pub(crate) fn run(game: &str, docs: &Path, json: bool, out: &mut Output) -> Result<bool, Failure> {
    let shelf = Shelf::new(&[])?;
    let book = Book::new(&shelf).map_err(|why| Failure::no("spec", why))?;
    if book.rules(game).is_none() {
        return Err(Failure::usage(format!("there is no bundled game `{game}`")));
    }
    let pages = Pages::new(Docs::read(docs)?.files);
    let played = play(&book, &pages, &mut Vec::new());
    let mut answers = Vec::new();
    let mut enough = true;
    for language in Language::ALL {
        let mut cases: Vec<rulebook_certify::Case> = Vec::new();
        for (_, page) in pages.pages.iter().filter(|(_, p)| p.language == language) {
            for (_, shown) in played.of(&page.name, language) {
                if shown.case.game() == game && !cases.iter().any(|c| c.id == shown.case.id) {
                    cases.push(shown.case.clone());
                }
            }
        }
        let blocks = cases.len();
        let files = [CaseFile { path: docs.display().to_string(), cases }];
        let watch = Watch::new(&book, &pages, language, game);
        let all = noticed(game, &files)?;
        let by_claims: Vec<bool> = all.iter().map(|m: &Noticed| watch.notices(&m.rules)).collect();
        let survivors: Vec<&Verdict> = all
            .iter()
            .zip(&by_claims)
            .filter(|(m, claimed)| m.verdict.killed_by.is_none() && !**claimed)
            .map(|(m, _)| &m.verdict)
            .collect();
        let claimed = by_claims.iter().filter(|c| **c).count();
        let share = (all.len() - survivors.len()) * 1000 / all.len().max(1);
        enough &= share >= ENOUGH;
        let names: Vec<String> = survivors.iter().map(|v| v.name()).collect();
        if json {
            answers.push(json!({ "language": language.tag(), "mutants": all.len(), "blocks": blocks,
                "noticed_by_claims": claimed, "survived": names.len(), "survivors": names }));
            continue;
        }
        for name in &names {
            out.line(&format!("not noticed in {}: {name}", language.tag()))?;
        }
        out.line(&format!(
            "{game} in {}: {} of {} noticed ({}.{} %), {claimed} by claims, from {blocks} boards and games",
            language.tag(),
            all.len() - names.len(),
            all.len(),
            share / 10,
            share % 10
        ))?;
    }
    if json {
        out.json(&json!({ "game": game, "languages": Value::from(answers) }))?;
    }
    Ok(enough)
}
