//! Which polarities of which clauses have cases, and which have to.

use std::collections::BTreeMap;

use rulebook_ir::{ClauseId, Rules, Step, Term, visit::Visitor};

use crate::case::{Case, CaseStatus, Polarity};

/// Numbers of cases by clause and polarity.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Coverage {
    rows: BTreeMap<String, [u32; 4]>,
}

impl Coverage {
    /// Counts a case for each of its clauses; withdrawn ones do not count.
    pub fn add(&mut self, case: &Case) {
        if case.status == CaseStatus::Withdrawn {
            return;
        }
        for clause in &case.clauses {
            let row = self.rows.entry(clause.clone()).or_default();
            row[column(case.polarity)] += 1;
        }
    }

    /// Clauses in alphabetical order with the numbers of their cases.
    pub fn rows(&self) -> impl Iterator<Item = (&str, [u32; 4])> {
        self.rows.iter().map(|(clause, row)| (clause.as_str(), *row))
    }

    /// How many cases of that polarity a clause has.
    pub fn count(&self, clause: &str, polarity: Polarity) -> u32 {
        self.rows.get(clause).map_or(0, |row| row[column(polarity)])
    }

    /// Clauses of a game without a case of a polarity that they can have, or without any case: id and what is missing.
    pub fn gaps(&self, rules: &Rules) -> Vec<(String, String)> {
        let mut gaps = Vec::new();
        for (index, clause) in rules.clauses.iter().enumerate() {
            let wanted = polarities(rules, ClauseId(index as u16));
            let missing: Vec<&str> =
                wanted.iter().filter(|p| self.count(&clause.id, **p) == 0).map(|p| p.word()).collect();
            if !missing.is_empty() {
                gaps.push((clause.id.clone(), format!("no case that {}", missing.join(", none that "))));
            } else if Polarity::ALL.iter().all(|p| self.count(&clause.id, *p) == 0) {
                gaps.push((clause.id.clone(), String::from("no case")));
            }
        }
        gaps
    }
}

/// The polarities that a clause can have, where the kind of the clause says it. A result ends games or leaves them going on;
/// what may be played or set up is accepted or rejected. Everything else is seen only through these.
pub fn polarities(rules: &Rules, clause: ClauseId) -> &'static [Polarity] {
    let stops = rules.turns.iter().flat_map(|t| &t.steps).filter_map(|step| match step {
        Step::Stop(result) => Some(result),
        Step::Act { .. } => None,
    });
    if rules.results.iter().chain(stops).any(|r| r.clause == clause) {
        return &[Polarity::Ends, Polarity::Continues];
    }
    let mut bans = Bans { clause, found: false };
    rules.actions.iter().for_each(|a| bans.term(&a.term));
    let acts = |a: &rulebook_ir::ActionRule| {
        a.clauses.iter().any(|c| c.1 == clause) || a.chain == Some(clause) || a.prefer_clause == Some(clause)
    };
    if bans.found || rules.actions.iter().any(acts) || rules.refusals.iter().any(|r| r.clause == clause) {
        return &[Polarity::Accepts, Polarity::Rejects];
    }
    &[]
}

/// Looks for a prohibition of that clause.
struct Bans {
    clause: ClauseId,
    found: bool,
}

impl Visitor for Bans {
    fn term(&mut self, term: &Term) {
        if let Term::Forbid { clause, .. } = term {
            self.found |= *clause == self.clause;
        }
        rulebook_ir::visit::walk_term(self, term);
    }
}

/// The column of a polarity.
fn column(polarity: Polarity) -> usize {
    Polarity::ALL.iter().position(|p| *p == polarity).unwrap_or(0)
}
