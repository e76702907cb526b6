//! From a counted game, and games that are played, to what is answered.

use std::{
    collections::BTreeMap,
    sync::Arc,
    time::{Duration, Instant},
};

use rulebook_interpreter::Interpreter;
use rulebook_ir::{ClauseId, ResultRule, Rules, Step};

use crate::{
    bound::length,
    counted::{Counted, count},
    graph::Budget,
    report::{Property, Report, Spent, Stuck, Verdict, Why},
    trial::{Trial, Wanted},
    value::Tri,
    why::asks,
};

/// How much may be spent.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Abstract positions.
    pub states: usize,
    /// Time for counting.
    pub counting: Duration,
    /// Positions visited by playing.
    pub positions: usize,
    /// Time for playing.
    pub playing: Duration,
    /// Seed of the random games.
    pub seed: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            states: 200_000,
            counting: Duration::from_secs(20),
            positions: 20_000,
            playing: Duration::from_secs(2),
            seed: 1,
        }
    }
}

/// Finds out what holds in every game under these readings: pairs of an option's index and a reading's.
pub fn analyse(rules: &Arc<Rules>, readings: &[(usize, usize)], limits: &Limits) -> Report {
    let mut chosen = vec![0; rules.options.len()];
    for &(option, reading) in readings {
        if let Some(place) = chosen.get_mut(option) {
            *place = reading;
        }
    }
    let budget = Budget { states: limits.states, until: Instant::now() + limits.counting };
    let mut counted = count(rules, &chosen, budget);
    let mut open = open_properties(rules, &mut counted);
    let interpreter = Interpreter::new(Arc::clone(rules), readings);
    let mut trial = Trial::new(&interpreter, limits);
    trial.play(&mut open, counted.as_ref().ok());
    let tried = trial.tried();
    let found: BTreeMap<usize, Wanted> = open.into_iter().map(|w| (w.property, w)).collect();
    let properties = rules.always.iter().enumerate().map(|(i, always)| {
        let verdict = match found.get(&i) {
            None => Verdict::Proved { asked: asked(&mut counted, rules, i) },
            Some(Wanted { trace: Some(trace), .. }) => Verdict::Refuted(trace.clone()),
            Some(wanted) => Verdict::Tried { positions: tried.positions, why: wanted.why.clone() },
        };
        Property { clause: always.clause, verdict }
    });
    let properties = properties.collect();
    Report {
        properties,
        length: length(&mut counted),
        never: never(rules, counted.as_ref()),
        stuck: stuck(counted.as_ref()),
        tried,
        counted: counted.map(|c| c.graph.states.len()),
    }
}

/// The properties that counting does not prove, with the nodes in which they may not hold.
fn open_properties(rules: &Rules, counted: &mut Result<Counted<'_>, Spent>) -> Vec<Wanted> {
    let mut open = Vec::new();
    for (property, always) in rules.always.iter().enumerate() {
        let mut wanted = Wanted { property, clause: always.clause, bad: Vec::new(), why: Why::NotCounted, trace: None };
        if let Ok(counted) = counted {
            let mut broken: Option<u32> = None;
            for node in 0..counted.graph.states.len() {
                match counted.holds(node, always.when, &always.cond) {
                    None | Some(Tri::Yes) => {}
                    Some(Tri::Maybe) => wanted.bad.push(node as u32),
                    Some(Tri::No) => {
                        let depth = counted.graph.depth[node];
                        broken = Some(broken.map_or(depth, |d| d.min(depth)));
                        wanted.bad.push(node as u32);
                    }
                }
            }
            if wanted.bad.is_empty() {
                continue;
            }
            wanted.why = broken.map_or_else(|| Why::Asks(asks(rules, &always.cond)), Why::Possible);
        }
        open.push(wanted);
    }
    open
}

/// In how many abstract positions a property is asked.
fn asked(counted: &mut Result<Counted<'_>, Spent>, rules: &Rules, property: usize) -> usize {
    let Ok(counted) = counted else { return 0 };
    let always = &rules.always[property];
    (0..counted.graph.states.len()).filter(|&node| counted.holds(node, always.when, &always.cond).is_some()).count()
}

/// Results that no abstract position has.
fn never(rules: &Rules, counted: Result<&Counted<'_>, &Spent>) -> Vec<ClauseId> {
    let Ok(counted) = counted else { return Vec::new() };
    let stops = rules.turns.iter().flat_map(|t| &t.steps).filter_map(|step| match step {
        Step::Stop(rule) => Some(rule),
        Step::Act { .. } => None,
    });
    // A draw that is only claimed ends nothing, and what is asked of set-ups alone cannot happen in a game.
    let ends = |rule: &&ResultRule| !rule.at_setup && !counted.only_claimed(rule);
    let mut never: Vec<ClauseId> = rules.results.iter().chain(stops).filter(ends).map(|r| r.clause).collect();
    never.extend(rules.foul.as_ref().filter(|f| counted.may_be_fouled(f)).map(|f| f.clause));
    never.retain(|clause| counted.graph.states.iter().all(|s| s.ended.is_none_or(|(c, _)| c != clause.0)));
    never
}

/// Whether a turn may begin in which nothing can be chosen.
fn stuck(counted: Result<&Counted<'_>, &Spent>) -> Stuck {
    let Ok(counted) = counted else { return Stuck::NotCounted };
    let worst = counted.graph.goes_on.iter().min_by_key(|tri| match tri {
        Tri::No => 0,
        Tri::Maybe => 1,
        Tri::Yes => 2,
    });
    match worst {
        Some(Tri::No) => Stuck::Certain,
        Some(Tri::Maybe) => Stuck::Maybe,
        Some(Tri::Yes) | None => Stuck::Never,
    }
}
