//! Numbers and cells in prose that nothing checks.

use rulebook_diagnostics::{Diagnostic, FileId};

use super::{Played, UNCHECKED, span};
use crate::{
    language::{Style, numeral, phrase_at, tokens},
    page::Page,
    phrase::Nouns,
    target::Book,
};

/// Numbers and cells outside links and blocks.
pub(super) fn unchecked(book: &Book<'_>, file: FileId, page: &Page, played: &Played) -> Vec<Diagnostic> {
    // A page without claims and boards does not tell rules.
    if page.links.is_empty() && page.blocks.is_empty() {
        return Vec::new();
    }
    let words = page.language.words();
    let nouns: Vec<Nouns> = book.games().filter_map(|g| book.rules(g)).map(|r| Nouns::of(r, page.language)).collect();
    // A number in the name of a game says nothing about its rules.
    let title = |r: &rulebook_ir::Rules| r.title.get(page.language.tag()).map(str::to_owned);
    let titles: Vec<String> = book.games().filter_map(|g| book.rules(g)).filter_map(|r| title(r)).collect();
    let mut found = Vec::new();
    let mut look = |text: &str, at: usize, allowed: &dyn Fn(&str) -> bool| {
        let bare = titles.iter().fold(text.to_owned(), |t, title| t.replace(title.as_str(), &" ".repeat(title.len())));
        let all = tokens(&bare);
        let mut i = 0;
        while i < all.len() {
            let token = &all[i];
            let place = span(file, at + token.start, at + token.end);
            if let Some(number) = numeral(page.language, &all, i) {
                let next = i + number.tokens;
                let counts = (next..next + 2).take_while(|n| all.get(*n).is_some_and(|t| t.text != ",")).any(|n| {
                    words.units.iter().any(|(u, _)| phrase_at(&all, n, u).is_some())
                        || nouns.iter().any(|k| k.is_noun(&all[n]))
                });
                let digits = token.text.starts_with(|c: char| c.is_ascii_digit());
                let flagged =
                    (digits || (number.value > 2 && counts && number.style == Style::Words)) && !allowed(&token.text);
                if flagged {
                    let place = span(file, at + token.start, at + all[next - 1].end);
                    found.push(unchecked_one(place, &text[token.start..all[next - 1].end], "number"));
                }
                i = next;
                continue;
            }
            if is_cell(&token.text) && !allowed(&token.text) {
                found.push(unchecked_one(place, &text[token.start..token.end], "cell"));
            }
            i += 1;
        }
    };
    for (from, to) in &page.prose {
        look(&page.text[*from..*to], *from, &|_| false);
    }
    // In a caption the cells of its own block may be named, and the numbers that it expects.
    for (at, shown) in played.of(&page.name, page.language) {
        let Some(block) = page.block_at(*at) else { continue };
        let case = &shown.case;
        let content =
            format!("{} {} {:?} {:?}", case.position.as_deref().unwrap_or(""), case.moves, shown.marks, case.expect);
        let named: Vec<String> = tokens(&content).into_iter().flat_map(|t| split_cells(&t.text)).collect();
        for (from, to) in &block.prose {
            look(&page.text[*from..*to], *from, &|token| named.iter().any(|c| c == token));
        }
    }
    found
}

fn unchecked_one(place: rulebook_diagnostics::Span, text: &str, what: &str) -> Diagnostic {
    Diagnostic::error(UNCHECKED, place, format!("nothing checks the {what} `{text}`"))
        .help("make it part of a claim, as in `[20 moves each](claim:GAME.CLAUSE)`; in a caption of `run:`; `free:` if no rule speaks of it")
}

/// Does it look like a cell, such as `h8`?
fn is_cell(token: &str) -> bool {
    let mut chars = token.chars();
    chars.next().is_some_and(|c| c.is_ascii_lowercase())
        && (1..=2).contains(&chars.as_str().len())
        && chars.as_str().bytes().all(|b| b.is_ascii_digit())
}

/// Cells within a token of a position or a move: `ka1`, `c3xe5`.
fn split_cells(token: &str) -> Vec<String> {
    let mut parts = vec![token.to_owned()];
    parts.extend(token.split('x').map(str::to_owned));
    if let Some(rest) = token.strip_prefix('k') {
        parts.push(rest.to_owned());
    }
    parts
}
