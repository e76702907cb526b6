//! What a program does with a module: right where the spec is right, and no error of its own where it is wrong.

use std::collections::HashMap;

use rulebook_runtime::{Named as _, Rules as _, Status, board::Board as _, set::Set as _};

use crate::game::{Action, Dynamic, Game, Kind, Player, Position, Reason, Rules};

/// Types of the module within others.
#[derive(Clone, Debug)]
struct Table {
    game: Game,
    seen: HashMap<Position, u32>,
    best: Option<(Action, i32)>,
}

/// A trait of the user's.
trait Worth {
    fn worth(&self) -> i32;
}

impl Worth for Position {
    fn worth(&self) -> i32 {
        self.board().owned(0).len() as i32 - self.board().owned(1).len() as i32
    }
}

/// Variants in patterns that have to be complete.
fn said(kind: Kind) -> &'static str {
    match kind {
        Kind::Man => "a man",
        Kind::King => "a king",
    }
}

/// Generic code.
fn count<G: rulebook_runtime::Rules>(position: &rulebook_runtime::Position<G>) -> u64 {
    position.count_legal()
}

fn search(position: &Position, depth: u32) -> i32 {
    if depth == 0 || position.is_over() {
        return position.worth();
    }
    let mut best = i32::MIN;
    for action in &position.legal() {
        let mut next = *position;
        next.play_unchecked(action);
        best = best.max(-search(&next, depth - 1));
    }
    best
}

/// Everything once.
pub fn everything() -> Result<(), Box<dyn std::error::Error>> {
    let mut game = Game::new(Position::parse("white: white=c3 black=d4")?);
    let actions: Vec<Action> = game.position().legal();
    let piece = actions[0].piece.ok_or("no piece")?;
    println!("{}", said(Kind::of(piece.kind).ok_or("no kind")?));
    println!("{}", game.position().count(Player::White, Kind::Man));
    let mut table = Table { game: game.clone(), seen: HashMap::new(), best: None };
    table.best = actions.first().map(|action| (*action, search(game.position(), 1)));
    *table.seen.entry(*game.position()).or_default() += 1;
    game.play(&actions[0])?;
    println!("{} {:?} {}", game.position(), game.position().status(), Rules::NAMES.game);
    assert!(game.position().to_move() == Player::Black);
    let over = game.position().status() == Status::Won { winner: Player::White, reason: Reason::NoMoves };
    if !over && game.undo() {
        println!("{table:?} {}", count(game.position()));
    }
    let engine: Box<dyn rulebook_runtime::api::Game> = Box::new(Dynamic::new(&[]));
    println!("{}", engine.initial().turns());
    assert_eq!(Position::initial().perft(1), Position::initial().count_legal());
    Ok(())
}
