//! What rules use, and so what an engine has to keep.

use std::collections::BTreeSet;

use rulebook_ir::visit::{
    Visitor, walk_cond, walk_def, walk_key, walk_num, walk_pattern, walk_rules, walk_set, walk_term,
};
use rulebook_ir::{CellRef, Cond, DefId, Dir, Effect, Item, Num, Outcome, Pattern, Rules, Set, Step, Term};

/// What rules use.
#[derive(Clone, Copy, Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "answers, each to its own question")]
pub(crate) struct Uses {
    /// Repetition is asked for.
    pub(crate) occurs: bool,
    /// Something other than a draw reads a clock.
    pub(crate) clocks_beside_draws: bool,
    /// The turn's program reads the cell acted on.
    pub(crate) here_in_turn: bool,
    /// Pieces come to the board.
    pub(crate) comes: bool,
    /// Pieces change their owners.
    pub(crate) flips: bool,
    /// The numbers of turns or actions are read.
    pub(crate) counts_turns: bool,
    /// Something other than a draw after a turn asks for repetition.
    pub(crate) occurs_beside_draws: bool,
}

impl Uses {
    /// Looks through rules.
    pub(crate) fn of(rules: &Rules) -> Self {
        let mut all = Finder::new(rules);
        walk_rules(&mut all, rules);
        let mut program = Finder::new(rules);
        for step in rules.turns.iter().flat_map(|t| &t.steps) {
            match step {
                Step::Act { when, .. } => program.cond(when),
                Step::Stop(result) => {
                    program.cond(&result.when);
                    program.cond(&result.claimable);
                }
            }
        }
        let mut beside = Finder::new(rules);
        for action in &rules.actions {
            beside.term(&action.term);
            action.prefer.iter().for_each(|key| walk_key(&mut beside, key));
        }
        if let Some(foul) = &rules.foul {
            beside.cond(&foul.when);
        }
        for result in rules.results.iter().filter(|r| r.outcome != Outcome::Draw) {
            beside.cond(&result.when);
        }
        Self {
            occurs: all.occurs,
            clocks_beside_draws: beside.clocks || program.clocks,
            here_in_turn: program.here,
            comes: all.comes,
            flips: all.flips,
            counts_turns: all.turns,
            occurs_beside_draws: beside.occurs || program.occurs,
        }
    }
}

#[expect(clippy::struct_excessive_bools, reason = "answers, each to its own question")]
struct Finder<'r> {
    rules: &'r Rules,
    looked_at: BTreeSet<u16>,
    occurs: bool,
    clocks: bool,
    here: bool,
    comes: bool,
    flips: bool,
    turns: bool,
}

impl<'r> Finder<'r> {
    fn new(rules: &'r Rules) -> Self {
        Self {
            rules,
            looked_at: BTreeSet::new(),
            occurs: false,
            clocks: false,
            here: false,
            comes: false,
            flips: false,
            turns: false,
        }
    }

    fn def(&mut self, def: DefId) {
        if self.looked_at.insert(def.0) {
            let rules = self.rules;
            walk_def(self, &rules.defs[usize::from(def.0)]);
        }
    }
}

impl Visitor for Finder<'_> {
    fn cell(&mut self, cell: CellRef) {
        self.here |= cell == CellRef::Here;
    }

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
            Num::Turns | Num::TurnsOf(_) | Num::Actions => self.turns = true,
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

    fn term(&mut self, term: &Term) {
        self.comes |= matches!(term, Term::Put { .. });
        walk_term(self, term);
    }

    fn pattern(&mut self, pattern: &Pattern) {
        for item in &pattern.items {
            if let Item::Cells { alternatives, .. } = item {
                self.flips |= alternatives.iter().any(|a| a.effect == Some(Effect::Flip));
            }
        }
        walk_pattern(self, pattern);
    }
}

/// Does a definition ask for repetition, itself or by one that it calls?
pub(crate) fn repeats(rules: &Rules, def: DefId) -> bool {
    let mut finder = Finder::new(rules);
    finder.def(def);
    finder.occurs
}

