//! Sets of cells: membership, visiting, groups. A set is never built to ask whether a cell is in it.

use rulebook_ir::{Cell, CellSet, DefBody, Dirs, Set};

use crate::{
    env::{Env, Value, Walked},
    machine::Machine,
};

impl Machine<'_> {
    /// Is the cell in the set?
    #[inline]
    pub(crate) fn contains(&mut self, set: &Set, cell: Cell, env: Env<'_>) -> bool {
        match set {
            Set::Empty => self.state.piece(cell).is_none(),
            Set::Occupied => self.state.piece(cell).is_some(),
            Set::Enemies => self.state.piece(cell).is_some_and(|p| p.player != env.viewer),
            Set::Kinds(kinds) => self.state.piece(cell).is_some_and(|p| kinds >> p.kind & 1 == 1),
            Set::OwnedBy(who) => {
                let who = self.who(*who, env);
                self.state.piece(cell).is_some_and(|p| p.player == who)
            }
            Set::Const(_)
            | Set::Seen(_)
            | Set::Marked(_)
            | Set::One(_)
            | Set::LineOf(_)
            | Set::Group(_)
            | Set::LineWalked
            | Set::Where(_)
            | Set::Call(_)
            | Set::And(_)
            | Set::Or(_)
            | Set::Not(_)
            | Set::For(..) => self.contains_by_parts(set, cell, env),
        }
    }

    /// [`Machine::contains`] for sets that need more than a look at the cell's piece.
    fn contains_by_parts(&mut self, set: &Set, cell: Cell, env: Env<'_>) -> bool {
        match set {
            Set::Const(cells) => cells.contains(cell),
            Set::Seen(seen) => seen[usize::from(env.viewer)].contains(cell),
            Set::Empty | Set::Occupied | Set::OwnedBy(_) | Set::Enemies | Set::Kinds(_) => {
                self.contains(set, cell, env)
            }
            Set::Marked(mark) => self.state.marks.contains(&(*mark, cell)),
            Set::One(one) => self.cell(*one, env) == Some(cell),
            Set::LineOf(var) => env.line(*var).is_some_and(|line| self.on_line(cell, line)),
            Set::Group(var) => env.group(*var).is_some_and(|group| group.contains(cell)),
            Set::LineWalked => self.on_walked(cell, env),
            Set::Where(def) => {
                let rules = self.rules;
                let DefBody::Cond(body) = &rules.defs[usize::from(def.0)].body else { return false };
                let inner = Env::of(env.viewer);
                let bound = inner.bind(Value::Cell(0, cell));
                self.cond(body, inner.with(&bound))
            }
            Set::Call(def) => {
                if !self.spend() {
                    return false;
                }
                let rules = self.rules;
                let DefBody::Set(body) = &rules.defs[usize::from(def.0)].body else { return false };
                self.contains(body, cell, Env::of(env.viewer))
            }
            Set::And(all) => all.iter().all(|s| self.contains(s, cell, env)),
            Set::Or(any) => any.iter().any(|s| self.contains(s, cell, env)),
            Set::Not(s) => !self.contains(s, cell, env),
            Set::For(who, s) => {
                let viewer = self.who(*who, env);
                self.contains(s, cell, env.seen_by(viewer))
            }
        }
    }

    fn on_walked(&self, cell: Cell, env: Env<'_>) -> bool {
        match env.walked() {
            None => false,
            Some(Walked::Line(line)) => self.on_line(cell, line),
            Some(Walked::From(from, dir)) => {
                let board = &self.rules.board;
                let Some(direction) = board.directions.get(usize::from(dir)) else { return cell == from };
                cell == from
                    || board.lines_through[usize::from(from)].iter().any(|&(line, _)| {
                        let forth = board.lines[usize::from(line)].forth;
                        (forth == dir || forth == direction.back) && self.on_line(cell, line)
                    })
            }
        }
    }

    /// Visits the cells of a set until the visitor returns true; did it?
    pub(crate) fn each_cell(
        &mut self,
        set: &Set,
        env: Env<'_>,
        visit: &mut dyn FnMut(&mut Self, Cell) -> bool,
    ) -> bool {
        let rules = self.rules;
        match set {
            Set::Const(cells) => cells.iter().any(|c| visit(self, c)),
            Set::Seen(seen) => seen[usize::from(env.viewer)].iter().any(|c| visit(self, c)),
            Set::One(one) => self.cell(*one, env).is_some_and(|c| visit(self, c)),
            Set::Group(var) => env.group(*var).is_some_and(|group| group.iter().any(|c| visit(self, c))),
            Set::LineOf(var) => {
                let Some(line) = env.line(*var) else { return false };
                rules.board.lines[usize::from(line)].cells.iter().any(|&c| visit(self, c))
            }
            Set::And(all) => {
                // Of an intersection only the part with the fewest cells need be looked through.
                let fewest = (0..all.len()).min_by_key(|&i| how_many(&all[i]));
                let Some(few) = fewest.filter(|&i| how_many(&all[i]) < ALL) else {
                    let cells = rules.board.len() as Cell;
                    return (0..cells).any(|cell| all.iter().all(|s| self.contains(s, cell, env)) && visit(self, cell));
                };
                self.each_cell(&all[few], env, &mut |m, cell| {
                    all.iter().enumerate().all(|(i, s)| i == few || m.contains(s, cell, env)) && visit(m, cell)
                })
            }
            Set::Empty
            | Set::Occupied
            | Set::OwnedBy(_)
            | Set::Enemies
            | Set::Kinds(_)
            | Set::Marked(_)
            | Set::LineWalked
            | Set::Where(_)
            | Set::Call(_)
            | Set::Or(_)
            | Set::Not(_)
            | Set::For(..) => self.look_through(set, env, visit),
        }
    }

    fn look_through(&mut self, set: &Set, env: Env<'_>, visit: &mut dyn FnMut(&mut Self, Cell) -> bool) -> bool {
        let cells = self.rules.board.len() as Cell;
        (0..cells).any(|cell| self.contains(set, cell, env) && visit(self, cell))
    }

    /// How many cells are in the set?
    pub(crate) fn count(&mut self, set: &Set, env: Env<'_>) -> i64 {
        let mut count = 0;
        self.each_cell(set, env, &mut |_, _| {
            count += 1;
            false
        });
        count
    }

    /// The connected components of a set, in the order of their first cells. A step in a direction connects both
    /// of its cells, whichever is looked at first.
    pub(crate) fn groups(&mut self, set: &Set, dirs: &Dirs, env: Env<'_>) -> Vec<CellSet> {
        let rules = self.rules;
        let mut rest = CellSet::new(rules.board.len());
        self.each_cell(set, env, &mut |_, cell| {
            rest.insert(cell);
            false
        });
        if dirs.anywhere {
            return if rest.is_empty() { Vec::new() } else { vec![rest] };
        }
        let along = &dirs.per_player[usize::from(env.viewer)];
        let mut groups = Vec::new();
        loop {
            let Some(first) = rest.iter().next() else { return groups };
            let mut group = CellSet::new(rules.board.len());
            let mut open = vec![first];
            rest.remove(first);
            while let Some(cell) = open.pop() {
                group.insert(cell);
                for &dir in along {
                    for way in [dir, rules.board.directions[usize::from(dir)].back] {
                        if let Some(next) = rules.board.next(cell, way)
                            && rest.contains(next)
                        {
                            rest.remove(next);
                            open.push(next);
                        }
                    }
                }
            }
            groups.push(group);
        }
    }
}

/// Stands for "as many cells as the board has".
const ALL: u8 = 3;

/// A rank of how many cells a set can have: one, a line, a listed set, all.
fn how_many(set: &Set) -> u8 {
    match set {
        Set::One(_) => 0,
        Set::LineOf(_) => 1,
        Set::Const(_) | Set::Seen(_) | Set::Group(_) => 2,
        Set::Empty
        | Set::Occupied
        | Set::OwnedBy(_)
        | Set::Enemies
        | Set::Kinds(_)
        | Set::Marked(_)
        | Set::LineWalked
        | Set::Where(_)
        | Set::Call(_)
        | Set::And(_)
        | Set::Or(_)
        | Set::Not(_)
        | Set::For(..) => ALL,
    }
}
