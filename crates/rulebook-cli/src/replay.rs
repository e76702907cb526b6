//! `rulebook replay`: plays moves and shows the game turn by turn, or judges records of games.

use rulebook_api::{Position, Vocabulary, position_text, record::Turn};
use serde_json::{Map, Value, json};

use crate::{args::GameArgs, board, engine::start, failure::Failure, output::Output, records, view};

/// Arguments of `replay`.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    pub(crate) game: GameArgs,
    /// Begins from this position instead of the first one.
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    position: Option<String>,
    /// The moves, separated by blanks.
    #[arg(long, value_name = "MOVES", allow_hyphen_values = true, required_unless_present = "files")]
    moves: Option<String>,
    /// Shows the board and the status after every turn.
    #[arg(long)]
    boards: bool,
    #[command(flatten)]
    records: records::RecordsArgs,
}

/// What is shown of a turn.
struct Shown {
    board: String,
    status: String,
    turn: Turn,
    position: String,
    clocks: Value,
    clocks_text: String,
}

/// Plays and shows.
pub(crate) fn run(args: &Args, out: &mut Output) -> Result<bool, Failure> {
    if args.records.wanted() {
        return records::run(&args.game, &args.records, out);
    }
    if let Some(option) = args.records.without_file() {
        return Err(Failure::usage(format!("`{option}` is for files of records: name one with `--file`")));
    }
    let moves = args.moves.as_deref().unwrap_or("");
    let running = start(&args.game.name, &args.game.choices)?;
    let names = running.names();
    let mut turns = Vec::new();
    let mut keep = |position: &dyn Position, turn: Turn| {
        let clocks = position.clocks();
        let setup = position.setup();
        let (mut board, mut status) = (String::new(), String::new());
        if args.boards {
            board = board::draw(running.rules(), names, &setup);
            status = view::status_text(names, running.rules(), &position.status());
        }
        let position = position_text::print(names, &setup);
        let (clocks, clocks_text) = (view::clocks(names, &clocks), view::clocks_text(names, &clocks));
        turns.push(Shown { board, status, turn, position, clocks, clocks_text });
    };
    let played = running.replay(args.position.as_deref(), moves, &mut keep);
    if played.is_err() && !args.game.json {
        // What was played before the move at fault is what one wants to see.
        show(&turns, names, args.boards, out)?;
    }
    let (position, unfinished) = played?;
    let status = position.status();
    if args.game.json {
        let plies: Vec<Value> = turns
            .iter()
            .enumerate()
            .map(|(i, shown)| {
                json!({
                    "ply": i + 1,
                    "player": names.player(shown.turn.player),
                    "actions": shown.turn.actions,
                    "position": shown.position,
                    "clocks": shown.clocks,
                })
            })
            .collect();
        let mut answer = Map::new();
        answer.insert("plies".into(), plies.into());
        if !unfinished.is_empty() {
            answer.insert(
                "unfinished".into(),
                json!({
                    "player": names.player(position.to_move()),
                    "actions": unfinished,
                    "position": position_text::print(names, &position.setup()),
                }),
            );
        }
        answer.insert("status".into(), view::status(names, &status));
        out.json(&Value::Object(answer))?;
        return Ok(true);
    }
    show(&turns, names, args.boards, out)?;
    if !unfinished.is_empty() {
        out.line(&format!("     {}: {} …", names.player(position.to_move()), unfinished.join(" ")))?;
    }
    out.line("")?;
    out.line(&board::draw(running.rules(), names, &position.setup()))?;
    out.line(&position_text::print(names, &position.setup()))?;
    out.line(&view::status_text(names, running.rules(), &status))?;
    Ok(true)
}

/// The turns, one to a line, with boards if they are wanted.
fn show(turns: &[Shown], names: &Vocabulary, boards: bool, out: &mut Output) -> Result<(), Failure> {
    for (i, shown) in turns.iter().enumerate() {
        let player = names.player(shown.turn.player);
        out.line(
            format!("{:>3}. {player}: {:<24} {}", i + 1, shown.turn.actions.join(" "), shown.clocks_text).trim_end(),
        )?;
        if boards {
            out.line(&format!("{}\n{}\n", shown.board.trim_end(), shown.status))?;
        }
    }
    Ok(())
}
