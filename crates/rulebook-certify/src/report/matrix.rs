//! What a report says of each clause, and whether the implementation conforms.

use std::collections::{BTreeMap, BTreeSet};

use super::record::{CaseRecord, Conformity, Explanation, Footer, GeneratedRecord, Header};
use crate::{
    case::Level,
    exam::{Incident, Verdict},
};

/// Clauses with what came out of their cases.
#[derive(Clone, Debug, Default)]
pub struct Matrix {
    /// One for each clause that has cases, in the order of ids.
    pub rows: Vec<ClauseRow>,
}

/// A clause.
#[derive(Clone, Debug, Default)]
pub struct ClauseRow {
    /// Its game.
    pub game: String,
    /// Its full id.
    pub clause: String,
    /// Cases by outcome.
    pub counts: BTreeMap<Verdict, u32>,
    /// Cases that fail and are let pass.
    pub waived: u32,
    /// Ids of the cases that do not pass.
    pub failing: Vec<String>,
}

impl ClauseRow {
    /// How many came to this.
    pub fn count(&self, verdict: Verdict) -> u32 {
        self.counts.get(&verdict).copied().unwrap_or(0)
    }

    /// In one word: what is worst.
    pub fn word(&self) -> &'static str {
        let wrong = [Verdict::Fail, Verdict::Error, Verdict::Crash, Verdict::TimeOut, Verdict::Protocol];
        match wrong.iter().find(|v| self.count(**v) > 0) {
            Some(verdict) => verdict.word(),
            None if self.waived > 0 => "waived",
            None if self.count(Verdict::Pass) > 0 => Verdict::Pass.word(),
            None if self.count(Verdict::Unsupported) > 0 => Verdict::Unsupported.word(),
            None => Verdict::NotRun.word(),
        }
    }
}

impl Matrix {
    /// Of these cases.
    pub fn of(cases: &[CaseRecord]) -> Self {
        let mut rows: BTreeMap<(&str, &str), ClauseRow> = BTreeMap::new();
        for case in cases.iter().filter(|c| !c.disputed) {
            for clause in &case.clauses {
                let row = rows.entry((&case.game, clause)).or_default();
                (row.game, row.clause) = (case.game.clone(), clause.clone());
                if case.waived.is_some() {
                    row.waived += 1;
                    continue;
                }
                *row.counts.entry(case.outcome).or_default() += 1;
                if is_wrong(case.outcome) {
                    row.failing.push(case.id.clone());
                }
            }
        }
        Self { rows: rows.into_values().collect() }
    }
}

/// Does this outcome say that something is wrong with the implementation?
fn is_wrong(verdict: Verdict) -> bool {
    !matches!(verdict, Verdict::Pass | Verdict::Unsupported | Verdict::NotRun)
}

/// The footer of a report.
pub(crate) fn conclude(
    header: &Header,
    cases: &[CaseRecord],
    generated: &[GeneratedRecord],
    explanations: Vec<Explanation>,
    incidents: &[Incident],
    ends: bool,
) -> Footer {
    let mut counts: BTreeMap<String, u32> = BTreeMap::new();
    for case in cases {
        *counts.entry(if case.waived.is_some() { "waived" } else { case.outcome.word() }.to_owned()).or_default() += 1;
    }
    let binding = |c: &&CaseRecord| !c.disputed && c.waived.is_none() && c.level != Level::Advisory;
    let wrong: Vec<&CaseRecord> = cases.iter().filter(binding).filter(|c| is_wrong(c.outcome)).collect();
    let must_fail = wrong.iter().filter(|c| c.level == Level::Must).count();
    let mut reasons = Vec::new();
    if must_fail > 0 {
        reasons.push(if must_fail == 1 {
            String::from("1 binding case does not pass")
        } else {
            format!("{must_fail} binding cases do not pass")
        });
    }
    let random = generated.iter().filter(|g| is_wrong(g.outcome)).count();
    if random > 0 {
        reasons.push(format!("positions of random games differ in {random} of the {} games examined", generated.len()));
    }
    let failed = |verdict: Verdict| verdict == Verdict::Fail;
    let breaks = wrong.iter().any(|c| c.level == Level::Must && failed(c.outcome))
        || generated.iter().any(|g| failed(g.outcome));
    for game in generated.iter().filter(|g| g.outcome == Verdict::Pass || !is_wrong(g.outcome)) {
        let wanted = header.generated.map_or(0, |plan| plan.positions);
        if game.outcome != Verdict::Pass || game.positions < wanted {
            reasons.push(format!("of {} only {} positions at random could be compared", game.game, game.positions));
        }
    }
    if header.shard.of > 1 {
        reasons.push(format!(
            "this is part {} of {}: merge all parts with `rulebook report merge`",
            header.shard.part, header.shard.of
        ));
    }
    let needless: Vec<&str> = cases
        .iter()
        .filter(|c| header.profile.waivers.iter().any(|w| w.case == c.id) && c.outcome == Verdict::Pass)
        .map(|c| c.id.as_str())
        .collect();
    if !needless.is_empty() {
        reasons.push(format!("waived, but passed: {}; the waiver has to go", needless.join(", ")));
    }
    let mut notes = Vec::new();
    for waiver in &header.profile.waivers {
        if !header.all.contains(&waiver.case) {
            notes.push(format!("the waiver of {} is about a case that is not put", waiver.case));
        } else if waiver.expires < header.day {
            notes.push(format!("the waiver of {} has expired on {}", waiver.case, waiver.expires));
        }
    }
    if !incidents.is_empty() {
        reasons.push(format!("it broke {} times and then answered, see the incidents", incidents.len()));
    }
    // What could be asked of a case only in part has been examined only in part.
    let demanded = |c: &CaseRecord| c.unasked.iter().any(|a| !header.profile.without_answers.contains(a));
    let lacking = |case: &CaseRecord| match case.outcome {
        Verdict::NotRun => true,
        Verdict::Pass => demanded(case),
        Verdict::Unsupported => case.unasked.is_empty() || demanded(case),
        _ => false,
    };
    let open: Vec<&CaseRecord> =
        cases.iter().filter(binding).filter(|c| c.level == Level::Must && lacking(c)).collect();
    if !open.is_empty() {
        reasons.push(format!("{} binding cases could not be examined, or only in part", open.len()));
    }
    for game in header.games.keys() {
        let passed = cases.iter().filter(|c| c.game == *game && c.outcome == Verdict::Pass).count();
        if passed == 0 && header.planned.len() == header.all.len() {
            reasons.push(format!("no case of {game} passes"));
        }
    }
    let matrix = Matrix::of(cases);
    let unexamined: BTreeSet<String> = header
        .games
        .values()
        .flat_map(|game| game.clauses.keys())
        .filter(|clause| {
            let row = matrix.rows.iter().find(|r| r.clause == **clause);
            row.is_none_or(|row| matches!(row.word(), "unsupported" | "not-run"))
                && cases.iter().any(|c| c.clauses.contains(clause))
        })
        .cloned()
        .collect();
    let conformity = match () {
        () if breaks => Conformity::Breaks,
        () if reasons.is_empty() => Conformity::Conforms,
        () => Conformity::NotShown,
    };
    Footer {
        counts,
        conformity,
        broken: broken(
            &wrong.iter().copied().filter(|c| c.outcome == Verdict::Fail && c.level == Level::Must).collect::<Vec<_>>(),
            cases,
            generated,
            &explanations,
        ),
        explanations,
        unexamined: unexamined.into_iter().collect(),
        reasons,
        notes,
        incidents: incidents.to_vec(),
        ends,
        questions: 0,
        seconds: 0.0,
    }
}

