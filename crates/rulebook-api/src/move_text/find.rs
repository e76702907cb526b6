//! Finding the action that a move text means.

use alloc::{format, string::String, vec::Vec};
use core::fmt;

use crate::{
    Action, Forbidden, Notation, Piece, Vocabulary,
    move_text::{
        LIMIT,
        read::{Deed, Problem, Written, read},
        write::{notation, text_of, texts},
    },
    nearest::listed,
};

/// What a move text means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Found<'a> {
    /// This legal action.
    Legal(&'a Action),
    /// This action, which a prohibition forbids.
    Forbidden(&'a Forbidden),
}

/// Why no action was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveTextError {
    /// What sort of problem.
    pub problem: MoveTextProblem,
    /// The same in the user's words, with the way out.
    pub message: String,
}

/// The sorts of problems.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MoveTextProblem {
    /// The text has not the form of a move.
    Unreadable,
    /// It names a cell that the board has not.
    UnknownCell,
    /// It can be read, but no legal action is meant.
    NotLegal,
    /// It may mean any of these.
    Ambiguous(Vec<String>),
}

impl fmt::Display for MoveTextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl core::error::Error for MoveTextError {}

/// Finds the action that a text means, first among the legal ones, then among the forbidden ones.
///
/// Any order in a group or among captured cells is accepted, any row of landing cells that leaves one action,
/// numbers of the field for cells, and `:` for `x`. A `-` stands for `x` only where nothing else fits.
///
/// # Errors
/// If the text means no action, or more than one.
pub fn find<'a>(
    names: &Vocabulary,
    text: &str,
    legal: &'a [Action],
    forbidden: &'a [Forbidden],
) -> Result<Found<'a>, MoveTextError> {
    let text = text.trim();
    let written = read_bounded(names, text).map_err(|problem| unreadable(names, text, problem, legal))?;
    let legal_actions: Vec<&Action> = legal.iter().collect();
    if let Some(i) = best(names, text, &written, &legal_actions)? {
        return Ok(Found::Legal(&legal[i]));
    }
    let forbidden_actions: Vec<&Action> = forbidden.iter().map(|f| &f.action).collect();
    if let Some(i) = best(names, text, &written, &forbidden_actions)? {
        return Ok(Found::Forbidden(&forbidden[i]));
    }
    Err(MoveTextError { problem: MoveTextProblem::NotLegal, message: not_legal(names, text, &written, legal) })
}

/// Could an action, legal or not, be meant by a text? False if the text cannot be read.
pub fn fits(names: &Vocabulary, text: &str, action: &Action) -> bool {
    read_bounded(names, text.trim()).is_ok_and(|written| fit(names, &written, action).is_some())
}

/// What a text says, whatever is legal; `None` if it cannot be read.
pub fn written(names: &Vocabulary, text: &str) -> Option<Written> {
    read_bounded(names, text.trim()).ok()
}

/// Reads a text that is not too long.
fn read_bounded(names: &Vocabulary, text: &str) -> Result<Written, Problem> {
    if text.len() > LIMIT {
        return Err(Problem::Unreadable(format!("it has more than {LIMIT} bytes")));
    }
    read(names, text)
}

/// The one action that fits best.
fn best(
    names: &Vocabulary,
    text: &str,
    written: &Written,
    actions: &[&Action],
) -> Result<Option<usize>, MoveTextError> {
    let fits: Vec<(u8, usize)> =
        actions.iter().enumerate().filter_map(|(i, a)| fit(names, written, a).map(|f| (f, i))).collect();
    let Some(least) = fits.iter().map(|(f, _)| *f).min() else { return Ok(None) };
    let fits: Vec<usize> = fits.into_iter().filter(|(f, _)| *f == least).map(|(_, i)| i).collect();
    if let [one] = fits.as_slice() {
        return Ok(Some(*one));
    }
    let all: Vec<Action> = actions.iter().map(|a| (*a).clone()).collect();
    let forms: Vec<String> = fits.iter().map(|&i| text_of(names, actions[i], &all)).collect();
    if let Some(i) = forms.iter().position(|f| f == text) {
        return Ok(Some(fits[i]));
    }
    let message = format!("`{text}` may mean {}; write one of these", listed(some_of(&forms), "or"));
    Err(MoveTextError { problem: MoveTextProblem::Ambiguous(forms), message })
}

/// How well an action fits what is written; 0 is best, `None` not at all.
fn fit(names: &Vocabulary, written: &Written, action: &Action) -> Option<u8> {
    if written.name.is_some_and(|n| n != action.name) {
        return None;
    }
    if written.victims.as_ref().is_some_and(|v| *v != action.victims) {
        return None;
    }
    if !fits_piece(written.kind, written.number, action.piece) {
        return None;
    }
    match (&written.deed, notation(names, action)) {
        (Deed::Pass, Notation::Pass) => Some(0),
        (Deed::Remove(cell), Notation::Remove) => (action.from.or(action.to) == Some(*cell)).then_some(0),
        (Deed::Walk(cells, takes), Notation::Walk) => fit_walk(cells, *takes, action),
        (Deed::Place(placed), Notation::Place) => {
            let single = [(action.to.or(action.from)?, action.piece)];
            let group: Vec<(u16, Option<Piece>)> = action.group.iter().map(|&(c, p)| (c, Some(p))).collect();
            let there: &[(u16, Option<Piece>)] = if group.is_empty() { &single } else { &group };
            let same = placed.len() == there.len()
                && placed.iter().zip(there).all(|(w, (cell, piece))| w.0 == *cell && fits_piece(w.1, w.2, *piece));
            // Without a letter the game's first kind is meant, if it may come there.
            let letters = there.iter().zip(placed).any(|((_, p), w)| w.1.is_none() && p.is_some_and(|p| p.kind > 0));
            same.then_some(u8::from(letters))
        }
        _ => None,
    }
}

