//! A game of one's own: the spec beside this file becomes a module, and a small search plays it.

rulebook::game!(
    /// Draughts on a board of 6 x 6.
    mod mini = "examples/mini.rules"
);

use mini::{Action, Game, Kind, Player, Position};
use rulebook::Status;

/// Material as who is to move sees it: a king is worth three men.
fn material(position: &Position) -> i32 {
    let of = |player: Player| {
        let count = |kind: Kind| position.count(player, kind).cast_signed();
        count(Kind::Man) + 3 * count(Kind::King)
    };
    let (white, black) = (of(Player::White), of(Player::Black));
    if position.to_move() == Player::White { white - black } else { black - white }
}

/// The value of a position, looked at some actions deep.
fn value(position: &Position, depth: u32) -> i32 {
    if position.is_over() {
        // Who is to move has lost, or it is drawn.
        return if position.standing().is_drawn() { 0 } else { -100 };
    }
    if depth == 0 {
        return material(position);
    }
    let replies = position.legal();
    replies.iter().map(|action| -value(&after(position, action), depth - 1)).max().unwrap_or(0)
}

fn after(position: &Position, action: &Action) -> Position {
    let mut next = *position;
    next.play_unchecked(action);
    next
}

/// Plays a game in which the first player looks ahead and the second one does not: the game, and who won.
///
/// # Errors
/// If an engine lists an action that it does not play, so never.
pub(crate) fn play(depth: u32) -> Result<(Vec<String>, Option<Player>), rulebook::Illegal> {
    let mut game = Game::new(Position::initial());
    let mut record = Vec::new();
    while !game.position().is_over() {
        let legal = game.position().legal();
        let ahead = if game.position().to_move() == Player::White { depth } else { 0 };
        let best = legal.iter().max_by_key(|action| -value(&after(game.position(), action), ahead));
        let Some(action) = best.copied() else { break };
        record.push(game.position().text(&action));
        game.play(&action)?;
    }
    Ok((record, winner(game.position())))
}

/// Who has won, if anybody.
fn winner(position: &Position) -> Option<Player> {
    match position.status() {
        Status::Won { winner, .. } => Some(winner),
        Status::Drawn { .. } | Status::Ongoing { .. } => None,
    }
}

fn main() -> Result<(), rulebook::Illegal> {
    println!("{}\n{} positions lie six actions ahead", Position::initial(), Position::initial().perft(6));
    let (record, winner) = play(4)?;
    println!("{}\n{}", record.join(" "), winner.map_or(String::from("drawn"), |winner| format!("{winner} wins")));
    Ok(())
}
