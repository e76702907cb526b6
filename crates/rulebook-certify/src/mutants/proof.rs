//! Proof that a change changes nothing, by going through all cases.
//!
//! A condition is a formula over numbers of pieces by owner and kind, readings of options, whose view it is,
//! and questions about which nothing is known here. Two conditions that agree under every assignment of all
//! of these are one. Numbers are tried up to one more than the greatest constant: beyond it no comparison
//! with a constant can tell them apart, nor sums of them.

use std::collections::BTreeSet;

use rulebook_ir::visit::{Visitor, walk_cond, walk_def, walk_rules, walk_set};
use rulebook_ir::{Cond, DefBody, Domain, Quant, Rules, Set};

use super::formula::{
    Unknowns, World, comparable, constant, depends, inlined, inlined_body, is_material, num_depends, set_depends,
};

/// Assignments beyond this are not gone through; nothing is proved then.
const MOST: u64 = 4_000_000;

/// Do changed rules provably mean the same? They differ in one place; only conditions are compared, and everything else has
/// to be equal as it stands.
pub(super) fn same(rules: &Rules, changed: &Rules) -> bool {
    if without_conditions(rules) != without_conditions(changed) {
        return false;
    }
    let mut proof = Proof { a: rules, b: changed, changed: BTreeSet::new() };
    let equal = |proof: &Proof<'_>, a: &[&Cond], b: &[&Cond]| {
        a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a == b || proof.equal(a, b))
    };
    if equal(&proof, &definitions(rules), &definitions(changed)) {
        return equal(&proof, &asked(rules), &asked(changed));
    }
    // A definition that has changed may still say the same wherever it is called.
    proof.changed = changed_definitions(rules, changed);
    only_called_above(rules, &proof.changed)
        && asked(rules).into_iter().zip(asked(changed)).all(|(a, b)| proof.equal(a, b))
}

/// The rules with everything taken out that is compared as a condition.
fn without_conditions(rules: &Rules) -> Rules {
    let mut rules = rules.clone();
    for def in &mut rules.defs {
        if let DefBody::Cond(c) = &mut def.body {
            *c = Cond::Const(true);
        }
    }
    for clock in &mut rules.clocks {
        (clock.runs, clock.carries, clock.last_ply) = (Cond::Const(true), Cond::Const(true), Cond::Const(true));
    }
    for result in &mut rules.results {
        (result.when, result.claimable) = (Cond::Const(true), Cond::Const(true));
    }
    rules
}

/// The conditions of definitions.
fn definitions(rules: &Rules) -> Vec<&Cond> {
    rules.defs.iter().filter_map(|d| inlined_body(&d.body)).collect()
}

/// The conditions of clocks and results.
fn asked(rules: &Rules) -> Vec<&Cond> {
    let clocks = rules.clocks.iter().flat_map(|c| [&c.runs, &c.carries, &c.last_ply]);
    clocks.chain(rules.results.iter().flat_map(|r| [&r.when, &r.claimable])).collect()
}

/// Definitions that have changed, and those that call one of them.
fn changed_definitions(rules: &Rules, changed: &Rules) -> BTreeSet<usize> {
    let differs = |&i: &usize| rules.defs[i].body != changed.defs[i].body;
    let mut all: BTreeSet<usize> = (0..rules.defs.len()).filter(differs).collect();
    loop {
        let calls_one = |&i: &usize| {
            let mut calls = Calls(Vec::new());
            walk_def(&mut calls, &rules.defs[i]);
            calls.0.iter().any(|c| all.contains(c))
        };
        let more: Vec<usize> = (0..rules.defs.len()).filter(|i| !all.contains(i)).filter(calls_one).collect();
        if more.is_empty() {
            return all;
        }
        all.extend(more);
    }
}

/// Are these definitions without parameters, and called by nothing but clocks, results and one another?
fn only_called_above(rules: &Rules, changed: &BTreeSet<usize>) -> bool {
    let mut calls = Calls(Vec::new());
    walk_rules(&mut calls, &without_conditions(rules));
    changed.iter().all(|d| {
        let def = &rules.defs[*d];
        !calls.0.contains(d) && !def.cell && !def.line && matches!(def.body, DefBody::Cond(_))
    })
}

/// Collects definitions that are called.
struct Calls(Vec<usize>);

impl Visitor for Calls {
    fn cond(&mut self, cond: &Cond) {
        if let Cond::Call { def, .. } = cond {
            self.0.push(usize::from(def.0));
        }
        walk_cond(self, cond);
    }

    fn set(&mut self, set: &Set) {
        if let Set::Where(def) | Set::Call(def) = set {
            self.0.push(usize::from(def.0));
        }
        walk_set(self, set);
    }
}

/// Two sets of rules whose conditions are compared.
struct Proof<'r> {
    a: &'r Rules,
    b: &'r Rules,
    /// Definitions that may not mean the same on both sides.
    changed: BTreeSet<usize>,
}

