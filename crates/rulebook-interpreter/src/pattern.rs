//! Patterns: every way in which one matches, walked from a cell or laid on a line.

use rulebook_ir::{Alternative, Cell, Dir, Dirs, Effect, Item, Laid, Num, Numbers, Pattern, Repeat, Test};

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

impl<'r> Machine<'r> {
    /// Visits the matches of a walked pattern, with their directions, until the visitor returns true; did it?
    pub(crate) fn walks(
        &mut self,
        from: Cell,
        dirs: &Dirs,
        pattern: &Pattern,
        without: Option<Dir>,
        env: Env<'_>,
        visit: &mut dyn FnMut(&mut Self, Dir, &[Met]) -> bool,
    ) -> bool {
        let board = &self.rules.board;
        if dirs.anywhere {
            let bound = env.bind(Value::Walked(Walked::From(from, ANYWHERE)));
            let env = env.with(&bound);
            return (0..board.len() as Cell).filter(|&to| to != from).any(|to| {
                self.matches(pattern, Track::Jump { to }, 0, env, &mut |m, met, _| visit(m, ANYWHERE, met))
            });
        }
        let along = &dirs.per_player[usize::from(env.viewer)];
        along.iter().filter(|&&dir| Some(dir) != without).any(|&dir| {
            let track = Track::Walk { ahead: &board.neighbours[usize::from(dir)], start: from };
            let bound = env.bind(Value::Walked(Walked::From(from, dir)));
            let env = env.with(&bound);
            self.matches(pattern, track, usize::from(from), env, &mut |m, met, _| visit(m, dir, met))
        })
    }

    /// Visits the matches of a laid pattern until the visitor returns true; did it?
    pub(crate) fn laid(
        &mut self,
        laid: &Laid,
        env: Env<'_>,
        visit: &mut dyn FnMut(&mut Self, &[Met]) -> bool,
    ) -> bool {
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
        visit: &mut dyn FnMut(&mut Self, &[Met]) -> bool,
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

    fn numbers_fit(&self, met: &[Met], numbers: Numbers) -> bool {
        let number = |m: &Met| m.cell.and_then(|c| self.state.piece(c)).map(|p| i32::from(p.number));
        let pairs = || {
            let found = met.iter().filter_map(number);
            found.clone().zip(found.skip(1))
        };
        match numbers {
            Numbers::Any => true,
            Numbers::Equal => pairs().all(|(a, b)| a == b),
            Numbers::Consecutive => pairs().all(|(a, b)| b == a + 1),
            Numbers::Different => {
                let found: Vec<i32> = met.iter().filter_map(number).collect();
                (1..found.len()).all(|i| !found[..i].contains(&found[i]))
            }
        }
    }

    /// Visits every match of the pattern from a place, with the place after it, until the visitor returns true.
    fn matches(
        &mut self,
        pattern: &Pattern,
        track: Track<'_>,
        place: usize,
        env: Env<'_>,
        visit: &mut dyn FnMut(&mut Machine<'r>, &[Met], usize) -> bool,
    ) -> bool {
        let mut met = self.spare.pop().unwrap_or_default();
        let stop = self.items(&pattern.items, track, place, env, &mut met, visit);
        met.clear();
        self.spare.push(met);
        stop
    }

    fn items(
        &mut self,
        items: &[Item],
        track: Track<'_>,
        place: usize,
        env: Env<'_>,
        met: &mut Vec<Met>,
        visit: &mut dyn FnMut(&mut Machine<'r>, &[Met], usize) -> bool,
    ) -> bool {
        let Some((item, rest)) = items.split_first() else { return visit(self, met, place) };
        let before = met.len();
        let stop = match item {
            Item::Cells { alternatives, repeat } => {
                let (least, most) = match repeat {
                    Repeat::Exactly(n) => {
                        let n = if let Num::Int(n) = n { *n } else { self.num(n, env) };
                        (n, n)
                    }
                    Repeat::Star => (0, i64::MAX),
                    Repeat::Plus => (1, i64::MAX),
                };
                self.repeated(alternatives, least, most, rest, track, place, env, met, visit)
            }
            Item::Mix(parts) => {
                let mut left: Vec<u32> = parts.iter().map(|(n, _)| *n).collect();
                match self.mixed(parts, &mut left, track, place, env, met) {
                    Some(place) => self.items(rest, track, place, env, met, visit),
                    None => false,
                }
            }
        };
        met.truncate(before);
        stop
    }

    #[expect(clippy::too_many_arguments, reason = "an item, what follows it, and where the matching stands")]
    fn repeated(
        &mut self,
        alternatives: &[Alternative],
        least: i64,
        most: i64,
        rest: &[Item],
        track: Track<'_>,
        mut place: usize,
        env: Env<'_>,
        met: &mut Vec<Met>,
        visit: &mut dyn FnMut(&mut Machine<'r>, &[Met], usize) -> bool,
    ) -> bool {
        let mut count = 0;
        loop {
            if count >= least && count <= most && self.items(rest, track, place, env, met, visit) {
                return true;
            }
            if count >= most {
                return false;
            }
            let Some((cell, after)) = track.step(place) else { return false };
            let Some(way) = alternatives.iter().find(|a| self.test(&a.test, cell, env)) else { return false };
            met.push(Met { cell, effect: way.effect });
            place = after;
            count += 1;
        }
    }

    /// Matches so many cells of each test in any order; which cell counts for which test makes no difference, so
    /// that there is at most one match. Returns the place after it.
    fn mixed(
        &mut self,
        parts: &[(u32, Test)],
        left: &mut Vec<u32>,
        track: Track<'_>,
        place: usize,
        env: Env<'_>,
        met: &mut Vec<Met>,
    ) -> Option<usize> {
        if left.iter().all(|&n| n == 0) {
            return Some(place);
        }
        let (cell, after) = track.step(place)?;
        for i in 0..parts.len() {
            if left[i] > 0 && self.test(&parts[i].1, cell, env) {
                left[i] -= 1;
                met.push(Met { cell, effect: None });
                let end = self.mixed(parts, left, track, after, env, met);
                if end.is_some() {
                    return end;
                }
                met.pop();
                left[i] += 1;
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
