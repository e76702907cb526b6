//! Two plies counted at once: the leaves after all quiet moves of pieces that step, from one look at the replies before them.
//!
//! A step changes two cells: the one that it leaves becomes free, the one that it reaches becomes an enemy of whoever
//! replies. So
//!
//! * the replies that take nothing are those of before, and those onto the cell left, without those onto the cell reached:
//!   popcounts over all steps in one direction at once;
//! * a reply can take something only if the piece that stepped can be taken now, or the cell that it left is where a jump
//!   lands: sets again. Where no such jump can be followed by another one, the replies are as many as these jumps
//!   ([`Jumps`]); the other steps are played one by one.
//!
//! *Sound if* the reply had nothing to take before, none of its pieces slides or flies (how far they see would change), and
//! the mover has nothing to take. What a piece becomes where it ends does not matter to the replies: they take any enemy.
//!
//! Only counting gains by it; nothing else is played that way.

use crate::walks::{
    Bits, Pieces, Plain, Side, Walks,
    bits::{each_dir, each_kind, step},
    fixed::{changes, over, stops},
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
    // Where a jump of the reply would land, if that cell were free; where it would take whoever comes there.
    let (mut landings, mut taken) = (0, 0);
    let mut open = 0;
    each_kind!(K, |kind| {
        let theirs = pieces.of::<S::Other>(kind);
        // Of the first kind there are nearly always some.
        if kind == 0 || theirs != 0 {
            each_dir!(W::JUMPS[1 - S::INDEX][kind].dirs, |dir| {
                let reached = step::<W, K>(theirs, dir);
                let beyond = step::<W, K>(reached & own, dir);
                open |= beyond & free;
                landings |= beyond & own;
                taken |= reached & step::<W, K>(free, -dir);
            });
            each_dir!(W::STEPS[1 - S::INDEX][kind].dirs, |dir| {
                replies += u64::from((step::<W, K>(theirs, dir) & free).count_ones());
            });
        }
    });
    if open != 0 {
        return None;
    }
    let jumps = Jumps::of::<W, S, K>(pieces, own, free);
    let mut found = Steps { leaves: 0, left: [[0; 4]; K] };
    each_kind!(K, |kind| {
        let walk = &W::STEPS[S::INDEX][kind];
        let movers = pieces.of::<S>(kind);
        if !walk.slides && (kind == 0 || movers != 0) {
            each_dir!(walk.dirs, |dir, index| {
                let to = step::<W, K>(movers, dir) & free;
                // The piece that stepped is taken by a jump onto a free cell, or back onto the cell that it left.
                let mut taken = taken | step::<W, K>(landings, dir);
                each_kind!(K, |other| {
                    let theirs = pieces.of::<S::Other>(other);
                    if (other == 0 || theirs != 0) && W::JUMPS[1 - S::INDEX][other].dirs.contains(&-dir) {
                        taken |= step::<W, K>(theirs, -dir);
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
                if let Some(jumps) = jumps.as_ref().filter(|_| kind == 0 && to & taken != 0) {
                    let (left, singles) = jumps.after::<W, S, K>(to & taken, dir, landings, free);
                    found.left[kind][index & 3] = left;
                    sum += singles;
                }
                found.leaves = found.leaves.wrapping_add(sum);
            });
        }
    });
    Some(found)
}

/// Jumps of the reply that a step makes possible, where all pieces are of the first kind: then kinds do not matter to the
/// preference.
#[derive(Clone, Copy, Debug)]
struct Jumps {
    /// Who replies.
    theirs: Bits,
    /// By direction of the jump: where whoever comes is taken.
    taken: [Bits; 8],
    /// By direction of the jump: where it lands, if the piece there goes away.
    landings: [Bits; 8],
    /// From where a jump may be followed by another one.
    goes_on: Bits,
}

impl Jumps {
    #[inline(always)]
    fn of<W: Walks<K>, S: Side, const K: usize>(pieces: &Pieces<K>, own: Bits, free: Bits) -> Option<Self> {
        let jump = &W::JUMPS[1 - S::INDEX][0];
        let tells = W::SETS && W::PLAIN != Plain::No && jump.takes & 1 == 1 && !jump.flies;
        if !tells || W::STEPS[S::INDEX][0].dirs.iter().any(|step| returns(jump.dirs, *step)) {
            return None;
        }
        let mut others = 0;
        each_kind!(K, |kind| if kind > 0 {
            others |= pieces.of::<S>(kind) | pieces.of::<S::Other>(kind);
        });
        if others != 0 {
            return None;
        }
        let theirs = pieces.of::<S::Other>(0);
        let mut jumps = Self { theirs, taken: [0; 8], landings: [0; 8], goes_on: 0 };
        each_dir!(jump.dirs, |dir, index| {
            let reached = step::<W, K>(theirs, dir);
            jumps.taken[index] = reached & step::<W, K>(free, -dir);
            jumps.landings[index] = step::<W, K>(reached & own, dir) & own;
            jumps.goes_on |= over::<W, K>(own, free, dir);
        });
        jumps.goes_on = jumps.goes_on & !stops::<W, S::Other, K>(0) | changes::<W, S::Other, K>(0);
        Some(jumps)
    }

    /// After steps onto these cells in a direction: those that have to be played, and the jumps after the others.
    #[inline(always)]
    fn after<W: Walks<K>, S: Side, const K: usize>(
        &self,
        to: Bits,
        dir: i32,
        landings: Bits,
        free: Bits,
    ) -> (Bits, u64) {
        let dirs = W::JUMPS[1 - S::INDEX][0].dirs;
        let promotion = W::PROMOTION;
        // What is promoted is of another kind.
        let mut left = if promotion.from == 0 { to & promotion.on[S::INDEX] } else { 0 };
        // A jump onto the cell that was left may also be followed by one over the piece that stepped.
        let on = self.goes_on | step::<W, K>(step::<W, K>(free, -dir), -dir);
        left |= to & step::<W, K>(landings & on, dir);
        each_dir!(dirs, |jump, index| {
            left |= if jump == -dir {
                to & step::<W, K>(self.theirs, jump) & step::<W, K>(self.goes_on, dir)
            } else {
                to & self.taken[index] & step::<W, K>(self.goes_on, -jump)
            };
        });
        let to = to & !left;
        let from = step::<W, K>(to, -dir);
        let mut singles = 0;
        each_dir!(dirs, |jump, index| {
            let taken = if jump == -dir { step::<W, K>(self.theirs, jump) } else { self.taken[index] };
            singles += u64::from((to & taken).count_ones()) + u64::from((from & self.landings[index]).count_ones());
        });
        (left, singles)
    }
}

/// May a piece that takes the one that stepped land on the cell that was left by its next jump?
#[inline(always)]
fn returns(dirs: &[i32], stepped: i32) -> bool {
    dirs.iter().any(|jump| dirs.iter().any(|next| *next != -jump && jump + 2 * next + stepped == 0))
}
