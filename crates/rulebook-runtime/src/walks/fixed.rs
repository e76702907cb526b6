//! Fixed jumps of all pieces at once, as sets of cells: which are possible, and how many captures they are where none is longer
//! than two jumps. What flies is not asked here.
//!
//! Pieces are told by the cells that they land on. Where two of them land on the same cell, its captures count twice; three are
//! searched.

use crate::walks::{
    Bits, Pieces, Plain, Side, Walks, When,
    bits::{each_dir, each_kind, edge, turn},
};

/// The first jumps of a player's pieces.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Fixed<const K: usize> {
    /// By kind and direction: the cells from which a jump is possible.
    pub(crate) can: [[Bits; 8]; K],
    /// By kind: the cells from which any is.
    any: [Bits; K],
    /// By kind: the pieces that can jump.
    pub(crate) able: [Bits; K],
    /// Landings.
    landings: [Bits; K],
    /// Landings from where another jump may follow: in any direction, since back over its victim stands the piece itself; the
    /// cell that it left is reached again only by a closed walk, which is longer. A piece that is promoted as it lands may take
    /// otherwise.
    pub(crate) further: Bits,
}

/// How many captures there are.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Count {
    /// So many.
    Exactly(u64),
    /// So many, if none is of three jumps or more.
    UnlessLonger(u64),
    /// They have to be searched.
    Unknown,
}

/// Looks for the first jumps.
#[inline(always)]
pub(crate) fn first<W: Walks<K>, S: Side, const K: usize>(pieces: &Pieces<K>, free: Bits) -> Fixed<K> {
    let enemies = pieces.enemies::<S>();
    let mut found = Fixed { can: [[0; 8]; K], any: [0; K], able: [0; K], landings: [0; K], further: 0 };
    each_kind!(K, |kind| {
        let jump = &W::JUMPS[S::INDEX][kind];
        let own = pieces.of::<S>(kind);
        // Of the first kind there are nearly always some; asking would cost more than it saves.
        if !jump.flies && (kind == 0 || own != 0) {
            let prey = pieces.prey::<W, S>(kind, enemies);
            each_dir!(jump.dirs, |dir, index| {
                let can = over::<W, K>(prey, free, dir);
                let jumps = own & can;
                found.can[kind][index] = can;
                found.any[kind] |= can;
                found.able[kind] |= jumps;
                found.landings[kind] |= turn(jumps, 2 * dir);
            });
            let (stops, changes) = (stops::<W, S, K>(kind), changes::<W, S, K>(kind));
            found.further |= found.landings[kind] & (found.any[kind] & !stops | changes);
        }
    });
    found
}

/// The cells from which a jump in a direction leads over such a piece onto such a cell.
#[inline(always)]
pub(crate) fn over<W: Walks<K>, const K: usize>(prey: Bits, onto: Bits, dir: i32) -> Bits {
    // Both neighbours of what is jumped over are on the board; that is the same for the direction back.
    let prey = prey & edge::<W, K>(dir) & edge::<W, K>(-dir);
    turn(prey & turn(onto, -dir), -dir)
}

/// Has each direction its opposite?
#[inline(always)]
pub(crate) fn both_ways(dirs: &[i32]) -> bool {
    dirs.iter().all(|dir| dirs.contains(&-dir))
}

/// The cells on which a piece of that kind is promoted as it lands, and stops.
#[inline(always)]
pub(crate) fn stops<W: Walks<K>, S: Side, const K: usize>(kind: usize) -> Bits {
    let promotion = W::PROMOTION;
    if promotion.from == kind && promotion.when == When::AndStop { promotion.on[S::INDEX] } else { 0 }
}

/// The cells on which it is promoted as it lands, and goes on.
#[inline(always)]
pub(crate) fn changes<W: Walks<K>, S: Side, const K: usize>(kind: usize) -> Bits {
    let promotion = W::PROMOTION;
    if promotion.from == kind && promotion.when == When::AtOnce { promotion.on[S::INDEX] } else { 0 }
}

