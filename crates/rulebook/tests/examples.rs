//! The examples do what they say.

#[path = "../examples/own_game.rs"]
#[expect(dead_code, reason = "its `main` is not called here")]
mod own_game;
#[path = "../examples/play_to_the_end.rs"]
#[expect(dead_code, reason = "its `main` is not called here")]
mod play_to_the_end;

#[test]
fn random_games_end_for_a_reason() {
    let mut decided = 0;
    for seed in 0..20 {
        let played = play_to_the_end::play(seed).expect("listed actions are played");
        assert!(played.end.is_over() && !played.reasons.is_empty(), "{played:?}");
        assert_eq!(played.why.is_empty(), played.reasons.is_empty(), "{played:?}");
        assert!(played.actions > 20, "{played:?}");
        decided += u32::from(played.winner.is_some());
    }
    assert!(decided > 0, "some games are won");
}

#[test]
fn a_game_of_ones_own_is_played() {
    let (record, _) = own_game::play(3).expect("listed actions are played");
    assert!(record.len() > 6, "{record:?}");
    assert_eq!(own_game::play(3).expect("listed actions are played").0, record, "the same always");
}
