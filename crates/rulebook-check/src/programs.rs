//! The expansion of actions into programs: chains, promotions and extras end here.
//!
//! ```text
//! origin ← own KIND;  p := origin;
//! loop: legs of the kind that p now is
//!         ( land; strike; shift p land; landed; again )
//!       ▷ ( land; strike; shift p land; landed );            "must go on"; + instead of ▷ for "may go on"
//! take the marked victims;  settled;  prohibitions
//! ```

use rulebook_ir::{CellRef, Cond, Effect, Item, Pattern, Set, Term};
use rulebook_syntax::ast::{ActionBody, Chain, PromoteWhen, Walk};

use crate::actions::{Part, Promotion};
use crate::conditions::not;
use crate::context::Scope;
use crate::fold::and_sets;
use crate::matchable::Tracks;
use crate::symbols::World;
use rulebook_ir::Who;

/// Slots of an action's program.
const ORIGIN: u8 = 0;
const AT: u8 = 1;
const LAND: u8 = 2;

impl World<'_> {
    pub(crate) fn program(
        &mut self,
        parts: &[Part],
        chain: Option<&Chain>,
        promotions: &[Promotion],
        forbids: &[Term],
    ) -> Term {
        let is_walk = matches!(parts[0].action.body, ActionBody::Walk(_));
        if let Some(chain) = chain {
            if is_walk {
                return self.chained(parts, chain, promotions, forbids);
            }
            self.error("R0310", chain.action.span, "only a piece that moves can go on").help =
                Some("take out the `chain`".into());
        }
        let mut choices = Vec::new();
        for part in parts {
            let scope = Self::action_scope();
            let moving_first = part.kind.map_or(self.all_kinds(), |k| 1 << k);
            let mut moving = moving_first;
            let mut seq = match &part.action.body {
                ActionBody::Pass => vec![self.condition(part, &scope), Term::Pass],
                ActionBody::On(set) => {
                    let on = self.set(set, &scope);
                    let kind = part.kind.unwrap_or(0);
                    let stock = self.kinds.get(usize::from(kind)).is_some_and(|k| k.stock.is_some());
                    let condition = self.condition(part, &scope);
                    vec![Term::Pick(ORIGIN, on), here(), condition, Term::Put { kind, at: AT, stock }]
                }
                ActionBody::Off { set, to_stock } => {
                    let mut off = self.set(set, &scope);
                    if let (Some(_), Some(kind)) = (&part.action.kind, part.kind)
                        && self.kinds.len() > 1
                    {
                        off = and_sets(vec![off, Set::Kinds(1 << kind)]);
                    }
                    let condition = self.condition(part, &scope);
                    vec![Term::Pick(ORIGIN, off), here(), condition, Term::Off { at: AT, stock: *to_stock }]
                }
                ActionBody::Walk(walk) => {
                    let condition = self.condition(part, &scope);
                    let landed = landed(promotions, &mut moving, None);
                    let leg = vec![Term::Land(LAND), Term::Strike(None), Term::Shift(AT, LAND), landed];
                    vec![
                        Term::Pick(ORIGIN, self.own(moving_first)),
                        here(),
                        condition,
                        self.legs(walk, &scope, false, sequence(leg)),
                    ]
                }
            };
            seq.extend(self.extras(part, &scope));
            if is_walk {
                seq.push(settled(promotions, moving));
            }
            seq.extend(forbids.iter().cloned());
            choices.push(sequence(seq));
        }
        if choices.len() == 1 { choices.remove(0) } else { Term::Choice(choices) }
    }

    fn chained(&mut self, parts: &[Part], chain: &Chain, promotions: &[Promotion], forbids: &[Term]) -> Term {
        let at_end = self.leave(parts, chain);
        let mut scope = Self::action_scope();
        let taken = at_end.then(|| self.mark("taken"));
        scope.spent = taken;
        let visited = chain.no_cell_twice.then(|| self.mark("visited"));
        let stopped = promotions.iter().any(|p| p.when == PromoteWhen::AndStop).then(|| self.mark("stopped"));
        let mut origins = Vec::new();
        let mut kinds = 0;
        let mut settling = 0;
        let mut rounds = Vec::new();
        for part in parts {
            let ActionBody::Walk(walk) = &part.action.body else { continue };
            kinds |= part.kind.map_or(0, |k| 1 << k);
            if part.action.condition.is_some() {
                let condition = self.condition(part, &scope);
                origins.push(Term::When(
                    Cond::In(CellRef::Var(AT), Set::Kinds(part.kind.map_or(0, |k| 1 << k))),
                    Box::new(condition),
                ));
            }
            let mut leg = vec![Term::Land(LAND)];
            if let Some(mark) = visited {
                leg.push(Term::Test(not(Cond::In(CellRef::Var(LAND), Set::Marked(mark))), None));
            }
            let mut moving = part.kind.map_or(0, |k| 1 << k);
            let landed = landed(promotions, &mut moving, stopped);
            settling |= moving;
            leg.extend([Term::Strike(taken), Term::Shift(AT, LAND), landed]);
            if let Some(mark) = visited {
                leg.push(Term::Mark(CellRef::Var(AT), mark));
            }
            leg.extend(self.extras(part, &scope));
            let mut on = leg.clone();
            // Only a piece that may have been promoted may have been stopped.
            if let Some(mark) = stopped.filter(|_| moving.count_ones() > 1) {
                on.push(Term::Test(not(Cond::In(CellRef::Var(AT), Set::Marked(mark))), None));
            }
            on.push(Term::Again);
            let (on, end) = (sequence(on), sequence(leg));
            let body = if chain.must_go_on {
                Term::Priority(Box::new(on), Box::new(end))
            } else {
                Term::Choice(vec![on, end])
            };
            let legs = self.legs(walk, &scope, chain.may_turn_back == Some(false), body);
            rounds.push(sequence(vec![
                Term::Test(Cond::In(CellRef::Var(AT), Set::Kinds(part.kind.map_or(0, |k| 1 << k))), None),
                legs,
            ]));
            self.check_chain_ends(part, chain);
        }
        let mut seq = vec![Term::Pick(ORIGIN, self.own(kinds)), here()];
        seq.extend(origins);
        if let Some(mark) = visited {
            seq.push(Term::Mark(CellRef::Var(AT), mark));
        }
        let round = if rounds.len() == 1 { rounds.remove(0) } else { Term::Choice(rounds) };
        seq.push(Term::Loop(Box::new(round)));
        if let Some(mark) = taken {
            seq.push(Term::TakeMarked(mark));
        }
        seq.push(settled(promotions, settling));
        seq.extend(forbids.iter().cloned());
        sequence(seq)
    }

    /// A piece of the player who acts, of one of these kinds.
    fn own(&self, kinds: u32) -> Set {
        if kinds == self.all_kinds() {
            return Set::OwnedBy(Who::Me);
        }
        and_sets(vec![Set::OwnedBy(Who::Me), Set::Kinds(kinds)])
    }

    /// When victims leave; and whether turning back had to be said.
    fn leave(&mut self, parts: &[Part], chain: &Chain) -> bool {
        let takes = parts.iter().any(|p| takes(p));
        match (chain.leave_at_end, chain.may_turn_back) {
            (None, _) if takes => {
                self.error("R0307", chain.action.span, "when do the victims of this chain leave the board?").help =
                    Some("add `victims leave at end` or `victims leave at once`".into());
                true
            }
            (Some(false), None) => {
                self.error(
                    "R0307",
                    chain.action.span,
                    "victims leave at once, so a piece could turn and pass the same way again",
                )
                .help = Some("add `may turn back` or `no turning back`".into());
                false
            }
            (Some(true), Some(_)) => {
                self.warn(
                    "R0308",
                    chain.action.span,
                    "victims that stay on the board block the way back, so turning back makes no difference",
                )
                .help = Some("take out the words about turning back".into());
                true
            }
            (leave, _) => leave.unwrap_or(true),
        }
    }

    fn check_chain_ends(&mut self, part: &Part, chain: &Chain) {
        if !takes(part) && !chain.no_cell_twice {
            self.error(
                "R0502",
                chain.action.span,
                format!("`{}` takes nothing, so its chain could go on for ever", part.action.name.text),
            )
            .help = Some("each leg has to `take` a piece; or add `no cell twice`".into());
        }
    }

    fn condition(&mut self, part: &Part, scope: &Scope) -> Term {
        match &part.action.condition {
            Some(condition) => Term::Test(self.cond(condition, scope), None),
            None => Term::Nothing,
        }
    }

    fn extras(&mut self, part: &Part, scope: &Scope) -> Vec<Term> {
        part.action
            .extras
            .iter()
            .map(|extra| {
                let dirs = self.dirs(&extra.walk.directions);
                let inner = Scope { walked: true, ..scope.clone() };
                let pattern = self.pattern(&extra.walk.pattern, &inner);
                self.check_matches(&extra.walk.pattern, &pattern, &Tracks::Walks { dirs: &dirs, lands: false });
                Term::Fan { from: AT, dirs, pattern, must: extra.must }
            })
            .collect()
    }

    fn legs(&mut self, walk: &Walk, scope: &Scope, no_turning_back: bool, body: Term) -> Term {
        let dirs = self.dirs(&walk.directions);
        let inner = Scope { walked: true, ..scope.clone() };
        let pattern = self.pattern(&walk.pattern, &inner);
        self.check_matches(&walk.pattern, &pattern, &Tracks::Walks { dirs: &dirs, lands: true });
        self.check_landing(walk, &pattern);
        Term::Legs { from: AT, dirs, pattern, no_turning_back, body: Box::new(body) }
    }

    /// A piece lands on the last cell matched: that has to be a cell which is free, or becomes free.
    fn check_landing(&mut self, walk: &Walk, pattern: &Pattern) {
        let Some(Item::Cells { alternatives, .. }) = pattern.items.last() else { return };
        if let Some(wrong) = alternatives.iter().find(|a| a.effect != Some(Effect::Take) && !may_be_empty(&a.test.set))
        {
            let flips = wrong.effect == Some(Effect::Flip);
            let span = walk.pattern.span;
            let text = if flips {
                "the piece would land on a piece that is only flipped"
            } else {
                "the piece would land on a cell that is not empty"
            };
            self.warn("R0308", span, text).help =
                Some("end the pattern with `empty`, or `take` what stands there".into());
        }
    }
}

