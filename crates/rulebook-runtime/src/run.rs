//! Runs of actions: what generated code changes as it goes along.

use alloc::vec::Vec;

use crate::{
    action::{Action, Deed, SetOf},
    board::Board as _,
    rules::Rules,
    set::{Bit, NOWHERE, Set},
    state::State,
    turn::can_finish,
};

/// How many cell variables an action may have.
pub const SLOTS: usize = 8;

/// How many marks.
pub const MARKS: usize = 4;

/// A run of an action: the state as it has left it, and what it did.
#[derive(Clone, Copy, Debug)]
pub struct Run<'a, G: Rules> {
    /// The state with everything done so far.
    pub state: State<G>,
    /// What was done.
    pub deed: Deed,
    /// Cell variables.
    pub slots: [Bit; SLOTS],
    /// Marked cells.
    pub marks: [SetOf<G>; MARKS],
    /// The first cell picked.
    pub origin: Bit,
    /// Where the piece that acts stands.
    pub at: Bit,
    /// What has been taken.
    pub victims: SetOf<G>,
    /// The direction of the last leg.
    pub last_dir: u8,
    /// Tells routes apart: directions and victims of all legs.
    pub route: u64,
    /// Landing cells, the last one first.
    pub landings: Option<&'a Landing<'a>>,
    /// Prohibitions that hold, by their index among those of the game.
    pub broken: u32,
    /// The cells that may be picked first.
    pub wanted: SetOf<G>,
}

/// A landing cell and those before it.
#[derive(Debug)]
pub struct Landing<'a> {
    /// The cell.
    pub cell: Bit,
    /// Those before.
    pub before: Option<&'a Landing<'a>>,
}

/// Matches of a walked pattern in one direction and with the same effects.
#[derive(Clone, Debug)]
pub struct Leg<S> {
    /// The direction.
    pub dir: u8,
    /// What is taken.
    pub takes: S,
    /// What changes its owner.
    pub flips: S,
    /// The last cells matched, each once.
    pub landings: Vec<Bit>,
}

/// Adds a match to the legs found.
pub fn add_leg<S: Set>(legs: &mut Vec<Leg<S>>, dir: u8, met: &crate::track::Met<S>) {
    if met.last == NOWHERE {
        return;
    }
    let known = legs.iter_mut().rev().take_while(|leg| leg.dir == dir);
    if let Some(leg) = known.into_iter().find(|leg| leg.takes == met.takes && leg.flips == met.flips) {
        if !leg.landings.contains(&met.last) {
            leg.landings.push(met.last);
        }
    } else {
        legs.push(Leg { dir, takes: met.takes, flips: met.flips, landings: alloc::vec![met.last] });
    }
}

