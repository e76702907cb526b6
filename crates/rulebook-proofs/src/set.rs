//! Sets of cells: which classes belong to them, and how many cells they have.

use rulebook_ir::{DefBody, Set};

use crate::{
    counting::{Counting, Env},
    state::{Class, Layout, State},
    value::{Range, Tri},
};

impl Counting<'_> {
    /// Are cells of a class in the set?
    pub(crate) fn has(&mut self, set: &Set, class: Class, state: &State, env: &Env) -> Tri {
        let layout = self.layout;
        let standing = layout.standing(class);
        match set {
            Set::Const(cells) => whole(cells.len(), layout),
            Set::Seen(seen) => whole(seen[usize::from(env.viewer)].len(), layout),
            Set::Empty => Tri::of(standing.is_none()),
            Set::Occupied => Tri::of(standing.is_some()),
            Set::OwnedBy(who) => {
                let who = self.who(*who, state, env);
                Tri::of(standing.is_some_and(|(player, _)| player == who))
            }
            Set::Enemies => Tri::of(standing.is_some_and(|(player, _)| player != env.viewer)),
            Set::Kinds(kinds) => Tri::of(standing.is_some_and(|(_, kind)| kinds >> kind & 1 == 1)),
            Set::Marked(mark) => Tri::of(layout.marks_of(class) >> mark & 1 == 1),
            Set::One(cell) => match env.class(*cell) {
                Some(known) if known != class => Tri::No,
                Some(_) | None => Tri::Maybe,
            },
            Set::LineOf(_) | Set::Group(_) | Set::LineWalked => Tri::Maybe,
            Set::Where(def) => {
                let DefBody::Cond(body) = &self.rules.defs[usize::from(def.0)].body else { return Tri::No };
                self.cond(body, state, &Env { actor: env.actor, ..Env::of(env.viewer) }.bind(0, Some(class)))
            }
            Set::Call(def) => {
                let DefBody::Set(body) = &self.rules.defs[usize::from(def.0)].body else { return Tri::No };
                if !self.spend() {
                    return Tri::Maybe;
                }
                self.has(body, class, state, &Env { actor: env.actor, ..Env::of(env.viewer) })
            }
            Set::And(all) => {
                all.iter().fold(Tri::Yes, |t, s| if t.may() { t.and(self.has(s, class, state, env)) } else { t })
            }
            Set::Or(any) => {
                any.iter().fold(Tri::No, |t, s| if t.must() { t } else { t.or(self.has(s, class, state, env)) })
            }
            Set::Not(set) => self.has(set, class, state, env).not(),
            Set::For(who, set) => {
                let viewer = self.who(*who, state, env);
                self.has(set, class, state, &env.seen_by(viewer))
            }
        }
    }

    /// How many cells are in the set?
    pub(crate) fn count(&mut self, set: &Set, state: &State, env: &Env) -> Range {
        let mut count = Range::exactly(0);
        for class in 0..self.layout.classes() {
            let cells = i64::from(state.count(class));
            if cells > 0 {
                count = count.add(match self.has(set, class, state, env) {
                    Tri::No => Range::exactly(0),
                    Tri::Maybe => Range { from: 0, to: cells },
                    Tri::Yes => Range::exactly(cells),
                });
            }
        }
        let size = self.size(set, env);
        let least = self.crowded(set, state, env);
        Range { from: count.from.max(size.from).max(least), to: count.to.min(size.to) }
    }

    /// What is known of a set's size from its form.
    fn size(&self, set: &Set, env: &Env) -> Range {
        let all = i64::from(self.layout.cells);
        match set {
            Set::Const(cells) => Range::exactly(i64::try_from(cells.len()).unwrap_or(all)),
            Set::Seen(seen) => Range::exactly(i64::try_from(seen[usize::from(env.viewer)].len()).unwrap_or(all)),
            Set::One(_) => Range { from: 0, to: 1 },
            Set::And(parts) => {
                let most = parts.iter().map(|s| self.size(s, env).to).min().unwrap_or(all);
                Range { from: 0, to: most }
            }
            _ => Range { from: 0, to: all },
        }
    }

    /// If so many cells are of the right class and so few lie outside of the region, some of them lie inside.
    fn crowded(&mut self, set: &Set, state: &State, env: &Env) -> i64 {
        let Set::And(parts) = set else { return 0 };
        let (regions, others): (Vec<&Set>, Vec<&Set>) =
            parts.iter().partition(|s| matches!(s, Set::Const(_) | Set::Seen(_)));
        let outside: i64 = regions.iter().map(|s| i64::from(self.layout.cells) - self.size(s, env).from).sum();
        let mut right = 0;
        for class in 0..self.layout.classes() {
            let cells = i64::from(state.count(class));
            if cells > 0 && others.iter().all(|s| self.has(s, class, state, env).must()) {
                right += cells;
            }
        }
        (right - outside).max(0)
    }
}

/// Of a region only its size is known.
fn whole(size: usize, layout: Layout) -> Tri {
    match size {
        0 => Tri::No,
        n if n == usize::from(layout.cells) => Tri::Yes,
        _ => Tri::Maybe,
    }
}
