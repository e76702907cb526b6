//! The tree: what was tried, how often and with what result, and what is proved.

use fastrand::Rng;
use rulebook_api::{Action, Position};

use super::game::Ended;

/// Of a node with more actions than this, only so many chosen at random are looked at; of the root all are.
pub(super) const WIDEST: usize = 256;

/// No node is opened any more when there are so many: some hundred megabytes.
const MOST: usize = 500_000;

/// How often a node has been passed before it is opened.
const RIPE: u32 = 1;

/// How much the less tried is preferred.
const CURIOSITY: f64 = 0.8;

/// What is proved of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Proof {
    /// Nothing.
    None,
    /// That player wins.
    Won(u8),
    /// Nobody can do better than draw.
    Drawn,
}

/// A node: what was played, and what became of it.
#[derive(Clone, Debug)]
struct Node {
    action: Option<Action>,
    /// Who chooses here.
    mover: u8,
    /// Who chose this.
    chooser: u8,
    /// Its children are `first..first + many`; none while it is not open.
    first: usize,
    many: usize,
    /// Some of its actions have no child, so that children prove no loss.
    partial: bool,
    visits: u32,
    /// Half points of the chooser.
    points: u64,
    proof: Proof,
}

/// All nodes.
#[derive(Clone, Debug)]
pub(super) struct Tree {
    nodes: Vec<Node>,
}

impl Tree {
    /// The node at which the search begins.
    pub(super) const ROOT: usize = 0;

    /// The root alone.
    pub(super) fn new(mover: u8) -> Self {
        Self { nodes: vec![Node::new(None, mover)] }
    }

    pub(super) fn proof(&self, node: usize) -> Proof {
        self.nodes[node].proof
    }

    pub(super) fn action(&self, node: usize) -> Option<&Action> {
        self.nodes[node].action.as_ref()
    }

    pub(super) fn is_open(&self, node: usize) -> bool {
        self.nodes[node].many > 0
    }

    /// Is it time, and is there room?
    pub(super) fn may_open(&self, node: usize) -> bool {
        self.nodes[node].visits >= RIPE && self.nodes.len() < MOST
    }

    /// A node was reached: now it is known who chooses there.
    pub(super) fn reached(&mut self, node: usize, position: &dyn Position) {
        self.nodes[node].mover = position.to_move();
    }

    /// Gives a node its children, in random order, and looks whether the game ends with them.
    pub(super) fn open(
        &mut self,
        node: usize,
        position: &dyn Position,
        legal: &[Action],
        widest: usize,
        rng: &mut Rng,
        going_on: &mut dyn FnMut() -> bool,
    ) {
        let mut order: Vec<usize> = (0..legal.len()).collect();
        rng.shuffle(&mut order);
        order.truncate(widest);
        let (first, mover) = (self.nodes.len(), position.to_move());
        for &index in &order {
            let mut child = Node::new(Some(plain(&legal[index])), mover);
            if going_on() {
                let mut after = position.clone_box();
                if after.play(&legal[index]).is_ok() {
                    child.mover = after.to_move();
                    child.proof = match Ended::of(&after.status()) {
                        None => Proof::None,
                        Some(Ended::Won(winner)) => Proof::Won(winner),
                        Some(Ended::Drawn) => Proof::Drawn,
                    };
                }
            }
            self.nodes.push(child);
        }
        let opened = &mut self.nodes[node];
        (opened.first, opened.many, opened.partial) = (first, order.len(), order.len() < legal.len());
        opened.mover = mover;
        self.prove(&[node]);
    }

    /// The children of a node.
    fn children(&self, node: usize) -> impl Iterator<Item = (usize, &Node)> {
        let Node { first, many, .. } = self.nodes[node];
        self.nodes.iter().enumerate().skip(first).take(many)
    }

    /// What the children of the nodes of a path prove, from its end to its beginning.
    pub(super) fn prove(&mut self, path: &[usize]) {
        for &node in path.iter().rev() {
            if self.nodes[node].proof == Proof::None && self.is_open(node) {
                self.nodes[node].proof = self.proved(node);
            }
        }
    }

