//! The terms that change the board: each change is done, what follows is run, and the change is undone.

use rulebook_api::Piece;
use rulebook_ir::{Cell, Dirs, Effect, Pattern, Slot};

use crate::{
    env::{Env, Value},
    machine::{Machine, reserve_index},
    run::Next,
    state::Change,
};

impl<'r> Machine<'r> {
    #[inline(never)]
    pub(crate) fn mark(&mut self, cell: Cell, mark: u8, env: Env<'_>, next: Next<'_, 'r>) -> bool {
        if self.state.marks.contains(&(mark, cell)) {
            return next(self, env);
        }
        self.state.marks.push((mark, cell));
        let stop = next(self, env);
        self.state.marks.pop();
        stop
    }

    #[inline(never)]
    pub(crate) fn take_marked(&mut self, mark: u8, env: Env<'_>, next: Next<'_, 'r>) -> bool {
        let mut taken = 0;
        for i in 0..self.state.marks.len() {
            let (m, cell) = self.state.marks[i];
            if m == mark {
                taken += self.take(cell);
            }
        }
        let stop = next(self, env);
        self.state.undo(taken);
        stop
    }

    /// Does effects; with a mark, victims are marked instead of taken.
    #[inline(never)]
    pub(crate) fn affect(
        &mut self,
        effects: &[(Cell, Effect)],
        mark: Option<u8>,
        env: Env<'_>,
        next: Next<'_, 'r>,
    ) -> bool {
        let marked = self.state.marks.len();
        let mut changes = 0;
        for &(cell, effect) in effects {
            match (effect, mark) {
                (Effect::Take, Some(mark)) => self.state.marks.push((mark, cell)),
                (Effect::Take, None) => changes += self.take(cell),
                (Effect::Flip, _) => changes += self.flip(cell, env.viewer),
            }
        }
        let stop = next(self, env);
        self.state.undo(changes);
        self.state.marks.truncate(marked);
        stop
    }

    fn take(&mut self, cell: Cell) -> usize {
        let Some(piece) = self.state.piece(cell) else { return 0 };
        self.state.act(Change::Take { cell, piece });
        1
    }

    fn flip(&mut self, cell: Cell, player: u8) -> usize {
        let Some(old) = self.state.piece(cell) else { return 0 };
        self.state.act(Change::Flip { cell, old, new: Piece { player, ..old } });
        1
    }

    #[inline(never)]
    pub(crate) fn shift(&mut self, from_slot: Slot, to: Slot, env: Env<'_>, next: Next<'_, 'r>) -> bool {
        let (Some(from), Some(to)) = (env.cell(from_slot), env.cell(to)) else { return false };
        if self.state.piece(from).is_none() || (from != to && self.state.piece(to).is_some()) {
            return false;
        }
        let at = self.state.deed.at;
        if at == Some(from) {
            self.state.deed.at = Some(to);
        }
        self.state.act(Change::Shift { from, to });
        let here = self.state.here.replace(to);
        let bound = env.bind(Value::Cell(from_slot, to));
        let stop = next(self, env.with(&bound));
        self.state.here = here;
        self.state.undo(1);
        self.state.deed.at = at;
        stop
    }

    #[inline(never)]
    pub(crate) fn put(&mut self, kind: u8, at: Slot, stock: bool, env: Env<'_>, next: Next<'_, 'r>) -> bool {
        let Some(cell) = env.cell(at) else { return false };
        if self.state.piece(cell).is_some() {
            return false;
        }
        let player = self.state.mover;
        let (first, last) = self.rules.kinds[usize::from(kind)].numbers.unwrap_or((0, 0));
        (first..=last).any(|number| {
            let reserve = if stock { reserve_index(self.rules, player, kind, number) } else { None };
            if reserve.is_some_and(|r| self.state.reserves[usize::from(r)] == 0) {
                return false;
            }
            let piece = Piece { player, kind, number };
            self.state.act(Change::Put { cell, piece, reserve });
            let here = self.state.here.replace(cell);
            let (actor, at) = (self.state.deed.actor, self.state.deed.at);
            self.state.deed.actor = actor.or(Some(piece));
            self.state.deed.at = at.or(Some(cell));
            let stop = next(self, env);
            self.state.deed.actor = actor;
            self.state.deed.at = at;
            self.state.here = here;
            self.state.undo(1);
            stop
        })
    }

    #[inline(never)]
    pub(crate) fn off(&mut self, at: Slot, stock: bool, env: Env<'_>, next: Next<'_, 'r>) -> bool {
        let Some(cell) = env.cell(at) else { return false };
        let Some(piece) = self.state.piece(cell) else { return false };
        let reserve = if stock { reserve_index(self.rules, piece.player, piece.kind, piece.number) } else { None };
        self.state.act(Change::Off { cell, piece, reserve });
        let here = self.state.here.replace(cell);
        let stop = next(self, env);
        self.state.here = here;
        self.state.undo(1);
        stop
    }

    #[inline(never)]
    pub(crate) fn promote(&mut self, slot: Slot, kind: u8, env: Env<'_>, next: Next<'_, 'r>) -> bool {
        let Some(cell) = env.cell(slot) else { return false };
        let Some(old) = self.state.piece(cell) else { return false };
        if old.kind == kind {
            return next(self, env);
        }
        let number = if self.rules.kinds[usize::from(kind)].numbers.is_some() { old.number } else { 0 };
        self.state.act(Change::Become { cell, old, new: Piece { kind, number, ..old } });
        let stop = next(self, env);
        self.state.undo(1);
        stop
    }

    /// All directions are looked at before any effect happens. If the pattern matches in several ways in one
    /// direction, the effects of all of them happen.
    #[inline(never)]
    pub(crate) fn fan(
        &mut self,
        from: Slot,
        dirs: &Dirs,
        pattern: &Pattern,
        must: bool,
        env: Env<'_>,
        next: Next<'_, 'r>,
    ) -> bool {
        let Some(from) = env.cell(from) else { return false };
        let mut effects: Vec<(Cell, Effect)> = Vec::new();
        let mut matched = false;
        self.walks(from, dirs, pattern, None, env, &mut |m, _, first| {
            matched = true;
            for effect in m.met[first..].iter().filter_map(|m| Some((m.cell?, m.effect?))) {
                if !effects.contains(&effect) {
                    effects.push(effect);
                }
            }
            false
        });
        if must && !matched {
            return false;
        }
        self.affect(&effects, None, env, next)
    }
}
