//! Conditions that are asked of each player in turn: whether it matters who is seen.

use rulebook_ir::visit::{Visitor, walk_cond, walk_num, walk_set};
use rulebook_ir::{Cond, Dirs, Num, Set, Who};

/// Does a condition depend on whose view it is in by one word only? Asked of both of two players, that word may as well mean
/// the other one: what holds of each is then the same, only of the players in the other order.
pub(super) fn once(players: usize, look: impl FnOnce(&mut dyn Visitor)) -> bool {
    let mut words = Words::default();
    look(&mut words);
    players == 2 && words.owners == 1 && !words.others
}

/// Words that depend on the view.
#[derive(Default)]
struct Words {
    /// `own` and `enemy` said of pieces.
    owners: usize,
    /// Anything else.
    others: bool,
}

impl Words {
    fn who(&mut self, who: Who) {
        self.others |= matches!(who, Who::Me | Who::Enemy);
    }
}

impl Visitor for Words {
    fn cond(&mut self, cond: &Cond) {
        match cond {
            Cond::For(who, _) | Cond::Can(who, _) => self.who(*who),
            Cond::Same(a, b) => [a, b].into_iter().for_each(|w| self.who(*w)),
            Cond::Supposing { owner, .. } => self.who(*owner),
            Cond::Call { .. } | Cond::Reaches(..) | Cond::ActorIs(_) | Cond::LastVictimIs(_) => self.others = true,
            _ => {}
        }
        walk_cond(self, cond);
    }

    fn num(&mut self, num: &Num) {
        match num {
            Num::Stock(who, _) | Num::TurnsOf(who) => self.who(*who),
            Num::Clock(..) | Num::Victims(_) | Num::Call(_) => self.others = true,
            _ => {}
        }
        walk_num(self, num);
    }

    fn set(&mut self, set: &Set) {
        match set {
            Set::OwnedBy(Who::Me | Who::Enemy) | Set::Enemies => self.owners += 1,
            Set::For(who, _) => self.who(*who),
            Set::Seen(_) | Set::Where(_) | Set::Call(_) => self.others = true,
            _ => {}
        }
        walk_set(self, set);
    }

    fn dirs(&mut self, dirs: &Dirs) {
        self.others |= dirs.per_player.windows(2).any(|pair| pair[0] != pair[1]);
    }
}
