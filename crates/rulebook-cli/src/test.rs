//! `rulebook test`: runs the conformance suite.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    io::IsTerminal,
    path::{Path, PathBuf},
};

use rulebook_api::Game;
use rulebook_certify::{
    Case, CaseFile, Failure as CaseFailure, Outcome, Tools,
    case::CaseStatus,
    claims::Claim,
    cores::on_all_cores,
    coverage::Coverage,
    lint::{self, Facts, Problem},
    suite,
};

use crate::{
    args::Engine,
    board,
    engine::{Running, start_with},
    failure::Failure,
    homes,
    load::{self, load},
    mutants,
    output::Output,
    test_report::{Failed, Report},
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
    /// Shows for each case of this game the wrong turn of its clauses that it notices.
    #[arg(long, value_name = "GAME", conflicts_with = "mutants")]
    killers: Option<String>,
    /// What runs the rules; if it is not said, compiled engines where there are any, else the interpreter. Cases with
    /// parameters of their own are interpreted.
    #[arg(long, value_enum)]
    engine: Option<Engine>,
    /// Answers with one JSON object on one line.
    #[arg(long)]
    pub(crate) json: bool,
}

/// Runs all cases.
pub(crate) fn run(args: &Args, out: &mut Output) -> Result<bool, Failure> {
    let files = read_all(&args.paths)?;
    if args.mutants.is_some() || args.killers.is_some() {
        return of_mutants(args, &homes::to_names(files), out);
    }
    let files = homes::to_paths(files);
    run_suite(args, &files, out)
}

/// What the cases of a game would notice.
fn of_mutants(args: &Args, files: &[CaseFile], out: &mut Output) -> Result<bool, Failure> {
    if let Some(game) = &args.mutants {
        return mutants::run(game, files, args.json, args.list, out);
    }
    if let Some(game) = &args.killers {
        return mutants::killers_of_cases(game, files, args.json, out);
    }
    Ok(true)
}

/// Runs the cases of these files.
fn run_suite(args: &Args, files: &[CaseFile], out: &mut Output) -> Result<bool, Failure> {
    let mut games: BTreeMap<String, Result<Running, String>> = BTreeMap::new();
    let mut coverage = Coverage::default();
    let mut cases: Vec<(&str, &Case)> = Vec::new();
    let mut withdrawn = 0;
    let mut wrong: BTreeSet<&str> = BTreeSet::new();
    for (path, case) in files.iter().flat_map(|f| f.cases.iter().map(move |c| (f.path.as_str(), c))) {
        coverage.add(case);
        if case.status == CaseStatus::Withdrawn {
            withdrawn += 1;
            continue;
        }
        let running = games.entry(key(case)).or_insert_with(|| start_for(case, args.engine).map_err(|f| f.message));
        // A bundled spec that is wrong is told once, at its place; all its cases would only repeat it.
        if running.is_err() && !wrong.contains(case.game()) {
            if let Err(failure) = load(case.game(), &[])
                && failure.kind == "spec"
            {
                return Err(failure);
            }
            wrong.insert(case.game());
        }
        cases.push((path, case));
    }
    let mut problems = lint::lint(files, &|game| facts(game));
    if args.paths.is_empty() {
        problems.extend(gaps(files, &coverage));
    }
    let outcomes = run_all(&cases, &games)?;
    let mut report = Report { passed: 0, withdrawn, disputed: 0, failed: Vec::new(), problems, coverage };
    for ((path, case), outcome) in cases.into_iter().zip(outcomes) {
        match outcome {
            Outcome::Passed => report.passed += 1,
            Outcome::Failed(_) if case.status == CaseStatus::Disputed => report.disputed += 1,
            Outcome::Failed(failure) => report.failed.push(Failed { path, case, failure }),
        }
    }
    if args.json {
        out.json(&report.json())?;
    } else {
        report.show(&games, out)?;
    }
    Ok(report.good())
}

/// What cases that share an execution have in common.
fn key(case: &Case) -> String {
    format!("{} {:?} {:?}", case.game(), case.options, case.params)
}

