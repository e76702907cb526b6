//! Walking over expressions and programs: what every pass that only looks shares.
//!
//! A visitor says what it does at the nodes that it cares for; the rest of the way is here, once.

use crate::{
    Cond, Def, DefBody, Dirs, Domain, Event, EventKind, Item, Key, Laid, Num, Pattern, Quant, RefusalWhat, Repeat,
    Rules, Set, Step, Term, expr::CellRef,
};

/// Looks at the parts of rules. Each method goes on into the parts of its node unless it is overridden.
pub trait Visitor {
    /// A condition.
    fn cond(&mut self, cond: &Cond) {
        walk_cond(self, cond);
    }
    /// A number.
    fn num(&mut self, num: &Num) {
        walk_num(self, num);
    }
    /// A set of cells.
    fn set(&mut self, set: &Set) {
        walk_set(self, set);
    }
    /// A program.
    fn term(&mut self, term: &Term) {
        walk_term(self, term);
    }
    /// A pattern laid on lines.
    fn laid(&mut self, laid: &Laid) {
        laid.through.iter().for_each(|c| self.cell(*c));
        self.pattern(&laid.pattern);
    }
    /// A pattern, laid or walked.
    fn pattern(&mut self, pattern: &Pattern) {
        walk_pattern(self, pattern);
    }
    /// Directions in which something is walked or grouped.
    fn dirs(&mut self, _dirs: &Dirs) {}
    /// A cell that is named.
    fn cell(&mut self, _cell: CellRef) {}
}

/// The body of a definition.
pub fn walk_def<V: Visitor + ?Sized>(v: &mut V, def: &Def) {
    match &def.body {
        DefBody::Cond(c) => v.cond(c),
        DefBody::Num(n) => v.num(n),
        DefBody::Set(s) => v.set(s),
    }
}

/// The parts of a condition.
pub fn walk_cond<V: Visitor + ?Sized>(v: &mut V, cond: &Cond) {
    match cond {
        Cond::Not(c) | Cond::For(_, c) | Cond::Named(_, c) => v.cond(c),
        Cond::And(all) | Cond::Or(all) => all.iter().for_each(|c| v.cond(c)),
        Cond::Compare(a, _, b) => {
            v.num(a);
            v.num(b);
        }
        Cond::Exists(set) => v.set(set),
        Cond::In(cell, set) => {
            v.cell(*cell);
            v.set(set);
        }
        Cond::Quantified(quant, domain, body) => {
            match quant {
                Quant::Some | Quant::Every | Quant::No => {}
                Quant::AtLeast(n) | Quant::AtMost(n) | Quant::Exactly(n) => v.num(n),
            }
            match domain {
                Domain::Cells(set, _) => v.set(set),
                Domain::Groups(set, dirs, _) => {
                    v.set(set);
                    v.dirs(dirs);
                }
                Domain::Lines(cells, _) => cells.iter().for_each(|c| v.cell(*c)),
                Domain::Players => {}
            }
            v.cond(body);
        }
        Cond::Supposing { at, then, .. } => {
            v.cell(*at);
            v.cond(then);
        }
        Cond::Call { cell, .. } => cell.iter().for_each(|c| v.cell(*c)),
        Cond::Laid(laid) => v.laid(laid),
        Cond::Walks(from, dirs, pattern) => {
            v.cell(*from);
            v.dirs(dirs);
            v.pattern(pattern);
        }
        Cond::Occurs(n) | Cond::Reaches(_, _, n) => v.num(n),
        Cond::Const(_)
        | Cond::Can(..)
        | Cond::Reading { .. }
        | Cond::Same(..)
        | Cond::ActorIs(_)
        | Cond::LastVictimIs(_) => {}
    }
}

/// The parts of a number.
pub fn walk_num<V: Visitor + ?Sized>(v: &mut V, num: &Num) {
    match num {
        Num::Count(set) => v.set(set),
        Num::CountGroups(set, dirs) => {
            v.set(set);
            v.dirs(dirs);
        }
        Num::CountLaid { laid, by } => {
            v.laid(laid);
            v.set(by);
        }
        Num::Clock(_, _, cell) => v.cell(*cell),
        Num::Add(a, b) | Num::Sub(a, b) | Num::Mul(a, b) => {
            v.num(a);
            v.num(b);
        }
        Num::Int(_) | Num::Stock(..) | Num::Victims(_) | Num::Turns | Num::TurnsOf(_) | Num::Actions | Num::Call(_) => {
        }
    }
}

