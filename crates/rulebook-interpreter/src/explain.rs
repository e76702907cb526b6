//! Why an action is legal or not.
//!
//! Candidates are enumerated once more, but relaxed: prohibitions, conditions that have a clause and priorities
//! within an action are noted on the run instead of stopping it, and all alternatives of the decision are looked at.

use rulebook_api::{Action, Position, Status};
use rulebook_ir::{ClauseId, Rules, Step};

use crate::{
    legal::Candidate,
    machine::{Asked, Machine},
    position::InterpreterPosition,
    turn::steps,
};

/// One reason why an action is legal or not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// It is legal, by these clauses: the action's for the kind of piece that acts, and its chain's.
    Legal {
        /// The action.
        action: Action,
        /// What allows it.
        clause: Option<ClauseId>,
        /// What lets it go on, if it has several legs.
        chain: Option<ClauseId>,
    },
    /// It is legal, but whoever plays it loses, because of these prohibitions.
    Foul {
        /// The action.
        action: Action,
        /// The prohibitions, ascending.
        clauses: Vec<ClauseId>,
    },
    /// Prohibitions forbid it.
    Forbidden {
        /// The action.
        action: Action,
        /// The prohibitions, ascending.
        clauses: Vec<ClauseId>,
    },
    /// A condition of the action does not hold.
    Condition {
        /// The action.
        action: Action,
        /// What says so.
        clauses: Vec<ClauseId>,
    },
    /// Another candidate is better by the action's preference.
    Worse {
        /// The action.
        action: Action,
        /// The preference.
        clause: Option<ClauseId>,
        /// A candidate that is better.
        better: Action,
        /// The first key by which it is, counted from 0.
        key: usize,
    },
    /// An alternative that comes first has candidates.
    Priority {
        /// The action.
        action: Action,
        /// The turn.
        clause: ClauseId,
        /// One of those.
        instead: Action,
    },
    /// The chain could go on and has to.
    MustGoOn {
        /// The action, cut short.
        action: Action,
        /// The chain.
        clause: Option<ClauseId>,
        /// A candidate that goes on.
        longer: Option<Action>,
    },
    /// The rest of the turn could not be done, nor would the game end in it.
    TurnUnfinishable {
        /// The action.
        action: Action,
        /// The turn.
        clause: ClauseId,
    },
    /// The game is over.
    Over(Status),
    /// Nothing like it can be done with any piece at this step.
    NoAction,
}

/// A relaxed candidate, and whether the turn could be finished after it.
type Relaxed = (Candidate, bool);

/// Why are the actions that are wanted legal or not? For each of them one reason, the plainest; if there is none,
/// one reason all the same.
pub fn why_not(position: &InterpreterPosition, wanted: &dyn Fn(&Action) -> bool) -> Vec<Reason> {
    if !position.open {
        return vec![Reason::Over(position.status.clone())];
    }
    let mut machine = position.machine();
    let place = machine.state.at;
    let Some(Step::Act { alternatives, together, .. }) = steps(&position.shared.rules, place).get(place.step) else {
        return vec![Reason::NoAction];
    };
    if *together {
        return of_sets(position, wanted);
    }
    let turn = position.shared.rules.turns[place.program].clause;
    let legal: Vec<Action> = machine.decision(Asked::ALL).legal.into_iter().map(|l| l.action).collect();
    let mut reasons: Vec<(Action, Reason)> = Vec::new();
    let mut earlier: Option<Action> = None;
    for names in alternatives {
        let mut here: Option<Action> = None;
        for &name in names {
            let (allowed, _) = machine.allowed(name);
            here = here.or_else(|| allowed.first().map(|c| c.action.clone()));
            for (candidate, finishes) in machine.relaxed(name) {
                if !wanted(&candidate.action) {
                    continue;
                }
                let action = candidate.action.clone();
                let reason = if legal.iter().any(|l| l.same(&action)) {
                    machine.legal_reason(&candidate)
                } else if !candidate.deed.forbidden.is_empty() {
                    Reason::Forbidden { action: action.clone(), clauses: ascending(&candidate.deed.forbidden) }
                } else if !candidate.deed.failed.is_empty() {
                    Reason::Condition { action: action.clone(), clauses: ascending(&candidate.deed.failed) }
                } else if candidate.deed.short > 0 {
                    machine.must_go_on(&candidate, &allowed)
                } else if !finishes {
                    Reason::TurnUnfinishable { action: action.clone(), clause: turn }
                } else if let Some(reason) = machine.worse(&candidate, &allowed) {
                    reason
                } else if let Some(instead) = &earlier {
                    Reason::Priority { action: action.clone(), clause: turn, instead: instead.clone() }
                } else {
                    continue;
                };
                reasons.push((action, reason));
            }
        }
        earlier = earlier.or(here);
    }
    plainest(reasons)
}

