//! Results, steps, turns and kinds of pieces that no game ever comes to.
//!
//! What is said here follows from the board, the stocks and the order of the clauses. Numbers of a game with
//! parameters are passed by, since under other values a condition may well hold.

use std::cell::Cell;

use rulebook_diagnostics::Span;
use rulebook_ir::rules::{ActionKind, ActionRule, Placement, Step, Turn};
use rulebook_ir::visit::{Visitor, walk_cond, walk_term};
use rulebook_ir::{Clock, Cond, Def, EventKind, Outcome, ResultRule, Term};
use rulebook_syntax::ast::{self, ActionBody, Clause, ClauseBody, Expr};

use crate::bounds::{Bounds, whole};
use crate::inherit::Merged;
use crate::symbols::World;

impl World<'_> {
    /// Warns of results that cannot come about.
    pub(crate) fn check_results(
        &mut self,
        merged: &Merged,
        results: &[ResultRule],
        clocks: &[Clock],
        actions: &[ActionRule],
        turns: &[Turn],
        defs: &[Def],
    ) {
        let spans: Vec<Span> = merged
            .clauses
            .iter()
            .filter_map(|c| if let ClauseBody::Result(r) = &c.body { Some(r.condition.span) } else { None })
            .collect();
        if spans.len() != results.len() {
            // A result is missing because something is wrong with it; that is said elsewhere.
            return;
        }
        let plies = if only_fills(actions, turns) { Some(whole(self.board.len())) } else { None };
        let lost = actions.iter().any(|a| frees(&a.term));
        let kinds = self.kinds.clone();
        let bounds = Bounds {
            cells: whole(self.board.len()),
            kinds: &kinds,
            clocks,
            defs,
            plies,
            lost,
            calls: Cell::new(10_000),
        };
        for (i, (result, &span)) in results.iter().zip(&spans).enumerate() {
            if bounds.never(&result.when, 0) && self.params.is_empty() {
                self.warn("R0505", span, "this can never hold").help =
                    Some("no game comes to it: look at the numbers".into());
                continue;
            }
            let before = results[..i].iter().position(|earlier| hides(earlier, result, clocks));
            if let Some(before) = before {
                let wrong = self.warn("R0505", span, "whenever this holds, the game has ended before");
                wrong.help = Some("put the narrower condition first, or take one of the two out".into());
                wrong.secondary.push(rulebook_diagnostics::Label { span: spans[before], text: "by this".into() });
            }
        }
        self.check_order(merged);
    }

    /// Wins come before draws, whatever their order in the text: says so where the text looks otherwise.
    fn check_order(&mut self, merged: &Merged) {
        if merged.clauses.iter().any(|c| matches!(c.body, ClauseBody::Decide { .. })) {
            return;
        }
        let mut draw: Option<Span> = None;
        for Clause { body, span, assume } in &merged.clauses {
            let ClauseBody::Result(result) = body else { continue };
            let inside = span.file == merged.own.file && span.start >= merged.own.start && span.end <= merged.own.end;
            match result.outcome {
                ast::Outcome::Draw if inside && !assume => {
                    draw = draw.or(Some(Span::new(span.file, span.start, span.start + "draw".len() as u32)));
                }
                ast::Outcome::Win(_) | ast::Outcome::Lose(_) => {
                    if let Some(at) = draw {
                        self.warn("R0308", at, "this draw stands before a win, but wins are always decided first")
                            .help = Some("put it behind the wins, or add `decide wins before draws`".into());
                        return;
                    }
                }
                ast::Outcome::Draw => {}
            }
        }
    }

    /// Warns of kinds of pieces that nothing brings on the board.
    pub(crate) fn check_kinds(&mut self, merged: &Merged, setup: &[Placement], actions: &[ActionRule]) {
        let mut come = Comes(setup.iter().fold(0, |kinds, p| kinds | 1 << p.kind));
        for action in actions {
            come.term(&action.term);
        }
        for clause in &merged.clauses {
            let ClauseBody::Piece(piece) = &clause.body else { continue };
            let Some(kind) = self.kind(&piece.name.text) else { continue };
            if come.0 >> kind & 1 == 0 {
                let name = &piece.name.text;
                self.warn("R0507", piece.name.span, format!("no `{name}` ever comes on the board")).help =
                    Some(format!("set it up, place it, or promote a piece to `{name}`"));
            }
        }
    }

    /// Warns of a step whose condition never holds.
    pub(crate) fn check_step(&mut self, condition: &Expr, when: &Cond) {
        if crate::constant::condition(when) == Some(false) && self.params.is_empty() {
            self.warn("R0506", condition.span, "this never holds, so the step is never reached").help =
                Some("take the step out, or look at the numbers".into());
        }
    }

    /// Warns of turns whose numbers are all taken, and of alternatives behind one that is always possible.
    pub(crate) fn check_turns(&mut self, merged: &Merged, turns: &[Turn]) {
        let clauses: Vec<_> = merged
            .clauses
            .iter()
            .filter_map(|c| if let ClauseBody::Turn { range, steps } = &c.body { Some((range, steps)) } else { None })
            .collect();
        for (i, (range, steps)) in clauses.iter().enumerate() {
            if let (Some(range), Some(turn)) = (range, turns.get(i))
                && covered(turn, &turns[..i])
            {
                self.warn("R0506", range.span, "these turns are said already, so this is never reached").help =
                    Some("give every turn of the game to one clause".into());
            }
            for step in *steps {
                let ast::Step::Act { alternatives, .. } = step else { continue };
                let sure = alternatives.iter().position(|a| a.actions.iter().any(|n| always_possible(merged, &n.text)));
                let behind = sure.and_then(|i| alternatives.get(i + 1)).and_then(|a| a.actions.first());
                if let Some(name) = behind {
                    let text = format!("`{}` is never reached: what stands before it is always possible", name.text);
                    self.warn("R0506", name.span, text).help =
                        Some("put the pass last, or join the two by `or`".into());
                }
            }
        }
    }
}