/// The clauses that are broken, those first that explain most. Each failing case is given to one of the clauses that it is
/// about, or to one whose wrong turn explains it and contradicts nothing that passed; so is each failing game at random. The
/// clause that explains most comes first, and then those that explain what is left.
fn broken(
    wrong: &[&CaseRecord],
    cases: &[CaseRecord],
    generated: &[GeneratedRecord],
    explanations: &[Explanation],
) -> Vec<String> {
    let failing_share = |clause: &str| {
        let of_clause = |c: &&CaseRecord| !c.disputed && c.clauses.iter().any(|x| x == clause);
        let count = |wanted: &dyn Fn(Verdict) -> bool| {
            cases.iter().filter(of_clause).filter(|c| wanted(c.outcome)).count() as u32
        };
        let failed = count(&is_wrong);
        let passed = count(&|v| v == Verdict::Pass);
        f64::from(failed) / f64::from((failed + passed).max(1))
    };
    // What may explain each failure, with how well.
    let mut open: Vec<BTreeMap<String, f64>> = Vec::new();
    for case in wrong {
        let mut weights: BTreeMap<String, f64> = BTreeMap::new();
        for clause in &case.clauses {
            weights.insert(clause.clone(), 1.0 + failing_share(clause));
        }
        let explained = explanations.iter().filter(|e| e.cases.contains(&case.id));
        for clause in explained.map(|e| &e.suspect.clause).collect::<BTreeSet<_>>() {
            *weights.entry(clause.clone()).or_default() += 3.0;
        }
        open.push(weights);
    }
    for failure in generated.iter().flat_map(|g| &g.failures) {
        let mut weights: BTreeMap<String, f64> = BTreeMap::new();
        for clause in failure.suspects.iter().map(|s| &s.clause).collect::<BTreeSet<_>>() {
            let consistent =
                explanations.iter().any(|e| failure.suspects.contains(&e.suspect) && e.suspect.clause == *clause);
            // What failed in a case as well is the likelier.
            let failed = wrong.iter().any(|c| c.clauses.contains(clause));
            *weights.entry(clause.clone()).or_default() +=
                if consistent { 3.0 } else { 0.2 } + if failed { 1.0 } else { 0.0 };
        }
        for clause in &failure.why {
            *weights.entry(clause.clone()).or_default() += 0.5;
        }
        open.push(weights);
    }
    let mut found = Vec::new();
    while !open.is_empty() {
        let mut total: BTreeMap<&str, f64> = BTreeMap::new();
        for weights in &open {
            for (clause, weight) in weights {
                *total.entry(clause).or_default() += weight;
            }
        }
        let best = total.into_iter().max_by(|a, b| a.1.total_cmp(&b.1).then(b.0.cmp(a.0)));
        let Some((best, _)) = best.map(|(c, w)| (c.to_owned(), w)) else { break };
        open.retain(|weights| !weights.contains_key(&best) && !weights.is_empty());
        found.push(best);
    }
    found
}
