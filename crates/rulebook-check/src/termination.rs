//! Recursion ends: every circle of definitions adds a trial piece to an empty cell.
//!
//! Along such a circle the number of empty cells falls, so it is never longer than the board. A call that
//! lies under no trial has weight 0; a circle of calls of weight 0 never ends.

use rulebook_diagnostics::{Code, Diagnostic};
use rulebook_ir::{Cond, Def, DefBody, DefId, Domain, Item, Laid, Num, Pattern, Repeat, Set};

use crate::symbols::World;

impl World<'_> {
    pub(crate) fn check_termination(&mut self, defs: &[Def]) {
        let calls: Vec<Vec<DefId>> = defs
            .iter()
            .map(|def| {
                let mut found = Calls(Vec::new());
                match &def.body {
                    DefBody::Cond(c) => found.cond(c),
                    DefBody::Num(n) => found.num(n),
                    DefBody::Set(s) => found.set(s),
                }
                found.0
            })
            .collect();
        let mut reported: Vec<usize> = Vec::new();
        for start in 0..defs.len() {
            let mut path = vec![start];
            if let Some(circle) = circle(&calls, start, start, &mut path, &mut vec![false; defs.len()])
                && !circle.iter().any(|d| reported.contains(d))
            {
                reported.extend(&circle);
                let names: Vec<String> = circle.iter().map(|&d| defs[d].name.clone()).collect();
                let first = &self.lets[start];
                let mut wrong = Diagnostic::error(
                    Code("R0501"),
                    first.name.span,
                    format!("`{}` asks itself without adding a piece: this never ends", first.name.text),
                )
                .label(format!("{} → {}", names.join(" → "), names[0]))
                .help("put one of these calls under `supposing own … at q`, with `some empty … as q`");
                for &d in circle.iter().skip(1) {
                    wrong = wrong.also(self.lets[d].name.span, "through this");
                }
                self.diagnostics.push(wrong);
            }
        }
    }
}

/// A way from `at` back to `start` by calls of weight 0. A definition from which none was found is not asked again.
fn circle(
    calls: &[Vec<DefId>],
    start: usize,
    at: usize,
    path: &mut Vec<usize>,
    dead: &mut [bool],
) -> Option<Vec<usize>> {
    for next in &calls[at] {
        let next = usize::from(next.0);
        if next == start {
            return Some(path.clone());
        }
        if !dead[next] {
            dead[next] = true;
            path.push(next);
            let found = circle(calls, start, next, path, dead);
            path.pop();
            if found.is_some() {
                return found;
            }
        }
    }
    None
}

/// Collects calls that lie under no trial.
struct Calls(Vec<DefId>);

impl Calls {
    fn cond(&mut self, cond: &Cond) {
        match cond {
            Cond::Not(c) | Cond::For(_, c) | Cond::Named(_, c) => self.cond(c),
            Cond::And(all) | Cond::Or(all) => all.iter().for_each(|c| self.cond(c)),
            Cond::Compare(a, _, b) => {
                self.num(a);
                self.num(b);
            }
            Cond::Exists(set) | Cond::In(_, set) => self.set(set),
            Cond::Quantified(quant, domain, body) => {
                match quant {
                    rulebook_ir::Quant::AtLeast(n) | rulebook_ir::Quant::AtMost(n) | rulebook_ir::Quant::Exactly(n) => {
                        self.num(n);
                    }
                    rulebook_ir::Quant::Some | rulebook_ir::Quant::Every | rulebook_ir::Quant::No => {}
                }
                match domain {
                    Domain::Cells(set, _) | Domain::Groups(set, ..) => self.set(set),
                    Domain::Lines(..) | Domain::Players => {}
                }
                self.cond(body);
            }
            Cond::Call { def, .. } => self.0.push(*def),
            Cond::Laid(laid) => self.laid(laid),
            Cond::Walks(_, _, pattern) => self.pattern(pattern),
            Cond::Occurs(n) | Cond::Reaches(_, _, n) => self.num(n),
            // A trial adds a piece: what is asked under it has weight 1.
            Cond::Supposing { .. }
            | Cond::Const(_)
            | Cond::Can(..)
            | Cond::Reading { .. }
            | Cond::Same(..)
            | Cond::ActorIs(_) => {}
        }
    }

    fn num(&mut self, num: &Num) {
        match num {
            Num::Count(set) | Num::CountGroups(set, _) => self.set(set),
            Num::CountLaid { laid, by } => {
                self.laid(laid);
                self.set(by);
            }
            Num::Call(def) => self.0.push(*def),
            Num::Add(a, b) | Num::Sub(a, b) | Num::Mul(a, b) => {
                self.num(a);
                self.num(b);
            }
            Num::Int(_)
            | Num::Stock(..)
            | Num::Victims(_)
            | Num::Clock(..)
            | Num::Turns
            | Num::TurnsOf(_)
            | Num::Actions => {}
        }
    }

    fn set(&mut self, set: &Set) {
        match set {
            Set::Where(def) | Set::Call(def) => self.0.push(*def),
            Set::And(all) | Set::Or(all) => all.iter().for_each(|s| self.set(s)),
            Set::Not(s) | Set::For(_, s) => self.set(s),
            Set::Const(_)
            | Set::Seen(_)
            | Set::Empty
            | Set::Occupied
            | Set::OwnedBy(_)
            | Set::Enemies
            | Set::Kinds(_)
            | Set::Marked(_)
            | Set::One(_)
            | Set::LineOf(_)
            | Set::Group(_)
            | Set::LineWalked => {}
        }
    }

    fn laid(&mut self, laid: &Laid) {
        self.pattern(&laid.pattern);
    }

    fn pattern(&mut self, pattern: &Pattern) {
        for item in &pattern.items {
            match item {
                Item::Cells { alternatives, repeat } => {
                    for alternative in alternatives {
                        self.set(&alternative.test.set);
                    }
                    match repeat {
                        Repeat::Exactly(n) => self.num(n),
                        Repeat::Star | Repeat::Plus => {}
                    }
                }
                Item::Mix(parts) => parts.iter().for_each(|(_, t)| self.set(&t.set)),
            }
        }
    }
}
