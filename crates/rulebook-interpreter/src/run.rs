//! The runs of a term, visited one after the other.
//!
//! `run(term, env, next)` calls `next` at the end of each run of the term, with the state as the run left it, and
//! undoes the run when `next` returns. If `next` returns true the search is over.
//!
//! The terms with much to remember have functions of their own that are never inlined: `run` recurses through all of
//! them, and its frame should stay small.

use rulebook_ir::{ClauseId, Cond, Dirs, Pattern, Set, Slot, Term};

use crate::{
    env::{Env, Leg, Value},
    machine::Machine,
};

/// What follows a run.
pub(crate) type Next<'n, 'r> = &'n mut dyn FnMut(&mut Machine<'r>, Env<'_>) -> bool;

impl<'r> Machine<'r> {
    /// Visits the runs of a term until `next` returns true; did it?
    pub(crate) fn run(&mut self, term: &Term, env: Env<'_>, next: Next<'_, 'r>) -> bool {
        if !self.spend() {
            return true;
        }
        match term {
            Term::Nothing | Term::Pass => next(self, env),
            Term::Seq(parts) => self.sequence(parts, env, next),
            Term::Choice(parts) => parts.iter().any(|part| self.run(part, env, next)),
            Term::Priority(first, second) => self.priority(first, second, env, next),
            Term::Loop(body) => {
                let outer = env.innermost_loop();
                let bound = env.bind(Value::Loop(Some(body)));
                self.run(body, env.with(&bound), &mut |m, e| {
                    let bound = e.bind(Value::Loop(outer));
                    next(m, e.with(&bound))
                })
            }
            // What follows was fixed when the loop was entered: `Again` ends its sequence.
            Term::Again => env.innermost_loop().is_some_and(|body| {
                if self.by_states.is_some() {
                    return self.round_by_states(body, env, next);
                }
                self.deeper(|m| m.run(body, env, next))
            }),
            Term::Test(..) | Term::Forbid { .. } if self.watched.is_some() => self.run_watched(term, env, next),
            Term::Test(..) | Term::Forbid { .. } => self.judge_run(term, env, next),
            Term::When(cond, then) => {
                if self.cond(cond, env) {
                    self.run(then, env, next)
                } else {
                    next(self, env)
                }
            }
            Term::Pick(slot, set) => self.pick(*slot, set, env, next),
            Term::Legs { from, dirs, pattern, no_turning_back, body } => {
                self.legs(*from, dirs, pattern, *no_turning_back, body, env, next)
            }
            Term::Land(slot) => self.land(*slot, env, next),
            Term::Strike(mark) => {
                let Some(leg) = env.leg() else { return false };
                self.affect(&leg.effects, *mark, env, next)
            }
            Term::Shift(from, to) => self.shift(*from, *to, env, next),
            Term::Put { kind, at, stock } => self.put(*kind, *at, *stock, env, next),
            Term::Off { at, stock } => self.off(*at, *stock, env, next),
            Term::Become(slot, kind) => self.promote(*slot, *kind, env, next),
            Term::Mark(cell, mark) => {
                let Some(cell) = self.cell(*cell, env) else { return false };
                self.mark(cell, *mark, env, next)
            }
            Term::TakeMarked(mark) => self.take_marked(*mark, env, next),
            Term::Fan { from, dirs, pattern, must } => self.fan(*from, dirs, pattern, *must, env, next),
        }
    }

    fn sequence(&mut self, parts: &[Term], env: Env<'_>, next: Next<'_, 'r>) -> bool {
        match parts.split_first() {
            None => next(self, env),
            Some((last, [])) => self.run(last, env, next),
            Some((first, rest)) => self.run(first, env, &mut |m, e| m.sequence(rest, e, next)),
        }
    }

    /// A condition or a prohibition.
    fn judge_run(&mut self, term: &Term, env: Env<'_>, next: Next<'_, 'r>) -> bool {
        match term {
            Term::Test(cond, clause) => {
                if self.cond(cond, env) {
                    return next(self, env);
                }
                self.asked.relaxed && clause.is_some_and(|clause| self.let_pass(clause, env, next))
            }
            Term::Forbid { clause, when, unless } => {
                if !self.cond(when, env) || self.cond(unless, env) {
                    return next(self, env);
                }
                self.prohibit(*clause, env, next)
            }
            _ => next(self, env),
        }
    }

    /// For explanations: what is asked of the action that is watched is noted.
    #[inline(never)]
    fn run_watched(&mut self, term: &Term, env: Env<'_>, next: Next<'_, 'r>) -> bool {
        let noted = match term {
            Term::Test(cond, Some(clause)) => self.note(*clause, cond, None, env),
            Term::Forbid { clause, when, unless } => self.note(*clause, when, Some(unless), env),
            _ => false,
        };
        let stop = self.judge_run(term, env, next);
        if noted {
            self.forget();
        }
        stop
    }

    /// For explanations: a condition that does not hold is noted.
    #[inline(never)]
    fn let_pass(&mut self, clause: ClauseId, env: Env<'_>, next: Next<'_, 'r>) -> bool {
        self.state.deed.failed.push(clause);
        let stop = next(self, env);
        self.state.deed.failed.pop();
        stop
    }

