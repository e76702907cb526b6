//! What bounds a game whose counts can come again: pieces that only go ahead, clocks, repetition.
//!
//! Endless games would go round among the steps of one strongly connected component for ever. Steps that can be taken
//! only so often are struck out, one reason after the other, until no circle is left or no reason is.

use std::collections::HashMap;

use rulebook_ir::{ClauseId, ClockId, Cond, Copies, Event, EventKind, ResultRule};

use crate::{
    ahead::Ahead,
    counted::Counted,
    counting::{Actor, Env},
    report::{Bound, Length, Spent},
    state::{Moment, State},
    value::Tri,
};

/// A step within a circle.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Label {
    from: u32,
    to: u32,
    pub(crate) action: u8,
    pub(crate) actor: Actor,
    promoted: bool,
    lost: bool,
    /// It has not been struck out.
    alive: bool,
}

/// What bounds a game.
pub(crate) fn length(counted: &mut Result<Counted<'_>, Spent>) -> Length {
    let Ok(counted) = counted else { return Length::NotCounted };
    if let Some((turns, actions)) = counted.longest() {
        return Length::AtMost { turns, actions };
    }
    let mut circles = Circles::of(counted);
    let mut bounds = Vec::new();
    loop {
        let Some(component) = circles.next() else { return Length::Ends(bounds) };
        let struck =
            circles.ahead(component).or_else(|| circles.clock(component)).or_else(|| circles.repetition(component));
        match struck {
            Some(reason) if bounds.contains(&reason) => {}
            Some(reason) => bounds.push(reason),
            None => return Length::Unbounded { cycle: circles.one(component) },
        }
    }
}

struct Circles<'c, 'r> {
    counted: &'c mut Counted<'r>,
    labels: Vec<Label>,
    component: Vec<u32>,
}

impl<'c, 'r> Circles<'c, 'r> {
    /// The steps that lie on circles.
    fn of(counted: &'c mut Counted<'r>) -> Self {
        let component = counted.graph.components(&|_, _| true);
        let mut labels = Vec::new();
        for node in 0..counted.graph.states.len() {
            let inside = |to: u32| component[node] == component[to as usize];
            if !counted.graph.edges[node].iter().any(|e| inside(e.to)) {
                continue;
            }
            let state = counted.graph.states[node].clone();
            for outcome in counted.counting.decision(&state).outcomes {
                for reached in counted.counting.perform(&outcome).iter() {
                    if let Some(to) = counted.graph.find(&reached.state).filter(|&to| inside(to)) {
                        labels.push(Label {
                            from: node as u32,
                            to,
                            action: outcome.action,
                            actor: outcome.actor,
                            promoted: outcome.promoted,
                            lost: outcome.lost,
                            alive: true,
                        });
                    }
                }
            }
        }
        Self { counted, labels, component }
    }

    /// A component in which there are still circles.
    fn next(&mut self) -> Option<u32> {
        let alive: HashMap<(u32, u32), bool> =
            self.labels.iter().filter(|l| l.alive).map(|l| ((l.from, l.to), true)).collect();
        self.component = self.counted.graph.components(&|node, edge| alive.contains_key(&(node as u32, edge.to)));
        let component = &self.component;
        for label in &mut self.labels {
            label.alive &= component[label.from as usize] == component[label.to as usize];
        }
        self.labels.iter().find(|l| l.alive).map(|l| component[l.from as usize])
    }

    fn inside(&self, component: u32) -> impl Iterator<Item = &Label> {
        self.labels.iter().filter(move |l| l.alive && self.component[l.from as usize] == component)
    }

    /// Strikes out all steps of a component that are of such a kind.
    fn strike(&mut self, component: u32, what: &dyn Fn(&Label) -> bool) {
        let of = &self.component;
        self.labels.iter_mut().filter(|l| of[l.from as usize] == component && what(l)).for_each(|l| l.alive = false);
    }

    /// Pieces that only go ahead, and never come anew, take only so many steps.
    fn ahead(&mut self, component: u32) -> Option<Bound> {
        let rules = self.counted.counting.rules;
        let mut pairs: Vec<(u8, u8)> = Vec::new();
        for label in self.inside(component) {
            if let Actor::Kind(kind) = label.actor
                && !pairs.contains(&(label.action, kind))
            {
                pairs.push((label.action, kind));
            }
        }
        let unknown = self.inside(component).any(|l| l.actor == Actor::Unknown);
        let ahead = Ahead::new(rules);
        let (action, kind) = pairs.iter().copied().find(|&(_, kind)| {
            let all = pairs.iter().filter(|(_, k)| *k == kind).all(|&(action, _)| ahead.goes_ahead(action, kind));
            !unknown && ahead.never_comes(kind) && all
        })?;
        self.strike(component, &|l| l.actor == Actor::Kind(kind));
        Some(Bound::Ahead {
            action: rules.actions[usize::from(action)].name.clone(),
            kind: rules.kinds[usize::from(kind)].name.clone(),
        })
    }

