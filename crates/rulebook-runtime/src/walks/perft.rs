//! Leaves of the game tree. The last ply is counted, not made.

use alloc::vec::Vec;

use crate::walks::{
    Pieces, Plain, Side, Walks,
    bits::{each, each_dir, each_kind, one, step, turn},
    chain::{Captures, captures},
    count,
    difference::steps,
    fixed::{self, Count, Fixed},
    hops,
    prefer::{counts_only, plain},
    ray::look,
};

/// Leaves at that depth.
pub fn perft<W: Walks<K>, S: Side, const K: usize>(pieces: &Pieces<K>, depth: u32) -> u64 {
    let mut rooms: Vec<Captures> = Vec::new();
    rooms.resize_with(depth as usize, Captures::default);
    match (depth, rooms.as_mut_slice()) {
        (0, _) | (_, []) => 1,
        (1, [room, ..]) => count::actions::<W, S, K>(pieces, room),
        (_, rooms) => leaves::<W, S, K>(pieces, depth, rooms),
    }
}

/// Leaves at a depth of two plies or more.
fn leaves<W: Walks<K>, S: Side, const K: usize>(pieces: &Pieces<K>, depth: u32, rooms: &mut [Captures]) -> u64 {
    let Some((room, rooms)) = rooms.split_first_mut() else { return 0 };
    match rooms.first_mut() {
        Some(last) if depth == 2 => {
            let mut counted = Counted { total: 0, room: last };
            each_child::<W, S, _, K>(pieces, room, &mut counted);
            counted.total
        }
        _ => {
            let mut searched = Searched { total: 0, depth: depth - 1, rooms };
            each_child::<W, S, _, K>(pieces, room, &mut searched);
            searched.total
        }
    }
}

/// What is done with the positions after each action. A trait and not a closure, since only a function can be inlined for
/// certain, and a position that stays in registers is half the speed.
trait Visit<W: Walks<K>, S: Side, const K: usize> {
    /// The actions after each position are counted, and nothing else.
    const COUNTS: bool;

    /// The same, but never inlined: for what is rare, so that its code is there once.
    #[inline(never)]
    fn visit_apart(&mut self, child: Pieces<K>) {
        self.visit(child);
    }

    /// Leaves that have been counted otherwise.
    fn add(&mut self, leaves: u64);

    fn visit(&mut self, child: Pieces<K>);
}

/// The last ply: actions are counted.
struct Counted<'r> {
    total: u64,
    room: &'r mut Captures,
}

impl<W: Walks<K>, S: Side, const K: usize> Visit<W, S, K> for Counted<'_> {
    const COUNTS: bool = true;

    #[inline(always)]
    fn add(&mut self, leaves: u64) {
        self.total = self.total.wrapping_add(leaves);
    }

    #[inline(always)]
    fn visit(&mut self, child: Pieces<K>) {
        self.total += count::actions::<W, S::Other, K>(&child, self.room);
    }
}

/// Plies before it.
struct Searched<'r> {
    total: u64,
    depth: u32,
    rooms: &'r mut [Captures],
}

impl<W: Walks<K>, S: Side, const K: usize> Visit<W, S, K> for Searched<'_> {
    const COUNTS: bool = false;

    fn add(&mut self, _leaves: u64) {}

    #[inline(always)]
    fn visit(&mut self, child: Pieces<K>) {
        self.total += leaves::<W, S::Other, K>(&child, self.depth, self.rooms);
    }
}