/// The parts of a set.
pub fn walk_set<V: Visitor + ?Sized>(v: &mut V, set: &Set) {
    match set {
        Set::And(all) | Set::Or(all) => all.iter().for_each(|s| v.set(s)),
        Set::Not(s) | Set::For(_, s) => v.set(s),
        Set::One(cell) => v.cell(*cell),
        Set::Const(_)
        | Set::Seen(_)
        | Set::Empty
        | Set::Occupied
        | Set::OwnedBy(_)
        | Set::Enemies
        | Set::Kinds(_)
        | Set::Marked(_)
        | Set::LineOf(_)
        | Set::Group(_)
        | Set::LineWalked
        | Set::Where(_)
        | Set::Call(_) => {}
    }
}

/// The parts of a pattern.
pub fn walk_pattern<V: Visitor + ?Sized>(v: &mut V, pattern: &Pattern) {
    for item in &pattern.items {
        match item {
            Item::Cells { alternatives, repeat } => {
                for alternative in alternatives {
                    v.set(&alternative.test.set);
                }
                match repeat {
                    Repeat::Exactly(n) => v.num(n),
                    Repeat::Star | Repeat::Plus => {}
                }
            }
            Item::Mix(parts) => parts.iter().for_each(|(_, t)| v.set(&t.set)),
        }
    }
}

/// The parts of a program.
pub fn walk_term<V: Visitor + ?Sized>(v: &mut V, term: &Term) {
    match term {
        Term::Seq(parts) | Term::Choice(parts) => parts.iter().for_each(|t| v.term(t)),
        Term::Priority(a, b) => {
            v.term(a);
            v.term(b);
        }
        Term::Loop(t) => v.term(t),
        Term::Test(c, _) => v.cond(c),
        Term::Forbid { when, unless, .. } => {
            v.cond(when);
            v.cond(unless);
        }
        Term::When(c, t) => {
            v.cond(c);
            v.term(t);
        }
        Term::Pick(_, set) => v.set(set),
        Term::Legs { dirs, pattern, body, .. } => {
            v.dirs(dirs);
            v.pattern(pattern);
            v.term(body);
        }
        Term::Mark(cell, _) => v.cell(*cell),
        Term::Fan { dirs, pattern, .. } => {
            v.dirs(dirs);
            v.pattern(pattern);
        }
        Term::Nothing
        | Term::Again
        | Term::Pass
        | Term::Land(_)
        | Term::Strike(_)
        | Term::Shift(..)
        | Term::Put { .. }
        | Term::Off { .. }
        | Term::Become(..)
        | Term::TakeMarked(_) => {}
    }
}

/// The parts of an event.
pub fn walk_event<V: Visitor + ?Sized>(v: &mut V, event: &Event) {
    match &event.kind {
        EventKind::Entering(cond) => v.cond(cond),
        EventKind::Ply | EventKind::AnyAction | EventKind::Action(..) | EventKind::Promotion | EventKind::Loss => {}
    }
}

/// A key of a preference.
pub fn walk_key<V: Visitor + ?Sized>(v: &mut V, key: &Key) {
    match key {
        Key::Most(n) | Key::Fewest(n) => v.num(n),
        Key::Holds(c) => v.cond(c),
        Key::Earliest(_) => {}
    }
}

/// Everything that rules say: definitions, actions, turns, clocks, results, refusals and what always holds.
pub fn walk_rules<V: Visitor + ?Sized>(v: &mut V, rules: &Rules) {
    rules.defs.iter().for_each(|d| walk_def(v, d));
    for action in &rules.actions {
        v.term(&action.term);
        action.prefer.iter().for_each(|k| walk_key(v, k));
    }
    for step in rules.turns.iter().flat_map(|t| &t.steps) {
        match step {
            Step::Act { when, .. } => v.cond(when),
            Step::Stop(result) => {
                v.cond(&result.when);
                v.cond(&result.claimable);
            }
        }
    }
    rules.foul.iter().for_each(|f| v.cond(&f.when));
    for clock in &rules.clocks {
        for cond in [&clock.runs, &clock.carries, &clock.last_ply] {
            v.cond(cond);
        }
        walk_event(v, &clock.feed);
        for restart in &clock.restarts {
            walk_event(v, &restart.event);
            v.cond(&restart.when);
        }
    }
    for result in &rules.results {
        v.cond(&result.when);
        v.cond(&result.claimable);
    }
    rules.refusals.iter().for_each(|r| walk_refusal(v, &r.what));
    rules.always.iter().for_each(|a| v.cond(&a.cond));
}

/// What is refused.
pub fn walk_refusal<V: Visitor + ?Sized>(v: &mut V, what: &RefusalWhat) {
    match what {
        RefusalWhat::When(cond) => v.cond(cond),
        RefusalWhat::Pieces(set) => v.set(set),
        RefusalWhat::MoreThan(n, set) => {
            v.num(n);
            v.set(set);
        }
    }
}
