//! Leaves of the game tree. The last ply is counted, not made.
//!
//! *Sound if* the game is won by nobody as long as somebody can place: only where nobody can are the results asked.

use super::{
    Flips, Pieces,
    fill::{enclosed, open},
};
use crate::{
    board::Board as _,
    rules::Rules,
    set::Set as _,
    state::State,
    turn::judge,
    walks::{Bits, bits::each},
};

/// How many legal actions there are.
pub fn actions<G: Rules<Board = Pieces> + Flips>(s: &State<G>) -> u64 {
    leaves(s, 1)
}

/// Leaves at a depth below a position that nobody has won.
pub fn leaves<G: Rules<Board = Pieces> + Flips>(s: &State<G>, depth: u32) -> u64 {
    let (own, enemies) = (s.board.owned(s.mover), s.board.owned(1 - s.mover));
    if depth == 0 {
        return 1;
    }
    let may = open::<G>(usize::from(s.mover), own, enemies);
    below(s, s.mover, own, enemies, may, depth)
}

/// The same for a position of two words, of which it is known where the player to move may place. Nobody has won.
fn below<G: Rules<Board = Pieces> + Flips>(
    s: &State<G>,
    mover: u8,
    own: Bits,
    enemies: Bits,
    may: Bits,
    depth: u32,
) -> u64 {
    if may == 0 {
        return match G::PASS {
            None => 0,
            Some(_) if depth == 1 => 1,
            Some(_) => after(s, mover, own, enemies, depth - 1),
        };
    }
    if depth == 1 {
        return may.count_ones().into();
    }
    let mut total = 0;
    each!(may, |bit| {
        let cell = 1 << bit;
        let turned = enclosed::<G>(usize::from(mover), own, enemies, cell);
        total += after(s, mover, own | cell | turned, enemies & !turned, depth - 1);
    });
    total
}

/// Leaves after that player has moved.
#[inline(always)]
fn after<G: Rules<Board = Pieces> + Flips>(s: &State<G>, moved: u8, own: Bits, enemies: Bits, depth: u32) -> u64 {
    let next = 1 - moved;
    let may = open::<G>(usize::from(next), enemies, own);
    if may == 0 {
        if open::<G>(usize::from(moved), own, enemies) == 0 && is_won(s, moved, own, enemies) {
            return 0;
        }
    } else if depth == 1 {
        return may.count_ones().into();
    }
    below(s, next, enemies, own, may, depth)
}

/// Has somebody won by the ply of that player?
#[cold]
fn is_won<G: Rules<Board = Pieces> + Flips>(s: &State<G>, moved: u8, own: Bits, enemies: Bits) -> bool {
    let mut s = State { mover: moved, to_move: 1 - moved, ..*s };
    s.board = Pieces::EMPTY;
    for (cells, player) in [(own, moved), (enemies, 1 - moved)] {
        for cell in cells.cells() {
            s.board.put(cell, rulebook_api::Piece { player, kind: 0, number: 0 });
        }
    }
    judge(&mut s, false, false).winner().is_some()
}
