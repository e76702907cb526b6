//! Sums at a cell, and what is asked of supposed pieces.

use super::{Lines, Sum, Word, word::within};

/// More axes than these no board has.
const MOST_AXES: usize = 16;

/// The line through a cell along an axis, and the cell's index on it.
#[inline(always)]
pub(super) fn place<L: Lines>(cell: usize, axis: usize) -> (usize, u32) {
    let place = L::PLACES[cell * L::AXES + axis];
    (usize::from(place & 255), u32::from(place >> 8))
}

/// The cell of that index on a line.
#[inline(always)]
pub(super) fn cell_on<L: Lines>(line: usize, index: u32) -> usize {
    usize::from(L::PATHS[(line << L::STRIDE) + index as usize])
}

/// Where in the tables the window around the cell of that index is.
#[inline(always)]
pub(super) fn window<L: Lines>(line: L::Word, index: u32) -> usize {
    let mask = (1 << (2 * L::REACH)) - 1;
    let near = line >> (2 * index);
    let (before, behind) = (near.low() & mask, (near >> (2 * L::REACH + 2)).low() & mask);
    usize::from(L::BEFORE[before]) << L::COLUMNS | usize::from(L::BEHIND[behind])
}

/// The cells to which a line with these own pieces can add anything.
#[inline(always)]
pub(super) fn near<L: Lines>(own: L::Word) -> L::Word {
    if L::NEAR > L::REACH { !L::Word::ZERO } else { within(own, L::NEAR) }
}

/// What the line adds to the sum at the cell of that index.
#[inline(always)]
pub(super) fn entry<L: Lines>(line: L::Word, index: u32) -> L::Sum {
    L::ENTRIES[window::<L>(line, index) & (L::ENTRIES.len() - 1)]
}

/// The sum at an empty cell.
#[inline(always)]
pub(super) fn sum<L: Lines>(rows: &L::Rows<L::Word>, cell: usize) -> L::Sum {
    let mut sum = L::START;
    for axis in 0..L::AXES {
        let (line, index) = place::<L>(cell, axis);
        sum = sum.plus(entry::<L>(rows.as_ref()[line], index));
    }
    sum
}

/// Puts an own piece on the lines through an empty cell, or takes it off again.
#[inline(always)]
fn toggle<L: Lines>(rows: &mut L::Rows<L::Word>, cell: usize) {
    for axis in 0..L::AXES {
        let (line, index) = place::<L>(cell, axis);
        let row = &mut rows.as_mut()[line];
        *row = *row ^ L::Word::of(1) << (2 * (index + L::REACH));
    }
}

/// Does the fact, which supposes a second piece, hold of an own piece on that empty cell?
pub(super) fn deep<L: Lines>(rows: &mut L::Rows<L::Word>, cell: usize, fact: usize, readings: &[u8]) -> bool {
    let mut trials = [0_u16; MOST_AXES];
    let mut open = 0;
    for (axis, trial) in trials.iter_mut().enumerate().take(L::AXES) {
        let (line, index) = place::<L>(cell, axis);
        *trial = L::TRIALS[fact][window::<L>(rows.as_ref()[line], index)];
        open += u32::from(*trial != 0);
    }
    let mut wanted = L::WANTED[fact];
    toggle::<L>(rows, cell);
    for (axis, trial) in trials.iter().enumerate().take(L::AXES) {
        // As many lines as are still wanted must be left.
        if wanted == 0 || open < wanted {
            break;
        }
        let (line, index) = place::<L>(cell, axis);
        let mut rest = *trial;
        open -= u32::from(rest != 0);
        while rest != 0 {
            let second = cell_on::<L>(line, index + rest.trailing_zeros() - L::REACH);
            rest &= rest - 1;
            let sum = sum::<L>(rows, second);
            if L::rest(fact, sum, readings, |fact| deep::<L>(rows, second, fact, readings)) {
                wanted -= 1;
                break;
            }
        }
    }
    toggle::<L>(rows, cell);
    wanted == 0
}