/// Runs all cases on all cores; the outcomes are in the order of the cases.
fn run_all(
    cases: &[(&str, &Case)],
    games: &BTreeMap<String, Result<Running, String>>,
) -> Result<Vec<Outcome>, Failure> {
    let shown = std::io::stderr().is_terminal();
    let outcomes = on_all_cores(cases.len(), &|index| {
        if shown && index.is_multiple_of(20) {
            eprint!("\r{index} of {} cases", cases.len());
        }
        let (_, case) = cases[index];
        games.get(&key(case)).map(|game| run_case(case, game.as_ref()))
    });
    if shown {
        eprint!("\r                              \r");
    }
    let outcomes = outcomes.map_err(|e| Failure::outside(e.to_string()))?;
    outcomes.into_iter().collect::<Option<_>>().ok_or_else(|| Failure::outside("a game was not started"))
}

/// Clauses without a case that they can have.
fn gaps(files: &[CaseFile], coverage: &Coverage) -> Vec<Problem> {
    // What no game could tell apart has none; the claims say so.
    let without: BTreeSet<String> = Claim::bundled()
        .unwrap_or_default()
        .into_iter()
        .filter(|claim| claim.without_case.is_some())
        .flat_map(|claim| claim.clauses)
        .collect();
    let games: BTreeSet<&str> = files.iter().flat_map(|f| &f.cases).map(Case::game).collect();
    let gap = |(clause, missing)| Problem { path: String::from("conformance"), id: clause, message: missing };
    games
        .into_iter()
        .filter_map(|game| load(game, &[]).ok())
        .flat_map(|game| coverage.gaps(&game.rules))
        .filter(|(clause, missing)| missing != "no case" || !without.contains(clause))
        .map(gap)
        .collect()
}

/// Reads the files that are asked for, or the bundled ones.
pub(crate) fn read_all(paths: &[PathBuf]) -> Result<Vec<CaseFile>, Failure> {
    if paths.is_empty() {
        return suite::bundled_files().map_err(|e| Failure::no("case", e.to_string()));
    }
    let mut found = Vec::new();
    for path in paths {
        collect(path, &mut found)?;
    }
    // All files that are no cases are told in one go.
    let (mut files, mut wrong) = (Vec::new(), Vec::new());
    for path in found {
        match suite::parse(&path.display().to_string(), &load::read(&path)?) {
            Ok(file) => files.push(file),
            Err(error) => wrong.push(error.to_string()),
        }
    }
    if wrong.is_empty() { Ok(files) } else { Err(Failure::no("case", wrong.join("\n"))) }
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
        let in_suite = path.file_name().is_some_and(|name| name == "conformance");
        let mut others = suite::NOT_CASES.iter().chain(&suite::NO_CASES_IN);
        let about_cases = in_suite && others.any(|name| entry.ends_with(name));
        if !about_cases && (entry.is_dir() || entry.extension().is_some_and(|e| e == "yaml" || e == "yml")) {
            collect(&entry, found)?;
        }
    }
    Ok(())
}

/// What lint has to know of a game.
fn facts(game: &str) -> Option<Facts> {
    let rules = load(game, &[]).ok()?.rules;
    let clauses = rules.clauses.iter().flat_map(|c| [Some(c.id.clone()), c.formerly.clone()]).flatten();
    Some(Facts { clauses: clauses.collect(), documents: rules.documents.clone() })
}

/// Starts the game of a case under its readings and parameters.
fn start_for(case: &Case, engine: Option<Engine>) -> Result<Running, Failure> {
    let options: Vec<_> = case.options.iter().map(|(n, v)| (n.clone(), v.clone())).collect();
    let params: Vec<_> = case.params.iter().map(|(n, v)| (n.clone(), v.text())).collect();
    let engine = if params.is_empty() { engine } else { Some(Engine::Interpreter) };
    start_with(case.game(), &options, &params, engine)
}

/// Runs one case.
fn run_case(case: &Case, running: Result<&Running, &String>) -> Outcome {
    match running {
        Ok(running) => {
            let game: &dyn Game = running.game.as_ref();
            let draw = |setup: &rulebook_api::Setup| board::draw(running.rules(), running.names(), setup);
            let why = |case: &Case, moves: &str, action: &str| {
                let position = running.reach_reference(case.position.as_deref(), moves).ok()?;
                let told = reasons(running, &position, action);
                let ids = told.iter().flat_map(|t| t.clauses.iter().map(|c| running.rules().clause_id(*c).to_owned()));
                Some(ids.collect())
            };
            rulebook_certify::run(case, game, &Tools { draw: &draw, why: &why })
        }
        Err(message) => Outcome::Failed(CaseFailure::not_started(case, message)),
    }
}
