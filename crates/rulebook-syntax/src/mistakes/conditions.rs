//! Counts, lists of pieces, and other things within conditions.

use rulebook_diagnostics::{Diagnostic, Span, codes};

use crate::explain_error::Case;
use crate::grammar::Rule;
use crate::tokens::Kind;

/// `[n - 1 own]`: a count that is not a plain number.
pub(super) fn count_without_parentheses(case: &Case<'_>) -> Option<Diagnostic> {
    let open = case.open_bracket().filter(|&i| case.text(i) == "[")?;
    let is_operand = |i: usize| matches!(case.tokens.get(i).kind, Kind::Number) || case.tokens.is_free_word(i);
    let is_operator = |i: usize| matches!(case.text(i), "-" | "+" | "*");
    // `-` is found at once; `+` and `*` are read as repetition first, then the number after them is one too many.
    let operator = match case.at {
        at if is_operator(at) => at,
        at if at > 0 && is_operator(at - 1) && case.tokens.get(at).kind == Kind::Number => at - 1,
        _ => return None,
    };
    let mut first = operator.checked_sub(1).filter(|&i| i > open && is_operand(i))?;
    while first >= open + 3 && is_operator(first - 1) && is_operand(first - 2) {
        first -= 2;
    }
    let mut last = operator + 1;
    while is_operator(last + 1) && is_operand(last + 2) {
        last += 2;
    }
    if !is_operand(last) || !matches!(case.text(first - 1), "[" | "," | "or" | "take" | "flip") {
        return None;
    }
    let span = case.span(first).to(case.span(last));
    let words: Vec<&str> = (first..=last).map(|i| case.text(i)).collect();
    let count = format!("({})", words.join(" "));
    let error = Diagnostic::error(
        codes::COUNT_NEEDS_PARENTHESES,
        span,
        "a count that is not a plain number stands in parentheses",
    );
    Some(error.help(format!("write `{count}`")).fix(span, count))
}

/// `2 a and 1 b against …`: a pile has no `and`.
pub(super) fn pile_with_and(case: &Case<'_>) -> Option<Diagnostic> {
    let counted = |i: usize| case.tokens.get(i).kind == Kind::Number && case.tokens.is_free_word(i + 1);
    let and = match case.at {
        at if case.text(at) == "and" => at,
        at if at >= case.from + 3 && case.text(at - 3) == "and" => at - 3,
        _ => return None,
    };
    if !case.expects(Rule::kw_against) || and < case.from + 3 || !counted(and - 2) || !counted(and + 1) {
        return None;
    }
    let span = case.span(and);
    let pile = format!("{} {} {} {}", case.text(and - 2), case.text(and - 1), case.text(and + 1), case.text(and + 2));
    let error = Diagnostic::error(codes::PILE_WITH_AND, span, "the pieces of one side have no `and` between them");
    let gap = Span::new(case.file, span.start, case.span(and + 1).start);
    Some(error.help(format!("write `{pile}`")).fix(gap, ""))
}

/// `2 a against 1 a or 1 a against 1 a`, or `against` behind something that is no list of pieces.
pub(super) fn against_nobody(case: &Case<'_>) -> Option<Diagnostic> {
    if case.text(case.at) != "against" {
        return None;
    }
    let mut i = case.at;
    while i > case.from
        && (case.tokens.get(i - 1).kind == Kind::Number || case.tokens.is_free_word(i - 1) || case.text(i - 1) == "or")
    {
        i -= 1;
    }
    let Some(first) = i.checked_sub(1).filter(|&i| case.text(i) == "against") else {
        let error = case.error(codes::UNEXPECTED, "before `against` pieces with their numbers are expected");
        return Some(error.help("write each number in digits: `2 NAME 1 NAME against 1 NAME`"));
    };
    let error = case.error(codes::AGAINST_TWICE, "two `against` joined by `or` need parentheses");
    Some(error.also(case.span(first), "the first").help("write `(A against B) or (C against D)`"))
}

/// `always after WORD:` with another word than `turn` or `action`.
pub(super) fn always_after_something(case: &Case<'_>) -> Option<Diagnostic> {
    if case.clause_word() != "always" || case.text(case.at) != ":" || case.at > case.from + 4 {
        return None;
    }
    let error = case.error(codes::UNEXPECTED, "`always` does not know this moment");
    Some(error.help("write `always after turn: …`, `always after action: …`, `always when REASON: …` or `always …`"))
}
