//! Turns, results and set-ups.

mod common;

use common::{
    MAN, action, and, board, decide, dirs, game, grid, legal, one, own, pattern, play, position, result, seq, skeleton,
    turn,
};
use rulebook_api::{Count, PlayError, Position, Refused, Status};
use rulebook_interpreter::{Reason, why_not};
use rulebook_ir::{
    ActionKind, Always, AlwaysWhen, CellRef, ClauseId, Cmp, Cond, Dirs, Num, Outcome, Refusal, RefusalWhat, Rules, Set,
    Step, Term, Who,
};

fn place(set: Set) -> Term {
    seq([Term::Pick(0, set), Term::Put { kind: MAN, at: 1, stock: false }])
}

fn remove(set: Set) -> Term {
    seq([Term::Pick(0, set), Term::Off { at: 1, stock: false }])
}

fn cell(rules: &Rules, name: &str) -> Set {
    Set::One(CellRef::Cell(rules.board.cell(name).expect("a cell")))
}

fn count(set: Set, cmp: Cmp, n: i64) -> Cond {
    Cond::Compare(Num::Count(set), cmp, Num::Int(n))
}

/// Placing, then a removal if the other player has a piece.
fn two_steps() -> Rules {
    let mut rules = skeleton(grid(3, 1, false));
    rules.actions = vec![
        action("place", ActionKind::Place, place(Set::Empty)),
        action("remove", ActionKind::Remove, remove(and([Set::Enemies, Set::Not(Box::new(cell(&rules, "c1")))]))),
    ];
    let mut second = decide(&[&[1]], 1);
    if let Step::Act { when, .. } = &mut second {
        *when = Cond::Exists(Set::Enemies);
    }
    rules.turns = vec![turn(vec![decide(&[&[0]], 1), second])];
    rules
}

#[test]
fn an_action_after_which_the_turn_cannot_be_finished_is_not_legal() {
    let game = game(two_steps());
    // A piece on c1 may not be removed: nothing can be placed while it is the only one.
    let stuck = position(&game, 0, "", "c1");
    assert!(legal(&stuck).is_empty());
    assert_eq!(stuck.status(), Status::ONGOING);
    let reasons = why_not(&stuck, &|a| a.to.is_some());
    assert!(reasons.iter().all(|r| matches!(r, Reason::TurnUnfinishable { .. })), "{reasons:?}");
    assert_eq!(reasons.len(), 2);
    let free = position(&game, 0, "", "b1");
    assert_eq!(legal(&free), ["+a1", "+c1"]);
}

#[test]
fn a_step_is_skipped_if_its_condition_does_not_hold() {
    let game = game(two_steps());
    let mut first = game.position_initial();
    play(&mut first, "+c1");
    assert_eq!((first.to_move(), first.turns()), (1, 1));
    // The first player's only piece cannot be removed, so the second player cannot begin.
    assert!(legal(&first).is_empty());
    let mut other = game.position_initial();
    play(&mut other, "+a1");
    play(&mut other, "+b1");
    assert_eq!((other.to_move(), other.within_turn(), other.setup().step), (1, true, 1));
    assert_eq!(legal(&other), ["-a1"]);
    assert_eq!(other.play(&other.legal()[0].clone()), Ok(()));
    // Two cells to place on, and then one piece to remove.
    assert_eq!(other.perft(1, Count { routes: false, turns: true }), 2);
}

#[test]
fn playing_what_is_not_legal_changes_nothing() {
    let game = game(two_steps());
    let mut position = game.position_initial();
    let mut action = position.legal()[0].clone();
    action.to = None;
    let before = position.setup();
    assert_eq!(position.play(&action), Err(PlayError::NotLegal));
    assert_eq!(position.setup(), before);
    assert_eq!(why_not(&position, &|a| a.name == 1), [Reason::NoAction]);
}

