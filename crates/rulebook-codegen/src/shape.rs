//! The shape of rules whose pieces walk: what is understood of their actions, chains, promotions and turns.
//!
//! Every node of a program is looked at. What has another shape is refused, with its clause.

use std::collections::BTreeSet;

use rulebook_ir::visit::{Visitor, walk_rules};
use rulebook_ir::{ActionRule, CellRef, Cond, Dir, Dirs, Effect, Item, Key, Num, Repeat, Rules, Set, Step, Term};

use crate::Refusal;

/// Walks of one kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Walk {
    /// Directions by player.
    pub(crate) dirs: Vec<Vec<Dir>>,
    /// As far as it likes (`[empty+]`, or with an enemy on the way), or exactly one cell.
    pub(crate) far: bool,
}

/// When a promotion happens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum When {
    /// Where the action ends.
    AtEnd,
    /// At a landing.
    AtOnce,
    /// At a landing, which ends the chain.
    AndStop,
}

/// A promotion.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Promotion {
    /// Which kind.
    pub(crate) from: u8,
    /// What it becomes.
    pub(crate) to: u8,
    /// On which cells.
    pub(crate) on: Set,
    /// When.
    pub(crate) when: When,
    /// The clause that says it.
    pub(crate) clause: rulebook_ir::ClauseId,
}

/// What is understood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Shape {
    /// The action that comes first, and is a chain of jumps: its index.
    pub(crate) capture: u8,
    /// The action of those who cannot take.
    pub(crate) quiet: u8,
    /// Quiet moves by kind.
    pub(crate) steps: Vec<Walk>,
    /// Jumps by kind.
    pub(crate) jumps: Vec<Walk>,
    /// The promotion.
    pub(crate) promotion: Promotion,
    /// Only captures of the most pieces.
    pub(crate) most: bool,
}

/// The directions that any walk uses.
pub(crate) fn directions(rules: &Rules) -> Vec<Dir> {
    #[derive(Default)]
    struct Used(BTreeSet<Dir>);
    impl Visitor for Used {
        fn dirs(&mut self, dirs: &Dirs) {
            self.0.extend(dirs.per_player.iter().flatten());
        }
    }
    let mut used = Used::default();
    walk_rules(&mut used, rules);
    used.0.into_iter().collect()
}

impl Shape {
    /// Understands rules.
    ///
    /// # Errors
    /// If something has another shape.
    pub(crate) fn of(rules: &Rules) -> Result<Self, Refusal> {
        if rules.players.len() != 2 {
            return Err(Refusal::game("it has not two players"));
        }
        if rules.kinds.len() > 4 || rules.kinds.iter().any(|k| k.stock.is_some() || k.numbers.is_some()) {
            return Err(Refusal::game("it has more than four kinds of pieces, or numbers or a stock of them"));
        }
        if !crate::clock::single(rules) {
            return Err(Refusal::game("its turns are not one action each, from the first to the last"));
        }
        let [turn] = rules.turns.as_slice() else { return Err(Refusal::game("its turns have several programs")) };
        let (capture, quiet) = match turn.steps.as_slice() {
            [Step::Act { alternatives, times: 1, together: false, when: Cond::Const(true) }] => {
                match alternatives.as_slice() {
                    [first, second] if first.len() == 1 && second.len() == 1 => (first[0], second[0]),
                    _ => return Err(Refusal::clause(rules, turn.clause, "a turn is not one action before another")),
                }
            }
            _ => return Err(Refusal::clause(rules, turn.clause, "a turn is not one action")),
        };
        let mut reader = Reader { rules, promotion: None };
        let jumps = reader.jumps(&rules.actions[usize::from(capture)])?;
        let steps = reader.steps(&rules.actions[usize::from(quiet)])?;
        let most = most(rules, &rules.actions[usize::from(capture)])?;
        if !rules.actions[usize::from(quiet)].prefer.is_empty() {
            return Err(Refusal::game("a preference among moves that take nothing"));
        }
        let promotion = reader.promotion.ok_or_else(|| Refusal::game("no piece is promoted"))?;
        Ok(Self { capture, quiet, steps, jumps, promotion, most })
    }
}

