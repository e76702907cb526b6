//! `some`, `every`, `no`, `at least n`, over cells, lines, groups, players and sides of an ending.

use rulebook_diagnostics::Span;
use rulebook_ir::{CellRef, Cmp, Cond, Domain, Num, Quant, Set};
use rulebook_syntax::ast::{self, Expr};

use crate::conditions::not;
use crate::context::{Scope, View};
use crate::lets::closes_roles;
use crate::symbols::World;

impl World<'_> {
    pub(crate) fn quantified(
        &mut self,
        quant: &ast::Quant,
        domain: &ast::Domain,
        body: Option<&Expr>,
        span: Span,
        scope: &Scope,
    ) -> Cond {
        let quant = self.quant(quant, scope);
        if closes_roles(domain, self.sides.as_ref()) && (body.is_some() || scope.view != View::Roles) {
            let at = match domain {
                ast::Domain::Cells { phrase, .. } => phrase.span,
                ast::Domain::Side(_) | ast::Domain::Lines { .. } | ast::Domain::Groups { .. } => span,
            };
            return self.over_sides(quant, body, at, scope);
        }
        match domain {
            ast::Domain::Side(at) => {
                if scope.view == View::Roles {
                    self.error("R0304", *at, "the sides are already told apart here");
                }
                let inner = scope.with_view(View::Own);
                let body = self.body(body, span, "every side: own cannot act", &inner);
                Cond::Quantified(quant, Domain::Players, Box::new(body))
            }
            ast::Domain::Lines { name, through, .. } => {
                let through: Vec<CellRef> = through.iter().map(|n| self.cell_ref(n, scope)).collect();
                let mut inner = scope.clone();
                let var = 1 + scope.lines.len() as u8;
                if let Some(name) = name {
                    inner.lines.push((name.text.clone(), var));
                }
                let body = self.body(body, span, "at least 2 lines k through p: … on k", &inner);
                Cond::Quantified(quant, Domain::Lines(through, var), Box::new(body))
            }
            ast::Domain::Groups { name, of, along, .. } => {
                let set = self.phrase_set(of, scope);
                let dirs = match along {
                    Some(along) => self.dirs(along),
                    None => self.all_dirs(),
                };
                let mut inner = scope.clone();
                let var = scope.groups.len() as u8;
                if let Some(name) = name {
                    inner.groups.push((name.text.clone(), var));
                }
                match body {
                    Some(body) => {
                        let body = self.cond(body, &inner);
                        Cond::Quantified(quant, Domain::Groups(set, dirs, var), Box::new(body))
                    }
                    None => counted(quant, Num::CountGroups(set, dirs)),
                }
            }
            ast::Domain::Cells { phrase, name } => {
                let set = self.phrase_set(phrase, scope);
                match (body, name) {
                    (Some(body), name) => {
                        let mut inner = scope.clone();
                        let var = scope.next_cell;
                        inner.next_cell = var.saturating_add(1);
                        if var > 200 {
                            self.error("R0310", span, "too many cells are bound inside each other");
                        }
                        if let Some(name) = name {
                            inner.cells.push((name.text.clone(), CellRef::Var(var)));
                        }
                        let body = self.cond(body, &inner);
                        Cond::Quantified(quant, Domain::Cells(set, var), Box::new(body))
                    }
                    (None, Some(name)) => {
                        self.error("R0208", name.span, format!("nothing is said of `{}`", name.text)).help =
                            Some(format!("write `… as {}: CONDITION`, or take out `as {}`", name.text, name.text));
                        Cond::Const(false)
                    }
                    (None, None) => exists(quant, set),
                }
            }
        }
    }

    /// `some strong: C`: for at least one choice of who is strong.
    fn over_sides(&mut self, quant: Quant, body: Option<&Expr>, span: Span, scope: &Scope) -> Cond {
        if self.players.len() != 2 {
            self.error("R0304", span, "sides are told apart only between two players");
            return Cond::Const(false);
        }
        if scope.view == View::Roles {
            self.error("R0304", span, "it is already said who is strong here").help =
                Some("a role cannot change its meaning: take one of the two out".into());
            return Cond::Const(false);
        }
        let inner = scope.with_view(View::Roles);
        let body = self.body(body, span, "some strong: strong has 2 stones", &inner);
        Cond::Quantified(quant, Domain::Players, Box::new(body))
    }

    fn body(&mut self, body: Option<&Expr>, span: Span, example: &str, scope: &Scope) -> Cond {
        if let Some(body) = body {
            self.cond(body, scope)
        } else {
            self.error("R0208", span, "what holds for them?").help =
                Some(format!("a colon and a condition follow, as in `{example}`"));
            Cond::Const(false)
        }
    }

    fn quant(&mut self, quant: &ast::Quant, scope: &Scope) -> Quant {
        match quant {
            ast::Quant::Some => Quant::Some,
            ast::Quant::Every => Quant::Every,
            ast::Quant::No => Quant::No,
            ast::Quant::AtLeast(n) => Quant::AtLeast(self.num(n, scope)),
            ast::Quant::AtMost(n) => Quant::AtMost(self.num(n, scope)),
            ast::Quant::Exactly(n) => Quant::Exactly(self.num(n, scope)),
        }
    }

    pub(crate) fn all_dirs(&self) -> rulebook_ir::Dirs {
        let all = (0..self.board.directions.len() as u8).collect();
        rulebook_ir::Dirs { per_player: vec![all; self.players.len().max(1)], anywhere: false }
    }
}

fn exists(quant: Quant, set: Set) -> Cond {
    match quant {
        Quant::Some => Cond::Exists(set),
        Quant::No => not(Cond::Exists(set)),
        other => counted(other, Num::Count(set)),
    }
}

fn counted(quant: Quant, count: Num) -> Cond {
    match quant {
        Quant::Some => Cond::Compare(count, Cmp::AtLeast, Num::Int(1)),
        Quant::No => Cond::Compare(count, Cmp::Equal, Num::Int(0)),
        Quant::Every => Cond::Const(true),
        Quant::AtLeast(n) => Cond::Compare(count, Cmp::AtLeast, n),
        Quant::AtMost(n) => Cond::Compare(count, Cmp::AtMost, n),
        Quant::Exactly(n) => Cond::Compare(count, Cmp::Equal, n),
    }
}
