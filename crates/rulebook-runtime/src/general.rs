//! Decisions by visiting the runs of the actions one after the other: what every lowering replaces with something faster.

use alloc::vec::Vec;

use rulebook_api::{Action as Listed, Forbidden};

use crate::{
    action::{Action, Deed, SetOf, cell},
    board::Board as _,
    rules::{Held, Rules},
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

impl<'a, G: Rules> Run<'a, G> {
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
        if self.state.board.piece(at).is_some() {
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
    fn finishes(&self) -> bool {
        (self.state.fouls && self.broken != 0) || can_finish(&self.state)
    }
}

fn mixed(route: u64, word: u64) -> u64 {
    (route ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(23)
}

/// Legal actions in canonical order.
pub fn legal<G: Rules>(s: &State<G>, out: &mut Vec<Action<G>>) {
    let s = State { fouls: G::fouls(s), forbidden: false, ..*s };
    out.clear();
    for names in s.alternatives() {
        for &name in *names {
            let begin = out.len();
            let mut best: Option<[i64; 4]> = None;
            G::runs(&Run::new(&s, name), &mut |run| {
                if run.finishes() {
                    let worth = G::worth(&s, run, name);
                    if best.is_none_or(|b| worth > b) {
                        out.truncate(begin);
                        best = Some(worth);
                    }
                    if best == Some(worth) {
                        out.push(run.action());
                    }
                }
                false
            });
        }
        if !out.is_empty() {
            break;
        }
    }
    out.sort_unstable();
    out.dedup();
}

/// Is there a legal action (of that name)? A preference never leaves out all runs of an action and a priority never all
/// alternatives, so that one run of any action is enough.
pub fn has_legal<G: Rules>(s: &State<G>, name: Option<u8>) -> bool {
    let any = |name: u8| G::runs(&Run::new(s, name), &mut |run| run.finishes());
    let Some(wanted) = name else {
        return s.alternatives().iter().rev().any(|names| names.iter().any(|name| any(*name)));
    };
    for names in s.alternatives() {
        if names.contains(&wanted) && any(wanted) {
            return true;
        }
        if names.iter().any(|name| any(*name)) {
            return false;
        }
    }
    false
}

/// Does an action: of its runs the first that no prohibition stops, else the first.
pub fn act<G: Rules>(s: &mut State<G>, action: &Action<G>) -> Option<Deed> {
    let before = *s;
    let mut done: Option<(G::Board, Bit, Deed)> = None;
    // Only runs from the action's own cell need be looked at.
    let origin = if action.from == NOWHERE { action.to } else { action.from };
    let start = Run { wanted: SetOf::<G>::one(origin), ..Run::new(&before, action.name) };
    let start = if origin == NOWHERE { Run::new(&before, action.name) } else { start };
    G::runs(&start, &mut |run| {
        if run.action() != *action || !run.finishes() {
            return false;
        }
        if done.is_none() || run.broken == 0 {
            done = Some((run.state.board, run.state.here, Deed { foul: run.broken != 0, ..run.deed }));
        }
        run.broken == 0
    });
    let (board, here, deed) = done?;
    (s.board, s.here) = (board, here);
    Some(deed)
}

/// A run that may be chosen, as callers want to know it.
struct Found<G: Rules> {
    action: Action<G>,
    worth: [i64; 4],
    route: u64,
    landings: Vec<u16>,
    broken: u32,
}

/// Legal actions with all their routes, and what only prohibitions forbid.
pub fn listed<G: Rules>(s: &State<G>) -> (Vec<Listed>, Vec<Forbidden>) {
    let s = State { fouls: G::fouls(s), forbidden: true, ..*s };
    let (mut legal, mut forbidden): (Vec<Found<G>>, Vec<Found<G>>) = (Vec::new(), Vec::new());
    for names in s.alternatives() {
        for &name in *names {
            let (mut allowed, mut stopped): (Vec<Found<G>>, Vec<Found<G>>) = (Vec::new(), Vec::new());
            G::runs(&Run::new(&s, name), &mut |run| {
                if run.finishes() {
                    let found = found(&s, run, name);
                    let list = if s.fouls || run.broken == 0 { &mut allowed } else { &mut stopped };
                    list.push(found);
                }
                false
            });
            let best = allowed.iter().map(|f| f.worth).max();
            allowed.retain(|f| Some(f.worth) == best);
            stopped.retain(|f| best.is_none_or(|b| f.worth >= b));
            legal.append(&mut allowed);
            forbidden.append(&mut stopped);
        }
        if !legal.is_empty() {
            break;
        }
    }
    let merged = merge(legal);
    forbidden.retain(|f| merged.iter().all(|(action, ..)| *action != f.action));
    let clauses = |broken: u32| {
        let mut clauses: Vec<u16> =
            G::NAMES.prohibitions.iter().enumerate().filter(|(i, _)| broken >> i & 1 == 1).map(|(_, c)| *c).collect();
        clauses.sort_unstable();
        clauses.dedup();
        clauses
    };
    let forbidden = merge(forbidden)
        .into_iter()
        .map(|(_, action, broken)| Forbidden { action, clauses: clauses(broken) })
        .collect();
    (merged.into_iter().map(|(_, action, _)| action).collect(), forbidden)
}

fn found<G: Rules>(s: &State<G>, run: &Run<'_, G>, name: u8) -> Found<G> {
    let mut landings = Vec::new();
    let mut next = run.landings;
    while let Some(landing) = next {
        landings.extend(cell::<G>(landing.cell));
        next = landing.before;
    }
    landings.reverse();
    Found { action: run.action(), worth: G::worth(s, run, name), route: run.route, landings, broken: run.broken }
}

/// Runs of equal identity are one action; its routes are counted.
fn merge<G: Rules>(mut found: Vec<Found<G>>) -> Vec<(Action<G>, Listed, u32)> {
    found.sort_by(|a, b| a.action.cmp(&b.action));
    let mut merged: Vec<(Action<G>, Listed, u32)> = Vec::new();
    for group in found.chunk_by(|a, b| a.action == b.action) {
        let action = group[0].action;
        let mut routes: Vec<u64> = group.iter().map(|f| f.route).collect();
        routes.sort_unstable();
        routes.dedup();
        let mut listed = Listed { routes: routes.len() as u64, ..action.listed() };
        for found in group {
            if listed.via.len() < Listed::VIA_LIMIT
                && !found.landings.is_empty()
                && !listed.via.contains(&found.landings)
            {
                listed.via.push(found.landings.clone());
            }
        }
        merged.push((action, listed, group.iter().fold(0, |all, f| all | f.broken)));
    }
    merged
}

/// A win of one player, if the condition holds.
#[inline(always)]
pub fn win(holds: bool, winner: u8) -> Option<Held> {
    if holds { Some(Held { winner: Some(winner), claim: false }) } else { None }
}

/// A draw, if the condition holds; it may only be claimed if `claim`.
#[inline(always)]
pub fn draw(holds: bool, claim: bool) -> Option<Held> {
    if holds { Some(Held { winner: None, claim }) } else { None }
}
