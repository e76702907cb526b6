//! The game and its positions as callers see them.

use std::{
    cell::{Cell, OnceCell},
    sync::Arc,
};

use rulebook_api::{
    Action, ClockValue, Count, Forbidden, Game, PlayError, Position, Refused, Setup, Status, Vocabulary,
};
use rulebook_ir::{AlwaysWhen, Copies, Rules};

use crate::{
    legal::Decision,
    machine::{Asked, BUDGET, Machine, reserve_range},
    mentions::Mentions,
    setup::first_position,
    state::{Moment, State},
    turn::{Mode, decision_index},
    vocabulary::vocabulary,
};

/// What all positions of a game share.
#[derive(Clone, Debug)]
pub(crate) struct Shared {
    pub(crate) rules: Arc<Rules>,
    pub(crate) readings: Vec<usize>,
    fuel: u64,
    budget: u64,
    vocabulary: Vocabulary,
    mentions: Mentions,
}

impl Shared {
    fn machine(&self, state: State) -> Machine<'_> {
        let (fuel, budget) = (self.fuel, self.budget);
        Machine { fuel, budget, allowance: budget, ..Machine::new(&self.rules, &self.readings, state) }
    }

    /// A game played in earnest.
    fn strict(&self) -> Mode {
        Mode { draws: true, clocks: true, history: self.mentions.occurrences }
    }

    /// A tree that is only counted.
    fn counting(&self) -> Mode {
        Mode {
            draws: false,
            clocks: self.mentions.clocks_beside_draws,
            history: self.mentions.occurrences_beside_draws,
        }
    }
}

/// A game, interpreted under chosen readings of its options.
#[derive(Clone, Debug)]
pub struct Interpreter {
    shared: Arc<Shared>,
}

impl Interpreter {
    /// A game under these readings: pairs of an option's index and a reading's. Options that are not named have
    /// their first reading.
    pub fn new(rules: Arc<Rules>, readings: &[(usize, usize)]) -> Self {
        let mut chosen = vec![0; rules.options.len()];
        for &(option, reading) in readings {
            if let Some(place) = chosen.get_mut(option) {
                *place = reading;
            }
        }
        let vocabulary = vocabulary(&rules);
        let mentions = Mentions::of(&rules);
        Self {
            shared: Arc::new(Shared { rules, readings: chosen, fuel: u64::MAX, budget: BUDGET, vocabulary, mentions }),
        }
    }

    /// The same, but every question and every action may spend only so many rounds of chains and calls of
    /// definitions; what would need more finds nothing. For rules that were changed on purpose.
    #[must_use]
    pub fn with_fuel(self, fuel: u64) -> Self {
        let shared = Shared { fuel, ..Shared::clone(&self.shared) };
        Self { shared: Arc::new(shared) }
    }

    /// The same, but every question may take only so many steps before it is given up ([`Position::gave_up`]). Without
    /// this it is 300 million.
    #[must_use]
    pub fn with_budget(self, steps: u64) -> Self {
        let shared = Shared { budget: steps, ..Shared::clone(&self.shared) };
        Self { shared: Arc::new(shared) }
    }

    /// The rules that it interprets.
    pub fn rules(&self) -> &Arc<Rules> {
        &self.shared.rules
    }

    /// The first position, as the type that [`crate::why_not`] asks for.
    pub fn position_initial(&self) -> InterpreterPosition {
        let setup = first_position(&self.shared.rules);
        self.position_set_up(&setup).unwrap_or_else(|_| self.position_unchecked(&setup))
    }

    /// Rules that refuse their own first position are played from it all the same: the checker is the one to complain.
    fn position_unchecked(&self, setup: &Setup) -> InterpreterPosition {
        let mut machine = self.shared.machine(State::default());
        let stands = machine.set_up(setup, self.shared.strict(), false);
        let (status, shown) = stands.unwrap_or((Status::ONGOING, false));
        let gave_up = machine.gave_up();
        let position = InterpreterPosition::new(&self.shared, machine.state, status, shown);
        position.gave_up.set(gave_up);
        position
    }

