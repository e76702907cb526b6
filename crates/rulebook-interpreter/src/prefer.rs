//! Preferences: of all candidates of an action only the best by its keys remain.

use std::cmp::Ordering;

use rulebook_ir::Key;

use crate::{
    env::{Env, Value},
    legal::Candidate,
    machine::Machine,
};

/// What a key says of a run; the greater the better.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Worth {
    /// A number.
    Number(i64),
    /// For each victim, in order: is it of the kinds asked for?
    Order(Vec<bool>),
}

impl Worth {
    /// Compares two values of one key.
    pub(crate) fn compare(&self, other: &Self) -> Ordering {
        match (self, other) {
            (Self::Number(a), Self::Number(b)) => a.cmp(b),
            (Self::Order(a), Self::Order(b)) => {
                a.iter().zip(b).map(|(a, b)| a.cmp(b)).find(|o| o.is_ne()).unwrap_or(Ordering::Equal)
            }
            (Self::Number(_), Self::Order(_)) => Ordering::Less,
            (Self::Order(_), Self::Number(_)) => Ordering::Greater,
        }
    }
}

impl Machine<'_> {
    /// Would a candidate that is prohibited be among the best? Else it is not the prohibition alone that stops it.
    pub(crate) fn is_preferred(&mut self, candidate: &Candidate, best: &[Candidate]) -> bool {
        let Some(rival) = best.first() else { return true };
        if self.rules.actions[usize::from(candidate.action.name)].prefer.is_empty() {
            return true;
        }
        let kept = self.prefer(vec![rival.clone(), candidate.clone()]);
        kept.iter().any(|c| c.action.same(&candidate.action))
    }

    /// Those with the best keys, compared in order.
    pub(crate) fn prefer(&mut self, mut candidates: Vec<Candidate>) -> Vec<Candidate> {
        let Some(first) = candidates.first() else { return candidates };
        let rules = self.rules;
        for key in &rules.actions[usize::from(first.action.name)].prefer {
            if candidates.len() < 2 {
                break;
            }
            let worths: Vec<Worth> = candidates.iter_mut().map(|c| self.worth(key, c)).collect();
            let Some(best) = worths.iter().reduce(|a, b| if b.compare(a).is_gt() { b } else { a }) else { break };
            let mut kept = worths.iter().map(|w| w.compare(best).is_eq());
            candidates.retain(|_| kept.next().unwrap_or(true));
        }
        candidates
    }

    /// The value of a key: evaluated on the run's deed and the position before it.
    pub(crate) fn worth(&mut self, key: &Key, candidate: &mut Candidate) -> Worth {
        let deed = &candidate.deed;
        let (origin, end) = (deed.origin.or(deed.at), deed.at);
        if let Key::Earliest(kinds) = key {
            return Worth::Order(deed.victims().map(|(_, piece)| kinds >> piece.kind & 1 == 1).collect());
        }
        std::mem::swap(&mut self.state.deed, &mut candidate.deed);
        let here = std::mem::replace(&mut self.state.here, origin);
        let env = Env::of(self.state.mover);
        let zero = origin.map(|c| env.bind(Value::Cell(0, c)));
        let env = zero.as_ref().map_or(env, |bound| env.with(bound));
        let one = end.map(|c| env.bind(Value::Cell(1, c)));
        let env = one.as_ref().map_or(env, |bound| env.with(bound));
        let value = match key {
            Key::Most(n) => self.num(n, env),
            Key::Fewest(n) => -self.num(n, env),
            Key::Holds(c) => i64::from(self.cond(c, env)),
            Key::Earliest(_) => 0,
        };
        self.state.here = here;
        std::mem::swap(&mut self.state.deed, &mut candidate.deed);
        Worth::Number(value)
    }
}
