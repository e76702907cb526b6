//! What evaluates rules on counts: the rules, the readings chosen, how far turns and actions are counted.

use std::rc::Rc;

use rulebook_ir::{CellRef, ClockId, Rules, Who, expr::Var};
use rustc_hash::FxHashMap;

use crate::{
    state::{Class, Layout, State},
    turn::Reached,
    value::{Range, Tri},
};

/// How far turns and actions are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Scale {
    /// From this number of completed turns on they are not told apart; without it all are.
    pub(crate) turns: Option<u32>,
    /// Are actions counted?
    pub(crate) actions: bool,
}

/// Evaluates rules on counts.
#[derive(Debug)]
pub(crate) struct Counting<'r> {
    pub(crate) rules: &'r Rules,
    pub(crate) layout: Layout,
    pub(crate) readings: &'r [usize],
    pub(crate) scale: Scale,
    /// Turns and actions of the state looked at, where they are known from elsewhere.
    pub(crate) spans: Option<(Range, Range)>,
    /// Nodes of an expression that may still be looked at; a definition that comes back to itself has no other end.
    pub(crate) fuel: u32,
    /// Taken for granted: this player cannot act.
    pub(crate) cannot: Option<u8>,
    /// Taken for granted: this clock, of which there is one, has reached every limit.
    pub(crate) reached: Option<ClockId>,
    /// Taken for granted: the position has occurred as often as may be asked.
    pub(crate) occurred: bool,
    /// May prohibitions be played, in the decision under way?
    pub(crate) fouls: Tri,
    /// Whether players can act, where it has been found out.
    pub(crate) known: FxHashMap<(State, Option<u8>), Tri>,
    /// What follows an action, where it has been found out: by the state with its changes.
    pub(crate) followed: FxHashMap<State, Rc<[Reached]>>,
    /// How many questions for decisions are under way.
    pub(crate) depth: u8,
    /// Runs that are still allowed: more than that is given up.
    pub(crate) effort: u64,
}

/// How many nodes of an expression are looked at before the answer is "perhaps".
const FUEL: u32 = 2000;

/// The piece that acts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Actor {
    /// Nobody acts.
    Nobody,
    /// A piece of that kind.
    Kind(u8),
    /// It is not known.
    Unknown,
}

/// The environment of an expression. A cell variable whose class is not known has none.
#[derive(Clone, Debug)]
pub(crate) struct Env {
    pub(crate) viewer: u8,
    pub(crate) cells: Vec<(Var, Option<Class>)>,
    pub(crate) actor: Actor,
}

impl Env {
    /// Nothing is bound and nobody acts.
    pub(crate) fn of(viewer: u8) -> Self {
        Self { viewer, cells: Vec::new(), actor: Actor::Nobody }
    }

    /// The class of a cell, if it is known.
    pub(crate) fn class(&self, cell: CellRef) -> Option<Class> {
        match cell {
            CellRef::Var(var) => self.cells.iter().rev().find(|(v, _)| *v == var).and_then(|(_, class)| *class),
            CellRef::Here | CellRef::LastVictim | CellRef::Cell(_) => None,
        }
    }

    pub(crate) fn seen_by(&self, viewer: u8) -> Self {
        Self { viewer, ..self.clone() }
    }

    pub(crate) fn bind(&self, var: Var, class: Option<Class>) -> Self {
        let mut env = self.clone();
        env.cells.push((var, class));
        env
    }
}

impl<'r> Counting<'r> {
    pub(crate) fn new(rules: &'r Rules, readings: &'r [usize], scale: Scale) -> Self {
        Self {
            rules,
            layout: Layout::of(rules),
            readings,
            scale,
            spans: None,
            fuel: FUEL,
            cannot: None,
            reached: None,
            occurred: false,
            fouls: Tri::No,
            known: FxHashMap::default(),
            followed: FxHashMap::default(),
            depth: 0,
            effort: u64::MAX,
        }
    }

    /// Begins a new question.
    pub(crate) fn ask<T>(&mut self, what: impl FnOnce(&mut Self) -> T) -> T {
        let before = std::mem::replace(&mut self.fuel, FUEL);
        let answer = what(self);
        self.fuel = before;
        answer
    }

    pub(crate) fn after(&self, player: u8) -> u8 {
        (player + 1) % self.layout.players.max(1)
    }

    pub(crate) fn before(&self, player: u8) -> u8 {
        let players = self.layout.players.max(1);
        (player + players - 1) % players
    }

    pub(crate) fn who(&self, who: Who, state: &State, env: &Env) -> u8 {
        match who {
            Who::Me => env.viewer,
            Who::Enemy => self.after(env.viewer),
            Who::Player(player) => player,
            Who::Mover => state.mover,
            Who::Next => self.after(state.mover),
        }
    }

    /// Completed turns of the game.
    pub(crate) fn turns(&self, state: &State) -> Range {
        match (self.spans, self.scale.turns) {
            (Some((turns, _)), _) => turns,
            (None, Some(cap)) if state.turns >= cap => Range::at_least(i64::from(cap)),
            (None, _) => Range::exactly(i64::from(state.turns)),
        }
    }

    /// Completed turns of a player: they are taken in the order of play, beginning with the first player.
    pub(crate) fn turns_of(&self, player: u8, state: &State) -> Range {
        let players = i64::from(self.layout.players.max(1));
        let his = |turns: i64| match turns {
            i64::MAX => i64::MAX,
            turns => turns / players + i64::from(turns % players > i64::from(player)),
        };
        let turns = self.turns(state);
        Range { from: his(turns.from), to: his(turns.to) }
    }

    /// Actions of the game.
    pub(crate) fn actions(&self, state: &State) -> Range {
        match self.spans {
            Some((_, actions)) => actions,
            None if self.scale.actions => Range::exactly(i64::from(state.actions)),
            None => Range::at_least(0),
        }
    }
}
