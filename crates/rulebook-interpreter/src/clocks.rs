//! Clocks: their values at a set-up, and their step after every ply.

use rulebook_ir::{Cell, Clock, Cond, Copies, Event, EventKind, Rules};

use crate::{
    env::Env,
    machine::Machine,
    state::{Change, Record},
};

/// Something that happened in a ply.
#[derive(Clone, Copy, Debug)]
struct Happening {
    what: What,
    /// Who did it; for a loss, whose piece it was.
    player: u8,
    /// Where the piece that did it stands after the ply, if it still does.
    piece: Option<Cell>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum What {
    /// An action, by a piece that was of that kind.
    Action(u8, Option<u8>),
    /// A piece changed its kind.
    Promotion,
    /// A piece left the board.
    Loss,
}

/// A copy of a clock: whose view it takes, and on which cell its piece stands.
type Copy = (u8, Option<Cell>);

impl Machine<'_> {
    /// That copy of a clock, unless it would be that of a piece that is not there.
    fn copy(&self, clock: &Clock, index: usize) -> Option<Copy> {
        match clock.copies {
            Copies::One => Some((self.state.mover, None)),
            Copies::PerPlayer => Some((index as u8, None)),
            Copies::PerPiece => self.state.cells[index].map(|p| (p.player, Some(index as Cell))),
        }
    }

    /// A condition of a clock as that copy sees it; for a clock kept per piece, its piece's cell is the one acted on.
    fn clock_cond(&mut self, cond: &Cond, (viewer, cell): Copy) -> bool {
        let here = self.state.here;
        self.state.here = cell.or(here);
        let holds = self.cond(cond, Env::of(viewer));
        self.state.here = here;
        holds
    }

    /// The values of all clocks after a set-up of the present board.
    pub(crate) fn clocks_at_set_up(&mut self) -> Vec<Vec<Option<u32>>> {
        let rules = self.rules;
        rules
            .clocks
            .iter()
            .map(|clock| {
                let starts = |i| {
                    let copy = self.copy(clock, i)?;
                    self.clock_cond(&clock.runs, copy).then_some(0)
                };
                (0..copies(rules, clock)).map(starts).collect()
            })
            .collect()
    }

    /// May that copy of a clock run on the present board?
    pub(crate) fn clock_may_run(&mut self, clock: usize, index: usize) -> bool {
        let clock = &self.rules.clocks[clock];
        let Some(copy) = self.copy(clock, index) else { return false };
        self.clock_cond(&clock.runs, copy) || self.clock_cond(&clock.carries, copy)
    }

    /// All clocks step at once, from their old values, what happened in the ply, and the position after it.
    pub(crate) fn step_clocks(&mut self) {
        let rules = self.rules;
        let ply = std::mem::take(&mut self.state.ply);
        let happened = happenings(&ply, self.state.mover);
        let mut kept = Vec::with_capacity(rules.clocks.len());
        let mut shown = Vec::with_capacity(rules.clocks.len());
        for (i, clock) in rules.clocks.iter().enumerate() {
            let old = match clock.copies {
                Copies::One | Copies::PerPlayer => self.state.clocks[i].clone(),
                Copies::PerPiece => carried(&self.state.clocks[i], &ply),
            };
            let mut kept_now = vec![None; copies(rules, clock)];
            let mut shown_now = kept_now.clone();
            for (index, value) in old.into_iter().enumerate() {
                if let Some(copy) = self.copy(clock, index) {
                    (kept_now[index], shown_now[index]) = self.step_clock(clock, value, copy, &happened, &ply);
                }
            }
            kept.push(kept_now);
            shown.push(shown_now);
        }
        self.state.clocks = kept;
        self.state.shown = shown;
        self.state.ply = ply;
    }

    /// One step of one copy: the value that it keeps, and the value that results see.
    fn step_clock(
        &mut self,
        clock: &Clock,
        value: Option<u32>,
        copy: Copy,
        happened: &[Happening],
        ply: &[Record],
    ) -> (Option<u32>, Option<u32>) {
        let runs = self.clock_cond(&clock.runs, copy);
        let Some(value) = value else {
            let start = runs.then_some(0);
            return (start, start);
        };
        let counted = self.times(&clock.feed, copy, happened, ply);
        let value = value.saturating_add(counted);
        if !runs && !self.clock_cond(&clock.carries, copy) {
            let last = self.clock_cond(&clock.last_ply, copy);
            return (None, last.then_some(value));
        }
        let restarts = clock
            .restarts
            .iter()
            .any(|r| self.times(&r.event, copy, happened, ply) > 0 && self.clock_cond(&r.when, copy));
        if restarts {
            let last = self.clock_cond(&clock.last_ply, copy);
            return (Some(0), Some(if last { value } else { 0 }));
        }
        (Some(value), Some(value))
    }

