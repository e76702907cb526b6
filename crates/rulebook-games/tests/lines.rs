//! Prohibitions on lines: tables against the interpreter, and tables kept against tables set up from nothing.

use std::{collections::BTreeMap, fs, sync::Arc};

use rulebook_api::{Game, Piece, Setup};
use rulebook_check::{Loader, Request, check};
use rulebook_codegen::lines::Plan;
use rulebook_diagnostics::Sources;
use rulebook_games::renju;
use rulebook_interpreter::Interpreter;
use rulebook_ir::{ClauseId, Rules, Term};
use rulebook_runtime::{
    Rules as Engine,
    dynamic::Dynamic,
    lines::{Kept, Lines, fresh},
};

rulebook_macros::game!(mod both = "tests/lines/both.rules");
rulebook_macros::game!(mod small = "tests/lines/small.rules");

struct Bundled;

impl Loader for Bundled {
    fn load(&self, name: &str, _: &str) -> Option<(String, String)> {
        rulebook_specs::find(name).map(|spec| (spec.display_name(), spec.text.to_owned()))
    }
}

fn rules(game: &str) -> Rules {
    let mut sources = Sources::default();
    let root = if let Some(spec) = rulebook_specs::find(game) {
        sources.add(spec.display_name(), spec.text)
    } else {
        let path = format!("{}/tests/lines/{game}.rules", env!("CARGO_MANIFEST_DIR"));
        sources.add(game, fs::read_to_string(path).expect("the spec"))
    };
    check(&mut sources, root, &Request::default(), &Bundled).rules.expect("rules")
}

/// The clauses of the only action's prohibitions, in order.
fn prohibitions(rules: &Rules) -> Vec<ClauseId> {
    let Term::Seq(parts) = &rules.actions[0].term else { panic!("an action with prohibitions") };
    let clause = |t: &Term| if let Term::Forbid { clause, .. } = t { Some(*clause) } else { None };
    parts.iter().filter_map(clause).collect()
}

/// A position made at random: all over the board, in a heap as in play, or along an edge.
fn made(random: &mut fastrand::Rng, width: usize, height: usize) -> Vec<Option<u8>> {
    let mut cells: Vec<Option<u8>> = vec![None; width * height];
    let fill = random.usize(1..=9);
    let owner = |random: &mut fastrand::Rng| u8::from(random.u8(0..10) >= 6);
    match random.u8(0..3) {
        0 => cells.iter_mut().for_each(|c| *c = (random.usize(0..10) < fill).then(|| owner(random))),
        kind => {
            let (mut x, mut y) = if kind == 1 { (width / 2, height / 2) } else { (random.usize(0..width), 0) };
            let lowest = if kind == 1 { height - 1 } else { 3.min(height - 1) };
            for _ in 0..fill * 12 {
                cells[y * width + x] = Some(owner(random));
                x = (x + random.usize(0..5)).saturating_sub(2).min(width - 1);
                y = (y + random.usize(0..5)).saturating_sub(2).min(lowest);
            }
        }
    }
    cells
}

/// By cell: which prohibitions hold, from nothing; the same must be kept.
fn answers<L: Lines>(cells: &[Option<u8>], player: u8, readings: &[u8]) -> Vec<u8> {
    let mut sets = [vec![0_u64; cells.len().div_ceil(64)], vec![0_u64; cells.len().div_ceil(64)]];
    let mut kept = Kept::<L>::new();
    for (cell, owner) in cells.iter().enumerate().filter_map(|(c, o)| Some((c, (*o)?))) {
        sets[usize::from(owner)][cell / 64] |= 1 << (cell % 64);
        kept.place(owner, cell as u16);
    }
    let (mut out, mut again) = (vec![9; cells.len()], vec![9; cells.len()]);
    fresh::<L>([&sets[0], &sets[1]], player, readings, &mut out);
    kept.all(player, readings, &mut again);
    assert_eq!(out, again, "{cells:?}");
    for (cell, found) in out.iter().enumerate() {
        assert_eq!(u32::from(*found), kept.forbidden(player, cell as u16, readings), "{cells:?}, cell {cell}");
    }
    out
}

/// So many positions under a reading; returns how often each set of prohibitions was found.
fn agree<L: Lines, G: Engine>(game: &str, readings: &[u8], positions: usize, seed: u64) -> BTreeMap<u8, usize> {
    let rules = rules(game);
    let asked = prohibitions(&rules);
    let (width, height) = match rules.board.shape {
        rulebook_ir::board::Shape::Grid { width, height, .. } => (usize::from(width), usize::from(height)),
        _ => panic!("a grid"),
    };
    let chosen: Vec<_> = readings.iter().enumerate().map(|(o, r)| (o, usize::from(*r))).collect();
    let (interpreter, engine) = (Interpreter::new(Arc::new(rules), &chosen), Dynamic::<G>::new(&chosen));
    let mut random = fastrand::Rng::with_seed(seed);
    let (mut compared, mut found) = (0, BTreeMap::new());
    while compared < positions {
        let cells = made(&mut random, width, height);
        let to_move = random.u8(0..4) / 3;
        let piece =
            |(cell, owner): (usize, &Option<u8>)| Some((cell as u16, Piece { player: (*owner)?, kind: 0, number: 0 }));
        let pieces = cells.iter().enumerate().filter_map(piece).collect();
        let setup = Setup { to_move, pieces, ..Setup::default() };
        let Ok(position) = interpreter.set_up(&setup) else { continue };
        if position.status().is_over() {
            continue;
        }
        compared += 1;
        let mut expected = vec![0_u8; cells.len()];
        for forbidden in position.forbidden() {
            let cell = usize::from(forbidden.action.to.expect("a cell"));
            for clause in &forbidden.clauses {
                let bits = asked.iter().enumerate().filter(|(_, c)| c.0 == *clause);
                bits.for_each(|(bit, _)| expected[cell] |= 1 << bit);
            }
        }
        let compiled = engine.set_up(&setup).expect("the same positions");
        assert_eq!(compiled.legal(), position.legal(), "{game} under {readings:?}: {cells:?}");
        assert_eq!(compiled.forbidden(), position.forbidden(), "{game} under {readings:?}: {cells:?}");
        let ours = answers::<L>(&cells, to_move, readings);
        assert_eq!(ours, expected, "{game} under {readings:?}, player {to_move}: {cells:?}");
        for answer in ours {
            *found.entry(answer).or_insert(0) += 1;
        }
    }
    found
}

