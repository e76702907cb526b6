//! What an editor can do by itself: the replacements that the checker knows, and lines for sentences that are missing.

use std::collections::HashMap;

use gen_lsp_types::{CodeAction, CodeActionKind, Range, TextEdit, Uri, WorkspaceEdit};
use rulebook_syntax::ast::{TextLine, Unit};

use crate::checking::{Checked, Finding};
use crate::library::Spec;
use crate::published;
use crate::state::{Here, State};

/// Languages in which everything is said.
const LANGUAGES: [&str; 2] = ["en", "es"];

/// The actions for a stretch of a document.
pub(crate) fn of(state: &State, here: &Here, uri: &Uri, range: Range) -> Vec<CodeAction> {
    let spec = &here.spec;
    let (from, to) = (spec.lines.offset(&spec.text, range.start), spec.lines.offset(&spec.text, range.end));
    let touches = |start: usize, end: usize| start <= to && from <= end;
    let mut actions = Vec::new();
    let findings: Vec<&Finding> =
        state.findings(&here.place).into_iter().filter(|f| touches(f.at.start, f.at.end)).collect();
    for finding in &findings {
        if let Some((spot, text)) = &finding.fix
            && spot.place == here.place
        {
            let edit = TextEdit { range: published::range(spec, spot), new_text: text.clone() };
            let written = spec.text.get(spot.start..spot.end).unwrap_or("");
            let title = if text.is_empty() {
                format!("Take out `{written}`")
            } else if written.is_empty() {
                format!("Write `{text}`")
            } else {
                format!("Write `{text}` in place of `{written}`")
            };
            actions.push(CodeAction {
                title,
                kind: Some(CodeActionKind::QuickFix),
                diagnostics: Some(vec![published::diagnostic(state, spec, finding)]),
                is_preferred: Some(true),
                edit: Some(edits(uri, vec![edit])),
                ..CodeAction::default()
            });
        }
    }
    if let Some(checked) = here.rules(state) {
        let silent = findings.iter().find(|f| matches!(f.code, "R0602" | "R0603"));
        actions.extend(missing(state, here, uri, &checked, &touches, silent.copied()));
    }
    actions
}

/// Lines for clauses without a sentence: for the one at the place, or, at the warning, for all of them.
fn missing(
    state: &State,
    here: &Here,
    uri: &Uri,
    checked: &Checked,
    touches: &dyn Fn(usize, usize) -> bool,
    warned: Option<&Finding>,
) -> Vec<CodeAction> {
    let rules = &checked.rules;
    let mut stubs = Vec::new();
    let mut actions = Vec::new();
    for clause in rules.clauses.iter().filter(|c| c.about.is_none()) {
        let lacking: Vec<&str> = LANGUAGES.into_iter().filter(|l| clause.texts.get(l).is_none()).collect();
        let path = checked.path(clause);
        if lacking.is_empty() || has_line(&here.spec, &checked.name, path) {
            continue;
        }
        let mut stub = format!("  {path}\n");
        for language in lacking {
            stub.extend(["    ", language, " \"\"\n"]);
        }
        let at = checked.spot(clause.span);
        if at.is_some_and(|spot| spot.place == here.place && touches(spot.start, spot.end)) {
            actions.extend(insert(here, uri, &checked.name, &stub).map(|edit| CodeAction {
                title: format!("Add a line for the sentences of `{path}`"),
                kind: Some(CodeActionKind::QuickFix),
                edit: Some(edit),
                ..CodeAction::default()
            }));
        }
        stubs.push(stub);
    }
    if let Some(finding) = warned
        && !stubs.is_empty()
    {
        actions.extend(insert(here, uri, &checked.name, &stubs.concat()).map(|edit| CodeAction {
            title: format!("Add lines for all sentences that are missing ({})", stubs.len()),
            kind: Some(CodeActionKind::QuickFix),
            diagnostics: Some(vec![published::diagnostic(state, &here.spec, finding)]),
            edit: Some(edit),
            ..CodeAction::default()
        }));
    }
    actions
}

/// Has the id a line in the texts of its game already?
fn has_line(spec: &Spec, game: &str, wanted: &str) -> bool {
    spec.parsed.file.units.iter().any(|unit| match unit {
        Unit::Texts(texts) if texts.name.text == game => {
            texts.lines.iter().any(|line| matches!(line, TextLine::Claim { path, .. } if path.text == wanted))
        }
        Unit::Texts(_) | Unit::Rules(_) => false,
    })
}

/// Puts lines at the end of the texts of a game, which are made if there are none.
fn insert(here: &Here, uri: &Uri, game: &str, lines: &str) -> Option<WorkspaceEdit> {
    let spec = &here.spec;
    let blocks = spec.parsed.file.units.iter();
    let found =
        blocks.filter_map(|u| if let Unit::Texts(t) = u { Some(t) } else { None }).find(|t| t.name.text == game);
    let (at, mut new_text) = match found {
        // Before the brace that closes the block, on whose line it may stand alone.
        Some(texts) => {
            let brace = (texts.span.end as usize).checked_sub(1)?;
            let line = spec.text.get(..brace)?.rfind('\n').map_or(0, |i| i + 1);
            let alone = spec.text.get(line..brace)?.trim().is_empty();
            if alone { (line, lines.to_owned()) } else { (brace, format!("\n{lines}")) }
        }
        None => (spec.text.len(), format!("\ntexts {game} {{\n{lines}}}\n")),
    };
    if spec.text.contains("\r\n") {
        new_text = new_text.replace('\n', "\r\n");
    }
    let range = spec.lines.range(&spec.text, at, at);
    Some(edits(uri, vec![TextEdit { range, new_text }]))
}

fn edits(uri: &Uri, edits: Vec<TextEdit>) -> WorkspaceEdit {
    WorkspaceEdit { changes: Some(HashMap::from([(uri.clone(), edits)])), ..WorkspaceEdit::default() }
}
