//! From a parsed spec to checked rules: inheritance, names, types, geometry, termination, texts.
//!
//! The surface ends here. What comes out ([`rulebook_ir::Rules`]) has no chains, promotions or sides, only
//! programs, viewpoints and counts. No file is read: a [`Loader`] brings what `extends` names.
//!
//! *Invariant:* no game is known here, and no input makes this crate panic.

mod actions;
mod bounds;
mod clauses;
mod clocks;
mod conditions;
mod constant;
mod context;
mod directions;
mod fold;
mod geometry;
mod inherit;
mod laid;
mod lets;
mod matchable;
mod material;
mod nouns;
mod numbers;
mod programs;
mod quantified;
mod reachable;
mod resolved;
mod results;
mod settings;
mod setup;
mod symbols;
mod termination;
mod texts;
mod turns;
mod unused;
mod world;

pub use inherit::Loader;
pub use resolved::{Resolved, ResolvedClause, resolve};
pub use rulebook_syntax::MAX_FILE_SIZE;
pub use symbols::BUILT_IN;

use rulebook_diagnostics::{Diagnostic, FileId, Sources};
use rulebook_ir::Rules;

/// What to check.
#[derive(Clone, Debug, Default)]
pub struct Request {
    /// The game of the file; `None` is the only one in it (or the last).
    pub game: Option<String>,
    /// Values of parameters, by name.
    pub params: Vec<(String, String)>,
}

/// The outcome of a check.
#[derive(Clone, Debug, Default)]
pub struct Checked {
    /// The rules, if nothing is wrong with them.
    pub rules: Option<Rules>,
    /// Names of the games in the file (families are not games).
    pub games: Vec<String>,
    /// Errors and warnings.
    pub diagnostics: Vec<Diagnostic>,
}

/// Checks a game of a file that has been added to `sources`; what it extends is loaded and added too.
///
/// A file that holds only families is checked for its syntax and gives no rules.
pub fn check(sources: &mut Sources, root: FileId, request: &Request, loader: &dyn Loader) -> Checked {
    let source = sources.file(root);
    let parsed = loader.parse(root, &source.name, &source.text);
    let mut diagnostics = parsed.diagnostics;
    let games = inherit::games(&parsed.file);
    inherit::check_units(&parsed.file, &mut diagnostics);
    let syntax_errors = diagnostics.iter().any(Diagnostic::is_error);
    let Some(merged) = inherit::merge(sources, root, parsed.file, request.game.as_deref(), loader, &mut diagnostics)
    else {
        return Checked { rules: None, games, diagnostics };
    };
    let before = diagnostics.len();
    let rules = world::elaborate(&merged, &request.params, syntax_errors, &mut diagnostics);
    if syntax_errors {
        follow_ups(sources, &mut diagnostics, before);
    }
    if diagnostics.iter().any(Diagnostic::is_error) {
        // A mistake makes much seem unused or out of reach: warnings wait until the spec is right.
        diagnostics.retain(Diagnostic::is_error);
    } else {
        unused::check(sources, &merged, &mut diagnostics);
    }
    // Errors first: a warning about a text should not stand before what keeps the spec from being played.
    diagnostics.sort_by_key(|d| (!d.is_error(), d.primary.span, d.code));
    diagnostics.dedup();
    let rules = rules.filter(|_| !diagnostics.iter().any(Diagnostic::is_error));
    Checked { rules, games, diagnostics }
}

/// Takes out unknown names that are declared where the parser found a mistake: they follow from it.
fn follow_ups(sources: &Sources, diagnostics: &mut Vec<Diagnostic>, from: usize) {
    let clauses: Vec<&str> = diagnostics[..from]
        .iter()
        .filter(|d| d.is_error())
        .map(|d| {
            let text = sources.file(d.primary.span.file).text.as_str();
            let at = (d.primary.span.start as usize).min(text.len());
            let end = text.get(at..).and_then(|t| t.find('\n')).map_or(text.len(), |i| at + i);
            let mut start = at;
            // The clause with the mistake begins on the last line before it that starts with a clause word.
            loop {
                start = text.get(..start).and_then(|t| t.rfind('\n')).unwrap_or(0);
                let line = text.get(start..end).unwrap_or("").trim_start();
                let word = line.split(|c: char| !c.is_ascii_lowercase()).next().unwrap_or("");
                if start == 0 || rulebook_syntax::words::is_clause_word(word) {
                    return text.get(start..end).unwrap_or("");
                }
            }
        })
        .collect();
    let mut index = 0;
    diagnostics.retain(|d| {
        index += 1;
        let name = sources.text(d.primary.span);
        index <= from || d.code.0 != "R0201" || !clauses.iter().any(|c| unused::words(c).any(|word| word == name))
    });
}
