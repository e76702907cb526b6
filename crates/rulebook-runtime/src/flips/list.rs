//! The legal actions as a list, and playing one of them.

use alloc::vec::Vec;

use rulebook_api::{Action as Listed, Piece};

use super::{
    Flips, Pieces,
    fill::{enclosed, open},
};
use crate::{
    action::{Action, Deed},
    board::Board as _,
    rules::Rules,
    set::{Bit, NOWHERE, Set as _},
    state::State,
    walks::Bits,
};

/// The cells on which the mover may place.
#[inline(always)]
fn may<G: Rules<Board = Pieces> + Flips>(s: &State<G>) -> Bits {
    open::<G>(usize::from(s.mover), s.board.owned(s.mover), s.board.owned(1 - s.mover))
}

#[inline(always)]
fn placement<G: Rules<Board = Pieces> + Flips>(s: &State<G>, to: Bit) -> Action<G> {
    let piece = Some(Piece { player: s.mover, kind: 0, number: 0 });
    Action { name: G::PLACE, from: NOWHERE, to, victims: 0, piece }
}

fn passing<G: Rules<Board = Pieces> + Flips>(name: u8) -> Action<G> {
    Action { name, from: NOWHERE, to: NOWHERE, victims: 0, piece: None }
}

/// Legal actions in canonical order.
pub fn legal<G: Rules<Board = Pieces> + Flips>(s: &State<G>, out: &mut Vec<Action<G>>) {
    out.clear();
    let cells = may(s);
    match G::PASS {
        Some(name) if cells == 0 => out.push(passing(name)),
        _ => out.extend(cells.cells().map(|to| placement(s, to))),
    }
}

/// Is there a legal action (of that name)?
#[inline]
pub fn any<G: Rules<Board = Pieces> + Flips>(s: &State<G>, name: Option<u8>) -> bool {
    match name {
        Some(name) if name == G::PLACE => may(s) != 0,
        Some(name) => G::PASS == Some(name) && may(s) == 0,
        None => G::PASS.is_some() || may(s) != 0,
    }
}

/// Does an action; none if it is a placement that encloses nothing.
pub fn act<G: Rules<Board = Pieces> + Flips>(s: &mut State<G>, action: &Action<G>) -> Option<Deed> {
    if G::PASS == Some(action.name) {
        return Some(Deed { name: action.name, ..Deed::NONE });
    }
    let (cell, own, enemies) = (Bits::one(action.to), s.board.owned(s.mover), s.board.owned(1 - s.mover));
    let turned = enclosed::<G>(usize::from(s.mover), own, enemies, cell);
    if cell & <G as Flips>::BOARD & !(own | enemies) == 0 || turned == 0 {
        return None;
    }
    s.board.hand_over(turned | cell, s.mover);
    s.here = action.to;
    let actor = Some(Piece { player: s.mover, kind: 0, number: 0 });
    Some(Deed { name: action.name, actor, came: 1, ..Deed::NONE })
}

/// Legal actions as callers know them; each has one route.
pub fn listed<G: Rules<Board = Pieces> + Flips>(s: &State<G>) -> Vec<Listed> {
    let mut actions = Vec::new();
    legal(s, &mut actions);
    actions.iter().map(Action::listed).collect()
}
