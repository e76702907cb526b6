//! `rulebook test --mutants GAME`: would the suite notice a wrong turn of any clause?

use std::{
    collections::BTreeMap,
    io::IsTerminal,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
};

use rulebook_api::Game;
use rulebook_certify::{
    Case, CaseFile, Outcome, Tools,
    case::CaseStatus,
    equivalent::Equivalent,
    mutants::{Group, Verdict, count, judge},
};
use rulebook_interpreter::Interpreter;
use rulebook_ir::Rules;
use serde_json::{Value, json};

use crate::{engine::find_reading, failure::Failure, load::load, output::Output};

/// Steps after which a mutant counts as one that never ends. A right spec needs far fewer for one decision.
const FUEL: u64 = 100_000;

/// Judges all mutants of a game and prints what survives.
pub(crate) fn run(game: &str, files: &[CaseFile], json: bool, list: bool, out: &mut Output) -> Result<bool, Failure> {
    let base = load(game, &[])?.rules;
    let mut by_params: BTreeMap<Vec<(String, String)>, Vec<&Case>> = BTreeMap::new();
    by_params.insert(Vec::new(), Vec::new());
    let cases = files.iter().flat_map(|f| &f.cases).filter(|c| c.game() == base.name && c.status == CaseStatus::Active);
    for case in cases {
        let params = case.params.iter().map(|(n, v)| (n.clone(), v.text())).collect();
        by_params.entry(params).or_default().push(case);
    }
    let mut rules: Vec<(Arc<Rules>, Vec<&Case>)> = Vec::new();
    for (params, mut cases) in by_params {
        // Short cases first: most mutants die at once.
        cases.sort_by_key(|c| c.moves.len());
        let unchanged = load(game, &params)?.rules;
        // A case that fails anyway would seem to notice every mutant.
        if let Some(case) = cases.iter().find(|c| notices(c, &unchanged)) {
            return Err(Failure::no(
                "case",
                format!("{} {} fails on the spec as it is; mend that first", case.id, case.slug),
            ));
        }
        rules.push((unchanged, cases));
    }
    let groups: Vec<Group<'_>> = rules.iter().map(|(r, c)| Group { rules: r, cases: c.clone() }).collect();
    let verdicts = judge_all(&groups, count(&base))?;
    report(&base, &verdicts, json, list, out)
}

/// Shares the mutants among as many threads as there are cores.
fn judge_all(groups: &[Group<'_>], total: usize) -> Result<Vec<Verdict>, Failure> {
    let threads = thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let done = AtomicUsize::new(0);
    let shown = std::io::stderr().is_terminal();
    let progress = || {
        let n = done.fetch_add(1, Ordering::Relaxed) + 1;
        if shown && n.is_multiple_of(10) {
            eprint!("\r{n} of {total} mutants");
        }
    };
    let judged: Result<Vec<Vec<Verdict>>, std::io::Error> = thread::scope(|scope| {
        let mut handles = Vec::new();
        for part in 0..threads {
            let progress = &progress;
            let work = move || judge(groups, part, threads, &notices, progress);
            // Mutants may recurse as deep as the fuel lets them.
            handles.push(thread::Builder::new().stack_size(1 << 30).spawn_scoped(scope, work)?);
        }
        Ok(handles.into_iter().map(|h| h.join().unwrap_or_default()).collect())
    });
    if shown {
        eprintln!();
    }
    let mut verdicts: Vec<Verdict> = judged
        .map_err(|e| Failure::outside(format!("no thread could be started: {e}")))?
        .into_iter()
        .flatten()
        .collect();
    verdicts.sort_by_key(|v| v.number);
    if verdicts.len() != total {
        return Err(Failure::outside(format!("{} of {total} mutants were judged", verdicts.len())));
    }
    Ok(verdicts)
}

/// Does the case come out otherwise under these rules?
fn notices(case: &Case, rules: &Arc<Rules>) -> bool {
    let options: Result<Vec<_>, _> = case.options.iter().map(|(n, r)| find_reading(rules, n, r)).collect();
    let Ok(options) = options else { return false };
    let game = Interpreter::new(Arc::clone(rules), &options).with_fuel(FUEL);
    let tools = Tools { draw: &|_| String::new(), why: &|_, _, _| None };
    rulebook_certify::run(case, &game as &dyn Game, &tools) != Outcome::Passed
}

fn report(rules: &Rules, verdicts: &[Verdict], json: bool, list: bool, out: &mut Output) -> Result<bool, Failure> {
    let known = Equivalent::bundled().map_err(|e| Failure::no("equivalent", e))?;
    let survivors: Vec<&Verdict> = verdicts.iter().filter(|v| v.killed_by.is_none()).collect();
    let (equivalent, survived): (Vec<&Verdict>, Vec<&Verdict>) =
        survivors.into_iter().partition(|v| known.iter().any(|e| e.covers(&rules.name, v)));
    let killed = verdicts.len() - equivalent.len() - survived.len();
    if json {
        let survivors: Vec<Value> =
            survived.iter().map(|v| json!({ "number": v.number, "clause": v.clause, "what": v.what })).collect();
        out.json(&json!({
            "game": rules.name,
            "mutants": { "killed": killed, "equivalent": equivalent.len(), "survived": survived.len() },
            "survivors": survivors,
        }))?;
        return Ok(survived.is_empty());
    }
    if list {
        for verdict in verdicts {
            let by = verdict.killed_by.as_deref().unwrap_or("—");
            out.line(&format!("{by} kills {}: {}", verdict.clause, verdict.what))?;
        }
    }
    for verdict in &survived {
        out.line(&format!("survived: {} {}: {}", verdict.number, verdict.clause, verdict.what))?;
    }
    out.line(&format!(
        "{}: {killed} killed, {} equivalent, {} survived, of {}",
        rules.name,
        equivalent.len(),
        survived.len(),
        verdicts.len()
    ))?;
    Ok(survived.is_empty())
}
