//! The life of a session: start, messages one after the other, diagnostics when nothing else waits, end.

use std::collections::{BTreeSet, VecDeque};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use lsp_server::{Connection, ErrorCode, Message, Notification, Request, RequestId, Response, ResponseError};
use serde_json::{Value, json};

use crate::library::Place;
use crate::state::State;
use crate::{changes, published, requests};

/// So long nothing has to come before what was changed is checked: who types fast is not checked at every letter.
const PAUSE: Duration = Duration::from_millis(4);

/// Where a session stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    /// Before `initialize`.
    New,
    /// In between.
    Running,
    /// After `shutdown`.
    Over,
}

/// A session.
#[derive(Debug)]
struct Session {
    state: State,
    phase: Phase,
    /// Documents to check, those changed last first.
    due: VecDeque<Place>,
    /// Places for which diagnostics were shown.
    shown: BTreeSet<Place>,
}

/// Serves until the editor says `exit` or hangs up. Did it say `shutdown` first, as the protocol wants it?
pub fn serve(connection: &Connection) -> bool {
    let mut session =
        Session { state: State::default(), phase: Phase::New, due: VecDeque::new(), shown: BTreeSet::new() };
    let mut waiting: VecDeque<Message> = VecDeque::new();
    loop {
        waiting.extend(connection.receiver.try_iter());
        let message = match waiting.pop_front() {
            Some(message) => message,
            None if session.due.is_empty() => match connection.receiver.recv() {
                Ok(message) => message,
                Err(_) => break,
            },
            None => match connection.receiver.recv_timeout(PAUSE) {
                Ok(message) => message,
                Err(error) if error.is_timeout() => {
                    if !session.check_next(connection) {
                        break;
                    }
                    continue;
                }
                Err(_) => break,
            },
        };
        match message {
            Message::Request(request) => {
                waiting.extend(connection.receiver.try_iter());
                let answer = if cancelled(&waiting, &request.id) {
                    Err(error(ErrorCode::RequestCanceled, "this request was cancelled"))
                } else {
                    guarded(|| session.answer(&request))
                };
                let response = Response { id: request.id, response_result: answer };
                if connection.sender.send(response.into()).is_err() {
                    break;
                }
            }
            Message::Notification(notification) if notification.method == "exit" => break,
            Message::Notification(notification) => {
                // What a document becomes by a change that cannot be understood is not known; it stays as it was.
                let done = guarded(|| {
                    session.hear(&notification);
                    Ok(Value::Null)
                });
                if let Err(wrong) = done {
                    let log = json!({ "type": 1, "message": wrong.message });
                    _ = connection.sender.send(Notification::new("window/logMessage".into(), log).into());
                }
            }
            Message::Response(_) => {}
        }
    }
    session.phase == Phase::Over
}

/// Serves over standard input and output. Did the editor end the session as the protocol wants it?
///
/// # Errors
/// If the conversation breaks off: what comes is no message of the protocol, or nobody reads the answers.
pub fn serve_standard() -> std::io::Result<bool> {
    let (connection, threads) = Connection::stdio();
    let proper = serve(&connection);
    // The thread that writes ends when nobody can send any more.
    drop(connection);
    threads.join().map(|()| proper)
}

impl Session {
    fn answer(&mut self, request: &Request) -> Result<Value, ResponseError> {
        match (self.phase, request.method.as_str()) {
            (Phase::New, "initialize") => {
                self.phase = Phase::Running;
                Ok(requests::initialize(&mut self.state, &request.params))
            }
            (Phase::New, _) => Err(error(ErrorCode::ServerNotInitialized, "`initialize` has to come first")),
            (Phase::Running, "initialize") => Err(error(ErrorCode::InvalidRequest, "this session has begun already")),
            (Phase::Running, "shutdown") => {
                self.phase = Phase::Over;
                Ok(Value::Null)
            }
            (Phase::Running, method) => requests::answer(&self.state, method, request.params.clone()),
            (Phase::Over, _) => Err(error(ErrorCode::InvalidRequest, "this session is over; only `exit` may follow")),
        }
    }

    fn hear(&mut self, notification: &Notification) {
        if self.phase == Phase::Running {
            let changed = changes::hear(&mut self.state, notification);
            for place in changed.into_iter().rev() {
                self.due.retain(|p| *p != place);
                self.due.push_front(place);
            }
        }
    }

    /// Checks the next document that is due, and shows what came out. Is the editor still there?
    fn check_next(&mut self, connection: &Connection) -> bool {
        let Some(place) = self.due.pop_front() else { return true };
        let mut places = self.state.spoken_of(&place);
        if self.state.open.contains_key(&place) {
            let checked = catch_unwind(AssertUnwindSafe(|| self.state.check(&place)));
            if checked.is_err() {
                return true;
            }
        }
        places.push(place.clone());
        places.extend(self.state.spoken_of(&place));
        if !self.state.open.contains_key(&place) {
            // Of a closed document nothing is shown any more, unless another one that is open speaks of it.
            places.extend(self.shown.iter().cloned());
        }
        places.sort();
        places.dedup();
        // The document that was changed comes first.
        places.sort_by_key(|p| *p != place);
        for place in places {
            let Some(message) = published::of(&self.state, &place) else { continue };
            let empty = message.diagnostics.is_empty();
            if empty && !self.state.open.contains_key(&place) && !self.shown.contains(&place) {
                continue;
            }
            if empty {
                self.shown.remove(&place);
            } else {
                self.shown.insert(place);
            }
            let note = Notification::new("textDocument/publishDiagnostics".into(), message);
            if connection.sender.send(note.into()).is_err() {
                return false;
            }
        }
        true
    }
}

/// Was this request cancelled while it waited?
fn cancelled(waiting: &VecDeque<Message>, id: &RequestId) -> bool {
    let id = serde_json::to_value(id).unwrap_or_default();
    waiting.iter().any(|message| match message {
        Message::Notification(n) => n.method == "$/cancelRequest" && n.params.get("id") == Some(&id),
        Message::Request(_) | Message::Response(_) => false,
    })
}

/// Answers a panic with an error: one question that goes wrong does not end the session.
fn guarded(inside: impl FnOnce() -> Result<Value, ResponseError>) -> Result<Value, ResponseError> {
    catch_unwind(AssertUnwindSafe(inside)).unwrap_or_else(|_| {
        Err(error(ErrorCode::InternalError, "this is a mistake of the language server; please report it with the spec"))
    })
}

/// An error of the protocol.
pub(crate) fn error(code: ErrorCode, message: impl Into<String>) -> ResponseError {
    ResponseError { code: code as i32, message: message.into(), data: None }
}
