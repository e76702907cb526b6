//! Frequent mistakes, each recognised by the words around the place where the grammar failed.

mod conditions;
mod missing;
mod names;
mod signs;

use rulebook_diagnostics::{Diagnostic, FileId, codes, nearest};

use crate::explain_error::{Case, Context};
use crate::tokens::{Kind, Tokens};
use crate::words::{CLAUSE_WORDS, is_reserved};

/// The first mistake in this list that fits.
pub(crate) fn recognise(case: &Case<'_>) -> Option<Diagnostic> {
    [
        signs::string,
        signs::sign,
        conditions::count_without_parentheses,
        conditions::pile_with_and,
        conditions::against_nobody,
        missing::document_without_quotes,
        names::not_a_name,
        missing::missing_brace,
        missing::missing_colon,
        missing::missing_because,
        conditions::always_after_something,
        names::two_words,
        names::reserved_word,
    ]
    .into_iter()
    .find_map(|mistake| mistake(case))
}

/// A word that starts no clause, where a clause is expected.
pub(crate) fn not_a_clause(file: FileId, tokens: &Tokens<'_>, at: usize) -> Diagnostic {
    let case = Case { file, tokens, from: at, at, expected: &[], context: Context::Clause };
    if let Some(diagnostic) = signs::string(&case).or_else(|| signs::sign(&case)) {
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
