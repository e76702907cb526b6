//! Wrong turns of actions: programs, preferences, and turns.

use rulebook_ir::rules::{ActionRule, Key, Step, Turn};
use rulebook_ir::{Cond, Item, Pattern, Repeat, Term};

use super::{Mutator, legs::victims_block, ordinal, sets::Ends};

impl Mutator {
    pub(super) fn action(&mut self, action: &mut ActionRule) {
        let chain = action.chain;
        self.victims_block = chain.is_some() && victims_block(&action.term);
        if let Some(changed) = self.promotion_time(&action.term) {
            action.term = changed;
            return;
        }
        match &mut action.term {
            // One branch for each kind of piece, in the order of the clauses.
            Term::Choice(branches) if branches.len() == action.clauses.len() => {
                for (branch, (_, clause)) in branches.iter_mut().zip(&action.clauses) {
                    self.within(*clause, |m| m.term(branch, &[], None));
                }
            }
            term => {
                let clauses: Vec<_> = action.clauses.iter().map(|c| c.1).collect();
                let first = clauses.first().copied();
                match first {
                    Some(first) => self.within(first, |m| m.term(term, &clauses, chain)),
                    None => self.term(term, &clauses, chain),
                }
            }
        }
        if let Some(clause) = action.prefer_clause {
            self.within(clause, |m| m.preference(&mut action.prefer));
        }
    }

    fn preference(&mut self, keys: &mut Vec<Key>) {
        self.drop_each(keys, |i, _| format!("the {} preference dropped", ordinal(i)));
        for key in keys.iter_mut() {
            match key {
                Key::Most(n) => {
                    if self.hit(|| "most → fewest".into()) {
                        *key = Key::Fewest(n.clone());
                        return;
                    }
                    self.num(n);
                }
                Key::Fewest(n) => {
                    if self.hit(|| "fewest → most".into()) {
                        *key = Key::Most(n.clone());
                        return;
                    }
                    self.num(n);
                }
                Key::Holds(c) => self.whole(c),
                Key::Earliest(_) => {}
            }
        }
        if keys.len() > 1 && self.hit(|| "the first two preferences swapped".into()) {
            keys.swap(0, 1);
            return;
        }
        for kind in 0..self.places.kinds {
            let added = Key::Holds(Cond::ActorIs(1 << kind));
            if !keys.contains(&added) && self.hit(|| format!("a further preference for pieces of kind {kind}")) {
                keys.push(added);
                return;
            }
        }
    }

    /// A program. `clauses` are those of the branches of a chain, `chain` is its own.
    fn term(&mut self, term: &mut Term, clauses: &[rulebook_ir::ClauseId], chain: Option<rulebook_ir::ClauseId>) {
        match term {
            Term::Seq(parts) => {
                for part in parts {
                    let place = self.promotion(part);
                    if let Some(what) = droppable(part)
                        && self.perhaps_within(place, |m| m.hit(|| format!("{what} dropped")))
                    {
                        *part = Term::Nothing;
                        return;
                    }
                    self.term(part, clauses, chain);
                }
            }
            Term::Choice(branches) => {
                let by_clause = branches.len() == clauses.len();
                for (index, branch) in branches.iter_mut().enumerate() {
                    match clauses.get(index).filter(|_| by_clause) {
                        Some(clause) => self.within(*clause, |m| m.term(branch, &[], chain)),
                        None => self.term(branch, &[], chain),
                    }
                }
            }
            Term::Priority(first, second) => {
                let (a, b) = (first.clone(), second.clone());
                let clause = chain.or(self.clause);
                let changed = match clause {
                    Some(clause) => self.within(clause, |m| m.priority(&a, &b)),
                    None => self.priority(&a, &b),
                };
                if let Some(changed) = changed {
                    *term = changed;
                    return;
                }
                // Both halves begin alike, with what is done at each step: a wrong turn there is one in both.
                let alike = alike(first, second);
                self.term(first, clauses, chain);
                if let (Term::Seq(on), Term::Seq(end)) = (&**first, &mut **second) {
                    end[..alike].clone_from_slice(&on[..alike]);
                }
            }
            Term::Loop(body) => self.term(body, clauses, chain),
            Term::Test(cond, _) => self.whole(cond),
            Term::Forbid { clause, when, unless } => {
                let clause = *clause;
                self.within(clause, |m| {
                    m.whole(when);
                    if *unless != Cond::Const(false) {
                        m.whole(unless);
                    }
                });
            }
            Term::When(cond, inner) => {
                let place = if let Cond::Named(clause, _) = &*cond { Some(*clause) } else { None };
                self.perhaps_within(place, |m| {
                    if m.hit(|| "whatever the condition".into()) {
                        *cond = Cond::Const(true);
                        return;
                    }
                    m.cond(cond);
                    m.term(inner, clauses, chain);
                });
            }
            Term::Pick(_, set) => self.set(set),
            Term::Legs { dirs, pattern, no_turning_back, body, .. } => {
                self.dirs(dirs);
                self.pattern(pattern, Ends::NONE);
                let outer = std::mem::replace(&mut self.one_landing, !dirs.anywhere && one_landing(pattern));
                if let Some(chain) = chain
                    && !self.victims_block
                    && self.within(chain, |m| m.hit(|| "turning back the other way".into()))
                {
                    *no_turning_back = !*no_turning_back;
                    return;
                }
                self.term(body, clauses, chain);
                self.one_landing = outer;
            }
            Term::Strike(mark) => {
                if let (Some(_), Some(chain)) = (&mark, chain)
                    && self.within(chain, |m| m.hit(|| "victims leave at once".into()))
                {
                    *mark = None;
                }
            }
            Term::Put { kind, stock, .. } => {
                // Of a kind without limit the reserve always has one more.
                if self.places.stocked[usize::from(*kind)]
                    && self.hit(|| if *stock { "not from the reserve".into() } else { "from the reserve".into() })
                {
                    *stock = !*stock;
                }
            }
            Term::Off { stock, .. } => {
                if self.hit(|| if *stock { "not to the reserve".into() } else { "to the reserve".into() }) {
                    *stock = !*stock;
                }
            }
            Term::Fan { dirs, pattern, must, .. } => {
                if self.hit(|| if *must { "`must all` → `then all`".into() } else { "`then all` → `must all`".into() })
                {
                    *must = !*must;
                    return;
                }
                self.dirs(dirs);
                self.pattern(pattern, Ends { far: true, ..Ends::NONE });
            }
            Term::Pass => {
                if self.hit(|| "never possible".into()) {
                    *term = Term::Test(Cond::Const(false), None);
                }
            }
            Term::Nothing
            | Term::Again
            | Term::Land(_)
            | Term::Shift(..)
            | Term::Become(..)
            | Term::Mark(..)
            | Term::TakeMarked(_) => {}
        }
    }

