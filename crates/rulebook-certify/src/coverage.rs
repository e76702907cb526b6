//! Which polarities of which clauses have cases.

use std::collections::BTreeMap;

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
}

/// The column of a polarity.
fn column(polarity: Polarity) -> usize {
    Polarity::ALL.iter().position(|p| *p == polarity).unwrap_or(0)
}