fn may_be_empty(set: &Set) -> bool {
    match set {
        Set::OwnedBy(_) | Set::Enemies | Set::Occupied | Set::Kinds(_) => false,
        Set::And(all) => all.iter().all(may_be_empty),
        Set::Or(all) => all.iter().any(may_be_empty),
        Set::For(_, inner) => may_be_empty(inner),
        Set::Const(_)
        | Set::Seen(_)
        | Set::Empty
        | Set::Marked(_)
        | Set::One(_)
        | Set::LineOf(_)
        | Set::Group(_)
        | Set::LineWalked
        | Set::Where(_)
        | Set::Call(_)
        | Set::Not(_) => true,
    }
}

fn takes(part: &Part) -> bool {
    use rulebook_syntax::ast::{Effect, Item};
    let ActionBody::Walk(walk) = &part.action.body else { return false };
    walk.pattern.items.iter().any(|item| match item {
        Item::Seen { alternatives, .. } => alternatives.iter().all(|s| s.effect == Some(Effect::Take)),
        Item::Mix { .. } => false,
    })
}

/// `p := origin`.
fn here() -> Term {
    Term::Pick(AT, Set::One(CellRef::Var(ORIGIN)))
}

/// A promotion, of a piece that may by now be of the kinds `moving`; they are updated. What no piece can be is not
/// asked, so that the program says nothing twice.
fn becomes(promotion: &Promotion, moving: &mut u32, then: Option<Term>) -> Term {
    let from = 1 << promotion.from;
    if *moving & from == 0 {
        return Term::Nothing;
    }
    let mut there = vec![promotion.on.clone()];
    if *moving != from {
        there.insert(0, Set::Kinds(from));
    }
    *moving |= 1 << promotion.to;
    let mut seq = vec![Term::Become(AT, promotion.to)];
    seq.extend(then);
    let done = sequence(seq);
    let done = if promotion.optional { Term::Choice(vec![done, Term::Nothing]) } else { done };
    Term::When(Cond::Named(promotion.clause, Box::new(Cond::In(CellRef::Var(AT), and_sets(there)))), Box::new(done))
}

/// Promotions as a piece lands; one that stops the chain also leaves the mark.
fn landed(promotions: &[Promotion], moving: &mut u32, stopped: Option<u8>) -> Term {
    let terms = promotions.iter().filter_map(|p| match p.when {
        PromoteWhen::AtEnd => None,
        PromoteWhen::AtOnce => Some(becomes(p, moving, None)),
        PromoteWhen::AndStop => Some(becomes(p, moving, stopped.map(|mark| Term::Mark(CellRef::Var(AT), mark)))),
    });
    sequence(terms.collect())
}

/// Promotions where the action ends.
fn settled(promotions: &[Promotion], mut moving: u32) -> Term {
    let at_end = promotions.iter().filter(|p| p.when == PromoteWhen::AtEnd);
    sequence(at_end.map(|p| becomes(p, &mut moving, None)).collect())
}

/// A sequence without empty parts.
fn sequence(terms: Vec<Term>) -> Term {
    let mut flat = Vec::new();
    for term in terms {
        match term {
            Term::Nothing => {}
            Term::Seq(inner) => flat.extend(inner),
            other => flat.push(other),
        }
    }
    match flat.len() {
        0 => Term::Nothing,
        1 => flat.remove(0),
        _ => Term::Seq(flat),
    }
}
