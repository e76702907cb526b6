//! Plays a game of international draughts with random moves to its end, and says why it ended.
//!
//! `cargo run -p rulebook --example play_to_the_end -- 7` plays the seventh game.

use rulebook::{
    Status,
    games::international::{Game, Player, Position, Reason},
};

/// A game that was played.
#[derive(Debug)]
pub(crate) struct Played {
    /// How many actions.
    pub(crate) actions: usize,
    /// The last position.
    pub(crate) end: Position,
    /// Who won, if anybody.
    pub(crate) winner: Option<Player>,
    /// Why it ended.
    pub(crate) reasons: Vec<Reason>,
    /// The sentences of the rules that decided it.
    pub(crate) why: Vec<&'static str>,
}

/// Plays a game; the same seed gives the same game.
///
/// # Errors
/// If an engine lists an action that it does not play, so never.
pub(crate) fn play(seed: u64) -> Result<Played, rulebook::Illegal> {
    let mut random = fastrand::Rng::with_seed(seed);
    let mut game = Game::new(Position::initial());
    let mut actions = 0;
    while !game.position().is_over() {
        let legal = game.position().legal();
        // A game that goes on always has an action: having none loses.
        let Some(action) = random.choice(&legal) else { break };
        game.play(action)?;
        actions += 1;
    }
    let (winner, reasons) = match game.position().status() {
        Status::Ongoing { .. } => (None, Vec::new()),
        Status::Won { winner, reason } => (Some(winner), vec![reason]),
        Status::Drawn { reasons } => (None, reasons),
    };
    Ok(Played { actions, end: *game.position(), winner, reasons, why: game.position().why("en") })
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let seed = std::env::args().nth(1).map_or(Ok(1), |seed| seed.parse())?;
    let played = play(seed)?;
    println!("{}", played.end);
    let outcome = played.winner.map_or(String::from("drawn"), |winner| format!("{winner} wins"));
    let reasons: Vec<String> = played.reasons.iter().map(ToString::to_string).collect();
    println!("{outcome} after {} actions: {}", played.actions, reasons.join(", "));
    for sentence in played.why {
        println!("{sentence}");
    }
    Ok(())
}
