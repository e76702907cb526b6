//! Actions: collects what is said of each name, and hands it to the expansion into programs.

use rulebook_diagnostics::Span;
use rulebook_ir::rules::{ActionKind, ActionRule, Foul, Key};
use rulebook_ir::{CellRef, Cond, Term, Who};
use rulebook_syntax::ast::{self, ActionBody, Chain, Clause, ClauseBody, PromoteWhen};

use crate::context::{Scope, View};
use crate::inherit::Merged;
use crate::symbols::World;

/// An action of one kind of piece.
pub(crate) struct Part<'m> {
    pub(crate) kind: Option<u8>,
    pub(crate) action: &'m ast::Action,
}

/// What is said of a promotion.
#[derive(Clone)]
pub(crate) struct Promotion {
    pub(crate) clause: rulebook_ir::ClauseId,
    pub(crate) from: u8,
    pub(crate) to: u8,
    pub(crate) on: rulebook_ir::Set,
    pub(crate) when: PromoteWhen,
    pub(crate) optional: bool,
}

/// The names of actions in the order in which they first come up.
pub(crate) fn names(merged: &Merged) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for clause in &merged.clauses {
        if let ClauseBody::Action(a) = &clause.body
            && !names.contains(&a.name.text)
        {
            names.push(a.name.text.clone());
        }
    }
    names
}

fn notation(body: &ActionBody) -> ActionKind {
    match body {
        ActionBody::Pass => ActionKind::Pass,
        ActionBody::On(_) => ActionKind::Place,
        ActionBody::Off { .. } => ActionKind::Remove,
        ActionBody::Walk(_) => ActionKind::Walk,
    }
}

