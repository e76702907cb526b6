//! What the rules mention: what need not be kept because nothing reads it.

use rulebook_ir::{
    CellRef, Cond, DefBody, DefId, Domain, EventKind, Item, Key, Laid, Num, Outcome, Pattern, Quant, RefusalWhat,
    Repeat, Rules, Set, Step, Term, Test,
};

/// What the rules of a game mention.
#[derive(Clone, Copy, Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "four answers, each to its own question")]
pub(crate) struct Mentions {
    /// Repetition is asked for somewhere.
    pub(crate) occurrences: bool,
    /// Repetition is asked for by something other than a draw after a ply.
    pub(crate) occurrences_beside_draws: bool,
    /// A clock is read by something other than a draw after a ply.
    pub(crate) clocks_beside_draws: bool,
    /// The turn's program reads the cell acted on.
    pub(crate) here_in_turn: bool,
}

impl Mentions {
    /// Looks through the rules.
    pub(crate) fn of(rules: &Rules) -> Self {
        let mut program = Finder::new(rules);
        let mut beside = Finder::new(rules);
        for step in rules.turns.iter().flat_map(|t| &t.steps) {
            match step {
                Step::Act { when, .. } => program.cond(when),
                Step::Stop(result) => {
                    program.cond(&result.when);
                    program.cond(&result.claimable);
                }
            }
        }
        for action in &rules.actions {
            beside.term(&action.term);
            for key in &action.prefer {
                match key {
                    Key::Most(n) | Key::Fewest(n) => beside.num(n),
                    Key::Holds(c) => beside.cond(c),
                    Key::Earliest(_) => {}
                }
            }
        }
        if let Some(foul) = &rules.foul {
            beside.cond(&foul.when);
        }
        let mut rest = Finder::new(rules);
        for result in &rules.results {
            match result.outcome {
                Outcome::Draw => rest.cond(&result.when),
                Outcome::Win(_) | Outcome::Lose(_) | Outcome::WinEach => beside.cond(&result.when),
            }
            rest.cond(&result.claimable);
        }
        for clock in &rules.clocks {
            for cond in [&clock.runs, &clock.carries, &clock.last_ply] {
                rest.cond(cond);
            }
            for restart in &clock.restarts {
                rest.cond(&restart.when);
            }
            for event in std::iter::once(&clock.feed).chain(clock.restarts.iter().map(|r| &r.event)) {
                match &event.kind {
                    EventKind::Entering(cond) => rest.cond(cond),
                    EventKind::Ply
                    | EventKind::AnyAction
                    | EventKind::Action(..)
                    | EventKind::Promotion
                    | EventKind::Loss => {}
                }
            }
        }
        for refusal in &rules.refusals {
            match &refusal.what {
                RefusalWhat::When(cond) => rest.cond(cond),
                RefusalWhat::Pieces(set) => rest.set(set),
                RefusalWhat::MoreThan(n, set) => {
                    rest.num(n);
                    rest.set(set);
                }
            }
        }
        for always in &rules.always {
            rest.cond(&always.cond);
        }
        let beside_occurrences = beside.occurs || program.occurs;
        let clocks_beside_draws = beside.clocks || program.clocks;
        Self {
            occurrences: beside_occurrences || rest.occurs,
            // A clock may ask for repetition, and is then what needs it.
            occurrences_beside_draws: beside_occurrences || (clocks_beside_draws && rest.occurs),
            clocks_beside_draws,
            here_in_turn: program.here,
        }
    }
}

/// Looks through expressions and all definitions that they call.
struct Finder<'r> {
    rules: &'r Rules,
    looked_at: Vec<bool>,
    occurs: bool,
    clocks: bool,
    here: bool,
}

impl<'r> Finder<'r> {
    fn new(rules: &'r Rules) -> Self {
        Self { rules, looked_at: vec![false; rules.defs.len()], occurs: false, clocks: false, here: false }
    }

    fn def(&mut self, def: DefId) {
        let index = usize::from(def.0);
        if std::mem::replace(&mut self.looked_at[index], true) {
            return;
        }
        match &self.rules.defs[index].body {
            DefBody::Cond(c) => self.cond(c),
            DefBody::Num(n) => self.num(n),
            DefBody::Set(s) => self.set(s),
        }
    }

    fn cell(&mut self, cell: CellRef) {
        match cell {
            CellRef::Here => self.here = true,
            CellRef::Var(_) | CellRef::Cell(_) => {}
        }
    }

