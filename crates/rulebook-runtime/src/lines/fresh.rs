//! All cells of a position set up from nothing.

use super::{
    Lines, Store, Sum, Word,
    look::{cell_on, deep, entry, place},
    word::{empty, many, own, within},
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
    let mut sums = L::Cells::filled(L::START);
    for (line, &row) in rows.as_ref().iter().enumerate() {
        let own = own(row);
        if !many(own, L::LEAST) {
            continue;
        }
        let near = if L::NEAR > L::REACH { !L::Word::ZERO } else { within(own, L::NEAR) };
        let mut rest = near & empty(row);
        while rest != L::Word::ZERO {
            let index = rest.lowest() / 2 - L::REACH;
            rest = rest.rest();
            let sum = &mut sums.as_mut()[cell_on::<L>(line, index)];
            *sum = sum.plus(entry::<L>(row, index));
        }
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
