//! Placements: prohibitions, trial placement, laid patterns, sets of placements, flips, numbers and reserves.

mod common;

use common::{
    MAN, action, and, common_kind, decide, forbidden, game, grid, item, legal, one, own, pattern, play, position,
    result, seq, skeleton, text, turn,
};
use rulebook_api::{Count, Position, Status};
use rulebook_ir::{
    ActionKind, CellRef, ClauseId, Cmp, Cond, Def, DefBody, DefId, Dirs, Domain, Effect, Foul, Item, Laid, Num,
    Numbers, Outcome, Pattern, Quant, Repeat, Rules, Set, Step, Term, Test, Who,
};

fn several(set: Set, n: i64) -> Item {
    item(set, None, Repeat::Exactly(Num::Int(n)))
}

fn not_own() -> Item {
    Item::Cells {
        alternatives: vec![rulebook_ir::Alternative {
            test: Test { set: Set::Not(Box::new(own())), edge: true },
            effect: None,
        }],
        repeat: Repeat::Exactly(Num::Int(1)),
    }
}

fn laid(line: Option<u8>, items: Vec<Item>, through: Vec<CellRef>) -> Laid {
    Laid { line, pattern: Pattern { items, symmetric: false }, through, numbers: Numbers::Any }
}

fn place() -> Term {
    seq([Term::Pick(0, Set::Empty), Term::Put { kind: MAN, at: 1, stock: false }])
}

fn call(def: u16, cell: CellRef, line: Option<u8>) -> Cond {
    Cond::Call { def: DefId(def), cell: Some(cell), line }
}

fn def(name: &str, line: bool, body: DefBody) -> Def {
    Def { name: name.to_owned(), clause: ClauseId(0), cell: true, line, body }
}

/// The first player may not make two open threes at once, unless a point that would make one of them four is barred.
fn stones() -> Rules {
    let mut rules = skeleton(grid(9, 9, false));
    let (p, q) = (CellRef::Var(0), CellRef::Var(1));
    rules.defs = vec![
        def(
            "five",
            false,
            DefBody::Cond(Cond::Laid(laid(None, vec![not_own(), several(own(), 5), not_own()], vec![p]))),
        ),
        def("overline", false, DefBody::Cond(Cond::Laid(laid(None, vec![several(own(), 6)], vec![p])))),
        def(
            "double-three",
            false,
            DefBody::Cond(Cond::Quantified(
                Quant::AtLeast(Num::Int(2)),
                Domain::Lines(vec![p], 0),
                Box::new(call(4, p, Some(0))),
            )),
        ),
        def("barred", false, DefBody::Cond(Cond::Or(vec![call(1, p, None), call(2, p, None)]))),
        def(
            "three",
            true,
            DefBody::Cond(Cond::Quantified(
                Quant::Some,
                Domain::Cells(and([Set::Empty, Set::LineOf(0)]), 1),
                Box::new(Cond::Supposing {
                    owner: Who::Me,
                    kind: MAN,
                    at: q,
                    then: Box::new(Cond::And(vec![
                        Cond::Laid(laid(
                            Some(0),
                            vec![not_own(), one(Set::Empty), several(own(), 4), one(Set::Empty), not_own()],
                            vec![p, q],
                        )),
                        Cond::Not(Box::new(call(0, q, None))),
                        Cond::Not(Box::new(call(3, q, None))),
                    ])),
                }),
            )),
        ),
    ];
    let first = Cond::Same(Who::Me, Who::Player(0));
    let forbid = |clause, def| Term::Forbid {
        clause: ClauseId(clause),
        when: Cond::And(vec![first.clone(), call(def, CellRef::Here, None)]),
        unless: call(0, CellRef::Here, None),
    };
    rules.actions = vec![action("place", ActionKind::Place, seq([place(), forbid(5, 2), forbid(4, 1)]))];
    rules.turns = vec![turn(vec![decide(&[&[0]], 1)])];
    let five = Cond::Laid(laid(None, vec![not_own(), several(own(), 5), not_own()], vec![]));
    rules.results = vec![result(Outcome::WinEach, five, 0)];
    rules
}

