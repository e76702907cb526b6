//! Clauses about what may be done: actions, chains, preferences, promotion, the turn.

use rulebook_diagnostics::{Diagnostic, Span, codes};

use crate::ast::{Action, ActionBody, Alternative, Chain, ClauseBody, Extra, Key, PromoteWhen, Repeat, Step, Walk};
use crate::grammar::Rule;

use super::{Convert, Pair, Parts};

impl Convert<'_> {
    /// `action N KIND: …`.
    pub(super) fn action(&mut self, parts: &Parts<'_>) -> Option<Action> {
        let mut names = self.names(parts).into_iter();
        let body = parts.after(Rule::colon)?;
        let inner = Parts::of(body);
        let body = match body.as_rule() {
            Rule::pass => ActionBody::Pass,
            Rule::place => ActionBody::On(self.set(inner.get(Rule::set)?)?),
            Rule::remove => {
                ActionBody::Off { set: self.set(inner.get(Rule::set)?)?, to_stock: inner.has(Rule::to_stock) }
            }
            _ => ActionBody::Walk(self.walk(body)?),
        };
        Some(Action {
            name: names.next()?,
            kind: names.next(),
            body,
            condition: self.optional_expr(parts.after(Rule::kw_where))?,
            extras: parts.all(Rule::extra).map(|p| self.extra(p)).collect::<Option<_>>()?,
        })
    }

    fn walk(&mut self, pair: &Pair<'_>) -> Option<Walk> {
        let parts = Parts::of(pair);
        Some(Walk { directions: self.set(parts.get(Rule::set)?)?, pattern: self.pattern(parts.get(Rule::pattern)?)? })
    }

    fn extra(&mut self, pair: &Pair<'_>) -> Option<Extra> {
        let parts = Parts::of(pair);
        Some(Extra { must: parts.has(Rule::kw_must), walk: self.walk(parts.get(Rule::walk)?)? })
    }

    /// `chain N: …`.
    pub(super) fn chain(&mut self, parts: &Parts<'_>) -> Option<Chain> {
        let mut chain = Chain {
            action: self.name(parts.get(Rule::name)?),
            must_go_on: Parts::of(parts.get(Rule::going_on)?).has(Rule::kw_must),
            leave_at_end: None,
            may_turn_back: None,
            no_cell_twice: false,
        };
        let mut said: Vec<(Rule, Span)> = Vec::new();
        for part in parts.all(Rule::chain_part) {
            let inner = Parts::of(part);
            let part = inner.first()?;
            let words = Parts::of(part);
            self.said_once(&mut said, part, "a chain says this once");
            match part.as_rule() {
                Rule::leaving => chain.leave_at_end = Some(words.has(Rule::kw_end)),
                Rule::turning => chain.may_turn_back = Some(words.has(Rule::kw_may)),
                _ => chain.no_cell_twice = true,
            }
        }
        Some(chain)
    }

    /// Reports a part of a clause that was said before.
    pub(super) fn said_once(&mut self, said: &mut Vec<(Rule, Span)>, part: &Pair<'_>, help: &str) {
        let (rule, span) = (part.as_rule(), self.span(part));
        if let Some((_, first)) = said.iter().find(|(r, _)| *r == rule) {
            let words: Vec<_> = part.as_str().split_whitespace().take(2).collect();
            self.problems.push(
                Diagnostic::error(codes::SAID_TWICE, span, format!("`{}` is said twice", words.join(" ")))
                    .also(*first, "said here before")
                    .help(help),
            );
        }
        said.push((rule, span));
    }

    /// A key of `prefer`.
    pub(super) fn key(&mut self, pair: &Pair<'_>) -> Option<Key> {
        let parts = Parts::of(pair);
        match parts.first()?.as_rule() {
            Rule::kw_most => self.expr(parts.get(Rule::sum)?).map(Key::Most),
            Rule::kw_fewest => self.expr(parts.get(Rule::sum)?).map(Key::Fewest),
            Rule::kw_earliest => self.phrase(parts.get(Rule::phrase)?).map(Key::Earliest),
            _ => self.expr(parts.get(Rule::expr)?).map(Key::Holds),
        }
    }

    /// `promote A to B on SET, …`.
    pub(super) fn promote(&mut self, parts: &Parts<'_>) -> Option<ClauseBody> {
        let mut names = self.names(parts).into_iter();
        let when = Parts::of(parts.get(Rule::promote_when)?);
        let when = match () {
            () if when.has(Rule::kw_stop) => PromoteWhen::AndStop,
            () if when.has(Rule::kw_once) => PromoteWhen::AtOnce,
            () => PromoteWhen::AtEnd,
        };
        Some(ClauseBody::Promote {
            from: names.next()?,
            to: names.next()?,
            on: self.set(parts.get(Rule::set)?)?,
            when,
            optional: parts.has(Rule::kw_may),
        })
    }

    /// `turn RANGE: STEP then STEP`.
    pub(super) fn turn(&mut self, parts: &Parts<'_>) -> Option<ClauseBody> {
        let range = match parts.get(Rule::range) {
            Some(range) => Some(self.range(range)?),
            None => None,
        };
        let steps = parts.all(Rule::step).map(|p| self.step(p)).collect::<Option<_>>()?;
        Some(ClauseBody::Turn { range, steps })
    }

    fn step(&mut self, pair: &Pair<'_>) -> Option<Step> {
        let parts = Parts::of(pair);
        let inner = parts.first()?;
        if inner.as_rule() == Rule::result {
            return self.result(inner).map(Step::Result);
        }
        let parts = Parts::of(inner);
        Some(Step::Act {
            alternatives: parts.all(Rule::alternative).map(|p| self.alternative(p)).collect(),
            condition: self.optional_expr(parts.after(Rule::kw_if))?,
            span: self.span(inner),
        })
    }

    fn alternative(&mut self, pair: &Pair<'_>) -> Alternative {
        let parts = Parts::of(pair);
        let repeat = if parts.has(Rule::kw_together) { Repeat::Together } else { Repeat::Times };
        let count = parts.get(Rule::int).map(|p| (self.int(p), repeat));
        Alternative { actions: self.names(&parts), count }
    }
}
