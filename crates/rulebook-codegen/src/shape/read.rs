//! Reading the actions of rules: walks, jumps, promotions and what forbids a move, node by node.

use rulebook_ir::{ActionRule, CellRef, ClauseId, Cmp, Cond, Dir, Dirs, Effect, Item, Num, Repeat, Rules, Set, Term};

use super::{Forbids, Promotion, Walk, When};
use crate::Refusal;

/// Reads the actions of rules.
pub(super) struct Reader<'r> {
    rules: &'r Rules,
    pub(super) promotion: Option<Promotion>,
    pub(super) at_once: bool,
    pub(super) no_turning_back: bool,
    pub(super) forbids: Vec<Forbids>,
}

impl<'r> Reader<'r> {
    /// Nothing read yet.
    pub(super) fn new(rules: &'r Rules) -> Self {
        Self { rules, promotion: None, at_once: false, no_turning_back: false, forbids: Vec::new() }
    }

    /// The directions of a walk, by player.
    fn directions(&self, action: &ActionRule, dirs: &Dirs) -> Result<Vec<Vec<Dir>>, Refusal> {
        if dirs.anywhere || dirs.per_player.iter().any(|along| along.len() > 8) {
            return Err(self.refuse(action, "a walk to anywhere, or in more than eight directions"));
        }
        Ok(dirs.per_player.clone())
    }

    fn refuse(&self, action: &ActionRule, what: &str) -> Refusal {
        match action.chain.or(action.clauses.first().map(|c| c.1)) {
            Some(clause) => Refusal::clause(self.rules, clause, what),
            None => Refusal::game(what),
        }
    }

    /// Quiet moves, one branch for each kind.
    pub(super) fn steps(&mut self, action: &ActionRule) -> Result<Vec<Walk>, Refusal> {
        let branches = match &action.term {
            Term::Choice(branches) if branches.len() == action.clauses.len() => branches.iter().collect(),
            term => vec![term],
        };
        let mut walks: Vec<Option<Walk>> = vec![None; self.rules.kinds.len()];
        for (branch, (kind, _)) in branches.into_iter().zip(&action.clauses) {
            let Term::Seq(parts) = branch else { return Err(self.refuse(action, "an action that is not a walk")) };
            let [
                Term::Pick(0, from),
                Term::Pick(1, at),
                Term::Legs { from: 1, dirs, pattern, no_turning_back: false, body },
                rest @ ..,
            ] = parts.as_slice()
            else {
                return Err(self.refuse(action, "a walk with a condition"));
            };
            if !picks_own(from, *kind, self.rules.kinds.len()) || !is_origin(at) {
                return Err(self.refuse(action, "a walk of other pieces than those of one kind"));
            }
            let Term::Seq(leg) = &**body else { return Err(self.refuse(action, "a walk that does not land")) };
            let [Term::Land(2), Term::Strike(None), Term::Shift(1, 2), landed @ ..] = leg.as_slice() else {
                return Err(self.refuse(action, "a walk that does not land"));
            };
            for (part, at_landing) in landed.iter().map(|p| (p, true)).chain(rest.iter().map(|p| (p, false))) {
                if let (Term::Forbid { clause, when, .. }, false) = (part, at_landing) {
                    self.forbid(*clause, when)?;
                    continue;
                }
                // A move has one landing, so a promotion there is one at the end too.
                self.promotes(action, part, *kind, at_landing, false)?;
            }
            let far = match pattern.items.as_slice() {
                [item] if is_empty(item, &Repeat::Exactly(Num::Int(1))) => false,
                [item] if is_empty(item, &Repeat::Plus) => true,
                _ => return Err(self.refuse(action, "a move over other cells than empty ones")),
            };
            walks[usize::from(*kind)] = Some(Walk { dirs: self.directions(action, dirs)?, far, takes: 0 });
        }
        walks.into_iter().collect::<Option<_>>().ok_or_else(|| self.refuse(action, "a kind that never moves"))
    }

