//! What is read in words; and a number, a square or a verdict that is changed on a page or in a spec is noticed at its place.

mod support;

use std::collections::BTreeMap;

use rulebook_diagnostics::Diagnostic;
use rulebook_docs::{
    Book, Language, Pages, check,
    language::{Unit, numeral, tokens, write},
    page::{BlockKind, LinkKind, Page, parse},
    phrase::{Nouns, quantities},
};
use support::{Games, pages};

/// Where something is changed on a page, and into what.
struct Edit {
    from: usize,
    to: usize,
    into: String,
    what: &'static str,
}

/// Everything on a page that may be changed so that it is wrong.
fn edits(page: &Page, random: &mut fastrand::Rng) -> Vec<Edit> {
    let mut all = Vec::new();
    for link in page.links.iter().filter(|l| matches!(l.kind, LinkKind::Claim | LinkKind::Run)) {
        let words = tokens(&link.words);
        for at in 0..words.len() {
            let Some(number) = numeral(page.language, &words, at).filter(|n| n.value > 1) else { continue };
            let last = &words[at + number.tokens - 1];
            all.push(Edit {
                from: link.words_at + words[at].start,
                to: link.words_at + last.end,
                into: write(page.language, number.value + 1, number.style),
                what: "number",
            });
        }
    }
    for block in page.blocks.iter().filter(|b| b.kind != BlockKind::Case) {
        for (was, is) in
            [("state: drawn", "state: won"), ("state: won", "state: drawn"), ("state: ongoing", "state: drawn")]
        {
            if let Some(at) = block.body.find(was) {
                let from = block.body_at + at;
                all.push(Edit { from, to: from + was.len(), into: is.to_owned(), what: "verdict" });
            }
        }
        if let Some(at) = block.body.find("ends_at_ply: ") {
            let from = block.body_at + at + "ends_at_ply: ".len();
            let digits = page.text[from..].bytes().take_while(u8::is_ascii_digit).count();
            let ply: u32 = page.text[from..from + digits].parse().expect("a ply");
            all.push(Edit { from, to: from + digits, into: (ply + 1).to_string(), what: "number" });
        }
        // A square that the moves begin on or go to.
        let Some(at) = block.body.find("moves: ") else { continue };
        let end = block.body[at..].find('\n').map_or(block.body.len(), |n| at + n);
        let squares: Vec<_> = tokens(&block.body[at..end]).into_iter().filter(|t| is_square(&t.text)).collect();
        if !squares.is_empty() {
            let square = &squares[random.usize(0..squares.len())];
            let from = block.body_at + at + square.start;
            let into = if square.text == "a8" { "h1" } else { "a8" };
            all.push(Edit { from, to: block.body_at + at + square.end, into: into.to_owned(), what: "square" });
        }
    }
    all
}

fn is_square(token: &str) -> bool {
    let mut chars = token.chars();
    chars.next().is_some_and(|c| c.is_ascii_lowercase())
        && !chars.as_str().is_empty()
        && chars.as_str().bytes().all(|b| b.is_ascii_digit())
}

/// What the check says of these pages.
fn found(book: &Book<'_>, files: Vec<(String, String, Language, String)>) -> (Pages, Vec<Diagnostic>) {
    let pages = Pages::new(files);
    let (found, _) = check(book, &pages);
    (pages, found)
}

#[test]
fn fifty_random_edits_are_noticed_at_their_line_and_column() {
    let games = Games::bundled();
    let book = Book::new(&games).expect("games");
    let all = pages();
    let mut random = fastrand::Rng::with_seed(7);
    let mut tried: BTreeMap<&str, u32> = BTreeMap::new();
    let mut missed = Vec::new();
    for number in 0.. {
        if tried.values().sum::<u32>() == 50 {
            break;
        }
        let index = random.usize(0..all.len());
        let (path, name, language, text) = &all[index];
        let page = parse(path, name, *language, text);
        // Most pages have more numbers than squares and verdicts: each has its turn.
        let mut possible = edits(&page, &mut random);
        let wanted = ["number", "square", "verdict"][number % 3];
        possible.retain(|e| e.what == wanted);
        if possible.is_empty() {
            continue;
        }
        let edit = possible.swap_remove(random.usize(0..possible.len()));
        let mut changed = text.clone();
        changed.replace_range(edit.from..edit.to, &edit.into);
        let (pages, found) = found(&book, vec![(path.clone(), name.clone(), *language, changed)]);
        *tried.entry(edit.what).or_default() += 1;
        // A claim is told at the word; what a block says, on a line of that block.
        let at = |d: &Diagnostic| pages.sources.location(d.primary.span);
        let line = text[..edit.from].matches('\n').count() as u32 + 1;
        let column = text[..edit.from].rsplit('\n').next().expect("a line").chars().count() as u32 + 1;
        let in_block = page.blocks.iter().find(|b| b.fence_at <= edit.from && edit.from < b.end);
        let there = found.iter().any(|d| match in_block {
            // Of an ending the whole is wrong, and told where its words begin.
            None => {
                at(d).line == line && (d.primary.span.start as usize..d.primary.span.end as usize).contains(&edit.from)
            }
            Some(block) => (block.fence_at..block.end).contains(&(d.primary.span.start as usize)),
        });
        if !there {
            let was = &text[edit.from..edit.to];
            missed.push(format!("{path}:{line}:{column}: {} `{was}` → `{}`: {found:#?}", edit.what, edit.into));
        }
    }
    assert!(missed.is_empty(), "{} of 50 missed:\n{}", missed.len(), missed.join("\n"));
    assert!(tried.len() == 3, "numbers, squares and verdicts: {tried:?}");
}

