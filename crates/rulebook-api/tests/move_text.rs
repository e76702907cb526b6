//! Move text: shortest forms, lenient reading, and that every legal action is found by its own text.

mod common;

use common::{checkered, numbered};
use proptest::prelude::*;
use rulebook_api::{
    Action, Forbidden, Piece, Vocabulary,
    move_text::{Found, MoveTextProblem, find, fits, text_of, texts},
};

const NOTHING: Action = Action {
    name: 0,
    from: None,
    to: None,
    piece: None,
    victims: Vec::new(),
    group: Vec::new(),
    via: Vec::new(),
    routes: 1,
};

fn cell(names: &Vocabulary, name: &str) -> u16 {
    names.cell(name).expect("a cell of the board")
}

/// A capture by its routes (`e5 g7`) and victims (`d4 f6`).
fn capture(names: &Vocabulary, from: &str, routes: &[&str], victims: &str, kind: u8) -> Action {
    let cells = |text: &str| text.split_whitespace().map(|c| cell(names, c)).collect::<Vec<_>>();
    let via: Vec<Vec<u16>> = routes.iter().map(|r| cells(r)).collect();
    let mut victims = cells(victims);
    victims.sort_unstable();
    let to = via[0].last().copied();
    let piece = Some(Piece { player: 0, kind, number: 0 });
    Action { name: u8::from(victims.is_empty()), from: Some(cell(names, from)), to, piece, victims, via, ..NOTHING }
}

fn place(names: &Vocabulary, at: &str, number: u8) -> Action {
    let piece = Some(Piece { player: 0, kind: 0, number });
    Action { name: 1, to: Some(cell(names, at)), piece, ..NOTHING }
}

#[track_caller]
fn finds(names: &Vocabulary, text: &str, legal: &[Action], index: usize) {
    match find(names, text, legal, &[]) {
        Ok(found) => assert_eq!(found, Found::Legal(&legal[index])),
        Err(error) => panic!("{error}"),
    }
}

#[track_caller]
fn fails(names: &Vocabulary, text: &str, legal: &[Action], message: &str) -> MoveTextProblem {
    let error = find(names, text, legal, &[]).expect_err("no action is meant");
    assert_eq!(error.message, message);
    error.problem
}

#[test]
fn the_shortest_form_is_written() {
    let n = &checkered();
    let all = [
        capture(n, "c3", &["b4"], "", 0),
        capture(n, "c3", &["e5"], "d4", 0),
        capture(n, "a1", &["c3 e5", "c3 a5"], "b2 d4", 0),
    ];
    assert_eq!(texts(n, &all[..2]), ["c3-b4", "c3xe5"]);
    assert_eq!(text_of(n, &all[2], &all), "a1xe5");
}

#[test]
fn routes_then_captured_cells_then_the_kind_tell_actions_apart() {
    let n = &checkered();
    let all = [
        capture(n, "c3", &["e5 g7"], "d4 f6", 0),
        capture(n, "c3", &["g3 g7", "a3 g7"], "d4 b2", 0),
        capture(n, "c3", &["c7 g7"], "b6 f6", 0),
        capture(n, "c3", &["c7 g7"], "b6 f8", 0),
        capture(n, "c3", &["c7 g7"], "b6 f8", 1),
    ];
    let written = ["c3xe5xg7", "c3xa3xg7", "c3xg7(b6,f6)", "c3xg7(b6,f8)=man", "c3xg7=king"];
    assert_eq!(texts(n, &all), written);
    for (i, text) in written.iter().enumerate() {
        finds(n, text, &all, i);
    }
    finds(n, "c3:g3:g7", &all, 1);
    finds(n, "c3xg7(f6,d4)", &all, 0);
    finds(n, "c3xg7*f6*d4", &all, 0);
    finds(n, "22-15-8", &all, 0);
    finds(n, "c3xg7=K", &all, 4);
    let problem =
        fails(n, "c3xc7xg7", &all[..4], "`c3xc7xg7` may mean `c3xg7(b6,f6)` or `c3xg7(b6,f8)`; write one of these");
    assert_eq!(problem, MoveTextProblem::Ambiguous(vec!["c3xg7(b6,f6)".into(), "c3xg7(b6,f8)".into()]));
}

