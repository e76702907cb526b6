//! Placements as a list, and doing one of them, in a game whose turns are one placement each.

use alloc::vec::Vec;

use rulebook_api::{Action as Listed, Forbidden, Piece};

use super::{Lines, Pieces};
use crate::{
    action::{Action, Deed},
    board::Board as _,
    rules::Rules,
    set::{Bit, NOWHERE, Set},
    state::State,
};

/// The placement of the mover's piece on a cell.
#[inline(always)]
fn placement<G: Rules<Board = Pieces<L, S>>, L: Lines, S: Set>(s: &State<G>, to: Bit) -> Action<G> {
    let piece = Some(Piece { player: s.mover, kind: 0, number: 0 });
    Action { name: 0, from: NOWHERE, to, victims: S::NONE, piece }
}

/// The cells that the mover may play on.
#[inline(always)]
fn open<G: Rules<Board = Pieces<L, S>>, L: Lines, S: Set>(s: &State<G>) -> S {
    let mut free = G::BOARD.without(s.board.occupied());
    if !G::fouls(s) {
        s.board.kept().each(s.mover, s.readings.as_ref(), |cell, _| free = free.without(S::one(cell)));
    }
    free
}

/// Legal actions in canonical order.
#[inline]
pub fn legal<G: Rules<Board = Pieces<L, S>>, L: Lines, S: Set>(s: &State<G>, out: &mut Vec<Action<G>>) {
    out.clear();
    out.extend(open(s).cells().map(|to| placement(s, to)));
}

/// How many legal actions there are.
#[inline]
pub fn count<G: Rules<Board = Pieces<L, S>>, L: Lines, S: Set>(s: &State<G>) -> u64 {
    open(s).len().into()
}

/// Is there a legal action (of that name)?
#[inline]
pub fn any<G: Rules<Board = Pieces<L, S>>, L: Lines, S: Set>(s: &State<G>, name: Option<u8>) -> bool {
    name.unwrap_or(0) == 0 && !open(s).is_none()
}

/// Does a legal action; none if it is not one.
#[inline]
pub fn act<G: Rules<Board = Pieces<L, S>>, L: Lines, S: Set>(s: &mut State<G>, action: &Action<G>) -> Option<Deed> {
    let cell = action.to;
    if !G::BOARD.has(cell) || s.board.occupied().has(cell) || *action != placement(s, cell) {
        return None;
    }
    let foul = s.board.kept().forbidden(s.mover, cell, s.readings.as_ref()) != 0;
    if foul && !G::fouls(s) {
        return None;
    }
    let piece = action.piece?;
    s.board.put(cell, piece);
    s.here = cell;
    Some(Deed { actor: Some(piece), came: 1, foul, ..Deed::NONE })
}

/// Legal actions, and what only prohibitions forbid. `clauses` are those of the prohibitions, in the action's order.
pub fn listed<G: Rules<Board = Pieces<L, S>>, L: Lines, S: Set>(
    s: &State<G>,
    clauses: &[u16],
) -> (Vec<Listed>, Vec<Forbidden>) {
    let legal = open(s).cells().map(|to| placement(s, to).listed()).collect();
    let mut forbidden = Vec::new();
    if !G::fouls(s) {
        s.board.kept().each(s.mover, s.readings.as_ref(), |cell, holds| {
            let mut broken: Vec<u16> =
                clauses.iter().enumerate().filter(|(i, _)| holds >> i & 1 == 1).map(|(_, clause)| *clause).collect();
            broken.sort_unstable();
            broken.dedup();
            forbidden.push(Forbidden { action: placement(s, cell).listed(), clauses: broken });
        });
    }
    (legal, forbidden)
}
