//! Leaves of the game tree. The last ply is counted, not made.

use alloc::vec::Vec;

use crate::{
    Pieces, Side, Walks,
    bits::{each, each_dir, one, step},
    chain::{Captures, captures, starts},
    count,
};

/// Leaves at that depth.
pub fn perft<W: Walks<K>, S: Side, const K: usize>(pieces: &Pieces<K>, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut rooms: Vec<Captures> = Vec::new();
    rooms.resize_with(depth as usize, Captures::default);
    leaves::<W, S, K>(pieces, depth, &mut rooms)
}

fn leaves<W: Walks<K>, S: Side, const K: usize>(pieces: &Pieces<K>, depth: u32, rooms: &mut [Captures]) -> u64 {
    let Some((room, rooms)) = rooms.split_first_mut() else { return 1 };
    if depth == 1 {
        return count::actions::<W, S, K>(pieces, room);
    }
    let enemies = pieces.side[1 - S::INDEX];
    let free = W::BOARD & !pieces.all();
    let mut any = 0;
    for kind in 0..K {
        any |= starts::<W, S, K>(pieces.of::<S>(kind), kind, enemies, free);
    }
    let mut total = 0;
    if any != 0 {
        room.clear();
        captures::<W, S, K>(pieces, room);
        for capture in room.list() {
            total += leaves::<W, S::Other, K>(&pieces.captured::<W, S>(capture), depth - 1, rooms);
        }
        return total;
    }
    for kind in 0..K {
        let walk = W::STEPS[S::INDEX][kind];
        let own = pieces.of::<S>(kind);
        each_dir!(walk.dirs, |dir| {
            if walk.slides {
                each(own, |bit| {
                    let from = one(bit);
                    let mut to = step(from, dir) & free;
                    while to != 0 {
                        total += leaves::<W, S::Other, K>(&pieces.moved::<W, S>(kind, from, to), depth - 1, rooms);
                        to = step(to, dir) & free;
                    }
                });
            } else {
                each(step(own, dir) & free, |bit| {
                    let to = one(bit);
                    let from = step(to, -dir);
                    total += leaves::<W, S::Other, K>(&pieces.moved::<W, S>(kind, from, to), depth - 1, rooms);
                });
            }
        });
    }
    total
}
