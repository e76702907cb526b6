//! `rulebook replay --file`: judges all records of games in files.

mod judge;
mod play;
mod score;
mod stream;
mod sum;
mod tell;
mod verdict;

use std::io::IsTerminal as _;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::{
    args::{GameArgs, pairs},
    failure::{self, Failure},
    output::Output,
    records::judge::Judge,
    records::stream::{Found, judge_all},
    records::sum::Summary,
    records::tell::{Format, Teller, Told},
};

/// How many records of each verdict people are shown, if they say nothing.
const SHOWN: usize = 5;

/// How records of games are judged.
#[derive(Debug, clap::Args)]
pub(crate) struct RecordsArgs {
    /// Judges all games in a file of records instead (`-`: standard input); may be repeated.
    #[arg(long = "file", value_name = "FILE", num_args = 1.., conflicts_with_all = ["position", "moves", "boards"])]
    files: Vec<String>,
    /// How the games of files are told.
    #[arg(long, value_enum)]
    format: Option<Format>,
    /// How many games are judged at once; if it is not said, as many as there are cores.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    jobs: Option<u16>,
    /// How many games of each verdict are shown as text.
    #[arg(long, value_name = "N")]
    limit: Option<usize>,
    /// The number that PDN has for this game: records of others are left out, those without are taken for it.
    #[arg(long, value_name = "NUMBER")]
    game_type: Option<u32>,
}

impl RecordsArgs {
    /// Is it asked for?
    pub(crate) fn wanted(&self) -> bool {
        !self.files.is_empty()
    }

    /// What is said although no file is to be judged.
    pub(crate) fn without_file(&self) -> Option<&'static str> {
        [
            ("--format", self.format.is_some()),
            ("--jobs", self.jobs.is_some()),
            ("--limit", self.limit.is_some()),
            ("--game-type", self.game_type.is_some()),
        ]
        .into_iter()
        .find_map(|(option, said)| said.then_some(option))
    }
}

/// Judges all games of all files.
pub(crate) fn run(game: &GameArgs, args: &RecordsArgs, out: &mut Output) -> Result<bool, Failure> {
    let format = match (args.format, game.json) {
        (None, true) | (Some(Format::Json), _) => Format::Json,
        (None, false) => Format::Text,
        (Some(format), false) => format,
        (Some(_), true) => return Err(Failure::usage("`--json` is `--format json`; leave one of them out")),
    };
    if args.limit.is_some() && format != Format::Text {
        return Err(Failure::usage("`--limit` is for text; in every other format all games are told"));
    }
    let options = pairs("option", &game.choices.options)?;
    let params = pairs("param", &game.choices.params)?;
    let judge = Judge::new(&game.name, options, params, game.choices.engine, args.game_type)?;
    let cores = || std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let jobs = args.jobs.map_or_else(cores, usize::from);

    let bar = progress(&args.files, format);
    let mut teller = Teller::new(format, args.limit.unwrap_or(SHOWN));
    let mut summary = Summary::default();
    let mut file = 0;
    judge_all(&args.files, &judge, jobs, &bar, &mut |found| {
        let name = args.files.get(file).map_or("", String::as_str);
        match found {
            Found::Game(number, record, judgement) => {
                summary.add(&judgement);
                teller.tell(&Told { file: name, number, record: &record, judgement: &judgement }, out)
            }
            Found::End(end) => {
                summary.end(name, end);
                file += 1;
                Ok(())
            }
        }
    })?;
    bar.finish_and_clear();
    let troubles = summary.troubles();
    teller.end(&summary, judge.running().rules(), out)?;
    if troubles.is_empty() {
        return Ok(summary.all_legal());
    }
    // What could be judged has been told; that files are missing is told beside it.
    Err(Failure { kind: failure::ANSWERED, ..Failure::outside(troubles.join("; ")) })
}

/// How far it is, for people who look on; nothing where nobody does, or where the answer goes to the same place.
fn progress(files: &[String], format: Format) -> ProgressBar {
    let streamed = matches!(format, Format::Csv | Format::Jsonl | Format::Json) && std::io::stdout().is_terminal();
    if streamed || !std::io::stderr().is_terminal() {
        return ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden());
    }
    let sizes =
        files.iter().map(|file| std::fs::metadata(file).ok().filter(std::fs::Metadata::is_file).map(|m| m.len()));
    let bytes: Option<u64> = sizes.sum();
    let (bar, template) = match bytes {
        Some(bytes) => (ProgressBar::new(bytes), "{wide_bar} {bytes} of {total_bytes}, {eta} left"),
        None => (ProgressBar::no_length(), "{spinner} {bytes} read"),
    };
    match ProgressStyle::with_template(template) {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}
