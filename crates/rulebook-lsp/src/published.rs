//! Findings as the protocol's diagnostics.

use gen_lsp_types::{
    Code, Diagnostic, DiagnosticRelatedInformation, DiagnosticSeverity, Location, Message, PublishDiagnosticsParams,
    Range,
};
use rulebook_diagnostics::Severity;

use crate::checking::{Finding, Spot};
use crate::library::{Place, Spec};
use crate::state::State;

/// What is shown of a place.
pub(crate) fn of(state: &State, place: &Place) -> Option<PublishDiagnosticsParams> {
    let known = state.open.get(place);
    let uri = known.map(|(uri, _)| uri.clone()).or_else(|| state.library.uri(place))?;
    let spec = state.library.spec(place)?;
    let diagnostics = state.findings(place).into_iter().map(|f| diagnostic(state, &spec, f)).collect();
    Some(PublishDiagnosticsParams { uri, version: known.map(|(_, version)| *version), diagnostics })
}

/// A finding as a diagnostic.
pub(crate) fn diagnostic(state: &State, spec: &Spec, finding: &Finding) -> Diagnostic {
    let range = range(spec, &finding.at);
    let mut message = finding.message.clone();
    if !finding.label.is_empty() {
        message.extend(["\n", &finding.label]);
    }
    if let Some(help) = help(finding) {
        message.extend(["\nhelp: ", &help]);
    }
    let mut related: Vec<DiagnosticRelatedInformation> = Vec::new();
    for (spot, text) in &finding.also {
        let Some(location) = location(state, spot) else { continue };
        let message = if text.is_empty() { "this belongs to it".to_owned() } else { text.clone() };
        related.push(DiagnosticRelatedInformation { location, message });
    }
    Diagnostic {
        range,
        severity: Some(match finding.severity {
            Severity::Error => DiagnosticSeverity::Error,
            Severity::Warning => DiagnosticSeverity::Warning,
        }),
        code: Some(Code::String(finding.code.to_owned())),
        source: Some("rulebook".to_owned()),
        message: Message::String(message),
        related_information: (!related.is_empty()).then_some(related),
        ..Diagnostic::default()
    }
}

/// What can be done about a finding.
pub(crate) fn help(finding: &Finding) -> Option<String> {
    let fix = finding.fix.as_ref().map(|(_, text)| format!("write `{text}`"));
    finding.help.clone().or(fix)
}

/// The location of a spot in any file.
pub(crate) fn location(state: &State, spot: &Spot) -> Option<Location> {
    let spec = state.library.spec(&spot.place)?;
    let uri = state.open.get(&spot.place).map(|(uri, _)| uri.clone()).or_else(|| state.library.uri(&spot.place))?;
    Some(Location { uri, range: range(&spec, spot) })
}

/// The range of a spot in its file.
pub(crate) fn range(spec: &Spec, spot: &Spot) -> Range {
    spec.lines.range(&spec.text, spot.start, spot.end)
}