impl World<'_> {
    /// What is seen and bound inside an action's conditions: slot 0 is the origin, slot 1 the present cell.
    pub(crate) fn action_scope() -> Scope {
        Scope { here: Some(CellRef::Var(1)), its: Some(CellRef::Var(0)), in_action: true, ..Scope::new(View::Own) }
    }

    /// Elaborates all actions.
    pub(crate) fn actions(&mut self, merged: &Merged) -> Vec<ActionRule> {
        let promotions = self.promotions(merged);
        let mut rules = Vec::new();
        for (index, name) in self.action_names.clone().iter().enumerate() {
            let mut parts: Vec<Part> = Vec::new();
            let mut chain: Option<(&Chain, Span, bool)> = None;
            let mut clauses = Vec::new();
            for Clause { assume, span, body } in &merged.clauses {
                match body {
                    ClauseBody::Action(action) if action.name.text == *name => {
                        let kind = self.action_kind(action);
                        let path = action.kind.as_ref().map_or(name.clone(), |k| format!("{name}.{}", k.text));
                        clauses.push((kind.unwrap_or(0), self.clauses.id(&path, *span, *assume)));
                        parts.push(Part { kind, action });
                    }
                    ClauseBody::Chain(c) if c.action.text == *name => chain = Some((c, *span, *assume)),
                    _ => {}
                }
            }
            let kind = notation(&parts[0].action.body);
            if let Some(other) = parts.iter().find(|p| notation(&p.action.body) != kind) {
                let span = other.action.name.span;
                self.error(
                    "R0310",
                    span,
                    format!("`{name}` does one thing for one kind and another thing for the other"),
                )
                .help = Some("give the two actions two names".into());
                continue;
            }
            let chain_clause = chain.map(|(_, span, assume)| self.clauses.id(&format!("{name}.chain"), span, assume));
            let forbids = self.forbids(merged, index as u8);
            let term = self.program(&parts, chain.map(|c| c.0), &promotions, &forbids);
            let (prefer, prefer_clause) = self.preference(merged, name);
            rules.push(ActionRule {
                name: name.clone(),
                kind,
                clauses,
                chain: chain_clause,
                term,
                prefer,
                prefer_clause,
            });
        }
        for clause in &merged.clauses {
            let action = match &clause.body {
                ClauseBody::Chain(c) => &c.action,
                ClauseBody::Prefer { action, .. } => action,
                _ => continue,
            };
            self.action_or_error(action);
        }
        rules
    }

    fn action_kind(&mut self, action: &ast::Action) -> Option<u8> {
        match &action.kind {
            Some(kind) => self.kind_or_error(kind),
            None if self.kinds.len() == 1 => Some(0),
            None => {
                if !matches!(action.body, ActionBody::Pass | ActionBody::Off { .. }) {
                    self.error(
                        "R0310",
                        action.name.span,
                        format!("which kind of piece does `{}`?", action.name.text),
                    )
                    .help = Some(format!("write `action {} KIND: …`, once for each kind", action.name.text));
                }
                None
            }
        }
    }

    fn promotions(&mut self, merged: &Merged) -> Vec<Promotion> {
        let mut promotions = Vec::new();
        for Clause { assume, span, body } in &merged.clauses {
            let ClauseBody::Promote { from, to, on, when, optional } = body else { continue };
            let clause = self.clauses.id(&format!("promote.{}", from.text), *span, *assume);
            let kinds = (self.kind_or_error(from), self.kind_or_error(to));
            let on = self.set(on, &Self::action_scope());
            if let (Some(from), Some(to)) = kinds {
                promotions.push(Promotion { clause, from, to, on, when: *when, optional: *optional });
            }
        }
        promotions
    }

    /// The prohibitions of an action, as tests at the end of its program.
    fn forbids(&mut self, merged: &Merged, action: u8) -> Vec<Term> {
        let mut tests = Vec::new();
        for Clause { assume, span, body } in &merged.clauses {
            let ClauseBody::Forbid { words, when, unless, because } = body else { continue };
            let (mut who, mut named, mut kind, mut unknown) = (None, None, None, false);
            for word in words {
                if let Some(player) = self.player(&word.text) {
                    who = Some(player);
                } else if let Some(a) = self.action(&word.text) {
                    named = Some(a);
                } else if let Some(k) = self.kind(&word.text) {
                    kind = Some(k);
                } else if action == 0 {
                    let mut fitting = self.action_names.clone();
                    fitting.extend(self.players.iter().map(|p| p.name.text.clone()));
                    fitting.extend(self.kinds.iter().map(|k| k.name.clone()));
                    self.unknown("player, action or kind", &word.text, word.span, &fitting);
                    unknown = true;
                }
            }
            if named != Some(action) {
                if named.is_none() && !unknown && action == 0 {
                    self.error("R0310", words.first().map_or(*span, |w| w.span), "which action is forbidden?").help =
                        Some("write `forbid [PLAYER] ACTION [KIND] when …`".into());
                }
                continue;
            }
            let scope = Scope { forbids: true, deed: true, ..Self::action_scope() };
            let mut all = Vec::new();
            if let Some(player) = who {
                all.push(Cond::Same(Who::Me, Who::Player(player)));
            }
            if let Some(kind) = kind {
                all.push(Cond::ActorIs(1 << kind));
            }
            all.push(self.cond(when, &scope));
            let unless = unless.as_ref().map_or(Cond::Const(false), |u| self.cond(u, &scope));
            let when = if all.len() == 1 { all.remove(0) } else { Cond::And(all) };
            self.reason(&because.text);
            let clause = self.clauses.id(&because.text, *span, *assume);
            // A definition of the same name is one clause with it; the prohibition is where it is said.
            self.clauses.list[usize::from(clause.0)].span = *span;
            tests.push(Term::Forbid { clause, when, unless });
        }
        tests
    }

    fn preference(&mut self, merged: &Merged, name: &str) -> (Vec<Key>, Option<rulebook_ir::ClauseId>) {
        for Clause { assume, span, body } in &merged.clauses {
            let ClauseBody::Prefer { action, keys } = body else { continue };
            if action.text != name {
                continue;
            }
            let clause = self.clauses.id(&format!("{name}.prefer"), *span, *assume);
            let scope = Scope { here: Some(CellRef::Here), deed: true, in_action: true, ..Scope::new(View::Own) };
            let keys = keys
                .iter()
                .map(|key| match key {
                    ast::Key::Most(n) => Key::Most(self.key_number(n, &scope)),
                    ast::Key::Fewest(n) => Key::Fewest(self.key_number(n, &scope)),
                    ast::Key::Earliest(phrase) => Key::Earliest(self.victim_kinds(phrase)),
                    ast::Key::Holds(c) => Key::Holds(self.cond(c, &scope)),
                })
                .collect();
            return (keys, Some(clause));
        }
        (Vec::new(), None)
    }

    fn key_number(&mut self, expr: &ast::Expr, scope: &Scope) -> rulebook_ir::Num {
        if let ast::ExprKind::Phrase(phrase) = &expr.kind
            && phrase
                .words
                .iter()
                .any(|w| matches!(&w.kind, ast::PhraseWordKind::Name(n) if n == "victims" || n == "victim"))
        {
            self.error("R0301", phrase.span, "the victims are a set; a number is wanted here").help =
                Some("write `count victims`".into());
            return rulebook_ir::Num::Int(0);
        }
        self.num(expr, scope)
    }

    /// `fouls lose if C because N`.
    pub(crate) fn foul(&mut self, merged: &Merged) -> Option<Foul> {
        for Clause { assume, span, body } in &merged.clauses {
            if let ClauseBody::Fouls { when, because } = body {
                let when = self.cond(when, &Scope::new(View::Nobody));
                let reason = self.reason(&because.text);
                let clause = self.clauses.id(&because.text, *span, *assume);
                return Some(Foul { clause, when, reason });
            }
        }
        None
    }
}
