//! What no engine has room for, or does not know how to keep.

use rulebook_ir::{Cond, DefBody, Num, Rules, Step, visit::Visitor};

use crate::{Refusal, ending};

/// What no engine has room for.
pub(crate) fn limits(rules: &Rules) -> Result<(), Refusal> {
    let endings = rules.results.len() + ending::stops(rules).count() + usize::from(rules.foul.is_some());
    if endings > 32 {
        return Err(Refusal::game(format!("it has {endings} endings, and an engine has room for 32")));
    }
    if rules.players.len() > 4 || rules.kinds.len() > 8 {
        return Err(Refusal::game("it has more than 4 players or 8 kinds of pieces"));
    }
    if rules.kinds.iter().any(|k| k.stock.is_some_and(|(n, _)| n > u32::from(u16::MAX))) {
        return Err(Refusal::game("a stock of more than 65,535 pieces"));
    }
    for turn in &rules.turns {
        for step in &turn.steps {
            match step {
                Step::Act { times, .. } if *times > u32::from(u16::MAX) => {
                    return Err(Refusal::clause(rules, turn.clause, "a step that is decided more than 65,535 times"));
                }
                Step::Act { .. } | Step::Stop(_) => {}
            }
        }
    }
    plain_groups(rules)?;
    clocks(rules)?;
    effects(rules)?;
    let by_repetition = |r: &&rulebook_ir::ResultRule| {
        r.outcome != rulebook_ir::Outcome::Draw && crate::uses::asks_repetition(rules, &r.when)
    };
    if let Some(win) = rules.results.iter().find(by_repetition) {
        return Err(Refusal::clause(rules, win.clause, "repetition that decides something other than a draw"));
    }
    if crate::uses::Uses::of(rules).occurs_beside_draws {
        return Err(Refusal::game("repetition that decides something other than a draw"));
    }
    if rules.actions.len() >= 32 {
        return Err(Refusal::game("it has 32 actions or more"));
    }
    for action in &rules.actions {
        let mut deepest = Deepest::default();
        deepest.term(&action.term);
        if deepest.slot >= 8 || deepest.mark >= 4 {
            return Err(Refusal::game(format!("the action `{}` has more than 8 cells or 4 marks", action.name)));
        }
    }
    Ok(())
}

/// Several placements that are one decision are a set of cells: of one action that puts one plain kind and takes nothing.
fn plain_groups(rules: &Rules) -> Result<(), Refusal> {
    for turn in &rules.turns {
        for step in &turn.steps {
            let Step::Act { alternatives, together: true, .. } = step else { continue };
            for name in alternatives.iter().flatten() {
                let action = &rules.actions[usize::from(*name)];
                let mut parts = Parts::default();
                parts.term(&action.term);
                let plain = action.kind == rulebook_ir::ActionKind::Place
                    && alternatives.iter().all(|names| names.len() == 1)
                    && action.prefer.is_empty()
                    && parts.puts.len() == 1
                    && !parts.takes
                    && parts.puts.iter().all(|kind| rules.kinds[usize::from(*kind)].numbers.is_none());
                if !plain {
                    let what = "a decision of several actions that are not placements of one plain kind of piece";
                    return Err(Refusal::clause(rules, turn.clause, what));
                }
            }
        }
    }
    Ok(())
}

/// A clock kept for each piece goes with the piece that acts: of turns that are one action.
fn clocks(rules: &Rules) -> Result<(), Refusal> {
    for clock in rules.clocks.iter().filter(|c| c.copies == rulebook_ir::Copies::PerPiece) {
        let mut moves = Parts::default();
        rules.actions.iter().for_each(|a| moves.term(&a.term));
        if !crate::clock::single(rules) || moves.others {
            let what = "a clock kept for each piece, where a turn is more than one action or moves other pieces too";
            return Err(Refusal::clause(rules, clock.clause, what));
        }
    }
    Ok(())
}

/// What is done in all directions together has one sort of effect, so that its order does not matter; numbers that clocks
/// are compared with fit their words.
fn effects(rules: &Rules) -> Result<(), Refusal> {
    let mut found = Effects { rules, mixed: false, far: false };
    rulebook_ir::visit::walk_rules(&mut found, rules);
    if found.mixed {
        return Err(Refusal::game("effects of two sorts that happen all together"));
    }
    if found.far {
        return Err(Refusal::game("a clock that is asked for more than 30,000"));
    }
    Ok(())
}

/// The greatest number of plies that a clock is compared with (`each` doubles what is written): it stops at the end of its word.
const FARTHEST: i64 = 30_000;

