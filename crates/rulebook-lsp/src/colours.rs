//! What every word of a document is, so that an editor can colour it.

use gen_lsp_types::{SemanticToken, SemanticTokens};
use rulebook_syntax::ast::Unit;
use rulebook_syntax::words::{UNIT_WORDS, is_reserved};
use rulebook_syntax::{Lexeme, lexemes};

use crate::index::{Key, Occurrence, Role, Universe};
use crate::library::Spec;

/// The kinds of words, in the order of their numbers.
pub(crate) const TYPES: [&str; 13] = [
    "keyword",
    "comment",
    "string",
    "number",
    "class",
    "parameter",
    "enumMember",
    "type",
    "function",
    "variable",
    "event",
    "property",
    "operator",
];

/// What may be said of a word besides, one bit each.
pub(crate) const MODIFIERS: [&str; 2] = ["declaration", "defaultLibrary"];

/// The colours of a whole document.
pub(crate) fn of(spec: &Spec, universe: &Universe) -> SemanticTokens {
    let mut data = Vec::new();
    let (mut last_line, mut last_start) = (0, 0);
    let occurrences: Vec<&Occurrence> = universe.occurrences.iter().filter(|o| o.file == 0).collect();
    for lexeme in lexemes(&spec.text) {
        for (start, end, kind, modifiers) in pieces(spec, universe, &lexeme, &occurrences) {
            let range = spec.lines.range(&spec.text, start, end);
            if range.start.line != range.end.line || range.start == range.end {
                continue;
            }
            let delta_line = range.start.line - last_line;
            let delta_start = range.start.character - if delta_line == 0 { last_start } else { 0 };
            data.push(SemanticToken {
                delta_line,
                delta_start,
                length: range.end.character - range.start.character,
                token_type: kind,
                token_modifiers_bitset: modifiers,
            });
            (last_line, last_start) = (range.start.line, range.start.character);
        }
    }
    SemanticTokens { result_id: None, data }
}

/// A lexeme, or the parts of a path that are words of their own.
fn pieces(
    spec: &Spec,
    universe: &Universe,
    lexeme: &Lexeme<'_>,
    occurrences: &[&Occurrence],
) -> Vec<(usize, usize, u32, u32)> {
    let one = |kind| vec![(lexeme.start, lexeme.end(), kind, 0)];
    if lexeme.is_comment() {
        return one(1);
    }
    match lexeme.text.chars().next() {
        Some('"') => return one(2),
        Some(c) if c.is_ascii_digit() => return one(3),
        Some(c) if c.is_alphabetic() => {}
        Some('=' | '<' | '>' | '+' | '*') => return one(12),
        _ => return Vec::new(),
    }
    let inside: Vec<_> = occurrences
        .iter()
        .filter(|o| lexeme.start <= o.start && o.end <= lexeme.end())
        .map(|o| {
            let (kind, library) = kind_of(o, universe);
            (o.start, o.end, kind, u32::from(o.declares.is_some()) | u32::from(library) << 1)
        })
        .collect();
    if !inside.is_empty() {
        return inside.into_iter().take(1).collect();
    }
    if is_reserved(lexeme.text) || is_keyword_here(spec, lexeme) { one(0) } else { Vec::new() }
}

/// A word that names nothing, in a clause that was understood or before a block, belongs to the grammar.
fn is_keyword_here(spec: &Spec, lexeme: &Lexeme<'_>) -> bool {
    let within =
        |span: rulebook_diagnostics::Span| span.start as usize <= lexeme.start && lexeme.end() <= span.end as usize;
    if lexeme.text == "rulebook" && lexeme.start < 8 {
        return true;
    }
    spec.parsed.file.units.iter().any(|unit| match unit {
        Unit::Rules(rules) if within(rules.span) => {
            UNIT_WORDS.contains(&lexeme.text) && lexeme.start == rules.span.start as usize
                || lexeme.text == "extends"
                || rules.clauses.iter().any(|clause| within(clause.span))
        }
        Unit::Rules(_) => false,
        Unit::Texts(texts) => {
            within(texts.span)
                && (lexeme.start == texts.span.start as usize
                    || matches!(lexeme.text, "document" | "formerly" | "en" | "es"))
        }
    })
}

/// The number of its kind, and whether the language brings it.
fn kind_of(of: &Occurrence, universe: &Universe) -> (u32, bool) {
    let declared = of.unit.and_then(|unit| universe.declared.get(unit));
    let known = match (&of.key, declared) {
        (Key::Noun(name), Some(declared)) => declared.role(name),
        _ => None,
    };
    let kind = match (&of.key, of.declares.or(known).or(of.wants)) {
        (Key::Unit(_) | Key::Lost(_), _) => 4,
        (Key::Local(_), _) => 5,
        (Key::Reading(..), _) => 6,
        (Key::Action(_), _) | (_, Some(Role::Let)) => 8,
        (Key::Word(_), _) => return (9, true),
        (_, Some(Role::Kind | Role::Plural)) => 7,
        (_, Some(Role::Clock | Role::Reason | Role::Tag)) => 10,
        (Key::Document(_), _) | (_, Some(Role::Option | Role::Param)) => 11,
        _ => 9,
    };
    (kind, false)
}