impl Proof<'_> {
    /// Do two conditions agree under every assignment?
    fn equal(&self, a: &Cond, b: &Cond) -> bool {
        let rules = self.a;
        if rules.players.len() != 2 {
            return false;
        }
        let mut unknowns = Unknowns { constants: 1, ..Unknowns::default() };
        self.collect(a, true, &mut unknowns);
        self.collect(b, false, &mut unknowns);
        if unknowns.unsure {
            return false;
        }
        let columns = if unknowns.counted { 2 * rules.kinds.len() } else { 0 };
        let per_column = u64::from(unknowns.constants) + 2;
        let vectors = per_column.saturating_pow(columns as u32);
        let truths = 1_u64.checked_shl(2 * unknowns.atoms.len() as u32).unwrap_or(u64::MAX);
        // What is not asked needs not be tried.
        let asked = |option: usize| unknowns.options.contains(&option);
        let readings_of =
            |(i, o): (usize, &rulebook_ir::OptionRule)| if asked(i) { o.readings.len() as u64 } else { 1 };
        let of: Vec<u64> = rules.options.iter().enumerate().map(readings_of).collect();
        let readings: u64 = of.iter().product();
        let movers = if unknowns.mover { 2 } else { 1 };
        if vectors.saturating_mul(truths).saturating_mul(readings).saturating_mul(4) > MOST {
            return false;
        }
        let agree = |world: &World<'_>, viewer: usize| {
            let left = world.holds(a, self.a, viewer);
            left.is_some() && left == world.holds(b, self.b, viewer)
        };
        (0..vectors).all(|vector| {
            let counts = digits(vector, &vec![per_column; 2 * rules.kinds.len()]);
            (0..readings).all(|reading| {
                let readings = digits(reading, &of);
                (0..truths).all(|truths| {
                    (0..movers).all(|mover| {
                        let kinds = rules.kinds.len();
                        let world =
                            World { counts: &counts, kinds, readings: &readings, truths, mover, unknowns: &unknowns };
                        (0..2).all(|viewer| agree(&world, viewer))
                    })
                })
            })
        })
    }

    /// Notes what a condition asks.
    fn collect<'c>(&'c self, cond: &'c Cond, first: bool, unknowns: &mut Unknowns<'c>) {
        let rules = if first { self.a } else { self.b };
        match cond {
            Cond::Const(_) => {}
            Cond::Reading { option, .. } => {
                unknowns.options.insert(usize::from(*option));
            }
            Cond::Same(a, b) => unknowns.mover |= depends(*a) || depends(*b),
            Cond::For(who, c) => {
                unknowns.mover |= depends(*who);
                self.collect(c, first, unknowns);
            }
            Cond::Not(c)
            | Cond::Named(_, c)
            | Cond::Quantified(Quant::Some | Quant::Every | Quant::No, Domain::Players, c) => {
                self.collect(c, first, unknowns);
            }
            Cond::And(all) | Cond::Or(all) => all.iter().for_each(|c| self.collect(c, first, unknowns)),
            Cond::Compare(a, _, b) if comparable(a, b) => {
                unknowns.constants = constant(a).max(constant(b)).max(unknowns.constants);
                unknowns.counted = true;
                unknowns.mover |= num_depends(a) || num_depends(b);
            }
            Cond::Exists(set) if is_material(set) => {
                unknowns.counted = true;
                unknowns.mover |= set_depends(set);
            }
            other => match inlined(rules, other) {
                Some(body) => self.collect(body, first, unknowns),
                None => self.atom(other, first, unknowns),
            },
        }
    }

    /// Notes a question about which nothing is known.
    fn atom<'c>(&self, asked: &'c Cond, first: bool, unknowns: &mut Unknowns<'c>) {
        // The same words mean the same only if what they call does.
        let mut calls = Calls(Vec::new());
        calls.cond(asked);
        unknowns.unsure |= calls.0.iter().any(|c| self.changed.contains(c));
        if unknowns.atoms.iter().any(|(a, b)| if first { *a == asked } else { *b == asked }) {
            return;
        }
        let twin = unknowns.atoms.iter_mut().find(|(a, b)| !first && std::ptr::eq(*a, *b) && self.alike(a, asked));
        match twin {
            Some(twin) => twin.1 = asked,
            None => unknowns.atoms.push((asked, asked)),
        }
    }

    /// Are two questions the same, though something within them is said otherwise?
    fn alike(&self, a: &Cond, b: &Cond) -> bool {
        match (a, b) {
            (Cond::Quantified(quant, domain, body), Cond::Quantified(same_quant, same_domain, other)) => {
                quant == same_quant && domain == same_domain && self.equal(body, other)
            }
            _ => false,
        }
    }
}

/// The digits of a number, each to its own base.
fn digits(mut number: u64, bases: &[u64]) -> Vec<u32> {
    bases
        .iter()
        .map(|base| {
            let digit = number % base;
            number /= base;
            digit as u32
        })
        .collect()
}
