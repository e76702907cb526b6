//! `rulebook play`: any game in the terminal, alone, for two, or against an opponent.

mod command;
mod picture;
mod plain;
mod saved;
mod screen;
mod signals;
mod table;
mod tell;
mod thinking;
mod words;

use std::{io::IsTerminal as _, path::PathBuf, time::Duration};

use clap::ValueEnum;

use crate::{
    args::{Choices, PlaceArgs},
    failure::Failure,
    output::Output,
    play::{
        signals::Signals,
        table::Table,
        thinking::{Bound, Kind, Manner},
        words::{ENGLISH, SPANISH, Words},
    },
};

/// Arguments of `play`.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// A bundled game's name, or the path of a `.rules` file or of a spec in YAML.
    #[arg(value_name = "GAME")]
    name: String,
    #[command(flatten)]
    choices: Choices,
    #[command(flatten)]
    place: PlaceArgs,
    /// Goes on with a game that was saved.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["position", "moves"])]
    load: Option<PathBuf>,
    /// Which player you are; the others are played by opponents. Without it you are all of them, or the first one if an
    /// opponent is named.
    #[arg(long = "as", value_name = "PLAYER|both|none")]
    human: Option<String>,
    /// How the opponent plays.
    #[arg(long, value_enum)]
    opponent: Option<OpponentName>,
    /// With the same seed, and `--nodes`, an opponent plays the same game.
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// How many milliseconds an opponent may think about an action.
    #[arg(long, value_name = "MS", default_value_t = 1000, conflicts_with = "nodes",
          value_parser = clap::value_parser!(u64).range(1..=86_400_000))]
    time: u64,
    /// How many games an opponent tries at random before an action, instead of a time.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// The language of the rules' sentences and of the words on the table.
    #[arg(long, value_enum, default_value = "en")]
    language: Language,
    /// Reads moves and commands line by line and writes boards as text, without drawing on the screen.
    #[arg(long)]
    plain: bool,
}

/// The opponents.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum OpponentName {
    /// Any legal move.
    Random,
    /// Looks ahead, and tries games to their end.
    Search,
}

/// Languages of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Language {
    /// English.
    En,
    /// Spanish.
    Es,
}

impl Language {
    fn words(self) -> &'static Words {
        match self {
            Self::En => &ENGLISH,
            Self::Es => &SPANISH,
        }
    }
}

impl Args {
    /// How opponents play, if there are any.
    fn manner(&self) -> Manner {
        let kind = match self.opponent {
            Some(OpponentName::Random) => Kind::Random,
            Some(OpponentName::Search) | None => Kind::Search,
        };
        let bound = self.nodes.map_or(Bound::Time(Duration::from_millis(self.time)), Bound::Games);
        Manner { kind, bound, seed: self.seed.unwrap_or_else(|| fastrand::u64(..)) }
    }
}

/// Plays.
pub(crate) fn run(args: &Args, out: &mut Output) -> Result<bool, Failure> {
    let drawn = !args.plain;
    if drawn && !(std::io::stdout().is_terminal() && std::io::stdin().is_terminal()) {
        let message = "`play` draws on a terminal, and its input and output are not one: run it in a terminal, or add \
                       `--plain` to play line by line";
        return Err(Failure::usage(message));
    }
    let mut table = match &args.load {
        Some(file) => Table::from_file(&args.name, &args.choices, file)?,
        None => Table::begin(&args.name, &args.choices, args.place.position.as_deref())?,
    };
    table.speak(args.language.words());
    table.seat(args.human.as_deref(), args.opponent.is_some(), args.manner())?;
    table.play_first(args.place.moves.as_deref().unwrap_or(""))?;
    let signals = Signals::watch()?;
    if drawn {
        screen::run(&mut table, &signals, out)?;
    } else {
        plain::run(&mut table, &signals, out)?;
    }
    Ok(true)
}