/// Does the program of an action ask for the piece that it took last?
pub(crate) fn asks_last_victim(term: &Term) -> bool {
    struct Asks(bool);
    impl Visitor for Asks {
        fn cell(&mut self, cell: CellRef) {
            self.0 |= cell == CellRef::LastVictim;
        }
        fn cond(&mut self, cond: &Cond) {
            self.0 |= matches!(cond, Cond::LastVictimIs(_));
            walk_cond(self, cond);
        }
    }
    let mut asks = Asks(false);
    asks.term(term);
    asks.0
}

/// Does a condition ask for repetition, itself or by a definition that it calls?
pub(crate) fn asks_repetition(rules: &Rules, cond: &Cond) -> bool {
    let mut finder = Finder::new(rules);
    finder.cond(cond);
    finder.occurs
}

/// Actions and kinds of pieces that only ever go one way, so that no position before such an action comes again: all steps
/// of such a piece go up, or all go down, the rows of the board as its player sees them, and nothing else moves it.
pub(crate) fn one_way(rules: &Rules, uses: Uses) -> Vec<(u8, u32)> {
    // Pieces that come, or become that kind, could bring back what was there before.
    let mut becomes = Becomes::default();
    walk_rules(&mut becomes, rules);
    if uses.comes || uses.flips {
        return Vec::new();
    }
    let mut found = Vec::new();
    for (index, action) in rules.actions.iter().enumerate() {
        let mut kinds = 0_u32;
        for (kind, _) in &action.clauses {
            let bit = 1_u32 << kind;
            let others = rules.actions.iter().flat_map(|a| walks_of(a, *kind));
            let all: Vec<_> = others.collect();
            let this = walks_of(action, *kind);
            let one_way = !this.is_empty()
                && this.iter().all(|dirs| climbs(rules, dirs))
                // Another action may go back only by taking something, which is for good.
                && all.iter().all(|dirs| dirs.takes || climbs(rules, dirs));
            if one_way && becomes.0 & bit == 0 {
                kinds |= bit;
            }
        }
        if kinds != 0 {
            found.push((index as u8, kinds));
        }
    }
    found
}

/// Kinds that something becomes.
#[derive(Default)]
struct Becomes(u32);

impl Visitor for Becomes {
    fn term(&mut self, term: &Term) {
        if let Term::Become(_, kind) = term {
            self.0 |= 1 << kind;
        }
        walk_term(self, term);
    }
}

/// Directions of a walk, and whether it takes something.
struct Legs {
    dirs: Vec<Vec<Dir>>,
    takes: bool,
}

/// All legs of an action of pieces of that kind: of a choice between kinds, only those of its own part.
fn walks_of(action: &rulebook_ir::ActionRule, kind: u8) -> Vec<Legs> {
    struct Found(Vec<Legs>);
    impl Visitor for Found {
        fn term(&mut self, term: &Term) {
            if let Term::Legs { dirs, pattern, .. } = term {
                let takes = pattern.items.iter().any(|item| match item {
                    rulebook_ir::Item::Cells { alternatives, repeat } => {
                        *repeat != rulebook_ir::Repeat::Star
                            && alternatives.iter().all(|a| a.effect == Some(rulebook_ir::Effect::Take))
                    }
                    rulebook_ir::Item::Mix(_) => false,
                });
                let dirs = if dirs.anywhere { Vec::new() } else { dirs.per_player.clone() };
                self.0.push(Legs { dirs, takes });
            }
            walk_term(self, term);
        }
    }
    let mut found = Found(Vec::new());
    match &action.term {
        Term::Choice(parts) if parts.len() == action.clauses.len() => {
            for (part, _) in parts.iter().zip(&action.clauses).filter(|(_, (k, _))| *k == kind) {
                found.term(part);
            }
        }
        term => found.term(term),
    }
    found.0
}

/// Does every step change the row, always to the same side for each player?
fn climbs(rules: &Rules, legs: &Legs) -> bool {
    !legs.dirs.is_empty()
        && legs.dirs.iter().all(|dirs| {
            let mut sides = BTreeSet::new();
            for dir in dirs {
                for (cell, next) in rules.board.neighbours[usize::from(*dir)].iter().enumerate() {
                    if let Some(next) = next {
                        let (from, to) = (&rules.board.cells[cell], &rules.board.cells[usize::from(*next)]);
                        sides.insert(to.row.cmp(&from.row));
                    }
                }
            }
            sides.len() == 1 && !sides.contains(&std::cmp::Ordering::Equal)
        })
}
