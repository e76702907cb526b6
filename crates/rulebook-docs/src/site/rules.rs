//! A page for each game, made of its spec: the rules by clause, with sentences, sources and cases.

use std::fmt::Write as _;

use rulebook_certify::report::escape;
use rulebook_ir::{Clause, Rules};

use super::Extra;
use crate::{language::Language, target::Book};

/// The pages of all games.
pub(super) fn pages(book: &Book<'_>, language: Language) -> Vec<Extra> {
    let part = match language {
        Language::En => "The rules, clause by clause",
        Language::Es => "Las reglas, cláusula a cláusula",
    };
    let mut all = Vec::new();
    for game in book.games() {
        let Some(rules) = book.rules(game) else { continue };
        let title = rules.title.get(language.tag()).unwrap_or(game).to_owned();
        let text = page(book, rules, &title, language);
        all.push(Extra { part: part.to_owned(), title, name: format!("rules/{game}.md"), text });
    }
    all
}

fn page(book: &Book<'_>, rules: &Rules, title: &str, language: Language) -> String {
    let (how, spec, clauses, source, assumed, cases) = match language {
        Language::En => {
            ("How to play it", "The spec", "Clauses", "Source", "No source says this; it is assumed.", "Cases")
        }
        Language::Es => (
            "Cómo se juega",
            "La especificación",
            "Cláusulas",
            "Fuente",
            "Ninguna fuente lo dice; es un supuesto.",
            "Casos",
        ),
    };
    let game = &rules.name;
    let mut text = format!("# {title}\n\n[{how}](../play/{game}.md)\n\n## {spec}\n\n");
    // What stands behind `texts` is told below, clause by clause.
    let whole = book.library.spec(game).unwrap_or_default();
    let formal = whole.split("\ntexts ").next().unwrap_or(&whole).trim_end();
    // Writing to a string does not fail.
    _ = writeln!(text, "```rules\n{formal}\n```\n\n## {clauses}\n");
    let suite = book.library.cases();
    for clause in &rules.clauses {
        _ = writeln!(text, "### <span id=\"{0}\"></span>`{0}`\n", escape(&clause.id));
        if let Some(sentence) = clause.texts.get(language.tag()) {
            _ = writeln!(text, "{sentence}\n");
        }
        match sources(clause) {
            told if !told.is_empty() => _ = writeln!(text, "*{source}:* {told}\n"),
            _ if clause.assumed => _ = writeln!(text, "*{assumed}*\n"),
            _ => {}
        }
        let shown: Vec<String> = suite
            .iter()
            .filter(|c| c.clauses.contains(&clause.id))
            .map(|c| format!("* `{}` ({}) {}", c.id, c.polarity.word(), language.why(&c.why)))
            .collect();
        if !shown.is_empty() {
            _ = writeln!(
                text,
                "<details><summary>{cases}: {}</summary>\n\n{}\n\n</details>\n",
                shown.len(),
                shown.join("\n")
            );
        }
    }
    text
}

fn sources(clause: &Clause) -> String {
    let all = clause.sources.iter().map(|s| {
        let paragraphs: Vec<String> = s.paragraphs.iter().map(u32::to_string).collect();
        if paragraphs.is_empty() { s.document.clone() } else { format!("{} § {}", s.document, paragraphs.join(", ")) }
    });
    all.collect::<Vec<_>>().join("; ")
}
