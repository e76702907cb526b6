//! Patterns of fixed length through a placed piece, as what each cell near it may be.
//!
//! A *template* is one way to lay a pattern over the placed piece: for every cell of the window around it, the states that
//! it may have. Whatever is asked of a line is asked of which templates match.

use rulebook_ir::{Item, Num, Numbers, Pattern, Repeat, Set, Test, Who};

/// A set of states that a cell of a window may have, one bit for each.
pub(super) type States = u8;

/// Without a piece.
pub(super) const EMPTY: States = 1;
/// With a piece of the player who places.
pub(super) const OWN: States = 2;
/// With a piece of the other player.
pub(super) const OTHER: States = 4;
/// The edge: the first place beyond an end of the line.
pub(super) const EDGE: States = 8;
/// Whatever there is, nothing included.
pub(super) const ANY: States = 31;

/// A window reaches no farther: its tables would be too large.
pub(super) const FARTHEST: usize = 7;

/// More ways than these to lay one pattern are not followed up.
const MOST: usize = 4096;

/// One way to lay a pattern.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Template {
    /// The window is so many cells wide to each side of the placed piece.
    reach: usize,
    /// What each cell of the window may be; the placed piece is in the middle.
    allowed: Vec<States>,
    /// Where the second piece is supposed, in the window.
    pub(super) trial: Option<usize>,
    /// The cells that are counted, as bits of the window.
    pub(super) counted: u32,
}

impl Template {
    /// What the cell at a distance from the placed piece may be: before it, or behind it.
    pub(super) fn allowed(&self, distance: usize, behind: bool) -> States {
        if distance > self.reach {
            return ANY;
        }
        self.allowed[if behind { self.reach + distance } else { self.reach - distance }]
    }

    /// How far the template looks.
    pub(super) fn reach(&self) -> usize {
        (0..=self.reach).rev().find(|&d| self.allowed(d, false) != ANY || self.allowed(d, true) != ANY).unwrap_or(0)
    }

    /// The same in a window of that reach, which is not less than its own.
    pub(super) fn widened(&self, reach: usize) -> Self {
        let mut wide = Self { reach, allowed: vec![ANY; 2 * reach + 1], trial: None, counted: 0 };
        let moved = |i: usize| i + reach - self.reach;
        for (i, states) in self.allowed.iter().enumerate().filter(|(_, s)| **s != ANY) {
            wide.allowed[moved(i)] = *states;
        }
        wide.trial = self.trial.map(moved);
        wide.counted = (0..self.allowed.len()).filter(|i| self.counted >> i & 1 == 1).fold(0, |c, i| c | 1 << moved(i));
        wide
    }

    /// Both at once, if they suppose the same piece and can hold together.
    fn with(&self, other: &Self) -> Option<Self> {
        let reach = self.reach.max(other.reach);
        let (mut both, other) = (self.widened(reach), other.widened(reach));
        if both.trial != other.trial {
            return None;
        }
        for (a, b) in both.allowed.iter_mut().zip(&other.allowed) {
            *a &= b;
        }
        both.allowed.iter().all(|s| *s != 0).then_some(both)
    }
}

/// All templates that match both a template of the one list and one of the other.
pub(super) fn together(one: &[Template], other: &[Template]) -> Result<Vec<Template>, &'static str> {
    let both: Vec<Template> = one.iter().flat_map(|a| other.iter().filter_map(|b| a.with(b))).collect();
    if both.len() > MOST { Err("patterns with too many ways to be laid") } else { Ok(both) }
}

/// Patterns as a player sees them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Viewer(pub(super) u8);

impl Viewer {
    /// The role of a player: is it the viewer?
    pub(super) fn is_me(self, who: Who) -> Option<bool> {
        match who {
            Who::Me | Who::Mover => Some(true),
            Who::Enemy => Some(false),
            Who::Player(player) => Some(player == self.0),
            Who::Next => None,
        }
    }

