//! Sets and numbers that need more than a look at one cell: lines walked on, groups, definitions, views.

mod common;

use common::{
    action, and, decide, dirs, game, grid, item, legal, one, own, pattern, position, result, seq, skeleton, turn,
};
use rulebook_api::{Position, Status};
use rulebook_ir::{
    ActionKind, Alternative, CellRef, CellSet, ClauseId, Cmp, Cond, Def, DefBody, DefId, Domain, Effect, Item, Num,
    Outcome, Quant, Repeat, Rules, Set, Term, Test, Who,
};

const ALL: [u8; 8] = [0, 1, 2, 3, 4, 5, 6, 7];

/// A piece goes as far as there are pieces on its line, over its own, and may take where it ends.
fn as_far_as_pieces() -> Rules {
    let mut rules = skeleton(grid(5, 5, false));
    let on_line = Num::Count(and([Set::Occupied, Set::LineWalked]));
    let before = Num::Sub(Box::new(on_line), Box::new(Num::Int(1)));
    let landing = Item::Cells {
        alternatives: vec![
            Alternative { test: Test::cells(Set::Empty), effect: None },
            Alternative { test: Test::cells(Set::Enemies), effect: Some(Effect::Take) },
        ],
        repeat: Repeat::Exactly(Num::Int(1)),
    };
    let walk = pattern([item(common::not(Set::Enemies), None, Repeat::Exactly(before)), landing]);
    let legs = Term::Legs {
        from: 1,
        dirs: dirs(&ALL),
        pattern: walk,
        no_turning_back: false,
        body: Box::new(seq([Term::Land(2), Term::Strike(None), Term::Shift(1, 2)])),
    };
    rules.actions = vec![action("move", ActionKind::Walk, seq([Term::Pick(0, own()), legs]))];
    rules.turns = vec![turn(vec![decide(&[&[0]], 1)])];
    let one_group = Cond::Compare(Num::CountGroups(own(), dirs(&ALL)), Cmp::Equal, Num::Int(1));
    rules.results = vec![result(Outcome::WinEach, one_group, 0)];
    rules
}

#[test]
fn a_count_may_depend_on_the_line_walked_on() {
    let game = game(as_far_as_pieces());
    let lines = position(&game, 0, "a1 c5", "c1 a4 e4");
    let from_a1: Vec<String> = legal(&lines).into_iter().filter(|a| a.starts_with("a1")).collect();
    // Two pieces on the row and two on the file, one on the diagonal.
    assert_eq!(from_a1, ["a1-a3", "a1-b2", "a1xc1(c1)"]);
}

#[test]
fn groups_are_connected_by_steps_either_way() {
    let game = game(as_far_as_pieces());
    assert_eq!(position(&game, 0, "a1 c1", "e5 e3").status(), Status::ONGOING);
    let joined = position(&game, 0, "a1 c1", "d4 e5");
    assert_eq!(joined.status(), Status::Won { winner: 1, reason: 0, clause: 10 });
}

#[test]
fn a_group_that_reaches_from_side_to_side() {
    let mut rules = as_far_as_pieces();
    let row = |r: u16| {
        let cells = rules.board.cells.iter().enumerate();
        Set::Const(cells.filter(|(_, c)| c.row == r).map(|(i, _)| i as u16).collect::<CellSet>())
    };
    let touches = |r| Cond::Exists(and([Set::Group(0), row(r)]));
    let connected = Cond::Quantified(
        Quant::Some,
        Domain::Groups(own(), dirs(&[0, 1]), 0),
        Box::new(Cond::And(vec![touches(0), touches(4)])),
    );
    rules.results = vec![result(Outcome::WinEach, connected, 0)];
    let game = game(rules);
    assert_eq!(position(&game, 0, "a1 a2 b2 b3 b5", "e1").status(), Status::ONGOING);
    assert!(position(&game, 0, "a1 a2 b2 b3 b4 b5", "e1").status().is_over());
}

#[test]
fn definitions_and_views() {
    let mut rules = as_far_as_pieces();
    let def = |name: &str, cell, body| Def { name: name.to_owned(), clause: ClauseId(0), cell, line: false, body };
    let beside_enemy = Cond::Walks(CellRef::Var(0), dirs(&ALL), pattern([one(Set::Enemies)]));
    rules.defs = vec![
        def("attacked", true, DefBody::Cond(beside_enemy)),
        def("attacked-own", false, DefBody::Set(and([own(), Set::Where(DefId(0))]))),
        def("number", false, DefBody::Num(Num::Count(Set::Call(DefId(1))))),
    ];
    let number = |n| Cond::Compare(Num::Call(DefId(2)), Cmp::Equal, Num::Int(n));
    let as_seen = |who, n| Cond::For(who, Box::new(number(n)));
    let in_for =
        Cond::Compare(Num::Count(Set::For(Who::Player(1), Box::new(Set::Call(DefId(1))))), Cmp::Equal, Num::Int(1));
    rules.results =
        vec![result(Outcome::Draw, Cond::And(vec![as_seen(Who::Player(0), 2), as_seen(Who::Player(1), 1), in_for]), 0)];
    let game = game(rules);
    assert!(position(&game, 0, "a1 b1 e5", "a2").status().is_over());
    assert_eq!(position(&game, 0, "a1 b1 e5", "a3").status(), Status::ONGOING);
}