    /// A prohibition that holds only where a clock has passed a number.
    fn forbid(&mut self, clause: ClauseId, when: &Cond) -> Result<(), Refusal> {
        let parts = match when {
            Cond::And(parts) => parts.as_slice(),
            one => std::slice::from_ref(one),
        };
        let passed = |cond: &Cond| match cond {
            Cond::Compare(Num::Clock(clock, ..), Cmp::Greater, Num::Int(n)) => Some((*clock, *n)),
            Cond::Compare(Num::Clock(clock, ..), Cmp::AtLeast, Num::Int(n)) => Some((*clock, *n - 1)),
            _ => None,
        };
        let found = parts.iter().find_map(passed).and_then(|(clock, n)| Some((clock, u16::try_from(n).ok()?)));
        let Some((clock, most)) = found else {
            return Err(Refusal::clause(
                self.rules,
                clause,
                "a prohibition of another form than a clock that has passed a number",
            ));
        };
        self.forbids.push(Forbids { clock, most });
        Ok(())
    }

    /// A chain of jumps in which a piece has to go on.
    pub(super) fn jumps(&mut self, action: &ActionRule) -> Result<Vec<Walk>, Refusal> {
        let kinds = self.rules.kinds.len();
        let Term::Seq(parts) = &action.term else { return Err(self.refuse(action, "a capture without a chain")) };
        let [Term::Pick(0, Set::OwnedBy(rulebook_ir::Who::Me)), Term::Pick(1, at), Term::Loop(round), rest @ ..] =
            parts.as_slice()
        else {
            return Err(self.refuse(action, "a chain of another form"));
        };
        let (spent, rest) = match rest {
            [Term::TakeMarked(spent), rest @ ..] => (Some(*spent), rest),
            rest => (None, rest),
        };
        self.at_once = spent.is_none();
        if !is_origin(at) {
            return Err(self.refuse(action, "a chain of another form"));
        }
        let rounds: Vec<&Term> = match &**round {
            Term::Choice(rounds) => rounds.iter().collect(),
            one => vec![one],
        };
        let mut walks: Vec<Option<Walk>> = vec![None; kinds];
        for round in rounds {
            let Term::Seq(parts) = round else { return Err(self.refuse(action, "a chain of another form")) };
            let [
                Term::Test(Cond::In(CellRef::Var(1), Set::Kinds(bit)), None),
                Term::Legs { from: 1, dirs, pattern, no_turning_back, body },
            ] = parts.as_slice()
            else {
                return Err(self.refuse(action, "a jump with a condition"));
            };
            self.no_turning_back = *no_turning_back;
            let kind = bit.trailing_zeros() as u8;
            let Term::Priority(on, end) = &**body else {
                return Err(self.refuse(action, "a chain that may stop where it could go on"));
            };
            let (Term::Seq(on), Term::Seq(end)) = (&**on, &**end) else {
                return Err(self.refuse(action, "a chain of another form"));
            };
            let [Term::Land(2), Term::Strike(mark), Term::Shift(1, 2), landed @ ..] = end.as_slice() else {
                return Err(self.refuse(action, "a chain of another form"));
            };
            if *mark != spent || on[..end.len()] != end[..] || on.last() != Some(&Term::Again) {
                return Err(self.refuse(action, "a chain of another form"));
            }
            let tests = &on[end.len()..on.len() - 1];
            for part in landed {
                self.promotes(action, part, kind, true, true)?;
            }
            let stops = self.promotion.as_ref().is_some_and(|p| p.from == kind && p.when == When::AndStop);
            match tests {
                [] if !stops => {}
                [Term::Test(Cond::Not(stopped), None)]
                    if stops && matches!(**stopped, Cond::In(CellRef::Var(1), Set::Marked(_))) => {}
                _ => return Err(self.refuse(action, "a chain that goes on under a condition")),
            }
            let all = (1_u32 << kinds) - 1;
            let (far, takes) = match pattern.items.as_slice() {
                [victim, item] if is_empty(item, &Repeat::Exactly(Num::Int(1))) => (false, takes(victim, spent, all)),
                [before, victim, item] if is_empty(before, &Repeat::Star) && is_empty(item, &Repeat::Plus) => {
                    (true, takes(victim, spent, all))
                }
                _ => (false, None),
            };
            let takes = takes.ok_or_else(|| self.refuse(action, "a capture of another form than a jump"))?;
            walks[usize::from(kind)] = Some(Walk { dirs: self.directions(action, dirs)?, far, takes });
        }
        for part in rest {
            self.promotes(action, part, 0, false, true)?;
        }
        walks.into_iter().collect::<Option<_>>().ok_or_else(|| self.refuse(action, "a kind that never takes"))
    }

