//! One line for each diagnostic, as editors and scripts like it.

use std::fmt::Write as _;

use super::by_place;
use super::lines::AllLines;
use crate::{Diagnostic, Severity, Sources};

/// Writes `file:line:column: error[R0101]: message`, one line each, errors first and then by place.
pub fn render_short(sources: &Sources, diagnostics: &[Diagnostic]) -> String {
    let mut lines = AllLines::new(sources);
    let mut out = String::new();
    for diagnostic in by_place(diagnostics) {
        let (file, table) = lines.of(diagnostic.primary.span);
        let at = table.location(diagnostic.primary.span.start);
        let severity = match diagnostic.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
        };
        // Writing to a string cannot fail.
        _ = writeln!(
            out,
            "{}:{}:{}: {severity}[{}]: {}",
            file.name, at.line, at.column, diagnostic.code.0, diagnostic.message
        );
    }
    out
}
