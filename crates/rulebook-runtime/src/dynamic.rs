//! The same engine for callers that know its game by name only: the traits that every execution implements.

use alloc::{boxed::Box, sync::Arc, vec::Vec};
use core::cell::{Cell, OnceCell};

use rulebook_api::{
    Action as Listed, ClockValue, Count, Forbidden, Game, PlayError, Position, Refused, Setup, Status, Vocabulary,
};

use crate::{
    action::{Action, cell},
    history::Repetitions,
    perft::leaves,
    rules::{Rules, When},
    setup::{self, clocks_at_set_up, pieces},
    standing::Standing,
    state::State,
    turn::{self, Mode, decision_index},
};

/// A compiled game under chosen readings.
#[derive(Clone, Debug)]
pub struct Dynamic<G: Rules> {
    names: Arc<Vocabulary>,
    readings: G::Readings,
}

impl<G: Rules> Dynamic<G> {
    /// A game under these readings: pairs of an option's index and a reading's. Options that are not named have their
    /// first reading.
    pub fn new(readings: &[(usize, usize)]) -> Self {
        let mut chosen = G::DEFAULTS;
        for &(option, reading) in readings {
            if let Some(place) = chosen.as_mut().get_mut(option) {
                *place = reading as u8;
            }
        }
        Self { names: Arc::new(G::NAMES.vocabulary()), readings: chosen }
    }

    fn position(&self, setup: &Setup, check: bool) -> Result<DynamicPosition<G>, Refused> {
        let mut seen = Repetitions::default();
        let (state, standing, listed) = setup::set_up(setup, self.readings, &mut seen, check)?;
        let last_mover = State::<G>::before(state.to_move);
        // A player whose whole turn is skipped has completed it.
        let skipped = state.turns > setup.turn.map_or(0, |turn| turn.saturating_sub(1));
        let moment = if skipped { Moment::Turn } else { Moment::SetUp };
        Ok(DynamicPosition {
            state,
            standing,
            listed,
            moment,
            last_mover,
            seen,
            choices: OnceCell::new(),
            gave_up: Cell::new(false),
        })
    }
}

impl<G: Rules> Game for Dynamic<G> {
    fn vocabulary(&self) -> &Vocabulary {
        &self.names
    }

    fn initial(&self) -> Box<dyn Position> {
        let first = setup::first_position::<G>();
        let position = self.position(&first, true).or_else(|_| self.position(&first, false));
        Box::new(position.unwrap_or_else(|_| DynamicPosition {
            state: State::empty(self.readings),
            standing: Standing::OPEN,
            listed: false,
            moment: Moment::SetUp,
            last_mover: 0,
            seen: Repetitions::default(),
            choices: OnceCell::new(),
            gave_up: Cell::new(false),
        }))
    }

    fn set_up(&self, setup: &Setup) -> Result<Box<dyn Position>, Refused> {
        Ok(Box::new(self.position(setup, true)?))
    }
}

/// How a position came about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Moment {
    SetUp,
    Action,
    Turn,
}

/// A position of a compiled game.
#[derive(Clone, Debug)]
pub struct DynamicPosition<G: Rules> {
    state: State<G>,
    standing: Standing,
    /// Its actions are listed although it is over.
    listed: bool,
    moment: Moment,
    last_mover: u8,
    seen: Repetitions<G>,
    /// What there is to choose from, once somebody has asked.
    choices: OnceCell<Arc<Choices>>,
    /// Routes were asked for that are too many to go through.
    gave_up: Cell<bool>,
}

/// Legal actions, and what only prohibitions forbid.
type Choices = (Vec<Listed>, Vec<Forbidden>);

impl<G: Rules> DynamicPosition<G> {
    fn choices(&self) -> &Choices {
        let open = self.listed || !self.standing.is_over();
        self.choices.get_or_init(|| Arc::new(if open { G::listed(&self.state) } else { Choices::default() }))
    }
}

