//! Leaves of the game tree. The last ply is counted, not made.

use alloc::vec::Vec;

use crate::walks::{
    Pieces, Plain, Side, Walks, When,
    bits::{each, each_dir, each_kind, one, step, turn},
    chain::{Captures, able, captures},
    count,
    difference::steps,
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
    let enemies = pieces.enemies::<S>();
    let free = W::BOARD & !pieces.all();
    let able = able::<W, S, K>(pieces);
    let (mut any, mut flying) = (0, 0);
    each_kind!(K, |kind| {
        any |= able[kind];
        flying |= if W::JUMPS[S::INDEX][kind].flies { able[kind] } else { 0 };
    });
    // Kinds do not matter to the preference, and the captures can be told by sets.
    let sets = any != 0 && flying == 0 && (counts_only::<W, K>() || plain::<W, S, K>(pieces, &able));
    if sets && !count::any_goes_on::<W, S, K>(pieces, enemies, free) {
        // Single fixed jumps: all of them at once, by shifts.
        each_kind!(K, |kind| {
            let jump = &W::JUMPS[S::INDEX][kind];
            let own = pieces.of::<S>(kind);
            if !jump.flies {
                let enemies = pieces.prey::<W, S>(kind, enemies);
                each_dir!(jump.dirs, |dir| each!(step::<W, K>(step::<W, K>(own, dir) & enemies, dir) & free, |bit| {
                    let to = one(bit);
                    let over = step::<W, K>(to, -dir);
                    to_do.visit(pieces.moved::<W, S>(kind, step::<W, K>(over, -dir), to).without::<S>(over));
                }));
            }
        });
        return;
    }
    if sets && count::short_chains::<W, S, K>(pieces, enemies, free, 0).is_some() {
        short_captures::<W, S, V, K>(pieces, to_do);
        return;
    }
    if any != 0 {
        room.clear();
        captures::<W, S, K>(pieces, &able, room);
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
fn short_captures<W: Walks<K>, S: Side, V: Visit<W, S, K>, const K: usize>(pieces: &Pieces<K>, to_do: &mut V) {
    let enemies = pieces.enemies::<S>();
    let free = W::BOARD & !pieces.all();
    let promotion = W::PROMOTION;
    each_kind!(K, |kind| {
        let jump = &W::JUMPS[S::INDEX][kind];
        let own = pieces.of::<S>(kind);
        if !jump.flies && (kind == 0 || own != 0) {
            let ends = promotion.when == When::AndStop && promotion.from == kind;
            let stops = if ends { promotion.on[S::INDEX] } else { 0 };
            let enemies = pieces.prey::<W, S>(kind, enemies);
            let can = count::jumpable::<W, S, K>(kind, enemies, free);
            each_dir!(jump.dirs, |dir| {
                let landed = step::<W, K>(step::<W, K>(own, dir) & enemies, dir) & free;
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
                            let over = step::<W, K>(to, -dir);
                            to_do.visit_apart(
                                pieces.moved::<W, S>(kind, step::<W, K>(over, -dir), to).without::<S>(over),
                            );
                        });
                    }
                }
            });
        }
    });
}
