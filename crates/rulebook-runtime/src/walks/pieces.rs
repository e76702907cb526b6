//! The pieces on the board: a set of cells for each player and each kind.

use rulebook_api::Piece;

use crate::{
    board::Board,
    set::Bit,
    walks::{Bits, Side, Walks, When, bits::one, chain::Capture},
};

/// Pieces of two players and `K` kinds. What is of no other kind is of the first one, so a move of the most frequent kind
/// changes one word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Pieces<const K: usize> {
    /// By player.
    side: [Bits; 2],
    /// By kind; nothing is kept for the first.
    kind: [Bits; K],
}

impl<const K: usize> Pieces<K> {
    /// Pieces of a player and kind.
    #[inline(always)]
    pub fn of<S: Side>(&self, kind: usize) -> Bits {
        if kind > 0 {
            return self.side[S::INDEX] & self.kind[kind];
        }
        let mut first = self.side[S::INDEX];
        for other in self.kind.iter().skip(1) {
            first &= !other;
        }
        first
    }

    /// All pieces of the player's opponent.
    #[inline(always)]
    pub fn enemies<S: Side>(&self) -> Bits {
        self.side[1 - S::INDEX]
    }

    /// Of these enemies those that a kind may take.
    #[inline(always)]
    pub fn prey<W: Walks<K>, S: Side>(&self, kind: usize, enemies: Bits) -> Bits {
        let takes = W::JUMPS[S::INDEX][kind].takes;
        if takes == (1 << K) - 1 { enemies } else { enemies & self.kinds(takes) }
    }

    /// All pieces.
    #[inline(always)]
    pub fn all(&self) -> Bits {
        self.side[0] | self.side[1]
    }

    /// The pieces after a quiet move.
    #[inline(always)]
    #[must_use]
    pub fn moved<W: Walks<K>, S: Side>(&self, kind: usize, from: Bits, to: Bits) -> Self {
        let mut next = *self;
        next.side[S::INDEX] ^= from | to;
        if kind > 0 {
            next.kind[kind] ^= from | to;
        }
        if kind == W::PROMOTION.from {
            let promoted = to & W::PROMOTION.on[S::INDEX];
            if kind > 0 {
                next.kind[kind] &= !promoted;
            }
            if W::PROMOTION.to > 0 {
                next.kind[W::PROMOTION.to] |= promoted;
            }
        }
        next
    }

    /// The pieces without some of the player's opponent.
    #[inline(always)]
    #[must_use]
    pub fn without<S: Side>(mut self, victims: Bits) -> Self {
        self.side[1 - S::INDEX] &= !victims;
        for of_kind in self.kind.iter_mut().skip(1) {
            *of_kind &= !victims;
        }
        self
    }

    /// The pieces after a capture.
    #[inline(always)]
    #[must_use]
    pub fn captured<W: Walks<K>, S: Side>(&self, capture: &Capture) -> Self {
        let mut next = *self;
        let (from, to) = (one(capture.from.into()), one(capture.to.into()));
        let mut kind = usize::from(capture.kind);
        if W::PROMOTION.when == When::AtEnd && kind == W::PROMOTION.from && to & W::PROMOTION.on[S::INDEX] != 0 {
            kind = W::PROMOTION.to;
        }
        next.side[S::INDEX] &= !from;
        next.side[S::INDEX] |= to;
        next.side[1 - S::INDEX] &= !capture.victims;
        for of_kind in next.kind.iter_mut().skip(1) {
            *of_kind &= !(capture.victims | from);
        }
        if kind > 0 {
            next.kind[kind] |= to;
        }
        next
    }
}

impl<const K: usize> Board for Pieces<K> {
    type Set = u64;

    const EMPTY: Self = Self { side: [0; 2], kind: [0; K] };

    #[inline(always)]
    fn occupied(&self) -> u64 {
        self.all()
    }

    #[inline(always)]
    fn owned(&self, player: u8) -> u64 {
        self.side[usize::from(player & 1)]
    }

    #[inline(always)]
    fn kinds(&self, kinds: u32) -> u64 {
        let mut first = self.all();
        let mut found = 0;
        for (kind, of_kind) in self.kind.iter().enumerate().skip(1) {
            first &= !of_kind;
            if kinds >> kind & 1 == 1 {
                found |= of_kind;
            }
        }
        if kinds & 1 == 1 { found | first } else { found }
    }

    #[inline(always)]
    fn piece(&self, cell: Bit) -> Option<Piece> {
        if cell >= 64 {
            return None;
        }
        let at = one(u32::from(cell));
        let player = if self.side[0] & at != 0 {
            0
        } else if self.side[1] & at != 0 {
            1
        } else {
            return None;
        };
        let kind = self.kind.iter().skip(1).position(|of_kind| of_kind & at != 0).map_or(0, |i| i as u8 + 1);
        Some(Piece { player, kind, number: 0 })
    }

    #[inline]
    fn put(&mut self, cell: Bit, piece: Piece) {
        let at = one(u32::from(cell));
        self.side[usize::from(piece.player & 1)] |= at;
        if piece.kind > 0 {
            self.kind[usize::from(piece.kind)] |= at;
        }
    }

    #[inline]
    fn clear(&mut self, cell: Bit) {
        let at = one(u32::from(cell));
        for set in self.side.iter_mut().chain(&mut self.kind) {
            *set &= !at;
        }
    }

    fn reserve(&self, _index: usize) -> u16 {
        0
    }

    fn set_reserve(&mut self, _index: usize, _pieces: u16) {}
}
