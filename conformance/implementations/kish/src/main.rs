//! Adapter of kish: asks its game for the actions and the status.

#[path = "../../shared/serve.rs"]
mod serve;

use kish::{Action, Board, Game as Kish, GameStatus, Square, Team};
use serde_json::{Value, json};

const PLAYED: [(&str, &str); 1] = [("draws", "automatic")];

struct Game(Kish);

/// An action of the library, and the same as fields.
struct Listed {
    action: Action,
    from: String,
    to: String,
    via: Vec<String>,
    victims: Vec<String>,
}

fn cell(square: Square) -> String {
    square.to_string().to_ascii_lowercase()
}

fn squares(setup: &Value, wanted: impl Fn(&str, &str) -> bool) -> Result<Vec<Square>, String> {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let pieces = setup["pieces"].as_array().into_iter().flatten();
    let of = pieces.filter(|piece| wanted(&text(&piece[0]), &text(&piece[1]))).map(|piece| text(&piece[2]));
    of.map(|name| name.to_ascii_uppercase().parse().map_err(|_| format!("a piece on {name}"))).collect()
}

impl Game {
    fn listed(&self) -> Vec<Listed> {
        if self.0.status().is_over() {
            return Vec::new();
        }
        let (team, state) = (self.0.turn(), self.0.board().state);
        let list = |action: Action| {
            // Without a change of its own side's cells it cannot tell where a capture began, and must not be asked.
            assert!(
                action.delta.pieces[team.to_usize()] != 0,
                "an action of kish that ends where it began does not say where that is"
            );
            let path = action.to_detailed(team, &state);
            let taken = action.captured_pieces(team);
            Listed {
                from: cell(path.source()),
                to: cell(path.destination()),
                via: path.path().iter().skip(1).map(|square| cell(*square)).collect(),
                victims: (0..64).filter(|i| taken >> i & 1 == 1).filter_map(Square::try_from_u8).map(cell).collect(),
                action,
            }
        };
        self.0.actions().into_iter().map(list).collect()
    }
}

impl serve::Game for Game {
    fn begin(question: &Value) -> Result<Self, String> {
        serve::readings(question, &PLAYED)?;
        let Some(setup) = question.get("setup") else { return Ok(Self(Kish::new())) };
        if let Some(clocks) = setup.get("clocks") {
            return Err(format!("a position with counts, {clocks}; the library's positions have none"));
        }
        let turn = if setup["to_move"] == "white" { Team::White } else { Team::Black };
        let of = |wanted| squares(setup, move |player: &str, _: &str| player == wanted);
        let kings = squares(setup, |_, kind| kind == "king")?;
        Ok(Self(Kish::from_board(Board::from_squares(turn, &of("white")?, &of("black")?, &kings))))
    }

    fn play(&mut self, wanted: &Value) -> bool {
        let victims = wanted["victims"].as_array();
        let same = |listed: &Listed| {
            wanted["from"] == listed.from.as_str()
                && wanted["to"] == listed.to.as_str()
                && victims.is_none_or(|v| {
                    v.len() == listed.victims.len() && listed.victims.iter().all(|c| v.contains(&json!(c)))
                })
        };
        let found = self.listed().into_iter().find(same);
        found.inspect(|listed| self.0.make_move(&listed.action)).is_some()
    }

    fn undo(&mut self) {
        self.0.undo_move();
    }

    fn answer(&self) -> Value {
        let legal = self.listed().into_iter().map(|m| {
            if m.victims.is_empty() {
                json!({"from": m.from, "to": m.to})
            } else {
                json!({"from": m.from, "to": m.to, "via": m.via, "victims": m.victims})
            }
        });
        let status = match self.0.status() {
            GameStatus::InProgress => json!({"state": "ongoing"}),
            GameStatus::Draw => json!({"state": "drawn"}),
            GameStatus::Won(Team::White) => json!({"state": "won", "winner": "white"}),
            GameStatus::Won(Team::Black) => json!({"state": "won", "winner": "black"}),
        };
        json!({"legal": legal.collect::<Vec<_>>(), "status": status})
    }
}

fn main() -> std::io::Result<()> {
    serve::serve::<Game>(&json!({"name": "kish", "version": "1.1.7", "language": "Rust", "games": {"turkish": {
        "asks": ["legal", "status"], "options": {"draws": "automatic"}, "each": true, "undo": true}}}))
}
