//! Actions, and what is left of one when it has been done.

use alloc::vec::Vec;
use core::{cmp::Ordering, fmt, hash};

use rulebook_api::{Action as Listed, Piece};

use crate::{
    board::Board,
    rules::Rules,
    set::{self, Bit, NOWHERE, Set},
};

/// Sets of cells of a game.
pub type SetOf<G> = <<G as Rules>::Board as Board>::Set;

/// One decision of a player. Cells are bits of the engine.
pub struct Action<G: Rules> {
    /// Its name's index.
    pub name: u8,
    /// Where the piece came from, or what was removed; [`NOWHERE`] for a placement.
    pub from: Bit,
    /// Where it ended, or was placed; [`NOWHERE`] for a removal.
    pub to: Bit,
    /// What was taken.
    pub victims: SetOf<G>,
    /// The piece as it is at the end; for a removal, the piece removed.
    pub piece: Option<Piece>,
}

#[expect(clippy::expl_impl_clone_on_copy, reason = "a derived one would ask it of the rules too")]
impl<G: Rules> Clone for Action<G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Rules> Copy for Action<G> {}

impl<G: Rules> PartialEq for Action<G> {
    fn eq(&self, other: &Self) -> bool {
        (self.name, self.from, self.to, self.victims, self.piece)
            == (other.name, other.from, other.to, other.victims, other.piece)
    }
}

impl<G: Rules> Eq for Action<G> {}

impl<G: Rules> hash::Hash for Action<G> {
    fn hash<H: hash::Hasher>(&self, state: &mut H) {
        (self.name, self.from, self.to, self.victims, self.piece).hash(state);
    }
}

impl<G: Rules> PartialOrd for Action<G> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<G: Rules> Ord for Action<G> {
    /// The canonical order: by name, then cells in board order, then the piece.
    #[inline]
    fn cmp(&self, other: &Self) -> Ordering {
        let cells = (self.name, self.from, self.to).cmp(&(other.name, other.from, other.to));
        cells.then_with(|| set::compare(self.victims, other.victims)).then_with(|| self.piece.cmp(&other.piece))
    }
}

impl<G: Rules> fmt::Debug for Action<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&G::NAMES.action_text(&self.listed()))
    }
}

impl<G: Rules> Action<G> {
    /// The same with cells as callers know them, without routes.
    pub fn listed(&self) -> Listed {
        let cells = self.victims.cells().filter_map(cell::<G>);
        let is_group = G::TOGETHER >> self.name & 1 == 1 && !self.victims.is_none();
        let (victims, group) = match self.piece.filter(|_| is_group) {
            Some(piece) => (Vec::new(), cells.map(|cell| (cell, piece)).collect()),
            None => (cells.collect(), Vec::new()),
        };
        Listed {
            name: self.name,
            from: cell::<G>(self.from),
            to: cell::<G>(self.to),
            piece: self.piece,
            victims,
            group,
            via: Vec::new(),
            routes: 1,
        }
    }

    /// The action that a caller means, if its cells are on the board.
    pub fn meant(listed: &Listed) -> Option<Self> {
        let bit = |cell: Option<u16>| match cell {
            None => Some(NOWHERE),
            Some(cell) => G::BITS.get(usize::from(cell)).copied(),
        };
        let mut victims = SetOf::<G>::NONE;
        for victim in listed.victims.iter().chain(listed.group.iter().map(|(cell, _)| cell)) {
            victims = victims | SetOf::<G>::one(*G::BITS.get(usize::from(*victim))?);
        }
        Some(Self { name: listed.name, from: bit(listed.from)?, to: bit(listed.to)?, victims, piece: listed.piece })
    }
}

/// The cell of a bit.
#[inline]
pub fn cell<G: Rules>(bit: Bit) -> Option<u16> {
    G::CELLS.get(usize::from(bit)).copied().filter(|cell| *cell != NOWHERE)
}

/// What happened in an action, as far as clocks and preferences ask.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Deed {
    /// The action's name.
    pub name: u8,
    /// The piece that acted, as it was.
    pub actor: Option<Piece>,
    /// Pieces taken, by kind.
    pub taken: [u8; 8],
    /// Kinds of the pieces that legs take, three bits each, the last one lowest.
    pub order: u128,
    /// Where the piece stood that the last leg with a victim takes, and its kind.
    pub last: Option<(Bit, u8)>,
    /// Pieces that left the board, by owner.
    pub lost: [u8; 4],
    /// Promotions.
    pub promotions: u8,
    /// Pieces that came to the board.
    pub came: u8,
    /// A prohibition was broken.
    pub foul: bool,
}

impl Deed {
    /// Nothing yet.
    pub const NONE: Self = Self {
        name: 0,
        actor: None,
        taken: [0; 8],
        order: 0,
        last: None,
        lost: [0; 4],
        promotions: 0,
        came: 0,
        foul: false,
    };

    /// Taken pieces of these kinds.
    #[inline]
    pub fn victims(&self, kinds: u32) -> i64 {
        self.taken.iter().enumerate().filter(|(kind, _)| kinds >> kind & 1 == 1).map(|(_, n)| i64::from(*n)).sum()
    }

    /// For each piece taken, in order: was it of one of these kinds? As a number, the first one highest.
    pub fn order_of(&self, kinds: u32) -> i64 {
        let victims = u32::try_from(self.victims(u32::MAX)).unwrap_or(0).min(42);
        (0..victims).rev().fold(0, |bits, i| bits << 1 | i64::from(kinds >> (self.order >> (3 * i) & 7) as u32 & 1))
    }

    /// Was the piece that acted of one of these kinds?
    #[inline]
    pub fn actor_is(&self, kinds: u32) -> bool {
        self.actor.is_some_and(|piece| kinds >> piece.kind & 1 == 1)
    }

    /// Where the piece stood that was taken last; [`NOWHERE`] if none was.
    #[inline]
    pub fn last_victim(&self) -> Bit {
        self.last.map_or(NOWHERE, |(cell, _)| cell)
    }

    /// Was the piece that was taken last of one of these kinds?
    #[inline]
    pub fn last_victim_is(&self, kinds: u32) -> bool {
        self.last.is_some_and(|(_, kind)| kinds >> kind & 1 == 1)
    }

    /// A piece leaves the board.
    #[inline]
    pub fn lose(&mut self, piece: Piece, taken: bool) {
        if taken && let Some(count) = self.taken.get_mut(usize::from(piece.kind)) {
            *count = count.saturating_add(1);
        }
        if let Some(count) = self.lost.get_mut(usize::from(piece.player)) {
            *count = count.saturating_add(1);
        }
    }
}
