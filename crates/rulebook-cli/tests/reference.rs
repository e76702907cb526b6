//! The examples of the language reference are rules of bundled specs or pass the checker; its grammar lines use the
//! grammar's words.

use std::{collections::BTreeSet, fs, process::Command};

use rulebook_diagnostics::FileId;
use rulebook_syntax::{ast::Unit, lexemes, parse};

const REFERENCE: &str = include_str!("../../../docs/language.md");
const GRAMMAR: &str = include_str!("../../rulebook-syntax/src/grammar.pest");

/// A fenced block: its language, its first line and its text.
type Block = (&'static str, usize, String);

fn blocks() -> Vec<Block> {
    let mut found = Vec::new();
    let mut lines = REFERENCE.lines().enumerate();
    while let Some((number, line)) = lines.next() {
        let Some(language) = line.strip_prefix("```") else { continue };
        let body: Vec<&str> = lines.by_ref().map(|(_, l)| l).take_while(|l| !l.starts_with("```")).collect();
        found.push((language, number + 2, body.join("\n")));
    }
    found
}

fn words(text: &str) -> Vec<&str> {
    lexemes(text).iter().filter(|l| !l.is_comment()).map(|l| l.text).collect()
}

#[test]
fn every_block_says_what_it_is() {
    for (language, line, _) in blocks() {
        assert!(["rules", "grammar", "yaml"].contains(&language), "docs/language.md:{line}: a block of `{language}`");
    }
    let count = |wanted| blocks().iter().filter(|b| b.0 == wanted).count();
    assert!(count("rules") > 25 && count("grammar") > 8, "the blocks are found");
}

#[test]
fn whole_specs_pass_the_checker() {
    let dir = tempfile::tempdir().expect("a folder");
    let mut checked = 0;
    for (_, line, text) in blocks().into_iter().filter(|b| b.0 == "rules" && b.2.starts_with("rulebook")) {
        let file = dir.path().join(format!("line-{line}.rules"));
        fs::write(&file, text + "\n").expect("written");
        let output = Command::new(env!("CARGO_BIN_EXE_rulebook")).arg("check").arg(&file).output().expect("it starts");
        let told = String::from_utf8_lossy(&output.stderr).into_owned() + &String::from_utf8_lossy(&output.stdout);
        assert!(output.status.success(), "docs/language.md:{line}: {told}");
        checked += 1;
    }
    assert!(checked >= 2, "{checked} whole specs");
}

#[test]
fn parts_of_specs_stand_in_a_bundled_one() {
    let specs: Vec<Vec<&str>> = rulebook_specs::all().iter().map(|s| words(s.text)).collect();
    let stands = |part: &str| {
        let part = words(part);
        specs.iter().any(|spec| spec.windows(part.len()).any(|w| w == part))
    };
    let mut compared = 0;
    for (_, line, text) in blocks().into_iter().filter(|b| b.0 == "rules" && !b.2.starts_with("rulebook")) {
        let is_block = ["game ", "family ", "texts "].iter().any(|w| text.starts_with(w));
        let whole =
            if is_block { format!("rulebook 1\n{text}") } else { format!("rulebook 1\nfamily x {{\n{text}\n}}") };
        let parsed = parse(FileId(0), &whole);
        assert!(parsed.diagnostics.is_empty(), "docs/language.md:{line}: {:?}", parsed.diagnostics);
        let spans: Vec<_> = match &parsed.file.units[0] {
            Unit::Rules(rules) => rules.clauses.iter().map(|c| c.span).collect(),
            Unit::Texts(texts) => texts
                .lines
                .iter()
                .map(|l| match l {
                    rulebook_syntax::ast::TextLine::Document { span, .. }
                    | rulebook_syntax::ast::TextLine::Claim { span, .. } => *span,
                })
                .collect(),
        };
        let parts = spans.iter().map(|s| &whole[s.start as usize..s.end as usize]);
        let head = is_block.then(|| text.split_inclusive('{').next().unwrap_or(""));
        for part in parts.chain(head) {
            assert!(stands(part), "docs/language.md:{line}: no bundled spec says this:\n{part}");
            compared += 1;
        }
    }
    assert!(compared > 25, "{compared} parts");
}

#[test]
fn grammar_lines_use_the_words_of_the_grammar() {
    // Every second part between quotes is a literal; none holds a quote that matters here.
    let literals: BTreeSet<&str> =
        GRAMMAR.lines().flat_map(|l| l.split('"').skip(1).step_by(2)).flat_map(|l| l.split_whitespace()).collect();
    for (_, line, text) in blocks().into_iter().filter(|b| b.0 == "grammar") {
        if text.contains("PLAYER=item") {
            continue; // position text, which is not part of specs
        }
        // What stands in quotes is the author's.
        let outside: String = text.split('"').step_by(2).collect::<Vec<_>>().join(" ");
        let small = outside.split(|c: char| !c.is_alphanumeric() && c != '-' && c != '_');
        for word in small.filter(|w| !w.is_empty() && w.chars().all(|c| c.is_ascii_lowercase() || c == '-')) {
            let is_language = ["en", "es"].contains(&word); // names of languages are free
            assert!(
                literals.contains(word) || is_language,
                "docs/language.md:{line}: `{word}` is no word of the grammar"
            );
        }
    }
}

#[test]
fn clause_words_are_all_explained() {
    let code: String = REFERENCE.split('`').skip(1).step_by(2).collect::<Vec<_>>().join(" ");
    for word in rulebook_syntax::words::CLAUSE_WORDS {
        assert!(words(&code).contains(word), "the reference does not show `{word}`");
    }
}
