//! The YAML form: both ways without loss, mistakes at their place in the YAML.

use std::{fs, path::PathBuf, sync::LazyLock};

use proptest::prelude::*;
use rulebook_diagnostics::{Sources, codes, dump, render_short};
use rulebook_format::{FormatError, parse_yaml, to_rules, to_yaml};
use rulebook_syntax::{lexemes, parse};

static SPECS: LazyLock<Vec<(String, String)>> = LazyLock::new(|| {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut found = Vec::new();
    for folder in ["specs", "crates/rulebook-syntax/tests/specs", "crates/rulebook-games/tests"] {
        collect(&root.join(folder), &mut found);
    }
    assert!(found.len() > 30, "the specs are found");
    found
});

fn collect(folder: &std::path::Path, found: &mut Vec<(String, String)>) {
    let mut paths: Vec<PathBuf> =
        fs::read_dir(folder).expect("a folder").map(|e| e.expect("an entry").path()).collect();
    paths.sort();
    for path in paths {
        if path.is_dir() {
            collect(&path, found);
        } else if path.extension().is_some_and(|e| e == "rules") {
            found.push((path.display().to_string(), fs::read_to_string(&path).expect("text")));
        }
    }
}

fn comments(text: &str) -> Vec<&str> {
    let mut all: Vec<&str> = lexemes(text).iter().filter(|l| l.is_comment()).map(|l| l.text).collect();
    all.sort_unstable();
    all
}

/// What is wrong with a YAML file: `line:column code message`.
fn mistakes(yaml: &str) -> Vec<String> {
    let mut sources = Sources::default();
    let file = sources.add("", yaml);
    let diagnostics = parse_yaml(file, yaml).diagnostics;
    for diagnostic in &diagnostics {
        assert!(yaml.get(diagnostic.primary.span.start as usize..diagnostic.primary.span.end as usize).is_some());
    }
    let place = |d: &rulebook_diagnostics::Diagnostic| sources.location(d.primary.span);
    diagnostics.iter().map(|d| format!("{}:{} {} {}", place(d).line, place(d).column, d.code.0, d.message)).collect()
}

#[test]
fn every_spec_goes_both_ways() {
    for (name, text) in SPECS.iter() {
        let mut sources = Sources::default();
        let file = sources.add(name, text.as_str());
        let tree = parse(file, text);
        assert!(tree.diagnostics.is_empty(), "{name}");
        let yaml = to_yaml(file, text).unwrap_or_else(|e| panic!("{name}: {e}"));
        let read = parse_yaml(file, &yaml);
        assert!(read.diagnostics.is_empty(), "{name}: {}\n{yaml}", render_short(&sources, &read.diagnostics));
        assert_eq!(dump(&read.file), dump(&tree.file), "{name}");
        let back = to_rules(file, &yaml).unwrap_or_else(|e| panic!("{name}: {e}\n{yaml}"));
        assert_eq!(dump(&parse(file, &back).file), dump(&tree.file), "{name}");
        assert_eq!(comments(text), comments(&back), "{name}: a comment is lost\n{yaml}");
        let again = to_yaml(file, &back).unwrap_or_else(|e| panic!("{name}: {e}"));
        assert_eq!(dump(&parse_yaml(file, &again).file), dump(&tree.file), "{name}");
    }
}

const MINI: &str = "rulebook: 1\nblocks:\n  - game: mini\n    clauses:\n";

#[test]
fn all_styles_of_texts_mean_the_same() {
    let texts = [
        "some empty and count own stone > 3",
        "'some empty and count own stone > 3'",
        "\"some empty\\x20and \\\n            count own stone > 3\"",
        "|\n          some empty\n            and count own stone > 3",
        ">-\n          some empty and\n          count own stone > 3",
        "\"some empty and count own stone > 3\" # so it is",
        "some empty\n          and count own stone > 3",
        "{ when: x }",
    ];
    let draw = |when: &str| format!("{MINI}      - clause: draw\n        when: {when}\n        because: full\n");
    let tree = |when: &str| dump(&parse_yaml(rulebook_diagnostics::FileId(0), &draw(when)).file);
    let rules = "rulebook 1 game mini { draw when some empty and count own stone > 3 because full }";
    let meant = dump(&parse(rulebook_diagnostics::FileId(0), rules).file);
    for text in &texts[..7] {
        assert_eq!(mistakes(&draw(text)), Vec::<String>::new(), "{text}");
        assert_eq!(tree(text), meant, "{text}");
    }
    assert_eq!(mistakes(&draw(texts[7])), ["6:15 R0804 a text is expected here, not a mapping"]);
}

