//! What the editor tells: documents that are opened, changed and closed, and files that change on disk.

use gen_lsp_types::{
    DidChangeTextDocumentParams, DidChangeWatchedFilesParams, DidCloseTextDocumentParams, DidOpenTextDocumentParams,
    TextDocumentContentChangeEvent,
};
use lsp_server::Notification;
use serde::de::DeserializeOwned;

use crate::library::Place;
use crate::lines::Lines;
use crate::state::State;

/// Hears it. Gives the documents that have to be checked, the changed one first.
pub(crate) fn hear(state: &mut State, notification: &Notification) -> Vec<Place> {
    match notification.method.as_str() {
        "textDocument/didOpen" => read(notification).map_or_else(Vec::new, |params| opened(state, params)),
        "textDocument/didChange" => read(notification).map_or_else(Vec::new, |params| changed(state, params)),
        "textDocument/didClose" => read(notification).map_or_else(Vec::new, |params| closed(state, &params)),
        "workspace/didChangeWatchedFiles" => read(notification).map_or_else(Vec::new, |params| on_disk(state, &params)),
        _ => Vec::new(),
    }
}

fn read<P: DeserializeOwned>(notification: &Notification) -> Option<P> {
    serde_json::from_value(notification.params.clone()).ok()
}

fn opened(state: &mut State, params: DidOpenTextDocumentParams) -> Vec<Place> {
    let document = params.text_document;
    let place = state.library.place(&document.uri);
    state.open.insert(place.clone(), (document.uri, document.version));
    state.library.hold(place.clone(), document.text);
    with_dependents(state, place)
}

fn changed(state: &mut State, params: DidChangeTextDocumentParams) -> Vec<Place> {
    let document = params.text_document;
    let place = state.library.place(&document.text_document_identifier.uri);
    let Some((_, version)) = state.open.get_mut(&place) else { return Vec::new() };
    *version = document.version;
    let Some(spec) = state.library.spec(&place) else { return Vec::new() };
    let mut text = spec.text.clone();
    for change in params.content_changes {
        match change {
            TextDocumentContentChangeEvent::TextDocumentContentChangeWholeDocument(whole) => text = whole.text,
            TextDocumentContentChangeEvent::TextDocumentContentChangePartial(part) => {
                let lines = Lines::of(&text);
                let (start, end) = (lines.offset(&text, part.range.start), lines.offset(&text, part.range.end));
                text.replace_range(start.min(end)..end.max(start), &part.text);
            }
        }
    }
    state.library.hold(place.clone(), text);
    with_dependents(state, place)
}

fn closed(state: &mut State, params: &DidCloseTextDocumentParams) -> Vec<Place> {
    let place = state.library.place(&params.text_document.uri);
    let mut all = with_dependents(state, place.clone());
    state.forget(&place);
    all.dedup();
    all
}

fn on_disk(state: &State, params: &DidChangeWatchedFilesParams) -> Vec<Place> {
    let mut all = Vec::new();
    for change in &params.changes {
        let place = state.library.place(&change.uri);
        if !state.library.is_held(&place) {
            all.extend(state.dependents(&place));
        }
    }
    all.extend(state.orphans());
    all.sort();
    all.dedup();
    all
}

/// A document and those that extend it, or that may find now what they extend.
fn with_dependents(state: &State, place: Place) -> Vec<Place> {
    let mut all = state.dependents(&place);
    all.extend(state.orphans());
    all.retain(|p| *p != place);
    all.sort();
    all.dedup();
    all.insert(0, place);
    all
}