/// Effects of fans, and limits of clocks.
struct Effects<'r> {
    rules: &'r Rules,
    mixed: bool,
    far: bool,
}

impl Effects<'_> {
    /// The greatest that a number can be, as far as it is written down: what is not bounded by the rules counts as nothing.
    fn most(&self, num: &Num) -> i64 {
        let calculated = |a: &Num, b: &Num, with: fn(i64, i64) -> i64| with(self.most(a), self.most(b));
        match num {
            Num::Int(n) => n.saturating_abs(),
            Num::Count(_) | Num::Victims(_) | Num::CountGroups(..) => {
                i64::try_from(self.rules.board.len()).unwrap_or(i64::MAX)
            }
            Num::Add(a, b) | Num::Sub(a, b) => calculated(a, b, i64::saturating_add),
            Num::Mul(a, b) => calculated(a, b, i64::saturating_mul),
            Num::Call(def) => match &self.rules.defs[usize::from(def.0)].body {
                // Numbers never come back to themselves.
                DefBody::Num(n) => self.most(n),
                DefBody::Cond(_) | DefBody::Set(_) => 0,
            },
            Num::Stock(..) | Num::CountLaid { .. } | Num::Clock(..) | Num::Turns | Num::TurnsOf(_) | Num::Actions => 0,
        }
    }

    /// Is a clock asked in it?
    fn clock(&self, num: &Num) -> bool {
        match num {
            Num::Clock(..) => true,
            Num::Add(a, b) | Num::Sub(a, b) | Num::Mul(a, b) => self.clock(a) || self.clock(b),
            Num::Call(def) => match &self.rules.defs[usize::from(def.0)].body {
                DefBody::Num(n) => self.clock(n),
                DefBody::Cond(_) | DefBody::Set(_) => false,
            },
            Num::Int(_)
            | Num::Count(_)
            | Num::Stock(..)
            | Num::Victims(_)
            | Num::CountLaid { .. }
            | Num::CountGroups(..)
            | Num::Turns
            | Num::TurnsOf(_)
            | Num::Actions => false,
        }
    }
}

impl Visitor for Effects<'_> {
    fn term(&mut self, term: &rulebook_ir::Term) {
        use rulebook_ir::{Effect, Item, Term};
        if let Term::Fan { pattern, .. } = term {
            let effects = |effect: Effect| {
                pattern.items.iter().any(|item| match item {
                    Item::Cells { alternatives, .. } => alternatives.iter().any(|a| a.effect == Some(effect)),
                    Item::Mix(_) => false,
                })
            };
            self.mixed |= effects(Effect::Take) && effects(Effect::Flip);
        }
        rulebook_ir::visit::walk_term(self, term);
    }

    fn cond(&mut self, cond: &Cond) {
        self.far |= match cond {
            Cond::Reaches(_, _, limit) => self.most(limit) > FARTHEST,
            Cond::Compare(a, _, b) if self.clock(a) || self.clock(b) => self.most(a).max(self.most(b)) > FARTHEST,
            _ => false,
        };
        rulebook_ir::visit::walk_cond(self, cond);
    }
}

/// What an action puts, whether it takes, and whether it moves or promotes another piece than the one that acts.
#[derive(Default)]
struct Parts {
    puts: std::collections::BTreeSet<u8>,
    takes: bool,
    others: bool,
}

impl Visitor for Parts {
    fn term(&mut self, term: &rulebook_ir::Term) {
        use rulebook_ir::Term;
        match term {
            Term::Put { kind, .. } => _ = self.puts.insert(*kind),
            Term::Strike(_) | Term::TakeMarked(_) | Term::Fan { .. } | Term::Off { .. } => self.takes = true,
            Term::Shift(slot, _) | Term::Become(slot, _) => self.others |= *slot != 1,
            _ => {}
        }
        rulebook_ir::visit::walk_term(self, term);
    }
}

/// The highest variable and mark.
#[derive(Default)]
struct Deepest {
    slot: u8,
    mark: u8,
}

impl Visitor for Deepest {
    fn term(&mut self, term: &rulebook_ir::Term) {
        use rulebook_ir::Term;
        match term {
            Term::Pick(slot, _) | Term::Land(slot) => self.slot = self.slot.max(*slot),
            Term::Mark(_, mark) | Term::TakeMarked(mark) | Term::Strike(Some(mark)) => self.mark = self.mark.max(*mark),
            _ => {}
        }
        rulebook_ir::visit::walk_term(self, term);
    }
}