    fn cond(&mut self, cond: &Cond) {
        match cond {
            // `Can` reads what actions read, and those are looked at by themselves.
            Cond::Const(_) | Cond::Reading { .. } | Cond::Same(..) | Cond::ActorIs(_) | Cond::Can(..) => {}
            Cond::Not(c) | Cond::For(_, c) | Cond::Named(_, c) => self.cond(c),
            Cond::And(all) | Cond::Or(all) => all.iter().for_each(|c| self.cond(c)),
            Cond::Compare(a, _, b) => {
                self.num(a);
                self.num(b);
            }
            Cond::Exists(set) => self.set(set),
            Cond::In(cell, set) => {
                self.cell(*cell);
                self.set(set);
            }
            Cond::Quantified(quant, domain, body) => {
                match quant {
                    Quant::Some | Quant::Every | Quant::No => {}
                    Quant::AtLeast(n) | Quant::AtMost(n) | Quant::Exactly(n) => self.num(n),
                }
                match domain {
                    Domain::Cells(set, _) | Domain::Groups(set, _, _) => self.set(set),
                    Domain::Lines(cells, _) => cells.iter().for_each(|c| self.cell(*c)),
                    Domain::Players => {}
                }
                self.cond(body);
            }
            Cond::Supposing { at, then, .. } => {
                self.cell(*at);
                self.cond(then);
            }
            Cond::Call { def, cell, .. } => {
                if let Some(cell) = cell {
                    self.cell(*cell);
                }
                self.def(*def);
            }
            Cond::Laid(laid) => self.laid(laid),
            Cond::Walks(from, _, pattern) => {
                self.cell(*from);
                self.pattern(pattern);
            }
            Cond::Occurs(n) => {
                self.occurs = true;
                self.num(n);
            }
            Cond::Reaches(_, _, n) => {
                self.clocks = true;
                self.num(n);
            }
        }
    }

    fn num(&mut self, num: &Num) {
        match num {
            Num::Int(_) | Num::Stock(..) | Num::Victims(_) | Num::Turns | Num::TurnsOf(_) | Num::Actions => {}
            Num::Count(set) | Num::CountGroups(set, _) => self.set(set),
            Num::CountLaid { laid, by } => {
                self.laid(laid);
                self.set(by);
            }
            Num::Clock(_, _, cell) => {
                self.clocks = true;
                self.cell(*cell);
            }
            Num::Call(def) => self.def(*def),
            Num::Add(a, b) | Num::Sub(a, b) | Num::Mul(a, b) => {
                self.num(a);
                self.num(b);
            }
        }
    }

    fn set(&mut self, set: &Set) {
        match set {
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
            | Set::LineWalked => {}
            Set::One(cell) => self.cell(*cell),
            Set::Where(def) | Set::Call(def) => self.def(*def),
            Set::And(all) | Set::Or(all) => all.iter().for_each(|s| self.set(s)),
            Set::Not(s) | Set::For(_, s) => self.set(s),
        }
    }

    fn laid(&mut self, laid: &Laid) {
        laid.through.iter().for_each(|c| self.cell(*c));
        self.pattern(&laid.pattern);
    }

    fn test(&mut self, test: &Test) {
        self.set(&test.set);
    }

    fn pattern(&mut self, pattern: &Pattern) {
        for item in &pattern.items {
            match item {
                Item::Cells { alternatives, repeat } => {
                    for way in alternatives {
                        self.test(&way.test);
                    }
                    match repeat {
                        Repeat::Exactly(n) => self.num(n),
                        Repeat::Star | Repeat::Plus => {}
                    }
                }
                Item::Mix(parts) => parts.iter().for_each(|(_, t)| self.test(t)),
            }
        }
    }

    fn term(&mut self, term: &Term) {
        match term {
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
            Term::Seq(parts) | Term::Choice(parts) => parts.iter().for_each(|t| self.term(t)),
            Term::Priority(a, b) => {
                self.term(a);
                self.term(b);
            }
            Term::Loop(t) => self.term(t),
            Term::Test(c, _) => self.cond(c),
            Term::Forbid { when, unless, .. } => {
                self.cond(when);
                self.cond(unless);
            }
            Term::When(c, t) => {
                self.cond(c);
                self.term(t);
            }
            Term::Pick(_, set) => self.set(set),
            Term::Legs { pattern, body, .. } => {
                self.pattern(pattern);
                self.term(body);
            }
            Term::Mark(cell, _) => self.cell(*cell),
            Term::Fan { pattern, .. } => self.pattern(pattern),
        }
    }
}
