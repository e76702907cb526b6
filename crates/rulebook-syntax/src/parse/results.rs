//! Clauses about what is counted, how the game ends, and what always holds.

use rulebook_diagnostics::Span;

use crate::ast::{AlwaysWhen, ClauseBody, Clock, Event, Name, Outcome, ResultClause};
use crate::grammar::Rule;

use super::{Convert, Pair, Parts};

impl Convert<'_> {
    /// `clock N …`.
    pub(super) fn clock(&mut self, parts: &Parts<'_>) -> Option<Clock> {
        let per = match parts.get(Rule::per).map(Parts::of) {
            Some(per) => Some(self.name(per.after(Rule::kw_per)?)),
            None => None,
        };
        let mut clock = Clock {
            name: self.name(parts.get(Rule::name)?),
            per,
            counts: self.event(parts.get(Rule::event)?)?,
            condition: self.optional_expr(parts.after(Rule::kw_while))?,
            carries: None,
            last_ply: None,
            restarts: Vec::new(),
        };
        let mut said: Vec<(Rule, Span)> = Vec::new();
        for part in parts.all(Rule::clock_part) {
            let inner = Parts::of(part);
            let part = inner.first()?;
            let words = Parts::of(part);
            let help = match part.as_rule() {
                Rule::restarts => "a clock has one `restarts on`; its events stand one after the other, with commas",
                _ => "a clock has one of these; join the conditions by `or`",
            };
            self.said_once(&mut said, part, help);
            match part.as_rule() {
                Rule::carries => clock.carries = Some(self.expr(words.get(Rule::expr)?)?),
                Rule::last_ply => clock.last_ply = Some(self.expr(words.get(Rule::expr)?)?),
                _ => {
                    let events: Option<Vec<_>> = words.all(Rule::event).map(|p| self.event(p)).collect();
                    clock.restarts.extend(events?);
                }
            }
        }
        Some(clock)
    }

    fn event(&mut self, pair: &Pair<'_>) -> Option<Event> {
        let parts = Parts::of(pair);
        Some(Event {
            entering: parts.has(Rule::kw_entering),
            words: parts
                .iter()
                .skip_while(|p| p.as_rule() == Rule::kw_entering)
                .take_while(|p| p.as_rule() == Rule::name)
                .map(|p| self.name(p))
                .collect(),
            of: parts.after(Rule::kw_of).map(|p| self.name(p)),
            condition: self.optional_expr(parts.get(Rule::expr))?,
            span: self.span(pair),
        })
    }

    /// `win P when C because N as PATH`.
    pub(super) fn result(&mut self, pair: &Pair<'_>) -> Option<ResultClause> {
        let parts = Parts::of(pair);
        let outcome = Parts::of(parts.get(Rule::outcome)?);
        let outcome = match outcome.first()?.as_rule() {
            Rule::kw_win => Outcome::Win(self.name(outcome.get(Rule::name)?)),
            Rule::kw_lose => Outcome::Lose(self.name(outcome.get(Rule::name)?)),
            _ => Outcome::Draw,
        };
        Some(ResultClause {
            outcome,
            at_setup: parts.has(Rule::kw_setup),
            condition: self.expr(parts.get(Rule::expr)?)?,
            because: self.name(parts.get(Rule::name)?),
            tag: parts.get(Rule::tag).and_then(|p| self.tag(p)),
            span: self.span(pair),
        })
    }

    /// `as PATH`.
    pub(super) fn tag(&self, pair: &Pair<'_>) -> Option<Name> {
        Some(self.name(Parts::of(pair).get(Rule::path)?))
    }

    /// `always …`.
    pub(super) fn always(&mut self, parts: &Parts<'_>) -> Option<ClauseBody> {
        let when = match parts.get(Rule::always_when).map(Parts::of) {
            None => AlwaysWhen::Each,
            Some(when) if when.has(Rule::kw_turn) => AlwaysWhen::AfterTurn,
            Some(when) if when.has(Rule::kw_action) => AlwaysWhen::AfterAction,
            Some(when) => AlwaysWhen::Reason(self.name(when.get(Rule::name)?)),
        };
        let tag = parts.get(Rule::tag).and_then(|p| self.tag(p));
        Some(ClauseBody::Always { when, condition: self.expr(parts.get(Rule::expr)?)?, tag })
    }
}
