//! Captures, jump after jump. Until the end the victims stay where they are: they block, and none is taken twice.

use alloc::vec::Vec;

use crate::{
    Bits, Pieces, Side, Walks,
    bits::{each, one, step},
    walk::When,
};

/// A capture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Capture {
    /// The bit of the cell from which it begins.
    pub from: u8,
    /// The bit of the cell on which it ends.
    pub to: u8,
    /// The kind as it began.
    pub began: u8,
    /// The kind on its last landing; a promotion at the end is not in it yet.
    pub kind: u8,
    /// What is taken.
    pub victims: Bits,
}

/// Where captures are collected: those of the most pieces only, if the rules say so, and each once.
#[derive(Debug, Default)]
pub struct Captures {
    list: Vec<Capture>,
    most: u32,
}

impl Captures {
    /// The captures found.
    pub fn list(&self) -> &[Capture] {
        &self.list
    }

    /// Makes room for new ones.
    #[inline]
    pub fn clear(&mut self) {
        self.list.clear();
        self.most = 0;
    }

    #[inline(always)]
    fn push<W: Walks<K>, S: Side, const K: usize>(&mut self, capture: Capture, taken: u32) {
        if W::MOST {
            if taken < self.most {
                return;
            }
            if taken > self.most {
                self.most = taken;
                self.list.clear();
            }
        }
        // Two routes of fixed jumps to one capture meet only after a closed walk; a piece that flies may also land here or
        // there between two victims on a line.
        let jumps = W::JUMPS[S::INDEX];
        let flies = jumps[usize::from(capture.began)].flies || jumps[usize::from(capture.kind)].flies;
        let meet = if flies { 2 } else { W::MEET };
        if taken >= meet && self.list.contains(&capture) {
            return;
        }
        self.list.push(capture);
    }
}

/// What does not change during a capture.
struct Field {
    from: u8,
    began: u8,
    /// Enemies at the beginning.
    enemies: Bits,
    /// Cells without a piece; that of the piece that takes is one of them.
    empty: Bits,
}

/// Collects all captures of the player.
#[inline]
pub fn captures<W: Walks<K>, S: Side, const K: usize>(pieces: &Pieces<K>, out: &mut Captures) {
    out.clear();
    let enemies = pieces.side[1 - S::INDEX];
    let free = W::BOARD & !pieces.all();
    for kind in 0..K {
        let able = starts::<W, S, K>(pieces.of::<S>(kind), kind, enemies, free);
        each(able, |bit| {
            let field = Field { from: bit as u8, began: kind as u8, enemies, empty: free | one(bit) };
            go_on::<W, S, K>(&field, bit, kind, 0, 0, out);
        });
    }
}

/// The pieces of a kind that can take at all: for fixed jumps all of them at once, by shifts.
#[inline(always)]
pub fn starts<W: Walks<K>, S: Side, const K: usize>(own: Bits, kind: usize, enemies: Bits, free: Bits) -> Bits {
    let jump = W::JUMPS[S::INDEX][kind];
    if own == 0 {
        return 0;
    }
    let mut able = 0;
    for &dir in jump.dirs {
        if jump.flies {
            // The cells from which an enemy with a free cell behind it is seen.
            let mut seen = step(enemies & step(free, -dir), -dir);
            let mut open = seen & free;
            able |= seen & own;
            while open != 0 {
                seen = step(open, -dir);
                able |= seen & own;
                open = seen & free;
            }
        } else {
            able |= own & step(enemies & step(free, -dir), -dir);
        }
    }
    able
}

/// Goes on from a cell; did the piece find anything to take?
fn go_on<W: Walks<K>, S: Side, const K: usize>(
    field: &Field,
    at: u32,
    kind: usize,
    victims: Bits,
    taken: u32,
    out: &mut Captures,
) -> bool {
    let jump = W::JUMPS[S::INDEX][kind];
    let mut found = false;
    for &dir in jump.dirs {
        let mut next = step(one(at), dir);
        if jump.flies {
            while next & field.empty != 0 {
                next = step(next, dir);
            }
        }
        if next & field.enemies & !victims == 0 {
            continue;
        }
        let first = step(next, dir);
        if first & field.empty == 0 {
            continue;
        }
        found = true;
        let (victims, taken) = (victims | next, taken + 1);
        // If some landing lets the capture go on, only such landings are played.
        let mut goes_on = false;
        let mut landing = first;
        loop {
            let (kind, stops) = landed::<W, S, K>(kind, landing);
            goes_on |= !stops && go_on::<W, S, K>(field, landing.trailing_zeros(), kind, victims, taken, out);
            landing = step(landing, dir);
            if !jump.flies || landing & field.empty == 0 {
                break;
            }
        }
        if goes_on {
            continue;
        }
        let mut landing = first;
        loop {
            let (kind, _) = landed::<W, S, K>(kind, landing);
            let to = landing.trailing_zeros() as u8;
            let capture = Capture { from: field.from, to, began: field.began, kind: kind as u8, victims };
            out.push::<W, S, K>(capture, taken);
            landing = step(landing, dir);
            if !jump.flies || landing & field.empty == 0 {
                break;
            }
        }
    }
    found
}

/// What a piece is after landing, and whether it has to stop.
#[inline(always)]
fn landed<W: Walks<K>, S: Side, const K: usize>(kind: usize, landing: Bits) -> (usize, bool) {
    let promotion = W::PROMOTION;
    if promotion.when == When::AtEnd || kind != promotion.from || landing & promotion.on[S::INDEX] == 0 {
        return (kind, false);
    }
    (promotion.to, promotion.when == When::AndStop)
}
