//! What is found about an action, a finished game and the clocks of a position.

use rulebook_api::{Action, Piece, Status};
use rulebook_ir::{Cell, ClauseId, Clock, Cond, Copies, Key, Outcome, ResultRule, Step};

use super::{Finder, Finding};
use crate::{
    env::Env,
    machine::{Asked, Machine},
    position::InterpreterPosition,
    prefer::Worth,
};

/// A prohibition or a condition that was asked of an action.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judged {
    /// Its clause.
    pub clause: ClauseId,
    /// Does it stop the action?
    pub stops: bool,
    /// What is asked: of a prohibition, what it holds for; else what has to hold.
    pub when: Finding,
    /// What a prohibition is lifted by, where it holds.
    pub unless: Option<Finding>,
    /// The pieces on the board while it was asked: of a prohibition, as if the action were done.
    pub pieces: Vec<(Cell, Piece)>,
}

/// A key of a preference, for an action and for one that is better.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeyFinding {
    /// The key in the language's words.
    pub says: String,
    /// Its value for the action; of a condition 1 if it holds; of an order 1 for each victim that is looked for, else 0.
    pub mine: Vec<i64>,
    /// Its value for the better one.
    pub better: Vec<i64>,
    /// This key decides.
    pub decides: bool,
}

/// A result that has ended a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ended {
    /// Its clause.
    pub clause: ClauseId,
    /// Why it holds.
    pub when: Finding,
}

/// Where a clock stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClockFinding {
    /// Its name.
    pub name: String,
    /// Its clause.
    pub clause: ClauseId,
    /// Whose copy it is.
    pub player: Option<u8>,
    /// The cell of the piece whose copy it is.
    pub cell: Option<Cell>,
    /// Its value; none if it does not run.
    pub value: Option<u32>,
    /// What it counts, in the language's words.
    pub counts: String,
    /// While it runs; none if it always does.
    pub runs: Option<Finding>,
    /// What restarts it, in the language's words.
    pub restarts: Vec<String>,
    /// The results that ask it.
    pub limits: Vec<Limit>,
}

/// A result that asks a clock.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limit {
    /// Its clause.
    pub clause: ClauseId,
    /// At which value.
    pub at: i64,
    /// What else it asks, if it asks anything.
    pub and: Vec<Finding>,
}

/// Asks again what was asked of an action: prohibitions and conditions with a clause, in the order in which they are
/// asked. Empty for unordered sets of placements.
pub fn judged(position: &InterpreterPosition, action: &Action) -> Vec<Judged> {
    if !position.open || !action.group.is_empty() {
        return Vec::new();
    }
    let mut machine = position.machine();
    machine.kept = 0;
    machine.in_decision(Asked { relaxed: true, ..Asked::ALL }, |m| {
        m.watched = Some(Watch { action: action.clone(), judged: Vec::new() });
        let mut judged = Vec::new();
        m.attempts(action.name, &mut |m| {
            let whole = m.candidate(action.name).action.same(action);
            if let Some(watch) = m.watched.as_ref().filter(|_| whole) {
                judged.clone_from(&watch.judged);
            }
            whole
        });
        judged
    })
}

/// The keys of a preference for an action and for a better one, up to the one that decides.
pub fn keys(position: &InterpreterPosition, action: &Action, better: &Action) -> Vec<KeyFinding> {
    let mut machine = position.machine();
    let rules = machine.rules;
    let all = machine.in_decision(Asked::ALL, |m| m.candidates(&[action.name], 1).0);
    let find = |wanted: &Action| all.iter().find(|c| c.action.same(wanted)).cloned();
    let (Some(mut mine), Some(mut best)) = (find(action), find(better)) else { return Vec::new() };
    let mut found = Vec::new();
    for key in &rules.actions[usize::from(action.name)].prefer {
        let (a, b) = (machine.worth(key, &mut mine), machine.worth(key, &mut best));
        let decides = b.compare(&a).is_ne();
        let env = Env::of(machine.state.mover);
        let says = match key {
            Key::Most(n) => format!("most {}", machine.words(env, |w| w.num(n))),
            Key::Fewest(n) => format!("fewest {}", machine.words(env, |w| w.num(n))),
            Key::Holds(c) => machine.words(env, |w| w.cond(c)),
            Key::Earliest(kinds) => format!("earliest {}", machine.words(env, |w| w.kinds(*kinds))),
        };
        let told = |worth: Worth| match (worth, key) {
            (Worth::Number(n), Key::Fewest(_)) => vec![-n],
            (Worth::Number(n), _) => vec![n],
            (Worth::Order(all), _) => all.into_iter().map(i64::from).collect(),
        };
        found.push(KeyFinding { says, mine: told(a), better: told(b), decides });
        if decides {
            break;
        }
    }
    found
}

/// Why a finished game is over: the results that hold.
pub fn ended(position: &InterpreterPosition) -> Vec<Ended> {
    let clauses: Vec<ClauseId> = match &position.status {
        Status::Ongoing { .. } => Vec::new(),
        Status::Won { clause, .. } => vec![ClauseId(*clause)],
        Status::Drawn { clauses, .. } => clauses.iter().map(|&c| ClauseId(c)).collect(),
    };
    let mut machine = position.machine();
    let rules = machine.rules;
    let after_turn = position.state.moment != crate::state::Moment::Action;
    if after_turn {
        machine.state.mover = position.state.last_mover;
        machine.state.judging = true;
    }
    let stops = rules.turns.iter().flat_map(|t| &t.steps).filter_map(|s| match s {
        Step::Stop(result) => Some(result),
        Step::Act { .. } => None,
    });
    let results: Vec<&ResultRule> = rules.results.iter().chain(stops).collect();
    let found = clauses.into_iter().filter_map(|clause| {
        let rule = results.iter().find(|r| r.clause == clause)?;
        let env = machine.viewer_of(rule, &position.status);
        let when = Finder::new(&mut machine).find(&rule.when, env);
        // A result that is not seen to hold here was asked at another moment, of which nothing is kept.
        when.holds.then_some(Ended { clause, when })
    });
    found.collect()
}