/// Is it that kind with that number, where they are said?
fn fits_piece(kind: Option<u8>, number: Option<u8>, piece: Option<Piece>) -> bool {
    kind.is_none_or(|k| piece.is_some_and(|p| p.kind == k))
        && number.is_none_or(|n| piece.is_some_and(|p| p.number == n))
}

/// How well a walk fits.
fn fit_walk(cells: &[u16], takes: Option<bool>, action: &Action) -> Option<u8> {
    let ([from, onward @ ..], Some(to)) = (cells, cells.last()) else { return None };
    if action.from != Some(*from) || action.to != Some(*to) {
        return None;
    }
    let mark = match (takes, !action.victims.is_empty()) {
        (Some(true), false) => return None,
        (Some(false), true) => 4,
        _ => 0,
    };
    if onward.len() <= 1 || action.via.iter().any(|via| via == onward) {
        return Some(mark);
    }
    let within = |via: &Vec<u16>| {
        let mut rest = via.iter();
        onward.iter().all(|cell| rest.any(|c| c == cell))
    };
    if action.via.iter().any(within) {
        return Some(mark + 1);
    }
    // Not all routes are kept: then this may be one of those that are not.
    (action.via.len() >= Action::VIA_LIMIT).then_some(mark + 2)
}

/// Explains a text that cannot be read.
fn unreadable(names: &Vocabulary, text: &str, problem: Problem, legal: &[Action]) -> MoveTextError {
    let (problem, why) = match problem {
        Problem::Unreadable(why) => (MoveTextProblem::Unreadable, why),
        Problem::UnknownCell(why) => (MoveTextProblem::UnknownCell, why),
    };
    let shape = looks_like(names, legal);
    let message = match problem {
        MoveTextProblem::UnknownCell if text.is_empty() => shape,
        MoveTextProblem::UnknownCell => format!("`{text}`: {why}"),
        _ if text.is_empty() => format!("a move is missing; {shape}"),
        _ => format!("`{text}` is not a move: {why}. {shape}"),
    };
    MoveTextError { problem, message }
}

/// What a move looks like in this game.
fn looks_like(names: &Vocabulary, legal: &[Action]) -> String {
    if !legal.is_empty() {
        return format!("Here a move looks like {}", listed(some_of(&texts(names, legal)), "or"));
    }
    let cell = |i: usize| names.cells.get(i).map_or("c3", |c| c.name.as_str());
    let forms = names.actions.iter().map(|a| match a.notation {
        Notation::Walk => format!("`{}-{}` or `{}x{}` ({})", cell(0), cell(1), cell(0), cell(1), a.name),
        Notation::Place => format!("`{}` ({})", cell(0), a.name),
        Notation::Remove => format!("`-{}` ({})", cell(0), a.name),
        Notation::Pass => String::from("`pass`"),
    });
    format!("A move looks like {}", listed(forms, "or"))
}

/// Explains a text that means no legal action.
fn not_legal(names: &Vocabulary, text: &str, written: &Written, legal: &[Action]) -> String {
    let shown = |keep: &dyn Fn(&Action) -> bool| {
        let kept = texts(names, legal).into_iter().zip(legal).filter(|(_, a)| keep(a)).map(|(t, _)| t);
        some_of(&kept.collect::<Vec<_>>())
    };
    if let Deed::Walk(cells, takes) = &written.deed
        && let ([from, ..], Some(to)) = (cells.as_slice(), cells.last())
    {
        let same_end = shown(&|a| a.from == Some(*from) && a.to == Some(*to));
        if !same_end.is_empty() {
            let taking = *takes == Some(true) && cells.len() == 2;
            let why = if taking { "nothing is taken so" } else { "it cannot be done in this way" };
            return format!("`{text}` is not legal: {why}; {}", choice("here", &same_end));
        }
        let start = format!("from {}", names.cell_name(*from));
        let same_start = shown(&|a| a.from == Some(*from) && notation(names, a) == Notation::Walk);
        if same_start.is_empty() {
            return format!(
                "`{text}` is not legal, nor is any other move {start}; {}",
                choice("here", &shown(&|_| true))
            );
        }
        return format!("`{text}` is not legal; {}", choice(&start, &same_start));
    }
    if let Deed::Place(placed) = &written.deed
        && let [(cell, ..)] = placed.as_slice()
    {
        let same_cell = shown(&|a| a.to == Some(*cell) && notation(names, a) == Notation::Place && a.group.is_empty());
        if !same_cell.is_empty() {
            return format!("`{text}` is not legal; {}", choice(&format!("on {}", names.cell_name(*cell)), &same_cell));
        }
    }
    format!("`{text}` is not legal; {}", choice("here", &shown(&|_| true)))
}

/// What may be played instead.
fn choice(place: &str, forms: &[String]) -> String {
    match forms {
        [] => format!("{place} nothing is legal"),
        [one] => format!("{place} the only legal move is {one}"),
        more => format!("{place} the legal moves are {}", listed(more, "and")),
    }
}

/// The first eight, and how many more.
fn some_of(forms: &[String]) -> Vec<String> {
    let mut some: Vec<String> = forms.iter().take(8).map(|f| format!("`{f}`")).collect();
    if forms.len() > some.len() {
        some.push(format!("{} more", forms.len() - some.len()));
    }
    some
}
