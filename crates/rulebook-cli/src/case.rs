//! `rulebook case new`: the beginning of a new case, with an id that nobody has used.

use std::{collections::BTreeSet, path::PathBuf};

use rulebook_certify::ids;

use crate::{failure::Failure, load::load, output::Output, test};

/// Arguments of `case`.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Command,
}

/// What is to be done with cases.
#[derive(Debug, clap::Subcommand)]
enum Command {
    /// Prints the beginning of a new case, to be filled in and put into a file of cases.
    New {
        /// The game that it is about.
        game: String,
        /// More than one.
        #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1000))]
        count: u16,
        /// Files or folders of cases whose ids are taken; left out, the bundled suite.
        #[arg(long, value_name = "PATH")]
        beside: Vec<PathBuf>,
    },
}

/// Answers.
pub(crate) fn run(args: &Args, out: &mut Output) -> Result<bool, Failure> {
    let Command::New { game, count, beside } = &args.command;
    let rules = load(game, &[])?.rules;
    let files = test::read_all(beside)?;
    let mut used: BTreeSet<String> = files.into_iter().flat_map(|f| f.cases).map(|c| c.id).collect();
    let mut random = fastrand::Rng::new();
    for _ in 0..*count {
        let id = ids::fresh(&used, &mut random);
        out.line(&draft(&id, &rules.name))?;
        used.insert(id);
    }
    Ok(true)
}

/// A case to be filled in.
fn draft(id: &str, game: &str) -> String {
    format!(
        r#"- id: {id}
  slug: {game}/TOPIC/WHAT-IT-SHOWS
  clauses: [{game}.CLAUSE]
  polarity: accepts          # or rejects, ends, continues
  level: must
  source: {{ document: DOCUMENT, paragraph: 1 }}
  position: "POSITION"       # take the line out for the first position of the game
  moves: ""
  expect:
    status: {{ state: ongoing }}
  why:
    en: ""
    es: ""
"#
    )
}
