//! Rows of own pieces that have just been made.

use crate::set::{Bit, NOWHERE, Set};

/// An axis of the board.
#[derive(Clone, Copy, Debug)]
pub struct Axis {
    /// The neighbour of each bit, ahead and behind.
    pub next: [&'static [Bit]; 2],
    /// A row that is long enough has all these pieces, or all of the other ones: half of a row lies on one side of each of its
    /// cells. They are bits among the 64 below a cell ([`Set::around`]); none where that says nothing.
    pub below: u64,
    /// And among the 64 above it.
    pub above: u64,
}

/// Is one of these cells in a row of own pieces that is long enough, or exactly so long?
///
/// A row that was not there before a ply has a piece in it that came with it: only there anything has to be looked at.
#[inline]
pub fn made<S: Set>(own: S, cells: [Bit; 2], axes: &[Axis], length: u32, exactly: bool) -> bool {
    let [first, second] = cells;
    through(own, first, axes, length, exactly)
        || second != first && second != NOWHERE && through(own, second, axes, length, exactly)
}

#[inline(always)]
fn through<S: Set>(own: S, cell: Bit, axes: &[Axis], length: u32, exactly: bool) -> bool {
    let (below, above) = own.around(cell);
    // Nearly always there is no half of a row on any axis, and without branches that is known at once.
    let missing = axes.iter().fold(u64::MAX, |least, axis| least.min(axis.below & !below).min(axis.above & !above));
    missing == 0
        && own.has(cell)
        && axes.iter().any(|axis| {
            let row = 1 + axis.next.iter().map(|next| beyond(own, cell, next)).sum::<u32>();
            if exactly { row == length } else { row >= length }
        })
}

/// How many own pieces follow a cell without a gap.
#[inline(always)]
fn beyond<S: Set>(own: S, cell: Bit, next: &[Bit]) -> u32 {
    let mut pieces = 0;
    let mut at = cell;
    while let Some(&beside) = next.get(usize::from(at)) {
        if !own.has(beside) {
            break;
        }
        (at, pieces) = (beside, pieces + 1);
    }
    pieces
}
