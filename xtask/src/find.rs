//! `cargo xtask find GAME`: a short game or a small position on which two versions of its rules differ.
//!
//! What is printed is the draft of a case. Its expectation is what the unchanged spec says; before it is kept, it has to be
//! checked against the text of the rule.

use std::{
    collections::BTreeSet,
    sync::{Arc, Mutex},
    time::{Duration, Instant},
};

use rulebook_certify::{
    Case,
    cores::on_all_cores,
    equivalent::Equivalent,
    ids,
    mutants::{count, mutant},
    search::{Pair, draft, find, seeds},
    suite,
};
use rulebook_ir::Rules;

use crate::games::{pairs, rules, start};

/// Steps after which a changed spec counts as one that never ends.
const FUEL: u64 = 100_000;

/// What to look for.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The game.
    game: String,
    /// Against these mutants, by number or by name (`rulebook test --mutants GAME --list`).
    #[arg(long, value_name = "N", num_args = 1.., conflicts_with = "option")]
    mutant: Vec<String>,
    /// Against the mutants that are said to change nothing (`conformance/equivalent.yaml`): is any difference found?
    #[arg(long, conflicts_with = "mutant")]
    equivalent: bool,
    /// Against these readings of options.
    #[arg(long, value_name = "NAME=READING")]
    option: Vec<String>,
    /// Parameters of both.
    #[arg(long, value_name = "NAME=VALUE")]
    param: Vec<String>,
    /// Readings of both.
    #[arg(long, value_name = "NAME=READING")]
    under: Vec<String>,
    /// How long to look, for each mutant.
    #[arg(long, default_value_t = 20)]
    seconds: u64,
    /// Where the random numbers begin.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// Searches and prints drafts of cases as YAML.
pub(crate) fn run(args: &Args) -> Result<(), String> {
    let params = pairs(&args.param)?;
    let base = rules(&args.game, &params)?;
    let under = pairs(&args.under)?;
    let files = suite::bundled_files().map_err(|e| e.to_string())?;
    let used: BTreeSet<String> = files.iter().flat_map(|f| &f.cases).map(|c| c.id.clone()).collect();
    let cases: Vec<&Case> = files.iter().flat_map(|f| &f.cases).filter(|c| c.game() == args.game).collect();
    let other = pairs(&args.option)?;
    if !other.is_empty() {
        let (right, wrong) = (start(&base, &under, u64::MAX)?, start(&base, &other, u64::MAX)?);
        let pair = Pair { right: &right, wrong: &wrong, rules: &base };
        let mut random = fastrand::Rng::with_seed(args.seed);
        let deadline = Instant::now() + Duration::from_secs(args.seconds);
        let (found, compared) = find(pair, &seeds(&right, &cases), &mut random, deadline);
        let Some(found) = found else { return Err(format!("no difference in {compared} positions")) };
        let option = base.options.iter().find(|o| o.name == other[0].0);
        let clause = option.map_or(args.game.as_str(), |o| base.clause_id(o.clause));
        let mut case = draft(pair, &found, ids::fresh(&used, &mut random), clause);
        case.options = under.iter().cloned().collect();
        say!("# otherwise under {}\n{}", args.option.join(", "), yaml(&case)?);
        return Ok(());
    }
    if args.mutant.is_empty() && !args.equivalent {
        return Err(String::from("say against what: `--mutant N`, `--option NAME=READING` or `--equivalent`"));
    }
    let search = Search { args, base: &base, under: &under, cases: &cases };
    if args.equivalent {
        return search.equivalents();
    }
    search.mutants(used)
}

struct Search<'a> {
    args: &'a Args,
    base: &'a Arc<Rules>,
    under: &'a [(String, String)],
    cases: &'a [&'a Case],
}

