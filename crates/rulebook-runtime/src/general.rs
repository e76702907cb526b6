//! Decisions by visiting the runs of the actions one after the other: what every lowering replaces with something faster.

use alloc::vec::Vec;

use rulebook_api::{Action as Listed, Forbidden};

use crate::{
    action::{Action, Deed, SetOf, cell},
    rules::{Held, Rules, Step},
    run::Run,
    set::{Bit, NOWHERE, Set as _},
    state::State,
};

/// Legal actions in canonical order.
pub fn legal<G: Rules>(s: &State<G>, out: &mut Vec<Action<G>>) {
    let s = State { fouls: G::fouls(s), forbidden: false, ..*s };
    out.clear();
    for names in s.alternatives() {
        for &name in *names {
            let begin = out.len();
            let mut best: Option<[i64; 4]> = None;
            choices(&s, name, &mut |run| {
                let worth = G::worth(&s, run, name);
                if best.is_none_or(|b| worth > b) {
                    out.truncate(begin);
                    best = Some(worth);
                }
                if best == Some(worth) {
                    out.push(run.action());
                }
                false
            });
        }
        if !out.is_empty() {
            break;
        }
    }
    out.sort_unstable();
    out.dedup();
}

/// How many placements are one decision here; 0 if each is.
fn together<G: Rules>(s: &State<G>) -> u16 {
    match s.steps().get(usize::from(s.step)) {
        Some(Step::Act { together, .. }) => *together,
        Some(Step::Stop(_)) | None => 0,
    }
}

/// Visits the sets of so many placements, each with all of them done and in ascending order, until the visitor returns true;
/// did it? A set is shown as the run of its last placement, whose victims are the cells of all.
fn groups<G: Rules>(start: &Run<'_, G>, many: u16, visit: &mut dyn FnMut(&Run<'_, G>) -> bool) -> bool {
    let (cells, broken) = (start.victims, start.broken);
    let above = cells.cells().last();
    G::runs(&Run { victims: SetOf::<G>::NONE, ..Run::new(&start.state, start.deed.name) }, &mut |run| {
        if above.is_some_and(|last| run.at <= last) {
            return false;
        }
        let first = if start.origin == NOWHERE { run.origin } else { start.origin };
        let one = Run { victims: cells | SetOf::<G>::one(run.at), broken: broken | run.broken, origin: first, ..*run };
        if many > 1 { groups(&one, many - 1, visit) } else { one.finishes() && visit(&Run { at: first, ..one }) }
    })
}

