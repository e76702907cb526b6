//! Turns: which actions are chosen from, in which order, and what may end the game in between.

use rulebook_ir::rules::{Step, Turn};
use rulebook_ir::{CellRef, Cond, Who};
use rulebook_syntax::ast::{self, Clause, ClauseBody, Repeat};

use crate::context::{Scope, View};
use crate::inherit::Merged;
use crate::symbols::World;

/// Most decisions of one step.
const MAX_TIMES: u32 = 64;

/// A turn's number; a wrong one has been reported and is as good as the first.
fn number(n: i64) -> u32 {
    u32::try_from(n).unwrap_or(1).max(1)
}

impl World<'_> {
    pub(crate) fn turns(&mut self, merged: &Merged) -> Vec<Turn> {
        let mut turns = Vec::new();
        for Clause { assume, span, body } in &merged.clauses {
            let ClauseBody::Turn { range, steps } = body else { continue };
            let nowhere = Scope::new(View::Nobody);
            let (first, last, path) = match range {
                Some(range) => {
                    let (from, to) = self.constant_range(range, &nowhere);
                    if from < 1 {
                        self.error("R0310", range.span, "turns are counted from 1");
                    }
                    let path = if from == to { format!("turn-{from}") } else { format!("turn-{from}-{to}") };
                    (number(from), Some(number(to)), path)
                }
                None => (1, None, "turn".to_owned()),
            };
            let clause = self.clauses.id(&path, *span, *assume);
            let acts = steps.iter().any(|s| matches!(s, ast::Step::Act { .. }));
            let steps: Vec<Step> = steps.iter().filter_map(|s| self.step(s, *assume)).collect();
            if !acts {
                self.error("R0310", *span, "nothing is done in this turn").help =
                    Some("name at least one action".into());
            }
            turns.push(Turn { first, last, steps, clause });
        }
        self.check_turns(merged, &turns);
        // A turn for certain numbers goes before the one for all the others.
        turns.sort_by_key(|t| t.last.is_none());
        for (index, name) in self.action_names.clone().iter().enumerate() {
            let used = turns.iter().flat_map(|t| &t.steps).any(|s| match s {
                Step::Act { alternatives, .. } => alternatives.iter().flatten().any(|a| usize::from(*a) == index),
                Step::Stop(_) => false,
            });
            let span = merged.clauses.iter().find_map(|c| match &c.body {
                ClauseBody::Action(a) if a.name.text == *name => Some(a.name.span),
                _ => None,
            });
            if let (false, Some(span), false) = (used, span, turns.is_empty()) {
                self.warn("R0207", span, format!("no turn uses the action `{name}`")).help = Some(
                    "name it in `turn: …`, or check its name: a variant replaces an action only by the same name"
                        .into(),
                );
            }
        }
        turns
    }

    fn step(&mut self, step: &ast::Step, assume: bool) -> Option<Step> {
        match step {
            ast::Step::Result(result) => {
                if result.at_setup {
                    self.error(
                        "R0310",
                        result.span,
                        "a result within a turn is asked at that moment, not of a set-up",
                    )
                    .help = Some("take out `at setup`, or write the result as a clause of its own".into());
                }
                // Within a turn every condition is the mover's.
                let scope = Scope { here: Some(CellRef::Here), in_action: true, ..Scope::new(View::Own) };
                let mut rule = self.result(result, assume, Some(&scope))?;
                rule.when = Cond::For(Who::Mover, Box::new(rule.when));
                Some(Step::Stop(rule))
            }
            ast::Step::Act { alternatives, condition, span: _ } => {
                // What may be played depends on it, since a step that is skipped offers nothing.
                let scope = Scope { here: Some(CellRef::Here), in_action: true, ..Scope::new(View::Own) };
                let when = condition.as_ref().map_or(Cond::Const(true), |c| self.cond(c, &scope));
                if let Some(condition) = condition {
                    self.check_step(condition, &when);
                }
                let mut count = None;
                let mut lists = Vec::new();
                for alternative in alternatives {
                    lists.push(alternative.actions.iter().filter_map(|a| self.action_or_error(a)).collect::<Vec<_>>());
                    if let Some((n, repeat)) = alternative.count {
                        count = Some((n, repeat));
                        if alternatives.len() > 1 {
                            self.error("R0310", n.span, "a step with `else` is done once").help =
                                Some("write one step after the other with `then`".into());
                        }
                    }
                }
                let (times, together) = match count {
                    Some((n, repeat)) => {
                        if n.value == 0 || n.value > MAX_TIMES {
                            self.error("R0310", n.span, format!("a step is done 1 to {MAX_TIMES} times"));
                        }
                        (n.value.clamp(1, MAX_TIMES), repeat == Repeat::Together)
                    }
                    None => (1, false),
                };
                if lists.iter().all(Vec::is_empty) {
                    return None;
                }
                Some(Step::Act { alternatives: lists, times, together, when })
            }
        }
    }
}
