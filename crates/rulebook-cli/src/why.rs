//! Reasons why a move is legal or not, in sentences and with the clauses that say so.

use rulebook_api::{Action, Vocabulary, move_text};
use rulebook_interpreter::{InterpreterPosition, Reason, why_not};
use rulebook_ir::ClauseId;

use crate::{engine::Running, failure::Failure, view};

/// A reason, ready to be shown.
#[derive(Clone, Debug)]
pub(crate) struct Told {
    /// The sort of reason, for programs.
    pub(crate) verdict: &'static str,
    /// Does it say that the move may be played?
    pub(crate) legal: bool,
    /// The action that it is about.
    pub(crate) of: Option<Action>,
    /// The move.
    pub(crate) action: Option<String>,
    /// The action that has to be played instead.
    pub(crate) better: Option<Action>,
    /// Another move that has to be played instead.
    pub(crate) instead: Option<String>,
    /// The reason in a sentence.
    pub(crate) message: String,
    /// The clauses that say so.
    pub(crate) clauses: Vec<ClauseId>,
}

/// Why the actions that a text may mean are legal or not.
pub(crate) fn reasons(running: &Running, position: &InterpreterPosition, text: &str) -> Vec<Told> {
    let names = running.names();
    let found = why_not(position, &|action| move_text::fits(names, text, action));
    found.iter().map(|reason| tell(running, position, text, reason)).collect()
}

/// Adds to the refusal of a move the clauses that say so, and says it in their words.
pub(crate) fn add_reasons(running: &Running, position: &InterpreterPosition, failure: Failure) -> Failure {
    let Some(text) = failure.action.clone().filter(|_| failure.kind == "illegal") else { return failure };
    let reasons = reasons(running, position, &text);
    let Some(first) = reasons.iter().find(|r| !r.legal && !r.clauses.is_empty()) else { return failure };
    let names = running.names();
    let ids: Vec<u16> = first.clauses.iter().map(|c| c.0).collect();
    let text = first.clauses.iter().find_map(|c| running.rules().clauses[usize::from(c.0)].texts.get("en"));
    let text = text.map_or_else(String::new, |t| format!(". {t}"));
    let message = format!("{} (`{}`){text}", first.message, view::clauses(names, &ids).join("`, `"));
    let clauses = if failure.clauses.is_empty() { view::clauses(names, &ids) } else { failure.clauses.clone() };
    Failure { clauses, message, ..failure }
}

/// Puts a reason into words.
fn tell(running: &Running, position: &InterpreterPosition, text: &str, reason: &Reason) -> Told {
    let names = running.names();
    let told =
        |verdict, legal, action: Option<&Action>, instead: Option<&Action>, clauses: Vec<ClauseId>, message| Told {
            verdict,
            legal,
            of: action.cloned(),
            action: action.map(|a| written(names, a)),
            better: instead.cloned(),
            instead: instead.map(|a| written(names, a)),
            message,
            clauses,
        };
    match reason {
        Reason::Legal { action, clause, chain } => {
            let message = format!("`{}` is legal", written(names, action));
            told("legal", true, Some(action), None, clause.iter().chain(chain).copied().collect(), message)
        }
        Reason::Foul { action, clauses } => {
            let message = format!("`{}` may be played, but whoever plays it loses", written(names, action));
            told("foul", true, Some(action), None, clauses.clone(), message)
        }
        Reason::Forbidden { action, clauses } => {
            let message = format!("`{}` is forbidden", written(names, action));
            told("forbidden", false, Some(action), None, clauses.clone(), message)
        }
        Reason::Condition { action, clauses } => {
            let message = format!("`{}` is not legal: its condition does not hold", written(names, action));
            told("condition", false, Some(action), None, clauses.clone(), message)
        }
        Reason::Worse { action, clause, better, .. } => {
            let message =
                format!("`{}` is not legal: `{}` takes precedence", written(names, action), written(names, better));
            told("worse", false, Some(action), Some(better), clause.iter().copied().collect(), message)
        }
        Reason::Priority { action, clause, instead } => {
            let (this, other) = (written(names, action), written(names, instead));
            let message = format!("`{this}` is not legal while `{other}` is possible");
            told("priority", false, Some(action), Some(instead), vec![*clause], message)
        }
        Reason::MustGoOn { action, clause, longer } => {
            let on = longer.as_ref().map_or_else(String::new, |l| format!(", as in `{}`", written(names, l)));
            let message =
                format!("`{}` is not legal: it cannot stop there, but has to go on{on}", written(names, action));
            told("must-go-on", false, Some(action), longer.as_ref(), clause.iter().copied().collect(), message)
        }
        Reason::TurnUnfinishable { action, clause } => {
            let message = format!("`{}` is not legal: the turn could not be finished after it", written(names, action));
            told("unfinishable", false, Some(action), None, vec![*clause], message)
        }
        Reason::Over(status) => {
            let message = format!("nothing is legal any more: {}", view::status_text(names, running.rules(), status));
            told("over", false, None, None, ending_clauses(status), message)
        }
        Reason::NoAction => {
            let message = move_text::why_not_legal(names, text, position);
            told("no-action", false, None, None, Vec::new(), message)
        }
    }
}

/// The clauses that ended a game.
fn ending_clauses(status: &rulebook_api::Status) -> Vec<ClauseId> {
    match status {
        rulebook_api::Status::Ongoing { .. } => Vec::new(),
        rulebook_api::Status::Won { clause, .. } => vec![ClauseId(*clause)],
        rulebook_api::Status::Drawn { clauses, .. } => clauses.iter().map(|&c| ClauseId(c)).collect(),
    }
}

/// An action in its shortest form.
fn written(names: &Vocabulary, action: &Action) -> String {
    move_text::text_of(names, action, &[])
}
