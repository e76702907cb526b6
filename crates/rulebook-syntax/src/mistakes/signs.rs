//! Strings that do not end, and signs of other languages.

use rulebook_diagnostics::{Diagnostic, Span, codes};

use crate::explain_error::Case;
use crate::tokens::Kind;

/// A string without its end, or with an escape that is none.
pub(super) fn string(case: &Case<'_>) -> Option<Diagnostic> {
    let span = case.span(case.at);
    match case.tokens.get(case.at).kind {
        Kind::OpenText => {
            let quote = Span::new(case.file, span.start, span.start + 1);
            let error = Diagnostic::error(codes::STRING_NOT_CLOSED, quote, "this sentence has no closing quote");
            Some(error.help("a sentence ends on the line on which it starts; a quote inside of it is written `\\\"`"))
        }
        Kind::Text => {
            let (at, c) = bad_escape(case.text(case.at))?;
            let start = span.start + at as u32;
            let escape = Span::new(case.file, start, start + 1 + c.len_utf8() as u32);
            let error = Diagnostic::error(codes::UNKNOWN_ESCAPE, escape, format!("`\\{c}` means nothing"));
            Some(error.help("only `\\\"` and `\\\\` are written with a backslash"))
        }
        _ => None,
    }
}

/// The first backslash that stands before something else than a quote or a backslash.
fn bad_escape(string: &str) -> Option<(usize, char)> {
    let mut chars = string.char_indices();
    while let Some((at, c)) = chars.next() {
        if c == '\\' {
            let (_, escaped) = chars.next()?;
            if !matches!(escaped, '"' | '\\') {
                return Some((at, escaped));
            }
        }
    }
    None
}

/// Signs that other languages use.
pub(super) fn sign(case: &Case<'_>) -> Option<Diagnostic> {
    if case.tokens.get(case.at).kind != Kind::Sign || case.at >= case.tokens.len() {
        return None;
    }
    let (text, span) = (case.text(case.at), case.span(case.at));
    if text == ";" {
        let error = case.error(codes::SEMICOLON, "a clause needs no `;`");
        return Some(error.help("take it away: a clause ends where the next begins").fix(span, ""));
    }
    let instead = match text {
        "==" | ":=" => "=",
        "&&" | "&" => "and",
        "||" | "|" => "or",
        "!" => "not",
        "=<" | "≤" => "<=",
        "=>" | "≥" => ">=",
        "!=" | "<>" | "≠" => {
            let error = case.error(codes::FOREIGN_OPERATOR, format!("`{text}` is not a comparison here"));
            return Some(error.help("put `not` before the comparison: `not a = b`"));
        }
        ":" | "," | ".." | "." | "=" | "{" | "}" | "[" | "]" | "(" | ")" | "<" | "<=" | ">" | ">=" | "+" | "-"
        | "*" => {
            return None;
        }
        _ => {
            let error = case.error(codes::UNKNOWN_CHARACTER, format!("`{}` has no meaning here", text.escape_debug()));
            return Some(error.label("this character is not used outside of sentences and comments"));
        }
    };
    let error = case.error(codes::FOREIGN_OPERATOR, format!("`{text}` is written `{instead}`"));
    // A word may not touch its neighbours.
    let is_word = instead.starts_with(|c: char| c.is_alphabetic());
    let touches = |a: usize, b: usize| is_word && case.tokens.get(a).end == case.tokens.get(b).start;
    let before = if case.at > 0 && touches(case.at - 1, case.at) { " " } else { "" };
    let after = if touches(case.at, case.at + 1) { " " } else { "" };
    Some(error.fix(span, format!("{before}{instead}{after}")))
}