    /// A clock that every ply feeds and no step restarts comes to every limit.
    fn clock(&mut self, component: u32) -> Option<Bound> {
        let rules = self.counted.counting.rules;
        for (index, clock) in rules.clocks.iter().enumerate() {
            let plain = matches!(clock.feed, Event { kind: EventKind::Ply, by: None, its: None });
            if !plain || clock.copies != Copies::One {
                continue;
            }
            let restarts = |l: &Label| clock.restarts.iter().any(|r| may_happen(&r.event.kind, l));
            if self.inside(component).any(restarts) || !self.runs(component, &clock.runs) {
                continue;
            }
            self.counted.counting.reached = Some(ClockId(index as u8));
            let found = self.certain(component);
            self.counted.counting.reached = None;
            if let Some(clause) = found {
                self.strike(component, &|_| true);
                return Some(Bound::Clock { clock: clock.name.clone(), clause });
            }
        }
        None
    }

    /// There are only so many positions, and none comes again too often.
    fn repetition(&mut self, component: u32) -> Option<Bound> {
        self.counted.counting.occurred = true;
        let found = self.certain(component);
        self.counted.counting.occurred = false;
        let clause = found?;
        self.strike(component, &|_| true);
        Some(Bound::Repetition(clause))
    }

    /// The positions of a component in which results have just been asked, as they were asked.
    fn judged(&self, component: u32) -> Vec<State> {
        let graph = &self.counted.graph;
        let mut nodes: Vec<u32> = self.inside(component).map(|l| l.from).collect();
        nodes.dedup();
        let states = nodes.into_iter().map(|node| &graph.states[node as usize]).filter(|s| s.moment == Moment::Turn);
        states.map(|s| State { mover: self.counted.counting.before(s.to_move), ..s.clone() }).collect()
    }

    fn runs(&mut self, component: u32, cond: &Cond) -> bool {
        if *cond == Cond::Const(true) {
            return true;
        }
        let states = self.judged(component);
        let counting = &mut self.counted.counting;
        states.iter().all(|s| counting.ask(|c| c.cond(cond, s, &Env::of(s.mover))) == Tri::Yes)
    }

    /// A result that, by what is taken for granted, ends the game in every position of a component.
    fn certain(&mut self, component: u32) -> Option<ClauseId> {
        let states = self.judged(component);
        let counting = &mut self.counted.counting;
        let rules = counting.rules;
        // Without what is taken for granted none of them does, or there would be no circle.
        let mut results = rules.results.iter().filter(|r: &&ResultRule| !r.at_setup);
        results.find(|rule| states.iter().all(|s| counting.ends(rule, s) == Tri::Yes)).map(|r| r.clause)
    }

    /// The actions of a circle.
    fn one(&self, component: u32) -> Vec<String> {
        let rules = self.counted.counting.rules;
        let name = |label: &Label| rules.actions[usize::from(label.action)].name.clone();
        let Some(first) = self.inside(component).next() else { return Vec::new() };
        let mut before: HashMap<u32, &Label> = HashMap::new();
        let mut open = std::collections::VecDeque::from([first.to]);
        while let Some(node) = open.pop_front().filter(|&n| n != first.from) {
            for label in self.inside(component).filter(|l| l.from == node) {
                if label.to != first.to && !before.contains_key(&label.to) {
                    before.insert(label.to, label);
                    open.push_back(label.to);
                }
            }
        }
        let mut cycle = Vec::new();
        let mut node = first.from;
        while node != first.to {
            let Some(label) = before.get(&node) else { break };
            cycle.push(name(label));
            node = label.from;
        }
        cycle.push(name(first));
        cycle.reverse();
        cycle
    }
}

/// May an event be part of a step?
fn may_happen(event: &EventKind, label: &Label) -> bool {
    match event {
        EventKind::Ply | EventKind::AnyAction | EventKind::Entering(_) => true,
        EventKind::Action(name, kinds) => {
            *name == label.action
                && match label.actor {
                    Actor::Kind(kind) => kinds >> kind & 1 == 1,
                    Actor::Nobody | Actor::Unknown => true,
                }
        }
        EventKind::Promotion => label.promoted,
        EventKind::Loss => label.lost,
    }
}
