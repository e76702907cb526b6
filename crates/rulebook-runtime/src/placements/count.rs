//! Leaves of the game tree, the last two plies at once.
//!
//! A piece put somewhere takes one open cell away and may open another one. So after each placement there are as many replies
//! as there were placements, less one, and one more where another cell is opened; and none where a row ends the game.

use super::{Rows, rows};
use crate::{
    board::{Board as _, Mixed},
    walks::{Bits, bits::each},
};

/// Leaves at a depth; none if there is a row already, as only a set-up can have it.
pub fn leaves<W: Rows>(board: &Mixed<Bits, 2, 0, 0, 0>, mover: u8, depth: u32) -> Option<u64> {
    let (own, other) = (board.owned(mover), board.owned(1 - mover));
    // A cell in a row is one on which a piece would make it, too.
    let row = |side: Bits| side & rows::all::<W>(side) != 0;
    (!row(own) && !row(other)).then(|| below::<W>(own, other, depth))
}

fn below<W: Rows>(own: Bits, other: Bits, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let taken = own | other;
    let open = W::open(taken);
    let placements = u64::from(open.count_ones());
    if depth == 1 {
        return placements;
    }
    let on = open & !rows::all::<W>(own);
    if depth == 2 {
        let opened = u64::from((on & W::opens(!taken)).count_ones());
        return u64::from(on.count_ones()) * (placements.max(1) - 1) + opened;
    }
    let mut total = 0;
    each!(on, |bit| total += below::<W>(other, own | 1 << bit, depth - 1));
    total
}
