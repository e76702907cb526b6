//! `rulebook docs`: the rules pages, against the rules.

use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
    sync::{Arc, Mutex},
};

use clap::ValueEnum;
use rulebook_api::Game;
use rulebook_certify::{Case, suite};
use rulebook_diagnostics::{Diagnostic, Sources, render_human, render_json, render_short};
use rulebook_docs::{Book, Library, Pages, check};
use rulebook_ir::Rules;
use serde_json::json;

use crate::{
    docs_files::{self, Docs},
    docs_mutants, docs_site,
    engine::start_with,
    failure::Failure,
    load,
    output::Output,
};

/// Arguments of `docs`.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Command,
}

/// What is done with the pages.
#[derive(Debug, clap::Subcommand)]
enum Command {
    /// Says where pages and rules differ.
    Check(Check),
    /// Makes the site.
    Build(Build),
    /// Stamps sentences that somebody has read again: pages, or all.
    Stamp(Stamp),
    /// Tries every wrong turn of a game's rules: would the pages notice it?
    Mutants(Mutants),
    /// Writes what is generated: tables, ids and cases of blocks, the table of coverage.
    Write(Write),
}

/// Arguments of `docs check`.
#[derive(Debug, clap::Args)]
struct Check {
    /// The folder of the pages.
    #[arg(long, value_name = "DIR", default_value = "docs")]
    docs: PathBuf,
    /// The folder of the suite.
    #[arg(long, value_name = "DIR", default_value = "conformance")]
    suite: PathBuf,
    /// How what differs is shown.
    #[arg(long, value_enum, default_value_t = Format::Human)]
    format: Format,
    /// The same as `--format json`.
    #[arg(long)]
    json: bool,
    /// Compares with this spec instead of the bundled game of its name; may be repeated.
    #[arg(long = "spec", value_name = "FILE")]
    specs: Vec<String>,
}

/// Arguments of `docs build`.
#[derive(Debug, clap::Args)]
struct Build {
    /// The folder of the pages.
    #[arg(long, value_name = "DIR", default_value = "docs")]
    docs: PathBuf,
    /// Where the site is made.
    #[arg(long, value_name = "DIR", default_value = "target/site")]
    out: PathBuf,
}

/// Arguments of `docs stamp`.
#[derive(Debug, clap::Args)]
struct Stamp {
    /// The pages that have been read.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// The folder of the pages.
    #[arg(long, value_name = "DIR", default_value = "docs")]
    docs: PathBuf,
}

/// Arguments of `docs mutants`.
#[derive(Debug, clap::Args)]
struct Mutants {
    /// The game.
    #[arg(value_name = "GAME")]
    game: String,
    /// The folder of the pages.
    #[arg(long, value_name = "DIR", default_value = "docs")]
    docs: PathBuf,
    /// Answers with one JSON object on one line.
    #[arg(long)]
    json: bool,
}

/// Arguments of `docs write`.
#[derive(Debug, clap::Args)]
struct Write {
    /// The folder of the pages.
    #[arg(long, value_name = "DIR", default_value = "docs")]
    docs: PathBuf,
    /// The folder of the suite.
    #[arg(long, value_name = "DIR", default_value = "conformance")]
    suite: PathBuf,
}

/// How diagnostics are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// With the lines of the file.
    Human,
    /// One line each.
    Short,
    /// One JSON object.
    Json,
    /// Annotations of GitHub's checks.
    Github,
}

impl Args {
    /// Is the answer to be one line of JSON?
    pub(crate) fn json(&self) -> bool {
        match &self.command {
            Command::Check(c) => c.json || c.format == Format::Json,
            Command::Mutants(m) => m.json,
            Command::Build(_) | Command::Stamp(_) | Command::Write(_) => false,
        }
    }
}

/// Checks, stamps or writes.
pub(crate) fn run(args: &Args, out: &mut Output) -> Result<bool, Failure> {
    match &args.command {
        Command::Check(a) => check_pages(a, out),
        Command::Build(a) => docs_site::build(&a.docs, &a.out, out),
        Command::Stamp(a) => {
            let shelf = Shelf::new(&[])?;
            let book = Book::new(&shelf).map_err(|why| Failure::no("spec", why))?;
            let (stamped, wrong) = docs_files::stamp(&book, &a.docs, &a.files)?;
            out.line(&format!("{stamped} sentences stamped"))?;
            wrong.iter().try_for_each(|w| out.line(w))?;
            Ok(wrong.is_empty())
        }
        Command::Mutants(a) => docs_mutants::run(&a.game, &a.docs, a.json, out),
        Command::Write(a) => {
            let shelf = Shelf::new(&[])?;
            let book = Book::new(&shelf).map_err(|why| Failure::no("spec", why))?;
            let written = docs_files::write(&book, &a.docs, &a.suite)?;
            written.iter().try_for_each(|w| out.line(&format!("written: {}", w.display())))?;
            Ok(true)
        }
    }
}