/// Has the game always ended by the first result where the second could end it?
fn hides(earlier: &ResultRule, later: &ResultRule, clocks: &[Clock]) -> bool {
    if (earlier.at_setup && !later.at_setup) || earlier.claimable != Cond::Const(false) {
        return false;
    }
    let (before, after) = (parts(&earlier.when), parts(&later.when));
    if let [Cond::Reaches(clock, who, rulebook_ir::Num::Int(first))] = before.as_slice()
        && clocks.get(usize::from(clock.0)).is_some_and(|c| c.feed.kind == EventKind::Ply)
    {
        let further = |c: &&Cond| matches!(c, Cond::Reaches(k, w, rulebook_ir::Num::Int(n)) if k == clock && w == who && n > first);
        if after.iter().any(further) {
            return true;
        }
    }
    // All draws that hold are reported together; of wins only the first.
    earlier.outcome == later.outcome && later.outcome != Outcome::Draw && before.iter().all(|c| after.contains(c))
}

/// What has to hold together.
fn parts(cond: &Cond) -> Vec<&Cond> {
    match cond {
        Cond::And(all) => all.iter().flat_map(parts).collect(),
        Cond::Named(_, inner) => parts(inner),
        other => vec![other],
    }
}

/// Is every number of the turn one of turns that are said before?
fn covered(turn: &Turn, before: &[Turn]) -> bool {
    let mut first = turn.first;
    let last = turn.last.unwrap_or(u32::MAX);
    let mut known: Vec<(u32, u32)> = before.iter().filter_map(|t| Some((t.first, t.last?))).collect();
    known.sort_unstable();
    for (from, to) in known {
        if from > first {
            return false;
        }
        if to >= last {
            return true;
        }
        first = first.max(to.saturating_add(1));
    }
    false
}

/// A pass without condition and prohibition.
fn always_possible(merged: &Merged, name: &str) -> bool {
    let passes = |c: &Clause| {
        matches!(&c.body, ClauseBody::Action(a)
            if a.name.text == name && matches!(a.body, ActionBody::Pass) && a.condition.is_none() && a.extras.is_empty())
    };
    let forbidden =
        |c: &Clause| matches!(&c.body, ClauseBody::Forbid { words, .. } if words.iter().any(|w| w.text == name));
    merged.clauses.iter().any(passes) && !merged.clauses.iter().any(forbidden)
}

/// Does every ply fill a cell, and nothing free one?
fn only_fills(actions: &[ActionRule], turns: &[Turn]) -> bool {
    let sure = |s: &Step| match s {
        Step::Act { when, times, .. } => *when == Cond::Const(true) && *times > 0,
        Step::Stop(_) => true,
    };
    actions.iter().all(|a| a.kind == ActionKind::Place && !frees(&a.term))
        && turns.iter().all(|t| t.steps.iter().all(sure))
}

/// Can a run of the program take a piece off the board?
fn frees(term: &Term) -> bool {
    struct Frees(bool);
    impl Visitor for Frees {
        fn cond(&mut self, _: &Cond) {}
        fn pattern(&mut self, pattern: &rulebook_ir::Pattern) {
            for item in &pattern.items {
                if let rulebook_ir::Item::Cells { alternatives, .. } = item {
                    self.0 |= alternatives.iter().any(|a| a.effect == Some(rulebook_ir::Effect::Take));
                }
            }
        }
        fn term(&mut self, term: &Term) {
            self.0 |= matches!(term, Term::Off { .. } | Term::TakeMarked(_));
            walk_term(self, term);
        }
    }
    let mut frees = Frees(false);
    frees.term(term);
    frees.0
}

/// Kinds of pieces that a program brings, as bits.
struct Comes(u32);

impl Visitor for Comes {
    fn cond(&mut self, cond: &Cond) {
        walk_cond(self, cond);
    }
    fn term(&mut self, term: &Term) {
        match term {
            Term::Put { kind, .. } | Term::Become(_, kind) => self.0 |= 1 << kind,
            _ => {}
        }
        walk_term(self, term);
    }
}