/// Visits what may be chosen by that name: runs, or sets of them that are one decision.
fn choices<G: Rules>(s: &State<G>, name: u8, visit: &mut dyn FnMut(&Run<'_, G>) -> bool) -> bool {
    match together(s) {
        0 => G::runs(&Run::new(s, name), &mut |run| run.finishes() && visit(run)),
        many => groups(&Run::new(s, name), many, visit),
    }
}

/// Is there a legal action (of that name)? A preference never leaves out all runs of an action and a priority never all
/// alternatives, so that one run of any action is enough.
pub fn has_legal<G: Rules>(s: &State<G>, name: Option<u8>) -> bool {
    let any = |name: u8| choices(s, name, &mut |_| true);
    let Some(wanted) = name else {
        return s.alternatives().iter().rev().any(|names| names.iter().any(|name| any(*name)));
    };
    for names in s.alternatives() {
        if names.contains(&wanted) && any(wanted) {
            return true;
        }
        if names.iter().any(|name| any(*name)) {
            return false;
        }
    }
    false
}

/// Does an action: of its runs the first that no prohibition stops, else the first.
pub fn act<G: Rules>(s: &mut State<G>, action: &Action<G>) -> Option<Deed> {
    if together(s) > 0 {
        return place_group(s, action);
    }
    let before = *s;
    let mut done: Option<(G::Board, Bit, Deed)> = None;
    // Only runs from the action's own cell need be looked at.
    let origin = if action.from == NOWHERE { action.to } else { action.from };
    let start = Run { wanted: SetOf::<G>::one(origin), ..Run::new(&before, action.name) };
    let start = if origin == NOWHERE { Run::new(&before, action.name) } else { start };
    G::runs(&start, &mut |run| {
        if run.action() != *action || !run.finishes() {
            return false;
        }
        if done.is_none() || run.broken == 0 {
            done = Some((run.state.board, run.state.here, Deed { foul: run.broken != 0, ..run.deed }));
        }
        run.broken == 0
    });
    let (board, here, deed) = done?;
    (s.board, s.here) = (board, here);
    Some(deed)
}

/// Makes the placements of one decision.
fn place_group<G: Rules>(s: &mut State<G>, action: &Action<G>) -> Option<Deed> {
    let mut done: Option<Deed> = None;
    for cell in action.victims.cells() {
        let start = Run { wanted: SetOf::<G>::one(cell), ..Run::new(s, action.name) };
        let mut placed: Option<(G::Board, Deed)> = None;
        G::runs(&start, &mut |run| {
            placed = Some((run.state.board, Deed { foul: run.broken != 0, ..run.deed }));
            run.broken == 0
        });
        let (board, deed) = placed?;
        (s.board, s.here) = (board, cell);
        done = Some(match done {
            None => deed,
            Some(first) => Deed { foul: first.foul | deed.foul, came: first.came + deed.came, ..first },
        });
    }
    done
}

/// A run that may be chosen, as callers want to know it.
struct Found<G: Rules> {
    action: Action<G>,
    worth: [i64; 4],
    route: u64,
    landings: Vec<u16>,
    broken: u32,
}

/// Legal actions with all their routes, and what only prohibitions forbid.
pub fn listed<G: Rules>(s: &State<G>) -> (Vec<Listed>, Vec<Forbidden>) {
    let s = State { fouls: G::fouls(s), forbidden: true, ..*s };
    let (mut legal, mut forbidden): (Vec<Found<G>>, Vec<Found<G>>) = (Vec::new(), Vec::new());
    for names in s.alternatives() {
        for &name in *names {
            let (mut allowed, mut stopped): (Vec<Found<G>>, Vec<Found<G>>) = (Vec::new(), Vec::new());
            choices(&s, name, &mut |run| {
                let found = found(&s, run, name);
                let list = if s.fouls || run.broken == 0 { &mut allowed } else { &mut stopped };
                list.push(found);
                false
            });
            let best = allowed.iter().map(|f| f.worth).max();
            allowed.retain(|f| Some(f.worth) == best);
            stopped.retain(|f| best.is_none_or(|b| f.worth >= b));
            legal.append(&mut allowed);
            forbidden.append(&mut stopped);
        }
        if !legal.is_empty() {
            break;
        }
    }
    let merged = merge(legal);
    forbidden.retain(|f| merged.iter().all(|(action, ..)| *action != f.action));
    let clauses = |broken: u32| {
        let mut clauses: Vec<u16> =
            G::NAMES.prohibitions.iter().enumerate().filter(|(i, _)| broken >> i & 1 == 1).map(|(_, c)| *c).collect();
        clauses.sort_unstable();
        clauses.dedup();
        clauses
    };
    let forbidden = merge(forbidden)
        .into_iter()
        .map(|(_, action, broken)| Forbidden { action, clauses: clauses(broken) })
        .collect();
    (merged.into_iter().map(|(_, action, _)| action).collect(), forbidden)
}

fn found<G: Rules>(s: &State<G>, run: &Run<'_, G>, name: u8) -> Found<G> {
    let mut landings = Vec::new();
    let mut next = run.landings;
    // A set of placements has no routes.
    if together(s) > 0 {
        next = None;
    }
    while let Some(landing) = next {
        landings.extend(cell::<G>(landing.cell));
        next = landing.before;
    }
    landings.reverse();
    Found { action: run.action(), worth: G::worth(s, run, name), route: run.route, landings, broken: run.broken }
}

/// Runs of equal identity are one action; its routes are counted.
fn merge<G: Rules>(mut found: Vec<Found<G>>) -> Vec<(Action<G>, Listed, u32)> {
    found.sort_by_key(|found| found.action);
    let mut merged: Vec<(Action<G>, Listed, u32)> = Vec::new();
    for group in found.chunk_by(|a, b| a.action == b.action) {
        let action = group[0].action;
        let mut routes: Vec<u64> = group.iter().map(|f| f.route).collect();
        routes.sort_unstable();
        routes.dedup();
        let mut listed = Listed { routes: routes.len() as u64, ..action.listed() };
        for found in group {
            if listed.via.len() < Listed::VIA_LIMIT
                && !found.landings.is_empty()
                && !listed.via.contains(&found.landings)
            {
                listed.via.push(found.landings.clone());
            }
        }
        merged.push((action, listed, group.iter().fold(0, |all, f| all | f.broken)));
    }
    merged
}

/// A win of one player, if the condition holds.
#[inline(always)]
pub fn win(holds: bool, winner: u8) -> Option<Held> {
    if holds { Some(Held { winner: Some(winner), claim: false }) } else { None }
}

/// A draw, if the condition holds; it may only be claimed if `claim`.
#[inline(always)]
pub fn draw(holds: bool, claim: bool) -> Option<Held> {
    if holds { Some(Held { winner: None, claim }) } else { None }
}
