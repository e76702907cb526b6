//! What a legal move does: pieces that come, go and change, whose turn it is then, clocks, results.

use rulebook_api::{Action, ClockValue, Piece, Position as _, Status, Vocabulary, listed, position_text};
use rulebook_interpreter::InterpreterPosition;
use serde_json::{Value, json};

use crate::{engine::Running, view};

/// What a move does.
#[derive(Clone, Debug)]
pub(super) struct Effects {
    /// One line for each effect.
    pub(super) lines: Vec<String>,
    /// The same for programs.
    pub(super) json: Value,
    /// The position after it.
    pub(super) after: InterpreterPosition,
}

/// Plays the move on a copy and compares; nothing if it cannot be played.
pub(super) fn of(running: &Running, position: &InterpreterPosition, action: &Action) -> Option<Effects> {
    let names = running.names();
    let mut after = position.clone();
    after.play(action).ok()?;
    let mut lines = board(names, position, &after, action);
    let status = after.status();
    let passes = after.to_move() != position.to_move();
    if status.is_over() {
        lines.push(format!("ends the game: {}", view::status_text(names, running.rules(), &status)));
    } else if passes {
        lines.push(format!("then {} is to move", names.player(after.to_move())));
    } else {
        lines.push(format!("then {} goes on with the turn", names.player(after.to_move())));
    }
    if let Status::Ongoing { claimable } = &status
        && !claimable.is_empty()
    {
        lines.push(view::status_text(names, running.rules(), &status));
    }
    let (before, now) = (position.clocks(), after.clocks());
    lines.extend(clocks(names, &before, &now));
    let json = json!({
        "position": position_text::print(names, &after.setup()),
        "status": view::status(names, &status),
        "clocks": { "before": view::clocks(names, &before), "after": view::clocks(names, &now) },
        "effects": lines,
    });
    Some(Effects { lines, json, after })
}

/// What becomes of pieces.
fn board(
    names: &Vocabulary,
    before: &InterpreterPosition,
    after: &InterpreterPosition,
    action: &Action,
) -> Vec<String> {
    let (old, new) = (before.setup().pieces, after.setup().pieces);
    let at = |pieces: &[(u16, Piece)], cell: u16| pieces.iter().find(|(c, _)| *c == cell).map(|(_, p)| *p);
    let mut lines = Vec::new();
    let moved = action.from.zip(action.to).filter(|(from, to)| from != to);
    if let Some((from, to)) = moved
        && let Some(piece) = at(&old, from)
    {
        lines.push(format!("{} goes from {} to {}", told(names, piece), names.cell_name(from), names.cell_name(to)));
        let now = at(&new, to).filter(|now| now.kind != piece.kind);
        if let Some(now) = now {
            lines.push(format!("it becomes a {}", kind(names, now)));
        }
    }
    if let Some((_, to)) = moved
        && let Some(taken) = at(&old, to)
    {
        lines.push(format!("{} on {} leaves the board", told(names, taken), names.cell_name(to)));
    }
    let aside = |cell: u16| moved.is_some_and(|(from, to)| cell == from || cell == to);
    let gone = old.iter().filter(|(cell, _)| !aside(*cell) && at(&new, *cell).is_none());
    let come = new.iter().filter(|(cell, _)| !aside(*cell) && at(&old, *cell).is_none());
    let turned = new.iter().filter(|(c, p)| !aside(*c) && at(&old, *c).is_some_and(|o| o.player != p.player));
    let cells = |pieces: Vec<&(u16, Piece)>| {
        pieces.iter().map(|(cell, piece)| format!("{} on {}", told(names, *piece), names.cell_name(*cell))).collect()
    };
    for (verb, pieces) in [("comes", come.collect::<Vec<_>>()), ("leaves the board", gone.collect())] {
        let pieces: Vec<String> = cells(pieces);
        lines.extend(pieces.into_iter().map(|piece| format!("{piece} {verb}")));
    }
    let turned: Vec<&(u16, Piece)> = turned.collect();
    if let Some((_, piece)) = turned.first() {
        let on = listed(turned.iter().map(|(cell, _)| names.cell_name(*cell)), "and");
        lines.push(format!("what stands on {on} now belongs to {}", names.player(piece.player)));
    }
    lines
}

/// What becomes of clocks.
fn clocks(names: &Vocabulary, before: &[ClockValue], after: &[ClockValue]) -> Vec<String> {
    let name = |value: &ClockValue| {
        let clock = names.clocks.get(usize::from(value.clock)).map_or("", |c| c.name.as_str());
        match (value.player, value.cell) {
            (Some(player), _) => format!("{clock} of {}", names.player(player)),
            (None, Some(cell)) => format!("{clock} of the piece on {}", names.cell_name(cell)),
            (None, None) => clock.to_owned(),
        }
    };
    let same = |a: &ClockValue, b: &ClockValue| (a.clock, a.player, a.cell) == (b.clock, b.player, b.cell);
    let mut lines = Vec::new();
    for now in after {
        let then = before.iter().find(|old| same(old, now)).and_then(|old| old.value);
        match (then, now.value) {
            (Some(old), Some(new)) if new > old => lines.push(format!("clock {}: {old}, now {new}", name(now))),
            (Some(old), Some(new)) if new < old => {
                lines.push(format!("clock {}: {old}, put back to {new}", name(now)));
            }
            (None, Some(new)) => lines.push(format!("clock {}: runs from now on, at {new}", name(now))),
            _ => {}
        }
    }
    for old in before.iter().filter(|old| old.cell.is_none() && !after.iter().any(|now| same(old, now))) {
        lines.push(format!("clock {}: no longer runs", name(old)));
    }
    lines
}

fn told(names: &Vocabulary, piece: Piece) -> String {
    let number = if piece.number > 0 { format!(" {}", piece.number) } else { String::new() };
    format!("{} {}{number}", names.player(piece.player), kind(names, piece))
}

fn kind(names: &Vocabulary, piece: Piece) -> &str {
    names.kinds.get(usize::from(piece.kind)).map_or("piece", |k| k.name.as_str())
}
