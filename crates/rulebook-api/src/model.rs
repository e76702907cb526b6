//! Actions, positions and status as plain data.

use alloc::{string::String, vec::Vec};
/// A piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Piece {
    /// Whose.
    pub player: u8,
    /// Which kind.
    pub kind: u8,
    /// Its number, or 0 if its kind has none.
    pub number: u8,
}

/// One decision of a player. Its identity is all fields but `via` and `routes`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Action {
    /// Index into [`crate::Vocabulary::actions`].
    pub name: u8,
    /// Where the piece came from (walks), or what was removed.
    pub from: Option<u16>,
    /// Where it ended, or where it was placed.
    pub to: Option<u16>,
    /// The piece as it is at the end; for a removal, the piece removed.
    pub piece: Option<Piece>,
    /// Cells of the pieces taken, ascending.
    pub victims: Vec<u16>,
    /// An action that is an unordered set of placements lists them here, ascending, as cell and piece; the
    /// fields above are then those of the first.
    pub group: Vec<(u16, Piece)>,
    /// The landing cells of its routes (the last one included), in the order in which they are found,
    /// without repetition and at most [`Action::VIA_LIMIT`] of them.
    pub via: Vec<Vec<u16>>,
    /// How many routes lead to it: sequences of directions and victims with the final landing cell. 0: too many to go
    /// through; `via` is then only where it ends.
    pub routes: u64,
}

impl Action {
    /// How many routes are kept in `via`.
    pub const VIA_LIMIT: usize = 16;

    /// Says that its routes are too many to go through.
    pub fn forget_routes(&mut self) {
        self.routes = 0;
        self.via = self.to.map(|to| alloc::vec![to]).into_iter().collect();
    }

    /// Are they the same action?
    pub fn same(&self, other: &Self) -> bool {
        self.key() == other.key()
    }

    /// What makes it the action that it is; also the canonical order among actions: by name, then cells.
    #[expect(clippy::type_complexity, reason = "a sort key, used only here and by sorting")]
    pub fn key(&self) -> (u8, Option<u16>, Option<u16>, &[u16], &[(u16, Piece)], Option<Piece>) {
        (self.name, self.from, self.to, &self.victims, &self.group, self.piece)
    }
}

/// An action that a prohibition forbids, with all clauses that do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Forbidden {
    /// The action.
    pub action: Action,
    /// Indices into [`crate::Vocabulary::clauses`], ascending.
    pub clauses: Vec<u16>,
}

/// A position as data: what position text says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Setup {
    /// Who is to move.
    pub to_move: u8,
    /// Pieces by cell, ascending.
    pub pieces: Vec<(u16, Piece)>,
    /// The number of the turn to be played, from 1. `None`: 1 if the board is the first one, else not known
    /// (then no turn program may depend on it).
    pub turn: Option<u32>,
    /// The step within the turn: index into [`crate::Vocabulary::turns`]' step names; 0 at its beginning.
    pub step: u8,
    /// The cell that the last action of this unfinished turn acted on.
    pub here: Option<u16>,
    /// Values of clocks that differ from what a set-up of the same board has; the rest is derived.
    pub clocks: Vec<ClockValue>,
}

/// The value of one copy of a clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ClockValue {
    /// Index into [`crate::Vocabulary::clocks`].
    pub clock: u8,
    /// Whose copy, for a clock kept per player.
    pub player: Option<u8>,
    /// On which cell, for a clock kept per piece.
    pub cell: Option<u16>,
    /// The value; `None` is a clock that does not run.
    pub value: Option<u32>,
}

/// Where a game stands. Reasons are indices into [`crate::Vocabulary::reasons`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Status {
    /// It goes on; the draws listed may be claimed.
    Ongoing {
        /// Reasons of draws that may be claimed.
        claimable: Vec<u8>,
    },
    /// Somebody has won.
    Won {
        /// Who.
        winner: u8,
        /// Why.
        reason: u8,
        /// The clause.
        clause: u16,
    },
    /// Drawn, for all these reasons in the order of the spec, without repetition; the first is the headline.
    Drawn {
        /// Why.
        reasons: Vec<u8>,
        /// The clauses, in the order of the spec; there may be more of them than reasons.
        clauses: Vec<u16>,
    },
}

impl Status {
    /// The game goes on and nothing may be claimed.
    pub const ONGOING: Self = Self::Ongoing { claimable: Vec::new() };

    /// Has the game ended?
    pub fn is_over(&self) -> bool {
        !matches!(self, Self::Ongoing { .. })
    }
}

/// Why a set-up is not one of this game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refused {
    /// A rule refuses it: its clause and reason, and the cell at fault if there is one.
    Rule {
        /// Index into [`crate::Vocabulary::clauses`].
        clause: u16,
        /// Index into [`crate::Vocabulary::reasons`].
        reason: u8,
        /// The cell at fault.
        cell: Option<u16>,
    },
    /// A player has more copies of this piece than the game gives him.
    Stock {
        /// The piece.
        piece: Piece,
        /// How many there are.
        on_board: u32,
        /// How many there may be.
        limit: u32,
    },
    /// The turn's number is needed (`; turn=`).
    TurnNeeded,
    /// What the rules ask of it takes too long a search; see [`crate::Position::gave_up`].
    GaveUp,
    /// That turn is not this player's, or its step does not exist.
    Turn(String),
    /// A clock cannot have this value on this board.
    Clock {
        /// The value asked for.
        value: ClockValue,
        /// Why not, in words that follow "because".
        why: String,
    },
}
