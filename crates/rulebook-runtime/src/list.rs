//! The legal actions as a list.

use alloc::vec::Vec;

use crate::{
    Bits, Pieces, Side, Walks,
    bits::{each, one, step},
    chain::{Capture, Captures, able, captures},
    walk::When,
};

/// An action: a piece goes from one cell to another and may take others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Action {
    /// The bit of the cell where it begins.
    pub from: u8,
    /// The bit of the cell where it ends.
    pub to: u8,
    /// What is taken.
    pub victims: Bits,
    /// The kind as it began.
    pub began: u8,
    /// The kind that it is at the end.
    pub ends: u8,
}

/// Legal actions.
pub type Actions = Vec<Action>;

/// All legal actions: captures if there are any, else quiet moves; by origin, in the order of bits.
#[must_use]
pub fn legal<W: Walks<K>, S: Side, const K: usize>(pieces: &Pieces<K>) -> Actions {
    let mut room = Captures::default();
    captures::<W, S, K>(pieces, &able::<W, S, K>(pieces), &mut room);
    let mut actions: Actions = room
        .list()
        .iter()
        .map(|c| Action {
            from: c.from,
            to: c.to,
            victims: c.victims,
            began: c.began,
            ends: ends::<W, S, K>(usize::from(c.kind), c.to, W::PROMOTION.when == When::AtEnd),
        })
        .collect();
    if actions.is_empty() {
        let free = W::BOARD & !pieces.all();
        for kind in 0..K {
            let walk = W::STEPS[S::INDEX][kind];
            for &dir in walk.dirs {
                each!(pieces.of::<S>(kind), |from| {
                    let mut to = step(one(from), dir) & free;
                    while to != 0 {
                        let end = to.trailing_zeros() as u8;
                        let ends = ends::<W, S, K>(kind, end, true);
                        actions.push(Action { from: from as u8, to: end, victims: 0, began: kind as u8, ends });
                        to = if walk.slides { step(to, dir) & free } else { 0 };
                    }
                });
            }
        }
    }
    actions.sort_unstable();
    actions
}

/// The pieces after a legal action.
#[must_use]
pub fn play<W: Walks<K>, S: Side, const K: usize>(pieces: &Pieces<K>, action: &Action) -> Pieces<K> {
    if action.victims == 0 {
        return pieces.moved::<W, S>(action.began.into(), one(action.from.into()), one(action.to.into()));
    }
    let (from, to, victims) = (action.from, action.to, action.victims);
    pieces.captured::<W, S>(&Capture { from, to, began: action.began, kind: action.ends, victims })
}

/// The kind of a piece at the end of its action.
fn ends<W: Walks<K>, S: Side, const K: usize>(kind: usize, to: u8, asks: bool) -> u8 {
    let promotion = W::PROMOTION;
    let promoted = asks && kind == promotion.from && one(to.into()) & promotion.on[S::INDEX] != 0;
    if promoted { promotion.to as u8 } else { kind as u8 }
}