impl Search<'_> {
    /// All mutants that were asked for, shared among the cores.
    fn mutants(&self, used: BTreeSet<String>) -> Result<(), String> {
        let numbers: Vec<usize> = self.args.mutant.iter().map(|m| self.number(m)).collect::<Result<_, _>>()?;
        let used = Mutex::new(used);
        let drafts =
            on_all_cores(numbers.len(), &|index| self.one(numbers[index], &used)).map_err(|e| e.to_string())?;
        for draft in drafts {
            say!("{}", draft?);
        }
        Ok(())
    }

    /// Are the mutants that are said to change nothing ever told apart? Each is searched for its time, and longer if that was
    /// too short for the number of positions that is written down.
    fn equivalents(&self) -> Result<(), String> {
        let known = Equivalent::bundled()?;
        let mutants = (0..count(self.base)).filter_map(|number| mutant(self.base, number));
        let mut work = Vec::new();
        for mutant in mutants {
            let name = mutant.name();
            if let Some(entry) = known.iter().find(|e| e.covers_name(&self.args.game, &name)) {
                work.push((mutant.number, name, entry.searched));
            }
        }
        let told = on_all_cores(work.len(), &|index| {
            let (number, name, least) = &work[index];
            let told = self.look(*number, *least);
            if let Ok(compared) = &told {
                say!("{name}: no difference in {compared} positions");
            }
            told.map_err(|difference| format!("{name}: {difference}"))
        });
        let wrong: Vec<String> = told.map_err(|e| e.to_string())?.into_iter().filter_map(Result::err).collect();
        match (work.is_empty(), wrong.is_empty()) {
            (true, _) => Err(String::from("nothing is said to change nothing here")),
            (_, true) => Ok(()),
            (_, false) => Err(wrong.join("\n")),
        }
    }

    /// Searches one mutant until enough positions were compared: their number, or the difference.
    fn look(&self, number: usize, least: u64) -> Result<u64, String> {
        let mutant = mutant(self.base, number).ok_or("there is no such mutant")?;
        let (right, wrong) = (start(self.base, self.under, u64::MAX)?, start(&mutant.rules, self.under, FUEL)?);
        let pair = Pair { right: &right, wrong: &wrong, rules: self.base };
        let starts = seeds(&right, self.cases);
        let mut random = fastrand::Rng::with_seed(self.args.seed + number as u64);
        let mut compared = 0;
        while compared < least {
            let deadline = Instant::now() + Duration::from_secs(self.args.seconds);
            let (found, positions) = find(pair, &starts, &mut random, deadline);
            compared += positions;
            if let Some(found) = found {
                return Err(yaml(&draft(pair, &found, String::from("ZZZZ"), &self.args.game))?);
            }
        }
        Ok(compared)
    }

    /// The number of a mutant given by number or name.
    fn number(&self, which: &str) -> Result<usize, String> {
        let places = count(self.base);
        let by_name = || (0..places).find(|n| mutant(self.base, *n).is_some_and(|m| m.name() == which));
        let found = which.parse().ok().filter(|n| *n < places).or_else(by_name);
        found.ok_or_else(|| format!("there is no mutant `{which}`: give its name, or a number below {places}"))
    }

    /// One mutant: the draft of a case, or in how many positions nothing was found.
    fn one(&self, number: usize, used: &Mutex<BTreeSet<String>>) -> Result<String, String> {
        let Some(mutant) = mutant(self.base, number) else { return Err(format!("there is no mutant {number}")) };
        let clause = mutant.clause.map_or(self.args.game.as_str(), |c| self.base.clause_id(c));
        let name = format!("{number} {clause}: {}", mutant.what);
        let right = start(self.base, self.under, u64::MAX)?;
        let Ok(wrong) = start(&mutant.rules, self.under, FUEL) else {
            return Ok(format!("# {name}: the readings have other names"));
        };
        let related: Vec<&Case> =
            self.cases.iter().copied().filter(|c| c.clauses.iter().any(|c| c == clause)).collect();
        let pair = Pair { right: &right, wrong: &wrong, rules: self.base };
        // Cases of the clause lie nearest; they stand for half of the positions.
        let mut starts = seeds(&right, self.cases);
        let near = seeds(&right, &related);
        if !near.is_empty() {
            starts.extend(near.iter().cycle().take(starts.len()).cloned());
        }
        let mut random = fastrand::Rng::with_seed(self.args.seed + number as u64);
        let deadline = Instant::now() + Duration::from_secs(self.args.seconds);
        let (found, compared) = find(pair, &starts, &mut random, deadline);
        let Some(found) = found else {
            return Ok(format!("# {name}: no difference in {compared} positions"));
        };
        let id = {
            let mut used = used.lock().map_err(|_| "a search broke off")?;
            let id = ids::fresh(&used, &mut random);
            used.insert(id.clone());
            id
        };
        Ok(format!("# {name}\n{}", yaml(&draft(pair, &found, id, clause))?))
    }
}

fn yaml(case: &Case) -> Result<String, String> {
    serde_yaml::to_string(&[case]).map_err(|e| e.to_string())
}
