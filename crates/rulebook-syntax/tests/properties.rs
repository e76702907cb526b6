//! The parser never panics, and what it reports can always be shown.

use std::path::Path;
use std::sync::LazyLock;

use proptest::prelude::*;
use rulebook_diagnostics::{Sources, render_human, render_json, render_short};

static SPECS: LazyLock<Vec<String>> = LazyLock::new(|| {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/specs");
    let mut specs = Vec::new();
    for folder in ["documents", "surface"] {
        let entries = std::fs::read_dir(tests.join(folder)).expect("the folder of specs exists");
        for entry in entries {
            let path = entry.expect("the folder can be read").path();
            specs.push(std::fs::read_to_string(path).expect("the spec can be read"));
        }
    }
    specs
});

const WORDS: &[&str] = &[
    "rulebook",
    "1",
    "game",
    "family",
    "texts",
    "extends",
    "with",
    "{",
    "}",
    "[",
    "]",
    "(",
    ")",
    ":",
    ",",
    ".",
    "..",
    "=",
    "<=",
    "+",
    "-",
    "*",
    ";",
    "\"",
    "\\",
    "//",
    "\n",
    "\r\n",
    "\t",
    "a",
    "b-c",
    "é",
    "日本",
    "ß",
    "8x8",
    "99999999999",
    "let",
    "draw",
    "win",
    "when",
    "because",
    "some",
    "not",
    "own",
    "line",
    "row",
    "first",
    "count",
    "against",
    "2",
    "action",
    "turn",
    "then",
    "clock",
    "counts",
    "restarts",
    "on",
    "if",
    "and",
    "or",
    "at",
    "of",
    "to",
    "en",
    "document",
    "piece",
    "clok",
    "assume",
    "may",
    "promote",
    "prefer",
    "chain",
    "region",
    "board",
    "x",
    "graph",
    "back",
    "\u{feff}",
];

fn check(text: &str) {
    let mut sources = Sources::default();
    let id = sources.add("spec", text);
    let parsed = rulebook_syntax::parse(id, text);
    for diagnostic in &parsed.diagnostics {
        let spans = std::iter::once(diagnostic.primary.span)
            .chain(diagnostic.secondary.iter().map(|label| label.span))
            .chain(diagnostic.fix.iter().map(|fix| fix.span));
        for span in spans {
            assert!(span.start <= span.end, "{span:?}");
            assert!(text.get(span.start as usize..span.end as usize).is_some(), "{span:?} cuts a character");
        }
    }
    render_human(&sources, &parsed.diagnostics, false);
    render_human(&sources, &parsed.diagnostics, true);
    render_short(&sources, &parsed.diagnostics);
    render_json(&sources, &parsed.diagnostics);
}

fn mutated() -> impl Strategy<Value = String> {
    let word = prop::sample::select(WORDS);
    let change = (any::<prop::sample::Index>(), 0usize..12, word);
    (0..SPECS.len(), prop::collection::vec(change, 1..6)).prop_map(|(spec, changes)| {
        let mut text: Vec<char> = SPECS[spec].chars().collect();
        for (place, removed, word) in changes {
            let at = place.index(text.len() + 1);
            let end = (at + removed).min(text.len());
            text.splice(at..end, word.chars());
        }
        text.into_iter().collect()
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_text(text in any::<String>()) {
        check(&text);
    }

    #[test]
    fn any_row_of_words(words in prop::collection::vec(prop::sample::select(WORDS), 0..60)) {
        check(&words.join(" "));
        check(&format!("rulebook 1\ngame a {{\n{}", words.join(" ")));
        check(&format!("rulebook 1\ntexts a {{\n{}", words.concat()));
    }

    #[test]
    fn any_mutated_spec(text in mutated()) {
        check(&text);
    }
}
