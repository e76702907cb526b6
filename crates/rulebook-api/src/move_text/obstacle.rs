//! What stands in the way of a move that is not legal, in plain words.

use crate::{
    Action, Notation, Position, Setup, Vocabulary,
    move_text::{
        find::find,
        read::{Deed, Written, read},
        write::{notation, text_of},
    },
};
use alloc::{format, string::String};

/// Why a text means no legal action: what is seen on the board, and what is legal instead.
pub fn why_not_legal(names: &Vocabulary, text: &str, position: &dyn Position) -> String {
    let (text, legal) = (text.trim(), position.legal());
    let Err(error) = find(names, text, &legal, &[]) else { return format!("`{text}` is legal") };
    let seen = read(names, text).ok().and_then(|written| {
        let view = View { names, setup: position.setup(), mover: position.to_move(), legal: &legal };
        view.obstacle(&written)
    });
    match seen {
        None => error.message,
        Some(seen) => {
            let instead = error.message.split_once("; ").map_or_else(String::new, |(_, rest)| format!("; {rest}"));
            format!("`{text}` is not legal: {seen}{instead}")
        }
    }
}

/// A position, looked at by whoever is to move.
struct View<'a> {
    names: &'a Vocabulary,
    setup: Setup,
    mover: u8,
    legal: &'a [Action],
}

impl View<'_> {
    /// The first thing that stands in the way; only what holds of every legal action is taken for a reason.
    fn obstacle(&self, written: &Written) -> Option<String> {
        match &written.deed {
            Deed::Walk(cells, takes) => self.of_walk(*cells.first()?, *cells.last()?, *takes == Some(true)),
            Deed::Place(placed) => {
                let comes = |a: &Action, cell: u16| a.to == Some(cell) && notation(self.names, a) == Notation::Place;
                let onto = self.setup.pieces.iter().any(|(c, _)| self.legal.iter().any(|a| comes(a, *c)));
                let taken = placed.iter().find(|(cell, ..)| self.owner(*cell).is_some());
                taken.filter(|_| !onto).map(|(cell, ..)| format!("{} is occupied", self.names.cell_name(*cell)))
            }
            Deed::Remove(cell) if self.owner(*cell).is_none() => {
                Some(format!("nothing stands on {}", self.names.cell_name(*cell)))
            }
            Deed::Remove(_) | Deed::Pass => None,
        }
    }

    /// What stands in the way of a walk.
    fn of_walk(&self, from: u16, to: u16, takes: bool) -> Option<String> {
        let walks = || self.legal.iter().filter(|a| notation(self.names, a) == Notation::Walk);
        let name = |cell| self.names.cell_name(cell);
        if walks().any(|a| a.from == Some(from) && a.to == Some(to)) {
            return None;
        }
        match self.owner(from) {
            None => return Some(format!("nothing stands on {}", name(from))),
            Some(owner) if owner != self.mover => {
                let foreign = walks().any(|a| a.from.and_then(|c| self.owner(c)).is_some_and(|o| o != self.mover));
                let (whose, mover) = (self.names.player(owner), self.names.player(self.mover));
                if !foreign {
                    return Some(format!("the piece on {} belongs to {whose}, and {mover} is to move", name(from)));
                }
            }
            Some(_) => {}
        }
        let onto = walks().any(|a| a.to != a.from && a.to.is_some_and(|c| self.owner(c).is_some()));
        if from != to && !onto && self.owner(to).is_some() {
            return Some(format!("{} is occupied", name(to)));
        }
        let first = self.legal.first().filter(|_| !takes && self.legal.iter().all(|a| !a.victims.is_empty()))?;
        Some(format!("only captures are legal here, such as `{}`", text_of(self.names, first, self.legal)))
    }

    /// Whose piece stands on a cell.
    fn owner(&self, cell: u16) -> Option<u8> {
        self.setup.pieces.iter().find(|(c, _)| *c == cell).map(|(_, piece)| piece.player)
    }
}