#[test]
fn a_route_of_one_leg_is_not_mistaken_for_the_short_form() {
    let n = &checkered();
    let all = [capture(n, "c3", &["g7"], "f6", 0), capture(n, "c3", &["e5 g7"], "d4 f6", 0)];
    assert_eq!(texts(n, &all), ["c3xg7(f6)", "c3xe5xg7"]);
}

#[test]
fn other_deeds_have_other_marks() {
    let n = &numbered();
    let removal = Action { name: 0, from: Some(cell(n, "h8")), ..NOTHING };
    let pass = Action { name: 2, ..NOTHING };
    let stone = |number| Piece { player: 0, kind: 0, number };
    let group = Action { group: vec![(cell(n, "b1"), stone(2)), (cell(n, "a2"), stone(1))], ..place(n, "b1", 2) };
    let all = [place(n, "a1", 5), removal, group, pass, place(n, "a1", 6)];
    assert_eq!(texts(n, &all), ["a1#5", "-h8", "b1#2+a2#1", "pass", "a1#6"]);
    finds(n, "a1#6", &all, 4);
    finds(n, "-h8", &all, 1);
    finds(n, "a2#1+b1#2", &all, 2);
    finds(n, "pass", &all, 3);
    fails(n, "a1", &all, "`a1` may mean `a1#5` or `a1#6`; write one of these");
    fails(n, "a1#7", &all, "`a1#7` is not legal; on a1 the legal moves are `a1#5` and `a1#6`");
    fails(n, "-a1", &all, "`-a1` is not legal; here the legal moves are `a1#5`, `-h8`, `b1#2+a2#1`, `pass` and `a1#6`");
}

#[test]
fn what_cannot_be_read_is_told_apart_from_what_is_not_legal() {
    let n = &checkered();
    let all = [capture(n, "c3", &["b4"], "", 0), capture(n, "c3", &["d4"], "", 0), capture(n, "e3", &["f4"], "", 0)];
    let shape = "Here a move looks like `c3-b4`, `c3-d4` or `e3-f4`";
    assert_eq!(fails(n, "", &all, &format!("a move is missing; {shape}")), MoveTextProblem::Unreadable);
    let problem = fails(
        n,
        "foo",
        &all,
        &format!("`foo` is not a move: `foo` is not a cell: the cells are called a1 … h8. {shape}"),
    );
    assert_eq!(problem, MoveTextProblem::Unreadable);
    fails(n, "c3-", &all, &format!("`c3-` is not a move: a cell is missing in `c3-`. {shape}"));
    let problem = fails(
        n,
        "c3-d5",
        &all,
        "`c3-d5`: `d5` has the colour that is not played on; the nearest cells are d4, c5, e5 and d6",
    );
    assert_eq!(problem, MoveTextProblem::UnknownCell);
    fails(n, "40-d4", &all, "`40-d4`: there is no cell 40: the cells are numbered 1 to 32");
    let problem = fails(n, "c3-e5", &all, "`c3-e5` is not legal; from c3 the legal moves are `c3-b4` and `c3-d4`");
    assert_eq!(problem, MoveTextProblem::NotLegal);
    fails(n, "c3xd4", &all, "`c3xd4` is not legal: nothing is taken so; here the only legal move is `c3-d4`");
    fails(
        n,
        "a1-b2",
        &all,
        "`a1-b2` is not legal, nor is any other move from a1; here the legal moves are `c3-b4`, `c3-d4` and `e3-f4`",
    );
    fails(n, "c3-d4", &[], "`c3-d4` is not legal, nor is any other move from c3; here nothing is legal");
}

