//! All abstract positions that can be reached, and what leads where.

use std::time::Instant;

use rustc_hash::FxHashMap;

use crate::{counting::Counting, state::State, turn::Reached, value::Tri};

/// How much may be spent.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Budget {
    /// So many positions.
    pub(crate) states: usize,
    /// Until then.
    pub(crate) until: Instant,
}

/// Runs of terms that one position may take.
const EFFORT: u64 = 3_000_000;

/// An edge: where it leads and how many turns it completes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Edge {
    pub(crate) to: u32,
    pub(crate) turns: u8,
}

/// The positions that can be reached; the first ones are those with which a game may begin.
#[derive(Debug, Default)]
pub(crate) struct Graph {
    pub(crate) states: Vec<State>,
    pub(crate) edges: Vec<Box<[Edge]>>,
    /// Actions on a shortest way to it.
    pub(crate) depth: Vec<u32>,
    /// In positions where the game goes on: is there something to choose?
    pub(crate) goes_on: Vec<Tri>,
    index: FxHashMap<State, u32>,
}

/// Why not everything was counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spent {
    /// There are more abstract positions than the limit; so many were met.
    States(usize),
    /// Time was up; so many were met.
    Time(usize),
    /// An action has too many runs.
    Runs,
    /// The rules have more marks or classes of cells than counting keeps.
    Size,
}

impl Graph {
    /// Finds all positions.
    pub(crate) fn explore(counting: &mut Counting<'_>, budget: Budget) -> Result<Self, Spent> {
        let layout = counting.layout;
        if layout.marks > 6 || u32::from(layout.players) * u32::from(layout.kinds) + 1 > 256 {
            return Err(Spent::Size);
        }
        let mut graph = Self::default();
        counting.effort = EFFORT;
        for Reached { state, .. } in counting.first() {
            graph.add(&state, 0);
        }
        let mut next = 0;
        while next < graph.states.len() {
            if graph.states.len() > budget.states {
                return Err(Spent::States(graph.states.len()));
            }
            if next % 16 == 0 && Instant::now() > budget.until {
                return Err(Spent::Time(graph.states.len()));
            }
            counting.effort = EFFORT;
            graph.expand(counting, next);
            if counting.effort == 0 {
                return Err(Spent::Runs);
            }
            next += 1;
        }
        Ok(graph)
    }

    fn expand(&mut self, counting: &mut Counting<'_>, node: usize) {
        let state = self.states[node].clone();
        if state.ended.is_some() {
            self.edges.push(Box::default());
            self.goes_on.push(Tri::Yes);
            return;
        }
        let decision = counting.decision(&state);
        // Within a turn only such actions have been played that it can go on.
        let alive = decision.some || state.begun() || counting.is_guarded(&state);
        self.goes_on.push(match (alive, decision.outcomes.is_empty()) {
            (true, _) => Tri::Yes,
            (false, true) => Tri::No,
            (false, false) => Tri::Maybe,
        });
        let mut edges = Vec::new();
        for outcome in &decision.outcomes {
            for Reached { state, turns } in counting.perform(outcome).iter() {
                let to = self.add(state, self.depth[node] + 1);
                edges.push(Edge { to, turns: *turns });
            }
        }
        edges.sort_unstable();
        edges.dedup();
        self.edges.push(edges.into_boxed_slice());
    }

    fn add(&mut self, state: &State, depth: u32) -> u32 {
        if let Some(&known) = self.index.get(state) {
            return known;
        }
        let new = self.states.len() as u32;
        self.index.insert(state.clone(), new);
        self.states.push(state.clone());
        self.depth.push(depth);
        new
    }

    /// The node of a position.
    pub(crate) fn find(&self, state: &State) -> Option<u32> {
        self.index.get(state).copied()
    }

    /// The strongly connected component of every node; an edge between different ones leads to a smaller number.
    pub(crate) fn components(&self, keep: &dyn Fn(usize, &Edge) -> bool) -> Vec<u32> {
        const NONE: u32 = u32::MAX;
        let count = self.states.len();
        let (mut order, mut low) = (vec![NONE; count], vec![0_u32; count]);
        let mut component = vec![NONE; count];
        let (mut next, mut components) = (0, 0);
        let mut stack: Vec<usize> = Vec::new();
        for root in 0..count {
            if order[root] != NONE {
                continue;
            }
            let mut path: Vec<(usize, usize)> = vec![(root, 0)];
            while let Some((node, edge)) = path.last_mut() {
                let node = *node;
                if order[node] == NONE {
                    (order[node], low[node]) = (next, next);
                    next += 1;
                    stack.push(node);
                }
                if let Some(e) = self.edges[node].get(*edge) {
                    *edge += 1;
                    let to = e.to as usize;
                    let kept = keep(node, e);
                    if kept && order[to] == NONE {
                        path.push((to, 0));
                    } else if kept && component[to] == NONE {
                        low[node] = low[node].min(order[to]);
                    }
                    continue;
                }
                path.pop();
                if let Some((before, _)) = path.last() {
                    low[*before] = low[*before].min(low[node]);
                }
                if low[node] == order[node] {
                    while let Some(member) = stack.pop() {
                        component[member] = components;
                        if member == node {
                            break;
                        }
                    }
                    components += 1;
                }
            }
        }
        component
    }
}
