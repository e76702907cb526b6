//! Matches of walked patterns, on counts: which cells of which classes they can meet and affect.

use std::collections::BTreeSet;

use rulebook_ir::{Alternative, Dirs, Item, Pattern, Repeat, Slot, Term};

use crate::{
    counting::{Counting, Env},
    deed::{Affected, Change, Deed, Leg, Way, Ways},
    state::{Class, State},
};

/// Cells with an effect: how many of each class with each effect.
type Effects = Vec<Affected>;

/// A pattern matched so far.
#[derive(Clone, Debug)]
struct Partial {
    effects: Effects,
    /// The last cell matched and its effect; the edge is none.
    last: Option<(Class, Option<Change>)>,
}

/// One way for an item to match a cell.
type Choice = (Class, Option<Change>);

impl Counting<'_> {
    pub(crate) fn legs(&mut self, _from: Slot, dirs: &Dirs, pattern: &Pattern, body: &Term, deed: &Deed) -> Ways {
        if !leads_somewhere(dirs, deed.state.mover) {
            return Ways::default();
        }
        let outer = deed.leg.clone();
        let env = deed.env();
        let mut ways = Ways::default();
        for leg in self.matches(pattern, &deed.state, &env) {
            let inner = Deed { leg: Some(Box::new(leg)), ..deed.clone() };
            let mut more = self.run(body, &inner);
            for way in &mut more.list {
                // Whether there is such a leg depends on where pieces stand.
                way.sure = false;
                if !way.again {
                    way.deed.leg.clone_from(&outer);
                }
            }
            ways.merge(more.list);
        }
        ways
    }

    /// In every direction in which the pattern matches its effects happen.
    pub(crate) fn fan(&mut self, dirs: &Dirs, pattern: &Pattern, must: bool, deed: &Deed) -> Ways {
        let env = deed.env();
        let mut single: BTreeSet<Effects> = BTreeSet::new();
        if leads_somewhere(dirs, deed.state.mover) {
            single = self.partials(pattern, &deed.state, &env).into_iter().map(|p| p.effects).collect();
        }
        let directions = if dirs.anywhere { usize::MAX } else { dirs.per_player[usize::from(deed.state.mover)].len() };
        let totals = if self.one_match_each(pattern, &deed.state, &env) && !dirs.anywhere {
            sums(&single, directions, must, &deed.state)
        } else {
            anything(&single, must, &deed.state)
        };
        let mut ways = Ways::default();
        for effects in totals {
            let leg = Leg { effects, landing: 0, landing_effect: None, landed: None };
            let inner = Deed { leg: Some(Box::new(leg)), ..deed.clone() };
            for mut way in self.strike(None, &inner).list {
                way.deed.leg.clone_from(&deed.leg);
                ways.merge(vec![Way { sure: false, ..way }]);
            }
        }
        ways.some = !must;
        if let ([only], true) = (ways.list.as_mut_slice(), ways.some) {
            only.sure = true;
        }
        ways
    }

    fn matches(&mut self, pattern: &Pattern, state: &State, env: &Env) -> Vec<Leg> {
        let partials = self.partials(pattern, state, env);
        let legs = partials.into_iter().filter_map(|p| {
            let (landing, landing_effect) = p.last?;
            Some(Leg { effects: p.effects, landing, landing_effect, landed: None })
        });
        legs.collect()
    }

    fn partials(&mut self, pattern: &Pattern, state: &State, env: &Env) -> Vec<Partial> {
        let mut partials = vec![Partial { effects: Vec::new(), last: None }];
        for (i, item) in pattern.items.iter().enumerate() {
            let last = pattern.items[i + 1..].iter().all(|item| self.may_be_nothing(item, state, env));
            partials = match item {
                Item::Cells { alternatives, repeat } => {
                    let (fewest, most) = self.times(repeat, state, env);
                    let (choices, edge) = self.matched(alternatives, state, env);
                    let step = Step { choices: &choices, edge, least: fewest, most, last };
                    partials.iter().flat_map(|p| step.extend(p, state)).collect()
                }
                Item::Mix(parts) => {
                    let mut choices = Vec::new();
                    for (n, test) in parts {
                        if self.count(&test.set, state, env).to + i64::from(test.edge) < i64::from(*n) {
                            return Vec::new();
                        }
                        for class in 0..self.layout.classes() {
                            if state.count(class) > 0 && self.has(&test.set, class, state, env).may() {
                                choices.push((class, None));
                            }
                        }
                    }
                    let step = Step { choices: &choices, edge: true, least: 1, most: 1, last };
                    partials.iter().flat_map(|p| step.extend(p, state)).collect()
                }
            };
            let mut distinct: Vec<Partial> = Vec::new();
            for partial in partials {
                if !distinct.iter().any(|s| s.effects == partial.effects && (!last || s.last == partial.last)) {
                    distinct.push(partial);
                }
            }
            partials = distinct;
        }
        partials
    }

    fn may_be_nothing(&mut self, item: &Item, state: &State, env: &Env) -> bool {
        match item {
            Item::Cells { repeat, .. } => self.times(repeat, state, env).0 <= 0,
            Item::Mix(parts) => parts.iter().all(|(n, _)| *n == 0),
        }
    }

    /// How many cells an item matches, at least and at most.
    fn times(&mut self, repeat: &Repeat, state: &State, env: &Env) -> (i64, i64) {
        match repeat {
            Repeat::Exactly(n) => {
                let n = self.num(n, state, env);
                (n.from.max(0), n.to)
            }
            Repeat::Star => (0, i64::MAX),
            Repeat::Plus => (1, i64::MAX),
        }
    }

    /// The classes that an item may match, with their effects; and whether it matches the edge.
    fn matched(&mut self, alternatives: &[Alternative], state: &State, env: &Env) -> (Vec<Choice>, bool) {
        let mut choices = Vec::new();
        for class in (0..self.layout.classes()).filter(|&c| state.count(c) > 0) {
            for alternative in alternatives {
                let has = self.has(&alternative.test.set, class, state, env);
                let choice = (class, alternative.effect.map(Change::from));
                if has.may() && !choices.contains(&choice) {
                    choices.push(choice);
                }
                if has.must() {
                    break;
                }
            }
        }
        (choices, alternatives.iter().any(|a| a.test.edge))
    }

    /// Does the pattern match in at most one way in each direction? So it does if every item has a fixed length but
    /// one, and what follows that one begins with a cell that it cannot match.
    fn one_match_each(&mut self, pattern: &Pattern, state: &State, env: &Env) -> bool {
        let fixed = |item: &Item| match item {
            Item::Cells { repeat, .. } => matches!(repeat, Repeat::Exactly(_)),
            Item::Mix(_) => true,
        };
        let mut open = pattern.items.iter().enumerate().filter(|(_, item)| !fixed(item));
        let Some((i, Item::Cells { alternatives, .. })) = open.next() else { return true };
        let Some(Item::Cells { alternatives: then, repeat: Repeat::Exactly(n) }) = pattern.items.get(i + 1) else {
            return false;
        };
        if open.next().is_some() || self.num(n, state, env).from < 1 {
            return false;
        }
        let (ours, our_edge) = self.matched(alternatives, state, env);
        let (theirs, their_edge) = self.matched(then, state, env);
        !(our_edge && their_edge) && ours.iter().all(|(class, _)| theirs.iter().all(|(c, _)| c != class))
    }
}