#[test]
fn a_mistake_has_its_place_in_every_style_of_text() {
    let draw =
        |when: &str| mistakes(&format!("{MINI}      - clause: draw\n        when: {when}\n        because: full\n"));
    // The sign is no sign of the language; in some of these other characters stand before it than in the text that is meant.
    assert_eq!(draw("no empty % own"), ["6:24 R0122 `%` has no meaning here"]);
    assert_eq!(draw("\"no\\x20empty \\u0025 own\""), ["6:28 R0122 `%` has no meaning here"]);
    assert_eq!(draw("'no empty % own'"), ["6:25 R0122 `%` has no meaning here"]);
    assert_eq!(draw("|\n          no empty // é\n          % own"), ["8:11 R0122 `%` has no meaning here"]);
    assert_eq!(draw(">\n\n          no\n          empty\n          % own"), ["10:11 R0122 `%` has no meaning here"]);
    assert_eq!(draw("no empty\n          % own"), ["7:11 R0122 `%` has no meaning here"]);
}

#[test]
fn a_part_cannot_say_what_belongs_to_another() {
    let draw =
        |when: &str| mistakes(&format!("{MINI}      - clause: draw\n        when: {when}\n        because: full\n"));
    let found = draw("no empty because other as x");
    assert!(found.len() == 1 && found[0].starts_with("6:24 R0107") && found[0].contains("`because`"), "{found:?}");
    let found = draw("\"no empty because other }\\ngame more { draw when no empty\"");
    assert!(found.len() == 1 && found[0].starts_with("6:25"), "{found:?}");
}

#[test]
fn mistakes_of_form_are_told_all_at_once() {
    let yaml = "rulebook: 1\nblocks:\n  - game: mini\n    clauses:\n      - clause: bord\n        width: 8\n      - clause: board\n        \
                hieght: 8\n        width: 8\n      - clause: draw\n        when: no empty\n      - clause: players\n        \
                players: a, b\n      - clause: chain\n        name: x\n        goes-on: perhaps\n        no-cell-twice: 1\n      \
                - name: y\n      - clause: refuse\n        when: x\n        pieces: man on here\n        because: y\n      \
                - clause: cells\n  - gme: other\n";
    assert_eq!(
        mistakes(yaml),
        [
            "5:17 R0804 there is no clause `bord`",
            "8:9 R0802 there is no key `hieght` here",
            "10:9 R0803 the key `because` is missing",
            "13:18 R0804 a list is expected here, not a text",
            "16:18 R0804 `goes-on` is `must` or `may`",
            "17:24 R0804 `no-cell-twice` is `true` or `false`",
            "18:9 R0803 the key `clause` is missing",
            "21:9 R0804 only one of the keys `when` and `pieces` can be there",
            "23:9 R0803 one of the keys `lettered` and `numbered-from` is missing",
            "24:5 R0802 there is no key `gme` here",
            "24:5 R0803 this block has none of the keys `game`, `family` and `texts`",
        ]
    );
}

#[test]
fn what_is_no_yaml_of_a_spec_is_told() {
    assert_eq!(mistakes(""), ["1:1 R0801 the file holds no YAML"]);
    assert_eq!(mistakes("a: &x 1\nb: *x\n"), ["2:4 R0801 a spec has no aliases"]);
    assert_eq!(mistakes("rulebook: 1\nblocks: []\n---\na: 1\n"), ["3:1 R0801 a second document begins here"]);
    assert_eq!(mistakes("rulebook: 1\nblocks: []\nrulebook: 1\n"), ["3:1 R0801 `rulebook` is given twice"]);
    assert!(mistakes("rulebook: [1\n")[0].contains("R0801 this is no YAML"), "{:?}", mistakes("rulebook: [1\n"));
    let deep = mistakes(&"[".repeat(100_000));
    assert!(deep[0].contains("R0801"), "{deep:?}");
    assert!(mistakes(&format!("rulebook: 1\nblocks: []\n# {}\n", "x".repeat(1 << 20)))[0].contains("larger than"));
    assert_eq!(
        mistakes("# naïve ünïcode\r\nrulebook: 1\r\nblöcks: []\r\n"),
        ["2:1 R0803 the key `blocks` is missing", "3:1 R0802 there is no key `blöcks` here",]
    );
    assert_eq!(mistakes("\u{feff}rulebook: 2\nblocks: []\n"), ["1:12 R0102 version 2 of the language is not known"]);
}

#[test]
fn the_pages_show_what_they_say() {
    for info in codes::all().iter().filter(|info| info.code.0.starts_with("R08")) {
        assert_eq!(mistakes(info.right()), Vec::<String>::new(), "{}", info.code.0);
        let found = mistakes(info.wrong());
        assert!(!found.is_empty() && found.iter().all(|m| m.contains(info.code.0)), "{}: {found:?}", info.code.0);
    }
}

