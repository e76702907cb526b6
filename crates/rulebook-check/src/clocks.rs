//! Clocks and the events that feed and restart them.

use rulebook_ir::{CellRef, Clock, Cond, Copies, Event, EventKind, Restart, Who};
use rulebook_syntax::ast::{self, Clause, ClauseBody};

use crate::context::{Scope, View};
use crate::inherit::Merged;
use crate::symbols::{ClockInfo, World};

/// Names of clocks and what must be known of them first.
pub(crate) fn collect(merged: &Merged) -> Vec<ClockInfo> {
    let actions = crate::actions::names(merged);
    let clocks =
        merged.clauses.iter().filter_map(|c| if let ClauseBody::Clock(clock) = &c.body { Some(clock) } else { None });
    clocks
        .map(|clock| {
            let per_piece = clock.per.as_ref().is_some_and(|p| p.text == "piece");
            let words: Vec<&str> = clock.counts.words.iter().map(|w| w.text.as_str()).collect();
            ClockInfo {
                name: clock.name.text.clone(),
                per_player: clock.per.is_some() && !per_piece,
                per_piece,
                // An event that nobody knows is reported as such, and not a second time where `each` is said.
                plain_plies: clock.per.is_none()
                    && clock.counts.of.is_none()
                    && !clock.counts.entering
                    && (matches!(words.as_slice(), ["plies" | "ply"])
                        || matches!(words.as_slice(), [word] if !is_event(word, &actions))),
            }
        })
        .collect()
}

/// Does an event begin with this word?
fn is_event(word: &str, actions: &[String]) -> bool {
    const EVENTS: [&str; 10] =
        ["ply", "plies", "step", "steps", "action", "actions", "promotion", "promotions", "loss", "losses"];
    let singular = word.strip_suffix('s').unwrap_or(word);
    EVENTS.contains(&word) || actions.iter().any(|a| a == word || a == singular)
}

