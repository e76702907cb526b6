//! Opponents against each other, in games that have little in common.

use std::sync::Arc;

use rulebook_api::{Game, Position, Status, move_text, position_text};
use rulebook_play::{Opponent, Random, Search};

fn game(name: &str) -> Arc<dyn Game> {
    Arc::from((rulebook_games::find(name).expect("it is bundled").start)(&[]))
}

fn position(game: &dyn Game, text: &str) -> Box<dyn Position> {
    let setup = position_text::parse(game.vocabulary(), text).expect("a position");
    game.set_up(&setup).expect("it is allowed")
}

/// Half points of the search in a match against random play, each colour as often.
fn half_points(name: &str, games: u64, tries: u64) -> u64 {
    let game = game(name);
    let mut points = 0;
    for number in 0..games {
        let searching = (number % 2) as u8;
        let mut search = Search::new(number, tries);
        let mut random = Random::new(1000 + number);
        let mut position = game.initial();
        let mut actions = 0;
        while !position.status().is_over() && actions < 600 {
            let chooser: &mut dyn Opponent = if position.to_move() == searching { &mut search } else { &mut random };
            let action = chooser.choose(position.as_ref(), &mut || true).expect("something may be played");
            position.play(&action).expect("it is legal");
            actions += 1;
        }
        points += match position.status() {
            Status::Won { winner, .. } => 2 * u64::from(winner == searching),
            _ => 1,
        };
    }
    points
}

/// At least 17 of 20 points.
#[track_caller]
fn beats_random(name: &str, tries: u64) {
    let begun = std::time::Instant::now();
    let points = half_points(name, 20, tries);
    println!("{name}: {points} half points of 40 in {:?}", begun.elapsed());
    assert!(points >= 34, "{name}: {points} half points of 40");
}

#[test]
fn it_beats_random_play_in_a_race() {
    beats_random("breakthrough", 20);
}

#[test]
fn it_beats_random_play_where_stones_fall() {
    beats_random("connect-four", 40);
}

#[test]
fn it_beats_random_play_where_pieces_change_sides() {
    beats_random("reversi", 30);
}

#[test]
fn it_beats_random_play_where_one_has_to_capture() {
    beats_random("russian", 20);
}

/// What the search chooses.
fn chosen(name: &str, text: &str, tries: u64, seed: u64) -> String {
    let game = game(name);
    let position = position(game.as_ref(), text);
    let action = Search::new(seed, tries).choose(position.as_ref(), &mut || true).expect("something may be played");
    move_text::text_of(game.vocabulary(), &action, &position.legal())
}

#[test]
fn it_sees_a_win_in_one() {
    for seed in 0..20 {
        assert_eq!(chosen("connect-four", "red: red=a1,b1,c1 yellow=a2,b2,c2", 1, seed), "d1");
        let arrives = chosen("breakthrough", "white: white=c7,a1,b1,h1 black=h7,h8,f6", 1, seed);
        assert!(["c7-c8", "c7-b8", "c7-d8"].contains(&arrives.as_str()), "{arrives}");
    }
}

#[test]
fn it_avoids_a_loss_in_one() {
    for seed in 0..20 {
        assert_eq!(chosen("connect-four", "yellow: red=a1,b1,c1 yellow=a2,b2", 40, seed), "d1");
        assert_eq!(chosen("breakthrough", "white: white=c1,a1,g4 black=d2,h8,b7", 40, seed), "c1xd2");
    }
}

#[test]
fn it_sees_a_win_at_the_end_of_a_turn_of_several_actions() {
    let before = "white: white=a1,d1,g4,c3 black=d7,a7,e5; turn=19";
    for seed in 0..20 {
        assert_eq!(chosen("nine-mens-morris", before, 60, seed), "g4-g1");
    }
}

#[test]
fn the_same_seed_chooses_the_same() {
    let game = game("reversi");
    let choose = |seed| Search::new(seed, 30).choose(game.initial().as_ref(), &mut || true).expect("an action");
    assert_eq!(choose(5), choose(5));
    let random = |seed| Random::new(seed).choose(game.initial().as_ref(), &mut || true).expect("an action");
    assert_eq!(random(5), random(5));
    assert!((0..50).any(|seed| random(seed) != random(5)), "and not everywhere the same");
}

#[test]
fn it_stops_when_it_is_told_to() {
    let game = game("breakthrough");
    let position = game.initial();
    for asked in [0, 1, 10, 100, 1000] {
        let mut left = asked;
        let mut going_on = || {
            left -= i32::from(left > 0);
            left > 0
        };
        let action = Search::new(1, u64::MAX).choose(position.as_ref(), &mut going_on).expect("an action");
        assert!(position.legal().contains(&action));
    }
}

#[test]
fn nothing_is_chosen_when_the_game_is_over() {
    let game = game("breakthrough");
    let over = position(game.as_ref(), "white: white=a8,b1 black=h7");
    assert!(over.status().is_over());
    assert_eq!(Search::new(1, 10).choose(over.as_ref(), &mut || true), None);
    assert_eq!(Random::new(1).choose(over.as_ref(), &mut || true), None);
}
