//! Chores of the repository: `cargo xtask COMMAND`.

/// Writes a line to standard output; a reader that has gone away ends the run quietly.
macro_rules! say {
    ($($text:tt)*) => {
        $crate::write_line(&format!($($text)*))
    };
}

mod bench;
mod certify;
mod codes;
mod differential;
mod directions;
mod find;
mod games;
mod oracle;
mod perft;
mod proofs;
mod sources;
mod spec_lines;

use std::{path::PathBuf, process::ExitCode};

use clap::{Parser, Subcommand};

/// Chores of the repository.
#[derive(Debug, Parser)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

/// What is to be done.
#[derive(Debug, Subcommand)]
enum Command {
    /// Counts the lines of resolved specs: a game with all that it inherits.
    SpecLines {
        /// Only these games.
        games: Vec<String>,
    },
    /// Searches for a game or position on which two versions of a game's rules differ, as the draft of a case.
    Find(find::Args),
    /// Compares every case with a judge that was written apart (`conformance/oracle`; needs python3).
    Oracle {
        /// Only these games.
        games: Vec<String>,
        /// Only the position after all moves.
        #[arg(long)]
        last: bool,
    },
    /// Tries again which case notices which mutant, and which mutant each case notices (`conformance/proofs`).
    Proofs {
        /// Only these games.
        games: Vec<String>,
        /// Writes it down anew.
        #[arg(long)]
        write: bool,
    },
    /// Compares interpreter and compiled engines on random games and made positions, under every reading.
    Differential(differential::Args),
    /// Compares the compiled engines with the table of published counts (`conformance/data/perft.csv`).
    Perft(perft::Args),
    /// Measures speed and the cost of compiling, and prints one table.
    Bench(bench::Args),
    /// Certifies rule sets that are wrong in one thing (`conformance/wrong`): each has to be found and named.
    Wrong {
        /// Only those whose file name has one of these words.
        only: Vec<String>,
        /// By games at random only, without the cases; how many are found is only told.
        #[arg(long)]
        random: bool,
    },
    /// Installs real implementations, certifies them, and compares with the results written down.
    Implementations {
        /// Only these.
        only: Vec<String>,
        /// Writes the results down anew.
        #[arg(long)]
        write: bool,
    },
    /// Looks at headers and sizes of files, directions between crates, and pages of diagnostics.
    Tidy,
}

fn main() -> ExitCode {
    let outcome = match Cli::parse().command {
        Command::SpecLines { games } => spec_lines::run(&games),
        Command::Find(args) => find::run(&args),
        Command::Oracle { games, last } => oracle::run(&root(), &games, !last),
        Command::Proofs { games, write } => proofs::run(&root(), &games, write),
        Command::Differential(args) => differential::run(&args),
        Command::Perft(args) => perft::run(&args),
        Command::Bench(args) => bench::run(&root(), &args),
        Command::Wrong { only, random } => certify::wrong(&root(), &only, !random),
        Command::Implementations { only, write } => certify::implementations(&root(), &only, write),
        Command::Tidy => tidy(),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => {
            eprintln!("error: {problem}");
            ExitCode::FAILURE
        }
    }
}

/// Runs all checks of tidiness and shows everything that is found.
fn tidy() -> Result<(), String> {
    let root = root();
    let mut problems = sources::check(&root)?;
    problems.extend(directions::check(&root)?);
    problems.extend(codes::check(&root)?);
    for problem in &problems {
        say!("{problem}");
    }
    match problems.len() {
        0 => {
            say!("tidy");
            Ok(())
        }
        1 => Err(String::from("one thing is untidy")),
        n => Err(format!("{n} things are untidy")),
    }
}

/// See `say!`.
fn write_line(text: &str) {
    use std::io::Write as _;
    if writeln!(std::io::stdout(), "{text}").is_err() {
        std::process::exit(0);
    }
}

/// The repository.
fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).parent().map_or_else(|| PathBuf::from("."), PathBuf::from)
}
