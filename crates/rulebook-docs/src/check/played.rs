//! The blocks of pages, played.

use std::collections::BTreeMap;

use rulebook_certify::{Case, Outcome, Tools, run};
use rulebook_diagnostics::{Diagnostic, FileId};

use super::{BAD_BLOCK, BLOCK_FAILS, BLOCK_PAIR, NO_ID, Pages, span};
use crate::{
    block::{Shown, shown},
    language::Language,
    page::{Block, BlockKind},
    target::Book,
};

/// What the blocks show, by page and id.
#[derive(Debug, Default)]
pub struct Played {
    all: BTreeMap<(String, Language), Vec<(usize, Shown)>>,
}

impl Played {
    /// The block of an id on a page.
    pub fn shown(&self, page: &str, language: Language, id: &str) -> Option<&Shown> {
        self.of(page, language).iter().map(|(_, s)| s).find(|s| s.case.id == id)
    }

    /// All blocks of a page: where their fence begins, and what they show.
    pub fn of(&self, page: &str, language: Language) -> &[(usize, Shown)] {
        self.all.get(&(page.to_owned(), language)).map_or(&[], Vec::as_slice)
    }

    /// All cases that stand on pages and not in the suite, each once, with `why` in all languages.
    pub fn own_cases(&self, pages: &Pages) -> Vec<Case> {
        let mut cases: BTreeMap<String, Case> = BTreeMap::new();
        for (_, page) in &pages.pages {
            for (at, shown) in self.of(&page.name, page.language) {
                let own = page.block_at(*at).is_some_and(|b| b.kind != BlockKind::Case);
                if !own || shown.case.id.is_empty() {
                    continue;
                }
                let case = cases.entry(shown.case.id.clone()).or_insert_with(|| shown.case.clone());
                page.language.why(&shown.case.why).clone_into(page.language.why_mut(&mut case.why));
            }
        }
        cases.into_values().collect()
    }
}

/// Reads and plays all blocks.
pub fn play(book: &Book<'_>, pages: &Pages, found: &mut Vec<Diagnostic>) -> Played {
    let mut played = Played::default();
    let mut outcomes: BTreeMap<String, Option<String>> = BTreeMap::new();
    for (file, page) in &pages.pages {
        let mut all = Vec::new();
        for block in &page.blocks {
            let fence = span(*file, block.fence_at, block.fence_end);
            let got = shown(block, &page.name, page.language, &|id| book.library.case(id));
            let shown = match got {
                Ok(shown) => shown,
                Err((line, message)) => {
                    let at = line.map_or(fence, |line| line_of(*file, block, line));
                    found.push(Diagnostic::error(BAD_BLOCK, at, message));
                    continue;
                }
            };
            if block.kind != BlockKind::Case && block.id.is_empty() {
                found.push(
                    Diagnostic::error(NO_ID, fence, "the block has no id yet")
                        .help("`rulebook docs write` gives it one, the same in both languages"),
                );
            }
            if let Some(d) = unknown(book, *file, block, &shown) {
                found.push(d);
                continue;
            }
            let key = format!(
                "{:?}",
                (
                    &shown.case.id,
                    &shown.case.position,
                    &shown.case.moves,
                    &shown.case.expect,
                    &shown.case.options,
                    &shown.case.params,
                    shown.case.game()
                )
            );
            let outcome = outcomes.entry(key).or_insert_with(|| one(book, &shown.case));
            if let Some(why) = outcome {
                let at = place(*file, block, why);
                found.push(Diagnostic::error(BLOCK_FAILS, at, why.clone()));
            }
            all.push((block.fence_at, shown));
        }
        played.all.insert((page.name.clone(), page.language), all);
    }
    pairs(pages, &played, found);
    played
}

