//! `rulebook perft`: counts the leaves of the game tree.

use std::time::Instant;

use rulebook_api::{Count, Status, move_text};
use serde_json::{Map, json};

use crate::{args::GameArgs, engine::start, failure::Failure, output::Output, refusal};

/// Arguments of `perft`.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    pub(crate) game: GameArgs,
    /// How many actions deep.
    #[arg(value_parser = depth)]
    depth: u32,
    /// Begins from this position instead of the first one.
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    position: Option<String>,
    /// Counts an action as often as there are routes to it.
    #[arg(long)]
    routes: bool,
    /// DEPTH counts whole turns, not actions.
    #[arg(long)]
    turns: bool,
    /// Shows the leaves below each first move.
    #[arg(long)]
    divide: bool,
}

/// Reads a depth.
fn depth(text: &str) -> Result<u32, String> {
    let digits = !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    match text.parse() {
        Ok(depth) if digits => Ok(depth),
        _ if digits => Err(format!("the depth `{text}` is too large")),
        _ => Err(format!("the depth is a whole number from 0, not `{text}`")),
    }
}

/// Counts.
pub(crate) fn run(args: &Args, out: &mut Output) -> Result<bool, Failure> {
    let running = start(&args.game.name, &args.game.choices)?;
    let (position, _) = running.reach(args.position.as_deref(), "")?;
    let count = Count { routes: args.routes, turns: args.turns };
    let begin = Instant::now();
    let mut divide = Map::new();
    let mut gave_up = false;
    let nodes = if args.divide && args.depth > 0 && !position.status().is_over() {
        let legal = position.legal();
        let mut nodes = 0;
        for (action, text) in legal.iter().zip(move_text::texts(running.names(), &legal)) {
            let mut next = position.clone_box();
            if next.play(action).is_err() {
                gave_up |= next.gave_up();
                continue;
            }
            let left = if args.turns && next.within_turn() { args.depth } else { args.depth - 1 };
            let below = match next.status() {
                Status::Won { .. } => u64::from(args.depth == 1),
                Status::Ongoing { .. } | Status::Drawn { .. } => next.perft(left, count),
            };
            gave_up |= next.gave_up();
            let below = below * if args.routes { action.routes } else { 1 };
            nodes += below;
            divide.insert(text, json!(below));
        }
        nodes
    } else {
        position.perft(args.depth, count)
    };
    if gave_up || position.gave_up() {
        return Err(refusal::gave_up("the legal moves of a position"));
    }
    let seconds = begin.elapsed().as_secs_f64();
    if args.game.json {
        let mut answer = json!({ "nodes": nodes, "seconds": seconds });
        if args.divide {
            answer["divide"] = divide.into();
        }
        out.json(&answer)?;
    } else {
        for (text, below) in &divide {
            out.line(&format!("{text}: {below}"))?;
        }
        let leaves = if nodes == 1 { "leaf" } else { "leaves" };
        out.line(&format!("{nodes} {leaves} in {seconds:.3} s"))?;
    }
    Ok(true)
}
