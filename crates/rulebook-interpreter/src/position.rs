//! The game and its positions as callers see them.

use std::sync::Arc;

use rulebook_api::{Action, ClockValue, Count, Forbidden, Game, PlayError, Position, Refused, Setup, Status, Vocabulary};
use rulebook_ir::{AlwaysWhen, Copies, Rules};

use crate::{
    machine::Machine,
    mentions::Mentions,
    setup::first_position,
    state::{Moment, State},
    turn::{Mode, decision_index},
    vocabulary::vocabulary,
};

/// What all positions of a game share.
#[derive(Debug)]
pub(crate) struct Shared {
    pub(crate) rules: Arc<Rules>,
    pub(crate) readings: Vec<usize>,
    vocabulary: Vocabulary,
    mentions: Mentions,
}

impl Shared {
    fn machine(&self, state: State) -> Machine<'_> {
        Machine::new(&self.rules, &self.readings, state)
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
        Self { shared: Arc::new(Shared { rules, readings: chosen, vocabulary, mentions }) }
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

    /// Rules that refuse their own first position: it is played from all the same, since the checker is the one to
    /// complain.
    fn position_unchecked(&self, setup: &Setup) -> InterpreterPosition {
        let mut rules = Rules::clone(&self.shared.rules);
        rules.refusals.clear();
        for kind in &mut rules.kinds {
            kind.stock = None;
        }
        let unchecked = Machine::new(&rules, &self.shared.readings, State::default());
        let mut machine = unchecked;
        let status = machine.set_up(setup, self.shared.strict()).unwrap_or(Status::ONGOING);
        InterpreterPosition { shared: Arc::clone(&self.shared), state: machine.state, status }
    }

    /// A set-up position, as the type that [`crate::why_not`] asks for.
    ///
    /// # Errors
    /// If no rule allows it.
    pub fn position_set_up(&self, setup: &Setup) -> Result<InterpreterPosition, Refused> {
        let mut machine = self.shared.machine(State::default());
        let status = machine.set_up(setup, self.shared.strict())?;
        let state = machine.state;
        Ok(InterpreterPosition { shared: Arc::clone(&self.shared), state, status })
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
}

impl InterpreterPosition {
    /// The rules of its game.
    pub fn rules(&self) -> &Rules {
        &self.shared.rules
    }

    /// Has the game ended, so that nothing is left to list? A set-up that only a result for set-ups decides
    /// still shows how its pieces move.
    fn is_finished(&self) -> bool {
        let clause = match &self.status {
            Status::Ongoing { .. } => return false,
            Status::Won { clause, .. } => *clause,
            Status::Drawn { clauses, .. } => clauses.first().copied().unwrap_or_default(),
        };
        !self.rules().results.iter().any(|r| r.at_setup && r.clause.0 == clause)
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
        if self.is_finished() {
            return Vec::new();
        }
        self.machine().decision(false).legal.into_iter().map(|l| l.action).collect()
    }

    fn forbidden(&self) -> Vec<Forbidden> {
        if self.is_finished() {
            return Vec::new();
        }
        self.machine().decision(true).forbidden
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
        let pieces =
            self.state.cells.iter().enumerate().filter_map(|(i, p)| Some((i as u16, (*p)?))).collect();
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
        let shared = Arc::clone(&self.shared);
        let mut machine = shared.machine(std::mem::take(&mut self.state));
        let chosen = machine.decision(false).legal.into_iter().find(|l| l.action.same(action));
        let status = chosen.map(|legal| machine.perform(legal, shared.strict()));
        self.state = machine.state;
        self.status = status.ok_or(PlayError::NotLegal)?;
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
        broken.map(|a| a.clause.0).collect()
    }

    fn perft(&self, depth: u32, count: Count) -> u64 {
        let mode = self.shared.counting();
        let mut machine = self.machine();
        match &self.status {
            Status::Won { .. } => return u64::from(depth == 0),
            Status::Ongoing { .. } => {}
            // The draw is not applied, so that the place where the game ended is passed by.
            Status::Drawn { .. } => {
                if machine.go_on(mode).is_over() {
                    return u64::from(depth == 0);
                }
            }
        }
        machine.perft(depth, count, mode)
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
