//! Chains whose victims stay where they are until the chain is over: what nothing can be changed about there.

use rulebook_ir::visit::{Visitor, walk_term};
use rulebook_ir::{Effect, Item, Num, Repeat, Set, Term};

use super::sets::may_be_nothing;

/// Does every leg lead over empty cells to one victim and to empty cells behind it, and do all victims stay?
///
/// Then what stands nearest on the way back is the victim just taken, which blocks the way and cannot be taken twice: whether
/// a leg may turn back makes no difference.
pub(super) fn victims_block(term: &Term) -> bool {
    let mut legs = Legs { found: false, all: true };
    legs.term(term);
    legs.found && legs.all
}

/// Does an item match one cell, and take what stands there? Behind a victim that stays no piece can land but beyond it.
pub(super) fn takes_one(item: &Item) -> bool {
    match item {
        Item::Cells { alternatives, repeat: Repeat::Exactly(Num::Int(1)) } => {
            alternatives.iter().all(|a| a.effect == Some(Effect::Take))
        }
        Item::Cells { .. } | Item::Mix(_) => false,
    }
}

struct Legs {
    found: bool,
    all: bool,
}

impl Visitor for Legs {
    fn term(&mut self, term: &Term) {
        match term {
            Term::Legs { pattern, .. } => {
                self.found = true;
                let mut around = pattern.items.split(takes_one);
                let (before, behind, more) = (around.next(), around.next(), around.next());
                let empty = |items: Option<&[Item]>| items.is_some_and(|items| items.iter().all(is_empty));
                let lands = behind.is_some_and(|items| !items.iter().all(may_be_nothing));
                self.all &= empty(before) && empty(behind) && lands && more.is_none();
            }
            Term::Strike(mark) => self.all &= mark.is_some(),
            _ => {}
        }
        walk_term(self, term);
    }
}

/// Does an item match empty cells only, and leave them as they are?
fn is_empty(item: &Item) -> bool {
    match item {
        Item::Cells { alternatives, .. } => {
            alternatives.iter().all(|a| a.effect.is_none() && !a.test.edge && a.test.set == Set::Empty)
        }
        Item::Mix(_) => false,
    }
}
