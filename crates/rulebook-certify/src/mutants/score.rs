//! Runs a suite against mutants: which are noticed, by which case, and which survive.

use std::sync::Arc;

use rulebook_ir::Rules;

use super::{count, mutant};
use crate::Case;

/// A mutant and the first case that notices it.
#[derive(Clone, Debug)]
pub struct Verdict {
    /// Its number.
    pub number: usize,
    /// The clause that it changes, by id; empty for the game as a whole.
    pub clause: String,
    /// What was changed.
    pub what: String,
    /// The id of a case that notices it; `None`: it survives.
    pub killed_by: Option<String>,
}

/// Cases of one game that are played under the same parameters, and the rules under these.
#[derive(Debug)]
pub struct Group<'a> {
    /// The rules.
    pub rules: &'a Rules,
    /// The cases.
    pub cases: Vec<&'a Case>,
}

/// Does a case notice changed rules?
pub type Notices<'a> = dyn Fn(&Case, &Arc<Rules>) -> bool + Sync + 'a;

/// Judges the mutants of the first group's rules whose number leaves this rest when divided by `of`; so several
/// threads can share the work. The cases of other groups see the same mutant of their own rules.
pub fn judge(groups: &[Group<'_>], part: usize, of: usize, notices: &Notices<'_>, progress: &dyn Fn()) -> Vec<Verdict> {
    let Some((first, others)) = groups.split_first() else { return Vec::new() };
    let mut verdicts = Vec::new();
    for mutant in (part..count(first.rules)).step_by(of).filter_map(|number| mutant(first.rules, number)) {
        let killer = |group: &Group<'_>, rules: &Arc<Rules>| {
            group.cases.iter().find(|c| notices(c, rules)).map(|c| c.id.clone())
        };
        let killed_by = killer(first, &mutant.rules).or_else(|| {
            others.iter().find_map(|group| {
                // Under other parameters the same place may be another number; then these cases say nothing of it.
                let twin = super::mutant(group.rules, mutant.number)?;
                let same = twin.clause == mutant.clause && twin.what == mutant.what;
                same.then(|| killer(group, &twin.rules)).flatten()
            })
        });
        let clause = mutant.clause.map_or(String::new(), |c| mutant.rules.clause_id(c).to_owned());
        verdicts.push(Verdict { number: mutant.number, clause, what: mutant.what, killed_by });
        progress();
    }
    verdicts
}
