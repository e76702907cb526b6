//! Wrong turns of promotions in a chain: at another time than the clause says.

use rulebook_ir::{CellRef, Cond, Set, Term};

use super::Mutator;

impl Mutator {
    /// Moves the promotions of a chain from its end to every landing, or the other way. Gives the changed program.
    pub(super) fn promotion_time(&mut self, term: &Term) -> Option<Term> {
        let Term::Seq(parts) = term else { return None };
        let place = parts.iter().position(|p| matches!(p, Term::Loop(_)))?;
        for (kind, clause) in self.places.promotions.clone() {
            let settled = parts.iter().position(|p| self.promotion(p) == Some(clause));
            if let Some(settled) = settled {
                if self.within(clause, |m| m.hit(|| "promoted in passing, not at the end".into())) {
                    let mut parts = parts.clone();
                    let becomes = of_kind(parts.remove(settled), kind);
                    parts[place] = at_landings(&parts[place], &becomes);
                    return Some(Term::Seq(parts));
                }
            } else if let Some(landed) = self.landed(&parts[place], clause)
                && self.within(clause, |m| m.hit(|| "promoted at the end, not at once".into()))
            {
                let mut parts = parts.clone();
                parts[place] = without(&parts[place], &landed);
                parts.push(of_kind(unstopped(landed), kind));
                return Some(Term::Seq(parts));
            }
        }
        None
    }

    /// The promotion of that clause at a landing.
    fn landed(&self, term: &Term, clause: rulebook_ir::ClauseId) -> Option<Term> {
        match term {
            Term::When(..) => (self.promotion(term) == Some(clause)).then(|| term.clone()),
            Term::Seq(parts) | Term::Choice(parts) => parts.iter().find_map(|p| self.landed(p, clause)),
            Term::Priority(a, b) => self.landed(a, clause).or_else(|| self.landed(b, clause)),
            Term::Loop(body) | Term::Legs { body, .. } => self.landed(body, clause),
            _ => None,
        }
    }
}

/// Asks for the kind too: elsewhere in the chain the piece may be of another one.
fn of_kind(term: Term, kind: u8) -> Term {
    let it_is = Cond::In(CellRef::Var(1), Set::Kinds(1 << kind));
    match term {
        Term::When(cond, inner) => Term::When(Cond::And(vec![it_is, cond]), inner),
        other => Term::When(it_is, Box::new(other)),
    }
}

/// A promotion without what it does to the chain.
fn unstopped(term: Term) -> Term {
    match term {
        Term::When(cond, inner) => Term::When(cond, Box::new(unstopped(*inner))),
        Term::Seq(parts) => Term::Seq(parts.into_iter().filter(|p| !matches!(p, Term::Mark(..))).collect()),
        other => other,
    }
}

/// The term with something done after every step of the piece.
fn at_landings(term: &Term, done: &Term) -> Term {
    rebuild(term, &|part| match part {
        Term::Shift(..) => vec![part.clone(), done.clone()],
        other => vec![at_landings(other, done)],
    })
}

/// The term without another one.
fn without(term: &Term, gone: &Term) -> Term {
    rebuild(term, &|part| if part == gone { Vec::new() } else { vec![without(part, gone)] })
}

/// The term with each part of its sequences replaced.
fn rebuild(term: &Term, part: &dyn Fn(&Term) -> Vec<Term>) -> Term {
    let inner = |t: &Term| rebuild(t, part);
    match term {
        Term::Seq(parts) => Term::Seq(parts.iter().flat_map(part).collect()),
        Term::Choice(parts) => Term::Choice(parts.iter().map(inner).collect()),
        Term::Priority(a, b) => Term::Priority(Box::new(inner(a)), Box::new(inner(b))),
        Term::Loop(body) => Term::Loop(Box::new(inner(body))),
        Term::Legs { from, dirs, pattern, no_turning_back, body } => Term::Legs {
            from: *from,
            dirs: dirs.clone(),
            pattern: pattern.clone(),
            no_turning_back: *no_turning_back,
            body: Box::new(inner(body)),
        },
        other => other.clone(),
    }
}