    /// Notes a promotion, which has to be the same everywhere.
    fn promotes(
        &mut self,
        action: &ActionRule,
        term: &Term,
        kind: u8,
        at_landing: bool,
        chain: bool,
    ) -> Result<(), Refusal> {
        let Term::When(Cond::Named(clause, cond), done) = term else {
            return Err(self.refuse(action, "something that is done after a walk"));
        };
        let other = |what: &str| Refusal::clause(self.rules, *clause, what);
        let Cond::In(CellRef::Var(1), there) = &**cond else { return Err(other("a promotion under a condition")) };
        let (from, on) = match there {
            Set::And(words) => match words.as_slice() {
                [Set::Kinds(bit), on] if bit.is_power_of_two() => (bit.trailing_zeros() as u8, on.clone()),
                _ => return Err(other("a promotion under a condition")),
            },
            on => (kind, on.clone()),
        };
        if !matches!(on, Set::Const(_) | Set::Seen(_)) {
            return Err(other("a promotion on cells that depend on the pieces"));
        }
        let (to, stops) = match &**done {
            Term::Become(1, to) => (*to, false),
            Term::Seq(parts) => match parts.as_slice() {
                [Term::Become(1, to), Term::Mark(CellRef::Var(1), _)] => (*to, true),
                _ => return Err(other("a promotion of another form")),
            },
            _ => return Err(other("a promotion of another form")),
        };
        let when = match (at_landing, stops) {
            (true, true) => When::AndStop,
            (true, false) => When::AtOnce,
            (false, _) => When::AtEnd,
        };
        let found = Promotion { from, to, on, when, clause: *clause };
        match &self.promotion {
            None => self.promotion = Some(found),
            // What a chain says counts: for a single step all three come to the same.
            Some(known)
                if (known.from, known.to, &known.on) == (found.from, found.to, &found.on)
                    && (known.when == when || !chain) => {}
            Some(_) => return Err(other("several promotions")),
        }
        Ok(())
    }
}

fn is_origin(set: &Set) -> bool {
    *set == Set::One(CellRef::Var(0))
}

fn picks_own(set: &Set, kind: u8, kinds: usize) -> bool {
    match set {
        Set::OwnedBy(rulebook_ir::Who::Me) => kinds == 1,
        Set::And(words) => words.as_slice() == [Set::OwnedBy(rulebook_ir::Who::Me), Set::Kinds(1 << kind)],
        _ => false,
    }
}

fn is_empty(item: &Item, often: &Repeat) -> bool {
    match item {
        Item::Cells { alternatives, repeat } => {
            repeat == often
                && matches!(alternatives.as_slice(), [a] if a.effect.is_none() && !a.test.edge && a.test.set == Set::Empty)
        }
        Item::Mix(_) => false,
    }
}

/// The kinds of enemies that an item takes one of, if that is what it does; a mark is on those taken already.
fn takes(item: &Item, taken: Option<u8>, all: u32) -> Option<u32> {
    let Item::Cells { alternatives, repeat: Repeat::Exactly(Num::Int(1)) } = item else { return None };
    let [one] = alternatives.as_slice() else { return None };
    if one.effect != Some(Effect::Take) || one.test.edge {
        return None;
    }
    let parts = match &one.test.set {
        Set::And(parts) => parts.as_slice(),
        set => std::slice::from_ref(set),
    };
    let (mut kinds, mut enemies, mut fresh) = (all, false, taken.is_none());
    for part in parts {
        match part {
            Set::Enemies => enemies = true,
            Set::Kinds(of) => kinds &= of,
            Set::Not(inner) if taken.is_some_and(|taken| **inner == Set::Marked(taken)) => fresh = true,
            _ => return None,
        }
    }
    (enemies && fresh).then_some(kinds)
}
