//! Does a spec still say the same?

use rulebook_diagnostics::{FileId, Sources, Span, dump};
use rulebook_syntax::{
    ast::{File, Unit},
    lexemes, parse,
};

/// The line of the first part of a spec that another text does not say in the same words; `None` if all is the same.
pub(super) fn first_change(before: &File, text: &str, file: FileId, after: &str) -> Option<u32> {
    let parsed = parse(file, after);
    if parsed.diagnostics.is_empty() && dump(before) == dump(&parsed.file) && words(text) == words(after) {
        return None;
    }
    let (old, new) = (parts(before), parts(&parsed.file));
    let differs = old.iter().zip(&new).position(|((a, _), (b, _))| a != b).unwrap_or(old.len().min(new.len()));
    let span = old.get(differs).or(old.last()).map(|(_, span)| *span).unwrap_or_default();
    let mut sources = Sources::default();
    let place = Span { file: sources.add("", text), ..span };
    Some(sources.location(place).line)
}

/// All words, signs and comments in their order, without what lies between.
fn words(text: &str) -> String {
    let mut all = String::with_capacity(text.len());
    for lexeme in lexemes(text) {
        all.push_str(lexeme.text);
        // Only the end of a comment matters: what follows it must not be drawn into it.
        if lexeme.is_comment() {
            all.push('\n');
        }
    }
    all
}

/// What a spec says, clause by clause and line by line, with the places.
fn parts(file: &File) -> Vec<(String, Span)> {
    let mut all = Vec::new();
    for unit in &file.units {
        match unit {
            Unit::Rules(rules) => {
                all.push((format!("{:?} {}", rules.is_family, dump(&(&rules.name, &rules.extends))), rules.span));
                all.extend(rules.clauses.iter().map(|clause| (dump(clause), clause.span)));
            }
            Unit::Texts(texts) => {
                all.push((dump(&texts.name), texts.span));
                all.extend(texts.lines.iter().map(|line| (dump(line), super::place(line))));
            }
        }
    }
    all
}