    /// A prohibition holds. The run ends, unless it may be played or what forbids it is wanted: then it goes on, so
    /// that the other prohibitions are asked too.
    #[inline(never)]
    fn prohibit(&mut self, clause: ClauseId, env: Env<'_>, next: Next<'_, 'r>) -> bool {
        if !self.fouls && !self.asked.forbidden {
            return false;
        }
        self.state.deed.forbidden.push(clause);
        let stop = next(self, env);
        self.state.deed.forbidden.pop();
        stop
    }

    #[inline(never)]
    fn land(&mut self, slot: Slot, env: Env<'_>, next: Next<'_, 'r>) -> bool {
        let Some(leg) = env.leg() else { return false };
        leg.landings.iter().any(|&cell| {
            self.state.deed.landings.push(cell);
            let bound = env.bind(Value::Cell(slot, cell));
            let stop = next(self, env.with(&bound));
            self.state.deed.landings.pop();
            stop
        })
    }

    /// A run that a prohibition stops is not one: it does not keep the second part from its runs. (Where fouls
    /// may be played, it is.)
    #[inline(never)]
    fn priority(&mut self, first: &Term, second: &Term, env: Env<'_>, next: Next<'_, 'r>) -> bool {
        let prohibited = self.state.deed.forbidden.len();
        let failed = self.state.deed.failed.len();
        let mut found = false;
        let stop = self.run(first, env, &mut |m, e| {
            found |= (m.fouls || m.state.deed.forbidden.len() == prohibited) && m.state.deed.failed.len() == failed;
            next(m, e)
        });
        if stop {
            return true;
        }
        if found && !self.asked.relaxed {
            return false;
        }
        let short = u32::from(found);
        self.state.deed.short += short;
        let stop = self.run(second, env, next);
        self.state.deed.short -= short;
        stop
    }

    #[inline(never)]
    fn pick(&mut self, slot: Slot, set: &Set, env: Env<'_>, next: Next<'_, 'r>) -> bool {
        let first = self.state.deed.origin.is_none();
        self.each_cell(set, env, &mut |m, cell| {
            let bound = env.bind(Value::Cell(slot, cell));
            if !first {
                return next(m, env.with(&bound));
            }
            // The origin is the piece's present cell too.
            let env = env.with(&bound);
            let origin = env.bind(Value::Cell(0, cell));
            let env = env.with(&origin);
            let present = env.bind(Value::Cell(1, cell));
            let here = m.state.here.replace(cell);
            let deed = &mut m.state.deed;
            deed.origin = Some(cell);
            deed.at = Some(cell);
            deed.actor = m.state.cells[usize::from(cell)];
            let stop = next(m, env.with(&present));
            m.state.here = here;
            let deed = &mut m.state.deed;
            deed.origin = None;
            deed.at = None;
            deed.actor = None;
            stop
        })
    }

    #[inline(never)]
    #[expect(clippy::too_many_arguments, reason = "the parts of the term")]
    fn legs(
        &mut self,
        from: Slot,
        dirs: &Dirs,
        pattern: &Pattern,
        no_turning_back: bool,
        body: &Term,
        env: Env<'_>,
        next: Next<'_, 'r>,
    ) -> bool {
        let Some(from) = env.cell(from) else { return false };
        let without = match self.state.deed.last_dir {
            Some(last) if no_turning_back => self.rules.board.directions.get(usize::from(last)).map(|d| d.back),
            Some(_) | None => None,
        };
        let mut legs: Vec<Leg> = Vec::new();
        self.walks(from, dirs, pattern, without, env, &mut |m, dir, first| {
            let met = &m.met[first..];
            let Some(landing) = met.last().and_then(|m| m.cell) else { return false };
            let effects = met.iter().filter_map(|m| Some((m.cell?, m.effect?)));
            let known = legs.iter_mut().rev().take_while(|leg| leg.dir == dir);
            if let Some(leg) = known.into_iter().find(|leg| effects.clone().eq(leg.effects.iter().copied())) {
                if !leg.landings.contains(&landing) {
                    leg.landings.push(landing);
                }
            } else {
                legs.push(Leg { dir, effects: effects.collect(), landings: vec![landing] });
            }
            false
        });
        let outer = env.leg();
        legs.iter().any(|leg| {
            let deed = &mut self.state.deed;
            let length = deed.route.len();
            let last_dir = deed.last_dir.replace(leg.dir);
            deed.route.extend([u16::from(leg.dir), leg.effects.len() as u16]);
            deed.route.extend(leg.effects.iter().map(|(cell, _)| *cell));
            let bound = env.bind(Value::Leg(Some(leg)));
            let stop = self.run(body, env.with(&bound), &mut |m, e| {
                let bound = e.bind(Value::Leg(outer));
                next(m, e.with(&bound))
            });
            self.state.deed.route.truncate(length);
            self.state.deed.last_dir = last_dir;
            stop
        })
    }

    /// The condition as the mover sees it outside any action.
    pub(crate) fn cond_of_mover(&mut self, cond: &Cond) -> bool {
        self.cond(cond, Env::of(self.state.mover))
    }
}
