//! How long a spec takes to be checked and generated: what a user's build pays for each game, beside `rustc`.

use std::time::{Duration, Instant};

use quote::quote;

/// What one game may take: the aim. Measured is less than a twentieth of it, so that a busy machine does not fail here.
const LIMIT: Duration = Duration::from_millis(if cfg!(debug_assertions) { 2_000 } else { 200 });

#[test]
fn no_bundled_game_is_slow_to_generate() {
    let runtime = quote!(::rulebook_runtime);
    let mut games = 0;
    let mut began = Instant::now();
    for game in rulebook_build::bundled(&runtime, &rulebook_build::Settings::default()) {
        let took = began.elapsed();
        let tokens = game.engine.as_ref().map_or(0, |engine| engine.items.to_string().len());
        println!("{}: {took:?}, {tokens} characters", game.spec.name);
        assert!(took < LIMIT, "{}: {took:?}", game.spec.name);
        games += 1;
        began = Instant::now();
    }
    assert!(games > 0);
}
