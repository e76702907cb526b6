//! Clocks: each line of the step's table, copies, events, and what a set-up may say of them.

mod common;

use common::{
    action, and, board, decide, dirs, game, grid, one, own, pattern, play, position, result, seq, skeleton, take, turn,
};
use rulebook_api::{ClockValue, Position, Refused, Status};
use rulebook_interpreter::{Interpreter, InterpreterPosition};
use rulebook_ir::{
    ActionKind, CellRef, CellSet, ClauseId, Clock, ClockId, Cond, Copies, Event, EventKind, Num, Outcome, Restart,
    Rules, Set, Term, Who,
};

const STEP: u8 = 0;
const TAKE: u8 = 1;

/// Pieces step or take to a neighbouring cell, or pass; a piece that gets to the last column is promoted.
fn walkers() -> Rules {
    let mut rules = skeleton(grid(5, 2, false));
    let four = dirs(&common::ORTHOGONAL);
    let last: CellSet = ["e1", "e2"].iter().filter_map(|c| rules.board.cell(c)).collect();
    let promote = Term::When(Cond::In(CellRef::Var(1), Set::Const(last)), Box::new(Term::Become(1, common::KING)));
    let legs = |pattern| Term::Legs {
        from: 1,
        dirs: four.clone(),
        pattern,
        no_turning_back: false,
        body: Box::new(seq([Term::Land(2), Term::Strike(None), Term::Shift(1, 2)])),
    };
    let own = Term::Pick(0, own());
    rules.actions = vec![
        action("step", ActionKind::Walk, seq([own.clone(), legs(pattern([one(Set::Empty)])), promote])),
        action("take", ActionKind::Walk, seq([own, legs(pattern([take(Set::Enemies)]))])),
        action("pass", ActionKind::Pass, Term::Pass),
    ];
    rules.turns = vec![turn(vec![decide(&[&[0, 1, 2]], 1)])];
    rules
}

fn event(kind: EventKind) -> Event {
    Event { kind, by: None, its: None }
}

fn clock(runs: Cond) -> Clock {
    Clock {
        name: "clock".to_owned(),
        clause: ClauseId(7),
        copies: Copies::One,
        feed: event(EventKind::Ply),
        runs,
        carries: Cond::Const(false),
        last_ply: Cond::Const(false),
        restarts: Vec::new(),
        restart_clause: None,
    }
}

/// The first player has a piece in one of these cells.
fn white_on(rules: &Rules, cells: &[&str]) -> Cond {
    let cells: CellSet = cells.iter().filter_map(|c| rules.board.cell(c)).collect();
    Cond::Exists(and([Set::OwnedBy(Who::Player(0)), Set::Const(cells)]))
}

fn with(clock: impl FnOnce(&Rules) -> Clock) -> Interpreter {
    let mut rules = walkers();
    let clock = clock(&rules);
    rules.clocks = vec![clock];
    // Results see the values of this ply: one reason for each value up to 3.
    rules.results = (0..=3_u8)
        .map(|reason| {
            let n = i64::from(reason);
            let (at_least, more) = (reaches(n), Cond::Not(Box::new(reaches(n + 1))));
            let mut draw = result(Outcome::Draw, Cond::And(vec![at_least, more]), reason);
            draw.claimable = Cond::Const(true);
            draw
        })
        .collect();
    game(rules)
}

fn reaches(n: i64) -> Cond {
    Cond::Reaches(ClockId(0), Who::Me, Num::Int(n))
}

/// The value that the clock keeps, and the value that the results saw.
fn values(position: &InterpreterPosition) -> (Option<u32>, Option<u32>) {
    let seen = match position.status() {
        Status::Ongoing { claimable } => claimable.first().map(|r| u32::from(*r)),
        Status::Won { .. } | Status::Drawn { .. } => panic!("no result ends this game"),
    };
    (position.clocks().first().and_then(|c| c.value), seen)
}

/// Plays actions from white a1, black a2, and lists the values after each.
fn course(game: &Interpreter, actions: &[&str]) -> Vec<(Option<u32>, Option<u32>)> {
    let mut position = position(game, 0, "a1", "a2");
    let mut all = vec![values(&position)];
    for action in actions {
        play(&mut position, action);
        all.push(values(&position));
    }
    all
}

const OFF: (Option<u32>, Option<u32>) = (None, None);

fn at(value: u32) -> (Option<u32>, Option<u32>) {
    (Some(value), Some(value))
}

#[test]
fn a_clock_without_a_condition_runs_from_the_set_up() {
    let always = with(|_| clock(Cond::Const(true)));
    assert_eq!(course(&always, &["pass", "pass"]), [at(0), at(1), at(2)]);
}