/// An item of a pattern: what it may match and how often.
struct Step<'c> {
    choices: &'c [Choice],
    edge: bool,
    least: i64,
    most: i64,
    /// Nothing has to come after it.
    last: bool,
}

impl Step<'_> {
    /// The partial match with this item matched too, in all ways that differ in their effects or in the last cell.
    fn extend(&self, partial: &Partial, state: &State) -> Vec<Partial> {
        let mut found = Vec::new();
        if self.least == 0 {
            found.push(partial.clone());
        }
        if self.most < 1 {
            return found;
        }
        if self.edge && self.least <= 1 {
            found.push(Partial { last: None, ..partial.clone() });
        }
        let mut plain = self.choices.iter().filter(|(_, change)| change.is_none()).peekable();
        if self.choices.iter().all(|(_, change)| change.is_none()) {
            let there: i64 = self.choices.iter().map(|(class, _)| i64::from(state.count(*class))).sum();
            if there + i64::from(self.edge) >= self.least && there > 0 {
                // Which cell was the last matters only where the piece may land on it.
                let lasts = if self.last { usize::MAX } else { 1 };
                found.extend(plain.take(lasts).map(|&choice| Partial { last: Some(choice), ..partial.clone() }));
            }
            return found;
        }
        let with_effect: Vec<Choice> = self.choices.iter().copied().filter(|(_, change)| change.is_some()).collect();
        let others = plain.peek().is_some();
        self.spread(&with_effect, partial, 0, others, state, &mut found);
        found
    }

    /// Distributes the cells of an item over its choices.
    fn spread(
        &self,
        rest: &[Choice],
        partial: &Partial,
        matched: i64,
        others: bool,
        state: &State,
        found: &mut Vec<Partial>,
    ) {
        let Some((&(class, change), rest)) = rest.split_first() else {
            if others || (matched >= self.least && matched > 0) {
                let mut ends: Vec<Choice> = self.choices.to_vec();
                let taken = |c: &Choice| partial.effects.iter().any(|a| (a.class, Some(a.change)) == *c);
                ends.retain(|c| c.1.is_none() || taken(c));
                let lasts = if self.last { usize::MAX } else { 1 };
                found.extend(ends.into_iter().take(lasts).map(|end| Partial { last: Some(end), ..partial.clone() }));
            }
            return;
        };
        let Some(change) = change else { return };
        let used: u16 = partial.effects.iter().filter(|a| a.class == class).map(|a| a.cells).sum();
        let free = i64::from(state.count(class).saturating_sub(used));
        for cells in 0..=free.min(self.most - matched) {
            let mut next = partial.clone();
            add(&mut next.effects, Affected { class, change, cells: u16::try_from(cells).unwrap_or(u16::MAX) });
            self.spread(rest, &next, matched + cells, others, state, found);
        }
    }
}