impl World<'_> {
    pub(crate) fn clocks(&mut self, merged: &Merged) -> Vec<Clock> {
        let mut clocks = Vec::new();
        for Clause { assume, span, body } in &merged.clauses {
            let ClauseBody::Clock(clock) = body else { continue };
            let name = clock.name.text.clone();
            if ["turn", "step", "here"].contains(&name.as_str()) {
                self.error("R0310", clock.name.span, format!("position text uses `{name}` for something else")).help =
                    Some("give the clock another name".into());
            }
            let clause = self.clauses.id(&name, *span, *assume);
            let (copies, view) = self.copies(clock);
            let mut scope = Scope::new(view);
            scope.part_of = Some(name.clone());
            if copies == Copies::PerPiece {
                scope.its = Some(CellRef::Here);
            }
            let feed = self.event(&clock.counts, &scope);
            if let Some(condition) = &clock.counts.condition {
                self.error("R0310", condition.span, "what is counted cannot have an `if`").help =
                    Some("put it into `while …`".into());
            }
            let runs = self.part(clock.condition.as_ref(), &format!("{name}.while"), *assume, true, &scope);
            let carries = self.part(clock.carries.as_ref(), &format!("{name}.carries"), *assume, false, &scope);
            let last_ply = self.part(clock.last_ply.as_ref(), &format!("{name}.last-ply"), *assume, false, &scope);
            let restart_clause = match (clock.restarts.first(), clock.restarts.last()) {
                (Some(first), Some(last)) => {
                    Some(self.clauses.id(&format!("{name}.restart"), first.span.to(last.span), *assume))
                }
                _ => None,
            };
            let restarts = clock
                .restarts
                .iter()
                .map(|event| Restart {
                    event: self.event(event, &scope),
                    when: event.condition.as_ref().map_or(Cond::Const(true), |c| self.cond(c, &scope)),
                })
                .collect();
            if carries != Cond::Const(false) && runs == Cond::Const(true) {
                self.warn(
                    "R0308",
                    clock.name.span,
                    format!("`{name}` always runs, so it has nothing to carry on into"),
                )
                .help = Some("add `while …`, or take out `carries on while …`".into());
            }
            clocks.push(Clock { name, clause, copies, feed, runs, carries, last_ply, restarts, restart_clause });
        }
        clocks
    }

    fn part(&mut self, expr: Option<&ast::Expr>, path: &str, assume: bool, otherwise: bool, scope: &Scope) -> Cond {
        let Some(expr) = expr else { return Cond::Const(otherwise) };
        let clause = self.clauses.id(path, expr.span, assume);
        let cond = self.cond(expr, scope);
        Cond::Named(clause, Box::new(cond))
    }

    fn copies(&mut self, clock: &ast::Clock) -> (Copies, View) {
        let Some(per) = &clock.per else { return (Copies::One, View::Nobody) };
        match per.text.as_str() {
            "piece" => (Copies::PerPiece, View::Own),
            "side" | "player" => (Copies::PerPlayer, View::Own),
            other if self.sides.as_ref().is_some_and(|(strong, _)| strong == other) => (Copies::PerPlayer, View::Roles),
            other => {
                let mut fitting = vec!["piece".to_owned(), "side".to_owned()];
                fitting.extend(self.sides.clone().map(|s| s.0));
                self.unknown("way to keep a clock:", other, per.span, &fitting);
                (Copies::One, View::Nobody)
            }
        }
    }

    fn event(&mut self, event: &ast::Event, scope: &Scope) -> Event {
        let nothing = Event { kind: EventKind::Ply, by: None, its: None };
        if event.entering {
            let Some(name) = event.words.first() else { return nothing };
            let phrase = ast::Phrase {
                words: vec![ast::PhraseWord {
                    not: false,
                    kind: ast::PhraseWordKind::Name(name.text.clone()),
                    span: name.span,
                }],
                of: None,
                at: None,
                on: None,
                span: name.span,
            };
            let cond = self.cond(&ast::Expr { kind: ast::ExprKind::Phrase(phrase), span: name.span }, scope);
            return Event { kind: EventKind::Entering(cond), by: None, its: None };
        }
        let mut words = event.words.as_slice();
        let (mut by, mut its) = (None, None);
        while let [first, rest @ ..] = words {
            match first.text.as_str() {
                "its" => its = Some(true),
                "other" => its = Some(false),
                "own" | "enemy" => by = self.who(&first.text, first.span, scope),
                _ => break,
            }
            words = rest;
        }
        if let Some(of) = &event.of {
            by = self.who(&of.text, of.span, scope);
        }
        if let (Some(_), false) = (its, scope.its.is_some()) {
            self.error("R0301", event.span, "`its` and `other` are said of a piece").help =
                Some("make it a clock `per piece`".into());
        }
        if by == Some(Who::Mover) || by == Some(Who::Next) {
            self.error("R0301", event.span, "every ply is the mover's").help = Some("write `plies`".into());
        }
        let [first, rest @ ..] = words else {
            self.error("R0301", event.span, "an event is wanted here");
            return nothing;
        };
        let kind = match first.text.as_str() {
            "ply" | "plies" => EventKind::Ply,
            "step" | "steps" | "action" | "actions" => EventKind::AnyAction,
            "promotion" | "promotions" => EventKind::Promotion,
            "loss" | "losses" => EventKind::Loss,
            name => {
                let singular = name.strip_suffix('s').unwrap_or(name);
                let Some(action) = self.action(name).or_else(|| self.action(singular)) else {
                    let mut fitting = self.action_names.clone();
                    fitting.extend(["plies", "promotion", "loss", "steps"].map(str::to_owned));
                    self.unknown("event", name, first.span, &fitting);
                    return nothing;
                };
                let kinds = match rest.first() {
                    Some(kind) => self.kind_or_error(kind).map_or(0, |k| 1 << k),
                    None => self.all_kinds(),
                };
                return Event { kind: EventKind::Action(action, kinds), by, its };
            }
        };
        if let Some(extra) = rest.first() {
            self.error("R0301", extra.span, format!("`{}` cannot follow `{}`", extra.text, first.text));
        }
        Event { kind, by, its }
    }
}
