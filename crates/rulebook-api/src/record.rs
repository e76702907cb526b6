//! Playing moves that are given as text.

use crate::{
    Forbidden, PlayError, Position, Status, Vocabulary, listed,
    move_text::{self, Found, MoveTextError, MoveTextProblem},
};
use alloc::{borrow::ToOwned, format, string::String, vec::Vec};

/// A turn that was completed, or cut short by the end of the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Turn {
    /// Who played it.
    pub player: u8,
    /// Its actions, each in its shortest form.
    pub actions: Vec<String>,
}

/// A move that was not played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotPlayed {
    /// What sort of problem.
    pub problem: Problem,
    /// In which turn, from 1; for [`Problem::Over`] the turn with which the game ended.
    pub ply: u32,
    /// The move as written.
    pub action: String,
    /// Prohibitions that forbid it: indices into [`Vocabulary::clauses`].
    pub clauses: Vec<u16>,
    /// In the user's words, with the way out.
    pub message: String,
}

/// The sorts of problems.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Problem {
    /// The text is not a move, or names a cell that the board has not.
    Unreadable,
    /// It can mean more than one legal action.
    Ambiguous,
    /// It is not legal.
    Illegal,
    /// The game has ended before it.
    Over,
    /// The search for what may be played, or for what follows, was given up.
    GaveUp,
    /// It was played, but then something did not hold that the spec says to hold always.
    Property,
}

/// Plays moves as [`play`] does, and asks after every action whether what always has to hold does hold.
///
/// # Errors
/// If a move is not played, or if clauses do not hold after it ([`Problem::Property`], with the clauses).
pub fn play_checked(
    names: &Vocabulary,
    position: &mut dyn Position,
    moves: &str,
    each: &mut dyn FnMut(&dyn Position, Turn),
) -> Result<Vec<String>, NotPlayed> {
    play_all(names, position, moves, each, &|position| position.broken_properties())
}

/// Plays moves, separated by blanks or commas, and calls back after every turn that is completed or cut short.
/// Returns the actions of a turn that is left unfinished.
///
/// # Errors
/// If a move is not played; the position is then the one before it.
pub fn play(
    names: &Vocabulary,
    position: &mut dyn Position,
    moves: &str,
    each: &mut dyn FnMut(&dyn Position, Turn),
) -> Result<Vec<String>, NotPlayed> {
    play_all(names, position, moves, each, &|_| Vec::new())
}

/// Plays all moves; stops at the first after which something is broken.
fn play_all(
    names: &Vocabulary,
    position: &mut dyn Position,
    moves: &str,
    each: &mut dyn FnMut(&dyn Position, Turn),
    broken: &dyn Fn(&dyn Position) -> Vec<u16>,
) -> Result<Vec<String>, NotPlayed> {
    let mut ply = 0;
    let mut actions = Vec::new();
    for text in move_text::split(moves) {
        let status = position.status();
        if status.is_over() {
            return Err(over(names, &status, ply, text));
        }
        let player = position.to_move();
        let turns = position.turns();
        let written = play_one(names, position, ply + 1, text)?;
        let clauses = broken(position);
        if !clauses.is_empty() {
            return Err(not_holding(names, ply + 1, written, clauses));
        }
        actions.push(written);
        if position.status().is_over() || position.turns() > turns || !position.within_turn() {
            ply += 1;
            each(position, Turn { player, actions: core::mem::take(&mut actions) });
        }
    }
    Ok(actions)
}

/// Plays one move; gives its shortest text.
fn play_one(names: &Vocabulary, position: &mut dyn Position, ply: u32, text: &str) -> Result<String, NotPlayed> {
    let legal = position.legal();
    if position.gave_up() {
        return Err(given_up(ply, text));
    }
    let action = match move_text::find(names, text, &legal, &[]) {
        Ok(Found::Legal(action)) => action,
        Ok(Found::Forbidden(forbidden)) => return Err(not_allowed(names, ply, text, forbidden)),
        Err(error) if error.problem == MoveTextProblem::NotLegal => {
            let forbidden = position.forbidden();
            if let Ok(Found::Forbidden(forbidden)) = move_text::find(names, text, &[], &forbidden) {
                return Err(not_allowed(names, ply, text, forbidden));
            }
            let message = move_text::why_not_legal(names, text, position);
            return Err(not_found(ply, text, MoveTextError { message, ..error }));
        }
        Err(error) => return Err(not_found(ply, text, error)),
    };
    let written = move_text::text_of(names, action, &legal);
    let problem = match position.play(action) {
        Ok(()) => return Ok(written),
        Err(PlayError::Over) => Problem::Over,
        Err(PlayError::NotLegal) => Problem::Illegal,
        Err(PlayError::GaveUp) => return Err(given_up(ply, text)),
    };
    let message = format!("`{text}` was not played");
    Err(NotPlayed { problem, ply, action: text.to_owned(), clauses: Vec::new(), message })
}

/// A move at which a search was given up.
fn given_up(ply: u32, text: &str) -> NotPlayed {
    let message = format!("at `{text}` the search for what may be played was given up: there are too many ways to go");
    NotPlayed { problem: Problem::GaveUp, ply, action: text.to_owned(), clauses: Vec::new(), message }
}

/// A move that cannot be read, or is not among the legal ones.
fn not_found(ply: u32, text: &str, error: MoveTextError) -> NotPlayed {
    let problem = match error.problem {
        MoveTextProblem::Unreadable | MoveTextProblem::UnknownCell => Problem::Unreadable,
        MoveTextProblem::NotLegal => Problem::Illegal,
        MoveTextProblem::Ambiguous(_) => Problem::Ambiguous,
    };
    NotPlayed { problem, ply, action: text.to_owned(), clauses: Vec::new(), message: error.message }
}

/// A move that a prohibition forbids.
fn not_allowed(names: &Vocabulary, ply: u32, text: &str, forbidden: &Forbidden) -> NotPlayed {
    let ids = forbidden.clauses.iter().map(|&c| format!("`{}`", names.clause(c)));
    let message = format!("`{text}` is forbidden by {}", listed(ids, "and"));
    let clauses = forbidden.clauses.clone();
    NotPlayed { problem: Problem::Illegal, ply, action: text.to_owned(), clauses, message }
}

/// A move after which something does not hold.
fn not_holding(names: &Vocabulary, ply: u32, action: String, clauses: Vec<u16>) -> NotPlayed {
    let ids = clauses.iter().map(|&c| format!("`{}`", names.clause(c)));
    let message = format!("after `{action}` {} does not hold, as it always has to", listed(ids, "and"));
    NotPlayed { problem: Problem::Property, ply, action, clauses, message }
}

/// A move after the end.
fn over(names: &Vocabulary, status: &Status, played: u32, text: &str) -> NotPlayed {
    let how = match status {
        Status::Won { winner, reason, .. } => format!("won by {} ({})", names.player(*winner), names.reason(*reason)),
        Status::Drawn { reasons, .. } => format!("drawn ({})", listed(reasons.iter().map(|&r| names.reason(r)), "and")),
        Status::Ongoing { .. } => String::from("going on"),
    };
    let when = if played == 0 { String::from("before the first move") } else { format!("with ply {played}") };
    let message = format!("`{text}` comes too late: the game ended {when}, {how}");
    NotPlayed { problem: Problem::Over, ply: played, action: text.to_owned(), clauses: Vec::new(), message }
}
