//! The `rulebook` command line. One file per subcommand; nothing here decides a rule.
//!
//! Exit codes: 0 done; 1 the answer is "no"; 2 wrong usage; 3 something outside failed.

mod adapter;
mod args;
mod board;
mod case;
mod certify;
mod check;
mod convert;
mod core;
mod docs;
mod docs_files;
mod docs_mutants;
mod docs_site;
mod doctor;
mod engine;
mod excerpt;
mod expand;
mod explain;
mod failure;
mod files;
mod fmt;
mod games;
mod graph;
mod homes;
mod load;
mod lsp;
mod moves;
mod mutants;
mod new;
mod output;
mod perft;
mod play;
mod properties;
mod records;
mod refusal;
mod replay;
mod report;
mod report_files;
mod spec;
mod test;
mod test_report;
mod usage;
mod view;
mod watch;
mod why;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

use crate::{failure::Failure, output::Output};

/// Rules of board games: play them, check them, ask them why.
#[derive(Debug, Parser)]
#[command(name = "rulebook", version, max_term_width = 100)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

/// What is asked.
#[derive(Debug, Subcommand)]
enum Command {
    /// Lists the bundled games.
    Games(games::Args),
    /// Begins a new game: a spec, its first case, a page in each language.
    New(new::Args),
    /// Shows everything that is wrong with specs.
    Check(check::Args),
    /// Shows the legal moves and the state of a position.
    Moves(moves::Args),
    /// Plays moves and shows the game turn by turn, or judges records of games in files.
    Replay(replay::Args),
    /// Plays a game in the terminal, alone, for two, or against an opponent.
    Play(play::Args),
    /// Counts the leaves of the game tree.
    Perft(perft::Args),
    /// Says why a move is legal or not, where clocks stand, why a game is over; or shows the page of a diagnostic.
    Explain(explain::Args),
    /// Shows a game's spec with everything that it inherits.
    Spec(spec::Args),
    /// Shows which clause of a game uses which.
    Graph(graph::Args),
    /// Shows the Rust that a game compiles to, or the core of a clause.
    Expand(expand::Args),
    /// Converts a spec into YAML, or back.
    Convert(convert::Args),
    /// Lays specs out in one style.
    Fmt(fmt::Args),
    /// Runs the conformance suite.
    Test(test::Args),
    /// Certifies another implementation, in any language, clause by clause.
    Certify(certify::Args),
    /// Shows, merges and compares reports of certifications.
    Report(report::Args),
    /// Speaks the adapter protocol, as the reference for implementations under examination.
    Adapter(adapter::Args),
    /// Compares the rules pages with the rules, and makes the site.
    Docs(docs::Args),
    /// Serves editors: diagnostics, hover, completion and more, over standard input and output.
    Lsp(lsp::Args),
    /// Begins new cases.
    Case(case::Args),
}

impl Command {
    /// Is the answer to be one line of JSON?
    fn json(&self) -> bool {
        match self {
            Self::Games(a) => a.json,
            Self::New(a) => a.json,
            Self::Check(a) => a.json(),
            Self::Graph(a) => a.json(),
            Self::Moves(a) => a.game.json,
            Self::Replay(a) => a.game.json,
            Self::Perft(a) => a.game.json,
            Self::Explain(a) => a.json,
            Self::Convert(a) => a.json,
            Self::Fmt(a) => a.json,
            Self::Test(a) => a.json,
            Self::Certify(a) => a.json,
            Self::Report(a) => a.json(),
            Self::Docs(a) => a.json(),
            Self::Spec(_) | Self::Expand(_) | Self::Case(_) | Self::Adapter(_) | Self::Lsp(_) | Self::Play(_) => false,
        }
    }

    /// Answers; the result says whether the answer is "yes".
    fn run(self, out: &mut Output) -> Result<bool, Failure> {
        match self {
            Self::Games(a) => games::run(&a, out),
            Self::New(a) => new::run(&a, out),
            Self::Check(a) => check::run(&a, out),
            Self::Spec(a) => spec::run(&a, out),
            Self::Graph(a) => graph::run(&a, out),
            Self::Moves(a) => moves::run(&a, out),
            Self::Replay(a) => replay::run(&a, out),
            Self::Play(a) => play::run(&a, out),
            Self::Perft(a) => perft::run(&a, out),
            Self::Explain(a) => explain::run(&a, out),
            Self::Expand(a) => expand::run(&a, out),
            Self::Convert(a) => convert::run(&a, out),
            Self::Fmt(a) => fmt::run(&a, out),
            Self::Test(a) => test::run(&a, out),
            Self::Case(a) => case::run(&a, out),
            Self::Certify(a) => certify::run(&a, out),
            Self::Report(a) => report::run(&a, out),
            Self::Docs(a) => docs::run(&a, out),
            Self::Adapter(a) => adapter::run(&a),
            Self::Lsp(a) => lsp::run(&a),
        }
    }
}

fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => return ExitCode::from(usage::answer(&error)),
    };
    // Rules may recurse as deep as the board has cells.
    let thread = std::thread::Builder::new().stack_size(256 << 20).spawn(move || answer(cli.command));
    let code = match thread.map(std::thread::JoinHandle::join) {
        Ok(Ok(code)) => code,
        Ok(Err(_)) => failure::OUTSIDE,
        Err(error) => {
            Output::new().complain(&format!("error: no thread could be started: {error}"));
            failure::OUTSIDE
        }
    };
    ExitCode::from(code)
}

/// Runs a command and shows what went wrong with it.
fn answer(command: Command) -> u8 {
    let json = command.json();
    let mut out = Output::new();
    match command.run(&mut out) {
        Ok(yes) => finish(&mut out, if yes { 0 } else { failure::NO }),
        Err(failure) => refuse(&mut out, &failure, json),
    }
}

/// Shows a refusal; gives the exit code.
fn refuse(out: &mut Output, failure: &Failure, json: bool) -> u8 {
    if failure.kind == failure::PIPE_CLOSED {
        return 0;
    }
    if failure.kind == failure::UNWRITTEN {
        out.complain(&failure.text());
        return failure.exit;
    }
    let written = if json && failure.kind != failure::ANSWERED { out.json(&failure.json()) } else { Ok(()) };
    out.complain(&failure.text());
    match written {
        Err(lost) if lost.kind == failure::UNWRITTEN => refuse(out, &lost, false),
        _ => finish(out, failure.exit),
    }
}

/// Sends what was answered; an answer that is lost is no answer, unless nobody wants it any more.
fn finish(out: &mut Output, code: u8) -> u8 {
    match out.flush() {
        Ok(()) => code,
        Err(failure) if failure.kind == failure::PIPE_CLOSED => code,
        Err(failure) => {
            out.complain(&failure.text());
            failure.exit
        }
    }
}
