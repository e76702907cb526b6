//! Playing: what counting does not prove is looked for in positions that are really reached, first all that are few
//! actions away, then in random games, some of which are led to where counting would let it break.

use std::{
    collections::{HashSet, VecDeque},
    time::Instant,
};

use rulebook_api::{Action, Position, move_text, position_text};
use rulebook_interpreter::{Interpreter, InterpreterPosition, vocabulary};
use rulebook_ir::ClauseId;

use crate::{
    analysis::Limits,
    concrete::abstracted,
    counted::Counted,
    report::{Trace, Tried, Why},
};

/// A property for which a broken position is wanted.
#[derive(Clone, Debug)]
pub(crate) struct Wanted {
    /// Its index.
    pub(crate) property: usize,
    pub(crate) clause: ClauseId,
    /// The nodes in which it may not hold.
    pub(crate) bad: Vec<u32>,
    pub(crate) why: Why,
    /// Where it does not hold.
    pub(crate) trace: Option<Trace>,
}

/// How many of the actions of a position are looked at when a game is led.
const SAMPLE: usize = 12;
/// Actions of a random game.
const LONGEST: usize = 2000;

/// Plays a game and looks at properties.
pub(crate) struct Trial<'i> {
    interpreter: &'i Interpreter,
    limits: Limits,
    until: Instant,
    tried: Tried,
    random: fastrand::Rng,
}

impl<'i> Trial<'i> {
    pub(crate) fn new(interpreter: &'i Interpreter, limits: &Limits) -> Self {
        Self {
            interpreter,
            limits: *limits,
            until: Instant::now() + limits.playing,
            tried: Tried::default(),
            random: fastrand::Rng::with_seed(limits.seed),
        }
    }

    pub(crate) fn tried(&self) -> Tried {
        self.tried
    }

    fn spent(&self) -> bool {
        self.tried.positions >= self.limits.positions || Instant::now() >= self.until
    }

    /// Looks for positions in which the properties do not hold.
    pub(crate) fn play(&mut self, wanted: &mut [Wanted], counted: Option<&Counted<'_>>) {
        if wanted.is_empty() {
            return;
        }
        self.nearby(wanted);
        if let Some(counted) = counted {
            for property in wanted.iter_mut().filter(|w| w.trace.is_none()) {
                self.led(property, counted);
            }
        }
        while !self.spent() && wanted.iter().any(|w| w.trace.is_none()) {
            self.at_random(wanted);
        }
    }

    /// All positions few actions away, the nearest first: a quarter of what may be visited.
    fn nearby(&mut self, wanted: &mut [Wanted]) {
        let mut open = VecDeque::from([(self.interpreter.position_initial(), Vec::<Action>::new())]);
        let mut met = HashSet::new();
        let most = self.limits.positions / 4;
        let half = Instant::now() + self.limits.playing / 4;
        while let Some((position, actions)) = open.pop_front() {
            self.look(&position, &actions, wanted, true);
            if self.tried.positions >= most || Instant::now() >= half {
                return;
            }
            if position.status().is_over() || open.len() >= most {
                continue;
            }
            for action in position.legal() {
                let mut next = position.clone();
                if next.play(&action).is_ok() && met.insert(key(&next)) {
                    let mut actions = actions.clone();
                    actions.push(action);
                    open.push_back((next, actions));
                }
            }
        }
    }

    /// Looks at a position; notes what does not hold. The first trace that is found is kept.
    fn look(&mut self, position: &InterpreterPosition, actions: &[Action], wanted: &mut [Wanted], shortest: bool) {
        self.tried.positions += 1;
        let broken = position.broken_properties();
        for property in wanted.iter_mut().filter(|w| w.trace.is_none() && broken.contains(&w.clause.0)) {
            property.trace = Some(self.trace(position, actions, shortest));
        }
    }

    fn trace(&self, position: &InterpreterPosition, actions: &[Action], shortest: bool) -> Trace {
        let names = vocabulary(self.interpreter.rules());
        let mut now = self.interpreter.position_initial();
        let mut texts = Vec::new();
        for action in actions {
            texts.push(move_text::text_of(&names, action, &now.legal()));
            if now.play(action).is_err() {
                break;
            }
        }
        Trace { actions: texts, position: position_text::print(&names, &position.setup()), shortest }
    }

    fn at_random(&mut self, wanted: &mut [Wanted]) {
        self.tried.games += 1;
        let mut position = self.interpreter.position_initial();
        let mut actions = Vec::new();
        while actions.len() < LONGEST && !self.spent() {
            self.look(&position, &actions, wanted, false);
            let legal = position.legal();
            if position.status().is_over() || legal.is_empty() {
                return;
            }
            let action = legal[self.random.usize(..legal.len())].clone();
            if position.play(&action).is_err() {
                return;
            }
            actions.push(action);
        }
    }

    /// Some games that are led to where counting would let a property break.
    fn led(&mut self, wanted: &mut Wanted, counted: &Counted<'_>) {
        let ways = distances(counted, &wanted.bad);
        let distance = |position: &InterpreterPosition| {
            let states = abstracted(position, counted.counting.scale);
            let nodes = states.iter().filter_map(|s| counted.graph.find(s));
            nodes.map(|n| ways[n as usize]).min().unwrap_or(u32::MAX)
        };
        let nearest = distance(&self.interpreter.position_initial());
        for _ in 0..4 {
            self.tried.games += 1;
            let mut position = self.interpreter.position_initial();
            let mut actions: Vec<Action> = Vec::new();
            while actions.len() < LONGEST && !self.spent() {
                // No real game is shorter than the nearest of its counts.
                let shortest = u32::try_from(actions.len()).is_ok_and(|n| n == nearest);
                self.look(&position, &actions, std::slice::from_mut(wanted), shortest);
                if wanted.trace.is_some() {
                    return;
                }
                let mut legal = position.legal();
                if position.status().is_over() || legal.is_empty() {
                    break;
                }
                self.random.shuffle(&mut legal);
                let next = legal.into_iter().take(SAMPLE).filter_map(|action| {
                    let mut next = position.clone();
                    next.play(&action).ok()?;
                    Some((distance(&next), next, action))
                });
                let Some((_, next, action)) = next.min_by_key(|(distance, ..)| *distance) else { break };
                position = next;
                actions.push(action);
            }
        }
    }
}

/// What tells positions apart when all that are near are visited.
fn key(position: &InterpreterPosition) -> String {
    format!("{:?} {} {:?}", position.setup(), position.actions(), position.status())
}

/// For every node the fewest actions to one of these.
fn distances(counted: &Counted<'_>, bad: &[u32]) -> Vec<u32> {
    let graph = &counted.graph;
    let mut back: Vec<Vec<u32>> = vec![Vec::new(); graph.states.len()];
    for (node, edges) in graph.edges.iter().enumerate() {
        edges.iter().for_each(|e| back[e.to as usize].push(node as u32));
    }
    let mut distance = vec![u32::MAX; graph.states.len()];
    let mut open: VecDeque<u32> = bad.iter().copied().collect();
    for &node in bad {
        distance[node as usize] = 0;
    }
    while let Some(node) = open.pop_front() {
        for &before in &back[node as usize] {
            if distance[before as usize] == u32::MAX {
                distance[before as usize] = distance[node as usize] + 1;
                open.push_back(before);
            }
        }
    }
    distance
}