    /// How often did the event happen in the ply, as that copy sees it?
    fn times(&mut self, event: &Event, copy: Copy, happened: &[Happening], ply: &[Record]) -> u32 {
        let (viewer, cell) = copy;
        let by = event.by.map(|who| self.who(who, Env::of(viewer)));
        let fits = |h: &Happening| {
            by.is_none_or(|by| by == h.player)
                && match event.its {
                    None => true,
                    Some(true) => h.piece.is_some() && h.piece == cell,
                    Some(false) => h.piece != cell && h.player == viewer,
                }
        };
        let by_mover = by.is_none_or(|by| by == self.state.mover);
        let an_action = |h: &Happening| match h.what {
            What::Action(..) => fits(h),
            What::Promotion | What::Loss => false,
        };
        let count = |fits: &dyn Fn(&Happening) -> bool| happened.iter().filter(|h| fits(h)).count() as u32;
        match &event.kind {
            EventKind::Ply if event.its.is_none() => u32::from(by_mover),
            EventKind::Ply => count(&an_action).min(1),
            EventKind::AnyAction => count(&an_action),
            EventKind::Action(name, kinds) => count(&|h| match h.what {
                What::Action(n, kind) => n == *name && kind.is_none_or(|k| kinds >> k & 1 == 1) && fits(h),
                What::Promotion | What::Loss => false,
            }),
            EventKind::Promotion => count(&|h| h.what == What::Promotion && fits(h)),
            EventKind::Loss => count(&|h| h.what == What::Loss && fits(h)),
            EventKind::Entering(cond) => {
                u32::from(by_mover && self.clock_cond(cond, copy) && !self.held_before(cond, copy, ply))
            }
        }
    }

    /// Did the condition hold before the ply?
    fn held_before(&mut self, cond: &Cond, copy: Copy, ply: &[Record]) -> bool {
        let changes = || ply.iter().flat_map(|r| r.changes.iter().copied());
        for change in changes().rev() {
            self.state.revert(change);
        }
        let mover = self.state.mover;
        let place = (mover, self.state.to_move, self.state.turns, self.state.actions);
        self.state.mover = self.before(mover);
        self.state.to_move = mover;
        self.state.turns = self.state.turns.saturating_sub(1);
        self.state.actions = self.state.actions.saturating_sub(ply.len() as u32);
        self.state.turns_of[usize::from(mover)] -= 1;
        let held = self.clock_cond(cond, copy);
        self.state.turns_of[usize::from(mover)] += 1;
        (self.state.mover, self.state.to_move, self.state.turns, self.state.actions) = place;
        for change in changes() {
            self.state.apply(change);
        }
        held
    }
}

/// How many copies a clock can have: one, or one for each player or cell.
pub(crate) fn copies(rules: &Rules, clock: &Clock) -> usize {
    match clock.copies {
        Copies::One => 1,
        Copies::PerPlayer => rules.players.len(),
        Copies::PerPiece => rules.board.len(),
    }
}

/// Where a piece is after a change, if it is still there.
fn follow(cell: Cell, change: Change) -> Option<Cell> {
    match change {
        Change::Shift { from, to } if from == cell => Some(to),
        Change::Take { cell: gone, .. } | Change::Off { cell: gone, .. } if gone == cell => None,
        Change::Shift { .. }
        | Change::Take { .. }
        | Change::Off { .. }
        | Change::Put { .. }
        | Change::Become { .. }
        | Change::Flip { .. } => Some(cell),
    }
}

/// What happened in a ply, in order.
fn happenings(ply: &[Record], mover: u8) -> Vec<Happening> {
    let mut all = Vec::new();
    for (i, record) in ply.iter().enumerate() {
        let later = || ply[i + 1..].iter().flat_map(|r| &r.changes);
        let piece = record.at.and_then(|at| later().try_fold(at, |cell, change| follow(cell, *change)));
        let kind = record.actor.map(|p| p.kind);
        all.push(Happening { what: What::Action(record.name, kind), player: mover, piece });
        for (j, change) in record.changes.iter().enumerate() {
            match *change {
                Change::Take { piece, .. } | Change::Off { piece, .. } => {
                    all.push(Happening { what: What::Loss, player: piece.player, piece: None });
                }
                Change::Become { cell, .. } => {
                    let mut after = record.changes[j + 1..].iter().chain(later());
                    let piece = after.try_fold(cell, |cell, change| follow(cell, *change));
                    all.push(Happening { what: What::Promotion, player: mover, piece });
                }
                Change::Put { .. } | Change::Shift { .. } | Change::Flip { .. } => {}
            }
        }
    }
    all
}

/// The values of a clock kept per piece, moved with the pieces; captures and promotions have ended theirs.
fn carried(values: &[Option<u32>], ply: &[Record]) -> Vec<Option<u32>> {
    let mut values = values.to_vec();
    for change in ply.iter().flat_map(|r| &r.changes) {
        match *change {
            Change::Shift { from, to } => {
                let value = values[usize::from(from)].take();
                values[usize::from(to)] = value;
            }
            Change::Take { cell, .. }
            | Change::Off { cell, .. }
            | Change::Become { cell, .. }
            | Change::Put { cell, .. } => values[usize::from(cell)] = None,
            Change::Flip { .. } => {}
        }
    }
    values
}
