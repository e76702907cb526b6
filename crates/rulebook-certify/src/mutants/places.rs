//! What the mutator has to know of a game's rules as a whole.

use std::collections::BTreeSet;

use rulebook_ir::visit::{Visitor, walk_cond, walk_rules, walk_set};
use rulebook_ir::{
    ActionKind, CellSet, ClauseId, Cond, Dir, Dirs, Domain, Effect, Item, Laid, Pattern, Rules, Set, Term,
};

use super::find;

/// Actions with the kind of the piece that acts.
pub(super) type Deeds = Vec<(u8, u8)>;

/// Clauses whose content the core spreads over others, and what the rules use.
pub(super) struct Places {
    /// By option: its clause, and that of each reading that has one.
    pub(super) options: Vec<(ClauseId, Vec<Option<ClauseId>>)>,
    pub(super) regions: Vec<(CellSet, ClauseId)>,
    /// Kinds that can be promoted, with the clause that says so.
    pub(super) promotions: Vec<(u8, ClauseId)>,
    /// The clause that gives the roles of an ending.
    pub(super) sides: Option<ClauseId>,
    pub(super) kinds: usize,
    pub(super) players: usize,
    /// The direction back of each.
    pub(super) back: Vec<Dir>,
    /// Kinds of which a player has only so many.
    pub(super) stocked: Vec<bool>,
    /// Directions in which something is walked or grouped.
    pub(super) walked: BTreeSet<Dir>,
    /// Patterns are laid on lines, or the line walked on is looked at.
    pub(super) lines: bool,
    /// Actions and kinds by which a piece may leave the board, and by which it may be promoted.
    pub(super) losses: Deeds,
    pub(super) promoting: Deeds,
}

impl Places {
    pub(super) fn of(rules: &Rules) -> Self {
        let regions = rules
            .regions
            .iter()
            .filter_map(|(name, cells)| Some((cells.clone(), find(rules, &format!("region.{name}"))?)));
        let promotions = rules
            .kinds
            .iter()
            .enumerate()
            .filter_map(|(i, kind)| Some((i as u8, find(rules, &format!("promote.{}", kind.name))?)));
        let options = rules.options.iter().map(|o| {
            let readings = o.readings.iter().map(|r| find(rules, &format!("{}.{r}", o.name)));
            (o.clause, readings.collect())
        });
        let mut used = Used::default();
        walk_rules(&mut used, rules);
        let (losses, promoting) = deeds(rules);
        Self {
            options: options.collect(),
            regions: regions.collect(),
            promotions: promotions.collect(),
            sides: find(rules, "sides"),
            kinds: rules.kinds.len(),
            players: rules.players.len(),
            back: rules.board.directions.iter().map(|d| d.back).collect(),
            stocked: rules.kinds.iter().map(|k| k.stock.is_some()).collect(),
            walked: used.walked,
            lines: used.lines,
            losses,
            promoting,
        }
    }
}

/// Pairs of action and kind by which pieces may leave, and by which they may be promoted; rather too many than too few.
fn deeds(rules: &Rules) -> (Deeds, Deeds) {
    let (mut losses, mut promoting) = (Vec::new(), Vec::new());
    for (index, action) in rules.actions.iter().enumerate() {
        let index = index as u8;
        let branches: Vec<(&Term, Vec<u8>)> = match &action.term {
            Term::Choice(branches) if branches.len() == action.clauses.len() => {
                branches.iter().zip(&action.clauses).map(|(term, (kind, _))| (term, vec![*kind])).collect()
            }
            // What is taken off may be of any kind.
            term if action.kind == ActionKind::Remove => vec![(term, (0..rules.kinds.len() as u8).collect())],
            term => vec![(term, action.clauses.iter().map(|c| c.0).collect())],
        };
        for (term, kinds) in branches {
            let mut found = Found::default();
            found.term(term);
            let pairs = |yes: bool| kinds.iter().filter(move |_| yes).map(move |k| (index, *k));
            losses.extend(pairs(found.loses));
            promoting.extend(pairs(found.promotes));
        }
    }
    (losses, promoting)
}

#[derive(Default)]
struct Used {
    walked: BTreeSet<Dir>,
    lines: bool,
}

impl Visitor for Used {
    fn dirs(&mut self, dirs: &Dirs) {
        self.walked.extend(dirs.per_player.iter().flatten());
    }

    fn laid(&mut self, laid: &Laid) {
        self.lines = true;
        self.pattern(&laid.pattern);
    }

    fn set(&mut self, set: &Set) {
        self.lines |= *set == Set::LineWalked;
        walk_set(self, set);
    }

    fn cond(&mut self, cond: &Cond) {
        if let Cond::Quantified(_, Domain::Lines(..), _) = cond {
            self.lines = true;
        }
        walk_cond(self, cond);
    }
}

#[derive(Default)]
struct Found {
    loses: bool,
    promotes: bool,
}

impl Visitor for Found {
    fn pattern(&mut self, pattern: &Pattern) {
        let takes = |item: &Item| match item {
            Item::Cells { alternatives, .. } => alternatives.iter().any(|a| a.effect == Some(Effect::Take)),
            Item::Mix(_) => false,
        };
        self.loses |= pattern.items.iter().any(takes);
    }

    fn term(&mut self, term: &Term) {
        match term {
            Term::Off { .. } => self.loses = true,
            Term::Become(..) => self.promotes = true,
            _ => {}
        }
        rulebook_ir::visit::walk_term(self, term);
    }
}
