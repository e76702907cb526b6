//! Which pieces only ever go ahead: in directions that never lead back to a cell.

use rulebook_ir::{
    Alternative, Board, Dir, Effect, Item, Pattern, Rules, Set, Term,
    visit::{self, Visitor},
};

/// Looks at the actions of rules.
pub(crate) struct Ahead<'r> {
    rules: &'r Rules,
}

impl<'r> Ahead<'r> {
    pub(crate) fn new(rules: &'r Rules) -> Self {
        Self { rules }
    }

    /// No piece of the kind is ever put on the board, made from another kind, or changes its owner.
    pub(crate) fn never_comes(&self, kind: u8) -> bool {
        struct Comes(u8, bool);
        impl Visitor for Comes {
            fn term(&mut self, term: &Term) {
                match term {
                    Term::Put { kind, .. } | Term::Become(_, kind) if *kind == self.0 => self.1 = true,
                    _ => visit::walk_term(self, term),
                }
            }
            fn pattern(&mut self, pattern: &Pattern) {
                let flips = |a: &Alternative| a.effect == Some(Effect::Flip);
                self.1 |= pattern.items.iter().any(|item| match item {
                    Item::Cells { alternatives, .. } => alternatives.iter().any(flips),
                    Item::Mix(_) => false,
                });
            }
        }
        let mut comes = Comes(kind, false);
        self.rules.actions.iter().for_each(|a| comes.term(&a.term));
        !comes.1
    }

    /// Whatever an action lets pieces of that kind do, it leads them ahead.
    pub(crate) fn goes_ahead(&self, action: u8, kind: u8) -> bool {
        self.term(&self.rules.actions[usize::from(action)].term, kind) == Some(true)
    }

    /// None: the term says nothing about pieces of that kind, or does not move them.
    fn term(&self, term: &Term, kind: u8) -> Option<bool> {
        match term {
            Term::Choice(parts) => both(parts.iter().map(|part| self.term(part, kind))),
            Term::Seq(parts) => {
                if parts.iter().any(|part| excludes(part, kind)) {
                    return None;
                }
                both(parts.iter().map(|part| self.term(part, kind)))
            }
            Term::Priority(a, b) => both([self.term(a, kind), self.term(b, kind)].into_iter()),
            Term::Loop(body) | Term::When(_, body) => self.term(body, kind),
            Term::Legs { dirs, body, .. } => {
                let here =
                    !dirs.anywhere && dirs.per_player.iter().all(|along| never_leads_back(&self.rules.board, along));
                both([Some(here), self.term(body, kind)].into_iter())
            }
            _ => None,
        }
    }
}

/// All that are known have to be true.
fn both(parts: impl Iterator<Item = Option<bool>>) -> Option<bool> {
    parts.flatten().reduce(|a, b| a && b)
}

/// A part of a sequence that no piece of the kind passes.
fn excludes(part: &Term, kind: u8) -> bool {
    match part {
        Term::Pick(_, set) | Term::Test(rulebook_ir::Cond::In(_, set), _) => lacks(set, kind),
        _ => false,
    }
}

fn lacks(set: &Set, kind: u8) -> bool {
    match set {
        Set::Kinds(kinds) => kinds >> kind & 1 == 0,
        Set::And(parts) => parts.iter().any(|part| lacks(part, kind)),
        _ => false,
    }
}

/// No walk along these directions comes back to a cell.
fn never_leads_back(board: &Board, along: &[Dir]) -> bool {
    // Cells that lead nowhere are taken away until none is left.
    let mut left: Vec<bool> = vec![true; board.len()];
    loop {
        let leads = |cell: u16, left: &[bool]| {
            along.iter().any(|&dir| board.next(cell, dir).is_some_and(|next| left[usize::from(next)]))
        };
        let gone: Vec<u16> = (0..board.len() as u16).filter(|&c| left[usize::from(c)] && !leads(c, &left)).collect();
        if gone.is_empty() {
            return left.iter().all(|l| !l);
        }
        for cell in gone {
            left[usize::from(cell)] = false;
        }
    }
}