#[test]
fn the_ply_that_starts_it_is_not_counted() {
    let there = with(|rules| clock(white_on(rules, &["b1", "c1"])));
    let course = course(&there, &["a1-b1", "pass", "b1-c1", "pass", "c1-d1", "pass"]);
    assert_eq!(course, [OFF, at(0), at(1), at(2), at(3), OFF, OFF]);
}

#[test]
fn it_starts_at_zero_again() {
    let there = with(|rules| clock(white_on(rules, &["b1"])));
    assert_eq!(course(&there, &["a1-b1", "pass", "b1-c1", "pass", "c1-b1"])[5], at(0));
}

#[test]
fn the_last_ply_may_count_for_results_only() {
    let last = with(|rules| Clock { last_ply: Cond::Const(true), ..clock(white_on(rules, &["b1"])) });
    let course = course(&last, &["a1-b1", "pass", "b1-c1", "pass"]);
    assert_eq!(course, [OFF, at(0), at(1), (None, Some(2)), OFF]);
}

#[test]
fn what_carries_does_not_start() {
    let carries = |rules: &Rules| Clock { carries: white_on(rules, &["b1", "c1"]), ..clock(white_on(rules, &["b1"])) };
    let game = with(carries);
    assert_eq!(course(&game, &["a1-b1", "pass", "b1-c1", "pass", "c1-d1"])[2..], [at(1), at(2), at(3), OFF]);
    let beside = position(&game, 0, "c1", "a2");
    assert_eq!(values(&beside), OFF);
}

#[test]
fn a_restart_sets_it_to_zero() {
    let restarts = |when| {
        with(move |_| Clock {
            restarts: vec![Restart { event: event(EventKind::Action(STEP, u32::MAX)), when }],
            ..clock(Cond::Const(true))
        })
    };
    let course_of = |when| course(&restarts(when), &["pass", "a2-b2", "pass"]);
    assert_eq!(course_of(Cond::Const(true)), [at(0), at(1), at(0), at(1)]);
    assert_eq!(course_of(Cond::Const(false)), [at(0), at(1), at(2), at(3)]);
}

#[test]
fn a_restart_on_the_last_ply_shows_the_value() {
    let game = with(|_| Clock {
        restarts: vec![Restart { event: event(EventKind::Action(STEP, u32::MAX)), when: Cond::Const(true) }],
        last_ply: Cond::Const(true),
        ..clock(Cond::Const(true))
    });
    assert_eq!(course(&game, &["pass", "a2-b2", "pass"]), [at(0), at(1), (Some(0), Some(2)), at(1)]);
}

#[test]
fn events_of_a_kind_and_of_a_player() {
    let fed = |feed: Event| with(move |_| Clock { feed, ..clock(Cond::Const(true)) });
    let by = |who| Event { kind: EventKind::Ply, by: Some(who), its: None };
    assert_eq!(course(&fed(by(Who::Player(1))), &["pass", "pass", "pass"]), [at(0), at(0), at(1), at(1)]);
    let kings = fed(event(EventKind::Action(STEP, 1 << common::KING)));
    let moves = ["a1-b1", "pass", "b1-c1", "pass", "c1-d1", "pass", "Kd1-e1", "pass", "Ke1-d1"];
    // The promoting step was begun by a man.
    assert_eq!(course(&kings, &moves)[7..], [at(0), at(0), at(1)]);
    let promotion = fed(event(EventKind::Promotion));
    assert_eq!(course(&promotion, &moves)[6..], [at(0), at(1), at(1), at(1)]);
    let loss = |who| fed(Event { kind: EventKind::Loss, by: Some(who), its: None });
    assert_eq!(course(&loss(Who::Player(1)), &["a1xa2(a2)", "pass"]), [at(0), at(1), at(1)]);
    assert_eq!(course(&loss(Who::Player(0)), &["a1xa2(a2)", "pass"]), [at(0), at(0), at(0)]);
    assert_eq!(course(&fed(event(EventKind::Action(TAKE, u32::MAX))), &["a1xa2(a2)", "pass"]), [at(0), at(1), at(1)]);
    assert_eq!(course(&fed(event(EventKind::AnyAction)), &["a1xa2(a2)", "pass"]), [at(0), at(1), at(2)]);
}

#[test]
fn entering_compares_with_the_position_before() {
    let entering = with(|rules| Clock {
        feed: event(EventKind::Entering(white_on(rules, &["b1", "c1"]))),
        ..clock(Cond::Const(true))
    });
    let moves = ["a1-b1", "pass", "b1-c1", "pass", "c1-d1", "pass", "d1-c1"];
    let course: Vec<_> = course(&entering, &moves).into_iter().filter_map(|(kept, _)| kept).collect();
    assert_eq!(course, [0, 1, 1, 1, 1, 1, 1, 2]);
}

