//! Two plies counted at once: the leaves after all quiet moves of pieces that step, from one look at the replies before them.
//!
//! A step changes two cells: the one that it leaves becomes free, the one that it reaches becomes an enemy of whoever
//! replies. So
//!
//! * the replies that take nothing are those of before, and those onto the cell left, without those onto the cell reached:
//!   popcounts over all steps in one direction at once;
//! * a reply can take something only if the piece that stepped can be taken now, or the cell that it left is where a jump
//!   lands: sets again. Those steps are played one by one.
//!
//! *Sound if* the reply had nothing to take before, none of its pieces slides or flies (how far they see would change), and
//! the mover has nothing to take. What a piece becomes where it ends does not matter to the replies: they take any enemy.
//!
//! Only counting gains by it; nothing else is played that way.

use crate::walks::{
    Bits, Pieces, Side, Walks,
    bits::{each_dir, each_kind, step},
};

/// Quiet moves that have to be played one by one, by kind and direction of the step: where they end.
#[derive(Clone, Copy, Debug)]
pub struct Steps<const K: usize> {
    /// Leaves after all other steps.
    pub leaves: u64,
    /// By kind, and for up to four directions.
    left: [[Bits; 4]; K],
}

impl<const K: usize> Steps<K> {
    /// Steps of a kind, in the direction of that index, that have to be played.
    #[inline(always)]
    pub fn left(&self, kind: usize, index: usize) -> Bits {
        self.left[kind][index & 3]
    }
}

/// Has the player no piece that slides or flies?
#[inline(always)]
fn only_steps<W: Walks<K>, S: Side, const K: usize>(pieces: &Pieces<K>) -> bool {
    let mut far = 0;
    each_kind!(K, |kind| {
        if W::STEPS[S::INDEX][kind].slides || W::JUMPS[S::INDEX][kind].flies {
            far |= pieces.of::<S>(kind);
        }
    });
    far == 0
}

/// Leaves after the steps of a player who has nothing to take; `None` where the difference does not tell.
#[inline(always)]
pub fn steps<W: Walks<K>, S: Side, const K: usize>(pieces: &Pieces<K>) -> Option<Steps<K>> {
    let directions = W::STEPS[S::INDEX].iter().map(|walk| walk.dirs.len()).max();
    if directions > Some(4) || !only_steps::<W, S::Other, K>(pieces) {
        return None;
    }
    let free = W::BOARD & !pieces.all();
    let own = pieces.enemies::<S::Other>();
    let mut replies = 0_u64;
    // Where a jump of the reply would land, if that cell were free; where its steps go, by kind.
    let mut landings = 0;
    let mut open = 0;
    each_kind!(K, |kind| {
        let theirs = pieces.of::<S::Other>(kind);
        // Of the first kind there are nearly always some.
        if kind == 0 || theirs != 0 {
            each_dir!(W::JUMPS[1 - S::INDEX][kind].dirs, |dir| {
                let beyond = step::<W, K>(step::<W, K>(theirs, dir) & own, dir);
                open |= beyond & free;
                landings |= beyond & own;
            });
            each_dir!(W::STEPS[1 - S::INDEX][kind].dirs, |dir| {
                replies += u64::from((step::<W, K>(theirs, dir) & free).count_ones());
            });
        }
    });
    if open != 0 {
        return None;
    }
    let mut found = Steps { leaves: 0, left: [[0; 4]; K] };
    each_kind!(K, |kind| {
        let walk = &W::STEPS[S::INDEX][kind];
        let movers = pieces.of::<S>(kind);
        if !walk.slides && (kind == 0 || movers != 0) {
            each_dir!(walk.dirs, |dir, index| {
                let to = step::<W, K>(movers, dir) & free;
                // The piece that stepped is taken by a jump onto a free cell, or back onto the cell that it left.
                let mut taken = step::<W, K>(landings, dir);
                each_kind!(K, |other| {
                    let theirs = pieces.of::<S::Other>(other);
                    if other == 0 || theirs != 0 {
                        each_dir!(W::JUMPS[1 - S::INDEX][other].dirs, |jump| {
                            let beyond = if jump == -dir { W::BOARD } else { step::<W, K>(free, -jump) };
                            taken |= step::<W, K>(theirs, jump) & beyond;
                        });
                    }
                });
                let quiet = to & !taken;
                let from = step::<W, K>(quiet, -dir);
                found.left[kind][index & 3] = to & taken;
                let mut sum = u64::from(quiet.count_ones()) * replies;
                each_kind!(K, |other| {
                    let theirs = pieces.of::<S::Other>(other);
                    if other == 0 || theirs != 0 {
                        each_dir!(W::STEPS[1 - S::INDEX][other].dirs, |reply| {
                            let reached = step::<W, K>(theirs, reply);
                            sum += u64::from((from & reached).count_ones());
                            sum = sum.wrapping_sub(u64::from((quiet & reached).count_ones()));
                        });
                    }
                });
                found.leaves = found.leaves.wrapping_add(sum);
            });
        }
    });
    Some(found)
}
