//! What programs rely on: positions are small, playing allocates nothing, and what is not legal is caught.

use allocation_counter::measure;
use rulebook_games::{american, brazilian, international, renju, russian, tiles};
use rulebook_runtime::{Game, Illegal, Named as _, Position, Rules, Status};

/// Plays random games; gives how often listing and playing have allocated.
fn allocations<G: Rules>(games: u32) -> u64 {
    let first = Position::<G>::initial();
    let mut game = Game::new(first);
    let mut actions = Vec::with_capacity(512);
    let mut random = fastrand::Rng::with_seed(3);
    let mut allocations = 0;
    for _ in 0..games {
        allocations += measure(|| game.restart(first)).count_total;
        while !game.position().is_over() {
            allocations += measure(|| game.position().legal_into(&mut actions)).count_total;
            let chosen = actions[random.usize(0..actions.len())];
            // In a debug build every unchecked play lists the legal actions, to be caught if it is none of them.
            let check = measure(|| _ = game.position().legal()).count_total;
            let playing = measure(|| game.play_unchecked(&chosen)).count_total;
            allocations += if cfg!(debug_assertions) { playing - check } else { playing };
        }
    }
    allocations
}

#[test]
fn playing_draughts_allocates_nothing() {
    assert_eq!(allocations::<american::Rules>(20), 0);
    assert_eq!(allocations::<brazilian::Rules>(20), 0);
    assert_eq!(allocations::<international::Rules>(20), 0);
    assert_eq!(allocations::<russian::Rules>(20), 0);
}

#[test]
fn positions_of_draughts_fit_a_cache_line() {
    let sizes = [
        size_of::<american::Position>(),
        size_of::<brazilian::Position>(),
        size_of::<international::Position>(),
        size_of::<russian::Position>(),
    ];
    assert!(sizes.iter().all(|size| *size <= 64), "{sizes:?}");
}

#[test]
fn what_is_not_legal_is_refused() {
    let mut position = international::Position::initial();
    let reply = {
        let mut other = position;
        other.play(&position.legal()[0]).expect("a legal action");
        other.legal()[0]
    };
    assert_eq!(position.play(&reply), Err(Illegal::NotLegal));
    assert_eq!(position, international::Position::initial());
    let mut over = renju::Position::parse("white: black=a1,b1,c1,d1,e1 white=a2,b2,c2,d2").expect("a position");
    let action = renju::Position::initial().legal()[0];
    assert_eq!(over.play(&action), Err(Illegal::Over));
    assert!(over.legal().is_empty());
}

#[test]
#[cfg(debug_assertions)]
#[should_panic(expected = "is not legal here")]
fn an_unchecked_play_is_caught_in_debug_builds() {
    let first = tiles::Position::initial();
    let mut second = first;
    second.play(&first.legal()[0]).expect("a legal action");
    // The same cell again.
    second.play_unchecked(&first.legal()[0]);
}

#[test]
fn texts_that_are_no_position_are_refused() {
    for text in
        ["", "white", "white: white=zz", "white: white=c3 white=c3", "green: white=c3", "white: white=c3; quiet=x"]
    {
        assert!(russian::Position::parse(text).is_err(), "{text}");
        assert!(renju::Position::parse(text).is_err(), "{text}");
    }
}

/// Names of the spec are there as enums.
#[test]
fn reasons_and_kinds_have_names() {
    let won = renju::Position::parse("white: black=a1,b1,c1,d1,e1 white=a2,b2,c2,d2").expect("a position");
    assert_eq!(won.status(), Status::Won { winner: renju::Player::Black, reason: renju::Reason::Five });
    assert!(won.why("en")[0].contains("five"), "{:?}", won.why("en"));
    assert!(won.why("es")[0].contains("cinco"), "{:?}", won.why("es"));
    assert_eq!(renju::Reason::Five.to_string(), "five");
    assert_eq!(russian::Kind::of(1), Some(russian::Kind::King));
    assert_eq!(russian::Kind::of(2), None);
    let refused = russian::Position::parse("white: white=b8 black=h4").expect_err("a man on the last row").to_string();
    assert!(refused.starts_with("b8: ") && refused.contains("russian.uncrowned"), "{refused}");
}

/// Moves are read and written as people do it; two captures that share their ends are told apart.
#[test]
fn moves_are_text() {
    let position = international::Position::initial();
    assert_eq!(position.text(&position.find("32-28").expect("a move")), "32-28");
    assert!(position.find("32-30").expect_err("no move").contains("not legal"));
    let forbidden = renju::Position::parse("black: black=h7,h9,g8,i8 white=a1,c1,e1,g1").expect("a position");
    assert_eq!(forbidden.find("h8").expect_err("a forbidden point"), "`h8` is forbidden by `renju.double-three`");
    for action in position.legal() {
        assert_eq!(position.find(&position.text(&action)), Ok(action));
    }
}
