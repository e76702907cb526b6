//! Words that cannot be names.

use rulebook_diagnostics::{Diagnostic, codes};

use crate::explain_error::Case;
use crate::grammar::Rule;
use crate::tokens::Kind;
use crate::words::{is_name, is_reserved};

/// A word that cannot be a name, whatever is expected.
pub(super) fn not_a_name(case: &Case<'_>) -> Option<Diagnostic> {
    let token = case.tokens.get(case.at);
    let (text, span) = (case.text(case.at), case.span(case.at));
    if token.kind == Kind::Mixed {
        let error = case.error(codes::NOT_A_NAME, format!("`{text}` is neither a number nor a name"));
        let sizes: Option<(&str, &str)> = text.split_once('x');
        let digits = |s: &str| !s.is_empty() && s.bytes().all(|b| b.is_ascii_digit());
        return Some(match sizes {
            Some((width, height)) if digits(width) && digits(height) => {
                error.help("put blanks around the `x`").fix(span, format!("{width} x {height}"))
            }
            _ => error.help("a name starts with a letter"),
        });
    }
    let glued = case.at > case.from
        && text == "-"
        && case.tokens.get(case.at - 1).end == token.start
        && case.tokens.get(case.at + 1).start == token.end
        && case.tokens.is_free_word(case.at - 1)
        && case.tokens.get(case.at + 1).kind != Kind::Word;
    if glued {
        let whole = case.span(case.at - 1).to(case.span(case.at + 1));
        let error = Diagnostic::error(codes::NOT_A_NAME, whole, "in a name a hyphen stands before a letter only");
        return Some(error.help("with blanks around it, `-` is a subtraction"));
    }
    if token.kind != Kind::Word || is_name(text) || is_reserved(text) {
        return None;
    }
    let error = case
        .error(codes::NOT_A_NAME, format!("`{text}` cannot be a name"))
        .help("names are made of the letters a to z, digits, and hyphens before letters");
    let hyphens = text.replace('_', "-");
    Some(if is_name(&hyphens) { error.fix(span, hyphens) } else { error })
}

/// `because move limit`: a reason of two words.
pub(super) fn two_words(case: &Case<'_>) -> Option<Diagnostic> {
    let (first, second) = (case.at.checked_sub(1)?, case.at);
    if case.text(first.checked_sub(1)?) != "because" || !case.tokens.is_free_word(second) {
        return None;
    }
    let both = format!("{}-{}", case.text(first), case.text(second));
    let span = case.span(first).to(case.span(second));
    let error = Diagnostic::error(codes::NOT_A_NAME, span, "a reason is a name, and a name is one word");
    Some(if case.tokens.get(second).first { error } else { error.fix(span, both) })
}

/// A reserved word where something gets its name.
pub(super) fn reserved_word(case: &Case<'_>) -> Option<Diagnostic> {
    let text = case.text(case.at);
    let names = [Rule::name, Rule::player, Rule::axis_line].iter().any(|r| case.expects(*r));
    let before = case.at.checked_sub(1).map_or("", |i| case.text(i));
    let declares = case.tokens.is_clause_word(case.at.saturating_sub(1))
        || matches!(before, "," | "game" | "family" | "texts" | "plural" | "facing" | "because" | "as")
        || matches!(case.text(case.at + 1), ":" | "=");
    if !names || !declares || !is_reserved(text) || case.stops_short() {
        return None;
    }
    let error = case
        .error(codes::RESERVED_WORD, format!("`{text}` is a word of the language and cannot be a name"))
        .label("a name is expected");
    Some(error.help(format!("choose another name; names may contain hyphens, such as `{text}-two`")))
}