#[test]
fn a_forbidden_action_is_found_after_the_legal_ones() {
    let n = &checkered();
    let legal = [capture(n, "c3", &["b4"], "", 0)];
    let forbidden = [Forbidden { action: capture(n, "c3", &["d4"], "", 0), clauses: vec![3] }];
    assert_eq!(find(n, "c3-d4", &legal, &forbidden), Ok(Found::Forbidden(&forbidden[0])));
    assert_eq!(find(n, "c3-b4", &legal, &forbidden), Ok(Found::Legal(&legal[0])));
}

/// Lists of actions in which many share from and to.
fn actions() -> impl Strategy<Value = (Vocabulary, Vec<Action>)> {
    let walk = (
        0..2_u8,
        0..3_u16,
        0..3_u16,
        proptest::collection::btree_set(8..14_u16, 0..3),
        proptest::collection::vec(proptest::collection::vec(20..24_u16, 0..3), 1..4),
        0..2_u8,
    );
    let walks = proptest::collection::vec(walk, 1..24).prop_map(|walks| {
        let actions = walks.into_iter().map(|(name, from, to, victims, mut via, kind)| {
            for route in &mut via {
                route.push(to + 4);
            }
            let piece = Some(Piece { player: 0, kind, number: 0 });
            Action {
                name,
                from: Some(from),
                to: Some(to + 4),
                piece,
                victims: victims.into_iter().collect(),
                via,
                ..NOTHING
            }
        });
        (checkered(), distinct(actions.collect()))
    });
    let placing = (0..3_u8, 0..64_u16, 1..9_u8, proptest::collection::btree_map(0..64_u16, 1..9_u8, 0..3));
    let placings = proptest::collection::vec(placing, 1..24).prop_map(|placings| {
        let actions = placings.into_iter().map(|(name, cell, number, group)| {
            let stone = |number| Piece { player: 0, kind: 0, number };
            let group: Vec<(u16, Piece)> = group.into_iter().map(|(c, n)| (c, stone(n))).collect();
            match name {
                0 => Action { name, from: Some(cell), ..NOTHING },
                1 if group.len() == 2 => {
                    Action { name, to: Some(group[0].0), piece: Some(group[0].1), group, ..NOTHING }
                }
                1 => Action { name, to: Some(cell), piece: Some(stone(number)), ..NOTHING },
                _ => Action { name, ..NOTHING },
            }
        });
        (numbered(), distinct(actions.collect()))
    });
    prop_oneof![walks, placings]
}

fn distinct(actions: Vec<Action>) -> Vec<Action> {
    let mut kept: Vec<Action> = Vec::new();
    for action in actions {
        if !kept.iter().any(|k| k.same(&action)) {
            kept.push(action);
        }
    }
    kept
}

proptest! {
    #[test]
    fn every_action_is_found_by_its_own_text((names, all) in actions()) {
        let written = texts(&names, &all);
        for (action, text) in all.iter().zip(&written) {
            prop_assert_eq!(&text_of(&names, action, &all), text);
            prop_assert_eq!(written.iter().filter(|t| *t == text).count(), 1, "{}", text);
            match find(&names, text, &all, &[]) {
                Ok(Found::Legal(found)) => prop_assert!(found.same(action), "{}", text),
                other => prop_assert!(false, "{}: {:?}", text, other),
            }
        }
    }

    #[test]
    fn nothing_panics((names, all) in actions(), text in "\\PC{0,30}", near in "([a-i]|[0-9]|[-x:+#=/(),*]|K|pass|king){0,20}") {
        for text in [text, near] {
            match find(&names, &text, &all, &[]) {
                Ok(Found::Legal(action)) => prop_assert!(fits(&names, &text, action), "{}", text),
                Ok(Found::Forbidden(_)) => prop_assert!(false, "nothing is forbidden: {}", text),
                Err(error) => prop_assert!(!error.message.is_empty()),
            }
        }
    }
}
