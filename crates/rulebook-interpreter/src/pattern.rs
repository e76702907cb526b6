//! Patterns: every way in which one matches, walked from a cell or laid on a line.

use rulebook_ir::{Alternative, Cell, Dir, Dirs, Effect, Item, Laid, Numbers, Pattern, Repeat, Test};

use crate::{
    env::{Env, Value, Walked},
    machine::Machine,
};

/// The pseudo-direction of walks that go anywhere.
pub(crate) const ANYWHERE: Dir = Dir::MAX;

/// A cell, or the edge, that a pattern has matched.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Met {
    /// The cell; none is the edge.
    pub(crate) cell: Option<Cell>,
    /// What is to happen to it.
    pub(crate) effect: Option<Effect>,
}

/// What a pattern is matched along.
#[derive(Clone, Copy, Debug)]
enum Track<'b> {
    /// From cell to cell in a direction, until the edge. A place is the present cell, or `OVER` after the edge.
    /// A walk never comes back to where it started.
    Walk { ahead: &'b [Option<Cell>], start: Cell },
    /// To that cell, and no further.
    Jump { to: Cell },
    /// Along a line. A place is what comes next: 0 is one edge, then come the cells (as read), then the other edge.
    Line { cells: &'b [Cell], reversed: bool },
}

/// Nothing comes after this place.
const OVER: usize = usize::MAX;

impl Track<'_> {
    /// What comes next at a place (none is the edge), and the place after it.
    #[inline]
    fn step(&self, place: usize) -> Option<(Option<Cell>, usize)> {
        if place == OVER {
            return None;
        }
        match self {
            Track::Walk { ahead, start } => Some(match ahead[place] {
                Some(next) if next != *start => (Some(next), usize::from(next)),
                Some(_) | None => (None, OVER),
            }),
            Track::Jump { to } => Some((Some(*to), OVER)),
            Track::Line { cells, reversed } => {
                let length = cells.len();
                if place == 0 || place == length + 1 {
                    return Some((None, place + 1));
                }
                let index = if *reversed { length.checked_sub(place)? } else { place - 1 };
                Some((Some(*cells.get(index)?), place + 1))
            }
        }
    }
}

/// A pattern being matched.
#[derive(Clone, Copy, Debug)]
struct Search<'s> {
    /// Along what.
    track: Track<'s>,
    /// In which environment.
    env: Env<'s>,
    /// What it has met begins here in [`Machine::met`].
    first: usize,
}

/// Called for a match, with where what it met begins in [`Machine::met`] and the place after it; true ends the search.
type Visit<'v, 'r> = &'v mut dyn FnMut(&mut Machine<'r>, usize, usize) -> bool;

impl<'r> Machine<'r> {
    /// Visits the matches of a walked pattern until the visitor returns true; did it? The visitor gets the direction,
    /// and where what was met begins in [`Machine::met`].
    pub(crate) fn walks(
        &mut self,
        from: Cell,
        dirs: &Dirs,
        pattern: &Pattern,
        without: Option<Dir>,
        env: Env<'_>,
        visit: &mut dyn FnMut(&mut Self, Dir, usize) -> bool,
    ) -> bool {
        let board = &self.rules.board;
        if dirs.anywhere {
            let bound = env.bind(Value::Walked(Walked::From(from, ANYWHERE)));
            let env = env.with(&bound);
            return (0..board.len() as Cell).filter(|&to| to != from).any(|to| {
                self.matches(pattern, Track::Jump { to }, 0, env, &mut |m, first, _| visit(m, ANYWHERE, first))
            });
        }
        let along = &dirs.per_player[usize::from(env.viewer)];
        along.iter().filter(|&&dir| Some(dir) != without).any(|&dir| {
            let track = Track::Walk { ahead: &board.neighbours[usize::from(dir)], start: from };
            let bound = env.bind(Value::Walked(Walked::From(from, dir)));
            let env = env.with(&bound);
            self.matches(pattern, track, usize::from(from), env, &mut |m, first, _| visit(m, dir, first))
        })
    }

    /// Visits the matches of a laid pattern until the visitor returns true; did it? The visitor gets where what was
    /// met begins in [`Machine::met`].
    pub(crate) fn laid(&mut self, laid: &Laid, env: Env<'_>, visit: &mut dyn FnMut(&mut Self, usize) -> bool) -> bool {
        let board = &self.rules.board;
        if let Some(var) = laid.line {
            return env.line(var).is_some_and(|line| self.laid_on(laid, line, env, visit));
        }
        match laid.through.first() {
            Some(&first) => {
                let Some(first) = self.cell(first, env) else { return false };
                let lines = &board.lines_through[usize::from(first)];
                lines.iter().any(|&(line, _)| self.laid_on(laid, line, env, visit))
            }
            None => (0..board.lines.len()).any(|line| self.laid_on(laid, line as u16, env, visit)),
        }
    }

