//! An editor that speaks with the server in memory.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use lsp_server::{Connection, Message, Notification, Request, Response};
use serde_json::{Value, json};
use tempfile::TempDir;

/// Nothing takes longer than this.
const PATIENCE: Duration = Duration::from_secs(60);

/// An editor with a folder of specs.
pub(crate) struct Client {
    connection: Option<Connection>,
    server: Option<JoinHandle<bool>>,
    pub(crate) folder: TempDir,
    next: i32,
    versions: BTreeMap<String, i32>,
    texts: BTreeMap<String, String>,
    /// What was shown last of each document.
    pub(crate) shown: BTreeMap<String, Value>,
}

impl Client {
    /// With an empty folder.
    pub(crate) fn new() -> Self {
        let mut client = Self::raw();
        let capabilities = json!({
            "workspace": { "workspaceEdit": { "documentChanges": true, "resourceOperations": ["rename"] } },
            "textDocument": { "completion": { "completionItem": { "snippetSupport": true } } },
        });
        let answer =
            client.ask("initialize", json!({ "processId": null, "rootUri": null, "capabilities": capabilities }));
        assert_eq!(answer["capabilities"]["positionEncoding"], "utf-16");
        client.tell("initialized", json!({}));
        client
    }

    /// With a copy of the folder `specs`.
    pub(crate) fn with_specs() -> Self {
        let client = Self::new();
        for spec in rulebook_specs::all() {
            client.put(spec.path, spec.text);
        }
        client
    }

    /// Before `initialize`.
    pub(crate) fn raw() -> Self {
        let (server, connection) = Connection::memory();
        // Rules nest, and a test's thread has a small stack.
        let server = std::thread::Builder::new().stack_size(64 << 20).spawn(move || rulebook_lsp::serve(&server));
        Self {
            connection: Some(connection),
            server: Some(server.expect("a thread")),
            folder: TempDir::new().expect("a folder"),
            next: 0,
            versions: BTreeMap::new(),
            texts: BTreeMap::new(),
            shown: BTreeMap::new(),
        }
    }

    pub(crate) fn path(&self, file: &str) -> PathBuf {
        self.folder.path().join(file)
    }

    /// Writes a file.
    pub(crate) fn put(&self, file: &str, text: &str) {
        let path = self.path(file);
        fs::create_dir_all(path.parent().expect("a folder")).expect("it can be made");
        fs::write(path, text).expect("it can be written");
    }

    pub(crate) fn uri(&self, file: &str) -> String {
        url::Url::from_file_path(self.path(file)).expect("a path").into()
    }

    pub(crate) fn text(&self, file: &str) -> String {
        let uri = self.uri(file);
        self.texts.get(&uri).cloned().unwrap_or_else(|| fs::read_to_string(self.path(file)).expect("it is there"))
    }

    /// Opens a file as it is on disk.
    pub(crate) fn open(&mut self, file: &str) -> Value {
        let text = fs::read_to_string(self.path(file)).expect("it is there");
        self.open_with(file, &text)
    }

    /// Opens a document, and waits for what is shown of it.
    pub(crate) fn open_with(&mut self, file: &str, text: &str) -> Value {
        let uri = self.uri(file);
        self.versions.insert(uri.clone(), 1);
        self.texts.insert(uri.clone(), text.to_owned());
        let document = json!({ "uri": uri, "languageId": "rulebook", "version": 1, "text": text });
        self.tell("textDocument/didOpen", json!({ "textDocument": document }));
        self.wait(&uri, 1)
    }

    /// Replaces the first stretch of this text, as an editor would; waits for what is shown then.
    pub(crate) fn edit(&mut self, file: &str, old: &str, new: &str) -> Value {
        let text = self.text(file);
        let start = text.find(old).unwrap_or_else(|| panic!("{file} has no {old}"));
        let range = json!({ "start": position(&text, start), "end": position(&text, start + old.len()) });
        self.texts.insert(self.uri(file), text.replacen(old, new, 1));
        self.change(file, &json!([{ "range": range, "text": new }]))
    }

    /// Sends changes, and waits for what is shown then.
    pub(crate) fn change(&mut self, file: &str, changes: &Value) -> Value {
        let uri = self.uri(file);
        let version = self.versions.get_mut(&uri).map(|v| {
            *v += 1;
            *v
        });
        let document = json!({ "uri": uri, "version": version });
        self.tell("textDocument/didChange", json!({ "textDocument": document, "contentChanges": changes }));
        self.wait(&uri, version.unwrap_or(1))
    }

    /// Waits for the diagnostics of a version of a document.
    pub(crate) fn wait(&mut self, uri: &str, version: i32) -> Value {
        let start = Instant::now();
        while start.elapsed() < PATIENCE {
            if let Some(shown) = self.shown.get(uri)
                && shown["version"] == version
            {
                return shown["diagnostics"].clone();
            }
            self.listen();
        }
        panic!("nothing was shown of {uri}");
    }

    /// Waits until the diagnostics of a document are as wanted.
    pub(crate) fn wait_until(&mut self, file: &str, wanted: impl Fn(&Value) -> bool) -> Value {
        let (uri, start) = (self.uri(file), Instant::now());
        while start.elapsed() < PATIENCE {
            if let Some(shown) = self.shown.get(&uri)
                && wanted(&shown["diagnostics"])
            {
                return shown["diagnostics"].clone();
            }
            self.listen();
        }
        panic!("{file} never became as wanted: {:?}", self.shown.get(&uri));
    }

