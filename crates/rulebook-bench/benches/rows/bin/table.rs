//! Prints what this build measures: `table [--rounds N] [--only WORDS] [--tsv]`, or `table --expansion`.

use std::{
    env,
    io::{self, Write as _},
    process::ExitCode,
};

use rulebook_bench::{
    Row, SECTIONS, expansion,
    measure::{Measured, measure},
};

/// What is asked for.
struct Asked {
    rounds: usize,
    only: Option<String>,
    /// Fields between tabs, for programs.
    tsv: bool,
    /// Not speed, but what specs expand to.
    expansion: bool,
}

impl Asked {
    fn read(mut arguments: impl Iterator<Item = String>) -> Result<Self, String> {
        let mut asked = Self { rounds: 5, only: None, tsv: false, expansion: false };
        while let Some(argument) = arguments.next() {
            match argument.as_str() {
                "--rounds" => {
                    let number = arguments.next().and_then(|n| n.parse().ok()).filter(|n| *n > 0);
                    asked.rounds = number.ok_or("`--rounds` wants a number from 1 on")?;
                }
                "--only" => asked.only = Some(arguments.next().ok_or("`--only` wants a part of a name")?),
                "--tsv" => asked.tsv = true,
                "--expansion" => asked.expansion = true,
                _ => {
                    return Err(format!("`{argument}` is not known; --rounds N, --only WORDS, --tsv, --expansion are"));
                }
            }
        }
        Ok(asked)
    }

    /// Is that row wanted? A part of its name or its section's is enough.
    fn wants(&self, section: &str, row: &Row) -> bool {
        self.only.as_ref().is_none_or(|only| section.contains(only) || row.name.contains(only))
    }
}

fn main() -> ExitCode {
    match Asked::read(env::args().skip(1)).and_then(|asked| run(&asked)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => {
            eprintln!("error: {problem}");
            ExitCode::FAILURE
        }
    }
}

fn run(asked: &Asked) -> Result<(), String> {
    let mut out = io::stdout().lock();
    let told = |e: io::Error| format!("what was measured cannot be told: {e}");
    if asked.expansion {
        for e in expansion::all(asked.rounds)? {
            let line = format!("{}\t{:.1}\t{}\t{}", e.name, e.milliseconds, e.lines, e.bytes);
            writeln!(out, "{line}").map_err(told)?;
        }
        return Ok(());
    }
    for (section, rows) in SECTIONS {
        let rows = rows();
        let wanted: Vec<&Row> = rows.iter().filter(|row| asked.wants(section, row)).collect();
        if !wanted.is_empty() && !asked.tsv {
            writeln!(out, "{section}").map_err(told)?;
        }
        for row in wanted {
            let measured = measure(row, asked.rounds);
            let line = if asked.tsv { fields(section, row, measured) } else { shown(row, measured) };
            // Line by line, so that whoever waits sees it go on.
            writeln!(out, "{line}").and_then(|()| out.flush()).map_err(told)?;
        }
    }
    Ok(())
}

/// Section, name, unit, rate, ratio, rate of the yardstick, floor, aim.
fn fields(section: &str, row: &Row, measured: Measured) -> String {
    let number = |n: Option<f64>| n.map_or_else(String::new, |n| n.to_string());
    let target = |of: fn(rulebook_bench::Target) -> f64| number(row.target.map(of));
    [
        section.to_owned(),
        row.name.clone(),
        row.unit.to_owned(),
        measured.rate.to_string(),
        number(measured.ratio),
        number(measured.yardstick),
        target(|t| t.floor),
        target(|t| t.aim),
    ]
    .join("\t")
}

fn shown(row: &Row, measured: Measured) -> String {
    let rate = format!("  {:<42} {:>14.0} {}/s", row.name, measured.rate, row.unit);
    let ratio = measured.ratio.map_or_else(String::new, |r| format!("{r:>12.2} of the yardstick"));
    let target = row.target.map_or_else(String::new, |t| format!(" (at least {}, aim {})", t.floor, t.aim));
    format!("{rate:<66}{ratio}{target}")
}
