//! The legal actions as a list, and playing one of them.

use alloc::vec::Vec;

use rulebook_api::{Action as Listed, Piece};

use super::{Named, Pieces, Step, Steps};
use crate::{
    action::{Action, Deed},
    board::Board as _,
    rules::Rules,
    set::{Bit, Set as _},
    state::State,
    walks::Bits,
};

/// What a step may end on.
#[inline(always)]
fn targets<const K: usize>(board: &Pieces<K>, whole: Bits, mover: u8, step: &Step) -> Bits {
    let mut targets = 0;
    if step.quiet {
        targets |= whole & !board.occupied();
    }
    if step.takes {
        targets |= board.owned(1 - mover);
    }
    targets
}

/// Where the mover's pieces can begin such a step.
#[inline(always)]
fn origins<const K: usize>(board: &Pieces<K>, whole: Bits, mover: u8, step: &Step) -> Bits {
    board.owned(mover) & board.kinds(1 << step.kind) & step.back(targets(board, whole, mover, step))
}

/// The actions of the mover.
#[inline(always)]
fn actions<G: Steps<K>, const K: usize>(mover: u8) -> &'static [Named] {
    G::ACTIONS[usize::from(mover & 1)]
}

/// Legal actions in canonical order.
pub fn legal<G: Rules<Board = Pieces<K>> + Steps<K>, const K: usize>(s: &State<G>, out: &mut Vec<Action<G>>) {
    out.clear();
    let (board, whole, mover) = (&s.board, <G as Steps<K>>::BOARD, s.mover);
    let enemies = board.owned(1 - mover);
    for named in actions::<G, K>(mover) {
        let able = named.steps.iter().fold(0, |all, step| all | origins(board, whole, mover, step));
        for from in able.cells() {
            let one = Bits::one(from);
            for step in named.steps {
                let to = step.ahead(one) & targets(board, whole, mover, step);
                if to != 0 && board.kinds(1 << step.kind) & one != 0 {
                    out.push(Action {
                        name: named.name,
                        from,
                        to: to.trailing_zeros() as Bit,
                        victims: to & enemies,
                        piece: Some(Piece { player: mover, kind: step.kind as u8, number: 0 }),
                    });
                }
            }
        }
    }
}

/// Is there a legal action (of that name)?
pub fn any<G: Rules<Board = Pieces<K>> + Steps<K>, const K: usize>(s: &State<G>, name: Option<u8>) -> bool {
    let wanted = |named: &&Named| name.is_none_or(|name| name == named.name);
    let mut steps = actions::<G, K>(s.mover).iter().filter(wanted).flat_map(|named| named.steps);
    steps.any(|step| origins(&s.board, <G as Steps<K>>::BOARD, s.mover, step) != 0)
}

/// Does a legal action; none if no piece of the mover's stands where it begins, or one where it ends.
pub fn act<G: Rules<Board = Pieces<K>> + Steps<K>, const K: usize>(
    s: &mut State<G>,
    action: &Action<G>,
) -> Option<Deed> {
    let actor = s.board.piece(action.from).filter(|piece| piece.player == s.mover)?;
    let mut deed = Deed { name: action.name, actor: Some(actor), ..Deed::NONE };
    if let Some(victim) = s.board.piece(action.to) {
        if victim.player == s.mover {
            return None;
        }
        s.board.clear(action.to);
        deed.lose(victim, true);
        deed.order = victim.kind.into();
    }
    s.board.shift(action.from, action.to);
    s.here = action.to;
    Some(deed)
}

/// Legal actions; each has one route.
pub fn listed<G: Rules<Board = Pieces<K>> + Steps<K>, const K: usize>(s: &State<G>) -> Vec<Listed> {
    let mut actions = Vec::new();
    legal(s, &mut actions);
    let with_route = |action: &Action<G>| {
        let listed = action.listed();
        Listed { via: listed.to.map(|to| alloc::vec![to]).into_iter().collect(), ..listed }
    };
    actions.iter().map(with_route).collect()
}
