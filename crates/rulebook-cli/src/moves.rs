//! `rulebook moves`: the legal moves and the state of a position.

use std::io::{BufRead, BufReader, Read};

use rulebook_api::{Position, Vocabulary, move_text, position_text};
use serde_json::{Value, json};

use crate::{
    args::{GameArgs, PlaceArgs},
    board,
    engine::{Running, start},
    failure::Failure,
    load,
    output::Output,
    refusal, view,
};

/// Arguments of `moves`.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    pub(crate) game: GameArgs,
    #[command(flatten)]
    place: PlaceArgs,
    /// Reads a position from each line of a file (`-`: standard input) and answers with a line of JSON for each.
    #[arg(long, value_name = "FILE", conflicts_with = "position")]
    positions: Option<String>,
}

/// How many moves people are shown.
const SHOWN: usize = 60;

/// Shows one position, or many.
pub(crate) fn run(args: &Args, out: &mut Output) -> Result<bool, Failure> {
    let running = start(&args.game.name, &args.game.choices)?;
    let moves = args.place.moves.as_deref().unwrap_or("");
    if let Some(file) = &args.positions {
        return many(&running, file, moves, out);
    }
    let (position, _) = running.reach(args.place.position.as_deref(), moves)?;
    look(position.as_ref())?;
    if args.game.json {
        out.json(&answer(running.names(), position.as_ref()))?;
    } else {
        for line in text(&running, position.as_ref()) {
            out.line(&line)?;
        }
    }
    Ok(true)
}

/// Answers each line of a file.
fn many(running: &Running, file: &str, moves: &str, out: &mut Output) -> Result<bool, Failure> {
    let mut lines: Box<dyn BufRead> = if file == "-" {
        Box::new(BufReader::new(std::io::stdin()))
    } else {
        Box::new(BufReader::new(load::open(file)?))
    };
    let mut all_good = true;
    let mut line = Vec::new();
    for number in 1_u64.. {
        line.clear();
        // A line that is far too long is read no further than to see that it is.
        let most = position_text::LIMIT as u64 + 2;
        let read = lines.by_ref().take(most).read_until(b'\n', &mut line);
        let failed = |e: std::io::Error| Failure::outside(format!("`{file}` cannot be read: {e}"));
        if read.map_err(failed)? == 0 {
            break;
        }
        if !line.ends_with(b"\n") {
            lines.skip_until(b'\n').map_err(failed)?;
        }
        match one(running, &line, moves) {
            Ok(position) => out.json(&answer(running.names(), position.as_ref()))?,
            // An empty line at the end of the file asks nothing.
            Err(_) if line.trim_ascii().is_empty() && lines.fill_buf().map_err(failed)?.is_empty() => break,
            Err(failure) => {
                all_good = false;
                let mut told = failure.json();
                told["error"]["line"] = json!(number);
                out.json(&told)?;
            }
        }
    }
    out.flush()?;
    Ok(all_good)
}

/// The position of one line, after the moves.
fn one(running: &Running, line: &[u8], moves: &str) -> Result<Box<dyn Position>, Failure> {
    let text = std::str::from_utf8(line).map_err(|e| {
        Failure::no(
            "position",
            format!("this line is not UTF-8 text: what begins at byte {} fits nothing", e.valid_up_to() + 1),
        )
    })?;
    let text = text.trim();
    if text.is_empty() {
        return Err(Failure::no("position", "this line is empty: a position is expected on every line"));
    }
    let (position, _) = running.reach(Some(text), moves)?;
    look(position.as_ref())?;
    Ok(position)
}

/// Looks for what may be played, which can be too much.
fn look(position: &dyn Position) -> Result<(), Failure> {
    if !position.status().is_over() {
        position.legal();
    }
    if position.gave_up() { Err(refusal::gave_up("the legal moves")) } else { Ok(()) }
}

/// What may be done, as JSON.
fn answer(names: &Vocabulary, position: &dyn Position) -> Value {
    json!({
        "to_move": names.player(position.to_move()),
        "legal": move_text::texts(names, &position.legal()),
        "forbidden": forbidden(names, position)
            .into_iter()
            .map(|(action, clauses)| json!({ "move": action, "clauses": clauses }))
            .collect::<Vec<_>>(),
        "status": view::status(names, &position.status()),
    })
}

/// Forbidden moves with the clauses that forbid them.
fn forbidden(names: &Vocabulary, position: &dyn Position) -> Vec<(String, Vec<String>)> {
    let forbidden = position.forbidden();
    let actions: Vec<_> = forbidden.iter().map(|f| f.action.clone()).collect();
    let clauses = forbidden.iter().map(|f| view::clauses(names, &f.clauses));
    move_text::texts(names, &actions).into_iter().zip(clauses).collect()
}

/// The same for people.
fn text(running: &Running, position: &dyn Position) -> Vec<String> {
    let names = running.names();
    let mut lines = vec![board::draw(running.rules(), names, &position.setup()), String::new()];
    let clocks = view::clocks_text(names, &position.clocks());
    if !clocks.is_empty() {
        lines.push(format!("clocks: {clocks}"));
    }
    lines.push(view::status_text(names, running.rules(), &position.status()));
    if !position.status().is_over() {
        let legal = move_text::texts(names, &position.legal());
        let more = legal.len().saturating_sub(SHOWN);
        let rest = if more == 0 { String::new() } else { format!(" and {more} more (`--json` shows all)") };
        let player = names.player(position.to_move());
        let some = legal.iter().take(SHOWN).map(String::as_str).collect::<Vec<_>>().join(" ");
        lines.push(format!("{player} to move, {} legal: {some}{rest}", legal.len()));
    }
    for (action, clauses) in forbidden(names, position) {
        lines.push(format!("forbidden: {action} ({})", clauses.join(", ")));
    }
    lines
}
