//! How many actions there are, without making them.

use crate::walks::{
    Bits, Pieces, Plain, Side, Walks, When,
    bits::{each, each_dir, each_kind, one, step, turn},
    chain::{Captures, Counter, captures, starts},
    prefer::{counts_only, plain},
    ray::look,
};

/// The number of legal actions: captures if there are any, else quiet moves.
#[inline(always)]
pub fn actions<W: Walks<K>, S: Side, const K: usize>(pieces: &Pieces<K>, room: &mut Captures) -> u64 {
    let enemies = pieces.enemies::<S>();
    let free = W::BOARD & !pieces.all();
    let mut able = [0; K];
    let (mut singles, mut on) = (0, false);
    each_kind!(K, |kind| {
        let jump = &W::JUMPS[S::INDEX][kind];
        let own = pieces.of::<S>(kind);
        // Of the first kind there are nearly always some; asking would cost more than it saves.
        if jump.flies {
            if own != 0 {
                able[kind] = starts::<W, S, K>(own, kind, pieces.prey::<W, S>(kind, enemies), free);
                on |= able[kind] != 0;
            }
        } else if kind == 0 || own != 0 {
            let prey = pieces.prey::<W, S>(kind, enemies);
            each_dir!(jump.dirs, |dir| {
                let landings = step::<W, K>(step::<W, K>(own, dir) & prey, dir) & free;
                singles += u64::from(landings.count_ones());
                // Where kinds matter to the preference, only those of the first are told by sets.
                if !counts_only::<W, K>() {
                    able[kind] |= landings;
                }
            });
        }
    });
    if singles == 0 && !on {
        return quiet::<W, S, K>(pieces, free);
    }
    if !on
        && (counts_only::<W, K>() || plain::<W, S, K>(pieces, &able))
        && let Some(count) = short_chains::<W, S, K>(pieces, enemies, free, singles)
    {
        return count;
    }
    several::<W, S, K>(pieces, able, room)
}

/// Captures of one fixed jump or two, if there are no longer ones: by sets. `None`: they have to be searched. A piece that
/// is promoted as it lands may take otherwise, and is searched too.
#[inline(always)]
pub(crate) fn short_chains<W: Walks<K>, S: Side, const K: usize>(
    pieces: &Pieces<K>,
    enemies: Bits,
    free: Bits,
    singles: u64,
) -> Option<u64> {
    if !any_goes_on::<W, S, K>(pieces, enemies, free) {
        // Then captures are as many as there are pairs of piece and direction.
        return Some(singles);
    }
    // No two routes of two jumps are one capture, if no closed walk is that short.
    if W::SETS && W::MEET >= 3 { two_jumps::<W, S, K>(pieces, enemies, free) } else { None }
}

/// Captures of one fixed jump or two, if there are no longer ones.
#[inline(always)]
fn two_jumps<W: Walks<K>, S: Side, const K: usize>(pieces: &Pieces<K>, enemies: Bits, free: Bits) -> Option<u64> {
    let promotion = W::PROMOTION;
    let (mut ends, mut doubles, mut further) = (0_u64, 0_u64, 0);
    each_kind!(K, |kind| {
        let jump = &W::JUMPS[S::INDEX][kind];
        let own = pieces.of::<S>(kind);
        if !jump.flies && (kind == 0 || own != 0) {
            let on = if promotion.from == kind { promotion.on[S::INDEX] } else { 0 };
            let stops = if promotion.when == When::AndStop { on } else { 0 };
            let changes = if promotion.when == When::AtOnce { on } else { 0 };
            let prey = pieces.prey::<W, S>(kind, enemies);
            let can = jumpable::<W, S, K>(kind, prey, free);
            each_dir!(jump.dirs, |dir| {
                let landed = step::<W, K>(step::<W, K>(own, dir) & prey, dir) & free;
                if landed != 0 {
                    further |= landed & changes;
                    let mut going = 0;
                    each_dir!(jump.dirs, |next, index| if next != -dir {
                        let again = landed & !stops & can[index];
                        doubles += u64::from(again.count_ones());
                        going |= again;
                        let second = turn(again, 2 * next);
                        // Victims of before are among the prey here, so that a capture may seem longer than it is.
                        further |= second & changes;
                        each_dir!(jump.dirs, |third, place| if third != -next {
                            further |= second & !stops & can[place];
                        });
                        // With directions in between, a third jump may lead back to the cell that the piece left.
                        let back = -(dir + next);
                        if jump.dirs.contains(&back) {
                            further |= second & !stops & step::<W, K>(prey, -back);
                        }
                    });
                    ends += u64::from((landed & !going).count_ones());
                }
            });
        }
    });
    if further != 0 {
        return None;
    }
    Some(if W::PLAIN == Plain::Most && doubles > 0 { doubles } else { doubles + ends })
}

/// By direction: the cells from which a fixed jump is possible.
#[inline(always)]
pub(crate) fn jumpable<W: Walks<K>, S: Side, const K: usize>(kind: usize, prey: Bits, free: Bits) -> [Bits; 8] {
    let mut can = [0; 8];
    each_dir!(W::JUMPS[S::INDEX][kind].dirs, |dir, index| {
        can[index] = step::<W, K>(prey & step::<W, K>(free, -dir), -dir);
    });
    can
}

/// Captures that have to be searched.
#[inline(never)]
fn several<W: Walks<K>, S: Side, const K: usize>(pieces: &Pieces<K>, mut able: [Bits; K], room: &mut Captures) -> u64 {
    let enemies = pieces.enemies::<S>();
    let free = W::BOARD & !pieces.all();
    // Those that fly have been asked already.
    each_kind!(K, |kind| if !W::JUMPS[S::INDEX][kind].flies {
        able[kind] = starts::<W, S, K>(pieces.of::<S>(kind), kind, pieces.prey::<W, S>(kind, enemies), free);
    });
    let mut counter = Counter::new(room);
    captures::<W, S, K>(pieces, &able, &mut counter);
    counter.count
}

/// May a fixed jump be followed by another one? In any direction but back over its victim; the cell that the piece left is
/// reached again only by a closed walk, which is longer. A piece that is promoted as it lands may take otherwise.
#[inline(always)]
pub(crate) fn any_goes_on<W: Walks<K>, S: Side, const K: usize>(pieces: &Pieces<K>, enemies: Bits, free: Bits) -> bool {
    let promotion = W::PROMOTION;
    let mut on = 0;
    each_kind!(K, |kind| {
        let jump = &W::JUMPS[S::INDEX][kind];
        let own = pieces.of::<S>(kind);
        if !jump.flies && (kind == 0 || own != 0) {
            let enemies = pieces.prey::<W, S>(kind, enemies);
            let can = jumpable::<W, S, K>(kind, enemies, free);
            each_dir!(jump.dirs, |dir| {
                let mut further = 0;
                each_dir!(jump.dirs, |next, index| if next != -dir {
                    further |= can[index];
                });
                if promotion.from == kind && promotion.when == When::AtOnce {
                    further |= promotion.on[S::INDEX];
                }
                // A piece that is promoted and has to stop goes no further.
                let stops = promotion.from == kind && promotion.when == When::AndStop;
                let stops = if stops { promotion.on[S::INDEX] } else { 0 };
                on |= step::<W, K>(step::<W, K>(own, dir) & enemies, dir) & free & further & !stops;
            });
        }
    });
    on != 0
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
