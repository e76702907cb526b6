//! From a parsed spec to checked rules: inheritance, names, types, geometry, termination, texts.
//!
//! The surface ends here. What comes out ([`rulebook_ir::Rules`]) has no chains, promotions or sides, only
//! programs, viewpoints and counts. No file is read: a [`Loader`] brings what `extends` names.
//!
//! *Invariant:* no game is known here, and no input makes this crate panic.

mod actions;
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
mod material;
mod nouns;
mod numbers;
mod programs;
mod quantified;
mod results;
mod settings;
mod symbols;
mod termination;
mod texts;
mod turns;
mod world;

pub use inherit::Loader;

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
    let text = sources.file(root).text.clone();
    let parsed = rulebook_syntax::parse(root, &text);
    let mut diagnostics = parsed.diagnostics;
    let games = inherit::games(&parsed.file);
    inherit::check_units(&parsed.file, &mut diagnostics);
    let syntax_errors = diagnostics.iter().any(Diagnostic::is_error);
    let Some(merged) = inherit::merge(sources, root, parsed.file, request.game.as_deref(), loader, &mut diagnostics)
    else {
        return Checked { rules: None, games, diagnostics };
    };
    let rules = world::elaborate(&merged, &request.params, syntax_errors, &mut diagnostics);
    // Errors first: a warning about a text should not stand before what keeps the spec from being played.
    diagnostics.sort_by_key(|d| (!d.is_error(), d.primary.span, d.code));
    diagnostics.dedup();
    let rules = rules.filter(|_| !diagnostics.iter().any(Diagnostic::is_error));
    Checked { rules, games, diagnostics }
}
