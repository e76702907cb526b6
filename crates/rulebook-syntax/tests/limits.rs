//! No input is too deep, too long or too strange.

use std::time::{Duration, Instant};

use rulebook_diagnostics::{FileId, codes};
use rulebook_syntax::{MAX_FILE_SIZE, Parsed, parse};

fn codes_of(parsed: &Parsed) -> Vec<&'static str> {
    parsed.diagnostics.iter().map(|d| d.code.0).collect()
}

fn sample(clauses: &str) -> String {
    format!("rulebook 1\ngame sample {{\n{clauses}\n  board 8 x 8\n}}\n")
}

/// A `let` that nests by repeating what opens and what closes.
fn nested(open: &str, close: &str, times: usize) -> String {
    sample(&format!("  let a = {}own{}", open.repeat(times), close.repeat(times)))
}

#[test]
fn what_fits_is_read() {
    for (open, close) in [("(", ")"), ("not ", ""), ("some own as q: ", ""), ("1 + ", ""), ("for a: ", "")] {
        let parsed = parse(FileId(0), &nested(open, close, 99));
        assert_eq!(codes_of(&parsed), Vec::<&str>::new(), "{open}");
    }
    let parsed = parse(FileId(0), &nested("row (", ")", 33));
    assert_eq!(codes_of(&parsed), Vec::<&str>::new());
}

#[test]
fn deep_nesting_is_one_mistake() {
    let shapes = [
        ("(", ")"),
        ("not ", ""),
        ("not (", ")"),
        ("some own as q: ", ""),
        ("not some own as q: ", ""),
        ("supposing own at q: not (", ")"),
        ("first (", ") rows"),
        ("row ((not ", "))"),
        ("line [(", ") own]"),
        ("1 + ", ""),
        ("2 * (1 - ", ")"),
        ("(at least (1) own and (", "))"),
        ("count row (", ")"),
    ];
    for (open, close) in shapes {
        for times in [101, 1000, 5_000] {
            let start = Instant::now();
            let parsed = parse(FileId(0), &nested(open, close, times));
            assert_eq!(codes_of(&parsed), [codes::NESTED_TOO_DEEP.0], "{open} {times}");
            assert!(start.elapsed() < Duration::from_secs(60), "{open} {times} takes too long");
            let units = parsed.file.units.len();
            assert_eq!(units, 1, "{open} {times}");
        }
    }
}

#[test]
fn unclosed_nesting_does_not_double_the_work() {
    for open in
        ["(", "row (", "row ((not ", "not first (", "[(", "line [(", "some row (", "at least (", "count first ("]
    {
        let start = Instant::now();
        let parsed = parse(FileId(0), &nested(open, "", 48));
        assert!(!parsed.diagnostics.is_empty(), "{open}");
        assert!(start.elapsed() < Duration::from_secs(60), "{open} takes {:?}", start.elapsed());
    }
}

#[test]
fn many_clauses_do_not_count_as_nesting() {
    let clause = "  let a = some own as q: not (q = 1)\n  draw when some own as p: p = 1 because full\n";
    let parsed = parse(FileId(0), &sample(&clause.repeat(500)));
    assert_eq!(codes_of(&parsed), Vec::<&str>::new());
    let long = sample(&format!("  let a = {}b", "not a and not (c or d) or some e as q: f or ".repeat(40)));
    assert_eq!(codes_of(&parse(FileId(0), &long)), Vec::<&str>::new());
    let wide = sample(&format!("  let a = {}b", "not a and not (c or d) or ".repeat(2000)));
    assert_eq!(codes_of(&parse(FileId(0), &wide)), Vec::<&str>::new());
}

#[test]
fn a_file_that_is_too_large_is_refused() {
    let parsed = parse(FileId(0), &" ".repeat(MAX_FILE_SIZE + 1));
    assert_eq!(codes_of(&parsed), [codes::FILE_TOO_LARGE.0]);
    let fits = format!("rulebook 1\n{}", " ".repeat(MAX_FILE_SIZE - 11));
    assert_eq!(codes_of(&parse(FileId(0), &fits)), Vec::<&str>::new());
}

#[test]
fn large_and_wrong_files_end_soon() {
    let pieces = [
        "a\n",
        "let\n",
        "{",
        "}",
        "game a {\n",
        "texts a {\n",
        "\"",
        "\\",
        "\"\\",
        "piece ",
        "let a = ",
        "a b c d e f ",
        "; ",
        "clok a\n",
        "draw when a\n",
        "row ",
        "not ",
        "of ",
        "// \n",
        "1 ",
        "a.b ",
        "en \"x\" ",
        "a en \"x\"\n",
        "win a when b then ",
        "é",
        "\r",
        "2 a or ",
        "a or ",
        "let a = 2 a and 1 b\n",
        "texts a {\na\n}\n",
    ];
    for piece in pieces {
        for head in
            ["", "rulebook 1\n", "rulebook 1\ngame a {\n", "rulebook 1\ngame a {\nlet a = ", "rulebook 1\ntexts a {\n"]
        {
            let text = format!("{head}{}", piece.repeat(6_000 / piece.len()));
            let start = Instant::now();
            let parsed = parse(FileId(0), &text);
            assert!(start.elapsed() < Duration::from_secs(60), "{head:?} {piece:?} takes {:?}", start.elapsed());
            assert!(parsed.diagnostics.len() <= 1000 + 1, "{head:?} {piece:?}");
        }
    }
}
