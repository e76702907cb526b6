//! A board in one word, the bit of a cell being its index: sets as numbers, and how far apart neighbours are.

use rulebook_ir::{Board, Cell, CellSet, Dir};

/// Cells as a word.
pub(crate) fn word(cells: &CellSet) -> u64 {
    cells.iter().fold(0, |word, cell| word | 1 << cell)
}

/// The cells that have a neighbour in that direction.
pub(crate) fn has_next(board: &Board, dir: Dir) -> u64 {
    word(&board.all().iter().filter(|cell| board.next(*cell, dir).is_some()).collect())
}

/// Those neighbours.
pub(crate) fn reached(board: &Board, dir: Dir) -> u64 {
    word(&board.all().iter().filter_map(|cell| board.next(cell, dir)).collect())
}

/// By how much the index of a neighbour in that direction is greater, if that is the same everywhere.
pub(crate) fn shift(board: &Board, dir: Dir) -> Option<i32> {
    let neighbours = (0..board.len() as Cell).filter_map(|c| Some((c, board.next(c, dir)?)));
    let mut shifts = neighbours.map(|(from, to)| i32::from(to) - i32::from(from));
    let first = shifts.next()?;
    shifts.all(|shift| shift == first).then_some(first)
}
