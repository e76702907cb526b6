//! `rulebook fmt`: lays specs out in one style.

use std::{
    io::Read as _,
    path::{Path, PathBuf},
};

use rulebook_diagnostics::{FileId, Sources, render_human, render_json};
use rulebook_format::{FormatError, format};
use serde_json::{Value, json};
use similar::TextDiff;

use crate::{
    failure::{self, Failure},
    files,
    load::read,
    output::Output,
};

/// Arguments of `fmt`.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Files, or folders in which all `.rules` files are laid out.
    #[arg(required_unless_present = "stdin", value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// Writes nothing; shows what would change, and ends with 1 if anything would.
    #[arg(long)]
    check: bool,
    /// Reads a spec from standard input and writes it to standard output.
    #[arg(long, conflicts_with = "paths")]
    stdin: bool,
    /// Answers with one JSON object on one line.
    #[arg(long)]
    pub(crate) json: bool,
}

/// How many lines of a difference are shown.
const MOST: usize = 40;

/// What became of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Outcome {
    /// It was laid out already.
    Unchanged,
    /// It was not, and now it is; with `--check` it is as it was.
    Changed,
    /// It has mistakes and was left as it is.
    Wrong,
}

impl Outcome {
    fn name(self, check: bool) -> &'static str {
        match self {
            Self::Unchanged => "unchanged",
            Self::Changed if check => "differs",
            Self::Changed => "formatted",
            Self::Wrong => "wrong",
        }
    }
}

/// Lays files out, one after the other. One that cannot be laid out does not keep the others from it.
pub(crate) fn run(args: &Args, out: &mut Output) -> Result<bool, Failure> {
    if args.stdin {
        return standard_input(args, out);
    }
    let files = files::named_or_below(&args.paths, &[".rules"])?;
    let mut told = Vec::new();
    let mut unread: Vec<Failure> = Vec::new();
    let mut yes = true;
    for file in &files {
        match one(file, args, out) {
            Ok((outcome, diagnostics)) => {
                yes &= outcome == Outcome::Unchanged || outcome == Outcome::Changed && !args.check;
                told.push(json!({
                    "file": file.display().to_string(),
                    "status": outcome.name(args.check),
                    "diagnostics": diagnostics,
                }));
            }
            Err(lost) if matches!(lost.kind, failure::PIPE_CLOSED | failure::UNWRITTEN) => return Err(lost),
            Err(failure) => unread.push(failure),
        }
    }
    if args.json {
        let mut answer = json!({ "files": told });
        if let Some(first) = unread.first() {
            answer["error"] = first.json()["error"].take();
        }
        out.json(&answer)?;
    }
    let mut unread = unread.into_iter();
    let Some(first) = unread.next() else { return Ok(yes) };
    for failure in unread {
        out.complain(&failure.text());
    }
    let kind = if args.json { failure::ANSWERED } else { first.kind };
    Err(Failure { kind, ..first })
}

/// Lays a file out.
fn one(path: &Path, args: &Args, out: &mut Output) -> Result<(Outcome, Value), Failure> {
    if crate::load::is_yaml(path) {
        let shown = path.display();
        return Err(Failure::usage(format!(
            "`{shown}` is a spec in YAML; `fmt` lays out `.rules` files (`rulebook convert {shown}` makes one of it)"
        )));
    }
    let text = read(path)?;
    let shown = path.display().to_string();
    let mut sources = Sources::default();
    let file = sources.add(shown.as_str(), text.as_str());
    match laid_out(&sources, file, out)? {
        Err(diagnostics) => Ok((Outcome::Wrong, diagnostics)),
        Ok(done) if done == text => Ok((Outcome::Unchanged, json!([]))),
        Ok(done) => {
            if !args.check {
                files::replace(path, &done)?;
            }
            if !args.json {
                out.line(&shown)?;
                if args.check {
                    out.text(&difference(&text, &done))?;
                }
            }
            Ok((Outcome::Changed, json!([])))
        }
    }
}

/// Lays out what is read from standard input.
fn standard_input(args: &Args, out: &mut Output) -> Result<bool, Failure> {
    let mut bytes = Vec::new();
    // One byte more than a spec may have shows that it is too large; the parser says so.
    let most = rulebook_syntax::MAX_FILE_SIZE as u64 + 1;
    std::io::stdin()
        .take(most)
        .read_to_end(&mut bytes)
        .map_err(|e| Failure::outside(format!("standard input cannot be read: {e}")))?;
    let text = String::from_utf8(bytes).map_err(|e| {
        let at = e.utf8_error().valid_up_to();
        Failure::outside(format!("standard input is not UTF-8 text: byte {at} fits nothing"))
    })?;
    let mut sources = Sources::default();
    let file = sources.add("standard input", text.as_str());
    let done = match laid_out(&sources, file, out)? {
        Ok(done) => done,
        Err(diagnostics) => {
            if args.json {
                out.json(&json!({ "status": Outcome::Wrong.name(args.check), "diagnostics": diagnostics }))?;
            }
            return Ok(false);
        }
    };
    let outcome = if done == text { Outcome::Unchanged } else { Outcome::Changed };
    if args.json {
        out.json(&json!({ "status": outcome.name(args.check), "text": done, "diagnostics": [] }))?;
    } else if !args.check {
        out.text(&done)?;
    } else if outcome == Outcome::Changed {
        out.text(&difference(&text, &done))?;
    }
    Ok(!args.check || outcome == Outcome::Unchanged)
}

/// A spec laid out; or its mistakes, which are shown.
fn laid_out(sources: &Sources, file: FileId, out: &mut Output) -> Result<Result<String, Value>, Failure> {
    let source = sources.file(file);
    match format(file, &source.text) {
        Ok(done) => Ok(Ok(done)),
        Err(FormatError::Syntax(mistakes)) => {
            out.complain(render_human(sources, &mistakes, out.colour()).trim_end());
            Ok(Err(serde_json::from_str(&render_json(sources, &mistakes)).unwrap_or_default()))
        }
        Err(error) => Err(Failure::outside(format!("`{}` was left as it is: {error}", source.name))),
    }
}

/// The lines that change.
fn difference(before: &str, after: &str) -> String {
    let diff = TextDiff::from_lines(before, after);
    let whole = diff.unified_diff().context_radius(0).to_string();
    let lines: Vec<&str> = whole.lines().filter(|l| !l.starts_with('\\')).collect();
    let mut shown = String::new();
    for line in lines.iter().take(MOST) {
        shown.extend(["  ", line.trim_end(), "\n"]);
    }
    if lines.len() > MOST {
        shown.extend(["  … and ", &(lines.len() - MOST).to_string(), " more lines\n"]);
    }
    shown
}
