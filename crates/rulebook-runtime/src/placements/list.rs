//! The legal actions as a list and by number, and playing one of them.

use alloc::vec::Vec;

use rulebook_api::{Action as Listed, Piece};

use super::{
    Placements,
    choose::{MOST, set, sets},
};
use crate::{
    action::{Action, Deed, SetOf},
    board::{Board as _, Mixed},
    rules::{Rules, Step},
    set::{Bit, NOWHERE, Set},
    state::State,
};

/// How many pieces one action puts, and whether they are a set.
#[inline(always)]
fn many<G: Rules>(s: &State<G>) -> (usize, bool) {
    match s.steps().get(usize::from(s.step)) {
        Some(Step::Act { together, .. }) if *together > 0 => (usize::from(*together), true),
        Some(_) | None => (1, false),
    }
}

/// Where the mover may put a piece.
#[inline(always)]
fn open<G: Rules + Placements<SetOf<G>>>(s: &State<G>) -> SetOf<G> {
    G::open(s.board.occupied())
}

/// The action that puts pieces on these cells, in ascending order.
#[inline(always)]
fn action<G: Rules>(s: &State<G>, cells: &[Bit], together: bool) -> Action<G> {
    let victims = cells.iter().fold(SetOf::<G>::NONE, |all, cell| all | SetOf::<G>::one(*cell));
    let piece = Some(Piece { player: s.mover, kind: 0, number: 0 });
    let to = cells.first().copied().unwrap_or(NOWHERE);
    Action { name: 0, from: NOWHERE, to, victims: if together { victims } else { SetOf::<G>::NONE }, piece }
}

/// Legal actions in canonical order.
pub fn legal<G: Rules + Placements<SetOf<G>>>(s: &State<G>, out: &mut Vec<Action<G>>) {
    out.clear();
    let (many, together) = many(s);
    let cells: Vec<Bit> = open(s).cells().collect();
    let mut chosen = [0; MOST];
    sets_from(&cells, &mut chosen, 0, many, &mut |chosen| out.push(action(s, chosen, together)));
}

/// Visits the sets of so many of these cells, in the order of their lists, behind those that have been chosen.
fn sets_from(cells: &[Bit], chosen: &mut [Bit; MOST], done: usize, many: usize, visit: &mut dyn FnMut(&[Bit])) {
    if done == many {
        return visit(&chosen[..many]);
    }
    for (i, &cell) in cells.iter().enumerate() {
        chosen[done] = cell;
        sets_from(&cells[i + 1..], chosen, done + 1, many, visit);
    }
}

/// How many legal actions there are.
#[inline]
pub fn count<G: Rules + Placements<SetOf<G>>>(s: &State<G>) -> u64 {
    sets(open(s).len().into(), many(s).0)
}

/// The legal action of a number that is asked for: it gets to know how many there are.
#[inline]
pub fn choose<G: Rules + Placements<SetOf<G>>>(s: &State<G>, number: impl FnOnce(u64) -> u64) -> Option<Action<G>> {
    let (cells, (many, together)) = (open(s), many(s));
    let all = u64::from(cells.len());
    let actions = sets(all, many);
    if actions == 0 {
        return None;
    }
    let number = number(actions);
    if number >= actions {
        return None;
    }
    let mut chosen = [NOWHERE; MOST];
    for (cell, member) in chosen.iter_mut().zip(set(all, many, number)).take(many) {
        *cell = cells.nth(member as u32)?;
    }
    Some(action(s, &chosen[..many], together))
}

/// Is there a legal action (of that name)?
#[inline]
pub fn any<G: Rules + Placements<SetOf<G>>>(s: &State<G>, name: Option<u8>) -> bool {
    name.unwrap_or(0) == 0 && count(s) > 0
}

/// Does an action; none if a cell is not open.
#[inline]
pub fn act<G, S: Set, const P: usize>(s: &mut State<G>, action: &Action<G>) -> Option<Deed>
where
    G: Rules<Board = Mixed<S, P, 0, 0, 0>> + Placements<S>,
{
    let (many, together) = many(s);
    let cells = if together { action.victims } else { S::one(action.to) };
    if !cells.without(open(s)).is_none() || cells.len() as usize != many {
        return None;
    }
    s.board.hand_over(cells, s.mover);
    s.here = cells.last().unwrap_or(NOWHERE);
    let actor = Some(Piece { player: s.mover, kind: 0, number: 0 });
    Some(Deed { actor, came: many as u8, ..Deed::NONE })
}

/// Legal actions as callers know them; each has one route.
pub fn listed<G: Rules + Placements<SetOf<G>>>(s: &State<G>) -> Vec<Listed> {
    let mut actions = Vec::new();
    legal(s, &mut actions);
    actions.iter().map(Action::listed).collect()
}