    fn proved(&self, node: usize) -> Proof {
        let Node { mover, partial, .. } = self.nodes[node];
        if self.children(node).any(|(_, c)| c.proof == Proof::Won(mover)) {
            return Proof::Won(mover);
        }
        if partial || self.children(node).any(|(_, c)| c.proof == Proof::None) {
            return Proof::None;
        }
        let mut all = self.children(node).map(|(_, c)| c.proof);
        let Some(first) = all.next() else { return Proof::None };
        let rest: Vec<Proof> = all.collect();
        match first {
            _ if first == Proof::Drawn || rest.contains(&Proof::Drawn) => Proof::Drawn,
            // Of three players it is not decided which of the others wins.
            Proof::Won(_) if rest.iter().all(|p| *p == first) => first,
            _ => Proof::None,
        }
    }

    /// The child that promises most: not tried yet, or with the greatest upper bound. Children that are proved are not
    /// looked into again.
    pub(super) fn choose(&self, node: usize) -> Option<usize> {
        let log = f64::from(self.nodes[node].visits.max(1)).ln();
        let mut best: Option<(f64, usize)> = None;
        for (index, child) in self.children(node).filter(|(_, c)| c.proof == Proof::None) {
            if child.visits == 0 {
                return Some(index);
            }
            let bound = child.mean() + CURIOSITY * (log / f64::from(child.visits)).sqrt();
            if best.is_none_or(|(most, _)| bound > most) {
                best = Some((bound, index));
            }
        }
        best.map(|(_, index)| index)
    }

    /// Counts the result of a game in all nodes of its path.
    pub(super) fn count(&mut self, path: &[usize], ended: Ended) {
        for &node in path {
            let node = &mut self.nodes[node];
            node.visits = node.visits.saturating_add(1);
            node.points += ended.half_points(node.chooser);
        }
        self.prove(path);
    }

    /// The child of the root to be played: a proved win, else the one tried oftenest that is not proved to lose. A
    /// proved draw is worth half a point.
    pub(super) fn best(&self) -> Option<usize> {
        let mover = self.nodes[Self::ROOT].mover;
        let rank = |child: &Node| match child.proof {
            Proof::Won(winner) if winner == mover => (3, 0, 0),
            Proof::Drawn => (1, 0, 0),
            // A hopeless move is worse than a draw that is certain.
            Proof::None if child.visits > 0 && child.points < u64::from(child.visits) * 7 / 10 => {
                (0, child.visits, child.points)
            }
            Proof::None => (2, child.visits, child.points),
            Proof::Won(_) => (-1, child.visits, child.points),
        };
        let mut best: Option<(usize, (i8, u32, u64))> = None;
        for (index, child) in self.children(Self::ROOT) {
            let rank = rank(child);
            if best.is_none_or(|(_, most)| rank > most) {
                best = Some((index, rank));
            }
        }
        best.map(|(index, _)| index)
    }

    /// Hundredths of a point that the chooser of a node expects from it, and whether that is proved.
    pub(super) fn expects(&self, node: usize) -> (u8, bool) {
        let node = &self.nodes[node];
        match node.proof {
            Proof::Won(winner) => (if winner == node.chooser { 100 } else { 0 }, true),
            Proof::Drawn => (50, true),
            Proof::None if node.visits == 0 => (50, false),
            Proof::None => (u8::try_from(node.points * 50 / u64::from(node.visits)).unwrap_or(100), false),
        }
    }
}

impl Node {
    fn new(action: Option<Action>, chooser: u8) -> Self {
        Self {
            action,
            mover: chooser,
            chooser,
            first: 0,
            many: 0,
            partial: false,
            visits: 0,
            points: 0,
            proof: Proof::None,
        }
    }

    /// Points of the chooser in a game, from 0 to 1.
    fn mean(&self) -> f64 {
        let half_points = u32::try_from(self.points).unwrap_or(u32::MAX);
        f64::from(half_points) / f64::from(self.visits.max(1)) / 2.0
    }
}

/// An action without its routes, which are not what makes it the action that it is.
fn plain(action: &Action) -> Action {
    Action { via: Vec::new(), ..action.clone() }
}