/// Sets of placements are only looked up: what they consist of is explained one by one in games that place singly.
fn of_sets(position: &InterpreterPosition, wanted: &dyn Fn(&Action) -> bool) -> Vec<Reason> {
    let rules = position.rules();
    let legal = position.legal().into_iter().filter(wanted).map(|action| {
        let clause = rules.actions[usize::from(action.name)].clauses.first().map(|(_, clause)| *clause);
        Reason::Legal { action, clause, chain: None }
    });
    let forbidden = position.forbidden().into_iter().filter(|f| wanted(&f.action)).map(|f| {
        let clauses = f.clauses.into_iter().map(ClauseId).collect();
        Reason::Forbidden { action: f.action, clauses }
    });
    let reasons: Vec<Reason> = legal.chain(forbidden).collect();
    if reasons.is_empty() { vec![Reason::NoAction] } else { reasons }
}

/// Of the reasons of one action the plainest; if there is nothing, that.
fn plainest(mut reasons: Vec<(Action, Reason)>) -> Vec<Reason> {
    reasons.sort_by(|(a, r), (b, s)| a.key().cmp(&b.key()).then(rank(r).cmp(&rank(s))));
    reasons.dedup_by(|(a, _), (b, _)| a.same(b));
    if reasons.is_empty() {
        return vec![Reason::NoAction];
    }
    reasons.sort_by_key(|(_, reason)| rank(reason));
    reasons.into_iter().map(|(_, reason)| reason).collect()
}

fn rank(reason: &Reason) -> u8 {
    match reason {
        Reason::Legal { .. } => 0,
        Reason::Foul { .. } => 1,
        Reason::Forbidden { .. } => 2,
        Reason::Worse { .. } => 3,
        Reason::Priority { .. } => 4,
        Reason::TurnUnfinishable { .. } => 5,
        Reason::MustGoOn { .. } => 6,
        Reason::Condition { .. } => 7,
        Reason::Over(_) => 8,
        Reason::NoAction => 9,
    }
}

fn ascending(clauses: &[ClauseId]) -> Vec<ClauseId> {
    let mut clauses = clauses.to_vec();
    clauses.sort_unstable();
    clauses.dedup();
    clauses
}

/// The clause of an action for the kind of piece that acts.
fn clause_of(rules: &Rules, candidate: &Candidate) -> Option<ClauseId> {
    let clauses = &rules.actions[usize::from(candidate.action.name)].clauses;
    let kind = candidate.deed.actor.map(|p| p.kind);
    let own = clauses.iter().find(|(k, _)| Some(*k) == kind);
    own.or(clauses.first()).map(|(_, clause)| *clause)
}

impl Machine<'_> {
    /// The candidates of an action before preferences; the rules are kept.
    fn allowed(&mut self, name: u8) -> (Vec<Candidate>, Vec<Candidate>) {
        self.in_decision(Asked { forbidden: false, ..Asked::ALL }, |m| m.candidates(&[name], 1))
    }

    /// The runs of an action when nothing that has a clause stops them.
    fn relaxed(&mut self, name: u8) -> Vec<Relaxed> {
        self.kept = 0;
        self.in_decision(Asked { relaxed: true, ..Asked::ALL }, |m| {
            let mut all = Vec::new();
            m.attempts(name, &mut |m| {
                let finishes = m.can_finish();
                let candidate = m.candidate(name);
                if !m.keep(candidate.weight()) {
                    return true;
                }
                all.push((candidate, finishes));
                false
            });
            all
        })
    }

    fn legal_reason(&self, candidate: &Candidate) -> Reason {
        let action = candidate.action.clone();
        if !candidate.deed.forbidden.is_empty() {
            return Reason::Foul { action, clauses: ascending(&candidate.deed.forbidden) };
        }
        let rule = &self.rules.actions[usize::from(action.name)];
        let legs = candidate.deed.landings.len();
        Reason::Legal { action, clause: clause_of(self.rules, candidate), chain: rule.chain.filter(|_| legs > 1) }
    }

    /// The chain was cut short: by which clause, and what it could have become.
    fn must_go_on(&self, candidate: &Candidate, allowed: &[Candidate]) -> Reason {
        let goes_on = |longer: &&Candidate| {
            longer.deed.origin == candidate.deed.origin && longer.deed.route.len() > candidate.deed.route.len()
        };
        let same_way = |longer: &&Candidate| longer.deed.route.starts_with(&candidate.deed.route);
        let longer = allowed.iter().filter(goes_on).find(same_way).or_else(|| allowed.iter().find(goes_on));
        Reason::MustGoOn {
            action: candidate.action.clone(),
            clause: self.rules.actions[usize::from(candidate.action.name)].chain,
            longer: longer.map(|l| l.action.clone()),
        }
    }

    /// Is another candidate of the action better?
    fn worse(&mut self, candidate: &Candidate, allowed: &[Candidate]) -> Option<Reason> {
        let rules = self.rules;
        let rule = &rules.actions[usize::from(candidate.action.name)];
        let best = self.prefer(allowed.to_vec()).into_iter().next()?;
        for (key, what) in rule.prefer.iter().enumerate() {
            let (mine, his) = (self.worth(what, &mut candidate.clone()), self.worth(what, &mut best.clone()));
            if his.compare(&mine).is_gt() {
                return Some(Reason::Worse {
                    action: candidate.action.clone(),
                    clause: rule.prefer_clause,
                    better: best.action,
                    key,
                });
            }
        }
        None
    }
}
