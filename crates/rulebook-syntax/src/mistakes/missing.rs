//! Parts of a head or a clause that were left out.

use rulebook_diagnostics::{Diagnostic, codes, distance};

use crate::explain_error::{Case, Context};
use crate::grammar::Rule;
use crate::tokens::Kind;

/// A head without `{`.
pub(super) fn missing_brace(case: &Case<'_>) -> Option<Diagnostic> {
    if case.context != Context::Head || !case.expects(Rule::open_brace) {
        return None;
    }
    let next = case.tokens.get(case.at);
    if !next.first && case.at < case.tokens.len() && !case.tokens.is_clause_word(case.at) {
        return None;
    }
    let last = case.at.saturating_sub(1);
    let error = Diagnostic::error(codes::BLOCK_NOT_OPENED, case.span(last), "this block has no `{`");
    Some(error.label("after this, `{` is expected").fix(case.behind(last), " {"))
}

/// A head of a clause without `:`.
pub(super) fn missing_colon(case: &Case<'_>) -> Option<Diagnostic> {
    let word = case.clause_word();
    let named = match word {
        "region" | "chain" | "prefer" => 1,
        "action" | "turn" => 0,
        _ => return None,
    };
    let start = case.from + usize::from(case.text(case.from) == "assume");
    let colon_seen = (start..case.at).any(|i| case.text(i) == ":");
    let has_colon = colon_seen || case.text(case.at + 1) == ":";
    if case.context != Context::Clause
        || has_colon
        || !case.expects(Rule::colon) && word != "turn"
        || is_separator(case)
    {
        return None;
    }
    let error = |at: usize| {
        Diagnostic::error(codes::MISSING_COLON, case.span(at), format!("the head of this `{word}` clause has no `:`"))
            .label("`:` is expected after the head")
    };
    Some(match word {
        // The head of a turn is the word itself, perhaps with numbers.
        "turn" => {
            let has_range = case.tokens.get(start + 1).kind == Kind::Number;
            let last = if has_range { case.at.saturating_sub(1) } else { start };
            error(last).fix(case.behind(last), ":")
        }
        "action" => error(case.at.saturating_sub(1)).help("write `action NAME KIND: …`, or `action NAME: …`"),
        _ => error(start + named).fix(case.behind(start + named), ":"),
    })
}

/// Punctuation at fault is a mistake of its own kind.
fn is_separator(case: &Case<'_>) -> bool {
    case.at < case.tokens.len() && case.tokens.get(case.at).kind == Kind::Sign && case.text(case.at) != "}"
}

/// A result, `forbid`, `refuse` or `fouls` without its reason.
pub(super) fn missing_because(case: &Case<'_>) -> Option<Diagnostic> {
    if !case.expects(Rule::kw_because) || !case.stops_short() && case.text(case.at) != "then" {
        return None;
    }
    let last = case.at.saturating_sub(1);
    // A misspelled `because` looks like one more word of the condition.
    if let Some(i) =
        (case.from..case.at).find(|&i| case.tokens.is_free_word(i) && distance(case.text(i), "because") <= 2)
    {
        let error =
            Diagnostic::error(codes::MISSING_BECAUSE, case.span(i), format!("`{}` is not `because`", case.text(i)));
        return Some(error.help("did you mean `because`?").fix(case.span(i), "because"));
    }
    // Within a turn it is the result that needs the reason.
    let result = (case.from..case.at).rev().find(|&i| matches!(case.text(i), "win" | "lose" | "draw"));
    let word = if case.clause_word() == "turn" { result.map_or("turn", |i| case.text(i)) } else { case.clause_word() };
    let message = format!("`{word}` gives no reason");
    let error = Diagnostic::error(codes::MISSING_BECAUSE, case.span(last), message);
    Some(
        error
            .label("after this, `because` and a reason are expected")
            .help("a reason is a name, such as `because full`"),
    )
}

/// `document NAME FILE` without quotes.
pub(super) fn document_without_quotes(case: &Case<'_>) -> Option<Diagnostic> {
    let file = case.from + 2;
    if case.context != Context::Text || case.text(case.from) != "document" || case.tokens.get(file).kind != Kind::Word {
        return None;
    }
    let error = Diagnostic::error(codes::UNEXPECTED, case.span(file), "the name of a file stands in quotes");
    Some(error.help("write `document NAME \"FILE\"`"))
}
