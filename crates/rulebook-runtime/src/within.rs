//! What a position keeps of a turn under way.

use core::{fmt, hash};

use crate::{
    rules::Rules,
    set::{Bit, NOWHERE},
    state::State,
};

/// What a position keeps of a turn under way.
pub trait Within<G: Rules>: Copy + Eq + hash::Hash + fmt::Debug + Send + Sync + 'static {
    /// Takes it from a state.
    fn of(s: &State<G>) -> Self;

    /// Gives it to a state whose turns are counted.
    fn restore(&self, s: &mut State<G>);
}

/// Every turn is one action: there is nothing to keep.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Whole;

impl<G: Rules> Within<G> for Whole {
    #[inline(always)]
    fn of(_s: &State<G>) -> Self {
        Self
    }

    #[inline(always)]
    fn restore(&self, s: &mut State<G>) {
        s.actions = s.turns;
    }
}

/// The place in a turn of several decisions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Partly<E> {
    actions: u32,
    here: Bit,
    done: u16,
    program: u8,
    step: u8,
    begun: bool,
    events: E,
}

impl<G: Rules> Within<G> for Partly<G::Events> {
    fn of(s: &State<G>) -> Self {
        Self {
            actions: s.actions,
            here: if s.begun { s.here } else { NOWHERE },
            done: s.done,
            program: s.program,
            step: s.step,
            begun: s.begun,
            events: s.events,
        }
    }

    fn restore(&self, s: &mut State<G>) {
        s.actions = self.actions;
        s.here = self.here;
        (s.program, s.step, s.done) = (self.program, self.step, self.done);
        s.begun = self.begun;
        s.events = self.events;
    }
}
