//! What the rules mention: what need not be kept because nothing reads it.

use rulebook_ir::visit::{Visitor, walk_cond, walk_def, walk_event, walk_key, walk_num, walk_refusal, walk_set};
use rulebook_ir::{CellRef, Cond, DefId, Num, Outcome, Rules, Set, Step};

/// What the rules of a game mention.
#[derive(Clone, Copy, Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "four answers, each to its own question")]
pub(crate) struct Mentions {
    /// Repetition is asked for somewhere.
    pub(crate) occurrences: bool,
    /// Repetition is asked for by something other than a draw after a ply.
    pub(crate) occurrences_beside_draws: bool,
    /// A clock is read by something other than a draw after a ply.
    pub(crate) clocks_beside_draws: bool,
    /// The turn's program reads the cell acted on.
    pub(crate) here_in_turn: bool,
}

impl Mentions {
    /// Looks through the rules.
    pub(crate) fn of(rules: &Rules) -> Self {
        let mut program = Finder::new(rules);
        let mut beside = Finder::new(rules);
        for step in rules.turns.iter().flat_map(|t| &t.steps) {
            match step {
                Step::Act { when, .. } => program.cond(when),
                Step::Stop(result) => {
                    program.cond(&result.when);
                    program.cond(&result.claimable);
                }
            }
        }
        for action in &rules.actions {
            beside.term(&action.term);
            action.prefer.iter().for_each(|key| walk_key(&mut beside, key));
        }
        if let Some(foul) = &rules.foul {
            beside.cond(&foul.when);
        }
        let mut rest = Finder::new(rules);
        for result in &rules.results {
            match result.outcome {
                Outcome::Draw => rest.cond(&result.when),
                Outcome::Win(_) | Outcome::Lose(_) | Outcome::WinEach => beside.cond(&result.when),
            }
            rest.cond(&result.claimable);
        }
        for clock in &rules.clocks {
            for cond in [&clock.runs, &clock.carries, &clock.last_ply] {
                rest.cond(cond);
            }
            for restart in &clock.restarts {
                rest.cond(&restart.when);
            }
            for event in std::iter::once(&clock.feed).chain(clock.restarts.iter().map(|r| &r.event)) {
                walk_event(&mut rest, event);
            }
        }
        for refusal in &rules.refusals {
            walk_refusal(&mut rest, &refusal.what);
        }
        for always in &rules.always {
            rest.cond(&always.cond);
        }
        let beside_occurrences = beside.occurs || program.occurs;
        let clocks_beside_draws = beside.clocks || program.clocks;
        Self {
            occurrences: beside_occurrences || rest.occurs,
            // A clock may ask for repetition, and is then what needs it.
            occurrences_beside_draws: beside_occurrences || (clocks_beside_draws && rest.occurs),
            clocks_beside_draws,
            here_in_turn: program.here,
        }
    }
}

/// Looks through expressions and all definitions that they call.
struct Finder<'r> {
    rules: &'r Rules,
    looked_at: Vec<bool>,
    occurs: bool,
    clocks: bool,
    here: bool,
}

impl<'r> Finder<'r> {
    fn new(rules: &'r Rules) -> Self {
        Self { rules, looked_at: vec![false; rules.defs.len()], occurs: false, clocks: false, here: false }
    }

    fn def(&mut self, def: DefId) {
        let index = usize::from(def.0);
        if !std::mem::replace(&mut self.looked_at[index], true) {
            walk_def(self, &self.rules.defs[index]);
        }
    }
}

impl Visitor for Finder<'_> {
    fn cell(&mut self, cell: CellRef) {
        match cell {
            CellRef::Here => self.here = true,
            CellRef::Var(_) | CellRef::Cell(_) | CellRef::LastVictim => {}
        }
    }

    // `Can` reads what actions read, and those are looked at by themselves.
    fn cond(&mut self, cond: &Cond) {
        match cond {
            Cond::Call { def, .. } => self.def(*def),
            Cond::Occurs(_) => self.occurs = true,
            Cond::Reaches(..) => self.clocks = true,
            _ => {}
        }
        walk_cond(self, cond);
    }

    fn num(&mut self, num: &Num) {
        match num {
            Num::Clock(..) => self.clocks = true,
            Num::Call(def) => self.def(*def),
            _ => {}
        }
        walk_num(self, num);
    }

    fn set(&mut self, set: &Set) {
        if let Set::Where(def) | Set::Call(def) = set {
            self.def(*def);
        }
        walk_set(self, set);
    }
}