#[test]
fn prohibitions_are_reported_and_look_through_trials() {
    let game = game(stones());
    let both = position(&game, 0, "c5 d5 e6 e7", "");
    assert_eq!(forbidden(&both), [("+e5".to_owned(), vec![5])]);
    assert!(!legal(&both).contains(&"+e5".to_owned()));
    assert_eq!(legal(&both).len(), 81 - 5);
    // The row can only become six: it is no three, and the point is allowed.
    let overline = position(&game, 0, "c5 d5 e6 e7 g5 h5", "");
    assert!(legal(&overline).contains(&"+e5".to_owned()));
    assert!(forbidden(&overline).is_empty());
    // The other player is free.
    let white = position(&game, 1, "", "c5 d5 e6 e7");
    assert!(forbidden(&white).is_empty());
    // A five exempts.
    let five = position(&game, 0, "c5 d5 e6 e7 e8 e9", "");
    assert!(legal(&five).contains(&"+e5".to_owned()));
}

#[test]
fn all_prohibitions_that_hold_are_reported_once() {
    let game = game(stones());
    let both = position(&game, 0, "a9 b8 c7 d6 f4 e6 e7 c5 d5", "");
    let found: Vec<_> = forbidden(&both).into_iter().filter(|(point, _)| point == "+e5").collect();
    assert_eq!(found, [("+e5".to_owned(), vec![4, 5])]);
}

#[test]
fn a_foul_is_legal_and_loses() {
    let mut rules = stones();
    rules.foul = Some(Foul { clause: ClauseId(6), when: Cond::Const(true), reason: 7 });
    let game = game(rules);
    let mut both = position(&game, 0, "c5 d5 e6 e7", "");
    assert!(forbidden(&both).is_empty());
    play(&mut both, "+e5");
    assert_eq!(both.status(), Status::Won { winner: 1, reason: 7, clause: 6 });
    assert!(legal(&both).is_empty());
    assert_eq!(both.turns(), 1);
}

#[test]
fn an_ended_position_can_be_set_up() {
    let ended = position(&game(stones()), 1, "c5 d5 e5 f5 g5", "");
    assert_eq!(ended.status(), Status::Won { winner: 0, reason: 0, clause: 10 });
    assert!(ended.legal().is_empty());
}

#[test]
fn a_count_of_laid_patterns_counts_sets() {
    // An open four can be completed on two sides, but is one set; X.XXX.X holds two sets of four.
    let mut rules = skeleton(grid(9, 9, false));
    let fours = Num::CountLaid {
        laid: laid(
            None,
            vec![not_own(), Item::Mix(vec![(4, Test::cells(own())), (1, Test::cells(Set::Empty))]), not_own()],
            vec![CellRef::Here],
        ),
        by: own(),
    };
    let two = Cond::Compare(fours, Cmp::AtLeast, Num::Int(2));
    let forbid = Term::Forbid { clause: ClauseId(5), when: two, unless: Cond::Const(false) };
    rules.actions = vec![action("place", ActionKind::Place, seq([place(), forbid]))];
    rules.turns = vec![turn(vec![decide(&[&[0]], 1)])];
    let game = game(rules);
    assert!(forbidden(&position(&game, 0, "c5 d5 e5", "")).is_empty());
    let line = position(&game, 0, "b5 d5 f5 h5", "");
    assert_eq!(forbidden(&line), [("+e5".to_owned(), vec![5])]);
    let cross = position(&game, 0, "b5 c5 d5 e6 e7 e8", "");
    assert_eq!(forbidden(&cross), [("+e5".to_owned(), vec![5])]);
}