    /// A set-up position, as the type that [`crate::why_not`] asks for.
    ///
    /// # Errors
    /// If no rule allows it.
    pub fn position_set_up(&self, setup: &Setup) -> Result<InterpreterPosition, Refused> {
        let mut machine = self.shared.machine(State::default());
        let stands = machine.set_up(setup, self.shared.strict(), true);
        if machine.gave_up() {
            return Err(Refused::GaveUp);
        }
        let (status, shown) = stands?;
        let state = machine.state;
        Ok(InterpreterPosition::new(&self.shared, state, status, shown))
    }
}

impl Game for Interpreter {
    fn vocabulary(&self) -> &Vocabulary {
        &self.shared.vocabulary
    }

    fn initial(&self) -> Box<dyn Position> {
        Box::new(self.position_initial())
    }

    fn set_up(&self, setup: &Setup) -> Result<Box<dyn Position>, Refused> {
        Ok(Box::new(self.position_set_up(setup)?))
    }
}

/// A position of an interpreted game.
#[derive(Clone, Debug)]
pub struct InterpreterPosition {
    pub(crate) shared: Arc<Shared>,
    pub(crate) state: State,
    pub(crate) status: Status,
    /// Its actions are listed: it goes on, or it is a set-up that was judged as one.
    pub(crate) open: bool,
    /// What there is to choose from, once somebody has asked.
    decided: OnceCell<Arc<Decision>>,
    /// A question was given up.
    gave_up: Cell<bool>,
}

impl InterpreterPosition {
    fn new(shared: &Arc<Shared>, state: State, status: Status, shown: bool) -> Self {
        let open = shown || !status.is_over();
        let (decided, gave_up) = (OnceCell::new(), Cell::new(false));
        Self { shared: Arc::clone(shared), state, status, open, decided, gave_up }
    }

    /// What there is to choose from.
    fn decision(&self) -> Arc<Decision> {
        let decide = || {
            if !self.open {
                return Decision::default();
            }
            let mut machine = self.machine();
            let decision = machine.decision(Asked::ALL);
            if machine.gave_up() {
                self.gave_up.set(true);
            }
            // A search that was cut short found nothing that could be relied on.
            if machine.fuel == 0 { Decision::default() } else { decision }
        };
        Arc::clone(self.decided.get_or_init(|| Arc::new(decide())))
    }

    /// The rules of its game.
    pub fn rules(&self) -> &Rules {
        &self.shared.rules
    }

    /// Actions of the game so far, as far as they are known.
    pub fn actions(&self) -> u32 {
        self.state.actions
    }

    /// Pieces of a kind that a player has in reserve.
    pub fn reserve(&self, player: u8, kind: u8) -> u32 {
        reserve_range(self.rules(), player, kind).map(|slot| self.state.reserves[slot]).sum()
    }

    pub(crate) fn machine(&self) -> Machine<'_> {
        self.shared.machine(self.state.clone())
    }
}

impl Position for InterpreterPosition {
    fn to_move(&self) -> u8 {
        self.state.to_move
    }

    fn legal(&self) -> Vec<Action> {
        self.decision().legal.iter().map(|l| l.action.clone()).collect()
    }

    fn forbidden(&self) -> Vec<Forbidden> {
        self.decision().forbidden.clone()
    }

    fn status(&self) -> Status {
        self.status.clone()
    }

    fn clocks(&self) -> Vec<ClockValue> {
        let values = self.state.clocks.iter().enumerate().flat_map(|(clock, copies)| {
            copies.iter().enumerate().filter(|(_, v)| v.is_some()).map(move |(i, value)| (clock, i, *value))
        });
        values.map(|(clock, copy, value)| self.clock_value(clock, copy, value)).collect()
    }

