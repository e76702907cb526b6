//! How many actions there are, without making them.

use crate::{
    Bits, Pieces, Side, Walks,
    bits::step,
    chain::{Captures, captures, starts},
};

/// The number of legal actions: captures if there are any, else quiet moves.
#[inline]
pub fn actions<W: Walks<K>, S: Side, const K: usize>(pieces: &Pieces<K>, room: &mut Captures) -> u64 {
    let enemies = pieces.side[1 - S::INDEX];
    let free = W::BOARD & !pieces.all();
    let mut any = 0;
    for kind in 0..K {
        any |= starts::<W, S, K>(pieces.of::<S>(kind), kind, enemies, free);
    }
    if any == 0 {
        return quiet::<W, S, K>(pieces, free);
    }
    if let Some(count) = single_jumps::<W, S, K>(pieces, enemies, free) {
        return count;
    }
    captures::<W, S, K>(pieces, room);
    room.list().len() as u64
}

/// Captures, if every one of them is a single fixed jump: then they are as many as there are pairs of piece and direction.
#[inline(always)]
fn single_jumps<W: Walks<K>, S: Side, const K: usize>(pieces: &Pieces<K>, enemies: Bits, free: Bits) -> Option<u64> {
    let mut count = 0;
    for kind in 0..K {
        let jump = W::JUMPS[S::INDEX][kind];
        let own = pieces.of::<S>(kind);
        if jump.flies {
            if starts::<W, S, K>(own, kind, enemies, free) != 0 {
                return None;
            }
            continue;
        }
        for &dir in jump.dirs {
            let landings = step(step(own, dir) & enemies, dir) & free;
            // A jump may go on in any direction but back over its victim; a piece that is promoted on landing may take
            // otherwise, and is left to the search.
            let mut on = 0;
            for &further in jump.dirs {
                if further != -dir {
                    on |= step(enemies & step(free, -further), -further);
                }
            }
            let promotion = W::PROMOTION;
            if promotion.from == kind && promotion.when == crate::walk::When::AtOnce {
                on |= promotion.on[S::INDEX];
            }
            if landings & on != 0 {
                return None;
            }
            // The cell that the piece left is free too: a way over it back to where it came from needs a closed walk.
            count += u64::from(landings.count_ones());
        }
    }
    Some(count)
}

/// Quiet moves.
#[inline(always)]
pub fn quiet<W: Walks<K>, S: Side, const K: usize>(pieces: &Pieces<K>, free: Bits) -> u64 {
    let mut count = 0;
    for kind in 0..K {
        let walk = W::STEPS[S::INDEX][kind];
        let own = pieces.of::<S>(kind);
        if own == 0 {
            continue;
        }
        for &dir in walk.dirs {
            let mut there = step(own, dir) & free;
            count += u64::from(there.count_ones());
            if walk.slides {
                while there != 0 {
                    there = step(there, dir) & free;
                    count += u64::from(there.count_ones());
                }
            }
        }
    }
    count
}