/// Visits the positions after each legal action.
#[inline(always)]
fn each_child<W: Walks<K>, S: Side, V: Visit<W, S, K>, const K: usize>(
    pieces: &Pieces<K>,
    room: &mut Captures,
    to_do: &mut V,
) {
    let free = W::BOARD & !pieces.all();
    let fixed = fixed::first::<W, S, K>(pieces, free);
    let (able, flying) = count::flying::<W, S, K>(pieces, free, &fixed);
    let any = fixed.any() || flying;
    // Kinds do not matter to the preference, and the captures can be told by sets.
    let sets = any && !flying && (counts_only::<W, K>() || plain::<W, S, K>(pieces, &able));
    if sets && fixed.further == 0 {
        // Single fixed jumps: all of them at once, by shifts.
        each_kind!(K, |kind| {
            let jump = &W::JUMPS[S::INDEX][kind];
            if !jump.flies {
                let own = pieces.of::<S>(kind);
                each_dir!(jump.dirs, |dir, index| each!(own & fixed.can[kind][index], |bit| {
                    let from = one(bit);
                    let over = turn(from, dir);
                    to_do.visit(pieces.moved::<W, S>(kind, from, turn(over, dir)).without::<S>(over));
                }));
            }
        });
        return;
    }
    if any {
        let count = if sets { fixed.count::<W, S>(pieces) } else { Count::Unknown };
        room.clear();
        let short = match count {
            Count::Exactly(_) => true,
            Count::UnlessLonger(_) if hops::tells_longer::<W, S, K>() => {
                hops::longer::<W, S, K>(pieces, &fixed, room);
                room.best() <= 2
            }
            _ => {
                captures::<W, S, K>(pieces, &able, room);
                false
            }
        };
        if short {
            short_captures::<W, S, V, K>(pieces, &fixed, to_do);
            return;
        }
        for capture in room.list() {
            to_do.visit_apart(pieces.captured::<W, S>(capture));
        }
        return;
    }
    let counted = if V::COUNTS && W::DIFFERENCE { steps::<W, S, K>(pieces) } else { None };
    if let Some(steps) = &counted {
        to_do.add(steps.leaves);
    }
    each_kind!(K, |kind| {
        let walk = &W::STEPS[S::INDEX][kind];
        let own = pieces.of::<S>(kind);
        if walk.slides {
            each!(own, |bit| {
                let from = one(bit);
                each_dir!(walk.dirs, |dir| {
                    each!(look::<W, K>(from, dir, free).free, |to| {
                        to_do.visit(pieces.moved::<W, S>(kind, from, one(to)));
                    });
                });
            });
        } else {
            each_dir!(walk.dirs, |dir, index| {
                let targets = match &counted {
                    Some(steps) => steps.left(kind, index),
                    None => step::<W, K>(own, dir) & free,
                };
                each!(targets, |bit| {
                    let to = one(bit);
                    to_do.visit(pieces.moved::<W, S>(kind, step::<W, K>(to, -dir), to));
                });
            });
        }
    });
}

/// Visits the positions after captures of fixed jumps where some of them are of two jumps and none of more.
#[inline(always)]
fn short_captures<W: Walks<K>, S: Side, V: Visit<W, S, K>, const K: usize>(
    pieces: &Pieces<K>,
    fixed: &Fixed<K>,
    to_do: &mut V,
) {
    each_kind!(K, |kind| {
        let jump = &W::JUMPS[S::INDEX][kind];
        let own = pieces.of::<S>(kind);
        if !jump.flies && (kind == 0 || own != 0) {
            let stops = fixed::stops::<W, S, K>(kind);
            let can = &fixed.can[kind];
            each_dir!(jump.dirs, |dir, index| {
                let landed = turn(own & can[index], 2 * dir);
                if landed != 0 {
                    let mut going = 0;
                    each_dir!(jump.dirs, |next, index| if next != -dir {
                        let again = landed & !stops & can[index];
                        going |= again;
                        each!(again, |bit| {
                            let between = one(bit);
                            let (first, over) = (turn(between, -dir), turn(between, next));
                            let (from, to) = (turn(first, -dir), turn(over, next));
                            to_do.visit_apart(pieces.moved::<W, S>(kind, from, to).without::<S>(first | over));
                        });
                    });
                    if W::PLAIN == Plain::Free {
                        each!(landed & !going, |bit| {
                            let to = one(bit);
                            let over = turn(to, -dir);
                            to_do.visit_apart(pieces.moved::<W, S>(kind, turn(over, -dir), to).without::<S>(over));
                        });
                    }
                }
            });
        }
    });
}
