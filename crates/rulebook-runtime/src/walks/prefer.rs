//! Which captures are preferred: their worth as one number, and when counting pieces says it all.

use crate::walks::{Bits, Key, Pieces, Plain, Side, Walks, bits::each_kind, chain::Taken};

/// Bits of a sum in the number; the compiler sees to it that what victims are worth adds up to less, and that all keys fit.
const SUM: u32 = 10;
/// Bits of the order of the victims.
const ORDER: u32 = 32;

/// Bits of a key.
const fn width(key: Key) -> u32 {
    match key {
        Key::Most(_) | Key::Fewest(_) => SUM,
        Key::Piece(_) => 1,
        Key::Earliest(_) => ORDER,
    }
}

/// Is the preference nothing, or the number of pieces? Then kinds do not matter.
#[inline(always)]
pub(crate) fn counts_only<W: Walks<K>, const K: usize>() -> bool {
    match W::PREFER {
        [] => true,
        [Key::Most(worth)] => worth.iter().all(|of_kind| *of_kind == 1),
        _ => false,
    }
}

/// Are there none but pieces of the first kind that take, and none but such that they can take? `able`: those that can.
#[inline(always)]
pub(crate) fn plain<W: Walks<K>, S: Side, const K: usize>(pieces: &Pieces<K>, able: &[Bits; K]) -> bool {
    let mut others = 0;
    each_kind!(K, |kind| if kind > 0 {
        others |= able[kind];
        if W::JUMPS[S::INDEX][0].takes >> kind & 1 == 1 {
            others |= pieces.of::<S::Other>(kind);
        }
    });
    others == 0 && W::PLAIN != Plain::No
}

/// Do victims of these kinds have an order?
#[inline(always)]
pub(crate) fn ordered<W: Walks<K>, const K: usize>() -> u32 {
    let mut keys = W::PREFER;
    while let [key, rest @ ..] = keys {
        if let Key::Earliest(kinds) = key {
            return *kinds;
        }
        keys = rest;
    }
    0
}

/// What a capture is worth: the greater, the better.
#[inline(always)]
pub(crate) fn worth<W: Walks<K>, S: Side, const K: usize>(
    pieces: &Pieces<K>,
    began: usize,
    victims: Bits,
    taken: Taken,
) -> u64 {
    if counts_only::<W, K>() {
        return u64::from(taken.count());
    }
    let mut all = 0;
    let mut keys = W::PREFER;
    while let [key, rest @ ..] = keys {
        let value = match key {
            Key::Most(worth) => sum::<S, K>(pieces, victims, worth),
            Key::Fewest(worth) => (1 << SUM) - 1 - sum::<S, K>(pieces, victims, worth),
            Key::Piece(kinds) => u64::from(kinds >> began & 1),
            Key::Earliest(_) => taken.order(),
        };
        all = all << width(*key) | value;
        keys = rest;
    }
    all
}

/// What victims are worth.
#[inline(always)]
pub(crate) fn sum<S: Side, const K: usize>(pieces: &Pieces<K>, victims: Bits, worth: &[u16]) -> u64 {
    let mut sum = 0;
    each_kind!(K, |kind| {
        sum += u64::from((pieces.of::<S::Other>(kind) & victims).count_ones()) * u64::from(worth[kind]);
    });
    sum
}
