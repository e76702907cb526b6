//! `rulebook docs check`: everything that pages say, against the rules.

pub mod claims;
pub mod codes;
mod played;
mod prose;
mod run;
mod watch;
mod whole;

use std::collections::BTreeSet;

use rulebook_diagnostics::{Diagnostic, FileId, Sources, Span};

use crate::{
    block::Shown,
    page::{LinkKind, Page},
    target::Book,
};

pub use codes::{
    BAD_BLOCK, BLOCK_FAILS, BLOCK_PAIR, CLAIM, ENDINGS, GENERATED, MISSING, NO_CLAUSE, NO_ID, NO_PAGE, NO_STAMP, STALE,
    TABLE, UNCHECKED, WRONG_CELL, WRONG_NUMBER,
};
pub use played::{Played, play};
pub use watch::Watch;

/// Pages, with what their blocks show.
#[derive(Debug)]
pub struct Pages {
    /// The texts, for reports.
    pub sources: Sources,
    /// The pages, each with its file.
    pub pages: Vec<(FileId, Page)>,
}

impl Pages {
    /// Of these files: path, name within the language, language, text.
    pub fn new(files: Vec<(String, String, crate::language::Language, String)>) -> Self {
        let mut sources = Sources::default();
        let mut pages = Vec::new();
        for (path, name, language, text) in files {
            let file = sources.add(path.clone(), text.clone());
            pages.push((file, crate::page::parse(&path, &name, language, &text)));
        }
        Self { sources, pages }
    }
}

/// A span of a page.
pub(crate) fn span(file: FileId, from: usize, to: usize) -> Span {
    Span::new(file, from as u32, to as u32)
}

/// Checks claims, stamps, blocks and prose; tables and coverage are checked where they are made.
pub fn check(book: &Book<'_>, pages: &Pages) -> (Vec<Diagnostic>, Played) {
    let mut found = Vec::new();
    let played = play(book, pages, &mut found);
    for (file, page) in &pages.pages {
        found.extend(links(book, *file, page, &played));
        found.extend(whole::endings(book, *file, page));
        found.extend(prose::unchecked(book, *file, page, &played));
    }
    found.sort_by_key(|d| (d.primary.span.file, d.primary.span.start));
    (found, played)
}

/// The links of a page.
fn links(book: &Book<'_>, file: FileId, page: &Page, played: &Played) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    for link in &page.links {
        let words = span(file, link.words_at, link.words_at + link.words.len());
        let target = span(file, link.target_at, link.target_at + link.target.len());
        match link.kind {
            LinkKind::Free => {}
            LinkKind::Run => {
                let shown =
                    link.block.and_then(|at| played.of(&page.name, page.language).iter().find(|(b, _)| *b == at));
                let right = match shown {
                    Some((_, shown)) => run::number(book, &shown.case, &link.target),
                    None => Err(String::from("`run:` stands in the caption of a block, and is about that block")),
                };
                match (right, run::said(page.language, &link.words)) {
                    (Err(why), _) => found.push(Diagnostic::error(WRONG_NUMBER, target, why)),
                    (Ok(right), Some(said)) if said.0 == right => {}
                    (Ok(right), said) => {
                        let text = crate::language::write(
                            page.language,
                            right,
                            said.map_or(crate::language::Style::Digits, |s| s.1),
                        );
                        let d = Diagnostic::error(WRONG_NUMBER, words, format!("in this block it is {text}"));
                        found.push(d.help(format!("write `{text}`")).fix(words, text));
                    }
                }
            }
            LinkKind::Claim => {
                let begun = found.len();
                for one in link.target.split(',') {
                    let spots = match book.find(one) {
                        Ok(spots) => spots,
                        Err(why) => {
                            found.push(Diagnostic::error(NO_CLAUSE, target, why));
                            continue;
                        }
                    };
                    let wrong = spots.iter().find_map(|spot| claims::compare(link, page.language, *spot).err());
                    if let Some(wrong) = wrong {
                        let at = span(file, link.words_at + wrong.at.0, link.words_at + wrong.at.1);
                        let mut d = Diagnostic::error(CLAIM, at, wrong.message);
                        if let Some(text) = wrong.instead {
                            d = d.help(format!("write `{text}`, or mend the rule")).fix(at, text);
                        }
                        // Several clauses that say the same are told once.
                        if !found[begun..].iter().any(|f: &Diagnostic| f.primary.span == at && f.fix == d.fix) {
                            found.push(d);
                        }
                    }
                }
            }
            LinkKind::About => {
                let (id, stamp) = link.target.split_once('#').unwrap_or((&link.target, ""));
                match book.digest(id) {
                    Err(why) => found.push(Diagnostic::error(NO_CLAUSE, target, why)),
                    Ok(_) if stamp.is_empty() => found.push(
                        Diagnostic::error(NO_STAMP, words, format!("nobody has stamped this sentence about `{id}`"))
                            .help(
                                "read the clause and the sentence; if they agree: `rulebook docs stamp` with this file",
                            ),
                    ),
                    Ok(now) if now != stamp => found.push(
                        Diagnostic::error(STALE, words, format!("`{id}` has changed since this sentence was read"))
                            .help("read both again; mend the sentence, then `rulebook docs stamp` with this file"),
                    ),
                    Ok(_) => {}
                }
            }
            LinkKind::At => {
                let Some(shown) = played.shown(&page.name, page.language, &link.target) else {
                    let message = format!("there is no block `{}` on this page", link.target);
                    found.push(Diagnostic::error(WRONG_CELL, target, message));
                    continue;
                };
                let right = cells_of(shown);
                if !right.contains(&link.words.trim().to_owned()) {
                    let message = match right.first() {
                        Some(cell) => format!("the last move of {} ends on {cell}", link.target),
                        None => format!("{} has no last move and no mark", link.target),
                    };
                    let mut d = Diagnostic::error(WRONG_CELL, words, message);
                    if let Some(cell) = right.first() {
                        d = d.fix(words, cell.clone());
                    }
                    found.push(d);
                }
            }
        }
    }
    found
}

/// The cells that `at:` may name: where the last move ends, and the marks.
fn cells_of(shown: &Shown) -> Vec<String> {
    let last = shown.case.moves.split_whitespace().last().map(|m| {
        let to = m.rsplit(['-', 'x']).next().unwrap_or(m);
        to.split(['(', '#', '*']).next().unwrap_or(to).to_owned()
    });
    let marks: BTreeSet<String> = shown.marks.iter().cloned().collect();
    last.into_iter().chain(marks).collect()
}