#[test]
fn numbers_of_laid_pieces() {
    for (numbers, expected) in [
        (Numbers::Equal, [true, false, false, false]),
        (Numbers::Consecutive, [false, true, true, false]),
        (Numbers::Different, [false, true, true, true]),
        (Numbers::Any, [true, true, true, true]),
    ] {
        let mut rules = skeleton(grid(5, 1, false));
        rules.kinds[0].numbers = Some((1, 4));
        let mut row = laid(None, vec![several(own(), 3)], vec![]);
        row.numbers = numbers;
        rules.results = vec![result(Outcome::WinEach, Cond::Laid(row), 0)];
        rules.actions = vec![action("place", ActionKind::Place, place())];
        rules.turns = vec![turn(vec![decide(&[&[0]], 1)])];
        let game = game(rules);
        for (row, expected) in [[2, 2, 2], [1, 2, 3], [4, 3, 2], [1, 3, 2]].into_iter().zip(expected) {
            let mut setup = common::board(&game, 1, "a1 b1 c1", "");
            for (piece, number) in setup.pieces.iter_mut().zip(row) {
                piece.1.number = number;
            }
            let position = game.position_set_up(&setup).expect("a set-up");
            assert_eq!(position.status().is_over(), expected, "{numbers:?} {row:?}");
        }
    }
}

fn stock(rules: &mut Rules, copies: u32) {
    rules.kinds = vec![common_kind("tile")];
    rules.kinds[0].numbers = Some((1, 2));
    rules.kinds[0].stock = Some((copies, true));
}

/// Turn 1: two placements; then a removal, a win if the other has a row, a draw without two tiles, two placements.
fn tiles() -> Rules {
    let mut rules = skeleton(grid(4, 4, false));
    stock(&mut rules, 2);
    let put = seq([Term::Pick(0, Set::Empty), Term::Put { kind: 0, at: 1, stock: true }]);
    let off = seq([Term::Pick(0, Set::Enemies), Term::Off { at: 1, stock: true }]);
    rules.actions = vec![action("remove", ActionKind::Remove, off), action("place", ActionKind::Place, put)];
    let row = Cond::Laid(laid(None, vec![several(own(), 3)], vec![]));
    let short = Cond::Compare(Num::Stock(Who::Me, 1), Cmp::Less, Num::Int(2));
    let mut first = turn(vec![decide(&[&[1]], 2)]);
    first.last = Some(1);
    rules.turns = vec![
        first,
        turn(vec![
            decide(&[&[0]], 1),
            Step::Stop(result(Outcome::Win(Who::Enemy), row, 0)),
            Step::Stop(result(Outcome::Draw, short, 1)),
            decide(&[&[1]], 2),
        ]),
    ];
    rules
}

#[test]
fn a_turn_of_three_actions() {
    let game = game(tiles());
    let mut position = game.position_initial();
    assert_eq!(rulebook_interpreter::vocabulary(game.rules()).turns[1].2, ["remove", "place", "place"]);
    assert_eq!(legal(&position).len(), 32);
    play(&mut position, "+a1#1");
    assert!(position.within_turn());
    assert_eq!((position.to_move(), position.setup().step), (0, 1));
    play(&mut position, "+a2#1");
    assert_eq!((position.to_move(), position.turns(), position.setup().turn), (1, 1, Some(2)));
    assert_eq!(legal(&position), ["-a1", "-a2"]);
    play(&mut position, "-a1");
    // The reserve is full again but for one; both numbers may be placed.
    assert_eq!(legal(&position).len(), 15 * 2);
    let setup = position.setup();
    let again = game.position_set_up(&setup).expect("a set-up within a turn");
    assert_eq!((again.setup(), again.legal()), (setup, position.legal()));
    play(&mut position, "+a1#2");
    play(&mut position, "+b1#2");
    assert_eq!(position.status(), Status::ONGOING);
    play(&mut position, "-a1");
    // One copy of number 1 is on the board, the other number has two.
    assert!(legal(&position).contains(&"+d4#1".to_owned()));
    play(&mut position, "+d4#1");
    assert!(!legal(&position).contains(&"+d3#1".to_owned()));
    let leaves = position.perft(1, Count { routes: false, turns: true });
    assert_eq!(leaves, legal(&position).len() as u64);
}

