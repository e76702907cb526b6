//! Numbers: from where to where they can lie on all boards with the same counts.

use rulebook_ir::{ClockId, Copies, DefBody, EventKind, Num};

use crate::{
    counting::{Counting, Env},
    state::State,
    value::Range,
};

impl Counting<'_> {
    pub(crate) fn num(&mut self, num: &Num, state: &State, env: &Env) -> Range {
        match num {
            Num::Int(value) => Range::exactly(*value),
            Num::Count(set) => self.count(set, state, env),
            Num::Stock(who, kinds) => {
                let who = self.who(*who, state, env);
                let all = (0..self.layout.kinds).filter(|kind| kinds >> kind & 1 == 1);
                Range::exactly(all.map(|kind| i64::from(state.reserve[self.layout.reserve(who, kind)])).sum())
            }
            // Only preferences ask this, and counting keeps all candidates.
            Num::Victims(_) => Range { from: 0, to: i64::from(self.layout.cells) },
            Num::CountLaid { laid, .. } => {
                if self.fits(&laid.pattern, state, env) {
                    Range::at_least(0)
                } else {
                    Range::exactly(0)
                }
            }
            Num::CountGroups(set, _) => {
                let cells = self.count(set, state, env);
                Range { from: cells.from.min(1), to: cells.to }
            }
            Num::Clock(clock, ..) => Range { from: 0, to: self.most(*clock, state) },
            Num::Turns => self.turns(state),
            Num::TurnsOf(who) => {
                let who = self.who(*who, state, env);
                self.turns_of(who, state)
            }
            Num::Actions => self.actions(state),
            Num::Call(def) => match &self.rules.defs[usize::from(def.0)].body {
                DefBody::Num(body) if self.spend() => self.num(body, state, &Env::of(env.viewer)),
                DefBody::Num(_) => Range { from: i64::MIN, to: i64::MAX },
                DefBody::Cond(_) | DefBody::Set(_) => Range::exactly(0),
            },
            Num::Add(a, b) => self.num(a, state, env).add(self.num(b, state, env)),
            Num::Sub(a, b) => self.num(a, state, env).sub(self.num(b, state, env)),
            Num::Mul(a, b) => self.num(a, state, env).mul(self.num(b, state, env)),
        }
    }

    /// What a clock cannot exceed: one that counts plies never counted more of them than there were.
    pub(crate) fn most(&self, clock: ClockId, state: &State) -> i64 {
        let clock = &self.rules.clocks[usize::from(clock.0)];
        match (&clock.feed.kind, clock.copies) {
            (EventKind::Ply, Copies::One | Copies::PerPlayer) => self.turns(state).to,
            _ => i64::MAX,
        }
    }
}
