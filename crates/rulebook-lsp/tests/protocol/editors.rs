//! The grammars of the editors have the parser's words, and colour the bundled specs by them.

use std::collections::BTreeSet;
use std::path::PathBuf;

use fancy_regex::Regex;
use rulebook_check::BUILT_IN;
use rulebook_syntax::words::{CLAUSE_WORDS, SMALL_WORDS, is_reserved};
use serde_json::Value;

fn read(file: &str) -> String {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../editors").join(file);
    std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

fn textmate() -> Value {
    serde_json::from_str(&read("vscode/syntaxes/rulebook.tmLanguage.json")).expect("it is JSON")
}

fn pattern(grammar: &Value, name: &str) -> String {
    grammar["repository"][name]["match"].as_str().unwrap_or_else(|| panic!("no {name}")).to_owned()
}

/// The alternatives between the parentheses of a pattern of words.
fn alternatives(pattern: &str) -> BTreeSet<String> {
    let (_, rest) = pattern.split_once(")(").expect("a look back, then the words");
    rest.split_once(')').expect("they end").0.split('|').map(str::to_owned).collect()
}

fn set(words: &[&str]) -> BTreeSet<String> {
    words.iter().map(|w| (*w).to_owned()).collect()
}

#[test]
fn textmate_has_the_words_of_the_parser() {
    let grammar = textmate();
    assert_eq!(alternatives(&pattern(&grammar, "clause-word")), set(CLAUSE_WORDS));
    assert_eq!(alternatives(&pattern(&grammar, "small-word")), set(SMALL_WORDS));
    let free: Vec<&str> = BUILT_IN.into_iter().filter(|w| !is_reserved(w)).collect();
    assert_eq!(alternatives(&pattern(&grammar, "built-in")), set(&free));
    for (name, rule) in grammar["repository"].as_object().expect("rules") {
        for key in ["match", "begin", "end"] {
            if let Some(pattern) = rule[key].as_str() {
                Regex::new(pattern).unwrap_or_else(|e| panic!("{name}: {e}"));
            }
        }
    }
}

/// Everything but comments and sentences; these are blanked.
fn bare(text: &str) -> String {
    let mut bytes = text.as_bytes().to_vec();
    for lexeme in rulebook_syntax::lexemes(text) {
        if lexeme.is_comment() || lexeme.text.starts_with('"') {
            bytes[lexeme.start..lexeme.end()].fill(b' ');
        }
    }
    String::from_utf8(bytes).expect("only whole lexemes are blanked")
}

#[test]
fn textmate_colours_the_reserved_words_of_all_bundled_specs_and_no_other() {
    let grammar = textmate();
    let patterns = ["clause-word", "small-word"].map(|name| Regex::new(&pattern(&grammar, name)).expect("it compiles"));
    let mut count = 0;
    for spec in rulebook_specs::all() {
        let text = bare(spec.text);
        let coloured: BTreeSet<(usize, usize)> = patterns
            .iter()
            .flat_map(|p| p.find_iter(&text).map(|m| m.expect("it ends")).map(|m| (m.start(), m.end())))
            .collect();
        let lexemes = rulebook_syntax::lexemes(&text);
        let reserved: BTreeSet<(usize, usize)> =
            lexemes.iter().filter(|l| is_reserved(l.text)).map(|l| (l.start, l.end())).collect();
        let extra: Vec<&str> = coloured.difference(&reserved).map(|(a, b)| &text[*a..*b]).collect();
        let missing: Vec<&str> = reserved.difference(&coloured).map(|(a, b)| &text[*a..*b]).collect();
        assert!(extra.is_empty() && missing.is_empty(), "{}: {extra:?} {missing:?}", spec.path);
        count += reserved.len();
    }
    assert!(count > 1000, "{count}");
    // Parts of longer words are none.
    for word in ["no-moves", "x-no", "a1-at", "notes", "per_bullet", "win.first"] {
        let found = patterns.iter().filter(|p| p.is_match(word).expect("it ends")).count();
        assert_eq!(found, usize::from(word == "win.first"), "{word}");
    }
}

#[test]
fn textmate_ends_strings_and_comments_where_the_language_does() {
    let grammar = textmate();
    let comment = Regex::new(&pattern(&grammar, "comment")).expect("it compiles");
    let escape = grammar["repository"]["string"]["patterns"][0]["match"].as_str().expect("an escape");
    assert!(Regex::new(escape).expect("it compiles").is_match("a \\\" b").expect("it ends"));
    for spec in rulebook_specs::all() {
        for lexeme in rulebook_syntax::lexemes(spec.text).iter().filter(|l| l.is_comment()) {
            let line = spec.text[lexeme.start..].lines().next().expect("a line");
            let found = comment.find(line).expect("it ends").expect("it is one");
            assert_eq!((found.start(), found.as_str().trim_end()), (0, lexeme.text));
        }
    }
}

/// The words between a line and the bracket that closes what it opens.
fn listed(text: &str, from: &str, quote: char) -> BTreeSet<String> {
    let (_, rest) = text.split_once(from).unwrap_or_else(|| panic!("no {from}"));
    let (list, _) = rest.split_once(']').expect("it ends");
    list.split(quote).skip(1).step_by(2).map(str::to_owned).collect()
}

#[test]
fn tree_sitter_has_the_words_of_the_parser() {
    let grammar = read("tree-sitter-rulebook/grammar.js");
    assert_eq!(listed(&grammar, "const CLAUSE_WORDS = [", '\''), set(CLAUSE_WORDS));
    assert_eq!(listed(&grammar, "const SMALL_WORDS = [", '\''), set(SMALL_WORDS));
    let colours = read("tree-sitter-rulebook/queries/highlights.scm");
    assert_eq!(listed(&colours, "; clause words\n[", '"'), set(CLAUSE_WORDS));
    assert_eq!(listed(&colours, "; small words\n[", '"'), set(SMALL_WORDS));
}

#[test]
fn the_extension_names_files_that_are_there() {
    let package: Value = serde_json::from_str(&read("vscode/package.json")).expect("it is JSON");
    let contributes = &package["contributes"];
    for file in [&package["main"], &contributes["languages"][0]["configuration"], &contributes["grammars"][0]["path"]] {
        let file = file.as_str().expect("a path");
        assert!(!read(&format!("vscode/{}", file.trim_start_matches("./"))).is_empty());
    }
    assert_eq!(contributes["grammars"][0]["scopeName"], textmate()["scopeName"]);
    let configuration: Value = serde_json::from_str(&read("vscode/language-configuration.json")).expect("it is JSON");
    assert_eq!(configuration["comments"]["lineComment"], "//");
    // What makes a word is what makes a name.
    let word = Regex::new(configuration["wordPattern"].as_str().expect("a pattern")).expect("it compiles");
    for spec in rulebook_specs::all() {
        let text = bare(spec.text);
        for lexeme in rulebook_syntax::lexemes(&text).iter().filter(|l| l.text.starts_with(char::is_alphabetic)) {
            let found = word.find_from_pos(&text, lexeme.start).expect("it ends").expect("a word");
            assert_eq!(found.as_str(), lexeme.text, "{}", spec.path);
        }
    }
}
