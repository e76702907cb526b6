//! Every position that is reached when a game is played is among those that were counted.

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use rulebook_api::Position;
use rulebook_interpreter::Interpreter;
use rulebook_ir::Rules;

use super::specs;
use crate::{
    concrete::abstracted,
    counted::{Counted, count},
    graph::Budget,
};

fn budget() -> Budget {
    Budget { states: 15_000, until: Instant::now() + Duration::from_secs(60) }
}

/// Plays random games, and looks up every position.
fn every_position_was_counted(name: &str, rules: &Rules, counted: &Counted<'_>, games: u64) {
    let interpreter = Interpreter::new(Arc::new(rules.clone()), &[]);
    for seed in 0..games {
        let mut random = fastrand::Rng::with_seed(seed);
        let mut position = interpreter.position_initial();
        let mut before = None;
        for action in 0..250 {
            for state in abstracted(&position, counted.counting.scale) {
                let node = counted.graph.find(&state);
                assert!(node.is_some(), "{name}, game {seed}, action {action}: {state:?} was not counted");
                if let (Some(before), Some(node)) = (before, node) {
                    let edges = &counted.graph.edges[before as usize];
                    assert!(edges.iter().any(|e| e.to == node), "{name}, game {seed}, action {action}: no such step");
                }
            }
            before = abstracted(&position, counted.counting.scale).first().and_then(|s| counted.graph.find(s));
            let legal = position.legal();
            if position.status().is_over() || legal.is_empty() {
                break;
            }
            let chosen = random.usize(..legal.len());
            position.play(&legal[chosen]).expect("a legal action");
        }
    }
}

#[test]
fn games_of_all_specs() {
    let mut played = Vec::new();
    for (name, rules) in specs::all() {
        let readings = vec![0; rules.options.len()];
        // What is too large is left to the other specs of its family, which are played on a small board.
        if let Ok(counted) = count(&rules, &readings, budget()) {
            every_position_was_counted(&name, &rules, &counted, 3);
            played.push(name);
        }
    }
    for name in
        ["american", "breakthrough", "frisian", "italian", "nine-mens-morris", "renju", "reversi", "tiles", "turkish"]
    {
        assert!(played.iter().any(|p| p == name), "{name} is not among {played:?}");
    }
}
