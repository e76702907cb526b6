//! Prohibitions of placements on lines: which rules have that shape, and the tables that answer them.
//!
//! An action that puts one piece on an empty cell, and is then forbidden by what the lines through that piece have, is read
//! as *facts* (so many lines, or sets of cells, match a pattern laid through the piece) and a formula over them for each
//! prohibition. A fact may suppose a second piece on a line and ask the same of it: then the line says where, and the rest
//! is asked there. What has another shape is refused with its clause.
//!
//! | module | what it decides |
//! |---|---|
//! | [`template`] | in which ways a pattern lies over a placed piece |
//! | [`read`] | which facts prohibitions ask for |
//! | [`formula`] | how facts and readings combine |
//! | [`tables`] | what each window of a line adds to the facts |
//! | [`geometry`] | on which lines a cell is |
//! | [`lowered`] | the engine of a game whose turns are one such placement |
//! | [`items`] | the constants and formulas of the runtime's loops |

mod formula;
mod geometry;
mod items;
mod lowered;
mod read;
mod tables;
mod template;

use rulebook_ir::{ActionRule, CellRef, ClauseId, Cond, Rules, Set, Term, visit};

use self::{
    formula::{Formula, and, gate, not},
    geometry::Geometry,
    read::{Fact, Reader},
    tables::Tables,
};
use crate::Refusal;

/// How the prohibitions of an action are answered by tables of lines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// The action.
    pub action: u8,
    /// Whom it restricts.
    pub players: Vec<u8>,
    /// Its prohibitions, in the order in which they are asked: when it is one.
    forbids: Vec<(ClauseId, Formula)>,
    /// What is asked of a supposed piece, by fact.
    rests: Vec<Option<Formula>>,
    /// The numbers to be reached, by fact.
    least: Vec<u32>,
    tables: Tables,
    geometry: Geometry,
    /// A sum with none of these bits makes no prohibition hold.
    gate: u32,
}

impl Plan {
    /// The plan of the only action that has prohibitions; none if no action has any.
    ///
    /// # Errors
    /// If they have another shape.
    pub fn of(rules: &Rules) -> Result<Option<Self>, Refusal> {
        let with = |(_, a): &(usize, &ActionRule)| forbids(&a.term);
        let mut actions = rules.actions.iter().enumerate().filter(with);
        let Some((index, action)) = actions.next() else { return Ok(None) };
        let Some(&(_, said)) = action.clauses.first() else { return Ok(None) };
        let refuse = |clause, what: &str| Err(Refusal::clause(rules, clause, what));
        if actions.next().is_some() {
            return refuse(said, "prohibitions of several actions");
        }
        if rules.players.len() != 2 {
            return refuse(said, "prohibitions among more than two players");
        }
        for other in &rules.actions {
            if let Some(&(_, clause)) = other.clauses.first()
                && !only_places(&other.term)
            {
                return refuse(clause, "prohibitions of placements where pieces also move or leave");
            }
        }
        let Some(asked) = placement(&action.term) else {
            return refuse(said, "prohibitions of another action than the placement of one piece on an empty cell");
        };
        if asked.len() > 8 {
            return refuse(said, "more than eight prohibitions of one action");
        }
        let mut views = Vec::new();
        for player in 0..2 {
            let mut reader = Reader::new(rules, player, said);
            let mut forbids = Vec::new();
            for &(clause, when, unless) in &asked {
                let reader = reader.of_clause(clause);
                let known = reader.facts.len();
                let when = reader.formula(when, &[1, 0])?;
                let holds = if when == Formula::Const(false) {
                    reader.facts.truncate(known);
                    when
                } else {
                    and(vec![when, not(reader.formula(unless, &[1, 0])?)])
                };
                forbids.push((clause, holds));
            }
            if forbids.iter().any(|f| f.1 != Formula::Const(false)) {
                views.push((player, forbids, reader.facts));
            }
        }
        let players: Vec<u8> = views.iter().map(|v| v.0).collect();
        let Some((_, forbids, mut facts)) = views.pop() else { return Ok(None) };
        let understood = |what| Refusal::clause(rules, said, what);
        let geometry = Geometry::of(&rules.board).map_err(understood)?;
        let axes = geometry.places.first().map_or(0, Vec::len);
        let tables = tables::tables(&mut facts, axes).map_err(understood)?;
        for (_, other, mut others) in views {
            if other != forbids || !same(&others, &facts) || tables::tables(&mut others, axes) != Ok(tables.clone()) {
                return refuse(said, "prohibitions that differ from player to player");
            }
        }
        if geometry.alone && !tables.nothing_alone {
            return refuse(
                said,
                "a pattern that matches a piece alone, on a board whose cells have not all the same axes",
            );
        }
        if tables::BITS * (geometry.longest + 2 * tables.reach) > 128 || rules.board.len() > 1024 {
            return refuse(said, "a board too large for tables of lines");
        }
        if axes > 16 {
            return refuse(said, "a board with too many axes");
        }
        let holds: Vec<&Formula> = forbids.iter().map(|f| &f.1).collect();
        let gate = gate(&holds, &tables.fields);
        Ok(Some(Self {
            action: index as u8,
            players,
            forbids,
            rests: facts.iter().map(|f| f.rest.clone()).collect(),
            least: facts.iter().map(|f| f.least).collect(),
            tables,
            geometry,
            gate,
        }))
    }
}

/// Do they ask for the same? (Their tables are compared besides.)
fn same(one: &[Fact<'_>], other: &[Fact<'_>]) -> bool {
    let asked = |facts: &[Fact<'_>]| -> Vec<_> { facts.iter().map(|f| (f.least, f.counts, f.rest.clone())).collect() };
    asked(one) == asked(other)
}

/// Has the program a prohibition?
fn forbids(term: &Term) -> bool {
    struct Seen(bool);
    impl visit::Visitor for Seen {
        fn term(&mut self, term: &Term) {
            self.0 |= matches!(term, Term::Forbid { .. });
            visit::walk_term(self, term);
        }
    }
    let mut seen = Seen(false);
    visit::Visitor::term(&mut seen, term);
    seen.0
}

/// Does the program put pieces at most, so that none ever moves or leaves?
fn only_places(term: &Term) -> bool {
    match term {
        Term::Seq(parts) | Term::Choice(parts) => parts.iter().all(only_places),
        Term::Priority(a, b) => only_places(a) && only_places(b),
        Term::When(_, then) => only_places(then),
        Term::Nothing | Term::Test(..) | Term::Forbid { .. } | Term::Pick(..) | Term::Put { .. } | Term::Pass => true,
        Term::Loop(_)
        | Term::Again
        | Term::Legs { .. }
        | Term::Land(_)
        | Term::Strike(_)
        | Term::Shift(..)
        | Term::Off { .. }
        | Term::Become(..)
        | Term::Mark(..)
        | Term::TakeMarked(_)
        | Term::Fan { .. } => false,
    }
}

/// The prohibitions of a program that picks an empty cell, puts a piece there, and is then forbidden or not.
fn placement(term: &Term) -> Option<Vec<(ClauseId, &Cond, &Cond)>> {
    let Term::Seq(parts) = term else { return None };
    let [Term::Pick(0, Set::Empty), Term::Pick(1, Set::One(CellRef::Var(0))), Term::Put { at: 1, .. }, asked @ ..] =
        parts.as_slice()
    else {
        return None;
    };
    asked
        .iter()
        .map(|part| match part {
            Term::Forbid { clause, when, unless } => Some((*clause, when, unless)),
            _ => None,
        })
        .collect()
}
