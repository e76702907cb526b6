//! `rulebook test`: runs the conformance suite.

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
};

use rulebook_api::Game;
use rulebook_certify::{
    Case, CaseFile, Failure as CaseFailure, Outcome, Polarity, Tools,
    case::CaseStatus,
    coverage::Coverage,
    lint::{self, Problem},
    suite,
};
use serde_json::{Value, json};

use crate::{
    args::Engine,
    board,
    engine::{Running, available, start_with},
    failure::Failure,
    load::{self, load},
    mutants,
    output::Output,
    why::reasons,
};

/// Arguments of `test`.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Files or folders of cases; left out, the bundled suite.
    #[arg(value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// Runs the suite against every mutant of this game instead.
    #[arg(long, value_name = "GAME")]
    mutants: Option<String>,
    /// With `--mutants`: shows for each mutant the case that notices it.
    #[arg(long, requires = "mutants")]
    list: bool,
    /// What runs the rules.
    #[arg(long, value_enum, default_value_t = Engine::Interpreter)]
    engine: Engine,
    /// Answers with one JSON object on one line.
    #[arg(long)]
    pub(crate) json: bool,
}

/// A case that did not pass.
struct Failed<'a> {
    path: &'a str,
    case: &'a Case,
    failure: CaseFailure,
}

/// Runs all cases.
pub(crate) fn run(args: &Args, out: &mut Output) -> Result<bool, Failure> {
    available(args.engine)?;
    let files = read_all(&args.paths)?;
    if let Some(game) = &args.mutants {
        return mutants::run(game, &files, args.json, args.list, out);
    }
    let problems = lint::lint(&files, &|game| clauses_of(game));
    let mut coverage = Coverage::default();
    let mut games: BTreeMap<String, Result<Running, String>> = BTreeMap::new();
    let (mut passed, mut withdrawn, mut disputed, mut failed) = (0_u32, 0_u32, 0_u32, Vec::new());
    for (path, case) in files.iter().flat_map(|f| f.cases.iter().map(move |c| (f.path.as_str(), c))) {
        coverage.add(case);
        if case.status == CaseStatus::Withdrawn {
            withdrawn += 1;
            continue;
        }
        let key = format!("{} {:?} {:?}", case.game(), case.options, case.params);
        let running = games.entry(key).or_insert_with(|| start_for(case, args.engine).map_err(|f| f.message));
        match run_case(case, running.as_ref()) {
            Outcome::Passed => passed += 1,
            Outcome::Failed(_) if case.status == CaseStatus::Disputed => disputed += 1,
            Outcome::Failed(failure) => failed.push(Failed { path, case, failure }),
        }
    }
    let total = passed as usize + failed.len();
    let good = failed.is_empty() && problems.is_empty() && total > 0;
    if args.json {
        out.json(&json!({
            "passed": passed,
            "failed": failed.len(),
            "withdrawn": withdrawn,
            "disputed": disputed,
            "problems": problems.iter().map(problem_json).collect::<Vec<_>>(),
            "failures": failed.iter().map(failure_json).collect::<Vec<_>>(),
            "coverage": coverage.rows().map(coverage_json).collect::<Vec<_>>(),
        }))?;
        return Ok(good);
    }
    show_coverage(&coverage, out)?;
    for problem in &problems {
        out.line(&format!("problem: {} {}: {}", problem.path, problem.id, problem.message))?;
    }
    for failure in &failed {
        show(failure, &games, out)?;
    }
    if total == 0 {
        out.complain("no cases were run, so nothing is shown");
    }
    let problems = if problems.is_empty() { String::new() } else { format!(", {} problems", problems.len()) };
    out.line(&format!("{passed} passed, {} failed{problems}", failed.len()))?;
    Ok(good)
}

/// Reads the files that are asked for, or the bundled ones.
fn read_all(paths: &[PathBuf]) -> Result<Vec<CaseFile>, Failure> {
    let bad = |e: suite::BadFile| Failure::no("case", e.to_string());
    if paths.is_empty() {
        return suite::bundled().iter().map(|(path, text)| suite::parse(path, text).map_err(bad)).collect();
    }
    let mut found = Vec::new();
    for path in paths {
        collect(path, &mut found)?;
    }
    found.iter().map(|path| suite::parse(&path.display().to_string(), &load::read(path)?).map_err(bad)).collect()
}

/// All `.yaml` files of a folder in order, or the file itself.
fn collect(path: &Path, found: &mut Vec<PathBuf>) -> Result<(), Failure> {
    if !path.is_dir() {
        found.push(path.to_path_buf());
        return Ok(());
    }
    let unreadable = |e: std::io::Error| Failure::outside(format!("`{}` cannot be read: {e}", path.display()));
    let mut entries = Vec::new();
    for entry in fs::read_dir(path).map_err(unreadable)? {
        entries.push(entry.map_err(unreadable)?.path());
    }
    entries.sort();
    for entry in entries {
        let about_cases = suite::NOT_CASES.iter().any(|name| entry.ends_with(name));
        if entry.is_dir() || (!about_cases && entry.extension().is_some_and(|e| e == "yaml" || e == "yml")) {
            collect(&entry, found)?;
        }
    }
    Ok(())
}

