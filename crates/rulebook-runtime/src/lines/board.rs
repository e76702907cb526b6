//! The pieces of a game of placements that lines forbid, with the tables that say where.

use core::{
    fmt,
    hash::{Hash, Hasher},
};

use rulebook_api::Piece;

use super::{Kept, Lines};
use crate::{
    board::Board,
    set::{Bit, Set},
};

/// The pieces of two players, all of one kind. The bit of a cell is its index in board order.
pub struct Pieces<L: Lines, S> {
    side: [S; 2],
    kept: Kept<L>,
}

impl<L: Lines, S> Pieces<L, S> {
    /// Where the players may not place.
    #[inline(always)]
    #[must_use]
    pub fn kept(&self) -> &Kept<L> {
        &self.kept
    }
}

impl<L: Lines, S: Copy> Clone for Pieces<L, S> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}

impl<L: Lines, S: Copy> Copy for Pieces<L, S> {}

// Tables follow from the pieces.
impl<L: Lines, S: PartialEq> PartialEq for Pieces<L, S> {
    #[inline(always)]
    fn eq(&self, other: &Self) -> bool {
        self.side == other.side
    }
}

impl<L: Lines, S: Eq> Eq for Pieces<L, S> {}

impl<L: Lines, S: Hash> Hash for Pieces<L, S> {
    #[inline(always)]
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.side.hash(state);
    }
}

impl<L: Lines, S: fmt::Debug> fmt::Debug for Pieces<L, S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(&self.side).finish()
    }
}

impl<L: Lines, S: Set> Board for Pieces<L, S> {
    type Set = S;

    const EMPTY: Self = Self { side: [S::NONE; 2], kept: Kept::EMPTY };

    #[inline(always)]
    fn occupied(&self) -> S {
        self.side[0] | self.side[1]
    }

    #[inline(always)]
    fn owned(&self, player: u8) -> S {
        self.side.get(usize::from(player)).copied().unwrap_or(S::NONE)
    }

    #[inline(always)]
    fn kinds(&self, kinds: u32) -> S {
        if kinds & 1 == 1 { self.occupied() } else { S::NONE }
    }

    #[inline]
    fn piece(&self, cell: Bit) -> Option<Piece> {
        let player = self.side.iter().position(|side| side.has(cell))?;
        Some(Piece { player: player as u8, kind: 0, number: 0 })
    }

    #[inline]
    fn put(&mut self, cell: Bit, piece: Piece) {
        if let Some(side) = self.side.get_mut(usize::from(piece.player)) {
            *side = *side | S::one(cell);
            self.kept.place(piece.player, cell);
        }
    }

    #[inline]
    fn clear(&mut self, cell: Bit) {
        if let Some(piece) = self.piece(cell)
            && let Some(side) = self.side.get_mut(usize::from(piece.player))
        {
            *side = side.without(S::one(cell));
            self.kept.remove(piece.player, cell);
        }
    }

    #[inline]
    fn reserve(&self, _index: usize) -> u16 {
        0
    }

    #[inline]
    fn set_reserve(&mut self, _index: usize, _pieces: u16) {}
}
