//! Results, refused set-ups, and what always holds.

use rulebook_diagnostics::Span;
use rulebook_ir::{Always, AlwaysWhen, Cond, Outcome, Refusal, RefusalWhat, ResultRule, Set, Who};
use rulebook_syntax::ast::{self, Clause, ClauseBody, Expr, ExprKind, Refuse, ResultClause};

use crate::conditions::single;
use crate::context::{Scope, View};
use crate::fold::and_sets;
use crate::inherit::Merged;
use crate::symbols::World;

impl World<'_> {
    pub(crate) fn results(&mut self, merged: &Merged) -> Vec<ResultRule> {
        let mut claimable = Cond::Const(false);
        for Clause { assume, span, body } in &merged.clauses {
            match body {
                ClauseBody::Claimable { when } => {
                    let clause = self.clauses.id("claimable", *span, *assume);
                    claimable = Cond::Named(clause, Box::new(self.cond(when, &Scope::new(View::Nobody))));
                }
                ClauseBody::Decide { tag } => {
                    let path = tag.as_ref().map_or("decide", |t| t.text.as_str());
                    self.clauses.id(path, *span, *assume);
                }
                _ => {}
            }
        }
        let mut results = Vec::new();
        for Clause { assume, body, .. } in &merged.clauses {
            if let ClauseBody::Result(result) = body
                && let Some(mut rule) = self.result(result, *assume, None)
            {
                if rule.outcome == Outcome::Draw {
                    rule.claimable = claimable.clone();
                }
                results.push(rule);
            }
        }
        results
    }

    /// A result; within a turn the scope is the mover's.
    pub(crate) fn result(&mut self, result: &ResultClause, assume: bool, within: Option<&Scope>) -> Option<ResultRule> {
        let path = result.tag.as_ref().map_or_else(
            || limit_of(&result.condition).map_or_else(|| result.because.text.clone(), |c| format!("{c}.limit")),
            |t| t.text.clone(),
        );
        let nobody = Scope::new(View::Nobody);
        let (outcome, view) = match &result.outcome {
            ast::Outcome::Draw => (Outcome::Draw, View::Nobody),
            ast::Outcome::Win(name) if self.sides.as_ref().is_some_and(|s| s.0 == name.text) => {
                (Outcome::WinEach, View::Roles)
            }
            ast::Outcome::Win(name) if name.text == "either" => (Outcome::WinEach, View::Own),
            ast::Outcome::Win(name) => {
                (Outcome::Win(self.who(&name.text, name.span, within.unwrap_or(&nobody))?), View::Own)
            }
            ast::Outcome::Lose(name) => {
                (Outcome::Lose(self.who(&name.text, name.span, within.unwrap_or(&nobody))?), View::Own)
            }
        };
        let scope =
            within.cloned().unwrap_or_else(|| Scope { here: Some(rulebook_ir::CellRef::Here), ..Scope::new(view) });
        let when = self.cond(&result.condition, &scope);
        let reason = self.reason(&result.because.text);
        let known = self.clauses.find(&path);
        let is_let = self.lets.iter().any(|l| l.path == path);
        if let Some(known) = known
            && !is_let
        {
            let first = self.clauses.list[usize::from(known.0)].span;
            if first != result.span {
                let wrong = self.error("R0203", result.because.span, format!("two clauses have the id `{path}`"));
                wrong.help = Some("give this one a name of its own: `… as NAME`".into());
                wrong.secondary.push(rulebook_diagnostics::Label { span: first, text: "the other one".into() });
            }
        }
        let clause = self.clauses.id(&path, result.span, assume);
        Some(ResultRule { clause, outcome, when, reason, at_setup: result.at_setup, claimable: Cond::Const(false) })
    }

    pub(crate) fn refusals(&mut self, merged: &Merged) -> Vec<Refusal> {
        let mut refusals = Vec::new();
        for Clause { assume, span, body } in &merged.clauses {
            let ClauseBody::Refuse { what, because } = body else { continue };
            let own = Scope { uncounted: true, ..Scope::new(View::Own) };
            let what = match what {
                Refuse::When(condition) => {
                    RefusalWhat::When(self.cond(condition, &Scope { uncounted: true, ..Scope::new(View::Nobody) }))
                }
                Refuse::Pieces { what, on } => {
                    let pieces = self.phrase_set(what, &own);
                    let on = self.set(on, &own);
                    RefusalWhat::Pieces(and_sets(vec![pieces, on]))
                }
                Refuse::MoreThan { count, what } => {
                    let count = self.num(count, &own);
                    let pieces = self.phrase_set(what, &own);
                    RefusalWhat::MoreThan(count, and_sets(vec![Set::OwnedBy(Who::Me), pieces]))
                }
            };
            let reason = self.reason(&because.text);
            let clause = self.clauses.id(&because.text, *span, *assume);
            refusals.push(Refusal { clause, what, reason });
        }
        refusals
    }

    pub(crate) fn always(&mut self, merged: &Merged) -> Vec<Always> {
        let mut all = Vec::new();
        let mut unnamed = 0;
        for Clause { assume, span, body } in &merged.clauses {
            let ClauseBody::Always { when, condition, tag } = body else { continue };
            let path = if let Some(tag) = tag {
                tag.text.clone()
            } else {
                unnamed += 1;
                format!("always.{unnamed}")
            };
            let cond = self.cond(condition, &Scope::new(View::Nobody));
            let when = match when {
                ast::AlwaysWhen::Each => AlwaysWhen::Each,
                ast::AlwaysWhen::AfterTurn => AlwaysWhen::AfterTurn,
                ast::AlwaysWhen::AfterAction => AlwaysWhen::AfterAction,
                ast::AlwaysWhen::Reason(name) => {
                    let Some(reason) = self.reasons.iter().position(|r| *r == name.text) else {
                        let fitting = self.reasons.clone();
                        self.unknown("reason", &name.text, name.span, &fitting);
                        continue;
                    };
                    AlwaysWhen::Reason(reason as u8)
                }
            };
            self.broken_by_parameters(&cond, condition.span);
            let clause = self.clauses.id(&path, *span, *assume);
            all.push(Always { clause, when, cond });
        }
        all
    }

    /// A property that speaks only of parameters refuses those that break it.
    fn broken_by_parameters(&mut self, cond: &Cond, span: Span) {
        if crate::constant::condition(cond) != Some(false) {
            return;
        }
        let params: Vec<String> = self
            .params
            .iter()
            .map(|p| match &p.value {
                rulebook_ir::rules::ParamValue::Int(n) => format!("{} = {n}", p.name),
                rulebook_ir::rules::ParamValue::Word(w) => format!("{} = {w}", p.name),
            })
            .collect();
        let wrong = self.error("R0703", span, "the parameters break what has to hold always");
        wrong.help =
            Some(if params.is_empty() { "this can never hold".into() } else { format!("now {}", params.join(", ")) });
    }
}

/// The clock whose limit a condition is.
fn limit_of(expr: &Expr) -> Option<String> {
    match &expr.kind {
        ExprKind::Reaches { clock, .. } => single(clock).map(str::to_owned),
        ExprKind::And(all) | ExprKind::Or(all) => all.iter().find_map(limit_of),
        _ => None,
    }
}
