//! Wrong turns of the rules that answer as the program does: what may be wrong with it, in the words of the rules.

use std::{
    collections::BTreeMap,
    time::{Duration, Instant},
};

use rulebook_api::Game;

use crate::{
    Case, adapter,
    cores::on_all_cores,
    exam::{Difference, Kind, Seen, Shown, Verdict},
    protocol::{Ask, GameSaid, Judge},
    report::{Explanation, Suspect},
};

/// A game with one wrong turn.
pub struct Wrong {
    /// The clause, and what is wrong with it.
    pub suspect: Suspect,
    /// The game.
    pub game: Box<dyn Game>,
}

impl std::fmt::Debug for Wrong {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Wrong({}: {})", self.suspect.clause, self.suspect.what)
    }
}

/// How long explanations are looked for, in all.
const TIME: Duration = Duration::from_secs(20);

/// How many suspects are looked at: those first that explain most failures.
const LOOKED_AT: usize = 80;

/// Of all suspects of a game, those that contradict nothing the program answered rightly: they fail some of the cases that it
/// fails, and none of those that it passes.
pub(super) fn consistent(
    game: &str,
    cases: &[(&Case, Verdict)],
    suspects: &BTreeMap<Suspect, u32>,
    play: &mut dyn FnMut(&Case, &Suspect) -> Option<bool>,
) -> Vec<Explanation> {
    let until = Instant::now() + TIME;
    let mut ranked: Vec<(&Suspect, u32)> = suspects.iter().map(|(s, n)| (s, *n)).collect();
    ranked.sort_by_key(|(_, n)| std::cmp::Reverse(*n));
    let mut found = Vec::new();
    for (suspect, _) in ranked.into_iter().take(LOOKED_AT) {
        let mut passed: Vec<&Case> = cases.iter().filter(|(_, v)| *v == Verdict::Pass).map(|(c, _)| *c).collect();
        // Those about the same clause are the first to contradict, and short ones are quick.
        passed.sort_by_key(|c| (!c.clauses.contains(&suspect.clause), c.moves.len()));
        let contradicted = passed.iter().any(|case| Instant::now() < until && play(case, suspect) == Some(false));
        if contradicted {
            continue;
        }
        if Instant::now() >= until {
            break;
        }
        let failing = cases.iter().filter(|(c, v)| *v == Verdict::Fail && play(c, suspect) == Some(false));
        let ids: Vec<String> = failing.map(|(c, _)| c.id.clone()).collect();
        if !ids.is_empty() {
            found.push(Explanation { game: game.to_owned(), suspect: suspect.clone(), cases: ids });
        }
    }
    found.sort_by_key(|e| std::cmp::Reverse(e.cases.len()));
    found
}

/// Those of `tried` that answer as the program does, where the right rules answer otherwise; on all cores.
pub fn explain(
    right: &dyn Game,
    how: &GameSaid,
    about: &Judge,
    wrong: &[Wrong],
    tried: &[usize],
    shown: &Shown,
) -> Vec<usize> {
    let how = without_clauses(how);
    let seen = Seen { game: right, said: &how };
    let Some(judge) = seen.question(about, shown) else { return Vec::new() };
    let explains = |index: usize| {
        let reply = adapter::reply(wrong[tried[index]].game.as_ref(), &judge);
        let answers = seen.differs(shown, &judge, &reply).unwrap_or_default();
        shown.differences.iter().all(|d| answers.iter().any(|a| same(a, d)))
    };
    // If no thread can be started, nothing is explained.
    let all = on_all_cores(tried.len(), &explains).unwrap_or_default();
    tried.iter().zip(all).filter(|(_, explains)| *explains).map(|(index, _)| *index).collect()
}

/// The same answer? A program that does not say why is explained by what ends the game in the same way.
fn same(a: &Difference, d: &Difference) -> bool {
    let sorted = |moves: &[String]| {
        let mut moves = moves.to_vec();
        moves.sort_unstable();
        moves
    };
    let got = a.got == d.got
        || a.got.split(" (").next() == Some(d.got.as_str())
        || matches!(d.kind, Kind::Set | Kind::Forbidden);
    a.kind == d.kind && got && sorted(&a.missing) == sorted(&d.missing) && sorted(&a.extra) == sorted(&d.extra)
}

/// Wrong rules do not say why they refuse a move.
pub(super) fn without_clauses(how: &GameSaid) -> GameSaid {
    let asks = how.asks.iter().copied().filter(|a| *a != Ask::Clauses).collect();
    GameSaid { asks, ..how.clone() }
}