/// A game or a clause that does not exist.
fn unknown(book: &Book<'_>, file: FileId, block: &Block, shown: &Shown) -> Option<Diagnostic> {
    let fence = span(file, block.fence_at, block.fence_end);
    let game = shown.case.game();
    let Some(rules) = book.rules(game) else {
        return Some(Diagnostic::error(BAD_BLOCK, fence, format!("there is no game `{game}`")));
    };
    let no = shown.case.clauses.iter().find(|c| !rules.clauses.iter().any(|k| k.id == **c))?;
    let hint = rulebook_api::did_you_mean(no, rules.clauses.iter().map(|c| c.id.as_str()));
    let at = at_text(file, block, no).unwrap_or(fence);
    Some(Diagnostic::error(BAD_BLOCK, at, format!("{game} has no clause `{no}`{hint}")))
}

/// Plays one; what is wrong, if something is.
fn one(book: &Book<'_>, case: &Case) -> Option<String> {
    let game = match book.start(case) {
        Ok(game) => game,
        Err(why) => return Some(why),
    };
    let tools = Tools { draw: &|_| String::new(), why: &|_, _, _| None };
    match run(case, game.as_ref(), &tools) {
        Outcome::Passed => None,
        Outcome::Failed(failure) => failure
            .mismatches
            .first()
            .map(|m| format!("{}: the block says {}, but the rules say {}", m.part, m.expected, m.got)),
    }
}

/// The line of a block that a mismatch is about.
fn place(file: FileId, block: &Block, why: &str) -> rulebook_diagnostics::Span {
    let part = why.split(':').next().unwrap_or("");
    let key = match part {
        "moves" => "moves:",
        "set-up" | "position text" => "position:",
        "refused" => "refused:",
        "status" | "reason" | "reasons" | "winner" => "status:",
        other => {
            let words = [format!("{other}:"), format!("{}:", other.replace(' ', "_"))];
            if let Some(at) = words.iter().find_map(|w| at_text(file, block, w)) {
                return at;
            }
            "expect:"
        }
    };
    at_text(file, block, key).unwrap_or_else(|| span(file, block.fence_at, block.fence_end))
}

/// Where a text stands in a block: to the end of its line.
fn at_text(file: FileId, block: &Block, text: &str) -> Option<rulebook_diagnostics::Span> {
    let at = block.body.find(text)?;
    let end = block.body[at..].find('\n').map_or(block.body.len(), |n| at + n);
    Some(span(file, block.body_at + at, block.body_at + end))
}

/// The nth line of a block's content.
fn line_of(file: FileId, block: &Block, line: usize) -> rulebook_diagnostics::Span {
    let mut at = 0;
    for (n, text) in block.body.split_inclusive('\n').enumerate() {
        if n + 1 == line {
            return span(file, block.body_at + at, block.body_at + at + text.trim_end().len());
        }
        at += text.len();
    }
    span(file, block.fence_at, block.fence_end)
}

/// Blocks have a twin in the other language, with the same content.
fn pairs(pages: &Pages, played: &Played, found: &mut Vec<Diagnostic>) {
    for (file, page) in &pages.pages {
        for language in Language::ALL.into_iter().filter(|l| *l != page.language) {
            if !pages.pages.iter().any(|(_, p)| p.name == page.name && p.language == language) {
                continue;
            }
            for (at, mine) in played.of(&page.name, page.language) {
                let Some(block) = page.block_at(*at) else { continue };
                if block.kind == BlockKind::Case || block.id.is_empty() {
                    continue;
                }
                let fence = span(*file, block.fence_at, block.fence_end);
                let name = language.words().name;
                match played.shown(&page.name, language, &block.id) {
                    None => found.push(
                        Diagnostic::error(BLOCK_PAIR, fence, format!("the page in {name} has no block {}", block.id))
                            .help("both languages show the same boards, each with its own caption"),
                    ),
                    Some(other) => {
                        let same = |c: &Case| Case { why: rulebook_certify::case::Why::default(), ..c.clone() };
                        if same(&other.case) != same(&mine.case) {
                            found.push(Diagnostic::error(
                                BLOCK_PAIR,
                                fence,
                                format!("block {} differs from the one in {name} in more than its caption", block.id),
                            ));
                        }
                    }
                }
            }
        }
    }
}
