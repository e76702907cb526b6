//! Which runs are one action: equal in name, cells, victims and the piece at the end. Their routes are counted.

use std::collections::HashSet;

use rulebook_api::{Action, Forbidden};
use rulebook_ir::Cell;

use crate::legal::{Candidate, Legal};

/// A set of placements as one action: the fields of the first, and all of them in its group.
pub(crate) fn one_of_many(chosen: &[Candidate]) -> Option<Candidate> {
    let mut one = chosen.first()?.clone();
    for candidate in &chosen[1..] {
        one.deed.changes.extend(&candidate.deed.changes);
        one.deed.forbidden.extend(&candidate.deed.forbidden);
        one.action.victims.extend(&candidate.action.victims);
        one.here = candidate.here;
    }
    one.action.victims.sort_unstable();
    one.action.group = chosen.iter().filter_map(|c| Some((c.action.to?, c.action.piece?))).collect();
    Some(one)
}

/// Runs of equal identity are one action; its routes are counted.
pub(crate) fn merged(mut candidates: Vec<Candidate>) -> Vec<Legal> {
    candidates.sort_by(|a, b| a.action.key().cmp(&b.action.key()));
    let mut legal = Vec::with_capacity(candidates.len());
    let mut others = Vec::new();
    let mut rest = candidates.into_iter().peekable();
    while let Some(first) = rest.next() {
        while let Some(next) = rest.next_if(|next| next.action.same(&first.action)) {
            others.push(next);
        }
        legal.push(one_of_equals(first, &others));
        others.clear();
    }
    legal
}

/// Of runs of equal identity the first that no prohibition stops stands for all.
fn one_of_equals(first: Candidate, others: &[Candidate]) -> Legal {
    let all = || std::iter::once(&first).chain(others);
    let routes = if others.is_empty() { 1 } else { all().map(|c| &c.deed.route).collect::<HashSet<_>>().len() };
    let mut via: Vec<Vec<Cell>> = Vec::new();
    for landings in all().map(|c| &c.deed.landings) {
        if via.len() < Action::VIA_LIMIT && !landings.is_empty() && !via.contains(landings) {
            via.push(landings.clone());
        }
    }
    let allowed = others.iter().find(|c| first.is_foul() && !c.is_foul()).cloned();
    let Candidate { action, deed, here } = allowed.unwrap_or(first);
    let foul = !deed.forbidden.is_empty();
    Legal { action: Action { via, routes: routes as u64, ..action }, deed, here, foul }
}

/// What only prohibitions forbid: all their clauses, and nothing that is legal by another run.
pub(crate) fn merged_forbidden(mut candidates: Vec<Candidate>, legal: &[Legal]) -> Vec<Forbidden> {
    // Legal actions are in order.
    candidates.retain(|c| {
        let first = legal.partition_point(|l| l.action.key() < c.action.key());
        !legal[first..].iter().take_while(|l| l.action.key() == c.action.key()).any(|l| l.action.same(&c.action))
    });
    let mut clauses: Vec<(Action, Vec<u16>)> = Vec::new();
    candidates.sort_by(|a, b| a.action.key().cmp(&b.action.key()));
    for candidate in &candidates {
        let found = candidate.deed.forbidden.iter().map(|clause| clause.0);
        match clauses.last_mut() {
            Some((action, all)) if action.same(&candidate.action) => all.extend(found),
            Some(_) | None => clauses.push((candidate.action.clone(), found.collect())),
        }
    }
    let mut actions = merged(candidates).into_iter();
    clauses
        .into_iter()
        .map(|(action, mut clauses)| {
            clauses.sort_unstable();
            clauses.dedup();
            Forbidden { action: actions.next().map_or(action, |l| l.action), clauses }
        })
        .collect()
}