/// Where the clocks of a position stand, what restarts them, and which results ask them.
pub fn clocks(position: &InterpreterPosition) -> Vec<ClockFinding> {
    let mut machine = position.machine();
    machine.state.mover = if position.state.begun { position.state.mover } else { position.state.last_mover };
    let rules = machine.rules;
    let mut found = Vec::new();
    for (clock, copies) in rules.clocks.iter().zip(&position.state.clocks) {
        for (index, value) in copies.iter().enumerate() {
            let (player, cell) = match clock.copies {
                Copies::One => (None, None),
                Copies::PerPlayer => (Some(index as u8), None),
                Copies::PerPiece => (None, Some(index as Cell)),
            };
            if cell.is_some_and(|cell| value.is_none() || machine.state.piece(cell).is_none()) {
                continue;
            }
            let owner = cell.and_then(|c| machine.state.piece(c)).map(|p| p.player);
            let viewer = player.or(owner).unwrap_or(machine.state.mover);
            let here = std::mem::replace(&mut machine.state.here, cell.or(position.state.here));
            found.push(of_clock(&mut machine, clock, (player, cell), *value, Env::of(viewer)));
            machine.state.here = here;
        }
    }
    found
}

fn of_clock(
    machine: &mut Machine<'_>,
    clock: &Clock,
    (player, cell): (Option<u8>, Option<Cell>),
    value: Option<u32>,
    env: Env<'_>,
) -> ClockFinding {
    let rules = machine.rules;
    let runs = (clock.runs != Cond::Const(true)).then(|| Finder::new(machine).find(&clock.runs, env));
    let restarts = clock.restarts.iter().map(|restart| {
        let event = machine.words(env, |w| w.event(&restart.event));
        match &restart.when {
            Cond::Const(true) => event,
            when => format!("{event} if {}", machine.words(env, |w| w.cond(when))),
        }
    });
    let restarts = restarts.collect();
    let mut limits = Vec::new();
    for rule in &rules.results {
        let parts = conjuncts(&rule.when);
        let asks =
            |c: &&Cond| matches!(c, Cond::Reaches(id, ..) if rules.clocks[usize::from(id.0)].clause == clock.clause);
        let Some(Cond::Reaches(_, _, limit)) = parts.iter().copied().find(asks) else { continue };
        let at = machine.num(limit, env);
        let others = parts.iter().filter(|c| !asks(c));
        let and = others.map(|c| Finder::new(machine).find(c, env)).collect();
        limits.push(Limit { clause: rule.clause, at, and });
    }
    let counts = machine.words(env, |w| w.event(&clock.feed));
    ClockFinding { name: clock.name.clone(), clause: clock.clause, player, cell, value, counts, runs, restarts, limits }
}

/// The parts that all have to hold.
fn conjuncts(cond: &Cond) -> Vec<&Cond> {
    match cond {
        Cond::And(all) => all.iter().flat_map(conjuncts).collect(),
        Cond::Named(_, c) => conjuncts(c),
        other => vec![other],
    }
}

/// The pieces on a board, by cell.
fn pieces(cells: &[Option<Piece>]) -> Vec<(Cell, Piece)> {
    cells.iter().enumerate().filter_map(|(cell, piece)| Some((cell as Cell, (*piece)?))).collect()
}

/// What is asked of one action is written down.
#[derive(Clone, Debug)]
pub(crate) struct Watch {
    action: Action,
    judged: Vec<Judged>,
}

impl Machine<'_> {
    /// In whose view a result that holds was read.
    fn viewer_of(&self, rule: &ResultRule, status: &Status) -> Env<'static> {
        let mover = Env::of(self.state.mover);
        let winner = match status {
            Status::Won { winner, .. } => *winner,
            Status::Ongoing { .. } | Status::Drawn { .. } => self.state.mover,
        };
        match rule.outcome {
            Outcome::Win(who) | Outcome::Lose(who) => Env::of(self.who(who, mover)),
            Outcome::WinEach => Env::of(winner),
            Outcome::Draw => mover,
        }
    }

    /// Notes what is asked of the action that is watched; says whether anything was noted.
    pub(crate) fn note(&mut self, clause: ClauseId, when: &Cond, unless: Option<&Cond>, env: Env<'_>) -> bool {
        let Some(watch) = self.watched.take() else { return false };
        let mine = self.candidate(watch.action.name).action.same(&watch.action);
        let noted = mine.then(|| {
            let pieces: Vec<(Cell, Piece)> = pieces(&self.state.cells);
            let mut finder = Finder::new(self);
            let asked = finder.find(when, env);
            match unless {
                None => Judged { clause, stops: !asked.holds, when: asked, unless: None, pieces },
                Some(unless) => {
                    let lifted = asked.holds.then(|| finder.find(unless, env));
                    let stops = asked.holds && lifted.as_ref().is_some_and(|u| !u.holds);
                    let unless = lifted.filter(|_| *unless != Cond::Const(false));
                    Judged { clause, stops, when: asked, unless, pieces }
                }
            }
        });
        let is_noted = noted.is_some();
        let mut watch = watch;
        watch.judged.extend(noted);
        self.watched = Some(watch);
        is_noted
    }

    /// Forgets what was noted last.
    pub(crate) fn forget(&mut self) {
        if let Some(watch) = &mut self.watched {
            watch.judged.pop();
        }
    }
}