impl<G: Rules> Run<'_, G> {
    /// Nothing done yet.
    pub fn new(s: &State<G>, name: u8) -> Self {
        Self {
            state: *s,
            deed: Deed { name, ..Deed::NONE },
            slots: [NOWHERE; SLOTS],
            marks: [SetOf::<G>::NONE; MARKS],
            origin: NOWHERE,
            at: NOWHERE,
            victims: SetOf::<G>::NONE,
            last_dir: crate::track::ANYWHERE,
            route: 0,
            landings: None,
            broken: 0,
            wanted: G::BOARD,
        }
    }

    /// The cells of a set that may be picked now.
    #[inline(always)]
    pub fn choose(&self, set: SetOf<G>) -> crate::set::Cells<SetOf<G>> {
        if self.origin == NOWHERE { (set & self.wanted).cells() } else { set.cells() }
    }

    /// Picks a cell; the first pick is the origin, and the present cell too.
    #[must_use]
    pub fn picked(mut self, slot: usize, cell: Bit) -> Self {
        self.slots[slot] = cell;
        if self.origin == NOWHERE {
            (self.slots[0], self.slots[1]) = (cell, cell);
            (self.origin, self.at, self.state.here) = (cell, cell, cell);
            self.deed.actor = self.state.board.piece(cell);
        }
        self
    }

    /// Begins a leg.
    #[must_use]
    pub fn led(mut self, leg: &Leg<SetOf<G>>) -> Self {
        self.last_dir = leg.dir;
        self.route = mixed(self.route, u64::from(leg.dir) + 1);
        for (cell, piece) in leg.takes.cells().filter_map(|cell| Some((cell, self.state.board.piece(cell)?))) {
            self.deed.order = self.deed.order << 3 | u128::from(piece.kind & 7);
            self.deed.last = Some((cell, piece.kind));
        }
        for cell in (leg.takes | leg.flips).cells() {
            self.route = mixed(self.route, u64::from(cell) + 0x100);
        }
        self
    }

    /// Takes the pieces on these cells.
    #[must_use]
    pub fn taken(mut self, cells: SetOf<G>) -> Self {
        for victim in cells.cells() {
            if let Some(piece) = self.state.board.piece(victim) {
                self.state.board.clear(victim);
                self.deed.lose(piece, true);
                self.victims = self.victims | SetOf::<G>::one(victim);
            }
        }
        self
    }

    /// The pieces on these cells become that player's.
    #[must_use]
    pub fn flipped(mut self, cells: SetOf<G>, player: u8) -> Self {
        for flipped in cells.cells() {
            if let Some(piece) = self.state.board.piece(flipped) {
                self.state.board.change(flipped, rulebook_api::Piece { player, ..piece });
            }
        }
        self
    }

    /// Moves a piece to an empty cell, if that can be done.
    #[must_use]
    pub fn shifted(mut self, from_slot: usize, to: Bit) -> Option<Self> {
        let from = self.slots[from_slot];
        let piece = self.state.board.piece(from)?;
        if from != to && self.state.board.piece(to).is_some() {
            return None;
        }
        self.state.board.clear(from);
        self.state.board.put(to, piece);
        if self.at == from {
            self.at = to;
        }
        self.state.here = to;
        self.slots[from_slot] = to;
        Some(self)
    }

    /// Puts a piece on an empty cell, from that reserve if any.
    #[must_use]
    pub fn put(mut self, at: Bit, piece: rulebook_api::Piece, stock: bool) -> Option<Self> {
        if at == NOWHERE || self.state.board.piece(at).is_some() {
            return None;
        }
        if stock && let Some(reserve) = crate::setup::reserve::<G>(piece) {
            let left = self.state.board.reserve(reserve).checked_sub(1)?;
            self.state.board.set_reserve(reserve, left);
        }
        self.state.board.put(at, piece);
        self.state.here = at;
        self.deed.came += 1;
        self.deed.actor = self.deed.actor.or(Some(piece));
        if self.at == NOWHERE {
            self.at = at;
        }
        Some(self)
    }

    /// Removes the piece on a cell, to its owner's reserve or for good.
    #[must_use]
    pub fn off(mut self, at: Bit, stock: bool, victim: bool) -> Option<Self> {
        let piece = self.state.board.piece(at)?;
        if stock && let Some(reserve) = crate::setup::reserve::<G>(piece) {
            let more = self.state.board.reserve(reserve) + 1;
            self.state.board.set_reserve(reserve, more);
        }
        self.state.board.clear(at);
        self.state.here = at;
        self.deed.lose(piece, false);
        if victim {
            self.victims = self.victims | SetOf::<G>::one(at);
        }
        Some(self)
    }

    /// The piece on a cell becomes another kind.
    #[must_use]
    pub fn promoted(mut self, at: Bit, kind: u8, numbered: bool) -> Option<Self> {
        let piece = self.state.board.piece(at)?;
        if piece.kind != kind {
            let number = if numbered { piece.number } else { 0 };
            self.state.board.change(at, rulebook_api::Piece { kind, number, ..piece });
            self.deed.promotions += 1;
        }
        Some(self)
    }

    /// The action that it is, if it ends here. What sort it is decides which cells it has.
    pub fn action(&self) -> Action<G> {
        use rulebook_api::Notation::{Pass, Place, Remove, Walk};
        let end = || self.state.board.piece(self.at);
        let (from, to, piece) = match G::NAMES.actions[usize::from(self.deed.name)].1 {
            Walk => (self.origin, self.at, end()),
            Place => (NOWHERE, self.at, end()),
            Remove => (self.origin, NOWHERE, self.deed.actor),
            Pass => (NOWHERE, NOWHERE, None),
        };
        Action { name: self.deed.name, from, to, victims: self.victims, piece }
    }

    /// May it be the last of its turn, or be followed by what is still to be decided?
    pub(crate) fn finishes(&self) -> bool {
        (self.state.fouls && self.broken != 0) || can_finish(&self.state)
    }
}

fn mixed(route: u64, word: u64) -> u64 {
    (route ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(23)
}