/// Changes in specs, one at a time: file, what stands there, and what it is changed into.
const CHANGES: [(&str, &str, &str); 14] = [
    ("american", "quiet reaches 40 each", "quiet reaches 45 each"),
    ("brazilian", "quiet reaches 20 each", "quiet reaches 21 each"),
    ("brazilian", "five reaches 5 each", "five reaches 6 each"),
    ("brazilian", "diagonal from a1", "diagonal from b8"),
    ("brazilian", "or (1 king against 1 king or 1 king 1 man)", "or (1 king against 1 king or 2 men)"),
    ("international", "sixteen reaches 16 each", "sixteen reaches 15 each"),
    ("international", "or 1 king        against 1 king", "or 2 men        against 1 king"),
    ("international", "road reaches 5 each", "road reaches 8 each"),
    ("russian", "fifteen reaches 15", "fifteen reaches 14"),
    ("russian", "balance reaches 60 each", "balance reaches 50 each"),
    ("russian", "restarts on capture, promotion", "restarts on capture, move man"),
    ("draughts", "position occurs 3 times", "position occurs 4 times"),
    ("renju", "line [6 own] through p", "line [7 own] through p"),
    ("tiles", "count own stock < 2", "count own stock < 3"),
];

#[test]
fn a_change_of_a_spec_is_told_in_both_languages() {
    let all = pages();
    let about = |name: &str, spec: &str| {
        name.contains(spec) || ["draws.md", "forbidden.md", "end.md"].iter().any(|n| name.ends_with(n))
    };
    for (spec, was, is) in CHANGES {
        let text = rulebook_specs::find(spec).expect("a spec").text;
        assert!(text.contains(was), "{spec}: {was}");
        let games = Games::with(&BTreeMap::from([((*spec).to_owned(), text.replacen(was, is, 1))]));
        let book = Book::new(&games).expect("games");
        let (pages, found) = found(&book, all.iter().filter(|p| about(&p.1, spec)).cloned().collect());
        for language in Language::ALL {
            let folder = format!("docs/{}/", language.tag());
            // By a claim or a game that no longer holds, not only by a stamp.
            let told = |d: &&Diagnostic| {
                pages.sources.file(d.primary.span.file).name.starts_with(&folder)
                    && !matches!(d.code.0, "D0104" | "D0105")
            };
            assert!(found.iter().any(|d| told(&d)), "{spec}: `{was}` → `{is}` is not noticed in {}", language.tag());
        }
    }
}

#[test]
fn the_pages_say_what_the_rules_say() {
    let games = Games::bundled();
    let book = Book::new(&games).expect("games");
    let (pages, found) = found(&book, pages());
    let told: Vec<String> = found
        .iter()
        .map(|d| {
            format!(
                "{}:{}: {}",
                pages.sources.file(d.primary.span.file).name,
                pages.sources.location(d.primary.span).line,
                d.message
            )
        })
        .collect();
    assert!(told.is_empty(), "{}", told.join("\n"));
}

#[test]
fn quantities_have_their_units() {
    let games = Games::bundled();
    let book = Book::new(&games).expect("games");
    let russian = book.rules("russian").expect("a game");
    let read = |language, text: &str| -> Vec<(u32, Option<Unit>)> {
        quantities(language, &Nouns::of(russian, language), text).into_iter().map(|q| (q.value, q.unit)).collect()
    };
    let (en, es) = (Language::En, Language::Es);
    let pieces = Some(Unit::Pieces);
    assert_eq!(read(en, "four or five pieces"), [(4, pieces), (5, pieces)]);
    assert_eq!(read(es, "dos o tres piezas"), [(2, pieces), (3, pieces)]);
    assert_eq!(read(en, "20 moves of each player"), [(20, Some(Unit::MovesEach))]);
    assert_eq!(read(es, "veinte jugadas solo de dama por bando"), [(20, Some(Unit::MovesEach))]);
    assert_eq!(read(en, "its 15th move"), [(15, Some(Unit::Moves))]);
    assert_eq!(read(es, "su 15.ª jugada"), [(15, Some(Unit::Moves))]);
    assert_eq!(read(es, "la tercera vez"), [(3, Some(Unit::Times))]);
    assert_eq!(read(en, "ten plies"), [(10, Some(Unit::Plies))]);
    assert_eq!(read(en, "exactly five"), [(5, None)]);
    assert_eq!(read(en, "a three. The row goes on"), [(3, None)]);
}