    /// The clause of a promotion, if the term is one.
    pub(super) fn promotion(&self, term: &Term) -> Option<rulebook_ir::ClauseId> {
        let Term::When(Cond::Named(clause, _), _) = term else { return None };
        self.places.promotions.iter().find(|p| p.1 == *clause).map(|p| p.1)
    }

    fn priority(&mut self, first: &Term, second: &Term) -> Option<Term> {
        if self.hit(|| "must go on → may go on".into()) {
            return Some(Term::Choice(vec![first.clone(), second.clone()]));
        }
        if self.hit(|| "the chain never goes on".into()) {
            return Some(second.clone());
        }
        // Where a jump has one landing cell only, it is judged by that cell anyway.
        if let Some(per_cell) = per_cell(first, second)
            && !self.one_landing
            && self.hit(|| "going on judged by landing cell, not by jump".into())
        {
            return Some(per_cell);
        }
        None
    }

    pub(super) fn turn(&mut self, turn: &mut Turn) {
        self.drop_each(&mut turn.steps, |i, _| format!("the {} step dropped", ordinal(i)));
        for index in 1..turn.steps.len() {
            if self.hit(|| format!("the {} step swapped with the one before", ordinal(index))) {
                turn.steps.swap(index - 1, index);
                return;
            }
        }
        for step in &mut turn.steps {
            match step {
                Step::Act { alternatives, times, together, when } => {
                    if alternatives.len() > 1 {
                        if self.hit(|| "`else` → `or`".into()) {
                            *alternatives = vec![alternatives.concat()];
                            return;
                        }
                        if self.hit(|| "alternatives in the other order".into()) {
                            alternatives.reverse();
                            return;
                        }
                        self.drop_each(alternatives, |i, _| format!("the {} alternative dropped", ordinal(i)));
                    }
                    if *times > 1 || *together {
                        if self.hit(|| format!("{times} times → {}", *times + 1)) {
                            *times += 1;
                            return;
                        }
                        if self.hit(|| format!("{times} times → {}", *times - 1)) {
                            *times -= 1;
                            return;
                        }
                    }
                    if *when != Cond::Const(true) {
                        self.whole(when);
                    }
                }
                Step::Stop(result) => self.within(result.clause, |m| m.result(result)),
            }
        }
    }
}

/// Parts of a sequence whose absence is a mistake that people make.
fn droppable(term: &Term) -> Option<&'static str> {
    match term {
        Term::When(_, inner) if matches!(**inner, Term::Become(..) | Term::Seq(_)) => Some("a promotion"),
        Term::TakeMarked(_) => Some("taking the victims at the end"),
        Term::Forbid { .. } => Some("a prohibition"),
        Term::Fan { .. } => Some("an extra"),
        Term::Mark(..) => Some("a mark"),
        _ => None,
    }
}

/// How many of the first parts of two sequences are the same.
fn alike(first: &Term, second: &Term) -> usize {
    let (Term::Seq(a), Term::Seq(b)) = (first, second) else { return 0 };
    a.iter().zip(b).take_while(|(a, b)| a == b).count()
}

/// Does each match of the pattern end on a cell of its own?
fn one_landing(pattern: &Pattern) -> bool {
    pattern.items.iter().all(|item| match item {
        Item::Cells { repeat, .. } => matches!(repeat, Repeat::Exactly(_)),
        Item::Mix(_) => true,
    })
}

/// The chain in which each landing cell is judged alone.
fn per_cell(first: &Term, second: &Term) -> Option<Term> {
    let (Term::Seq(on), Term::Seq(end)) = (first, second) else { return None };
    let (land @ Term::Land(_), rest_on) = (on.first()?, on.get(1..)?) else { return None };
    let rest_end = end.get(1..)?;
    Some(Term::Seq(vec![
        land.clone(),
        Term::Priority(Box::new(Term::Seq(rest_on.to_vec())), Box::new(Term::Seq(rest_end.to_vec()))),
    ]))
}
