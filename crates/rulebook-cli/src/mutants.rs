//! `rulebook test --mutants GAME`: would the suite notice a wrong turn of any clause?

use std::{
    collections::BTreeMap,
    io::IsTerminal,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
};

use rulebook_api::Game;
use rulebook_certify::{
    Case, CaseFile, Outcome, Tools,
    case::CaseStatus,
    equivalent::Equivalent,
    mutants::{Extra, Group, Verdict, count, judge, killers},
};
use rulebook_interpreter::Interpreter;
use rulebook_ir::{ParamValue, Rules};
use serde_json::{Value, json};

use crate::{engine::find_reading, failure::Failure, load::load, output::Output};

/// Steps after which a mutant counts as one that never ends. A right spec needs far fewer for one decision.
const FUEL: u64 = 100_000;

/// Values of parameters.
type Params = Vec<(String, String)>;

/// Judges all mutants of a game and prints what survives.
pub(crate) fn run(game: &str, files: &[CaseFile], json: bool, list: bool, out: &mut Output) -> Result<bool, Failure> {
    let suite = Suite::of(game, files)?;
    let groups = suite.groups();
    let verdicts = judge_all(&groups, &suite.parameters(), &hints(&suite.base.name, "mutants"))?;
    report(&suite.base, &verdicts, json, list, out)
}

/// All mutants of a game's rules and of its parameters, and which of these cases notices each; those known to change
/// nothing are left out.
pub(crate) fn noticed(game: &str, files: &[CaseFile]) -> Result<Vec<Noticed>, Failure> {
    let suite = Suite::of(game, files)?;
    let groups = suite.groups();
    let parameters = suite.parameters();
    let known = Equivalent::bundled().map_err(|e| Failure::no("equivalent", e))?;
    let places = count(&suite.base);
    let mut all = Vec::new();
    for verdict in judge_all(&groups, &parameters, &hints(&suite.base.name, "mutants"))? {
        if known.iter().any(|e| e.covers(&suite.base.name, &verdict)) {
            continue;
        }
        let rules = match verdict.number.checked_sub(places) {
            None => rulebook_certify::mutants::mutant(&suite.base, verdict.number).map(|m| m.rules),
            Some(extra) => parameters.get(extra).and_then(|e| e.rules.first().cloned().flatten()),
        };
        all.extend(rules.map(|rules| Noticed { verdict, rules }));
    }
    Ok(all)
}

/// A mutant, with what notices it.
pub(crate) struct Noticed {
    /// What was changed, and the case that notices it.
    pub(crate) verdict: Verdict,
    /// The changed rules.
    pub(crate) rules: Arc<Rules>,
}

/// Shows for each case of a game a wrong turn of its clauses that it notices.
pub(crate) fn killers_of_cases(game: &str, files: &[CaseFile], json: bool, out: &mut Output) -> Result<bool, Failure> {
    let suite = Suite::of(game, files)?;
    let found = killers(&suite.groups(), &suite.parameters(), &hints(&suite.base.name, "cases"), &notices)
        .map_err(|e| Failure::outside(format!("no thread could be started: {e}")))?;
    if json {
        let cases: Vec<Value> = found.iter().map(|k| json!({ "case": k.case, "mutant": k.mutant })).collect();
        out.json(&json!({ "game": suite.base.name, "cases": cases }))?;
    } else {
        for killer in &found {
            out.line(&format!("{}\t{}", killer.case, killer.mutant.as_deref().unwrap_or("—")))?;
        }
    }
    Ok(found.iter().all(|k| k.mutant.is_some()))
}

/// The cases of a game, by the values of parameters that they say.
struct Suite<'a> {
    base: Arc<Rules>,
    groups: Vec<(Params, Arc<Rules>, Vec<&'a Case>)>,
}

impl<'a> Suite<'a> {
    fn of(game: &str, files: &'a [CaseFile]) -> Result<Self, Failure> {
        let base = load(game, &[])?.rules;
        let mut by_params: BTreeMap<Params, Vec<&Case>> = BTreeMap::new();
        by_params.insert(Vec::new(), Vec::new());
        let active = |c: &&Case| c.game() == base.name && c.status == CaseStatus::Active;
        for case in files.iter().flat_map(|f| &f.cases).filter(active) {
            let params = case.params.iter().map(|(n, v)| (n.clone(), v.text())).collect();
            by_params.entry(params).or_default().push(case);
        }
        let mut groups = Vec::new();
        for (params, mut cases) in by_params {
            // Short cases first: most mutants die at once.
            cases.sort_by_key(|c| c.moves.len());
            let unchanged = load(game, &params)?.rules;
            // A case that fails anyway would seem to notice every mutant.
            if let Some(case) = cases.iter().find(|c| notices(c, &unchanged)) {
                let message = format!(
                    "{} {} fails on the spec as it is; mend that first: `rulebook test FILE` shows what is expected and what comes",
                    case.id, case.slug
                );
                return Err(Failure::no("case", message));
            }
            groups.push((params, unchanged, cases));
        }
        if groups.iter().all(|g| g.2.is_empty()) {
            return Err(Failure::no(
                "case",
                format!("none of the cases given is about {}, so nothing is shown", base.name),
            ));
        }
        Ok(Self { base, groups })
    }

