//! Writing moves: the shortest form that no other action of the list shares.

use alloc::collections::BTreeMap;
use alloc::{borrow::ToOwned, format, string::String, vec::Vec};
use core::fmt::Write as _;

use crate::{Action, Notation, Piece, Vocabulary, cell_text, cell_text::Item};

/// How much is said, from the shortest form on; a form that says nothing new is skipped.
const LEVELS: [Level; 6] = [
    Level::Route,
    Level::Full { victims: true, kind: false, name: false },
    Level::Full { victims: false, kind: true, name: false },
    Level::Full { victims: true, kind: true, name: false },
    Level::Full { victims: false, kind: false, name: true },
    Level::Full { victims: true, kind: true, name: true },
];

/// A form longer than the short one.
#[derive(Clone, Copy)]
enum Level {
    /// All landing cells.
    Route,
    /// Captured cells, the kind at the end, the action's name.
    Full { victims: bool, kind: bool, name: bool },
}

/// The shortest text of an action that no other of `all` has too.
pub fn text_of(names: &Vocabulary, action: &Action, all: &[Action]) -> String {
    let short = short(names, action);
    let others: Vec<&Action> = all.iter().filter(|a| !a.same(action) && self::short(names, a) == short).collect();
    distinguish(names, action, short, &others)
}

/// The texts of all actions of a list, each the shortest that the others allow.
pub fn texts(names: &Vocabulary, all: &[Action]) -> Vec<String> {
    let shorts: Vec<String> = all.iter().map(|a| short(names, a)).collect();
    let mut sharing: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (i, short) in shorts.iter().enumerate() {
        sharing.entry(short).or_default().push(i);
    }
    let text = |(i, short): (usize, &String)| {
        let others: Vec<&Action> = sharing[short.as_str()].iter().filter(|&&j| j != i).map(|&j| &all[j]).collect();
        distinguish(names, &all[i], short.clone(), &others)
    };
    shorts.iter().enumerate().map(text).collect()
}

/// Lengthens a text until none of the others, which share its short form, can be meant.
fn distinguish(names: &Vocabulary, action: &Action, short: String, others: &[&Action]) -> String {
    if others.is_empty() {
        return short;
    }
    let mut longest = short.clone();
    for level in LEVELS {
        let Some(text) = form(names, action, level, &short).filter(|t| *t != short) else { continue };
        let shared = match level {
            Level::Route => others.iter().any(|other| routes(names, other).any(|r| r == text)),
            Level::Full { .. } => others.iter().any(|other| form(names, other, level, &short).as_ref() == Some(&text)),
        };
        if !shared {
            return text;
        }
        longest = text;
    }
    longest
}

/// A longer form of an action.
fn form(names: &Vocabulary, action: &Action, level: Level, short: &str) -> Option<String> {
    match level {
        Level::Route => {
            let first = action.via.iter().min()?;
            (notation(names, action) == Notation::Walk).then(|| route(names, action, first))
        }
        Level::Full { victims, kind, name } => {
            let mut text = short.to_owned();
            if victims && !action.victims.is_empty() {
                let cells: Vec<&str> = action.victims.iter().map(|&c| names.cell_name(c)).collect();
                _ = write!(text, "({})", cells.join(","));
            }
            if kind
                && notation(names, action) == Notation::Walk
                && let Some(piece) = action.piece
            {
                text.push('=');
                text.push_str(names.kinds.get(usize::from(piece.kind)).map_or("?", |k| k.name.as_str()));
                if piece.number > 0 {
                    _ = write!(text, "#{}", piece.number);
                }
            }
            if name {
                text.push('/');
                text.push_str(names.actions.get(usize::from(action.name)).map_or("?", |a| a.name.as_str()));
            }
            Some(text)
        }
    }
}

/// The shortest form.
fn short(names: &Vocabulary, action: &Action) -> String {
    match notation(names, action) {
        Notation::Pass => String::from("pass"),
        Notation::Remove => format!("-{}", action.from.or(action.to).map_or("?", |c| names.cell_name(c))),
        Notation::Walk => route(names, action, &[]),
        Notation::Place if action.group.is_empty() => {
            action.to.or(action.from).map_or_else(|| String::from("?"), |cell| placed(names, cell, action.piece))
        }
        Notation::Place => {
            let items: Vec<String> =
                action.group.iter().map(|&(cell, piece)| placed(names, cell, Some(piece))).collect();
            items.join("+")
        }
    }
}

/// All routes of a walk, in full.
fn routes(names: &Vocabulary, action: &Action) -> impl Iterator<Item = String> {
    action.via.iter().map(|via| route(names, action, via))
}

/// From, the landing cells given, and to.
fn route(names: &Vocabulary, action: &Action, via: &[u16]) -> String {
    let joint = if action.victims.is_empty() { "-" } else { "x" };
    let between = via.iter().copied().take(via.len().saturating_sub(1));
    let cells: Vec<&str> =
        action.from.into_iter().chain(between).chain(action.to).map(|c| names.cell_name(c)).collect();
    cells.join(joint)
}

/// A piece that comes.
fn placed(names: &Vocabulary, cell: u16, piece: Option<Piece>) -> String {
    let (kind, number) = piece.map_or((0, 0), |p| (p.kind, p.number));
    cell_text::write_item(names, Item { cell, kind, number })
}

/// How an action is written.
pub(super) fn notation(names: &Vocabulary, action: &Action) -> Notation {
    names.actions.get(usize::from(action.name)).map_or(Notation::Walk, |a| a.notation)
}
