//! Searches that explode end with an answer of their own, and leave the position as it was.

use std::sync::Arc;

use rulebook_api::{Count, Game, PlayError, Refused, Setup};
use rulebook_check::{Loader, Request, check};
use rulebook_diagnostics::{Sources, render_short};
use rulebook_fuzz::STACK;
use rulebook_interpreter::Interpreter;

struct Nowhere;

impl Loader for Nowhere {
    fn load(&self, _: &str, _: &str) -> Option<(String, String)> {
        None
    }
}

/// A game of stones with these clauses instead of `turn: place`, on a board of that size.
fn game(size: &str, clauses: &str) -> Interpreter {
    let text = format!(
        "rulebook 1\ngame example {{\n  board {size}\n  players white facing north, black facing south\n  piece stone\n  \
         action place stone: on empty\n{clauses}\n}}\n"
    );
    let mut sources = Sources::default();
    let root = sources.add("example.rules", text);
    let checked = check(&mut sources, root, &Request::default(), &Nowhere);
    let rules = checked.rules.unwrap_or_else(|| panic!("{}", render_short(&sources, &checked.diagnostics)));
    Interpreter::new(Arc::new(rules), &[]).with_budget(2_000_000)
}

/// Runs on a stack as the command line has it.
fn deep<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> T {
    std::thread::Builder::new().stack_size(STACK).spawn(work).expect("a thread").join().expect("it ends")
}

#[test]
fn ways_to_go() {
    let rules = "  setup white stone on a1, black stone on h8\n  action walk stone: orthogonal [empty]\n  \
                 chain walk: may go on, no cell twice\n  turn: walk";
    let position = game("8 x 8", rules).initial();
    assert!(!position.gave_up(), "nothing has been asked");
    assert!(position.legal().is_empty() && position.gave_up());
    let counted = game("8 x 8", rules).initial();
    assert_eq!(counted.perft(1, Count::default()), 0);
    assert!(counted.gave_up());
    // On a small board the same rules are nothing special: from the corner of 2 x 2 there are two ways to each of two
    // cells beside it, less those through the other stone.
    let small = game("2 x 2", &rules.replace("h8", "b2")).initial();
    assert_eq!(small.legal().len(), 2);
    assert!(!small.gave_up());
}

#[test]
fn what_follows_from_a_move() {
    let all = ["a", "b", "c", "d", "e", "f"].map(|v| format!("some cells as {v}: ").replace("cells", "not h8"));
    let rules = format!("  turn: place\n  win white when {}count white > 9 because nine", all.concat());
    let mut position = game("8 x 8", &rules).initial();
    assert!(position.gave_up(), "the first position is judged too");
    let action = &position.legal()[0];
    let before = position.setup();
    assert_eq!(position.play(action), Err(PlayError::GaveUp));
    assert_eq!(position.setup(), before);
}

#[test]
fn set_ups() {
    let all = ["a", "b", "c", "d", "e", "f"].map(|v| format!("some not h8 as {v}: "));
    let rules = format!("  turn: place\n  refuse when {}count white > 9 because nine", all.concat());
    let game = game("8 x 8", &rules);
    assert_eq!(game.set_up(&Setup::default()).err(), Some(Refused::GaveUp));
}

#[test]
fn definitions_that_double() {
    let doubling =
        |first: &str| (0..200).map(|i| format!("  let d{} = d{i} {first} d{i}\n", i + 1)).collect::<Vec<_>>().concat();
    let numbers = format!("  turn: place\n  let d0 = count white\n{}  draw when d200 > 5 because much", doubling("+"));
    assert!(game("8 x 8", &numbers).initial().gave_up());
    let conditions =
        format!("  turn: place\n  let d0 = no white\n{}  draw when not d200 because much", doubling("and"));
    assert!(game("8 x 8", &conditions).initial().gave_up());
    let sets = (0..200)
        .map(|i| format!("  let s{0} = s{i} t{i}\n  let t{0} = t{i} s{i}\n", i + 1))
        .take(60)
        .collect::<Vec<_>>()
        .concat();
    let sets = format!("  turn: place\n  let s0 = empty\n  let t0 = empty\n{sets}  draw when no s60 because much");
    assert!(game("8 x 8", &sets).initial().gave_up());
}

#[test]
fn sets_of_placements() {
    let position = game("20 x 20", "  turn: place 8 together").initial();
    assert!(position.legal().is_empty() && position.gave_up());
}

#[test]
fn trials_as_deep_as_the_largest_board() {
    let gave_up = deep(|| {
        let rules = "  turn: place\n  let full = some empty as q: supposing white stone at q: full\n  draw when full because full";
        game("32 x 32", rules).initial().gave_up()
    });
    assert!(gave_up);
}

#[test]
fn long_ways_fit_the_stack() {
    let gave_up = deep(|| {
        let rules = "  setup white stone on a1, black stone on ab1\n  action walk stone: any direction [empty]\n  \
                     chain walk: must go on, no cell twice\n  turn: walk";
        let position = game("32 x 32", rules).initial();
        position.legal();
        position.gave_up()
    });
    assert!(gave_up);
}

#[test]
fn mixes_with_many_ways_to_share_out() {
    let rules = "  turn: place\n  win white when line [mix 6 empty 6 piece 6 not white 6 not black] because mixed";
    let position = game("32 x 32", rules).initial();
    position.legal();
}

#[test]
fn numbers_do_not_overflow() {
    let large = "4294967295 * 4294967295 * 4294967295";
    let rules = format!(
        "  turn: place\n  draw when at most ({large}) white because few\n  draw when count white + {large} + {large} < 0 because odd"
    );
    let position = game("8 x 8", &rules).initial();
    assert!(position.status().is_over(), "there are few");
}

#[test]
fn a_prohibition_by_a_clock_does_not_disturb_a_refusal() {
    let rules = "  turn: place\n  clock quiet counts plies\n  forbid place when quiet >= 3 because late\n  \
                 refuse when next cannot place because stuck";
    let position = game("8 x 8", rules).initial();
    assert_eq!(position.legal().len(), 64);
}

#[test]
fn the_latest_turns() {
    let game = game("8 x 8", "  turn 1: place\n  turn: place");
    let turn = |n| Setup { turn: Some(n), ..Setup::default() };
    assert!(game.set_up(&turn(999_999)).is_ok());
    assert!(matches!(game.set_up(&turn(u32::MAX)), Err(Refused::Turn(_))));
}
