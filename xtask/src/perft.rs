//! `cargo xtask perft`: every row of the table of published counts, by the compiled engines.

use std::{fs, time::Instant};

use rulebook_api::{Count, position_text};

/// Which rows.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// All rows; otherwise those of up to ten million leaves.
    #[arg(long)]
    long: bool,
}

/// Counts, and compares.
pub(crate) fn run(args: &Args) -> Result<(), String> {
    let most = if args.long { u64::MAX } else { 10_000_000 };
    let table = concat!(env!("CARGO_MANIFEST_DIR"), "/../conformance/data/perft.csv");
    let text = fs::read_to_string(table).map_err(|e| format!("{table}: {e}"))?;
    let (mut rows, mut leaves, mut wrong) = (0, 0, Vec::new());
    let begin = Instant::now();
    for line in text.lines() {
        let Some((game, position, depth, routes, expected)) = row(line) else { continue };
        let Some(engine) = rulebook_games::find(game).filter(|_| expected <= most) else { continue };
        let game = (engine.start)(&[]);
        let start = if position == "initial" {
            game.initial()
        } else {
            let setup = position_text::parse(game.vocabulary(), position).map_err(|e| format!("{line}: {e}"))?;
            game.set_up(&setup).map_err(|e| format!("{line}: {e:?}"))?
        };
        let found = start.perft(depth, Count { routes, turns: false });
        rows += 1;
        leaves += found;
        if found != expected {
            wrong.push(format!("{line}: found {found}"));
        }
    }
    say!("{rows} rows, {leaves} leaves in {:.1} s, {} wrong", begin.elapsed().as_secs_f64(), wrong.len());
    if wrong.is_empty() { Ok(()) } else { Err(wrong.join("\n")) }
}

/// Game, position, depth, by routes or not, leaves. The position may hold commas.
fn row(line: &str) -> Option<(&str, &str, u32, bool, u64)> {
    let (game, rest) = line.split_once(',')?;
    let mut fields = rest.rsplitn(4, ',');
    let leaves = fields.next()?.parse().ok()?;
    let depth = fields.next()?.parse().ok()?;
    let routes = fields.next()? == "routes";
    Some((game, fields.next()?, depth, routes, leaves))
}