#[test]
fn a_clock_of_each_player() {
    let own_plies = with(|_| Clock {
        copies: Copies::PerPlayer,
        feed: Event { kind: EventKind::Ply, by: Some(Who::Me), its: None },
        ..clock(Cond::Exists(own()))
    });
    let mut now = position(&own_plies, 0, "a1", "a2");
    for action in ["pass", "pass", "pass"] {
        play(&mut now, action);
    }
    let values = |p: &InterpreterPosition| p.clocks().iter().map(|c| (c.player, c.value)).collect::<Vec<_>>();
    assert_eq!(values(&now), [(Some(0), Some(2)), (Some(1), Some(1))]);
    play(&mut now, "a2xa1(a1)");
    assert_eq!(values(&now), [(Some(1), Some(2))]);
}

#[test]
fn a_clock_of_each_piece_moves_and_ends_with_it() {
    let its = |kind, its| Event { kind, by: None, its: Some(its) };
    let tired = with(|_| Clock {
        copies: Copies::PerPiece,
        feed: its(EventKind::Action(STEP, u32::MAX), true),
        restarts: vec![Restart { event: its(EventKind::Action(STEP, u32::MAX), false), when: Cond::Const(true) }],
        ..clock(Cond::Const(true))
    });
    let mut now = position(&tired, 0, "a1 d1", "a2");
    let values = |p: &InterpreterPosition| {
        let name = |c: &ClockValue| c.cell.map(|c| p.rules().board.cells[usize::from(c)].name.clone());
        p.clocks().iter().filter_map(|c| Some(format!("{}{}", name(c)?, c.value?))).collect::<Vec<_>>()
    };
    play(&mut now, "a1-b1");
    play(&mut now, "pass");
    play(&mut now, "b1-c1");
    assert_eq!(values(&now), ["c12", "d10", "a20"]);
    let again = tired.position_set_up(&now.setup()).expect("a set-up");
    assert_eq!((again.clocks(), again.setup()), (now.clocks(), now.setup()));
    play(&mut now, "pass");
    // Another piece of the same side sets it back; a promotion ends the clock, and a new one begins.
    play(&mut now, "Kd1-e1");
    assert_eq!(values(&now), ["c10", "e10", "a20"]);
}

#[test]
fn set_ups_refuse_values_that_cannot_be() {
    let game = with(|rules| Clock { carries: white_on(rules, &["b1", "c1"]), ..clock(white_on(rules, &["b1"])) });
    let value = |value| ClockValue { clock: 0, player: None, cell: None, value };
    let set_up = |white: &str, value: ClockValue| {
        let mut setup = board(&game, 0, white, "a2");
        setup.clocks = vec![value];
        game.position_set_up(&setup)
    };
    let carried = set_up("c1", value(Some(4))).expect("it may be carried here");
    assert_eq!(carried.clocks(), [value(Some(4))]);
    assert_eq!(carried.setup().clocks, [value(Some(4))]);
    let running = set_up("b1", value(Some(0))).expect("that is what it has anyway");
    assert!(running.setup().clocks.is_empty());
    let refused = |white, v| match set_up(white, v) {
        Err(Refused::Clock { why, .. }) => why,
        other => panic!("{other:?}"),
    };
    assert_eq!(refused("b1", value(None)), "it runs on this board");
    assert_eq!(refused("a1", value(Some(1))), "it does not run on this board");
    assert_eq!(refused("b1", ClockValue { player: Some(0), ..value(Some(1)) }), "there is only one of this clock");
}

#[test]
fn a_prohibition_reads_the_clock_before_the_action() {
    let mut rules = walkers();
    rules.clocks = vec![clock(Cond::Const(true))];
    let three = Cond::Reaches(ClockId(0), Who::Me, Num::Int(2));
    let forbid = Term::Forbid { clause: ClauseId(9), when: three, unless: Cond::Const(false) };
    rules.actions[0].term = seq([rules.actions[0].term.clone(), forbid]);
    let game = game(rules);
    let mut position = position(&game, 0, "a1", "a2");
    play(&mut position, "pass");
    assert!(common::forbidden(&position).is_empty());
    play(&mut position, "pass");
    assert_eq!(common::forbidden(&position), [("a1-b1".to_owned(), vec![9])]);
    // The clock steps in a tree that is only counted, since a rule other than a draw reads it.
    assert_eq!(position.perft(2, rulebook_api::Count::default()), 3);
}
