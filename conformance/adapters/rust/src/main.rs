//! A template of an adapter for `rulebook certify`. It runs as it is, and plays Breakthrough; see ../README.md.

use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::io::{self, BufRead, Write};

// The game: replace this part with calls of your library. A board is a map from cells to players.
type Board = BTreeMap<String, String>;

fn first() -> Board {
    let rows = [("white", '1'), ("white", '2'), ("black", '7'), ("black", '8')];
    rows.iter()
        .flat_map(|(player, row)| ('a'..='h').map(move |c| (format!("{c}{row}"), (*player).to_string())))
        .collect()
}

fn arrived(board: &Board, player: &str) -> bool {
    let last = if player == "white" { '8' } else { '1' };
    board.iter().any(|(cell, owner)| owner == player && cell.ends_with(last))
}

fn legal(board: &Board, player: &str) -> Vec<(String, String)> {
    let over = |p: &str| arrived(board, p) || !board.values().any(|owner| owner == p);
    if over("white") || over("black") {
        return Vec::new();
    }
    let mut moves = Vec::new();
    for cell in board.iter().filter(|(_, owner)| *owner == player).map(|(cell, _)| cell) {
        let (column, row) = (cell.as_bytes()[0], cell.as_bytes()[1]);
        let row = if player == "white" { row + 1 } else { row - 1 };
        for to in [column - 1, column, column + 1].into_iter().filter(u8::is_ascii_lowercase).filter(|c| *c <= b'h') {
            let target = format!("{}{}", char::from(to), char::from(row));
            if board.get(&target).is_none_or(|owner| to != column && owner != player) {
                moves.push((cell.clone(), target));
            }
        }
    }
    moves
}

// The adapter: one question a line, one answer a line.
fn hello() -> Value {
    json!({"ok": {"name": "template-rust", "version": "1", "language": "Rust", "games": {"breakthrough": {"asks": ["legal"]}}}})
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

fn judge(question: &Value) -> Value {
    let (mut board, mut player) = (first(), "white".to_owned());
    if let Some(pieces) = question["setup"]["pieces"].as_array() {
        board = pieces.iter().map(|piece| (text(&piece[2]), text(&piece[0]))).collect();
        player = text(&question["setup"]["to_move"]);
    }
    if board.is_empty() || (arrived(&board, "white") && arrived(&board, "black")) {
        return json!({"rejected": {"ply": 0}});
    }
    for action in question["moves"].as_array().into_iter().flatten() {
        let (from, to) = (text(&action["from"]), text(&action["to"]));
        if !legal(&board, &player).contains(&(from.clone(), to.clone())) {
            return json!({"rejected": {"ply": action["ply"]}});
        }
        board.remove(&from);
        board.insert(to, player.clone());
        player = if player == "white" { "black" } else { "white" }.to_owned();
    }
    let moves = legal(&board, &player).into_iter().map(|(from, to)| json!({"from": from, "to": to}));
    json!({"ok": {"legal": moves.collect::<Vec<_>>()}})
}

fn main() -> io::Result<()> {
    for line in io::stdin().lock().lines() {
        let message: Value = serde_json::from_str(&line?)?;
        let mut answer = if message.get("hello").is_some() { hello() } else { judge(&message["judge"]) };
        answer["protocol"] = json!(1);
        answer["id"] = message["id"].clone();
        println!("{answer}");
        io::stdout().flush()?;
    }
    Ok(())
}
