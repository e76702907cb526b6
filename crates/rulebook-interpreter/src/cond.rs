//! Conditions.

use rulebook_api::Piece;
use rulebook_ir::{CellRef, ClockId, Cond, DefBody, DefId, Domain, Quant, Who, expr::Var};

use crate::{
    env::{Env, Value},
    machine::Machine,
};

impl Machine<'_> {
    /// Does the condition hold?
    pub(crate) fn cond(&mut self, cond: &Cond, env: Env<'_>) -> bool {
        if !self.spend() {
            return false;
        }
        match cond {
            Cond::Const(value) => *value,
            Cond::Not(c) => !self.cond(c, env),
            Cond::And(all) => all.iter().all(|c| self.cond(c, env)),
            Cond::Or(any) => any.iter().any(|c| self.cond(c, env)),
            Cond::Compare(a, cmp, b) => {
                let (a, b) = (self.num(a, env), self.num(b, env));
                crate::number::compare(a, *cmp, b)
            }
            Cond::Exists(set) => self.each_cell(set, env, &mut |_, _| true),
            Cond::In(cell, set) => self.cell(*cell, env).is_some_and(|c| self.contains(set, c, env)),
            Cond::Quantified(quant, domain, body) => self.quantified(quant, domain, body, env),
            Cond::For(who, c) => {
                let viewer = self.who(*who, env);
                self.cond(c, env.seen_by(viewer))
            }
            Cond::Supposing { owner, kind, at, then } => self.supposing(*owner, *kind, *at, then, env),
            Cond::Call { def, cell, line } => self.call_cond(*def, *cell, *line, env),
            Cond::Laid(laid) => self.laid(laid, env, &mut |_, _| true),
            Cond::Walks(from, dirs, pattern) => {
                let Some(from) = self.cell(*from, env) else { return false };
                self.walks(from, dirs, pattern, None, env, &mut |_, _, _| true)
            }
            Cond::Can(who, action) => {
                let who = self.who(*who, env);
                self.can(who, *action)
            }
            Cond::Occurs(times) => {
                let times = self.num(times, env);
                self.occurrences() >= times
            }
            Cond::Reaches(clock, who, limit) => self.reaches(*clock, *who, limit, env),
            Cond::Reading { option, reading } => {
                self.readings.get(usize::from(*option)) == Some(&usize::from(*reading))
            }
            Cond::Same(a, b) => self.who(*a, env) == self.who(*b, env),
            Cond::ActorIs(kinds) => self.state.deed.actor.is_some_and(|p| kinds >> p.kind & 1 == 1),
            Cond::LastVictimIs(kinds) => {
                self.state.deed.victims().last().is_some_and(|(_, piece)| kinds >> piece.kind & 1 == 1)
            }
            Cond::Named(_, c) => self.cond(c, env),
        }
    }

    fn quantified(&mut self, quant: &Quant, domain: &Domain, body: &Cond, env: Env<'_>) -> bool {
        // Counting may stop as soon as the answer is known: at so many that hold, or at the first that does not.
        let (enough, wanted) = match quant {
            Quant::Some => (1, true),
            Quant::No => (1, false),
            Quant::Every => {
                return !self.members(domain, env, &mut |m, e| !m.cond(body, e));
            }
            Quant::AtLeast(n) => (self.num(n, env), true),
            Quant::AtMost(n) => (self.num(n, env).saturating_add(1), false),
            Quant::Exactly(n) => {
                let n = self.num(n, env);
                let mut holds = 0;
                self.members(domain, env, &mut |m, e| {
                    holds += i64::from(m.cond(body, e));
                    holds > n
                });
                return holds == n;
            }
        };
        let mut holds = 0;
        let reached = enough <= 0
            || self.members(domain, env, &mut |m, e| {
                holds += i64::from(m.cond(body, e));
                holds >= enough
            });
        reached == wanted
    }

    /// Visits the members of a domain, each in its environment, until the visitor returns true; did it?
    fn members(&mut self, domain: &Domain, env: Env<'_>, visit: &mut dyn FnMut(&mut Self, Env<'_>) -> bool) -> bool {
        match domain {
            Domain::Cells(set, var) => self.each_cell(set, env, &mut |m, cell| {
                let bound = env.bind(Value::Cell(*var, cell));
                visit(m, env.with(&bound))
            }),
            Domain::Lines(through, var) => self.each_line(through, env, &mut |m, line| {
                let bound = env.bind(Value::Line(*var, line));
                visit(m, env.with(&bound))
            }),
            Domain::Groups(set, dirs, var) => {
                let groups = self.groups(set, dirs, env);
                groups.iter().any(|group| {
                    let bound = env.bind(Value::Set(*var, group));
                    visit(self, env.with(&bound))
                })
            }
            Domain::Players => (0..self.rules.players.len()).any(|p| visit(self, env.seen_by(p as u8))),
        }
    }

    /// Visits the lines that go through all of these cells, until the visitor returns true; did it?
    pub(crate) fn each_line(
        &mut self,
        through: &[CellRef],
        env: Env<'_>,
        visit: &mut dyn FnMut(&mut Self, u16) -> bool,
    ) -> bool {
        let board = &self.rules.board;
        let Some((first, others)) = through.split_first() else {
            return (0..board.lines.len()).any(|line| visit(self, line as u16));
        };
        let Some(first) = self.cell(*first, env) else { return false };
        for &(line, _) in &board.lines_through[usize::from(first)] {
            let on_line = |c: &CellRef| self.cell(*c, env).is_some_and(|c| self.on_line(c, line));
            if others.iter().all(on_line) && visit(self, line) {
                return true;
            }
        }
        false
    }

    /// Is the cell on the line?
    pub(crate) fn on_line(&self, cell: u16, line: u16) -> bool {
        self.rules.board.lines_through[usize::from(cell)].iter().any(|&(l, _)| l == line)
    }

    fn supposing(&mut self, owner: Who, kind: u8, at: CellRef, then: &Cond, env: Env<'_>) -> bool {
        let Some(cell) = self.cell(at, env) else { return false };
        if self.state.piece(cell).is_some() {
            return false;
        }
        let player = self.who(owner, env);
        self.state.set(cell, Some(Piece { player, kind, number: 0 }));
        let holds = self.cond(then, env);
        self.state.set(cell, None);
        holds
    }

    fn call_cond(&mut self, def: DefId, cell: Option<CellRef>, line: Option<Var>, env: Env<'_>) -> bool {
        let rules = self.rules;
        let def = &rules.defs[usize::from(def.0)];
        let DefBody::Cond(body) = &def.body else { return false };
        // A definition sees its parameters and the viewer, and no other variable.
        let inner = Env::of(env.viewer);
        match (cell, line) {
            (None, None) => self.deeper(|m| m.cond(body, inner)),
            (Some(cell), None) => {
                let Some(cell) = self.cell(cell, env) else { return false };
                let bound = inner.bind(Value::Cell(0, cell));
                self.deeper(|m| m.cond(body, inner.with(&bound)))
            }
            (None, Some(line)) => {
                let Some(line) = env.line(line) else { return false };
                let bound = inner.bind(Value::Line(0, line));
                self.deeper(|m| m.cond(body, inner.with(&bound)))
            }
            (Some(cell), Some(line)) => {
                let (Some(cell), Some(line)) = (self.cell(cell, env), env.line(line)) else { return false };
                let cell_bound = inner.bind(Value::Cell(0, cell));
                let inner = inner.with(&cell_bound);
                let line_bound = inner.bind(Value::Line(0, line));
                self.deeper(|m| m.cond(body, inner.with(&line_bound)))
            }
        }
    }

    /// A clock kept per piece has reached a number if that of some piece of the player has.
    fn reaches(&mut self, clock: ClockId, who: Who, limit: &rulebook_ir::Num, env: Env<'_>) -> bool {
        let limit = self.num(limit, env);
        let who = self.who(who, env);
        self.clock_copies(clock, who).any(|value| value.is_some_and(|v| i64::from(v) >= limit))
    }

    /// How often the present position has occurred, itself included.
    pub(crate) fn occurrences(&self) -> i64 {
        let key = self.state.key();
        let before = self.state.history.chunks_exact(key.len());
        let last = before.clone().next_back();
        let known: i64 = before.map(|k| i64::from(*k == key)).sum();
        // While results are asked the present position has been recorded; within a ply it has not.
        if last == Some(&key[..]) && self.state.deed.changes.is_empty() { known } else { known + 1 }
    }
}