    fn setup(&self) -> Setup {
        let rules = &self.shared.rules;
        let pieces = self.state.cells.iter().enumerate().filter_map(|(i, p)| Some((i as u16, (*p)?))).collect();
        let mut machine = self.machine();
        machine.state.mover = machine.before(self.state.to_move);
        let derived = machine.clocks_at_set_up();
        let mut clocks = Vec::new();
        for (clock, (now, then)) in self.state.clocks.iter().zip(&derived).enumerate() {
            for (copy, (now, then)) in now.iter().zip(then).enumerate() {
                if now != then {
                    clocks.push(self.clock_value(clock, copy, *now));
                }
            }
        }
        Setup {
            to_move: self.state.to_move,
            pieces,
            turn: self.shared.vocabulary.turn_matters().then_some(self.state.turns + 1),
            step: decision_index(rules, self.state.at) as u8,
            here: self.state.here.filter(|_| self.state.begun && self.shared.mentions.here_in_turn),
            clocks,
        }
    }

    fn turns(&self) -> u32 {
        self.state.turns
    }

    fn within_turn(&self) -> bool {
        self.state.begun
    }

    fn play(&mut self, action: &Action) -> Result<(), PlayError> {
        if self.status.is_over() {
            return Err(PlayError::Over);
        }
        let decision = self.decision();
        if decision.given_up {
            return Err(PlayError::GaveUp);
        }
        let chosen = decision.legal.iter().find(|l| l.action.same(action)).ok_or(PlayError::NotLegal)?;
        let shared = Arc::clone(&self.shared);
        let mut machine = shared.machine(self.state.clone());
        let status = machine.perform(chosen.clone(), shared.strict());
        if machine.gave_up() {
            return Err(PlayError::GaveUp);
        }
        self.status = status;
        self.state = machine.state;
        self.open = !self.status.is_over();
        self.decided = OnceCell::new();
        Ok(())
    }

    fn broken_properties(&self) -> Vec<u16> {
        let mut machine = self.machine();
        let moment = self.state.moment;
        if !self.state.begun {
            machine.state.mover = self.state.last_mover;
        }
        machine.state.judging = moment == Moment::Turn;
        let rules = &self.shared.rules;
        let asked = |when: AlwaysWhen| match when {
            AlwaysWhen::Each => true,
            AlwaysWhen::AfterTurn => moment == Moment::Turn,
            AlwaysWhen::AfterAction => moment != Moment::SetUp,
            AlwaysWhen::Reason(reason) => match &self.status {
                Status::Ongoing { .. } => false,
                Status::Won { reason: why, .. } => *why == reason,
                Status::Drawn { reasons, .. } => reasons.contains(&reason),
            },
        };
        let broken = rules.always.iter().filter(|a| asked(a.when) && !machine.cond_of_mover(&a.cond));
        let broken = broken.map(|a| a.clause.0).collect();
        if machine.gave_up() {
            self.gave_up.set(true);
            return Vec::new();
        }
        broken
    }

    fn perft(&self, depth: u32, count: Count) -> u64 {
        let mode = self.shared.counting();
        let mut machine = self.machine();
        match &self.status {
            Status::Won { .. } if !self.open => return u64::from(depth == 0),
            Status::Won { .. } | Status::Ongoing { .. } => {}
            // The draw is not applied, so that the place where the game ended is passed by.
            Status::Drawn { .. } => {
                if !self.open && machine.go_on(mode).is_over() {
                    return u64::from(depth == 0);
                }
            }
        }
        let leaves = machine.perft(depth, count, mode);
        if machine.gave_up() {
            self.gave_up.set(true);
            return 0;
        }
        leaves
    }

    fn gave_up(&self) -> bool {
        self.gave_up.get()
    }

    fn clone_box(&self) -> Box<dyn Position> {
        Box::new(self.clone())
    }
}

impl InterpreterPosition {
    fn clock_value(&self, clock: usize, copy: usize, value: Option<u32>) -> ClockValue {
        let (player, cell) = match self.shared.rules.clocks[clock].copies {
            Copies::One => (None, None),
            Copies::PerPlayer => (Some(copy as u8), None),
            Copies::PerPiece => (None, Some(copy as u16)),
        };
        ClockValue { clock: clock as u8, player, cell, value }
    }
}
