//! How many actions there are, without making them.

use crate::walks::{
    Bits, Pieces, Side, Walks,
    bits::{each, each_dir, each_kind, one, step},
    chain::{Captures, Counter, captures, starts},
    fixed::{self, Count, Fixed},
    hops,
    prefer::{counts_only, plain},
    ray::look,
};

/// The number of legal actions: captures if there are any, else quiet moves.
#[inline(always)]
pub fn actions<W: Walks<K>, S: Side, const K: usize>(pieces: &Pieces<K>, room: &mut Captures) -> u64 {
    let free = W::BOARD & !pieces.all();
    let fixed = fixed::first::<W, S, K>(pieces, free);
    let (able, flying) = flying::<W, S, K>(pieces, free, &fixed);
    if !fixed.any() && !flying {
        return quiet::<W, S, K>(pieces, free);
    }
    if !flying && (counts_only::<W, K>() || plain::<W, S, K>(pieces, &able)) {
        match fixed.count::<W, S>(pieces) {
            Count::Exactly(count) => return count,
            Count::UnlessLonger(count) if hops::tells_longer::<W, S, K>() => {
                return longer::<W, S, K>(pieces, room).unwrap_or(count);
            }
            _ => {}
        }
    }
    several::<W, S, K>(pieces, &able, room)
}

/// Captures of three jumps or more, if there are some.
#[inline(never)]
fn longer<W: Walks<K>, S: Side, const K: usize>(pieces: &Pieces<K>, room: &mut Captures) -> Option<u64> {
    let fixed = fixed::first::<W, S, K>(pieces, W::BOARD & !pieces.all());
    let mut counter = Counter::new(room);
    hops::longer::<W, S, K>(pieces, &fixed, &mut counter);
    (counter.best() > 2).then_some(counter.count)
}

/// The pieces that can take, and whether there are some that fly.
#[inline(always)]
pub(crate) fn flying<W: Walks<K>, S: Side, const K: usize>(
    pieces: &Pieces<K>,
    free: Bits,
    fixed: &Fixed<K>,
) -> ([Bits; K], bool) {
    let (mut able, mut any) = (fixed.able, false);
    each_kind!(K, |kind| if W::JUMPS[S::INDEX][kind].flies {
        let own = pieces.of::<S>(kind);
        if own != 0 {
            able[kind] = starts::<W, S, K>(own, kind, pieces.prey::<W, S>(kind, pieces.enemies::<S>()), free);
            any |= able[kind] != 0;
        }
    });
    (able, any)
}

/// Captures that have to be searched.
#[inline(never)]
fn several<W: Walks<K>, S: Side, const K: usize>(pieces: &Pieces<K>, able: &[Bits; K], room: &mut Captures) -> u64 {
    let mut counter = Counter::new(room);
    captures::<W, S, K>(pieces, able, &mut counter);
    counter.count
}

/// Quiet moves.
#[inline(always)]
pub fn quiet<W: Walks<K>, S: Side, const K: usize>(pieces: &Pieces<K>, free: Bits) -> u64 {
    let mut count = 0;
    each_kind!(K, |kind| {
        let walk = &W::STEPS[S::INDEX][kind];
        let own = pieces.of::<S>(kind);
        if kind == 0 || own != 0 {
            if walk.slides {
                each!(own, |bit| {
                    each_dir!(walk.dirs, |dir| {
                        count += u64::from(look::<W, K>(one(bit), dir, free).free.count_ones());
                    });
                });
            } else {
                each_dir!(walk.dirs, |dir| count += u64::from((step::<W, K>(own, dir) & free).count_ones()));
            }
        }
    });
    count
}
