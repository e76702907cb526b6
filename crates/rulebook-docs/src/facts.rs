//! What a clause says in numbers, cells, players and material: read off the checked rules, whatever the game.

use std::collections::BTreeMap;

use rulebook_ir::{
    ClauseId, Cond, DefBody, Domain, Num, Quant, Rules, Set, Step, Who,
    visit::{Visitor, walk_cond, walk_def, walk_event, walk_key, walk_num, walk_refusal},
};

use crate::{language::Unit, phrase::Quantity};

/// What a number of a clause counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Measure {
    /// Moves of all players.
    Plies,
    /// Moves of one player.
    OwnMoves,
    /// Occurrences.
    Times,
    /// Turns.
    Turns,
    /// Actions.
    Actions,
    /// Pieces of these kinds, a bit for each.
    Pieces(u32),
    /// Cells, rows, lines.
    Places,
    /// Something else.
    Number,
}

/// A number of a clause.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Fact {
    /// Its value.
    pub value: u32,
    /// What it counts.
    pub measure: Measure,
}

impl Fact {
    /// Does this quantity say it? `players` move in turn.
    pub fn is(self, said: &Quantity, players: u32) -> bool {
        self.number_for(said, players) == Some(said.value)
    }

    /// The number that a quantity of this unit would have to be; `None` if it counts something else.
    pub fn number_for(self, said: &Quantity, players: u32) -> Option<u32> {
        let each = self.value.is_multiple_of(players.max(1)).then(|| self.value / players.max(1));
        let same = |fits: bool| fits.then_some(self.value);
        match (self.measure, said.unit) {
            (Measure::Plies, Some(Unit::MovesEach | Unit::Moves) | None) => each,
            (Measure::Times, unit) => same(matches!(unit, Some(Unit::Times) | None)),
            (Measure::Turns, unit) => same(matches!(unit, Some(Unit::Turns) | None)),
            (Measure::Actions, unit) => same(matches!(unit, Some(Unit::Actions) | None)),
            (Measure::Pieces(kinds), Some(Unit::Pieces)) => same(said.kinds.is_none_or(|k| k & kinds != 0)),
            (Measure::Plies, Some(Unit::Plies))
            | (Measure::OwnMoves, Some(Unit::Moves) | None)
            | (Measure::Pieces(_) | Measure::Places, None)
            | (Measure::Places, Some(Unit::Places))
            | (Measure::Number, None | Some(Unit::Pieces | Unit::Places | Unit::Turns | Unit::Actions)) => {
                Some(self.value)
            }
            _ => None,
        }
    }
}

/// What the clauses of some rules say.
#[derive(Clone, Debug, Default)]
pub struct Facts {
    numbers: BTreeMap<ClauseId, Vec<Fact>>,
    conditions: BTreeMap<ClauseId, Vec<Cond>>,
}

impl Facts {
    /// Of these rules.
    pub fn of(rules: &Rules) -> Self {
        let mut reader = Reader { rules, stack: Vec::new(), found: Self::default() };
        reader.read();
        reader.found
    }

    /// The numbers of a clause; a claim about a clause that adds no rule of its own is about the other one.
    pub fn numbers(&self, rules: &Rules, clause: ClauseId) -> Vec<Fact> {
        let mut all = Vec::new();
        for id in with_about(rules, clause) {
            all.extend(self.numbers.get(&id).into_iter().flatten());
        }
        all.sort_unstable();
        all.dedup();
        all
    }

    /// The conditions of a clause.
    pub fn conditions(&self, rules: &Rules, clause: ClauseId) -> Vec<&Cond> {
        with_about(rules, clause).iter().flat_map(|id| self.conditions.get(id).into_iter().flatten()).collect()
    }
}

/// A clause, and the one that it speaks of.
pub fn with_about(rules: &Rules, clause: ClauseId) -> Vec<ClauseId> {
    let mut all = vec![clause];
    while let Some(next) = all.last().and_then(|c| rules.clauses.get(usize::from(c.0))).and_then(|c| c.about) {
        if all.contains(&next) {
            break;
        }
        all.push(next);
    }
    all
}

struct Reader<'r> {
    rules: &'r Rules,
    /// The clauses that are being read, outermost first.
    stack: Vec<ClauseId>,
    found: Facts,
}