fn race(results: Vec<rulebook_ir::ResultRule>, wins_first: bool) -> rulebook_interpreter::Interpreter {
    let mut rules = skeleton(grid(3, 1, false));
    rules.actions = vec![action("place", ActionKind::Place, place(Set::Empty))];
    rules.turns = vec![turn(vec![decide(&[&[0]], 1)])];
    rules.results = results;
    rules.wins_first = wins_first;
    game(rules)
}

#[test]
fn results_are_asked_in_order() {
    let own_two = || count(own(), Cmp::AtLeast, 1);
    let draws = |first: u8| {
        vec![
            result(Outcome::Draw, Cond::Const(true), first),
            result(Outcome::Win(Who::Mover), own_two(), 1),
            result(Outcome::Draw, Cond::Const(true), 2),
            result(Outcome::Draw, Cond::Const(true), 2),
        ]
    };
    let after = |game: &rulebook_interpreter::Interpreter| {
        let setup = board(game, 1, "a1", "");
        game.position_set_up(&setup).expect("a set-up").status()
    };
    assert_eq!(after(&race(draws(3), true)), Status::Won { winner: 0, reason: 1, clause: 11 });
    assert_eq!(after(&race(draws(3), false)), Status::Drawn { reasons: vec![3, 2], clauses: vec![13, 12] });
    let mut claimed = draws(3);
    claimed[0].claimable = Cond::Const(true);
    assert_eq!(after(&race(claimed.clone(), false)), Status::Won { winner: 0, reason: 1, clause: 11 });
    claimed.remove(1);
    for rule in &mut claimed {
        rule.claimable = Cond::Const(true);
    }
    assert_eq!(after(&race(claimed, true)), Status::Ongoing { claimable: vec![3, 2] });
}

#[test]
fn conditions_of_results_are_read_in_the_view_of_their_player() {
    let won_by = |outcome| {
        let game = race(vec![result(outcome, count(own(), Cmp::Equal, 1), 0)], true);
        match game.position_set_up(&board(&game, 1, "a1 b1", "c1")).expect("a set-up").status() {
            Status::Won { winner, .. } => Some(winner),
            Status::Ongoing { .. } | Status::Drawn { .. } => None,
        }
    };
    // The mover of this set-up is the first player, who has two pieces; the second has one.
    assert_eq!(won_by(Outcome::Win(Who::Mover)), None);
    assert_eq!(won_by(Outcome::Win(Who::Next)), Some(1));
    assert_eq!(won_by(Outcome::Lose(Who::Next)), Some(0));
    assert_eq!(won_by(Outcome::Lose(Who::Player(0))), None);
    assert_eq!(won_by(Outcome::WinEach), Some(1));
}

#[test]
fn a_result_for_set_ups_leaves_the_actions_listed() {
    let mut at_setup = result(Outcome::WinEach, Cond::Not(Box::new(Cond::Exists(Set::Enemies))), 0);
    at_setup.at_setup = true;
    let game = race(vec![at_setup], true);
    let mut judged = position(&game, 1, "a1", "");
    assert_eq!(judged.status(), Status::Won { winner: 0, reason: 0, clause: 10 });
    assert_eq!((legal(&judged).len(), judged.perft(1, Count::default())), (2, 2));
    let action = judged.legal()[0].clone();
    assert_eq!(judged.play(&action), Err(PlayError::Over));
    let mut played = position(&game, 0, "a1", "b1");
    play(&mut played, "+c1");
    assert_eq!(played.status(), Status::ONGOING);
}

