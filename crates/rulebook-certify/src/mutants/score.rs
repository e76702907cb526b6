//! Runs a suite against mutants: which are noticed, by which case, and which survive.

use std::{collections::BTreeMap, sync::Arc};

use rulebook_ir::Rules;

use super::{count, mutant};
use crate::{Case, Polarity, cores::on_all_cores};

/// A mutant and the first case that notices it.
#[derive(Clone, Debug)]
pub struct Verdict {
    /// Its number; those of parameters come after those of the core.
    pub number: usize,
    /// The clause that it changes, by id; the game's name for the game as a whole.
    pub clause: String,
    /// What was changed.
    pub what: String,
    /// The id of a case that notices it; `None`: it survives.
    pub killed_by: Option<String>,
}

impl Verdict {
    /// `brazilian.five.limit: 10 → 11`, the same as long as the clause is.
    pub fn name(&self) -> String {
        format!("{}: {}", self.clause, self.what)
    }
}

/// Cases of one game that are played under the same parameters, and the rules under these.
#[derive(Debug)]
pub struct Group<'a> {
    /// The rules.
    pub rules: &'a Rules,
    /// The cases, in the order in which they are tried.
    pub cases: Vec<&'a Case>,
}

/// A wrong turn that is made before the core: a parameter with another value.
#[derive(Debug)]
pub struct Extra {
    /// The clause of the parameter, by id.
    pub clause: String,
    /// What was changed.
    pub what: String,
    /// The changed rules for each group; `None` where the group says the parameter's value itself.
    pub rules: Vec<Option<Arc<Rules>>>,
}

/// Does a case notice changed rules?
pub type Notices<'a> = dyn Fn(&Case, &Arc<Rules>) -> bool + Sync + 'a;

