//! The pieces on the board: a set of cells for each player and each kind.

use crate::{Bits, Side, Walks, bits::one, chain::Capture, walk::When};

/// Pieces of two players and `K` kinds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Pieces<const K: usize> {
    /// By player.
    pub side: [Bits; 2],
    /// By kind.
    pub kind: [Bits; K],
}

impl<const K: usize> Pieces<K> {
    /// No pieces.
    pub const EMPTY: Self = Self { side: [0; 2], kind: [0; K] };

    /// Pieces of a player and kind.
    #[inline(always)]
    pub fn of<S: Side>(&self, kind: usize) -> Bits {
        self.side[S::INDEX] & self.kind[kind]
    }

    /// All pieces.
    #[inline(always)]
    pub fn all(&self) -> Bits {
        self.side[0] | self.side[1]
    }

    /// Puts a piece on an empty cell.
    pub fn put(&mut self, player: usize, kind: usize, bit: u32) {
        self.side[player] |= one(bit);
        self.kind[kind] |= one(bit);
    }

    /// The pieces after a quiet move.
    #[inline(always)]
    #[must_use]
    pub fn moved<W: Walks<K>, S: Side>(&self, kind: usize, from: Bits, to: Bits) -> Self {
        let mut next = *self;
        next.side[S::INDEX] ^= from | to;
        next.kind[kind] ^= from | to;
        if kind == W::PROMOTION.from && to & W::PROMOTION.on[S::INDEX] != 0 {
            next.kind[kind] ^= to;
            next.kind[W::PROMOTION.to] ^= to;
        }
        next
    }

    /// The pieces after a capture.
    #[inline(always)]
    #[must_use]
    pub fn captured<W: Walks<K>, S: Side>(&self, capture: &Capture) -> Self {
        let mut next = *self;
        let (from, to) = (one(capture.from.into()), one(capture.to.into()));
        let began = usize::from(capture.began);
        let mut kind = usize::from(capture.kind);
        if W::PROMOTION.when == When::AtEnd && kind == W::PROMOTION.from && to & W::PROMOTION.on[S::INDEX] != 0 {
            kind = W::PROMOTION.to;
        }
        next.side[S::INDEX] &= !from;
        next.side[S::INDEX] |= to;
        next.kind[began] &= !from;
        next.side[1 - S::INDEX] &= !capture.victims;
        for of_kind in &mut next.kind {
            *of_kind &= !capture.victims;
        }
        next.kind[kind] |= to;
        next
    }
}