#[test]
fn a_position_counts_from_the_set_up_on() {
    let mut rules = skeleton(grid(2, 2, false));
    let step = Term::Legs {
        from: 1,
        dirs: dirs(&common::ORTHOGONAL),
        pattern: pattern([one(Set::Empty)]),
        no_turning_back: false,
        body: Box::new(seq([Term::Land(2), Term::Strike(None), Term::Shift(1, 2)])),
    };
    rules.actions = vec![action("step", ActionKind::Walk, seq([Term::Pick(0, own()), step]))];
    rules.turns = vec![turn(vec![decide(&[&[0]], 1)])];
    rules.results = vec![result(Outcome::Draw, Cond::Occurs(Num::Int(3)), 0)];
    let game = game(rules);
    let mut shuffle = position(&game, 0, "a1", "b2");
    let round = ["a1-a2", "b2-b1", "a2-a1", "b1-b2"];
    for action in round.iter().chain(&round[..3]) {
        play(&mut shuffle, action);
        assert!(!shuffle.status().is_over());
    }
    // The same board with the other player to move is another position.
    play(&mut shuffle, "b1-b2");
    assert_eq!(shuffle.status(), Status::Drawn { reasons: vec![0], clauses: vec![10] });
    assert!(legal(&shuffle).is_empty());
    // Draws are not applied where leaves are counted.
    assert_eq!(shuffle.perft(2, Count::default()), 2);
}

#[test]
fn refused_set_ups_name_what_is_wrong() {
    let mut rules = two_steps();
    let first = cell(&rules, "a1");
    rules.refusals = vec![
        Refusal { clause: ClauseId(3), what: RefusalWhat::Pieces(and([Set::Kinds(2), first])), reason: 1 },
        Refusal { clause: ClauseId(4), what: RefusalWhat::MoreThan(Num::Int(1), own()), reason: 2 },
        Refusal { clause: ClauseId(5), what: RefusalWhat::When(count(Set::Occupied, Cmp::AtLeast, 2)), reason: 3 },
    ];
    let game = game(rules);
    let refused = |first: &str, second: &str| game.position_set_up(&board(&game, 0, first, second)).err();
    assert_eq!(refused("Ka1 b1", ""), Some(Refused::Rule { clause: 3, reason: 1, cell: Some(0) }));
    assert_eq!(refused("", "b1 c1"), Some(Refused::Rule { clause: 4, reason: 2, cell: None }));
    assert_eq!(refused("a1", "b1"), Some(Refused::Rule { clause: 5, reason: 3, cell: None }));
    assert_eq!(refused("a1", ""), None);
    let mut setup = board(&game, 0, "a1", "");
    setup.step = 5;
    assert!(matches!(game.position_set_up(&setup).err(), Some(Refused::Turn(_))));
    setup.step = 1;
    assert!(matches!(game.position_set_up(&setup).err(), Some(Refused::Turn(_))), "nothing can be removed");
}

#[test]
fn set_ups_within_stock_and_turn() {
    let mut rules = skeleton(grid(4, 1, false));
    rules.kinds[0].stock = Some((2, false));
    rules.actions = vec![action(
        "place",
        ActionKind::Place,
        seq([Term::Pick(0, Set::Empty), Term::Put { kind: MAN, at: 1, stock: true }]),
    )];
    let mut first = turn(vec![decide(&[&[0]], 1)]);
    first.last = Some(1);
    rules.turns = vec![first, turn(vec![decide(&[&[0]], 2)])];
    let none_left = Cond::Compare(Num::Actions, Cmp::AtLeast, Num::Int(5));
    rules.results = vec![result(Outcome::Draw, none_left, 0)];
    rules.always =
        vec![Always { clause: ClauseId(6), when: AlwaysWhen::AfterTurn, cond: count(Set::Occupied, Cmp::Equal, 3) }];
    let game = game(rules);
    let set_up = |to_move, turn, first: &str, second: &str| {
        let mut setup = board(&game, to_move, first, second);
        setup.turn = turn;
        game.position_set_up(&setup)
    };
    let piece = rulebook_api::Piece { player: 0, kind: MAN, number: 0 };
    assert_eq!(set_up(1, Some(2), "a1 b1 c1", "").err(), Some(Refused::Stock { piece, on_board: 3, limit: 2 }));
    assert_eq!(set_up(1, None, "a1", "").err(), Some(Refused::TurnNeeded));
    assert!(matches!(set_up(0, Some(2), "a1", "").err(), Some(Refused::Turn(_))));
    assert!(matches!(set_up(1, None, "", "").err(), Some(Refused::Turn(_))));
    assert!(matches!(set_up(0, Some(0), "", "").err(), Some(Refused::Turn(_))));
    let mut second = set_up(1, Some(2), "a1", "").expect("the second turn");
    assert_eq!((second.turns(), second.setup().turn), (1, Some(2)));
    play(&mut second, "+b1");
    assert!(second.broken_properties().is_empty());
    play(&mut second, "+c1");
    assert!(second.broken_properties().is_empty());
    // The mover's reserve is empty; turn 1 had one action and turn 2 two.
    assert!(legal(&second).is_empty() && second.status() == Status::ONGOING);
    let fourth = set_up(1, Some(4), "", "").expect("five actions were before it");
    assert!(fourth.status().is_over());
}