    /// What a cell of the set may be.
    pub(super) fn states(self, set: &Set) -> Result<States, &'static str> {
        let cell = EMPTY | OWN | OTHER;
        Ok(match set {
            Set::Empty => EMPTY,
            Set::Occupied => OWN | OTHER,
            Set::Enemies => OTHER,
            Set::OwnedBy(who) => match self.is_me(*who) {
                Some(true) => OWN,
                Some(false) => OTHER,
                None => return Err("a pattern that asks whose turn is next"),
            },
            Set::And(all) => all.iter().try_fold(cell, |s, part| Ok(s & self.states(part)?))?,
            Set::Or(any) => any.iter().try_fold(0, |s, part| Ok(s | self.states(part)?))?,
            Set::Not(set) => cell & !self.states(set)?,
            Set::For(Who::Me, set) => self.states(set)?,
            _ => return Err("a pattern that asks more of a cell than whose piece is on it"),
        })
    }

    fn test(self, test: &Test) -> Result<States, &'static str> {
        Ok(self.states(&test.set)? | if test.edge { EDGE } else { 0 })
    }

    /// The pattern as lists of what each of its cells may be, one list for each order of what may come in any order.
    fn orders(self, pattern: &Pattern) -> Result<Vec<Vec<States>>, &'static str> {
        let mut orders = vec![Vec::new()];
        for item in &pattern.items {
            let parts = match item {
                Item::Cells { alternatives, repeat: Repeat::Exactly(Num::Int(n)) } => {
                    let mut states = 0;
                    for way in alternatives {
                        if way.effect.is_some() {
                            return Err("a pattern on lines with an effect");
                        }
                        states |= self.test(&way.test)?;
                    }
                    let n = usize::try_from(*n).map_err(|_| "a pattern of no length")?;
                    vec![vec![states; n]]
                }
                Item::Cells { .. } => return Err("a pattern on lines that has no fixed length"),
                Item::Mix(parts) => {
                    let mut wanted = Vec::new();
                    for (n, test) in parts {
                        wanted.push((*n, self.test(test)?));
                    }
                    let mut found = Vec::new();
                    mixed(&mut wanted, &mut Vec::new(), &mut found)?;
                    found
                }
            };
            if orders.len() * parts.len() > MOST {
                return Err("a pattern with too many orders");
            }
            orders = orders.iter().flat_map(|o| parts.iter().map(|p| [&o[..], p].concat())).collect();
        }
        Ok(orders)
    }

    /// Every way to lay the pattern over the placed piece. `trial`: over a second piece too, supposed on an empty cell.
    /// `by`: what is counted of each match.
    pub(super) fn templates(
        self,
        pattern: &Pattern,
        numbers: Numbers,
        trial: bool,
        by: States,
    ) -> Result<Vec<Template>, &'static str> {
        if numbers != Numbers::Any {
            return Err("a pattern on lines that compares numbers");
        }
        let mut orders = self.orders(pattern)?;
        if !pattern.symmetric {
            let back: Vec<Vec<States>> = orders.iter().map(|o| o.iter().rev().copied().collect()).collect();
            orders.extend(back);
        }
        let mut found = Vec::new();
        for order in &orders {
            for at in (0..order.len()).filter(|&i| order[i] & OWN != 0) {
                if !trial {
                    lay(order, at, None, by, &mut found)?;
                    continue;
                }
                for second in (0..order.len()).filter(|&i| i != at && order[i] & OWN != 0) {
                    lay(order, at, Some(second), by, &mut found)?;
                }
            }
        }
        Ok(found)
    }
}

/// All orders of so many cells of each.
fn mixed(
    wanted: &mut [(u32, States)],
    sofar: &mut Vec<States>,
    found: &mut Vec<Vec<States>>,
) -> Result<(), &'static str> {
    if wanted.iter().all(|w| w.0 == 0) {
        found.push(sofar.clone());
        return if found.len() > MOST { Err("a pattern with too many orders") } else { Ok(()) };
    }
    for i in 0..wanted.len() {
        if wanted[i].0 > 0 {
            wanted[i].0 -= 1;
            sofar.push(wanted[i].1);
            mixed(wanted, sofar, found)?;
            sofar.pop();
            wanted[i].0 += 1;
        }
    }
    Ok(())
}

/// The templates of one order with the placed piece at an index. A cell that is counted in some states only is split, so
/// that what a template counts is always the same.
fn lay(
    order: &[States],
    at: usize,
    second: Option<usize>,
    by: States,
    found: &mut Vec<Template>,
) -> Result<(), &'static str> {
    let reach = at.max(order.len() - 1 - at);
    if reach > FARTHEST {
        return Err("a pattern too long for tables");
    }
    let mut allowed = vec![ANY; 2 * reach + 1];
    let first = reach - at;
    allowed[first..first + order.len()].copy_from_slice(order);
    allowed[reach] = OWN;
    let trial = second.map(|i| first + i);
    if let Some(trial) = trial {
        allowed[trial] = EMPTY;
    }
    let mut open = vec![Template { reach, allowed, trial, counted: 0 }];
    for place in first..first + order.len() {
        open = open
            .into_iter()
            .flat_map(|template| {
                let inside = template.allowed[place] & by;
                let outside = template.allowed[place] & !by;
                let mut parts = Vec::new();
                if inside != 0 {
                    let mut part = template.clone();
                    part.allowed[place] = inside;
                    part.counted |= 1 << place;
                    parts.push(part);
                }
                if outside != 0 {
                    let mut part = template;
                    part.allowed[place] = outside;
                    parts.push(part);
                }
                parts
            })
            .collect();
        if found.len() + open.len() > MOST {
            return Err("a pattern with too many ways to be laid");
        }
    }
    found.extend(open);
    Ok(())
}