#[test]
fn comments_stay_beside_what_they_speak_of() {
    let yaml = "# first\nrulebook: 1   # version\n\nblocks:\n  # about mini\n  - game: mini   # head\n    extends: maxi\n    clauses:\n      \
                # before\n      - clause: draw   # beside\n        when: |-\n          no empty   // in\n          and x\n        \
                because: full   # why\n\n      # last\n  # about the texts\n  - texts: mini\n    lines:\n      - id: draw   # said\n        \
                texts:\n          en: \"A # b\"\n# end\n";
    let rules = to_rules(rulebook_diagnostics::FileId(0), yaml).expect("no mistakes");
    assert_eq!(
        rules,
        "// first\nrulebook 1   // version\n// about mini\ngame mini extends maxi {   // head\n  // before\n  \
         draw when no empty   // in\n            and x   because full   // why\n  // beside\n\n  // last\n}\n\n// about the texts\n\
         texts mini {\n  draw   // said\n    en \"A # b\"\n}\n// end\n"
    );
}

#[test]
fn two_sentences_in_one_language_have_no_yaml() {
    let rules = "rulebook 1\ngame a {\n  board 8 x 8\n}\ntexts a {\n  board en \"A\" en \"B\"\n}\n";
    let found = to_yaml(rulebook_diagnostics::FileId(0), rules);
    assert_eq!(found, Err(FormatError::SaidTwice { line: 6, language: "en".to_owned() }));
}

/// The example of the reference says what it should.
#[test]
fn the_example_of_the_reference_is_a_spec() {
    let reference = include_str!("../../../docs/language.md");
    let (_, after) = reference.split_once("```yaml\n").expect("an example");
    let (yaml, _) = after.split_once("```").expect("it ends");
    assert_eq!(mistakes(yaml), Vec::<String>::new());
    let rules = to_rules(rulebook_diagnostics::FileId(0), yaml).expect("no mistakes");
    assert_eq!(
        rules,
        "rulebook 1\n// Three in a row on three by three.\ngame three {\n  board 3 x 3\n  players cross, nought\n  \
         piece mark\n  action place mark: on empty\n  turn: place\n  \
         win mover when line [3 own]   because in-a-row   // rows, columns and diagonals\n  \
         assume draw when no empty     because full\n}\n\ntexts three {\n  document book \"A book of games\"\n  in-a-row book 3\n    \
         en \"Three marks in a row\"\n    es \"Tres marcas en fila\"\n}\n"
    );
}

/// The schema that editors read is the one that the program has. `UPDATE_TABLE=1` writes it anew.
#[test]
fn the_schema_is_written_down() {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../docs/schema/rules.schema.json");
    let schema = rulebook_format::schema();
    let text = serde_json::to_string_pretty(&schema).expect("JSON") + "\n";
    if std::env::var_os("UPDATE_TABLE").is_some() {
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(&path, &text).expect("written");
    }
    assert_eq!(fs::read_to_string(&path).unwrap_or_default(), text, "run this test with UPDATE_TABLE=1");
}

/// A spec in YAML with some characters changed.
fn mutated() -> impl Strategy<Value = String> {
    let pieces = &[
        "", " ", "\n", "\n  ", ":", ": ", "- ", "#", " # ", "\"", "'", "[", "]", "{", "}", "|", ">", "\\", "//", "é",
        "日本", "&a ", "*a", "!", "%", "---\n", "~",
    ];
    let change = (any::<prop::sample::Index>(), 0_usize..10, prop::sample::select(pieces.as_slice()));
    (any::<prop::sample::Index>(), prop::collection::vec(change, 1..5)).prop_map(|(spec, changes)| {
        let yaml = to_yaml(rulebook_diagnostics::FileId(0), &spec.get(SPECS.as_slice()).1).expect("no mistakes");
        let mut chars: Vec<char> = yaml.chars().collect();
        for (place, removed, piece) in changes {
            let at = place.index(chars.len() + 1);
            let end = (at + removed).min(chars.len());
            chars.splice(at..end, piece.chars());
        }
        chars.into_iter().collect()
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_mutated_yaml_is_read_or_told(yaml in mutated()) {
        let mut sources = Sources::default();
        let file = sources.add("spec.yaml", yaml.as_str());
        let read = parse_yaml(file, &yaml);
        for diagnostic in &read.diagnostics {
            for span in std::iter::once(diagnostic.primary.span).chain(diagnostic.secondary.iter().map(|l| l.span)) {
                prop_assert_eq!(span.file, file);
                prop_assert!(yaml.get(span.start as usize..span.end as usize).is_some(), "{:?} cuts a character", span);
            }
        }
        render_short(&sources, &read.diagnostics);
        match to_rules(file, &yaml) {
            Ok(rules) => prop_assert_eq!(dump(&parse(file, &rules).file), dump(&read.file)),
            Err(FormatError::Syntax(mistakes)) => prop_assert!(!mistakes.is_empty()),
            Err(error) => prop_assert!(false, "{}\n{}", error, yaml),
        }
    }
}