#[test]
fn every_reading_agrees_with_the_interpreter() {
    for reading in 0..3 {
        let found = agree::<renju::Prohibitions, renju::Rules>("renju", &[reading, 0], 1_200, u64::from(reading));
        for single in [1, 2, 4] {
            assert!(found.get(&single).is_some_and(|n| *n > 50), "{found:?}");
        }
        assert!(found.keys().any(|answer| answer.count_ones() > 1), "{found:?}");
    }
}

#[test]
fn other_boards_patterns_and_players_agree_with_the_interpreter() {
    let found = agree::<both::Prohibitions, both::Rules>("both", &[], 200, 5);
    assert!([1, 2, 4].iter().all(|single| found.get(single).is_some_and(|n| *n > 50)), "{found:?}");
    let found = agree::<small::Prohibitions, small::Rules>("small", &[], 2_000, 6);
    assert!([1, 2, 3].iter().all(|some| found.get(some).is_some_and(|n| *n > 50)), "{found:?}");
}

/// Pieces come and go at random; now and then everything is compared with a set-up from nothing.
fn come_and_go<L: Lines>(cells: usize, readings: &[u8], changes: usize) {
    let mut random = fastrand::Rng::with_seed(cells as u64);
    let mut kept = Kept::<L>::new();
    let mut board: Vec<Option<u8>> = vec![None; cells];
    let mut played: Vec<usize> = Vec::new();
    let mut likely = 60;
    for change in 0..changes {
        if change % 300 == 0 {
            likely = random.usize(30..90);
        }
        if random.usize(0..100) < likely {
            let cell = random.usize(0..cells);
            if board[cell].is_none() {
                let owner = random.u8(0..2);
                kept.place(owner, cell as u16);
                board[cell] = Some(owner);
                played.push(cell);
            }
        } else if !played.is_empty() {
            // Taken back as in a search, or from anywhere.
            let last = played.len() - 1;
            let cell = played.swap_remove(if random.bool() { last } else { random.usize(0..=last) });
            kept.remove(board[cell].take().expect("a piece"), cell as u16);
        }
        if change % 20 == 0 {
            for player in 0..2 {
                let mut out = vec![0; cells];
                kept.all(player, readings, &mut out);
                assert_eq!(out, answers::<L>(&board, player, readings), "after {change} changes: {board:?}");
            }
        }
    }
}

#[test]
fn tables_are_kept_while_pieces_come_and_go() {
    for reading in 0..3 {
        come_and_go::<renju::Prohibitions>(225, &[reading, 0], 30_000);
    }
    come_and_go::<both::Prohibitions>(200, &[], 10_000);
    come_and_go::<small::Prohibitions>(24, &[], 20_000);
}

/// The spec of the small game with something else in it: what its prohibitions are refused for.
fn refused(from: &str, to: &str) -> String {
    let path = format!("{}/tests/lines/small.rules", env!("CARGO_MANIFEST_DIR"));
    let text = fs::read_to_string(path).expect("the spec");
    assert!(text.contains(from), "{from}");
    let mut sources = Sources::default();
    let root = sources.add("small", text.replace(from, to));
    let checked = check(&mut sources, root, &Request::default(), &Bundled);
    let rules = checked.rules.unwrap_or_else(|| panic!("{to}: {:?}", checked.diagnostics));
    match Plan::of(&rules) {
        Ok(plan) => panic!("{to}: {plan:?}"),
        Err(refusal) => refusal.to_string(),
    }
}

#[test]
fn what_has_another_shape_is_refused_with_its_clause() {
    for (from, to, clause, why) in [
        ("[own, empty, 2 piece, enemy]", "[own, empty+, enemy]", "far", "no fixed length"),
        ("[own, empty, 2 piece, enemy]", "[own, 9 piece]", "far", "too long"),
        ("[own, empty, 2 piece, enemy]", "[own, a1]", "far", "whose piece"),
        ("count line [3 own] through p by own = 1", "count line [not own, own] through p by own = 1", "far", "share"),
        ("count line [3 own] through p by own = 1", "count line [3 own] through p by own = count own", "far", "else"),
        ("no line k through p: k", "every line k through p: k", "near", "constant"),
        ("no line k through p: k [own, own] through p", "some own on a1", "near", "else"),
        ("unless no-two", "unless turns >= 3", "near", "else"),
        ("on empty", "on enemy", "put", "another action"),
        ("turn: put", "action lift plain: off own\n  assume turn: put or lift", "lift", "move or leave"),
    ] {
        let said = refused(from, to);
        assert!(said.contains(&format!("`small.{clause}")) && said.contains(why), "{to}: {said}");
    }
}

#[test]
fn a_game_without_prohibitions_has_no_plan() {
    assert_eq!(Plan::of(&rules("international")), Ok(None));
    let plan = Plan::of(&rules("renju")).expect("understood").expect("a plan");
    assert_eq!(plan.players, [0]);
}
