//! The opponent that searches: a tree of what may be played, and random games from its leaves.
//!
//! It knows nothing of a game but what [`Position`] answers. Every round goes down the tree to the child that promises
//! most (upper confidence bounds), plays a game at random from there, and counts its result in all nodes passed. Where a
//! node is opened, every child is played once, so that ends of the game that lie one action ahead are known, and what
//! follows from them is proved upwards. Turns of several actions are several nodes of one player.

mod game;
mod tree;

use fastrand::Rng;
use rulebook_api::{Action, Position};

use crate::{
    Opponent, Thought,
    search::{
        game::{Ended, play_at_random},
        tree::{Proof, Tree},
    },
};

/// After so many actions a random game is broken off and counts as drawn.
const LONGEST: u32 = 300;

/// Searches, for any game.
#[derive(Clone, Debug)]
pub struct Search {
    rng: Rng,
    games: u64,
    thought: Option<Thought>,
}

impl Search {
    /// With the same seed and the same number of random games for each choice it plays the same game, unless it is
    /// stopped.
    pub fn new(seed: u64, games: u64) -> Self {
        Self { rng: Rng::with_seed(seed), games, thought: None }
    }
}

impl Opponent for Search {
    fn choose(&mut self, position: &dyn Position, going_on: &mut dyn FnMut() -> bool) -> Option<Action> {
        self.thought = None;
        if position.status().is_over() {
            return None;
        }
        let legal = position.legal();
        if legal.len() < 2 {
            return legal.into_iter().next();
        }
        let mut tree = Tree::new(position.to_move());
        tree.open(Tree::ROOT, position, &legal, usize::MAX, &mut self.rng, going_on);
        let mut tried = 0;
        while tried < self.games && tree.proof(Tree::ROOT) == Proof::None && going_on() {
            if self.round(&mut tree, position, going_on).is_none() {
                break;
            }
            tried += 1;
        }
        let best = tree.best()?;
        let (percent, proved) = tree.expects(best);
        self.thought = Some(Thought { tried, percent, proved });
        let action = tree.action(best)?;
        legal.into_iter().find(|a| a.same(action))
    }

    fn thought(&self) -> Option<Thought> {
        self.thought
    }
}

impl Search {
    /// One round; `None` if it was stopped before it came to a result.
    fn round(&mut self, tree: &mut Tree, position: &dyn Position, going_on: &mut dyn FnMut() -> bool) -> Option<()> {
        let mut here = position.clone_box();
        let mut path = vec![Tree::ROOT];
        let mut node = Tree::ROOT;
        while tree.is_open(node) && tree.proof(node) == Proof::None {
            let Some(child) = tree.choose(node) else { break };
            if here.play(tree.action(child)?).is_err() {
                // Its search was given up: nothing is known of it.
                tree.count(&path, Ended::Drawn);
                return Some(());
            }
            tree.reached(child, here.as_ref());
            path.push(child);
            node = child;
        }
        if tree.proof(node) == Proof::None && tree.may_open(node) {
            let legal = here.legal();
            tree.open(node, here.as_ref(), &legal, tree::WIDEST, &mut self.rng, going_on);
            tree.prove(&path);
        }
        let ended = match tree.proof(node) {
            Proof::None => play_at_random(here.as_mut(), LONGEST, &mut self.rng, going_on)?,
            Proof::Won(winner) => Ended::Won(winner),
            Proof::Drawn => Ended::Drawn,
        };
        tree.count(&path, ended);
        Some(())
    }
}
