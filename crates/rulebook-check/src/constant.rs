//! Numbers and conditions that are known without a position.

use rulebook_ir::{Cmp, Cond, Num};
use rulebook_syntax::ast::{Expr, Range};

use crate::context::Scope;
use crate::symbols::World;

impl World<'_> {
    /// A number that has to be known when the game is built.
    pub(crate) fn constant(&mut self, expr: &Expr, scope: &Scope) -> i64 {
        let num = self.num(expr, scope);
        if let Some(n) = number(&num) {
            return n;
        }
        self.error("R0301", expr.span, "this number has to be known when the game is built").help =
            Some("write a number or a parameter".into());
        0
    }

    pub(crate) fn constant_range(&mut self, range: &Range, scope: &Scope) -> (i64, i64) {
        let from = self.constant(&range.from, scope);
        let to = range.to.as_ref().map_or(from, |to| self.constant(to, scope));
        if to < from {
            self.error("R0310", range.span, format!("nothing lies between {from} and {to}"));
        }
        (from, to)
    }

    /// A column by letter or number, from 1.
    pub(crate) fn column(&mut self, expr: &Expr, scope: &Scope) -> i64 {
        if let rulebook_syntax::ast::ExprKind::Phrase(phrase) = &expr.kind
            && let Some(name) = crate::conditions::single(phrase)
            && self.param(name).is_none()
            && let Some(column) = crate::geometry::column_of(name)
        {
            return i64::from(column) + 1;
        }
        self.constant(expr, scope)
    }
}

/// The value of a number that does not depend on the position.
pub(crate) fn number(num: &Num) -> Option<i64> {
    match num {
        Num::Int(n) => Some(*n),
        Num::Add(a, b) => number(a)?.checked_add(number(b)?),
        Num::Sub(a, b) => number(a)?.checked_sub(number(b)?),
        Num::Mul(a, b) => number(a)?.checked_mul(number(b)?),
        Num::Count(_)
        | Num::Stock(..)
        | Num::Victims(_)
        | Num::CountLaid { .. }
        | Num::CountGroups(..)
        | Num::Clock(..)
        | Num::Turns
        | Num::TurnsOf(_)
        | Num::Actions
        | Num::Call(_) => None,
    }
}

/// The truth of a condition that does not depend on the position.
pub(crate) fn condition(cond: &Cond) -> Option<bool> {
    match cond {
        Cond::Const(b) => Some(*b),
        Cond::Not(c) => condition(c).map(|b| !b),
        Cond::Named(_, c) => condition(c),
        Cond::And(all) => {
            let known: Vec<_> = all.iter().map(condition).collect();
            if known.contains(&Some(false)) {
                return Some(false);
            }
            known.iter().all(|k| *k == Some(true)).then_some(true)
        }
        Cond::Or(all) => {
            let known: Vec<_> = all.iter().map(condition).collect();
            if known.contains(&Some(true)) {
                return Some(true);
            }
            known.iter().all(|k| *k == Some(false)).then_some(false)
        }
        Cond::Compare(a, op, b) => {
            let (a, b) = (number(a)?, number(b)?);
            Some(match op {
                Cmp::Equal => a == b,
                Cmp::Less => a < b,
                Cmp::AtMost => a <= b,
                Cmp::Greater => a > b,
                Cmp::AtLeast => a >= b,
            })
        }
        Cond::Exists(_)
        | Cond::In(..)
        | Cond::Quantified(..)
        | Cond::For(..)
        | Cond::Supposing { .. }
        | Cond::Call { .. }
        | Cond::Laid(_)
        | Cond::Walks(..)
        | Cond::Can(..)
        | Cond::Occurs(_)
        | Cond::Reaches(..)
        | Cond::Reading { .. }
        | Cond::Same(..)
        | Cond::ActorIs(_)
        | Cond::LastVictimIs(_) => None,
    }
}