    fn listen(&mut self) -> Option<Response> {
        let connection = self.connection.as_ref().expect("it is open");
        match connection.receiver.recv_timeout(PATIENCE).expect("the server is there") {
            Message::Notification(n) if n.method == "textDocument/publishDiagnostics" => {
                let uri = n.params["uri"].as_str().expect("a document").to_owned();
                self.shown.insert(uri, n.params);
                None
            }
            Message::Response(response) => Some(response),
            Message::Notification(_) | Message::Request(_) => None,
        }
    }

    pub(crate) fn tell(&self, method: &str, params: Value) {
        self.send(Notification::new(method.to_owned(), params).into());
    }

    pub(crate) fn send(&self, message: Message) {
        self.connection.as_ref().expect("it is open").sender.send(message).expect("the server is there");
    }

    /// Asks, and gives the answer, which has to be one.
    pub(crate) fn ask(&mut self, method: &str, params: Value) -> Value {
        self.try_ask(method, params).unwrap_or_else(|error| panic!("{method}: {error}"))
    }

    /// Asks, and gives the answer or the error's text with its number before it.
    pub(crate) fn try_ask(&mut self, method: &str, params: Value) -> Result<Value, String> {
        self.next += 1;
        let id = self.next;
        self.send(Request::new(id.into(), method.to_owned(), params).into());
        loop {
            if let Some(response) = self.listen()
                && response.id == id.into()
            {
                return response.response_result.map_err(|e| format!("{} {}", e.code, e.message));
            }
        }
    }

    /// The errors among the answers to these questions, once all have come.
    pub(crate) fn answers(&mut self, ids: std::ops::RangeInclusive<i32>) -> BTreeMap<i32, String> {
        let mut errors = BTreeMap::new();
        let mut left: Vec<i32> = ids.collect();
        while !left.is_empty() {
            let Some(response) = self.listen() else { continue };
            let id = left.iter().position(|id| response.id == (*id).into()).map(|i| left.remove(i));
            if let (Some(id), Err(error)) = (id, response.response_result) {
                errors.insert(id, format!("{} {}", error.code, error.message));
            }
        }
        errors
    }

    /// Asks about the place just behind a piece of text, in which `|` stands for the place.
    pub(crate) fn ask_at(&mut self, method: &str, file: &str, marked: &str, more: &Value) -> Result<Value, String> {
        let text = self.text(file);
        let (before, after) = marked.split_once('|').expect("a place is marked");
        let found = text.find(&format!("{before}{after}")).unwrap_or_else(|| panic!("{file} has no {marked}"));
        let mut params = json!({
            "textDocument": { "uri": self.uri(file) },
            "position": position(&text, found + before.len()),
        });
        for (key, value) in more.as_object().into_iter().flatten() {
            params[key] = value.clone();
        }
        self.try_ask(method, params)
    }

    /// What is shown where the `|` stands.
    pub(crate) fn hover(&mut self, file: &str, marked: &str) -> String {
        let answer = self.ask_at("textDocument/hover", file, marked, &Value::Null).expect("an answer");
        answer["contents"]["value"].as_str().unwrap_or_default().to_owned()
    }

    /// What is offered where the `|` stands.
    pub(crate) fn offers(&mut self, file: &str, marked: &str) -> Vec<String> {
        let answer = self.ask_at("textDocument/completion", file, marked, &Value::Null).expect("an answer");
        answer.as_array().expect("a list").iter().map(|i| i["label"].as_str().expect("a label").to_owned()).collect()
    }

    /// Ends the session as the protocol wants it. Was it content?
    pub(crate) fn close(mut self) -> bool {
        self.ask("shutdown", Value::Null);
        self.tell("exit", Value::Null);
        self.server.take().expect("it runs").join().expect("it does not panic")
    }

    /// Hangs up. Was the server content?
    pub(crate) fn hang_up(mut self) -> bool {
        self.connection = None;
        self.server.take().expect("it runs").join().expect("it does not panic")
    }
}

/// A position in a text, in units of UTF-16; counted apart from the server.
pub(crate) fn position(text: &str, offset: usize) -> Value {
    let before = &text[..offset];
    let line = before.matches('\n').count();
    let start = before.rfind('\n').map_or(0, |i| i + 1);
    json!({ "line": line, "character": text[start..offset].encode_utf16().count() })
}

/// The byte of a position.
pub(crate) fn offset(text: &str, position: &Value) -> usize {
    let (line, character) =
        (position["line"].as_u64().expect("a line"), position["character"].as_u64().expect("a column"));
    let start: usize = text.split_inclusive('\n').take(line as usize).map(str::len).sum();
    let mut units = 0;
    for (i, c) in text[start..].char_indices() {
        if units >= character {
            return start + i;
        }
        units += c.len_utf16() as u64;
    }
    text.len()
}

/// Puts edits into a text.
pub(crate) fn apply(text: &str, edits: &Value) -> String {
    let mut all: Vec<(usize, usize, &str)> = edits
        .as_array()
        .expect("a list")
        .iter()
        .map(|e| {
            let new = e["newText"].as_str().expect("a text");
            (offset(text, &e["range"]["start"]), offset(text, &e["range"]["end"]), new)
        })
        .collect();
    all.sort_unstable();
    assert!(all.windows(2).all(|pair| pair[0].1 <= pair[1].0), "edits overlap");
    let mut text = text.to_owned();
    for (start, end, new) in all.into_iter().rev() {
        text.replace_range(start..end, new);
    }
    text
}

/// The file that a URI names, below a folder.
pub(crate) fn file_of(uri: &str, folder: &Path) -> String {
    let path = url::Url::parse(uri).expect("an address").to_file_path().expect("a file");
    path.strip_prefix(folder).expect("below the folder").to_string_lossy().replace('\\', "/")
}
