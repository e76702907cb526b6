//! Leaves of the game tree, the last two plies at once.
//!
//! With `A` the cells that a reply in some direction would reach, `E` the free cells and `O` the mover's pieces, there are as
//! many replies in that direction as cells in `A & E` (if it may end on a free cell) and in `A & O` (if it may take). A step
//! from `f` to `t` changes that as follows, for each direction of a reply:
//!
//! * `f` was the mover's and is free: one reply more or less, if `f` is in `A` and only one of the two is allowed;
//! * `t` was free and is the mover's: the same the other way round;
//! * `t` was an enemy's: its replies are gone, among them that onto `f` if it is the way back; and if `t` is in `A`, it can
//!   be taken now.
//!
//! Each of these is a popcount over all steps of one kind in one direction. *Sound if* nothing but the pieces decides which
//! replies there are, and a finished game has no leaves below it: a step that ends the game by arriving is left out, one
//! after which the enemy has nothing to move leaves no replies anyway.

use super::{Pieces, Step, Steps};
use crate::{
    board::Board as _,
    walks::{Bits, First, Second, Side, bits::each},
};

/// The pieces of the player to move and of the other one, by kind.
type Sides<const K: usize> = ([Bits; K], [Bits; K]);

/// Leaves at a depth; none if a piece has arrived already, as only a set-up can have it.
pub fn leaves<W: Steps<K>, const K: usize>(board: &Pieces<K>, mover: u8, depth: u32) -> Option<u64> {
    let of = |player: u8| core::array::from_fn(|kind| board.owned(player) & board.kinds(1 << kind));
    let (first, second): Sides<K> = (of(0), of(1));
    let arrived =
        |player: usize, pieces: &[Bits; K]| pieces.iter().zip(W::GOALS[player]).any(|(p, goal)| p & goal != 0);
    if arrived(0, &first) || arrived(1, &second) {
        return None;
    }
    Some(match mover {
        0 => below::<W, First, K>(&(first, second), depth),
        _ => below::<W, Second, K>(&(second, first), depth),
    })
}

#[inline(always)]
fn all<const K: usize>(pieces: &[Bits; K]) -> Bits {
    pieces.iter().fold(0, |all, of_kind| all | of_kind)
}

#[inline(always)]
fn size(set: Bits) -> u64 {
    set.count_ones().into()
}

/// Leaves at that depth below a position in which nobody has arrived.
fn below<W: Steps<K>, S: Side, const K: usize>(sides: &Sides<K>, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => actions::<W, S, K>(sides),
        2 => two_plies::<W, S, K>(sides),
        _ => each_action::<W, S, K>(sides, depth),
    }
}

/// How many actions the player to move has.
#[inline(always)]
fn actions<W: Steps<K>, S: Side, const K: usize>((own, enemies): &Sides<K>) -> u64 {
    let (mine, theirs) = (all(own), all(enemies));
    let free = W::BOARD & !(mine | theirs);
    W::STEPS[S::INDEX].iter().map(|step| size(step.ahead(own[step.kind]) & ends_on(step, free, theirs))).sum()
}

/// The cells that a step may end on.
#[inline(always)]
fn ends_on(step: &Step, free: Bits, enemies: Bits) -> Bits {
    (if step.quiet { free } else { 0 }) | (if step.takes { enemies } else { 0 })
}

/// Plays each action that does not end the game.
fn each_action<W: Steps<K>, S: Side, const K: usize>((own, enemies): &Sides<K>, depth: u32) -> u64 {
    let (mine, theirs) = (all(own), all(enemies));
    let free = W::BOARD & !(mine | theirs);
    let mut total = 0;
    for step in W::STEPS[S::INDEX] {
        let targets = step.ahead(own[step.kind]) & ends_on(step, free, theirs) & !W::GOALS[S::INDEX][step.kind];
        each!(targets, |bit| {
            let to = 1 << bit;
            let (mut moved, mut left) = (*own, *enemies);
            moved[step.kind] ^= to | step.back(to);
            for of_kind in &mut left {
                *of_kind &= !to;
            }
            total += below::<W, S::Other, K>(&(left, moved), depth - 1);
        });
    }
    total
}

/// Leaves after each action and each reply to it.
#[inline(always)]
fn two_plies<W: Steps<K>, S: Side, const K: usize>((own, enemies): &Sides<K>) -> u64 {
    let (mine, theirs) = (all(own), all(enemies));
    let free = W::BOARD & !(mine | theirs);
    let replies = W::STEPS[1 - S::INDEX];
    let before = replies.iter().map(|r| size(r.ahead(enemies[r.kind]) & ends_on(r, free, mine))).sum::<u64>();
    // Differences may be negative on the way; the sum is not.
    let mut total = 0_u64;
    for step in W::STEPS[S::INDEX] {
        let ahead = step.ahead(own[step.kind]) & !W::GOALS[S::INDEX][step.kind];
        if step.quiet {
            let to = ahead & free;
            let from = step.back(to);
            total = total.wrapping_add(size(to).wrapping_mul(before));
            for reply in replies {
                let reach = reply.ahead(enemies[reply.kind]);
                let (freed, blocked) = (size(from & reach), size(to & reach));
                total = match (reply.quiet, reply.takes) {
                    (true, false) => total.wrapping_add(freed).wrapping_sub(blocked),
                    (false, true) => total.wrapping_add(blocked).wrapping_sub(freed),
                    (true, true) | (false, false) => total,
                };
            }
        }
        if step.takes {
            let to = ahead & theirs;
            let from = step.back(to);
            total = total.wrapping_add(size(to).wrapping_mul(before));
            for reply in replies {
                let reach = reply.ahead(enemies[reply.kind]);
                let gone = reply.ahead(to & enemies[reply.kind]) & ends_on(reply, free, mine);
                total = total.wrapping_sub(size(gone));
                if reply.takes {
                    total = total.wrapping_add(size(to & reach));
                }
                // A victim whose way back it is does not reach the cell that was left.
                let onto = reach & if reply.undoes(step) { from & !step.back(to & enemies[reply.kind]) } else { from };
                total = match (reply.quiet, reply.takes) {
                    (true, false) => total.wrapping_add(size(onto)),
                    (false, true) => total.wrapping_sub(size(onto)),
                    (true, true) | (false, false) => total,
                };
            }
        }
    }
    total
}