#[test]
fn a_turn_stops_in_the_middle() {
    let game = game(tiles());
    let mut setup = common::board(&game, 1, "a1 b1 c1 d1", "a2");
    for (i, piece) in setup.pieces.iter_mut().enumerate() {
        piece.1.number = [1, 1, 2, 2, 1][i];
    }
    setup.turn = Some(2);
    let mut position = game.position_set_up(&setup).expect("a set-up");
    play(&mut position, "-a1");
    assert_eq!(position.status(), Status::Won { winner: 0, reason: 0, clause: 10 });
    assert!(position.within_turn());
    let again = game.position_set_up(&position.setup()).expect("an ended set-up within a turn");
    assert_eq!(again.status(), position.status());
    // One more on the other side, and no row: the reserve is too small.
    let mut setup = common::board(&game, 1, "a1 b1 d1", "a2 a3 a4");
    for (i, piece) in setup.pieces.iter_mut().enumerate() {
        piece.1.number = [1, 1, 2, 1, 1, 2][i];
    }
    setup.turn = Some(2);
    let mut position = game.position_set_up(&setup).expect("a set-up");
    play(&mut position, "-a1");
    assert_eq!(position.status(), Status::Drawn { reasons: vec![1], clauses: vec![11] });
    assert_eq!(position.perft(0, Count::default()), 1);
}

#[test]
fn a_set_of_placements_is_one_decision() {
    let mut rules = skeleton(grid(3, 3, false));
    rules.actions = vec![action("place", ActionKind::Place, place())];
    let mut pair = decide(&[&[0]], 2);
    if let Step::Act { together, .. } = &mut pair {
        *together = true;
    }
    let mut first = turn(vec![decide(&[&[0]], 1)]);
    first.last = Some(1);
    rules.turns = vec![first, turn(vec![pair])];
    let game = game(rules);
    let mut position = game.position_initial();
    play(&mut position, "+b2");
    assert_eq!(position.legal().len(), 8 * 7 / 2);
    assert_eq!(legal(&position)[0], "a1+a2");
    play(&mut position, "c1+c3");
    assert_eq!((position.turns(), position.to_move()), (2, 0));
    assert_eq!(position.perft(2, Count::default()), 15 * 6);
}

#[test]
fn flips_in_all_directions() {
    let mut rules = skeleton(grid(4, 4, false));
    let around = Dirs { per_player: vec![(0..8).collect(), (0..8).collect()], anywhere: false };
    let flip = item(Set::Enemies, Some(Effect::Flip), Repeat::Plus);
    let fan = Term::Fan { from: 1, dirs: around, pattern: pattern([flip, one(own())]), must: true };
    rules.actions =
        vec![action("place", ActionKind::Place, seq([place(), fan])), action("skip", ActionKind::Pass, Term::Pass)];
    rules.turns = vec![turn(vec![decide(&[&[0], &[1]], 1)])];
    let over =
        Cond::Quantified(Quant::Every, Domain::Players, Box::new(Cond::Not(Box::new(Cond::Can(Who::Me, Some(0))))));
    rules.results = vec![result(Outcome::Draw, over, 0)];
    let game = game(rules);
    let mut first = position(&game, 0, "b2 c3", "b3 c2");
    assert_eq!(legal(&first), ["+a3", "+b4", "+c1", "+d2"]);
    play(&mut first, "+a3");
    let owners: Vec<u8> = first.setup().pieces.iter().map(|(_, p)| p.player).collect();
    assert_eq!(owners, [0, 1, 0, 0, 0]);
    let mut stuck = position(&game, 0, "a1", "b1 c1");
    play(&mut stuck, "+d1");
    assert!(stuck.status().is_over());
    let skipping = position(&game, 0, "a1 b1", "c1");
    assert_eq!(legal(&skipping), ["+d1"]);
    let skipping = position(&game, 1, "a1 b1", "c1 d1");
    assert!(legal(&skipping).is_empty() && skipping.status().is_over());
}

#[test]
fn canonical_order_is_by_cells() {
    let game = game(stones());
    let position = game.position_initial();
    let cells: Vec<u16> = position.legal().iter().filter_map(|a| a.to).collect();
    assert!(cells.is_sorted());
    assert_eq!(text(position.rules(), &position.legal()[0]), "+a1");
}