/// The ids of a game's clauses.
fn clauses_of(game: &str) -> Option<Vec<String>> {
    let rules = load(game, &[]).ok()?.rules;
    Some(rules.clauses.iter().flat_map(|c| [Some(c.id.clone()), c.formerly.clone()]).flatten().collect())
}

/// Starts the game of a case under its readings and parameters.
fn start_for(case: &Case, engine: Engine) -> Result<Running, Failure> {
    let options: Vec<_> = case.options.iter().map(|(n, v)| (n.clone(), v.clone())).collect();
    let params: Vec<_> = case.params.iter().map(|(n, v)| (n.clone(), v.text())).collect();
    start_with(case.game(), &options, &params, engine)
}

/// Runs one case.
fn run_case(case: &Case, running: Result<&Running, &String>) -> Outcome {
    match running {
        Ok(running) => {
            let game: &dyn Game = &running.game;
            let draw = |setup: &rulebook_api::Setup| board::draw(running.rules(), running.names(), setup);
            let why = |case: &Case, moves: &str, action: &str| {
                let (position, _) = running.reach(case.position.as_deref(), moves).ok()?;
                let told = reasons(running, &position, action);
                let ids = told.iter().flat_map(|t| t.clauses.iter().map(|c| running.rules().clause_id(*c).to_owned()));
                Some(ids.collect())
            };
            rulebook_certify::run(case, game, &Tools { draw: &draw, why: &why })
        }
        Err(message) => Outcome::Failed(CaseFailure::not_started(case, message)),
    }
}

/// The table clause × polarity.
fn show_coverage(coverage: &Coverage, out: &mut Output) -> Result<(), Failure> {
    let width = coverage.rows().map(|(clause, _)| clause.len()).max().unwrap_or(6).max(6);
    let heads: Vec<String> = Polarity::ALL.iter().map(|p| format!("{:>9}", p.word())).collect();
    out.line(&format!("{:<width$} {}", "clause", heads.join(" ")))?;
    for (clause, row) in coverage.rows() {
        let cells: Vec<String> =
            row.iter().map(|n| format!("{:>9}", if *n == 0 { "·".into() } else { n.to_string() })).collect();
        out.line(&format!("{clause:<width$} {}", cells.join(" ")))?;
    }
    out.line("")
}

/// A failure for people.
fn show(
    failed: &Failed<'_>,
    games: &BTreeMap<String, Result<Running, String>>,
    out: &mut Output,
) -> Result<(), Failure> {
    let Failed { path, case, failure } = failed;
    out.line(&format!("FAILED {} {} ({path})", case.id, case.slug))?;
    let rules = games.values().flatten().map(Running::rules).find(|r| r.name == case.game());
    for id in &case.clauses {
        out.line(&format!("  clause {id}"))?;
        let clause = rules.and_then(|r| r.clauses.iter().find(|c| c.id == *id));
        for (language, text) in clause.iter().flat_map(|c| &c.texts.0) {
            out.line(&format!("    {language}: {text}"))?;
        }
    }
    out.line(&format!("  why en: {}\n  why es: {}", case.why.en, case.why.es))?;
    for line in failure.board.lines() {
        out.line(&format!("    {line}"))?;
    }
    for mismatch in &failure.mismatches {
        out.line(&format!("  {}: expected {}", mismatch.part, mismatch.expected))?;
        out.line(&format!("  {}       got {}", " ".repeat(mismatch.part.len()), mismatch.got))?;
    }
    out.line(&format!("  {}\n", failure.command))
}

/// A failure as JSON.
fn failure_json(failed: &Failed<'_>) -> Value {
    let mismatches =
        failed.failure.mismatches.iter().map(|m| json!({ "part": m.part, "expected": m.expected, "got": m.got }));
    json!({
        "id": failed.case.id,
        "slug": failed.case.slug,
        "file": failed.path,
        "clauses": failed.case.clauses,
        "mismatches": mismatches.collect::<Vec<_>>(),
        "position": failed.failure.position,
        "command": failed.failure.command,
    })
}

/// A problem as JSON.
fn problem_json(problem: &Problem) -> Value {
    json!({ "id": problem.id, "file": problem.path, "message": problem.message })
}

/// A row of the table as JSON.
fn coverage_json((clause, row): (&str, [u32; 4])) -> Value {
    let mut value = json!({ "clause": clause });
    for (polarity, n) in Polarity::ALL.iter().zip(row) {
        value[polarity.word()] = json!(n);
    }
    value
}