    fn laid_on(
        &mut self,
        laid: &Laid,
        line: u16,
        env: Env<'_>,
        visit: &mut dyn FnMut(&mut Self, usize) -> bool,
    ) -> bool {
        let board = &self.rules.board;
        let cells = &board.lines[usize::from(line)].cells;
        let length = cells.len();
        // The places of the first and last of the cells that the stretch has to contain.
        let mut span: Option<(usize, usize)> = None;
        for &cell in &laid.through {
            let Some(cell) = self.cell(cell, env) else { return false };
            let Some(&(_, index)) = board.lines_through[usize::from(cell)].iter().find(|&&(l, _)| l == line) else {
                return false;
            };
            let place = usize::from(index) + 1;
            span = Some(span.map_or((place, place), |(a, b)| (a.min(place), b.max(place))));
        }
        let bound = env.bind(Value::Walked(Walked::Line(line)));
        let env = env.with(&bound);
        let size = self.fixed_length(&laid.pattern, env);
        let readings: &[bool] = if laid.pattern.symmetric { &[false] } else { &[false, true] };
        for &reversed in readings {
            let span = span.map(|(a, b)| if reversed { (length + 1 - b, length + 1 - a) } else { (a, b) });
            // Only stretches that can contain those cells, and that the line has room for, need be tried.
            let mut first = 0;
            let mut last = length + 1;
            if let Some((a, b)) = span {
                first = size.map_or(0, |size| (b + 1).saturating_sub(size));
                last = a;
            }
            if let Some(size) = size {
                let Some(room) = (length + 2).checked_sub(size) else { return false };
                last = last.min(room);
            }
            let track = Track::Line { cells, reversed };
            for start in first..=last {
                let stop = self.matches(&laid.pattern, track, start, env, &mut |m, met, end| {
                    span.is_none_or(|(_, b)| end > b) && m.numbers_fit(met, laid.numbers) && visit(m, met)
                });
                if stop {
                    return true;
                }
            }
        }
        false
    }

    /// How many places a pattern covers, if that is always the same.
    fn fixed_length(&mut self, pattern: &Pattern, env: Env<'_>) -> Option<usize> {
        let mut size = 0;
        for item in &pattern.items {
            size += match item {
                Item::Cells { repeat: Repeat::Exactly(n), .. } => usize::try_from(self.num(n, env)).unwrap_or(0),
                Item::Cells { repeat: Repeat::Star | Repeat::Plus, .. } => return None,
                Item::Mix(parts) => parts.iter().map(|(n, _)| *n as usize).sum(),
            };
        }
        Some(size)
    }

    fn numbers_fit(&self, first: usize, numbers: Numbers) -> bool {
        let number = |m: &Met| m.cell.and_then(|c| self.state.piece(c)).map(|p| i32::from(p.number));
        let found = || self.met[first..].iter().filter_map(number);
        let pairs = || found().zip(found().skip(1));
        match numbers {
            Numbers::Any => true,
            Numbers::Equal => pairs().all(|(a, b)| a == b),
            Numbers::Consecutive => pairs().all(|(a, b)| b == a + 1),
            Numbers::Different => found().enumerate().all(|(i, a)| found().take(i).all(|b| a != b)),
        }
    }

    /// Visits every match of the pattern from a place until the visitor returns true; did it?
    fn matches(
        &mut self,
        pattern: &Pattern,
        track: Track<'_>,
        place: usize,
        env: Env<'_>,
        visit: Visit<'_, 'r>,
    ) -> bool {
        let search = Search { track, env, first: self.met.len() };
        self.items(&search, &pattern.items, place, visit)
    }

    fn items(&mut self, search: &Search<'_>, items: &[Item], place: usize, visit: Visit<'_, 'r>) -> bool {
        let Some((item, rest)) = items.split_first() else { return visit(self, search.first, place) };
        let before = self.met.len();
        let stop = match item {
            Item::Cells { alternatives, repeat } => {
                let (least, most) = match repeat {
                    Repeat::Exactly(n) => {
                        let n = self.num(n, search.env);
                        (n, n)
                    }
                    Repeat::Star => (0, i64::MAX),
                    Repeat::Plus => (1, i64::MAX),
                };
                self.repeated(search, alternatives, (least, most), rest, place, visit)
            }
            Item::Mix(parts) => {
                let wanting = self.wanting.len();
                self.wanting.extend(parts.iter().map(|(n, _)| *n));
                let end = self.mixed(search, parts, wanting, place);
                self.wanting.truncate(wanting);
                end.is_some_and(|place| self.items(search, rest, place, visit))
            }
        };
        self.met.truncate(before);
        stop
    }

    /// An item that matches between so many and so many cells: what follows is tried after each number of them.
    fn repeated(
        &mut self,
        search: &Search<'_>,
        alternatives: &[Alternative],
        (least, most): (i64, i64),
        rest: &[Item],
        mut place: usize,
        visit: Visit<'_, 'r>,
    ) -> bool {
        let mut count = 0;
        loop {
            if count >= least && count <= most && self.items(search, rest, place, visit) {
                return true;
            }
            if count >= most {
                return false;
            }
            if !self.spend() {
                return true;
            }
            let Some((cell, after)) = search.track.step(place) else { return false };
            let Some(way) = alternatives.iter().find(|a| self.test(&a.test, cell, search.env)) else { return false };
            self.met.push(Met { cell, effect: way.effect });
            place = after;
            count += 1;
        }
    }

    /// Matches so many cells of each test in any order; which cell counts for which test makes no difference, so
    /// that there is at most one match. Returns the place after it. What is still wanted stands in
    /// [`Machine::wanting`] from that index on.
    fn mixed(&mut self, search: &Search<'_>, parts: &[(u32, Test)], wanting: usize, place: usize) -> Option<usize> {
        if self.wanting[wanting..].iter().all(|&n| n == 0) {
            return Some(place);
        }
        if !self.spend() {
            return None;
        }
        let (cell, after) = search.track.step(place)?;
        for (i, (_, test)) in parts.iter().enumerate() {
            if self.wanting[wanting + i] > 0 && self.test(test, cell, search.env) {
                self.wanting[wanting + i] -= 1;
                self.met.push(Met { cell, effect: None });
                let end = self.mixed(search, parts, wanting, after);
                if end.is_some() {
                    return end;
                }
                self.met.pop();
                self.wanting[wanting + i] += 1;
            }
        }
        None
    }

    #[inline]
    fn test(&mut self, test: &Test, cell: Option<Cell>, env: Env<'_>) -> bool {
        match cell {
            Some(cell) => self.contains(&test.set, cell, env),
            None => test.edge,
        }
    }
}