impl Reader<'_> {
    fn read(&mut self) {
        let rules = self.rules;
        for def in &rules.defs {
            if let DefBody::Cond(cond) = &def.body {
                self.found.conditions.entry(def.clause).or_default().push(cond.clone());
            }
            self.within(def.clause, |v| walk_def(v, def));
        }
        for action in &rules.actions {
            let mut clauses: Vec<ClauseId> = action.clauses.iter().map(|(_, c)| *c).collect();
            clauses.extend(action.chain);
            self.stack.append(&mut clauses);
            self.term(&action.term);
            self.stack.clear();
            if let Some(prefer) = action.prefer_clause {
                self.within(prefer, |v| action.prefer.iter().for_each(|k| walk_key(v, k)));
            }
        }
        for turn in &rules.turns {
            self.within(turn.clause, |v| {
                v.fact(turn.first, Measure::Turns);
                turn.last.iter().for_each(|last| v.fact(*last, Measure::Turns));
                for step in &turn.steps {
                    match step {
                        Step::Act { times, when, .. } => {
                            v.fact(*times, Measure::Pieces(u32::MAX));
                            v.cond(when);
                        }
                        Step::Stop(result) => v.within(result.clause, |v| v.cond(&result.when)),
                    }
                }
            });
        }
        for clock in &rules.clocks {
            self.within(clock.clause, |v| {
                walk_event(v, &clock.feed);
                for cond in [&clock.runs, &clock.carries, &clock.last_ply] {
                    v.cond(cond);
                }
            });
            if let Some(clause) = clock.restart_clause {
                self.within(clause, |v| clock.restarts.iter().for_each(|r| v.cond(&r.when)));
            }
        }
        for result in &rules.results {
            self.found.conditions.entry(result.clause).or_default().push(result.when.clone());
            self.within(result.clause, |v| v.cond(&result.when));
        }
        if let Some(foul) = &rules.foul {
            self.within(foul.clause, |v| v.cond(&foul.when));
        }
        for refusal in &rules.refusals {
            self.within(refusal.clause, |v| walk_refusal(v, &refusal.what));
        }
        for always in &rules.always {
            self.within(always.clause, |v| v.cond(&always.cond));
        }
        self.read_board();
    }

    /// The clauses of what is no formula: board, pieces, first position, parameters.
    fn read_board(&mut self) {
        let rules = self.rules;
        let all_kinds = u32::MAX;
        self.named("board", |v| {
            let cells = &rules.board.cells;
            v.fact(cells.len() as u32, Measure::Places);
            let most = |f: &dyn Fn(&rulebook_ir::board::CellInfo) -> u16| {
                cells.iter().map(f).max().map_or(0, |m| u32::from(m) + 1)
            };
            v.fact(most(&|c| c.row), Measure::Places);
            v.fact(most(&|c| c.column), Measure::Places);
        });
        self.named("cells", |v| v.fact(rules.board.cells.len() as u32, Measure::Places));
        self.named("setup", |v| {
            for player in 0..rules.players.len() {
                let own: Vec<_> = rules.setup.iter().filter(|p| usize::from(p.player) == player).collect();
                v.fact(own.len() as u32, Measure::Pieces(all_kinds));
                for kind in 0..rules.kinds.len() {
                    let count = own.iter().filter(|p| usize::from(p.kind) == kind).count();
                    v.fact(count as u32, Measure::Pieces(1 << kind));
                }
                let mut rows: Vec<u16> = own.iter().map(|p| rules.board.cells[usize::from(p.cell)].row).collect();
                rows.sort_unstable();
                rows.dedup();
                v.fact(rows.len() as u32, Measure::Places);
            }
        });
        for (index, kind) in rules.kinds.iter().enumerate() {
            self.named(&format!("piece.{}", kind.name), |v| {
                let numbers = kind.numbers.map_or(1, |(from, to)| u32::from(to - from) + 1);
                if kind.numbers.is_some() {
                    v.fact(numbers, Measure::Number);
                }
                if let Some((copies, each)) = kind.stock {
                    v.fact(copies, Measure::Pieces(1 << index));
                    v.fact(if each { copies * numbers } else { copies }, Measure::Pieces(1 << index));
                }
            });
        }
        for param in &rules.params {
            if let rulebook_ir::ParamValue::Int(value) = param.value {
                self.named(&format!("param.{}", param.name), |v| v.fact(value, Measure::Number));
            }
        }
    }

    /// Reads something for the clause of this name, if there is one.
    fn named(&mut self, name: &str, read: impl FnOnce(&mut Self)) {
        let id = format!("{}.{name}", self.rules.name);
        if let Some(index) = self.rules.clauses.iter().position(|c| c.id == id) {
            self.within(ClauseId(index as u16), read);
        }
    }

    fn within(&mut self, clause: ClauseId, read: impl FnOnce(&mut Self)) {
        self.stack.push(clause);
        read(self);
        self.stack.pop();
    }

    fn fact(&mut self, value: u32, measure: Measure) {
        for clause in &self.stack {
            self.found.numbers.entry(*clause).or_default().push(Fact { value, measure });
        }
    }

    /// What a number that is compared with a constant counts.
    fn measure(&self, num: &Num) -> Option<Measure> {
        match num {
            Num::Count(set) => Some(Measure::Pieces(kinds_of(set).unwrap_or(u32::MAX))),
            Num::Stock(_, kinds) | Num::Victims(kinds) => Some(Measure::Pieces(*kinds)),
            Num::Turns | Num::TurnsOf(_) => Some(Measure::Turns),
            Num::Actions => Some(Measure::Actions),
            Num::Clock(clock, ..) => Some(self.clock(usize::from(clock.0))),
            Num::CountLaid { .. } | Num::CountGroups(..) => Some(Measure::Number),
            Num::Int(_) | Num::Call(_) | Num::Add(..) | Num::Sub(..) | Num::Mul(..) => None,
        }
    }

    /// What a clock counts.
    fn clock(&self, index: usize) -> Measure {
        let Some(clock) = self.rules.clocks.get(index) else { return Measure::Number };
        let own = clock.feed.by.is_some_and(|who| matches!(who, Who::Me | Who::Enemy | Who::Player(_)));
        if own || clock.feed.its == Some(true) { Measure::OwnMoves } else { Measure::Plies }
    }
}