fn check_pages(args: &Check, out: &mut Output) -> Result<bool, Failure> {
    let shelf = Shelf::new(&args.specs)?;
    let book = Book::new(&shelf).map_err(|why| Failure::no("spec", why))?;
    let docs = Docs::read(&args.docs)?;
    let pages = Pages::new(docs.files.clone());
    let (mut found, played) = check(&book, &pages);
    found.extend(docs_files::generated(&book, &args.docs, &args.suite, &pages, &played));
    found.sort_by_key(|d| (d.primary.span.file, d.primary.span.start));
    let blocks: usize = pages.pages.iter().map(|(_, p)| p.blocks.len()).sum();
    let links: usize = pages.pages.iter().map(|(_, p)| p.links.len()).sum();
    show(args, &pages.sources, &found, out)?;
    if args.format == Format::Human && !args.json {
        out.complain(&format!(
            "{} pages, {links} claims and stamps, {blocks} boards and games: {}",
            pages.pages.len(),
            match found.len() {
                0 => String::from("all as the rules say"),
                1 => String::from("1 place differs"),
                n => format!("{n} places differ"),
            }
        ));
    }
    Ok(found.is_empty())
}

fn show(args: &Check, sources: &Sources, found: &[Diagnostic], out: &mut Output) -> Result<(), Failure> {
    match args.format {
        _ if args.json || args.format == Format::Json => {
            let list: serde_json::Value = serde_json::from_str(&render_json(sources, found)).unwrap_or_default();
            out.json(&json!({ "errors": found.len(), "diagnostics": list }))
        }
        Format::Short => {
            let text = render_short(sources, found);
            if text.trim().is_empty() { Ok(()) } else { out.line(text.trim_end()) }
        }
        Format::Github => found.iter().try_for_each(|d| {
            let at = sources.location(d.primary.span);
            let help = d.help.as_ref().map_or_else(String::new, |h| format!(" ({h})"));
            // Line ends and percent signs are written as GitHub wants them.
            let text = format!("{}{help}", d.message).replace('%', "%25").replace('\n', "%0A");
            let file = &sources.file(d.primary.span.file).name;
            out.line(&format!("::error file={file},line={},col={},title={}::{text}", at.line, at.column, d.code.0))
        }),
        Format::Human | Format::Json => {
            let text = render_human(sources, found, out.colour());
            if !text.is_empty() {
                out.complain(&text);
            }
            Ok(())
        }
    }
}

/// The bundled games, some of them perhaps replaced by specs of one's own.
pub(crate) struct Shelf {
    games: BTreeMap<String, load::Game>,
    /// Paths of the specs that replace bundled games.
    paths: BTreeMap<String, String>,
    cases: BTreeMap<String, Case>,
    started: Mutex<BTreeMap<String, Arc<dyn Game>>>,
}

impl Shelf {
    /// All bundled games; `specs` replace those of their names.
    pub(crate) fn new(specs: &[String]) -> Result<Self, Failure> {
        let mut games = BTreeMap::new();
        let mut paths = BTreeMap::new();
        for game in load::playable() {
            games.insert(game.to_owned(), load::load(game, &[])?);
        }
        for path in specs {
            for game in load::load_all(path, &[])? {
                paths.insert(game.rules.name.clone(), path.clone());
                games.insert(game.rules.name.clone(), game);
            }
        }
        let files = suite::bundled_files().map_err(|e| Failure::no("case", e.to_string()))?;
        let cases = files.into_iter().flat_map(|f| f.cases).map(|c| (c.id.clone(), c)).collect();
        Ok(Self { games, paths, cases, started: Mutex::default() })
    }
}

impl Library for Shelf {
    fn games(&self) -> Vec<String> {
        self.games.keys().cloned().collect()
    }

    fn rules(&self, game: &str) -> Result<Arc<Rules>, String> {
        self.games.get(game).map(|g| Arc::clone(&g.rules)).ok_or_else(|| format!("there is no game `{game}`"))
    }

    fn clause(&self, game: &str, clause: &str) -> Option<(String, String)> {
        let game = self.games.get(game)?;
        let clause = game.rules.clauses.iter().find(|c| c.id == clause)?;
        let file = game.sources.file(clause.span.file);
        Some((file.name.clone(), game.sources.text(clause.span).to_owned()))
    }

    fn start(
        &self,
        game: &str,
        options: &BTreeMap<String, String>,
        params: &BTreeMap<String, String>,
    ) -> Result<Arc<dyn Game>, String> {
        let key = format!("{game} {options:?} {params:?}");
        let mut started = self.started.lock().map_err(|e| e.to_string())?;
        if let Some(game) = started.get(&key) {
            return Ok(Arc::clone(game));
        }
        let list = |map: &BTreeMap<String, String>| map.iter().map(|(a, b)| (a.clone(), b.clone())).collect::<Vec<_>>();
        let spec = self.paths.get(game).map_or(game, String::as_str);
        let running = start_with(spec, &list(options), &list(params), None).map_err(|f| f.message)?;
        let game: Arc<dyn Game> = Arc::from(running.game);
        started.insert(key, Arc::clone(&game));
        Ok(game)
    }

    fn spec(&self, game: &str) -> Option<String> {
        let game = self.games.get(game)?;
        game.sources.files().next().map(|(_, file)| file.text.clone())
    }

    fn cases(&self) -> Vec<&Case> {
        self.cases.values().collect()
    }

    fn case(&self, id: &str) -> Option<Case> {
        self.cases.get(id).cloned()
    }
}

/// Is it a page, and not the list of pages?
pub(crate) fn is_page(path: &Path) -> bool {
    path.extension().is_some_and(|e| e == "md") && path.file_name().is_none_or(|n| n != "SUMMARY.md")
}
