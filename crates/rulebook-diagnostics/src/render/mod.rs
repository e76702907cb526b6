//! Diagnostics as text: with excerpts for people, one a line for editors, JSON for programs.

mod human;
mod json;
mod lines;
mod short;

pub use human::render_human;
pub use json::render_json;
pub use short::render_short;

use crate::Diagnostic;

/// The diagnostics by place: files in the order in which they were added, then from top to bottom.
fn by_place(diagnostics: &[Diagnostic]) -> Vec<&Diagnostic> {
    let mut sorted: Vec<_> = diagnostics.iter().collect();
    // Errors first: they are what keeps the spec from being used.
    sorted.sort_by_key(|d| (!d.is_error(), d.primary.span, d.code));
    sorted
}
