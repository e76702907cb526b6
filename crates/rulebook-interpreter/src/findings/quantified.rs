//! Findings about quantifiers: the members that decide, and those that come nearest.

use rulebook_ir::{Cell, CellRef, CellSet, Cond, Domain, Quant, expr::Var, words::Words};

use super::{Finder, Finding, parts};
use crate::env::{Env, Value};

/// Members that are shown although they decide nothing.
const NEAR: usize = 3;
/// Members that are shown although one of them would do.
const DECIDING: usize = 6;

/// What a quantifier binds.
enum Member {
    Cell(Var, Cell),
    Line(Var, u16),
    Group(Var, CellSet),
    Player(u8),
}

impl Finder<'_, '_> {
    pub(super) fn quantified(
        &mut self,
        found: &mut Finding,
        quant: &Quant,
        domain: &Domain,
        body: &Cond,
        env: Env<'_>,
    ) {
        let positive = matches!(quant, Quant::Some | Quant::AtLeast(_) | Quant::Exactly(_));
        // What decides: that something holds, or, of `every`, that something does not.
        let wanted = !matches!(quant, Quant::Every);
        let enough = if matches!(quant, Quant::Some) && found.holds { 1 } else { DECIDING };
        let mut near: Vec<(u32, Member)> = Vec::new();
        let mut deciding = 0;
        for member in self.members(domain, env) {
            let holds = self.within(&member, env, |finder, env| finder.machine.cond(body, env));
            if holds == wanted {
                deciding += 1;
                if deciding <= enough {
                    let one = self.member(&member, body, env);
                    found.because.push(one);
                }
            } else if wanted && !(positive && found.holds) {
                let nearness = self.within(&member, env, |finder, env| finder.nearness(body, env));
                near.push((nearness, member));
            }
        }
        if !matches!(quant, Quant::Some) || !found.holds {
            found.more = deciding.saturating_sub(enough);
        }
        if found.because.is_empty() || positive {
            near.retain(|(nearness, _)| *nearness > 0);
            near.sort_by_key(|(nearness, _)| std::cmp::Reverse(*nearness));
            let shown = near.len().min(NEAR);
            found.more += near.len() - shown;
            for (_, member) in near.iter().take(shown) {
                let one = self.member(member, body, env);
                found.because.push(one);
            }
        }
        found.says = self.machine.words(env, |w| w.quantified_briefly(quant, domain, body));
        if let [only] = found.because.as_slice() {
            found.cells.clone_from(&only.cells);
        }
    }

    /// How near the nearest member comes.
    pub(super) fn nearest_member(&mut self, domain: &Domain, body: &Cond, env: Env<'_>) -> u32 {
        let members = self.members(domain, env);
        members.iter().map(|m| self.within(m, env, |finder, env| finder.nearness(body, env))).max().unwrap_or(0)
    }

    /// What is found about one member.
    fn member(&mut self, member: &Member, body: &Cond, env: Env<'_>) -> Finding {
        let inner = self.within(member, env, |finder, env| finder.find(body, env));
        let (says, cells) = match member {
            Member::Cell(_, cell) => (self.machine.cell_names(&[*cell]), vec![*cell]),
            Member::Line(_, line) => (
                Words::of(self.machine.rules).line_name(*line),
                self.machine.rules.board.lines[usize::from(*line)].cells.clone(),
            ),
            Member::Group(_, group) => {
                let cells: Vec<Cell> = group.iter().collect();
                (self.machine.cell_names(&cells), cells)
            }
            Member::Player(player) => (self.machine.rules.players[usize::from(*player)].name.clone(), Vec::new()),
        };
        let holds = inner.holds;
        if let (Member::Cell(var, _), Cond::Supposing { at, .. }) = (member, body)
            && *at == CellRef::Var(*var)
        {
            // The trial piece stands on the member: one line says both.
            return Finding { trials: self.trials.clone(), ..inner };
        }
        let because = if matches!(body, Cond::Const(_)) { Vec::new() } else { parts(inner, body) };
        Finding { cells, because, ..self.plain(says, holds) }
    }

    fn within<T>(&mut self, member: &Member, env: Env<'_>, go: impl FnOnce(&mut Self, Env<'_>) -> T) -> T {
        let value = match member {
            Member::Cell(var, cell) => Value::Cell(*var, *cell),
            Member::Line(var, line) => Value::Line(*var, *line),
            Member::Group(var, group) => Value::Set(*var, group),
            Member::Player(player) => return go(self, env.seen_by(*player)),
        };
        let bound = env.bind(value);
        go(self, env.with(&bound))
    }

    fn members(&mut self, domain: &Domain, env: Env<'_>) -> Vec<Member> {
        let mut members = Vec::new();
        match domain {
            Domain::Cells(set, var) => {
                self.machine.each_cell(set, env, &mut |_, cell| {
                    members.push(Member::Cell(*var, cell));
                    false
                });
            }
            Domain::Lines(through, var) => {
                self.machine.each_line(through, env, &mut |_, line| {
                    members.push(Member::Line(*var, line));
                    false
                });
            }
            Domain::Groups(set, dirs, var) => {
                members.extend(self.machine.groups(set, dirs, env).into_iter().map(|g| Member::Group(*var, g)));
            }
            Domain::Players => members.extend((0..self.machine.rules.players.len()).map(|p| Member::Player(p as u8))),
        }
        members
    }
}
