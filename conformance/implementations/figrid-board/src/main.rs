//! Adapter of figrid-board: asks its board under the rules of Renju for legal and forbidden points, and for the result.

#[path = "../../shared/serve.rs"]
mod serve;

use figrid_board::{BOARD_SIZE, Board, GameResult, Move, NUM_CELLS, RuleSet, Stone, to_idx, to_rc};
use serde_json::{Value, json};

const PLAYED: [(&str, &str); 2] = [("foul", "illegal"), ("five-at-extension", "not-a-three")];

struct Game {
    board: Board,
    /// How the position was won with which the game began, if it was.
    won: Option<GameResult>,
}

/// Rows are counted from 0 from the bottom here; the rules do not mind which end that is.
fn point(name: &str) -> Option<Move> {
    let column = name.bytes().next()?.checked_sub(b'a')?;
    let row: usize = name.get(1..)?.parse().ok()?;
    let inside = usize::from(column) < BOARD_SIZE && (1..=BOARD_SIZE).contains(&row);
    inside.then(|| to_idx(row - 1, usize::from(column)))
}

fn cell(point: Move) -> Value {
    let (row, column) = to_rc(point);
    json!({"cells": [format!("{}{}", "abcdefghijklmno".get(column..=column).unwrap_or_default(), row + 1)]})
}

impl Game {
    fn result(&self) -> GameResult {
        self.won.unwrap_or_else(|| self.board.game_result())
    }
}

impl serve::Game for Game {
    fn begin(question: &Value) -> Result<Self, String> {
        serve::readings(question, &PLAYED)?;
        let mut game = Self { board: Board::new(), won: None };
        game.board.set_rule_set(RuleSet::Renju);
        let Some(setup) = question.get("setup") else { return Ok(game) };
        let colour = |player: &Value| if player == "black" { Stone::Black } else { Stone::White };
        let mut stones = Vec::new();
        for piece in setup["pieces"].as_array().into_iter().flatten() {
            let at = piece[2].as_str().and_then(point).ok_or_else(|| format!("a stone on {}", piece[2]))?;
            game.board.side_to_move = colour(&piece[0]);
            game.board.make_move(at);
            stones.push((colour(&piece[0]), at));
        }
        // It looks for a win only at the last move, so each stone is that once.
        for (stone, at) in stones {
            game.board.side_to_move = stone.opponent();
            game.board.last_move = Some(at);
            if matches!(game.board.game_result(), GameResult::BlackWin | GameResult::WhiteWin) {
                game.won = Some(game.board.game_result());
            }
        }
        game.board.side_to_move = colour(&setup["to_move"]);
        game.board.last_move = None;
        Ok(game)
    }

    fn play(&mut self, wanted: &Value) -> bool {
        let at =
            wanted["cells"].as_array().filter(|cells| cells.len() == 1).and_then(|cells| point(cells[0].as_str()?));
        let Some(at) = at.filter(|at| matches!(self.result(), GameResult::Ongoing) && self.board.is_legal_move(*at))
        else {
            return false;
        };
        self.board.make_move(at);
        true
    }

    fn undo(&mut self) {
        self.board.undo_move();
    }

    fn answer(&self) -> Value {
        let status = match self.result() {
            GameResult::Ongoing => json!({"state": "ongoing"}),
            GameResult::Draw => json!({"state": "drawn"}),
            GameResult::BlackWin => json!({"state": "won", "winner": "black"}),
            GameResult::WhiteWin => json!({"state": "won", "winner": "white"}),
        };
        if status["state"] != "ongoing" {
            return json!({"legal": [], "forbidden": [], "status": status});
        }
        let empty = || (0..NUM_CELLS).filter(|at| self.board.is_empty(*at));
        let legal: Vec<Value> = empty().filter(|at| self.board.is_legal_move(*at)).map(cell).collect();
        let forbidden: Vec<Value> =
            empty().filter(|at| self.board.is_forbidden_for_side_to_move(*at)).map(cell).collect();
        json!({"legal": legal, "forbidden": forbidden, "status": status})
    }
}

fn main() -> std::io::Result<()> {
    serve::serve::<Game>(&json!({"name": "figrid-board", "version": "1.2.0", "language": "Rust", "games": {"renju": {
        "asks": ["legal", "forbidden", "status"],
        "options": {"foul": "illegal", "five-at-extension": "not-a-three"}, "each": true, "undo": true}}}))
}