#[test]
fn a_piece_may_go_anywhere() {
    let mut rules = skeleton(grid(3, 1, false));
    let fly = Term::Legs {
        from: 1,
        dirs: Dirs { per_player: vec![Vec::new(), Vec::new()], anywhere: true },
        pattern: pattern([one(Set::Empty)]),
        no_turning_back: false,
        body: Box::new(seq([Term::Land(2), Term::Strike(None), Term::Shift(1, 2)])),
    };
    rules.actions = vec![action("fly", ActionKind::Walk, seq([Term::Pick(0, own()), fly]))];
    rules.turns = vec![turn(vec![decide(&[&[0]], 1)])];
    let position = position(&game(rules), 0, "b1", "c1");
    assert_eq!(legal(&position), ["b1-a1"]);
}

#[test]
fn a_hop_may_mark_its_cells() {
    // Hops over any piece, as many as wanted, no cell twice.
    let mut rules = skeleton(grid(5, 1, false));
    let visited = || Cond::In(CellRef::Var(2), Set::Marked(0));
    let leg = || {
        vec![
            Term::Land(2),
            Term::Test(Cond::Not(Box::new(visited())), None),
            Term::Strike(None),
            Term::Shift(1, 2),
            Term::Mark(CellRef::Var(1), 0),
        ]
    };
    let on = Term::Seq([leg(), vec![Term::Again]].concat());
    let hop = Term::Loop(Box::new(Term::Legs {
        from: 1,
        dirs: dirs(&common::ORTHOGONAL),
        pattern: pattern([one(Set::Occupied), one(Set::Empty)]),
        no_turning_back: false,
        body: Box::new(Term::Choice(vec![on, Term::Seq(leg())])),
    }));
    rules.actions =
        vec![action("hop", ActionKind::Walk, seq([Term::Pick(0, own()), Term::Mark(CellRef::Var(1), 0), hop]))];
    rules.turns = vec![turn(vec![decide(&[&[0]], 1)])];
    let position = position(&game(rules), 0, "a1", "b1 d1");
    assert_eq!(legal(&position), ["a1-c1", "a1-e1"]);
}

#[test]
fn conditions_with_a_clause_are_told() {
    let mut rules = skeleton(grid(3, 1, false));
    let where_not_first =
        Term::Test(Cond::Not(Box::new(Cond::In(CellRef::Here, cell(&rules, "a1")))), Some(ClauseId(8)));
    rules.actions = vec![action(
        "place",
        ActionKind::Place,
        seq([Term::Pick(0, Set::Empty), where_not_first, Term::Put { kind: MAN, at: 1, stock: false }]),
    )];
    rules.turns = vec![turn(vec![decide(&[&[0]], 1)])];
    let position = game(rules).position_initial();
    assert_eq!(legal(&position), ["+b1", "+c1"]);
    let reasons = why_not(&position, &|a| a.to == Some(0));
    assert!(matches!(&reasons[..], [Reason::Condition { clauses, .. }] if *clauses == [ClauseId(8)]), "{reasons:?}");
    let reasons = why_not(&position, &|a| a.to == Some(1));
    assert!(matches!(&reasons[..], [Reason::Legal { .. }]), "{reasons:?}");
}
