//! `rulebook report`: shows reports of certifications, puts parts together, and compares implementations.

use std::path::{Path, PathBuf};

use rulebook_certify::report::{self, Report};

use crate::{certify, failure::Failure, load, output::Output, report_files};

/// Arguments of `report`.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Command,
}

/// What is done with reports.
#[derive(Debug, clap::Subcommand)]
enum Command {
    /// Shows what a report says, whole or cut short.
    Show(Show),
    /// Puts the parts of one certification together (`certify --shard K/N`).
    Merge(Merge),
    /// Writes one page that compares implementations, clause by clause.
    Compare(Compare),
}

/// Arguments of `report show`.
#[derive(Debug, clap::Args)]
struct Show {
    /// A report: its folder, or its `report.jsonl`.
    #[arg(value_name = "REPORT")]
    report: PathBuf,
    /// Answers with one JSON object on one line.
    #[arg(long)]
    json: bool,
}

/// Arguments of `report merge`.
#[derive(Debug, clap::Args)]
struct Merge {
    /// The reports of all parts.
    #[arg(value_name = "REPORT", required = true)]
    parts: Vec<PathBuf>,
    /// Writes the whole report here.
    #[arg(long, value_name = "DIR")]
    report: Option<PathBuf>,
    /// Answers with one JSON object on one line.
    #[arg(long)]
    json: bool,
}

/// Arguments of `report compare`.
#[derive(Debug, clap::Args)]
struct Compare {
    /// The reports of the implementations.
    #[arg(value_name = "REPORT", required = true)]
    reports: Vec<PathBuf>,
    /// The page.
    #[arg(long, value_name = "FILE")]
    html: PathBuf,
}

impl Args {
    /// Is the answer to be one line of JSON?
    pub(crate) fn json(&self) -> bool {
        match &self.command {
            Command::Show(show) => show.json,
            Command::Merge(merge) => merge.json,
            Command::Compare(_) => false,
        }
    }
}

/// Shows or writes.
pub(crate) fn run(args: &Args, out: &mut Output) -> Result<bool, Failure> {
    match &args.command {
        Command::Show(show) => certify::answer(&read(&show.report)?, show.json, None, out),
        Command::Merge(merge) => {
            let parts: Result<Vec<(String, Report)>, Failure> =
                merge.parts.iter().map(|p| Ok((p.display().to_string(), read(p)?))).collect();
            let whole = report::merge(&parts?).map_err(|bad| Failure::no("report", bad.to_string()))?;
            if let Some(dir) = &merge.report {
                write(dir, &whole)?;
            }
            certify::answer(&whole, merge.json, merge.report.as_deref(), out)
        }
        Command::Compare(compare) => {
            let reports: Result<Vec<Report>, Failure> = compare.reports.iter().map(|p| read(p)).collect();
            report_files::write_one(&compare.html, &report::html(&reports?))?;
            Ok(true)
        }
    }
}

/// Reads a report.
fn read(path: &Path) -> Result<Report, Failure> {
    let file = if path.is_dir() { path.join("report.jsonl") } else { path.to_path_buf() };
    let mut bytes = String::new();
    let failed = |e: std::io::Error| Failure::outside(format!("`{}` cannot be read: {e}", file.display()));
    std::io::Read::read_to_string(&mut load::open(&file.display().to_string())?, &mut bytes).map_err(failed)?;
    report::parse(&bytes).map_err(|e| Failure::no("report", format!("`{}`, {e}", file.display())))
}

/// Writes a whole report into a folder.
fn write(dir: &Path, report: &Report) -> Result<(), Failure> {
    let failed = |e: std::io::Error| Failure::outside(format!("`{}` cannot be written: {e}", dir.display()));
    std::fs::create_dir_all(dir).map_err(failed)?;
    report_files::remove(dir).map_err(failed)?;
    report_files::write_one(&dir.join("report.jsonl"), &report::lines(report))?;
    report_files::write(dir, report)
}
