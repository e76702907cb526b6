//! An action under way: the state it has made so far, and what is known of the cells that it has named.

use std::hash::BuildHasher;

use rulebook_ir::{Effect, Slot};
use rustc_hash::FxHashMap;

use crate::{
    counting::{Actor, Env},
    state::{Class, State},
};

/// A cell that has a name. Names of one group are the same cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Named {
    pub(crate) slot: Slot,
    pub(crate) group: u8,
    /// Its class, if it is known.
    pub(crate) class: Option<Class>,
}

/// A match of a walked pattern.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Leg {
    /// How many cells of which class have which effect, in ascending order.
    pub(crate) effects: Vec<Affected>,
    /// The class of the last cell matched.
    pub(crate) landing: Class,
    /// What happens to that cell.
    pub(crate) landing_effect: Option<Change>,
    /// The group of the cell landed on.
    pub(crate) landed: Option<u8>,
}

/// So many cells of a class have an effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Affected {
    pub(crate) class: Class,
    pub(crate) change: Change,
    pub(crate) cells: u16,
}

/// [`Effect`], in an order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Change {
    Take,
    Flip,
}

impl From<Effect> for Change {
    fn from(effect: Effect) -> Self {
        match effect {
            Effect::Take => Self::Take,
            Effect::Flip => Self::Flip,
        }
    }
}

/// An action under way.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[expect(clippy::struct_excessive_bools, reason = "independent facts, not a state")]
pub(crate) struct Deed {
    pub(crate) state: State,
    pub(crate) named: Vec<Named>,
    pub(crate) actor: Actor,
    /// A cell has been picked: the first is the origin.
    pub(crate) picked: bool,
    pub(crate) leg: Option<Box<Leg>>,
    /// A prohibition holds.
    pub(crate) foul: bool,
    /// A piece has changed its kind.
    pub(crate) promoted: bool,
    /// A piece has left the board.
    pub(crate) lost: bool,
}

impl Deed {
    pub(crate) fn new(state: State) -> Self {
        Self {
            state,
            named: Vec::new(),
            actor: Actor::Nobody,
            picked: false,
            leg: None,
            foul: false,
            promoted: false,
            lost: false,
        }
    }

    /// The environment of its expressions.
    pub(crate) fn env(&self) -> Env {
        Env {
            viewer: self.state.mover,
            cells: self.named.iter().map(|n| (n.slot, n.class)).collect(),
            actor: self.actor,
        }
    }

    pub(crate) fn get(&self, slot: Slot) -> Option<Named> {
        self.named.iter().copied().find(|n| n.slot == slot)
    }

    /// A group that no name has.
    pub(crate) fn new_group(&self) -> u8 {
        (0..=u8::MAX).find(|g| self.named.iter().all(|n| n.group != *g)).unwrap_or(u8::MAX)
    }

    /// Gives a cell a name; an older meaning of the name is forgotten.
    pub(crate) fn name(&mut self, slot: Slot, group: u8, class: Option<Class>) {
        self.named.retain(|n| n.slot != slot);
        self.named.push(Named { slot, group, class });
        self.named.sort_unstable_by_key(|n| n.slot);
    }

    /// Numbers the groups in the order of their names, so that equal deeds look equal.
    pub(crate) fn normalise(&mut self) {
        let mut known: Vec<u8> = Vec::new();
        let landed = self.leg.as_ref().and_then(|leg| leg.landed);
        for named in &mut self.named {
            let index = known.iter().position(|g| *g == named.group).unwrap_or_else(|| {
                known.push(named.group);
                known.len() - 1
            });
            named.group = index as u8;
        }
        if let (Some(leg), Some(landed)) = (&mut self.leg, landed) {
            leg.landed = known.iter().position(|g| *g == landed).map(|i| i as u8);
        }
    }

    /// A cell of the group becomes one of another class. Another name of the same class may mean that cell too.
    #[must_use]
    pub(crate) fn change_named(&mut self, group: u8, from: Class, to: Class) -> bool {
        if from == to {
            return true;
        }
        if !self.state.change(from, to, 1) {
            return false;
        }
        for named in &mut self.named {
            if named.group == group {
                named.class = Some(to);
            } else if named.class == Some(from) {
                named.class = None;
            }
        }
        true
    }

    /// Cells without a name become cells of another class; which, is not known.
    #[must_use]
    pub(crate) fn change_unnamed(&mut self, from: Class, to: Class, cells: u16) -> bool {
        if from == to || cells == 0 {
            return true;
        }
        if !self.state.change(from, to, cells) {
            return false;
        }
        for named in &mut self.named {
            if named.class == Some(from) {
                named.class = None;
            }
        }
        true
    }
}

/// A run of a term, as far as counts tell it from others.
#[derive(Clone, Debug)]
pub(crate) struct Way {
    pub(crate) deed: Deed,
    /// There is such a run on every board with these counts.
    pub(crate) sure: bool,
    /// The run comes to the end of a round and begins the innermost loop again.
    pub(crate) again: bool,
}

/// The runs of a term.
#[derive(Clone, Debug, Default)]
pub(crate) struct Ways {
    pub(crate) list: Vec<Way>,
    /// On every board with these counts there is a run, whichever it is; rounds that begin again do not count.
    pub(crate) some: bool,
    /// By hash, where in the list runs stand; made when there are many.
    pub(crate) index: FxHashMap<u64, Vec<u32>>,
}

/// Up to so many runs are found faster by looking than by hashing.
const FEW: usize = 8;

impl Ways {
    pub(crate) fn one(deed: Deed, sure: bool) -> Self {
        Self { list: vec![Way { deed, sure, again: false }], some: sure, ..Self::default() }
    }

    /// Adds runs; the same run from two sides is one.
    pub(crate) fn merge(&mut self, others: Vec<Way>) {
        for way in others {
            self.add(way);
        }
    }

    fn add(&mut self, way: Way) {
        if self.list.len() <= FEW {
            match self.list.iter_mut().find(|w| w.again == way.again && w.deed == way.deed) {
                Some(known) => known.sure |= way.sure,
                None => self.list.push(way),
            }
            return;
        }
        if self.index.is_empty() {
            for (i, way) in self.list.iter().enumerate() {
                self.index.entry(way.hash()).or_default().push(i as u32);
            }
        }
        let same = self.index.entry(way.hash()).or_default();
        let list = &mut self.list;
        let is_same = |i: &u32| list[*i as usize].again == way.again && list[*i as usize].deed == way.deed;
        if let Some(known) = same.iter().copied().find(|i| is_same(i)) {
            list[known as usize].sure |= way.sure;
        } else {
            same.push(list.len() as u32);
            list.push(way);
        }
    }
}

impl Way {
    fn hash(&self) -> u64 {
        rustc_hash::FxBuildHasher.hash_one((&self.deed, self.again))
    }
}
