//! `cargo xtask bench`: speed without and with the instructions of this machine, and what compiling costs, in one table.

mod compile;
mod table;

use std::{
    io::{BufRead as _, BufReader},
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

/// What to measure.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Only with the instructions of this machine (`-C target-cpu=native`).
    #[arg(long)]
    native: bool,
    /// How often each row is measured, between two runs of its yardstick.
    #[arg(long, default_value_t = 5)]
    rounds: usize,
    /// Only rows and sections whose names hold this; `compile` is what compiling costs.
    #[arg(long)]
    only: Option<String>,
}

/// A way to build what is measured.
struct Build {
    name: &'static str,
    /// Below `target/`.
    folder: &'static str,
    flags: &'static str,
}

const BASE: Build = Build { name: "without flags", folder: "bench-base", flags: "" };
const NATIVE: Build = Build { name: "native", folder: "bench-native", flags: "-C target-cpu=native" };

/// Measures, and prints.
pub(crate) fn run(root: &Path, args: &Args) -> Result<(), String> {
    let builds = if args.native { vec![NATIVE] } else { vec![BASE, NATIVE] };
    let compiling = args.only.as_ref().is_none_or(|only| "compile".contains(only.as_str()));
    let only_compiling = compiling && args.only.is_some();
    let mut columns = Vec::new();
    let mut table = PathBuf::new();
    for build in &builds {
        eprintln!("building {} …", build.name);
        table = binary(root, build)?;
        if !only_compiling {
            eprintln!("measuring {} …", build.name);
            columns.push(table::Column { name: build.name, rows: measured(&table, args)? });
        }
    }
    for line in table::lines(&columns) {
        say!("{line}");
    }
    if compiling {
        compile::run(root, &table, args.rounds)?;
    }
    say!("");
    say!(
        "Ratios are medians of neighbouring runs: the yardstick, ours, the yardstick. Rates are of this machine and moment."
    );
    Ok(())
}

/// Builds the program that measures, and says where it is.
fn binary(root: &Path, build: &Build) -> Result<PathBuf, String> {
    let target = root.join("target").join(build.folder);
    let arguments = ["build", "--quiet", "--profile", "bench-like", "-p", "rulebook-bench", "--bin", "table"];
    done(cargo(root, &target).args(arguments).env("RUSTFLAGS", build.flags))?;
    Ok(target.join("bench-like").join(format!("table{}", std::env::consts::EXE_SUFFIX)))
}

/// Cargo, with a target folder of its own.
fn cargo(folder: &Path, target: &Path) -> Command {
    let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo.current_dir(folder).env("CARGO_TARGET_DIR", target).env_remove("RUSTFLAGS");
    cargo
}

/// Runs a command to its end.
fn done(command: &mut Command) -> Result<(), String> {
    let status = command.status().map_err(|e| format!("{}: {e}", command.get_program().display()))?;
    if status.success() { Ok(()) } else { Err(format!("{} failed: {status}", command.get_program().display())) }
}

/// The rows that the program tells, as it goes.
fn measured(table: &Path, args: &Args) -> Result<Vec<table::Row>, String> {
    let mut command = Command::new(table);
    command.args(["--tsv", "--rounds", &args.rounds.to_string()]);
    if let Some(only) = &args.only {
        command.args(["--only", only]);
    }
    let mut child = command.stdout(Stdio::piped()).spawn().map_err(|e| format!("{}: {e}", table.display()))?;
    let mut rows = Vec::new();
    for line in child.stdout.take().map(BufReader::new).into_iter().flat_map(BufReader::lines) {
        let line = line.map_err(|e| format!("{}: {e}", table.display()))?;
        let row = table::Row::read(&line).ok_or_else(|| format!("`{line}` is no row"))?;
        eprintln!("  {}: {}", row.section, row.name);
        rows.push(row);
    }
    let status = child.wait().map_err(|e| format!("{}: {e}", table.display()))?;
    if status.success() { Ok(rows) } else { Err(format!("{} failed: {status}", table.display())) }
}
