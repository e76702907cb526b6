//! Position text: what it says, what it refuses and how, and that reading and writing undo each other.

mod common;

use common::{checkered, numbered};
use proptest::prelude::*;
use rulebook_api::{ClockCopies, ClockValue, Piece, Setup, Vocabulary, position_text};

/// Reads and writes again.
#[track_caller]
fn check(names: &Vocabulary, text: &str, printed: &str) {
    match position_text::parse(names, text) {
        Ok(setup) => assert_eq!(position_text::print(names, &setup), printed),
        Err(error) => panic!("{}\n{error}", error.picture(text)),
    }
}

/// Refuses, pointing at a word.
#[track_caller]
fn refuse(names: &Vocabulary, text: &str, word: &str, message: &str) {
    let error = position_text::parse(names, text).expect_err("has to be refused");
    assert_eq!(text.get(error.at.clone()), Some(word), "{error}");
    assert_eq!(error.message, message);
}

#[test]
fn pieces_are_read_and_written() {
    let names = checkered();
    check(&names, "white: white=Kb6,d8 black=Kb8", "white: white=Kb6,d8 black=Kb8");
    check(&names, "  black:black=Kb8   white=d8 , Kb6,\nh2 ", "black: white=h2,Kb6,d8 black=Kb8");
    check(&names, "white: white= black=b8", "white: black=b8");
    check(&names, "white:", "white:");
    check(&names, "white: white=01,K32", "white: white=Kg1,b8");
    check(&numbered(), "blue: blue=a1#1 red=g8#2,h8#2; turn=3", "blue: blue=a1#1 red=g8#2,h8#2; turn=3");
}

#[test]
fn what_pieces_do_not_show_is_read_and_written() {
    let names = checkered();
    check(&names, "white: white=Kf6 black=b8; five=3", "white: white=Kf6 black=b8; five=3");
    check(
        &names,
        "white: white=Kf6; five=off fifteen=white:3,black:off;tired=f6:2",
        "white: white=Kf6; five=off; fifteen=white:3,black:off; tired=f6:2",
    );
    let names = numbered();
    check(&names, "red: blue=a1#1; step=place:2; turn=2; here=a1", "red: blue=a1#1; turn=2; step=place:2; here=a1");
    check(&names, "red: ; turn=2; step=remove", "red:; turn=2");
}

#[test]
fn the_notation_of_the_field_is_read() {
    let names = checkered();
    check(&names, "W:WKb6,d8:BKb8", "white: white=Kb6,d8 black=Kb8");
    check(&names, "B:B01:WK32,31.", "black: white=e1,Kg1 black=b8");
    check(&names, "W:B1-3:W", "white: black=b8,d8,f8");
    check(&names, "[FEN \"B:WK1-3:BK30:H0:F12.\"]", "black: white=Kb8,Kd8,Kf8 black=Kc1");
    check(&names, "'W:W1:B;five=2'", "white: white=b8; five=2");
    refuse(&names, "W:W9-7:B", "9-7", "`9-7` is not a range: the first number has to be the smaller one");
    refuse(&names, "W:W33:B", "33", "there is no cell 33: the cells are numbered 1 to 32");
    refuse(&names, "X:W3", "X", "`X` is no player's initial; they are `W` (white) and `B` (black)");
    refuse(&names, "W:W3:R4", "R", "`R` is no player's initial; they are `W` (white) and `B` (black)");
    refuse(
        &names,
        "W:WQ3",
        "Q",
        "`Q` is not the letter of a kind: the letters are `K` (king); a man is written without a letter",
    );
    refuse(&names, "W:W3:B1-4", "1-4", "two pieces stand on f8, one of white and one of black; a cell holds one");
}

