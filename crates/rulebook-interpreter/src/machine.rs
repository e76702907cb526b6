//! The machine: rules, chosen readings and one state on which everything is evaluated.

use rulebook_ir::{Cell, CellRef, Rules, Who};

use crate::{env::Env, findings::Watch, pattern::Met, state::State, states::States};

/// Steps that are spent on one question: some seconds' worth, far more than any position of a game takes that people play.
/// A step is a term run, a condition asked, or a cell that a pattern meets.
pub(crate) const BUDGET: u64 = 300_000_000;

/// Steps after which chains are searched by states, if they can be.
pub(crate) const MANY: u64 = 1_000_000;

/// How much the candidates of a decision may hold, in about 16 bytes: a few hundred megabytes.
const MOST_KEPT: u64 = 1 << 24;

/// Deepest recursion of rounds and definitions; a caller's stack has to hold it.
const DEEPEST: usize = 4096;

/// Evaluates rules on a state. Whatever it does to the state while it evaluates, it undoes.
#[derive(Debug)]
pub(crate) struct Machine<'r> {
    /// The rules.
    pub(crate) rules: &'r Rules,
    /// The reading chosen, by option.
    pub(crate) readings: &'r [usize],
    /// The state.
    pub(crate) state: State,
    /// What the runs are wanted for.
    pub(crate) asked: Asked,
    /// Prohibitions may be played and lose.
    pub(crate) fouls: bool,
    /// Rounds of chains and calls of definitions that may still be spent. Checked rules need no limit; it is for
    /// rules that were changed on purpose and may never end.
    pub(crate) fuel: u64,
    /// Steps that the question may still take; see [`Machine::spend`].
    pub(crate) budget: u64,
    /// Steps that a question may take in all.
    pub(crate) allowance: u64,
    /// How much the candidates found so far hold, in about 16 bytes.
    pub(crate) kept: u64,
    /// Chains are searched by states.
    pub(crate) by_states: Option<Box<States>>,
    /// Rounds and calls under way.
    pub(crate) depth: usize,
    /// What the patterns being matched have met, one after the other.
    pub(crate) met: Vec<Met>,
    /// How many cells of each test the mixes being matched still want.
    pub(crate) wanting: Vec<u32>,
    /// For explanations: the action of which everything that is asked is noted.
    pub(crate) watched: Option<Watch>,
}

/// What runs are wanted for.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Asked {
    /// Runs that a prohibition stops are to be reported.
    pub(crate) forbidden: bool,
    /// The routes to each action are wanted.
    pub(crate) routes: bool,
    /// For explanations: conditions with a clause and priorities are noted, not kept to.
    pub(crate) relaxed: bool,
}

impl Asked {
    /// What a caller sees of a decision: all of it.
    pub(crate) const ALL: Self = Self { forbidden: true, routes: true, relaxed: false };
}

impl<'r> Machine<'r> {
    /// A machine on that state.
    pub(crate) fn new(rules: &'r Rules, readings: &'r [usize], state: State) -> Self {
        Self {
            rules,
            readings,
            state,
            asked: Asked::default(),
            fouls: false,
            fuel: u64::MAX,
            budget: BUDGET,
            allowance: BUDGET,
            kept: 0,
            by_states: None,
            depth: 0,
            met: Vec::new(),
            wanting: Vec::new(),
            watched: None,
        }
    }

    /// Takes a step of the question, unless it has taken all that it may: then everything that is under way comes to
    /// an end, and the answer means nothing.
    #[inline]
    pub(crate) fn spend(&mut self) -> bool {
        match self.budget.checked_sub(1) {
            Some(left) => self.budget = left,
            None => return false,
        }
        true
    }

    /// Was the question given up?
    pub(crate) fn gave_up(&self) -> bool {
        self.budget == 0
    }

