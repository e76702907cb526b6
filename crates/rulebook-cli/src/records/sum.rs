//! What was found of all records together: how many of each verdict, and for which reasons.

use std::collections::BTreeMap;

use rulebook_ir::Rules;
use serde_json::{Value, json};

use crate::{
    records::stream::End,
    records::verdict::{Judgement, Verdict},
};

/// Why records have a verdict.
type Why = (Verdict, String, Vec<String>);

/// How many different reasons are told apart.
const REASONS: usize = 10_000;

/// Counts.
#[derive(Debug, Default)]
pub(crate) struct Summary {
    pub(crate) games: u64,
    plies: u64,
    verdicts: BTreeMap<Verdict, u64>,
    reasons: BTreeMap<Why, u64>,
    /// The numbers of the kinds of games that were judged.
    types: BTreeMap<u32, u64>,
    /// Files with what there is to say of them.
    files: Vec<(String, End)>,
}

impl Summary {
    /// Counts a record.
    pub(crate) fn add(&mut self, judgement: &Judgement) {
        self.games += 1;
        self.plies += u64::from(judgement.plies);
        *self.verdicts.entry(judgement.verdict).or_default() += 1;
        if judgement.verdict != Verdict::OtherGame
            && let Some(number) = judgement.game_type
        {
            *self.types.entry(number).or_default() += 1;
        }
        if let Some(fault) = &judgement.fault {
            let why = (judgement.verdict, fault.reason.clone(), fault.clauses.clone());
            if self.reasons.len() < REASONS || self.reasons.contains_key(&why) {
                *self.reasons.entry(why).or_default() += 1;
            }
        }
    }

    /// Counts a file. One without a record is trouble: it is not what was meant.
    pub(crate) fn end(&mut self, file: &str, mut end: End) {
        if end.games == 0 && end.trouble.is_none() {
            end.trouble = Some(String::from("no game was found in it"));
        }
        self.files.push((file.to_owned(), end));
    }

    /// How many have this verdict.
    pub(crate) fn count(&self, verdict: Verdict) -> u64 {
        self.verdicts.get(&verdict).copied().unwrap_or(0)
    }

    /// Are all games legal?
    pub(crate) fn all_legal(&self) -> bool {
        self.count(Verdict::Legal) == self.games
    }

    /// What is the trouble with files, one sentence for each.
    pub(crate) fn troubles(&self) -> Vec<String> {
        let trouble = |(file, end): &(String, End)| {
            let why = end.trouble.as_ref()?;
            Some(if why.contains(&format!("`{file}`")) { why.clone() } else { format!("`{file}`: {why}") })
        };
        self.files.iter().filter_map(trouble).collect()
    }

    /// Reasons of faults, the commonest first.
    fn ordered(&self) -> Vec<(&Why, u64)> {
        let mut reasons: Vec<(&Why, u64)> = self.reasons.iter().map(|(why, n)| (why, *n)).collect();
        reasons.sort_by(|(one, n), (two, m)| one.0.cmp(&two.0).then(m.cmp(n)).then(one.cmp(two)));
        reasons
    }

    /// For people.
    pub(crate) fn text(&self, rules: &Rules) -> Vec<String> {
        let plural = |n: u64, one: &str, more: &str| if n == 1 { format!("{n} {one}") } else { format!("{n} {more}") };
        let files = self.files.len() as u64;
        let mut lines = vec![format!(
            "{} of `{}` in {}, {} played",
            plural(self.games, "record", "records"),
            rules.name,
            plural(files, "file", "files"),
            plural(self.plies, "ply", "plies")
        )];
        for verdict in Verdict::ALL {
            let n = self.count(verdict);
            if n > 0 || verdict == Verdict::Legal {
                lines.push(format!("{n:>9}  {}", verdict.name()));
            }
        }
        let reasons = self.ordered();
        if !reasons.is_empty() {
            lines.push(String::from("\nWhy:"));
        }
        for ((verdict, reason, clauses), n) in reasons {
            let ids = clauses.join(", ");
            lines.push(format!("{n:>9}  {:<15} {reason:<12} {ids}", verdict.name()).trim_end().to_owned());
            if let Some(text) = clauses.first().and_then(|id| sentence(rules, id)) {
                lines.push(format!("{:>11}{text}", ""));
            }
        }
        let passed_over: u64 = self.files.iter().map(|(_, end)| end.passed_over).sum();
        if passed_over > 0 {
            lines.push(format!("\n{} between the games were passed over.", plural(passed_over, "line", "lines")));
        }
        if self.types.len() > 1 {
            let types: Vec<String> = self.types.iter().map(|(number, n)| format!("{number} ({n})")).collect();
            lines.push(format!(
                "\nRecords of several GameTypes were judged, since their boards fit: {}. `--game-type NUMBER` leaves \
                 all but one out.",
                types.join(", ")
            ));
        }
        lines
    }

    /// For programs.
    pub(crate) fn json(&self) -> Value {
        let verdicts: serde_json::Map<String, Value> =
            Verdict::ALL.iter().map(|v| (v.name().to_owned(), json!(self.count(*v)))).collect();
        let reasons: Vec<Value> = self
            .ordered()
            .into_iter()
            .map(|((verdict, reason, clauses), n)| {
                json!({ "verdict": verdict.name(), "reason": reason, "clauses": clauses, "games": n })
            })
            .collect();
        let files: Vec<Value> = self
            .files
            .iter()
            .map(|(file, end)| {
                json!({ "file": file, "games": end.games, "passed_over": end.passed_over, "trouble": end.trouble })
            })
            .collect();
        let types: Vec<Value> =
            self.types.iter().map(|(number, n)| json!({ "game_type": number, "games": n })).collect();
        json!({
            "games": self.games,
            "plies": self.plies,
            "verdicts": verdicts,
            "reasons": reasons,
            "game_types": types,
            "files": files,
        })
    }
}

/// The sentence of a clause.
fn sentence<'a>(rules: &'a Rules, id: &str) -> Option<&'a str> {
    rules.clauses.iter().find(|c| c.id == id).and_then(|c| c.texts.get("en"))
}