/// Is the preference "most victims", or nothing?
fn most(rules: &Rules, action: &ActionRule) -> Result<bool, Refusal> {
    let all = rules.kinds.iter().enumerate().fold(0_u32, |bits, (i, _)| bits | 1 << i);
    match action.prefer.as_slice() {
        [] => Ok(false),
        [Key::Most(Num::Victims(kinds))] if *kinds == all => Ok(true),
        _ => Err(match action.prefer_clause {
            Some(clause) => Refusal::clause(rules, clause, "a preference of another kind than most victims"),
            None => Refusal::game("a preference of another kind than most victims"),
        }),
    }
}

struct Reader<'r> {
    rules: &'r Rules,
    promotion: Option<Promotion>,
}

impl Reader<'_> {
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
    fn steps(&mut self, action: &ActionRule) -> Result<Vec<Walk>, Refusal> {
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
                // A move has one landing, so a promotion there is one at the end too.
                self.promotes(action, part, *kind, at_landing, false)?;
            }
            let far = match pattern.items.as_slice() {
                [item] if is_empty(item, &Repeat::Exactly(Num::Int(1))) => false,
                [item] if is_empty(item, &Repeat::Plus) => true,
                _ => return Err(self.refuse(action, "a move over other cells than empty ones")),
            };
            walks[usize::from(*kind)] = Some(Walk { dirs: self.directions(action, dirs)?, far });
        }
        walks.into_iter().collect::<Option<_>>().ok_or_else(|| self.refuse(action, "a kind that never moves"))
    }

    /// A chain of jumps in which a piece has to go on and victims leave at the end.
    fn jumps(&mut self, action: &ActionRule) -> Result<Vec<Walk>, Refusal> {
        let kinds = self.rules.kinds.len();
        let Term::Seq(parts) = &action.term else { return Err(self.refuse(action, "a capture without a chain")) };
        let [
            Term::Pick(0, Set::OwnedBy(rulebook_ir::Who::Me)),
            Term::Pick(1, at),
            Term::Loop(round),
            Term::TakeMarked(taken),
            rest @ ..,
        ] = parts.as_slice()
        else {
            return Err(self.refuse(action, "a chain of another form"));
        };
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
                Term::Legs { from: 1, dirs, pattern, no_turning_back: false, body },
            ] = parts.as_slice()
            else {
                return Err(self.refuse(action, "a jump with a condition"));
            };
            let kind = bit.trailing_zeros() as u8;
            let Term::Priority(on, end) = &**body else {
                return Err(self.refuse(action, "a chain that may stop where it could go on"));
            };
            let (Term::Seq(on), Term::Seq(end)) = (&**on, &**end) else {
                return Err(self.refuse(action, "a chain of another form"));
            };
            let [Term::Land(2), Term::Strike(Some(mark)), Term::Shift(1, 2), landed @ ..] = end.as_slice() else {
                return Err(self.refuse(action, "victims that leave at once"));
            };
            if mark != taken || on[..end.len()] != end[..] || on.last() != Some(&Term::Again) {
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
            let far = match pattern.items.as_slice() {
                [victim, item] if takes_enemy(victim, *taken) && is_empty(item, &Repeat::Exactly(Num::Int(1))) => false,
                [before, victim, item]
                    if is_empty(before, &Repeat::Star)
                        && takes_enemy(victim, *taken)
                        && is_empty(item, &Repeat::Plus) =>
                {
                    true
                }
                _ => return Err(self.refuse(action, "a capture of another form than a jump")),
            };
            walks[usize::from(kind)] = Some(Walk { dirs: self.directions(action, dirs)?, far });
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

fn takes_enemy(item: &Item, taken: u8) -> bool {
    let fresh = Set::And(vec![Set::Enemies, Set::Not(Box::new(Set::Marked(taken)))]);
    match item {
        Item::Cells { alternatives, repeat: Repeat::Exactly(Num::Int(1)) } => {
            matches!(alternatives.as_slice(), [a] if a.effect == Some(Effect::Take) && !a.test.edge && a.test.set == fresh)
        }
        _ => false,
    }
}
