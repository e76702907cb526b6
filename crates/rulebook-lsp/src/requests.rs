//! Which question of the protocol is answered by what.

use std::rc::Rc;

use gen_lsp_types::{
    CodeActionParams, DocumentFormattingParams, DocumentHighlight, DocumentHighlightKind, DocumentSymbolParams,
    FoldingRangeParams, InitializeParams, InlayHintParams, PrepareRenamePlaceholder, Range, ReferenceParams,
    RenameParams, ResourceOperationKind, SemanticTokensParams, TextDocumentPositionParams, TextEdit,
};
use lsp_server::{ErrorCode, ResponseError};
use rulebook_diagnostics::FileId;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use crate::library::Spec;
use crate::server::error;
use crate::state::{Here, State};
use crate::{code_actions, colours, completion, hover, navigation, outline, rename, views};

/// What the server can do, and what it notes of what the editor can do.
pub(crate) fn initialize(state: &mut State, params: &Value) -> Value {
    let client = serde_json::from_value::<InitializeParams>(params.clone()).unwrap_or_default().capabilities;
    let edits = client.workspace.and_then(|w| w.workspace_edit);
    let operations = edits.as_ref().and_then(|e| e.resource_operations.clone()).unwrap_or_default();
    state.versioned_edits = edits.and_then(|e| e.document_changes).unwrap_or(false);
    state.renames_files = operations.contains(&ResourceOperationKind::Rename);
    let item = client.text_document.and_then(|t| t.completion).and_then(|c| c.completion_item);
    state.snippets = item.and_then(|i| i.snippet_support).unwrap_or(false);
    json!({
        "capabilities": {
            "positionEncoding": "utf-16",
            "textDocumentSync": { "openClose": true, "change": 2 },
            "hoverProvider": true,
            "definitionProvider": true,
            "referencesProvider": true,
            "documentHighlightProvider": true,
            "renameProvider": { "prepareProvider": true },
            "completionProvider": { "triggerCharacters": [".", "[", "("] },
            "documentSymbolProvider": true,
            "semanticTokensProvider": {
                "legend": { "tokenTypes": colours::TYPES, "tokenModifiers": colours::MODIFIERS },
                "full": true,
            },
            "documentFormattingProvider": true,
            "codeActionProvider": { "codeActionKinds": ["quickfix"] },
            "inlayHintProvider": true,
            "foldingRangeProvider": true,
        },
        "serverInfo": { "name": "rulebook", "version": env!("CARGO_PKG_VERSION") },
    })
}

/// Answers a question about the documents.
pub(crate) fn answer(state: &State, method: &str, params: Value) -> Result<Value, ResponseError> {
    match method {
        "textDocument/hover" => at(state, params, |here| told(&hover::at(state, here))),
        "textDocument/definition" => at(state, params, |here| told(&navigation::definitions(state, here))),
        "textDocument/references" => {
            let with_declarations = read::<ReferenceParams>(params.clone())?.context.include_declaration;
            at(state, params, |here| told(&navigation::references(state, here, with_declarations)))
        }
        "textDocument/documentHighlight" => at(state, params, |here| {
            let stretch = |o: &crate::index::Occurrence| DocumentHighlight {
                range: here.spec.lines.range(&here.spec.text, o.start, o.end),
                kind: Some(if o.declares.is_some() {
                    DocumentHighlightKind::Write
                } else {
                    DocumentHighlightKind::Read
                }),
            };
            told(&navigation::highlights(here).into_iter().map(stretch).collect::<Vec<_>>())
        }),
        "textDocument/prepareRename" => at(state, params, |here| {
            let (range, placeholder) = rename::prepare(here).map_err(refused)?;
            told(&PrepareRenamePlaceholder { range, placeholder })
        }),
        "textDocument/rename" => {
            let new = read::<RenameParams>(params.clone())?.new_name;
            at(state, params, |here| told(&rename::rename(state, here, &new).map_err(refused)?))
        }
        "textDocument/completion" => at(state, params, |here| told(&completion::at(state, here))),
        "textDocument/documentSymbol" => {
            let params: DocumentSymbolParams = read(params)?;
            of(state, &params.text_document.uri, |spec| told(&outline::symbols(spec)))
        }
        "textDocument/foldingRange" => {
            let params: FoldingRangeParams = read(params)?;
            of(state, &params.text_document.uri, |spec| told(&outline::folds(spec)))
        }
        "textDocument/formatting" => {
            let params: DocumentFormattingParams = read(params)?;
            of(state, &params.text_document.uri, |spec| told(&laid_out(spec)))
        }
        "textDocument/semanticTokens/full" => {
            let params: SemanticTokensParams = read(params)?;
            around(state, &params.text_document.uri, |here| told(&colours::of(&here.spec, &here.universe)))
        }
        "textDocument/inlayHint" => {
            let params: InlayHintParams = read(params)?;
            around(state, &params.text_document.uri, |here| {
                told(&views::hints(state, &here.spec, &here.universe, params.range))
            })
        }
        "textDocument/codeAction" => {
            let params: CodeActionParams = read(params)?;
            let uri = params.text_document.uri;
            let Some(here) = state.here(&uri, params.range.start) else { return Err(unknown(&uri.0)) };
            told(&code_actions::of(state, &here, &uri, params.range))
        }
        _ => Err(error(ErrorCode::MethodNotFound, format!("this server does not know `{method}`"))),
    }
}

/// A document laid out: one edit, or none if there is nothing to change. One with mistakes is left as it is.
fn laid_out(spec: &Spec) -> Option<Vec<TextEdit>> {
    if spec.place.is_yaml() {
        return None;
    }
    let new_text = rulebook_format::format(FileId(0), &spec.text).ok()?;
    if new_text == spec.text {
        return Some(Vec::new());
    }
    let range = Range { ..spec.lines.range(&spec.text, 0, spec.text.len()) };
    Some(vec![TextEdit { range, new_text }])
}

/// Answers about a position.
fn at(state: &State, params: Value, with: impl FnOnce(&Here) -> Answer) -> Answer {
    let params: TextDocumentPositionParams = read(params)?;
    let uri = params.text_document.uri;
    let here = state.here(&uri, params.position).ok_or_else(|| unknown(&uri.0))?;
    with(&here)
}

/// Answers about a document and its relatives.
fn around(state: &State, uri: &gen_lsp_types::Uri, with: impl FnOnce(&Here) -> Answer) -> Answer {
    let here = state.here(uri, gen_lsp_types::Position::default()).ok_or_else(|| unknown(&uri.0))?;
    with(&here)
}

/// Answers about a document alone.
fn of(state: &State, uri: &gen_lsp_types::Uri, with: impl FnOnce(&Rc<Spec>) -> Answer) -> Answer {
    let place = state.library.place(uri);
    let spec = state.library.spec(&place).ok_or_else(|| unknown(&uri.0))?;
    with(&spec)
}

type Answer = Result<Value, ResponseError>;

fn told<T: Serialize>(answer: &T) -> Answer {
    serde_json::to_value(answer)
        .map_err(|e| error(ErrorCode::InternalError, format!("the answer cannot be written: {e}")))
}

fn read<P: DeserializeOwned>(params: Value) -> Result<P, ResponseError> {
    serde_json::from_value(params)
        .map_err(|e| error(ErrorCode::InvalidParams, format!("this cannot be understood: {e}")))
}

fn unknown(uri: &str) -> ResponseError {
    error(ErrorCode::InvalidParams, format!("there is no document `{uri}`"))
}

fn refused(why: String) -> ResponseError {
    error(ErrorCode::RequestFailed, why)
}