/// The kinds to which a set of cells is restricted.
fn kinds_of(set: &Set) -> Option<u32> {
    match set {
        Set::Kinds(kinds) => Some(*kinds),
        Set::And(all) => all.iter().filter_map(kinds_of).reduce(|a, b| a & b),
        Set::For(_, set) => kinds_of(set),
        _ => None,
    }
}

impl Visitor for Reader<'_> {
    fn cond(&mut self, cond: &Cond) {
        match cond {
            Cond::Named(clause, inner) => {
                self.found.conditions.entry(*clause).or_default().push((**inner).clone());
                self.within(*clause, |v| v.cond(inner));
            }
            Cond::Reaches(clock, _, Num::Int(n)) => {
                let measure = self.clock(usize::from(clock.0));
                self.fact(u32::try_from(*n).unwrap_or(0), measure);
            }
            Cond::Occurs(Num::Int(n)) => self.fact(u32::try_from(*n).unwrap_or(0), Measure::Times),
            Cond::Compare(a, _, b) => {
                let pair = match (a, b) {
                    (Num::Int(n), other) | (other, Num::Int(n)) => self.measure(other).map(|m| (*n, m, other)),
                    _ => None,
                };
                match pair {
                    Some((n, measure, other)) => {
                        self.fact(u32::try_from(n).unwrap_or(0), measure);
                        walk_num(self, other);
                    }
                    None => walk_cond(self, cond),
                }
            }
            Cond::Quantified(Quant::AtLeast(n) | Quant::AtMost(n) | Quant::Exactly(n), domain, body) => {
                let measure = match domain {
                    Domain::Cells(set, _) => Measure::Pieces(kinds_of(set).unwrap_or(u32::MAX)),
                    Domain::Lines(..) => Measure::Places,
                    Domain::Groups(..) | Domain::Players => Measure::Number,
                };
                match n {
                    Num::Int(n) => self.fact(u32::try_from(*n).unwrap_or(0), measure),
                    other => self.num(other),
                }
                self.cond(body);
            }
            _ => walk_cond(self, cond),
        }
    }

    fn num(&mut self, num: &Num) {
        match num {
            Num::Int(n) => self.fact(u32::try_from(*n).unwrap_or(0), Measure::Number),
            _ => walk_num(self, num),
        }
    }
}