    /// Keeps a candidate that holds so much, unless all of them would hold too much.
    pub(crate) fn keep(&mut self, weight: usize) -> bool {
        self.kept += weight as u64;
        if self.kept > MOST_KEPT {
            self.budget = 0;
        }
        !self.gave_up()
    }

    /// Goes one round or call deeper, unless the fuel is spent or no right rules could be so deep: each round of
    /// a chain takes a piece or marks a cell, each circle of definitions fills an empty cell.
    pub(crate) fn deeper(&mut self, go: impl FnOnce(&mut Self) -> bool) -> bool {
        let deepest = (self.rules.board.len() + 1) * (self.rules.defs.len() + 1);
        if self.fuel == 0 || self.depth > deepest {
            return false;
        }
        if self.depth >= DEEPEST {
            self.budget = 0;
            return false;
        }
        self.fuel -= 1;
        self.depth += 1;
        let found = go(self);
        self.depth -= 1;
        found
    }

    /// The player after that one.
    pub(crate) fn after(&self, player: u8) -> u8 {
        (player + 1) % self.rules.players.len().max(1) as u8
    }

    /// The player before that one.
    pub(crate) fn before(&self, player: u8) -> u8 {
        let count = self.rules.players.len().max(1) as u8;
        (player + count - 1) % count
    }

    /// The player of that role.
    #[inline]
    pub(crate) fn who(&self, who: Who, env: Env<'_>) -> u8 {
        match who {
            Who::Me => env.viewer,
            Who::Enemy => self.after(env.viewer),
            Who::Player(player) => player,
            Who::Mover => self.state.mover,
            Who::Next => self.after(self.state.mover),
        }
    }

    /// The cell, if there is one (nothing may have been acted on yet).
    #[inline]
    pub(crate) fn cell(&self, cell: CellRef, env: Env<'_>) -> Option<Cell> {
        match cell {
            CellRef::Var(var) => env.cell(var),
            CellRef::Here => self.state.here,
            CellRef::Cell(cell) => Some(cell),
            CellRef::LastVictim => self.state.deed.victims().last().map(|(cell, _)| cell),
        }
    }
}

/// How many reserves a kind has for each player: one for each number, one, or none.
fn reserve_slots(rules: &Rules, kind: usize) -> usize {
    let kind = &rules.kinds[kind];
    match (kind.stock, kind.numbers) {
        (None, _) => 0,
        (Some((_, true)), Some((first, last))) => usize::from(last.saturating_sub(first)) + 1,
        (Some(_), _) => 1,
    }
}

/// How many reserves there are.
pub(crate) fn reserve_count(rules: &Rules) -> usize {
    rules.players.len() * (0..rules.kinds.len()).map(|k| reserve_slots(rules, k)).sum::<usize>()
}

/// Where the reserve of such pieces is, if they have one.
pub(crate) fn reserve_index(rules: &Rules, player: u8, kind: u8, number: u8) -> Option<u16> {
    let slots = reserve_slots(rules, usize::from(kind));
    if slots == 0 {
        return None;
    }
    let per_player: usize = (0..rules.kinds.len()).map(|k| reserve_slots(rules, k)).sum();
    let before: usize = (0..usize::from(kind)).map(|k| reserve_slots(rules, k)).sum();
    let first = rules.kinds[usize::from(kind)].numbers.map_or(0, |(first, _)| first);
    let within = if slots == 1 { 0 } else { usize::from(number.saturating_sub(first)).min(slots - 1) };
    Some((usize::from(player) * per_player + before + within) as u16)
}

/// All reserves of such pieces of a player.
pub(crate) fn reserve_range(rules: &Rules, player: u8, kind: u8) -> std::ops::Range<usize> {
    let first = rules.kinds[usize::from(kind)].numbers.map_or(0, |(first, _)| first);
    reserve_index(rules, player, kind, first)
        .map_or(0..0, |start| usize::from(start)..usize::from(start) + reserve_slots(rules, usize::from(kind)))
}
