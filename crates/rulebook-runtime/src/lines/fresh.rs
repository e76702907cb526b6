//! All cells of a position set up from nothing.

use super::{
    Lines, Store, Sum, Word,
    look::{cell_on, deep, entry, near, place},
    word::{empty, many, own},
};

/// Which prohibitions hold for the player at each cell, one bit for each in the order in which the action asks them; none
/// where there is a piece. `pieces` are sets of cells in board order, by player; `out` must have room for every cell.
#[inline]
pub fn fresh<L: Lines>(pieces: [&[u64]; 2], player: u8, readings: &[u8], out: &mut [u8]) {
    out[..L::COUNT].fill(0);
    if !L::PLAYERS.contains(&player) {
        return;
    }
    let mut rows = L::BLANK;
    for (code, set) in [(1, pieces[usize::from(player)]), (2, pieces[usize::from(1 - player)])] {
        for (i, word) in set.iter().enumerate() {
            let mut rest = *word;
            while rest != 0 {
                let cell = 64 * i + rest.trailing_zeros() as usize;
                rest &= rest - 1;
                for axis in 0..L::AXES {
                    let (line, index) = place::<L>(cell, axis);
                    let row = &mut rows.as_mut()[line];
                    *row = *row | L::Word::of(code) << (2 * (index + L::REACH));
                }
            }
        }
    }
    // Lines with something to look up, without a branch for each: which they are is anybody's guess.
    let mut open = rows;
    for row in open.as_mut() {
        let own = own(*row);
        let near = near::<L>(own) & empty(*row);
        *row = if many(own, L::LEAST) { near } else { L::Word::ZERO };
    }
    let (mut lines, mut cells) = (L::Rows::filled(0_u16), L::Rows::filled(L::Word::ZERO));
    let mut last = 0;
    for (line, &open) in open.as_ref().iter().enumerate() {
        lines.as_mut()[last] = line as u16;
        cells.as_mut()[last] = open;
        last += usize::from(open != L::Word::ZERO);
    }
    let mut sums = L::Cells::filled(L::START);
    let (lines, cells) = (&lines.as_ref()[..last], &cells.as_ref()[..last]);
    let (mut at, mut rest) = (0, cells.first().copied().unwrap_or(L::Word::ZERO));
    let mut next = cells.get(1).copied().unwrap_or(L::Word::ZERO);
    while rest != L::Word::ZERO {
        let line = usize::from(lines[at]);
        let index = rest.lowest() / 2 - L::REACH;
        let sum = &mut sums.as_mut()[cell_on::<L>(line, index)];
        *sum = sum.plus(entry::<L>(rows.as_ref()[line], index));
        rest = rest.rest();
        let done = rest == L::Word::ZERO;
        at += usize::from(done);
        rest = if done { next } else { rest };
        next = cells.get(at + 1).copied().unwrap_or(L::Word::ZERO);
    }
    for (i, some) in sums.as_ref().chunks(16).enumerate() {
        if some.iter().fold(L::Sum::ZERO, |all, sum| all | *sum) & L::GATE == L::Sum::ZERO {
            continue;
        }
        for (j, sum) in some.iter().enumerate().filter(|(_, sum)| **sum & L::GATE != L::Sum::ZERO) {
            let cell = 16 * i + j;
            out[cell] = L::forbidden(*sum, readings, |fact| deep::<L>(&mut rows, cell, fact, readings)) as u8;
        }
    }
}