impl<const K: usize> Fixed<K> {
    /// Is there one?
    #[inline(always)]
    pub(crate) fn any(&self) -> bool {
        let mut able = 0;
        each_kind!(K, |kind| able |= self.able[kind]);
        able != 0
    }

    /// Pairs of piece and direction.
    #[inline(always)]
    fn singles<W: Walks<K>, S: Side>(&self, pieces: &Pieces<K>) -> u64 {
        let mut singles = 0;
        each_kind!(K, |kind| {
            let jump = &W::JUMPS[S::INDEX][kind];
            let own = pieces.of::<S>(kind);
            if !jump.flies && (kind == 0 || own != 0) {
                each_dir!(jump.dirs, |_dir, index| singles += u64::from((own & self.can[kind][index]).count_ones()));
            }
        });
        singles
    }

    /// How many captures these are.
    #[inline(always)]
    pub(crate) fn count<W: Walks<K>, S: Side>(&self, pieces: &Pieces<K>) -> Count {
        if self.further == 0 {
            return Count::Exactly(self.singles::<W, S>(pieces));
        }
        // No two routes of two jumps are one capture, if no closed walk is that short.
        if W::SETS && W::MEET >= 3 { self.two_jumps::<W, S>(pieces) } else { Count::Unknown }
    }

    /// The same where some are of two jumps.
    #[inline(always)]
    fn two_jumps<W: Walks<K>, S: Side>(&self, pieces: &Pieces<K>) -> Count {
        let (mut begun, mut doubles, mut further, mut unknown) = (0_u64, 0_u64, 0, 0);
        each_kind!(K, |kind| {
            let jump = &W::JUMPS[S::INDEX][kind];
            let own = pieces.of::<S>(kind);
            if !jump.flies && (kind == 0 || own != 0) {
                let (stops, changes) = (stops::<W, S, K>(kind), changes::<W, S, K>(kind));
                let can = &self.can[kind];
                let goes_on = self.any[kind] & !stops;
                // Cells on which at least so many pieces land that go on.
                let (mut once, mut twice, mut thrice) = (0, 0, 0);
                each_dir!(jump.dirs, |dir, index| {
                    let landed = turn(own & can[index], 2 * dir);
                    unknown |= landed & changes;
                    let landed = landed & goes_on;
                    thrice |= twice & landed;
                    twice |= once & landed;
                    once |= landed;
                });
                unknown |= thrice;
                begun += u64::from(once.count_ones() + twice.count_ones());
                let (mut third, mut others) = (0, 0);
                each_dir!(jump.dirs, |_dir, index| {
                    others |= third & can[index];
                    third |= can[index];
                });
                // A third jump may lead back to the cell that the piece left: from where its first jump in the opposite
                // direction would have led. It does not lead back over the second victim, but that is seen as possible from
                // each cell on which a second jump ends.
                let closes = if W::MEET <= 3 { self.landings[kind] } else { 0 };
                let both = both_ways(jump.dirs);
                each_dir!(jump.dirs, |dir, index| {
                    let again = once & can[index];
                    doubles += u64::from(again.count_ones());
                    let second = turn(again, 2 * dir);
                    let third = if both { others } else { third };
                    // The first victim is among the prey here, so that a capture may seem longer than it is.
                    further |= second & (third | closes) & !stops;
                    unknown |= if W::MEET <= 3 && !both { second } else { second & changes };
                });
                if twice != 0 {
                    each_dir!(jump.dirs, |_dir, index| doubles += u64::from((twice & can[index]).count_ones()));
                }
            }
        });
        let count = if W::PLAIN == Plain::Most { doubles } else { doubles + self.singles::<W, S>(pieces) - begun };
        if unknown != 0 {
            Count::Unknown
        } else if further != 0 {
            Count::UnlessLonger(count)
        } else {
            Count::Exactly(count)
        }
    }
}
