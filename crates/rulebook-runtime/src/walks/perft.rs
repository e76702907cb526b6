//! Leaves of the game tree. The last ply is counted, not made.

use alloc::vec::Vec;

use crate::walks::{
    Pieces, Side, Walks,
    bits::{each, each_dir, each_kind, one, step},
    chain::{Captures, able, captures},
    count,
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
            each_child::<W, S, K>(pieces, room, &mut counted);
            counted.total
        }
        _ => {
            let mut searched = Searched { total: 0, depth: depth - 1, rooms };
            each_child::<W, S, K>(pieces, room, &mut searched);
            searched.total
        }
    }
}

/// What is done with the positions after each action. A trait and not a closure, since only a function can be inlined for
/// certain, and a position that stays in registers is half the speed.
trait Visit<W: Walks<K>, S: Side, const K: usize> {
    fn visit(&mut self, child: Pieces<K>);
}

/// The last ply: actions are counted.
struct Counted<'r> {
    total: u64,
    room: &'r mut Captures,
}

impl<W: Walks<K>, S: Side, const K: usize> Visit<W, S, K> for Counted<'_> {
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
    #[inline(always)]
    fn visit(&mut self, child: Pieces<K>) {
        self.total += leaves::<W, S::Other, K>(&child, self.depth, self.rooms);
    }
}

/// Visits the positions after each legal action.
#[inline(always)]
fn each_child<W: Walks<K>, S: Side, const K: usize>(
    pieces: &Pieces<K>,
    room: &mut Captures,
    to_do: &mut impl Visit<W, S, K>,
) {
    let enemies = pieces.enemies::<S>();
    let free = W::BOARD & !pieces.all();
    let able = able::<W, S, K>(pieces);
    let (mut any, mut flying) = (0, 0);
    each_kind!(K, |kind| {
        any |= able[kind];
        flying |= if W::JUMPS[S::INDEX][kind].flies { able[kind] } else { 0 };
    });
    if any != 0 && flying == 0 && !count::any_goes_on::<W, S, K>(pieces, enemies, free) {
        // Single fixed jumps: all of them at once, by shifts.
        each_kind!(K, |kind| {
            let jump = &W::JUMPS[S::INDEX][kind];
            let own = pieces.of::<S>(kind);
            if !jump.flies {
                each_dir!(jump.dirs, |dir| each!(step(step(own, dir) & enemies, dir) & free, |bit| {
                    let to = one(bit);
                    let over = step(to, -dir);
                    to_do.visit(pieces.moved::<W, S>(kind, step(over, -dir), to).without::<S>(over));
                }));
            }
        });
        return;
    }
    if any != 0 {
        room.clear();
        captures::<W, S, K>(pieces, &able, room);
        for capture in room.list() {
            to_do.visit(pieces.captured::<W, S>(capture));
        }
        return;
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
            each_dir!(walk.dirs, |dir| each!(step(own, dir) & free, |bit| {
                let to = one(bit);
                to_do.visit(pieces.moved::<W, S>(kind, step(to, -dir), to));
            }));
        }
    });
}
