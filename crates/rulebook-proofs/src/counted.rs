//! Counting a whole game, as finely as the budget allows: turns and actions exactly if games are bounded by their
//! counts, else only as far as the rules tell turns apart.

use rulebook_ir::{AlwaysWhen, Cmp, Cond, Foul, Num, Outcome, ResultRule, Rules, visit::Visitor};

use crate::{
    counting::{Counting, Env, Scale},
    graph::{Budget, Edge, Graph, Spent},
    state::{Moment, State},
    value::{Range, Tri},
};

/// A game that has been counted.
#[derive(Debug)]
pub(crate) struct Counted<'r> {
    pub(crate) counting: Counting<'r>,
    pub(crate) graph: Graph,
    /// Its nodes can be put in an order that every edge keeps.
    pub(crate) acyclic: bool,
    /// For every node: turns and actions on the ways to it, if the state does not say.
    spans: Option<Vec<(Range, Range)>>,
}

/// Counts a game.
pub(crate) fn count<'r>(rules: &'r Rules, readings: &'r [usize], budget: Budget) -> Result<Counted<'r>, Spent> {
    let programs = rules.turns.iter().map(|t| t.last.unwrap_or(t.first)).max().unwrap_or(0);
    let coarse = Scale { turns: Some(programs), actions: false };
    let coarse = explore(rules, readings, coarse, budget)?;
    let components = coarse.graph.components(&|_, _| true);
    let acyclic = is_acyclic(&coarse.graph, &components);
    let fine = if acyclic {
        Some(Scale { turns: None, actions: true })
    } else {
        let named = turns_named(rules);
        (named > programs).then_some(Scale { turns: Some(named), actions: false })
    };
    if let Some(scale) = fine
        && let Ok(fine) = explore(rules, readings, scale, budget)
    {
        let spans = (!acyclic).then(|| unbounded_actions(&fine));
        return Ok(Counted { acyclic, spans, ..fine });
    }
    let spans = if acyclic { lengths(&coarse.graph, &components) } else { unbounded_actions(&coarse) };
    Ok(Counted { acyclic, spans: Some(spans), ..coarse })
}

fn explore<'r>(rules: &'r Rules, readings: &'r [usize], scale: Scale, budget: Budget) -> Result<Counted<'r>, Spent> {
    let mut counting = Counting::new(rules, readings, scale);
    let graph = Graph::explore(&mut counting, budget)?;
    Ok(Counted { counting, graph, acyclic: false, spans: None })
}

fn is_acyclic(graph: &Graph, components: &[u32]) -> bool {
    graph
        .edges
        .iter()
        .enumerate()
        .all(|(node, edges)| edges.iter().all(|e| components[node] != components[e.to as usize]))
}

/// Turns and actions on the shortest and the longest ways to every node of a graph without cycles.
fn lengths(graph: &Graph, components: &[u32]) -> Vec<(Range, Range)> {
    let mut order: Vec<usize> = (0..graph.states.len()).collect();
    order.sort_by_key(|&node| std::cmp::Reverse(components[node]));
    let mut spans: Vec<Option<(Range, Range)>> = vec![None; graph.states.len()];
    for node in order {
        let here = spans[node].unwrap_or((Range::exactly(0), Range::exactly(0)));
        spans[node] = Some(here);
        for &Edge { to, turns } in &graph.edges[node] {
            let there = (here.0.add(Range::exactly(i64::from(turns))), here.1.add(Range::exactly(1)));
            let to = &mut spans[to as usize];
            *to = Some(to.map_or(there, |known| (known.0.or(there.0), known.1.or(there.1))));
        }
    }
    spans.into_iter().map(|s| s.unwrap_or((Range::exactly(0), Range::exactly(0)))).collect()
}

/// Where games have no bound, only the least number of actions is known.
fn unbounded_actions(counted: &Counted<'_>) -> Vec<(Range, Range)> {
    let graph = &counted.graph;
    let each = graph.states.iter().zip(&graph.depth);
    each.map(|(state, depth)| (counted.counting.turns(state), Range::at_least(i64::from(*depth)))).collect()
}

/// The greatest number with which turns are compared; they are told apart up to there.
fn turns_named(rules: &Rules) -> u32 {
    struct Named(i64);
    impl Visitor for Named {
        fn cond(&mut self, cond: &Cond) {
            if let Cond::Compare(a, cmp, b) = cond {
                let more = i64::from(matches!(cmp, Cmp::Less | Cmp::AtMost | Cmp::Greater));
                for pair in [(a, b), (b, a)] {
                    if let (Num::Turns, Num::Int(n)) = pair {
                        self.0 = self.0.max(n.saturating_add(more));
                    }
                }
            }
            rulebook_ir::visit::walk_cond(self, cond);
        }
    }
    let mut named = Named(0);
    rulebook_ir::visit::walk_rules(&mut named, rules);
    u32::try_from(named.0).unwrap_or(0)
}

impl Counted<'_> {
    /// Is a property asked in a node, and does it hold there?
    pub(crate) fn holds(&mut self, node: usize, when: AlwaysWhen, cond: &Cond) -> Option<Tri> {
        let state = &self.graph.states[node];
        let asked = match when {
            AlwaysWhen::Each => true,
            AlwaysWhen::AfterTurn => state.moment == Moment::Turn,
            AlwaysWhen::AfterAction => state.moment != Moment::First,
            AlwaysWhen::Reason(reason) => state.ended.is_some_and(|(_, r)| r == reason),
        };
        if !asked {
            return None;
        }
        let mut state = state.clone();
        if !state.begun() {
            state.mover = self.counting.before(state.to_move);
        }
        self.counting.spans = self.spans.as_ref().map(|s| s[node]);
        let holds = self.counting.ask(|c| c.cond(cond, &state, &Env::of(state.mover)));
        self.counting.spans = None;
        Some(holds)
    }

    /// What does not depend on the position: is it so?
    fn settled(&self, cond: &Cond) -> Tri {
        let mut counting = Counting::new(self.counting.rules, self.counting.readings, self.counting.scale);
        let first = State::first(self.counting.rules);
        counting.ask(|c| c.cond(cond, &first, &Env::of(0)))
    }

    /// Does a result only let a draw be claimed, under the readings chosen?
    pub(crate) fn only_claimed(&self, rule: &ResultRule) -> bool {
        matches!(rule.outcome, Outcome::Draw) && self.settled(&rule.claimable) == Tri::Yes
    }

    /// May prohibitions be played at all, under the readings chosen?
    pub(crate) fn may_be_fouled(&self, foul: &Foul) -> bool {
        self.settled(&foul.when) != Tri::No
    }

    /// Turns and actions of the longest game, if there is one.
    pub(crate) fn longest(&self) -> Option<(u64, u64)> {
        if !self.acyclic {
            return None;
        }
        let most = |of: &dyn Fn(usize) -> i64| (0..self.graph.states.len()).map(of).max().unwrap_or(0).unsigned_abs();
        Some(match &self.spans {
            Some(spans) => (most(&|node| spans[node].0.to), most(&|node| spans[node].1.to)),
            None => (
                most(&|node| i64::from(self.graph.states[node].turns)),
                most(&|node| i64::from(self.graph.states[node].actions)),
            ),
        })
    }
}
