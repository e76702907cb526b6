//! `cargo xtask differential`: interpreter against compiled engine on random games and made positions, under every reading.
//!
//! What differs is shrunk and printed as the draft of a case. Which of the two is wrong has to be read from the rule's text.

use std::{
    sync::atomic::{AtomicU64, Ordering},
    time::{Duration, Instant},
};

use rulebook_certify::{
    Case,
    cores::on_all_cores,
    search::{Pair, draft, find, seeds},
    suite,
};
use rulebook_ir::Rules;

use crate::games::{rules, start};

/// How much to compare.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Only these games.
    games: Vec<String>,
    /// How many positions of each game.
    #[arg(long, default_value_t = 1_000_000)]
    positions: u64,
    /// Where the random numbers begin.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// A game under readings of its options, by name.
type Job = (String, Vec<(String, String)>);

/// Compares.
pub(crate) fn run(args: &Args) -> Result<(), String> {
    let files = suite::bundled_files().map_err(|e| e.to_string())?;
    let all: Vec<&str> = rulebook_games::ENGINES.iter().map(|e| e.name).collect();
    let games: Vec<&str> = if args.games.is_empty() { all } else { args.games.iter().map(String::as_str).collect() };
    let mut jobs: Vec<(Job, u64)> = Vec::new();
    for game in &games {
        let readings = combinations(rules(game, &[])?.as_ref());
        let share = args.positions / readings.len() as u64 + 1;
        jobs.extend(readings.into_iter().map(|r| (((*game).to_owned(), r), share)));
    }
    let compared = AtomicU64::new(0);
    let results = on_all_cores(jobs.len(), &|index| {
        let ((game, readings), share) = &jobs[index];
        let cases: Vec<&Case> = files.iter().flat_map(|f| &f.cases).filter(|c| c.game() == *game).collect();
        one(game, readings, *share, args.seed + index as u64, &cases).inspect(|n| {
            compared.fetch_add(*n, Ordering::Relaxed);
        })
    });
    let wrong: Vec<String> = results.map_err(|e| e.to_string())?.into_iter().filter_map(Result::err).collect();
    if wrong.is_empty() {
        say!("{} positions: no difference", compared.into_inner());
        return Ok(());
    }
    Err(wrong.join("\n"))
}

/// All combinations of readings.
fn combinations(rules: &Rules) -> Vec<Vec<(String, String)>> {
    let mut all: Vec<Vec<(String, String)>> = vec![Vec::new()];
    for option in &rules.options {
        let with = |chosen: &Vec<(String, String)>| {
            let each = option.readings.iter().map(|r| (option.name.clone(), r.clone()));
            each.map(|reading| [chosen.as_slice(), &[reading]].concat()).collect::<Vec<_>>()
        };
        all = all.iter().flat_map(with).collect();
    }
    all
}

/// One game under readings: how many positions were compared, or the difference.
fn one(game: &str, readings: &[(String, String)], positions: u64, seed: u64, cases: &[&Case]) -> Result<u64, String> {
    let base = rules(game, &[])?;
    let right = start(&base, readings, u64::MAX)?;
    let chosen: Vec<(usize, usize)> = readings
        .iter()
        .filter_map(|(name, reading)| {
            let option = base.options.iter().position(|o| o.name == *name)?;
            Some((option, base.options[option].readings.iter().position(|r| r == reading)?))
        })
        .collect();
    let engine = rulebook_games::find(game).ok_or_else(|| format!("{game} is not compiled"))?;
    let wrong = (engine.start)(&chosen);
    let pair = Pair { right: &right, wrong: wrong.as_ref(), rules: &base };
    let starts = seeds(&right, cases);
    let mut random = fastrand::Rng::with_seed(seed);
    let mut compared = 0;
    while compared < positions {
        let (found, more) = find(pair, &starts, &mut random, Instant::now() + Duration::from_secs(2));
        compared += more;
        if let Some(found) = found {
            let case = draft(pair, &found, String::from("ZZZZ"), game);
            let case = serde_yaml::to_string(&[case]).map_err(|e| e.to_string())?;
            return Err(format!("# {game} {readings:?}, after {compared} positions\n{case}"));
        }
    }
    let readings: Vec<String> = readings.iter().map(|(name, reading)| format!("{name}={reading}")).collect();
    say!("{game} {}: no difference in {compared} positions", readings.join(" "));
    Ok(compared)
}
