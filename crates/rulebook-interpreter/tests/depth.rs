//! How deep the interpreter may have to recurse, and on how much stack.

mod common;

use common::{MAN, action, and, decide, game, grid, own, seq, skeleton, turn};
use rulebook_api::Position;
use rulebook_ir::{
    ActionKind, CellRef, ClauseId, Cond, Def, DefBody, DefId, Domain, Laid, Numbers, Pattern, Quant, Rules, Set, Term,
    Who,
};

/// A point is allowed if, with a trial piece on some empty cell, that cell would be: down to the full board.
fn deepest(side: u16) -> Rules {
    let mut rules = skeleton(grid(side, side, false));
    let full = Cond::Not(Box::new(Cond::Exists(Set::Empty)));
    let deeper = Cond::Quantified(
        Quant::Some,
        Domain::Cells(Set::Empty, 1),
        Box::new(Cond::Supposing {
            owner: Who::Me,
            kind: MAN,
            at: CellRef::Var(1),
            then: Box::new(Cond::Call { def: DefId(0), cell: Some(CellRef::Var(1)), line: None }),
        }),
    );
    // A pattern whose test is a definition, so that patterns recurse too.
    let laid = Laid {
        line: None,
        pattern: Pattern { items: vec![common::one(and([own(), Set::One(CellRef::Var(0))]))], symmetric: true },
        through: vec![CellRef::Var(0)],
        numbers: Numbers::Any,
    };
    rules.defs = vec![Def {
        name: "deep".to_owned(),
        clause: ClauseId(0),
        cell: true,
        line: false,
        body: DefBody::Cond(Cond::And(vec![Cond::Laid(laid), Cond::Or(vec![full, deeper])])),
    }];
    let deep = Cond::Call { def: DefId(0), cell: Some(CellRef::Here), line: None };
    let put = seq([
        Term::Pick(0, Set::Empty),
        Term::Put { kind: MAN, at: 1, stock: false },
        Term::Forbid { clause: ClauseId(1), when: Cond::Not(Box::new(deep)), unless: Cond::Const(false) },
    ]);
    rules.actions = vec![action("place", ActionKind::Place, put)];
    rules.turns = vec![turn(vec![decide(&[&[0]], 1)])];
    rules
}

fn on_stack(megabytes: usize, side: u16) -> usize {
    let worker = std::thread::Builder::new().stack_size(megabytes << 20);
    let count = move || game(deepest(side)).position_initial().legal().len();
    worker.spawn(count).expect("a thread").join().expect("enough stack")
}

#[test]
fn as_deep_as_a_large_board_has_cells() {
    assert_eq!(on_stack(8, 19), 361);
}

#[test]
fn an_ordinary_thread_is_enough_for_ordinary_boards() {
    assert_eq!(on_stack(2, 10), 100);
}