/// Judges all mutants of the first group's rules, on all cores. The cases of other groups see the same mutant of their own
/// rules. `hints` says which case is likely to notice a mutant, by name: it is tried first.
///
/// # Errors
/// If no thread could be started.
pub fn judge(
    groups: &[Group<'_>],
    extras: &[Extra],
    hints: &BTreeMap<String, String>,
    notices: &Notices<'_>,
    progress: &(dyn Fn() + Sync),
) -> std::io::Result<Vec<Verdict>> {
    let Some(first) = groups.first() else { return Ok(Vec::new()) };
    let places = count(first.rules);
    let verdicts = on_all_cores(places + extras.len(), &|number| {
        let verdict = match number.checked_sub(places) {
            None => of_core(groups, number, hints, notices),
            Some(extra) => Some(of_extra(groups, number, &extras[extra], hints, notices)),
        };
        progress();
        verdict
    })?;
    Ok(verdicts.into_iter().flatten().collect())
}

/// One mutant of the core; `None` if the change provably changes nothing.
fn of_core(
    groups: &[Group<'_>],
    number: usize,
    hints: &BTreeMap<String, String>,
    notices: &Notices<'_>,
) -> Option<Verdict> {
    let mutant = mutant(groups.first()?.rules, number)?;
    let clause = mutant.clause.map_or_else(|| mutant.rules.name.clone(), |c| mutant.rules.clause_id(c).to_owned());
    let mut verdict = Verdict { number, clause, what: mutant.what.clone(), killed_by: None };
    let mut twins: Vec<Option<Option<Arc<Rules>>>> = vec![None; groups.len()];
    twins[0] = Some(Some(Arc::clone(&mutant.rules)));
    let mut rules = |group: usize| {
        let made = twins[group].get_or_insert_with(|| {
            // Under other parameters the same place may be another number; then these cases say nothing of it.
            let twin = super::mutant(groups[group].rules, number)?;
            (twin.clause == mutant.clause && twin.what == mutant.what).then_some(twin.rules)
        });
        made.clone()
    };
    verdict.killed_by = killer(groups, &verdict.name(), hints, notices, &mut rules);
    Some(verdict)
}

/// One parameter with another value.
fn of_extra(
    groups: &[Group<'_>],
    number: usize,
    extra: &Extra,
    hints: &BTreeMap<String, String>,
    notices: &Notices<'_>,
) -> Verdict {
    let mut verdict = Verdict { number, clause: extra.clause.clone(), what: extra.what.clone(), killed_by: None };
    let mut rules = |group: usize| extra.rules[group].clone();
    verdict.killed_by = killer(groups, &verdict.name(), hints, notices, &mut rules);
    verdict
}

/// The first case that notices: the one hinted at, then all in order.
fn killer(
    groups: &[Group<'_>],
    name: &str,
    hints: &BTreeMap<String, String>,
    notices: &Notices<'_>,
    rules: &mut dyn FnMut(usize) -> Option<Arc<Rules>>,
) -> Option<String> {
    if let Some(hint) = hints.get(name) {
        let place = groups.iter().enumerate().find_map(|(i, g)| Some((i, g.cases.iter().find(|c| c.id == *hint)?)));
        if let Some((group, case)) = place
            && let Some(rules) = rules(group)
            && notices(case, &rules)
        {
            return Some(hint.clone());
        }
    }
    (0..groups.len()).find_map(|group| {
        let rules = rules(group)?;
        groups[group].cases.iter().find(|c| notices(c, &rules)).map(|c| c.id.clone())
    })
}

/// A case and a mutant of its clauses that it notices.
#[derive(Clone, Debug)]
pub struct Killer {
    /// The case's id.
    pub case: String,
    /// The name of the mutant; `None`: no wrong turn of its clauses is noticed.
    pub mutant: Option<String>,
}

/// For each case a mutant of its clauses that it notices. A claim about a clause (`five.no-restart`) has no content of its
/// own: the mutants of the clause that it speaks of stand for it.
///
/// # Errors
/// If no thread could be started.
pub fn killers(
    groups: &[Group<'_>],
    extras: &[Extra],
    hints: &BTreeMap<String, String>,
    notices: &Notices<'_>,
) -> std::io::Result<Vec<Killer>> {
    let work: Vec<(usize, &Case)> =
        groups.iter().enumerate().flat_map(|(i, g)| g.cases.iter().map(move |c| (i, *c))).collect();
    let mut mutants: Vec<Vec<Change>> = Vec::new();
    for (index, group) in groups.iter().enumerate() {
        mutants.push(changes(group.rules, index, extras)?);
    }
    let mut found = on_all_cores(work.len(), &|index| {
        let (group, case) = work[index];
        let about = spoken_of(groups[group].rules, case);
        let mine = |m: &&Change| about.contains(&m.clause);
        let hinted = hints.get(&case.id);
        let all = || mutants[group].iter().filter(mine);
        let fitting = || all().filter(|m| fits(case.polarity, &m.what));
        // The mutant of last time, if it fits; else one that fits; else any.
        let first = fitting().filter(|m| Some(&m.name) == hinted);
        let mut all = first.chain(fitting()).chain(all());
        let mutant = all.find(|m| notices(case, &m.rules)).map(|m| m.name.clone());
        Killer { case: case.id.clone(), mutant }
    })?;
    found.sort_by(|a, b| a.case.cmp(&b.case));
    Ok(found)
}

/// Is it the sort of wrong turn that such a case is made for? One that rejects or ends is there to notice that its clause is
/// gone; one that accepts or goes on, that its clause says too much.
fn fits(polarity: Polarity, what: &str) -> bool {
    let gone = ["dropped", "never holds", "negated"].iter().any(|w| what.contains(w));
    let lower = what.split_once(" → ").and_then(|(from, to)| {
        let to = to.split(' ').next()?;
        Some(to.parse::<u32>().ok()? < from.parse::<u32>().ok()?)
    });
    match polarity {
        Polarity::Rejects | Polarity::Ends => gone,
        Polarity::Accepts | Polarity::Continues => gone || lower == Some(true) || what.contains("whatever"),
    }
}

/// Changed rules with the clause and the name of the change.
struct Change {
    clause: String,
    what: String,
    name: String,
    rules: Arc<Rules>,
}

/// All mutants of a group's rules.
fn changes(rules: &Rules, group: usize, extras: &[Extra]) -> std::io::Result<Vec<Change>> {
    let core = on_all_cores(count(rules), &|number| {
        let mutant = mutant(rules, number)?;
        let clause = mutant.clause.map_or_else(|| rules.name.clone(), |c| rules.clause_id(c).to_owned());
        Some(Change { name: format!("{clause}: {}", mutant.what), clause, what: mutant.what, rules: mutant.rules })
    })?;
    let params = extras.iter().filter_map(|extra| {
        let rules = extra.rules[group].clone()?;
        let (clause, what) = (extra.clause.clone(), extra.what.clone());
        Some(Change { name: format!("{clause}: {what}"), clause, what, rules })
    });
    Ok(core.into_iter().flatten().chain(params).collect())
}

/// The clauses of a case, and those that they speak of.
fn spoken_of(rules: &Rules, case: &Case) -> Vec<String> {
    let mut all = case.clauses.clone();
    let mut at = 0;
    while at < all.len() {
        let clause = rules.clauses.iter().find(|c| c.id == all[at] || c.formerly.as_ref() == Some(&all[at]));
        if let Some(about) = clause.and_then(|c| c.about) {
            let id = rules.clause_id(about).to_owned();
            if !all.contains(&id) {
                all.push(id);
            }
        }
        at += 1;
    }
    all
}
