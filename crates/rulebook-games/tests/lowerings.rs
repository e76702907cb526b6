//! Lowerings for steps, turned rows and placements: counts that others publish, leaves several plies below positions of
//! random games, and rules of such shapes beside the bundled ones.

mod common;

use common::{Agreement, bundled, rules};
use rulebook_api::{Count, Game as _};
use rulebook_interpreter::Interpreter;
use rulebook_runtime::{Position, Rules, dynamic::Dynamic};

/// Leaves from the first position, as published for these games.
#[test]
fn published_leaves() {
    let reversi: [u64; 9] = [4, 12, 56, 244, 1_396, 8_200, 55_092, 390_216, 3_005_288];
    for (depth, leaves) in (1..).zip(reversi) {
        assert_eq!(Position::<rulebook_games::reversi::Rules>::initial().perft(depth), leaves, "{depth}");
    }
    let breakthrough: [u64; 6] = [22, 484, 11_132, 256_036, 6_182_818, 149_264_638];
    for (depth, leaves) in (1..).zip(breakthrough) {
        assert_eq!(Position::<rulebook_games::breakthrough::Rules>::initial().perft(depth), leaves, "{depth}");
    }
    let four: [u64; 9] = [7, 49, 343, 2_401, 16_807, 117_649, 823_536, 5_673_234, 39_394_572];
    for (depth, leaves) in (1..).zip(four) {
        assert_eq!(Position::<four::Rules>::initial().perft(depth), leaves, "{depth}");
    }
}

/// In random games: leaves so deep below positions, as the interpreter counts them by playing every action.
fn below<G: Rules>(rules: std::sync::Arc<rulebook_ir::Rules>, positions: u32, depth: u32) {
    let mut random = fastrand::Rng::with_seed(3);
    let (right, engine) = (Interpreter::new(rules, &[]), Dynamic::<G>::new(&[]));
    let mut compared = 0;
    while compared < positions {
        let (mut a, mut b) = (right.initial(), engine.initial());
        // Most wins are near the end: a short way before it is looked at, and now and then earlier.
        let mut played = Vec::new();
        while !a.status().is_over() {
            let legal = a.legal();
            let Some(action) = legal.get(random.usize(0..legal.len().max(1))) else { break };
            a.play(action).expect("a legal action");
            played.push(action.clone());
        }
        let stop = played.len().saturating_sub(random.usize(1..8));
        a = right.initial();
        for action in &played[..stop] {
            a.play(action).expect("a legal action");
            b.play(action).expect("a legal action");
        }
        let count = Count::default();
        assert_eq!(b.perft(depth, count), a.perft(depth, count), "{:?}", a.setup());
        compared += 1;
    }
}

macro_rules! bundled_games {
    ($($game:ident: $positions:expr, $pieces:expr, $below:expr, $depth:expr;)*) => {$(
        #[test]
        fn $game() {
            let rules = bundled(stringify!($game));
            below::<rulebook_games::$game::Rules>(rules.clone(), $below, $depth);
            let mut agreement = Agreement::<rulebook_games::$game::Rules>::new(rules, 23, $pieces);
            agreement.try_out(&[], $positions);
        }
    )*};
}

bundled_games! {
    breakthrough: 5_000, 32, 40, 3;
    reversi: 5_000, 60, 100, 5;
    connect6: 30, 120, 2, 1;
    pente: 100, 60, 2, 1;
}

macro_rules! shapes {
    ($($name:ident: $file:literal, $positions:expr, $pieces:expr, $below:expr, $depth:expr;)*) => {$(
        rulebook_macros::game!(mod $name = $file);

        #[test]
        fn $name() {
            let rules = rules(stringify!($name), include_str!(concat!("../", $file)));
            below::<$name::Rules>(rules.clone(), $below, $depth);
            Agreement::<$name::Rules>::new(rules, 29, $pieces).try_out(&[], $positions);
        }
    )*};
}

shapes! {
    treads: "tests/shapes/treads.rules", 10_000, 30, 100, 3;
    flips: "tests/shapes/flips.rules", 5_000, 36, 100, 5;
    falls: "tests/shapes/falls.rules", 5_000, 20, 200, 5;
    four: "tests/shapes/four.rules", 5_000, 42, 60, 4;
    hangs: "tests/shapes/hangs.rules", 5_000, 20, 100, 4;
    twos: "tests/shapes/twos.rules", 2_000, 25, 20, 1;
    threes: "tests/shapes/threes.rules", 1_000, 25, 10, 1;
}

/// What is chosen by number is what the list has there.
fn chosen<G: Rules>(positions: u32) {
    let mut random = fastrand::Rng::with_seed(31);
    let (mut room, mut seen) = (Vec::new(), 0);
    while seen < positions {
        let mut position = Position::<G>::initial();
        while !position.is_over() {
            let legal = position.legal();
            assert_eq!(position.count_legal(), legal.len() as u64, "{position}");
            assert_eq!(position.choose(&mut room, |all| all), None, "{position}");
            for _ in 0..8 {
                let number = random.usize(0..legal.len().max(1));
                let action = position.choose(&mut room, |all| {
                    assert_eq!(all, legal.len() as u64, "{position}");
                    number as u64
                });
                assert_eq!(action.as_ref(), legal.get(number), "{position}");
            }
            let Some(action) = legal.get(random.usize(0..legal.len().max(1))) else { break };
            position.play(action).expect("a legal action");
            seen += 1;
        }
    }
}

#[test]
fn actions_have_numbers() {
    chosen::<twos::Rules>(300);
    chosen::<threes::Rules>(100);
    chosen::<falls::Rules>(300);
    chosen::<rulebook_games::reversi::Rules>(200);
    chosen::<rulebook_games::connect6::Rules>(40);
}