fn clock_value<G: Rules>(copy: usize, value: u16) -> ClockValue {
    let of = G::CLOCKS[copy];
    ClockValue { clock: of.clock, player: of.player, cell: of.cell, value: value.checked_sub(1).map(u32::from) }
}

/// A state as data.
pub(crate) fn setup_of<G: Rules>(s: &State<G>) -> Setup {
    let derived = clocks_at_set_up(&State { mover: State::<G>::before(s.to_move), ..*s });
    let values = s.clocks.as_ref().iter().zip(derived.as_ref()).enumerate();
    Setup {
        to_move: s.to_move,
        pieces: pieces(s).collect(),
        turn: (G::TURNS.len() > 1).then_some(s.turns + 1),
        step: decision_index(s) as u8,
        here: if s.begun && G::HERE_IN_TURN { cell::<G>(s.here) } else { None },
        clocks: values.filter(|(_, (now, then))| now != then).map(|(i, (now, _))| clock_value::<G>(i, *now)).collect(),
    }
}

impl<G: Rules> Position for DynamicPosition<G> {
    fn to_move(&self) -> u8 {
        self.state.to_move
    }

    fn legal(&self) -> Vec<Listed> {
        self.choices().0.clone()
    }

    fn forbidden(&self) -> Vec<Forbidden> {
        self.choices().1.clone()
    }

    fn status(&self) -> Status {
        self.standing.status::<G>()
    }

    fn clocks(&self) -> Vec<ClockValue> {
        let values = self.state.clocks.as_ref().iter().enumerate();
        values.filter(|(_, value)| **value > 0).map(|(i, value)| clock_value::<G>(i, *value)).collect()
    }

    fn setup(&self) -> Setup {
        setup_of(&self.state)
    }

    fn turns(&self) -> u32 {
        self.state.turns
    }

    fn within_turn(&self) -> bool {
        self.state.begun
    }

    fn play(&mut self, action: &Listed) -> Result<(), PlayError> {
        if self.standing.is_over() {
            return Err(PlayError::Over);
        }
        let action = Action::meant(action).ok_or(PlayError::NotLegal)?;
        let mut legal = Vec::new();
        G::legal(&self.state, &mut legal);
        if !legal.contains(&action) {
            return Err(PlayError::NotLegal);
        }
        let mover = self.state.mover;
        let turns = self.state.turns;
        let standing = turn::play(&mut self.state, &action, &mut self.seen, Mode::STRICT);
        self.standing = standing.ok_or(PlayError::NotLegal)?;
        self.listed = false;
        self.choices = OnceCell::new();
        self.moment = Moment::Action;
        if self.state.turns > turns {
            self.moment = Moment::Turn;
            // Turns that were skipped are completed too.
            let skipped = self.state.turns - turns - 1;
            self.last_mover = ((u32::from(mover) + skipped) % u32::from(G::PLAYERS)) as u8;
        }
        Ok(())
    }

    fn broken_properties(&self) -> Vec<u16> {
        let mut s = self.state;
        if !s.begun {
            s.mover = self.last_mover;
        }
        s.judging = self.moment == Moment::Turn;
        let reasons = if self.standing.is_over() { self.standing.reasons::<G>() } else { Vec::new() };
        let asked = |when: When| match when {
            When::Each => true,
            When::AfterTurn => self.moment == Moment::Turn,
            When::AfterAction => self.moment != Moment::SetUp,
            When::Reason(reason) => reasons.contains(&reason),
        };
        let broken = G::ALWAYS.iter().enumerate().filter(|(i, (_, when))| asked(*when) && !G::holds(&s, *i));
        broken.map(|(_, (clause, _))| *clause).collect()
    }

    fn perft(&self, depth: u32, count: Count) -> u64 {
        let found = leaves(&self.state, self.standing, self.listed, depth, count);
        self.gave_up.set(found.is_none());
        found.unwrap_or(0)
    }

    fn gave_up(&self) -> bool {
        self.gave_up.get()
    }

    fn clone_box(&self) -> Box<dyn Position> {
        Box::new(self.clone())
    }
}
