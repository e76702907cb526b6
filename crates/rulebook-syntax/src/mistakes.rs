//! Frequent mistakes, each recognised by the words around the place where the grammar failed.

use rulebook_diagnostics::{Diagnostic, FileId, Span, codes, distance, nearest};

use crate::explain_error::{Case, Context};
use crate::grammar::Rule;
use crate::tokens::{Kind, Tokens};
use crate::words::{CLAUSE_WORDS, is_name, is_reserved};

/// The first mistake in this list that fits.
pub(crate) fn recognise(case: &Case<'_>) -> Option<Diagnostic> {
    [
        string,
        sign,
        count_without_parentheses,
        pile_with_and,
        against_nobody,
        document_without_quotes,
        not_a_name,
        missing_brace,
        missing_colon,
        missing_because,
        always_after_something,
        reserved_word,
    ]
    .into_iter()
    .find_map(|mistake| mistake(case))
}

/// A word that starts no clause, where a clause is expected.
pub(crate) fn not_a_clause(file: FileId, tokens: &Tokens<'_>, at: usize) -> Diagnostic {
    let case = Case { file, tokens, from: at, at, expected: &[], context: Context::Clause };
    if let Some(diagnostic) = string(&case).or_else(|| sign(&case)) {
        return diagnostic;
    }
    let word = tokens.text(at);
    let error = Diagnostic::error(codes::NOT_A_CLAUSE, case.span(at), format!("`{word}` starts no clause"))
        .label("a clause is expected");
    if tokens.get(at).kind != Kind::Word {
        return error;
    }
    match nearest(word, CLAUSE_WORDS.iter().copied()) {
        Some(meant) => error.help(format!("did you mean `{meant}`?")).fix(case.span(at), meant),
        None if is_reserved(word) => error.help("this word belongs into a clause; a clause before it may end too soon"),
        None => error.help(format!("a clause starts with one of: {}", CLAUSE_WORDS.join(", "))),
    }
}

/// A string without its end, or with an escape that is none.
fn string(case: &Case<'_>) -> Option<Diagnostic> {
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
fn sign(case: &Case<'_>) -> Option<Diagnostic> {
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
        ":" | "," | ".." | "." | "=" | "{" | "}" | "[" | "]" | "(" | ")" | "<" | "<=" | ">" | ">=" | "+" | "-" | "*" => {
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

/// `[n - 1 own]`: a count that is not a plain number.
fn count_without_parentheses(case: &Case<'_>) -> Option<Diagnostic> {
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
    let error = Diagnostic::error(codes::COUNT_NEEDS_PARENTHESES, span, "a count that is not a plain number stands in parentheses");
    Some(error.help(format!("write `{count}`")).fix(span, count))
}

/// `2 a and 1 b against …`: a pile has no `and`.
fn pile_with_and(case: &Case<'_>) -> Option<Diagnostic> {
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
fn against_nobody(case: &Case<'_>) -> Option<Diagnostic> {
    if case.text(case.at) != "against" {
        return None;
    }
    let mut i = case.at;
    while i > case.from && (case.tokens.get(i - 1).kind == Kind::Number || case.tokens.is_free_word(i - 1) || case.text(i - 1) == "or") {
        i -= 1;
    }
    let Some(first) = i.checked_sub(1).filter(|&i| case.text(i) == "against") else {
        let error = case.error(codes::UNEXPECTED, "before `against` pieces with their numbers are expected");
        return Some(error.help("write each number in digits: `2 NAME 1 NAME against 1 NAME`"));
    };
    let error = case.error(codes::AGAINST_TWICE, "two `against` joined by `or` need parentheses");
    Some(error.also(case.span(first), "the first").help("write `(A against B) or (C against D)`"))
}

/// A head without `{`.
fn missing_brace(case: &Case<'_>) -> Option<Diagnostic> {
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
fn missing_colon(case: &Case<'_>) -> Option<Diagnostic> {
    let word = case.clause_word();
    let named = match word {
        "region" | "chain" | "prefer" => 1,
        "action" | "turn" => 0,
        _ => return None,
    };
    let start = case.from + usize::from(case.text(case.from) == "assume");
    let colon_seen = (start..case.at).any(|i| case.text(i) == ":");
    let has_colon = colon_seen || case.text(case.at + 1) == ":";
    if case.context != Context::Clause || has_colon || !case.expects(Rule::colon) && word != "turn" || is_separator(case) {
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
fn missing_because(case: &Case<'_>) -> Option<Diagnostic> {
    if !case.expects(Rule::kw_because) || !case.stops_short() && !(case.text(case.at) == "then") {
        return None;
    }
    let last = case.at.saturating_sub(1);
    // A misspelled `because` looks like one more word of the condition.
    if let Some(i) = (case.from..case.at).find(|&i| case.tokens.is_free_word(i) && distance(case.text(i), "because") <= 2) {
        let error = Diagnostic::error(codes::MISSING_BECAUSE, case.span(i), format!("`{}` is not `because`", case.text(i)));
        return Some(error.help("did you mean `because`?").fix(case.span(i), "because"));
    }
    // Within a turn it is the result that needs the reason.
    let result = (case.from..case.at).rev().find(|&i| matches!(case.text(i), "win" | "lose" | "draw"));
    let word = if case.clause_word() == "turn" { result.map_or("turn", |i| case.text(i)) } else { case.clause_word() };
    let message = format!("`{word}` gives no reason");
    let error = Diagnostic::error(codes::MISSING_BECAUSE, case.span(last), message);
    Some(error.label("after this, `because` and a reason are expected").help("a reason is a name, such as `because full`"))
}

/// A word that cannot be a name, whatever is expected.
fn not_a_name(case: &Case<'_>) -> Option<Diagnostic> {
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
    let error = case.error(codes::NOT_A_NAME, format!("`{text}` cannot be a name"))
        .help("names are made of the letters a to z, digits, and hyphens before letters");
    let hyphens = text.replace('_', "-");
    Some(if is_name(&hyphens) { error.fix(span, hyphens) } else { error })
}

/// `document NAME FILE` without quotes.
fn document_without_quotes(case: &Case<'_>) -> Option<Diagnostic> {
    let file = case.from + 2;
    if case.context != Context::Text || case.text(case.from) != "document" || case.tokens.get(file).kind != Kind::Word {
        return None;
    }
    let error = Diagnostic::error(codes::UNEXPECTED, case.span(file), "the name of a file stands in quotes");
    Some(error.help("write `document NAME \"FILE\"`"))
}

/// `always after WORD:` with another word than `turn` or `action`.
fn always_after_something(case: &Case<'_>) -> Option<Diagnostic> {
    if case.clause_word() != "always" || case.text(case.at) != ":" || case.at > case.from + 4 {
        return None;
    }
    let error = case.error(codes::UNEXPECTED, "`always` does not know this moment");
    Some(error.help("write `always after turn: …`, `always after action: …`, `always when REASON: …` or `always …`"))
}

/// A reserved word where something gets its name.
fn reserved_word(case: &Case<'_>) -> Option<Diagnostic> {
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