    fn groups(&self) -> Vec<Group<'_>> {
        self.groups.iter().map(|(_, rules, cases)| Group { rules, cases: cases.clone() }).collect()
    }

    fn parameters(&self) -> Vec<Extra> {
        let params: Vec<Params> = self.groups.iter().map(|g| g.0.clone()).collect();
        parameters(&self.base, &params)
    }
}

/// What noticed what when it was last written down (`conformance/proofs`): tried first, and believed only if it does again.
fn hints(game: &str, what: &str) -> BTreeMap<String, String> {
    let name = format!("{game}.{what}.tsv");
    let proof = rulebook_certify::suite::proofs().iter().find(|(path, _)| *path == name);
    let lines = proof.into_iter().flat_map(|(_, text)| text.lines()).filter(|l| !l.starts_with('#'));
    lines
        .filter_map(|line| {
            let (left, right) = line.split_once('\t')?;
            // Mutants are listed after the case that notices them, cases before the mutant.
            let pair = if what == "mutants" { (right, left) } else { (left, right) };
            Some((pair.0.to_owned(), pair.1.to_owned()))
        })
        .collect()
}

/// Parameters with other values: a number up and down, a word every other one.
fn parameters(base: &Rules, groups: &[Params]) -> Vec<Extra> {
    let mut extras = Vec::new();
    for param in &base.params {
        let others: Vec<String> = match &param.value {
            ParamValue::Int(n) => {
                [n.checked_add(1), n.checked_sub(1)].into_iter().flatten().map(|n| n.to_string()).collect()
            }
            ParamValue::Word(word) => param.choices.iter().filter(|c| *c != word).cloned().collect(),
        };
        for other in others {
            let changed = |given: &Params| {
                let mut given = given.clone();
                // A case that says the value itself does not rest on the spec's.
                if given.iter().any(|(name, _)| *name == param.name) {
                    return None;
                }
                given.push((param.name.clone(), other.clone()));
                load(&base.name, &given).ok().map(|game| game.rules)
            };
            let rules: Vec<_> = groups.iter().map(changed).collect();
            // A value that the spec refuses is no wrong turn of it.
            if rules.iter().any(Option::is_some) {
                let clause = format!("{}.param.{}", base.name, param.name);
                extras.push(Extra { clause, what: format!("the value {other}"), rules });
            }
        }
    }
    extras
}

/// Judges all mutants, and shows how far it has come where somebody looks.
fn judge_all(
    groups: &[Group<'_>],
    extras: &[Extra],
    hints: &BTreeMap<String, String>,
) -> Result<Vec<Verdict>, Failure> {
    let total = groups.first().map_or(0, |g| count(g.rules)) + extras.len();
    let done = AtomicUsize::new(0);
    let shown = std::io::stderr().is_terminal();
    let progress = || {
        let n = done.fetch_add(1, Ordering::Relaxed) + 1;
        if shown && n.is_multiple_of(10) {
            eprint!("\r{n} of {total} mutants");
        }
    };
    let verdicts = judge(groups, extras, hints, &notices, &progress);
    if shown {
        eprintln!();
    }
    verdicts.map_err(|e| Failure::outside(format!("no thread could be started: {e}")))
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
        let mut answer = json!({
            "game": rules.name,
            "mutants": { "killed": killed, "equivalent": equivalent.len(), "survived": survived.len() },
            "survivors": survivors,
        });
        if list {
            let all = verdicts.iter().map(|v| json!({ "mutant": v.name(), "case": v.killed_by }));
            answer["list"] = all.collect();
        }
        out.json(&answer)?;
        return Ok(survived.is_empty());
    }
    if list {
        for verdict in verdicts {
            let by = verdict.killed_by.as_deref().unwrap_or("—");
            out.line(&format!("{by}\t{}", verdict.name()))?;
        }
        return Ok(survived.is_empty());
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
