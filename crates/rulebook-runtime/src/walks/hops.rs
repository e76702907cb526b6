//! Captures of fixed jumps, jump after jump, by a piece that stays what it is meanwhile: from where it can jump is asked once for
//! the whole board, since victims stay where they are.

use crate::{
    board::Board as _,
    walks::{
        Bits, Pieces, Plain, Side, Walks, When,
        bits::{each, each_dir, each_kind, one, turn},
        chain::{Capture, Sink, Taken, landed},
        fixed::{Fixed, both_ways, over, stops},
        prefer,
    },
};

/// Are captures of that kind found here?
#[inline(always)]
pub(crate) fn finds<W: Walks<K>, S: Side, const K: usize>(kind: usize) -> bool {
    let changes = W::PROMOTION.from == kind && W::PROMOTION.when == When::AtOnce;
    !W::JUMPS[S::INDEX][kind].flies && !W::AT_ONCE && !changes
}

/// Can captures of three jumps or more be asked for alone ([`longer`])? If there are some, no others are allowed.
#[inline(always)]
pub(crate) fn tells_longer<W: Walks<K>, S: Side, const K: usize>() -> bool {
    let mut tells = W::SETS && W::PLAIN == Plain::Most;
    each_kind!(K, |kind| tells &= W::JUMPS[S::INDEX][kind].flies || finds::<W, S, K>(kind));
    tells
}

/// What does not change during a capture.
struct Hops<'p, const K: usize> {
    pieces: &'p Pieces<K>,
    from: u8,
    /// By direction: the cells from which a jump is possible, if its victim has not been taken, and if it does not land where
    /// another of the pieces that can take stands: the cell that a piece leaves is free, and they are all treated alike.
    can: [Bits; 8],
    /// Cells of those others.
    others: Bits,
    /// The cells on which a capture may go on.
    goes_on: Bits,
    /// Kinds do not matter to the preference.
    plain: bool,
}

impl<'p, const K: usize> Hops<'p, K> {
    /// Looks from where pieces of a kind can jump, once some of them have left their cells.
    #[inline(always)]
    fn of<W: Walks<K>, S: Side>(pieces: &'p Pieces<K>, leaving: Bits, kind: usize, plain: bool) -> Self {
        let dirs = W::JUMPS[S::INDEX][kind].dirs;
        let free = W::BOARD & !pieces.all();
        let prey = pieces.prey::<W, S>(kind, pieces.enemies::<S>());
        let mut hops = Hops { pieces, from: 0, can: [0; 8], others: leaving, goes_on: 0, plain };
        let (mut any, mut several) = (0, 0);
        each_dir!(dirs, |dir, index| {
            let can = over::<W, K>(prey, free | leaving, dir);
            hops.can[index] = can;
            several |= any & can;
            any |= can;
        });
        // Back over its last victim a piece could jump from every cell on which it lands.
        hops.goes_on = if both_ways(dirs) { several } else { any } & !stops::<W, S, K>(kind);
        hops
    }
}

/// Finds all captures by those pieces of a kind.
#[inline(always)]
pub(crate) fn captures<W: Walks<K>, S: Side, const K: usize>(
    pieces: &Pieces<K>,
    able: Bits,
    kind: usize,
    plain: bool,
    out: &mut impl Sink,
) {
    let mut hops = Hops::of::<W, S>(pieces, able, kind, plain);
    each!(able, |bit| {
        hops.from = bit as u8;
        hops.others = able & !one(bit);
        go_on::<W, S, K>(&hops, one(bit), kind, 0, Taken::default(), out);
    });
}

/// Finds all captures of three jumps or more, where kinds do not matter and the most victims are preferred: from pieces of
/// which sets do not tell that their captures are shorter.
#[inline(always)]
pub(crate) fn longer<W: Walks<K>, S: Side, const K: usize>(pieces: &Pieces<K>, fixed: &Fixed<K>, out: &mut impl Sink) {
    each_kind!(K, |kind| if fixed.able[kind] != 0 && !W::JUMPS[S::INDEX][kind].flies {
        let dirs = W::JUMPS[S::INDEX][kind].dirs;
        let (able, can) = (fixed.able[kind], &fixed.can[kind]);
        let mut hops = Hops::of::<W, S>(pieces, able, kind, true);
        // The cell that it left is not reached by the second jump.
        let mut twice = 0;
        each_dir!(dirs, |dir, index| twice |= can[index] & turn(hops.goes_on, -2 * dir));
        twice &= !stops::<W, S, K>(kind);
        each_dir!(dirs, |dir, index| {
            each!(able & can[index] & turn(twice, -2 * dir), |bit| {
                hops.from = bit as u8;
                hops.others = able & !one(bit);
                let over = turn(one(bit), dir);
                go_on::<W, S, K>(&hops, turn(over, dir), kind, over, Taken::default().one_more(false), out);
            });
        });
    });
}

/// Goes on from a cell; did the piece find anything to take?
fn go_on<W: Walks<K>, S: Side, const K: usize>(
    hops: &Hops<'_, K>,
    at: Bits,
    kind: usize,
    victims: Bits,
    taken: Taken,
    out: &mut impl Sink,
) -> bool {
    // The kind as a constant, so that its directions are constants too.
    match kind {
        0 => jumps::<W, S, K>(hops, at, 0, victims, taken, out),
        1 if K > 1 => jumps::<W, S, K>(hops, at, 1, victims, taken, out),
        kind => jumps::<W, S, K>(hops, at, kind, victims, taken, out),
    }
}

#[inline(always)]
fn jumps<W: Walks<K>, S: Side, const K: usize>(
    hops: &Hops<'_, K>,
    at: Bits,
    kind: usize,
    victims: Bits,
    taken: Taken,
    out: &mut impl Sink,
) -> bool {
    let mut any = false;
    let ordered = prefer::ordered::<W, K>();
    each_dir!(W::JUMPS[S::INDEX][kind].dirs, |dir, index| {
        let (over, to) = (turn(at, dir), turn(at, 2 * dir));
        if at & hops.can[index] != 0 && over & victims | to & hops.others == 0 {
            any = true;
            let marked = ordered != 0 && over & hops.pieces.kinds(ordered) != 0;
            let (victims, taken) = (victims | over, taken.one_more(marked));
            if to & hops.goes_on == 0 || !go_on::<W, S, K>(hops, to, kind, victims, taken, out) {
                end::<W, S, K>(hops, to, kind, victims, taken, out);
            }
        }
    });
    any
}

/// A capture ends.
#[inline(never)]
fn end<W: Walks<K>, S: Side, const K: usize>(
    hops: &Hops<'_, K>,
    to: Bits,
    kind: usize,
    victims: Bits,
    taken: Taken,
    out: &mut impl Sink,
) {
    let (ends, _) = landed::<W, S, K>(kind, to);
    // Two routes of fixed jumps to one capture meet only after a closed walk.
    let meets = taken.count() >= W::MEET;
    let to = to.trailing_zeros() as u8;
    let capture = Capture { from: hops.from, to, began: kind as u8, kind: ends as u8, victims };
    let worth = match W::PLAIN {
        Plain::Most if hops.plain => u64::from(taken.count()),
        Plain::Free if hops.plain => 0,
        _ => prefer::worth::<W, S, K>(hops.pieces, kind, victims, taken),
    };
    out.found(capture, worth, !W::PREFER.is_empty(), meets);
}
