//! Numbers.

use rulebook_ir::{ClockId, Cmp, Copies, DefBody, Num};

use crate::{
    env::Env,
    machine::{Machine, reserve_range},
};

impl Machine<'_> {
    /// The value of a number.
    #[inline]
    pub(crate) fn num(&mut self, num: &Num, env: Env<'_>) -> i64 {
        if let Num::Int(value) = num { *value } else { self.value(num, env) }
    }

    fn value(&mut self, num: &Num, env: Env<'_>) -> i64 {
        match num {
            Num::Int(value) => *value,
            Num::Count(set) => self.count(set, env),
            Num::Stock(who, kinds) => {
                let who = self.who(*who, env);
                self.stock(who, *kinds)
            }
            Num::Victims(kinds) => self.state.deed.victims().map(|(_, piece)| i64::from(kinds >> piece.kind & 1)).sum(),
            Num::CountLaid { laid, by } => {
                let mut sets: Vec<Vec<u16>> = Vec::new();
                self.laid(laid, env, &mut |m, first| {
                    let mut cells: Vec<u16> = m.met[first..].iter().filter_map(|m| m.cell).collect();
                    cells.retain(|&c| m.contains(by, c, env));
                    cells.sort_unstable();
                    if !sets.contains(&cells) {
                        sets.push(cells);
                    }
                    false
                });
                whole(sets.len())
            }
            Num::CountGroups(set, dirs) => whole(self.groups(set, dirs, env).len()),
            Num::Clock(clock, who, cell) => {
                let index = usize::from(clock.0);
                let copy = match self.rules.clocks[index].copies {
                    Copies::One => Some(0),
                    Copies::PerPlayer => Some(usize::from(self.who(*who, env))),
                    Copies::PerPiece => self.cell(*cell, env).map(usize::from),
                };
                copy.and_then(|c| self.clock_values(*clock).get(c).copied().flatten()).map_or(0, i64::from)
            }
            Num::Turns => i64::from(self.state.turns),
            Num::TurnsOf(who) => i64::from(self.state.turns_of[usize::from(self.who(*who, env))]),
            Num::Actions => i64::from(self.state.actions),
            Num::Call(def) => {
                if !self.spend() {
                    return 0;
                }
                let rules = self.rules;
                match &rules.defs[usize::from(def.0)].body {
                    DefBody::Num(body) => self.num(body, Env::of(env.viewer)),
                    DefBody::Cond(_) | DefBody::Set(_) => 0,
                }
            }
            Num::Add(a, b) => self.num(a, env).saturating_add(self.num(b, env)),
            Num::Sub(a, b) => self.num(a, env).saturating_sub(self.num(b, env)),
            Num::Mul(a, b) => self.num(a, env).saturating_mul(self.num(b, env)),
        }
    }

    /// Pieces of these kinds in a player's reserve.
    fn stock(&self, player: u8, kinds: u32) -> i64 {
        (0..self.rules.kinds.len() as u8)
            .filter(|kind| kinds >> kind & 1 == 1)
            .flat_map(|kind| reserve_range(self.rules, player, kind))
            .map(|slot| i64::from(self.state.reserves[slot]))
            .sum()
    }

    /// The values of all copies of a clock: as shown while results are asked, else as kept.
    pub(crate) fn clock_values(&self, clock: ClockId) -> &[Option<u32>] {
        let values = if self.state.judging { &self.state.shown } else { &self.state.clocks };
        // Before clocks are set there are none, and none runs.
        values.get(usize::from(clock.0)).map_or(&[], Vec::as_slice)
    }

    /// The copies of a clock that are that player's.
    pub(crate) fn clock_copies(&self, clock: ClockId, player: u8) -> impl Iterator<Item = Option<u32>> + '_ {
        let copies = self.rules.clocks[usize::from(clock.0)].copies;
        self.clock_values(clock).iter().enumerate().filter_map(move |(i, value)| {
            let his = match copies {
                Copies::One => true,
                Copies::PerPlayer => i == usize::from(player),
                Copies::PerPiece => self.state.cells[i].is_some_and(|p| p.player == player),
            };
            his.then_some(*value)
        })
    }
}

/// Compares two numbers.
pub(crate) fn compare(a: i64, cmp: Cmp, b: i64) -> bool {
    match cmp {
        Cmp::Equal => a == b,
        Cmp::Less => a < b,
        Cmp::AtMost => a <= b,
        Cmp::Greater => a > b,
        Cmp::AtLeast => a >= b,
    }
}

fn whole(count: usize) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}