/// Adds to how many cells have an effect.
fn add(effects: &mut Effects, more: Affected) {
    if more.cells == 0 {
        return;
    }
    if let Some(known) = effects.iter_mut().find(|a| a.class == more.class && a.change == more.change) {
        known.cells += more.cells;
    } else {
        effects.push(more);
        effects.sort_unstable();
    }
}

/// Are there directions at all for that player?
fn leads_somewhere(dirs: &Dirs, player: u8) -> bool {
    dirs.anywhere || dirs.per_player.get(usize::from(player)).is_some_and(|along| !along.is_empty())
}

/// Are there so many cells?
fn there_are(effects: &Effects, state: &State) -> bool {
    effects.iter().all(|affected| {
        let same: u32 = effects.iter().filter(|a| a.class == affected.class).map(|a| u32::from(a.cells)).sum();
        same <= u32::from(state.count(affected.class))
    })
}

/// What the effects in several directions come to.
fn sums(single: &BTreeSet<Effects>, directions: usize, must: bool, state: &State) -> BTreeSet<Effects> {
    let mut all: BTreeSet<Effects> = BTreeSet::new();
    let mut newest: BTreeSet<Effects> = BTreeSet::from([Vec::new()]);
    if !must {
        all.insert(Vec::new());
    }
    for _ in 0..directions {
        let mut next = BTreeSet::new();
        for sum in &newest {
            for more in single {
                let mut sum = sum.clone();
                for affected in more {
                    add(&mut sum, *affected);
                }
                if there_are(&sum, state) && !all.contains(&sum) {
                    next.insert(sum);
                }
            }
        }
        if next.is_empty() {
            break;
        }
        all.extend(next.iter().cloned());
        newest = next;
    }
    all
}

/// Where several matches in one direction may overlap: any number of the cells that can be affected.
fn anything(single: &BTreeSet<Effects>, must: bool, state: &State) -> BTreeSet<Effects> {
    let mut all: BTreeSet<Effects> = BTreeSet::new();
    if !must || single.iter().any(Vec::is_empty) {
        all.insert(Vec::new());
    }
    let kinds: BTreeSet<(Class, Change)> = single.iter().flatten().map(|a| (a.class, a.change)).collect();
    let mut sums: BTreeSet<Effects> = if single.is_empty() { BTreeSet::new() } else { BTreeSet::from([Vec::new()]) };
    for (class, change) in kinds {
        let mut next = BTreeSet::new();
        for sum in &sums {
            for cells in 0..=state.count(class) {
                let mut sum = sum.clone();
                add(&mut sum, Affected { class, change, cells });
                next.insert(sum);
            }
        }
        sums = next;
    }
    all.extend(sums.into_iter().filter(|s| !s.is_empty() && there_are(s, state)));
    all
}