#[test]
fn refusals_name_the_word_and_the_way_out() {
    let names = checkered();
    refuse(
        &names,
        "white=c3",
        "white=c3",
        "a position begins with who is to move and a colon, for example `white: white=…`",
    );
    refuse(
        &names,
        "whit: white=c3",
        "whit",
        "there is no player `whit`: the players are white and black; did you mean `white`?",
    );
    refuse(&names, "white: white=c9", "c9", "`c9` is off the board; the nearest cells are b8 and d8");
    refuse(
        &names,
        "white: white=a2",
        "a2",
        "`a2` has the colour that is not played on; the nearest cells are a1, b2 and a3",
    );
    refuse(&names, "white: white=C3", "C3", "there is no cell `C3`; did you mean `c3`? (column letters are small)");
    refuse(
        &names,
        "white: white=c3 black=Kc3",
        "Kc3",
        "two pieces stand on c3, one of white and one of black; a cell holds one",
    );
    refuse(&names, "white: white=c3,e3,c3", "c3", "two pieces stand on c3, both of white; a cell holds one");
    refuse(
        &names,
        "white: white=Qc3",
        "Q",
        "`Q` is not the letter of a kind: the letters are `K` (king); a man is written without a letter",
    );
    refuse(&names, "white: white=c3#2", "2", "a man has no number: write `c3`");
    refuse(&names, "white: white=c3,", "", "a cell is missing beside this comma");
    refuse(&names, "white: white=c3 e3", "c3 e3", "`c3 e3` is not one cell: put commas between cells");
    refuse(&names, "white: c3", "c3", "`c3` belongs to nobody: a list of pieces begins with `white=` or `black=`");
    refuse(&names, "white: white=c3 white=e3", "white", "the pieces of white are listed twice; put them into one list");
    refuse(&names, "white: white=c3; turn=0", "0", "turns are counted from 1, so there is no turn 0");
    refuse(&names, "white: white=c3; turn=1 turn=1", "turn", "`turn` is given twice");
    refuse(
        &names,
        "white: white=c3; fiv=2",
        "fiv",
        "there is no key `fiv`: the keys of this game are turn, step, here, five, fifteen and tired; did you mean `five`?",
    );
    refuse(
        &names,
        "white: white=c3; five=-2",
        "-2",
        "`-2` is not the value of a clock: write a whole number, or `off`",
    );
    refuse(
        &names,
        "white: white=c3; fifteen=2",
        "2",
        "each player has his own `fifteen`: write, say, `fifteen=white:2`",
    );
    refuse(&names, "white: white=c3; five=white:2", "white", "`five` is one clock for the whole game: write `five=2`");
    refuse(&names, "white: white=c3; tired=e3:2", "e3", "no piece stands on e3, so none has a clock there");
    refuse(&names, "white: white=c3; step=mov", "mov", "there is no step `mov` in this turn: its steps are capture");
    let names = numbered();
    refuse(&names, "blue: blue=a1", "a1", "each tile has a number from 1 to 8: write, say, `a1#1`");
    refuse(&names, "blue: blue=a1#9", "9", "a tile has a number from 1 to 8, not `9`");
    refuse(
        &names,
        "blue: blue=a1#1; step=place",
        "step",
        "which steps there are depends on the turn: give `turn=` too",
    );
    refuse(&names, "blue: blue=i1#1", "i1", "`i1` is off the board; the nearest cell is h1");
}

#[test]
fn a_very_long_text_is_refused() {
    let text = "white: white=".to_owned() + &"c3,".repeat(50_000);
    let error = position_text::parse(&checkered(), &text).expect_err("too long");
    assert!(error.message.contains("at most 65536"), "{error}");
}

/// Any set-up that a text can say.
fn setup(names: Vocabulary) -> impl Strategy<Value = Setup> {
    let cells = names.cells.len();
    let owners =
        proptest::collection::vec(proptest::option::of((0..2_u8, 0..names.kinds.len() as u8, 1..=8_u8)), cells);
    let state = (0..2_u8, proptest::option::of(1..100_u32), 0..3_u8, proptest::option::of(0..cells as u16));
    let clocks = proptest::collection::btree_map((0..3_u8, 0..4_u16), proptest::option::of(0..50_u32), 0..5);
    (owners, state, clocks).prop_map(move |(owners, (to_move, turn, step, here), clocks)| {
        let piece = |(player, kind, number): (u8, u8, u8)| {
            let numbered = names.kinds[usize::from(kind)].numbers.is_some();
            Piece { player, kind, number: if numbered { number } else { 0 } }
        };
        let pieces: Vec<(u16, Piece)> =
            owners.into_iter().enumerate().filter_map(|(i, o)| o.map(|o| (i as u16, piece(o)))).collect();
        let mut values: Vec<ClockValue> = Vec::new();
        for ((clock, copy), value) in clocks {
            let Some(name) = names.clocks.get(usize::from(clock)) else { continue };
            let (player, cell) = match name.copies {
                ClockCopies::One => (None, None),
                ClockCopies::PerPlayer => (Some((copy % 2) as u8), None),
                ClockCopies::PerPiece => match pieces.get(usize::from(copy)) {
                    Some((cell, _)) => (None, Some(*cell)),
                    None => continue,
                },
            };
            let value = ClockValue { clock, player, cell, value };
            if !values.iter().any(|v| (v.clock, v.player, v.cell) == (clock, player, cell)) {
                values.push(value);
            }
        }
        values.sort_unstable();
        let steps = names.turn(turn.unwrap_or(1)).map_or(1, |(.., steps)| steps.len() as u8);
        let step = if turn.is_none() { 0 } else { step % steps };
        Setup { to_move, pieces, turn, step, here, clocks: values }
    })
}

proptest! {
    #[test]
    fn printing_then_parsing_changes_nothing(checkered_setup in setup(checkered()), numbered_setup in setup(numbered())) {
        for (names, setup) in [(checkered(), checkered_setup), (numbered(), numbered_setup)] {
            let text = position_text::print(&names, &setup);
            prop_assert_eq!(position_text::parse(&names, &text), Ok(setup));
        }
    }

    #[test]
    fn nothing_panics(text in "\\PC{0,40}", near in "(white|black|W|B|[:=,; .#-]|K|[a-i]|[0-9]|turn|five|\"){0,30}") {
        for names in [checkered(), numbered()] {
            for text in [&text, &near] {
                if let Err(error) = position_text::parse(&names, text) {
                    prop_assert!(!error.picture(text).is_empty());
                }
            }
        }
    }
}
