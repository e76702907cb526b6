//! Wrong turns of the rules that answer as the program does: what may be wrong with it, in the words of the rules.

use std::{
    collections::BTreeMap,
    time::{Duration, Instant},
};

use rulebook_api::{
    Game, Vocabulary,
    move_text::{self, Found},
    position_text,
};

use crate::{
    Case, adapter,
    exam::{Difference, Kind, Line, Shown, Verdict, compare},
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

/// Those that answer as the program does, where the right rules answer otherwise.
pub fn explain(right: &dyn Game, wrong: &[Wrong], shown: &Shown) -> Vec<Suspect> {
    let names = right.vocabulary();
    let explains = |w: &&Wrong| {
        let mut differences = shown.differences.iter();
        differences.all(|d| answers(names, right, w.game.as_ref(), &shown.line, shown.illegal.as_deref(), d))
    };
    wrong.iter().filter(explains).map(|w| w.suspect.clone()).collect()
}

/// Does the wrong game answer as the program did?
fn answers(
    names: &Vocabulary,
    right: &dyn Game,
    wrong: &dyn Game,
    line: &Line,
    illegal: Option<&str>,
    difference: &Difference,
) -> bool {
    let reached = line.play(wrong);
    let Some(position) = &reached else { return difference.kind == Kind::Verdict && illegal.is_none() };
    let status = position.status();
    let legal = if status.is_over() { Vec::new() } else { position.legal() };
    let is_legal = |text: &str| matches!(move_text::find(names, text, &legal, &[]), Ok(Found::Legal(_)));
    match difference.kind {
        Kind::Verdict => illegal.is_some_and(is_legal),
        Kind::Set => {
            let Some(at) = line.play(right) else { return false };
            let all = if at.status().is_over() { 0 } else { at.legal().len() };
            let count = all + difference.extra.len() == legal.len() + difference.missing.len();
            count && difference.extra.iter().all(|m| is_legal(m)) && !difference.missing.iter().any(|m| is_legal(m))
        }
        Kind::State | Kind::Reason => {
            let said = compare::said_status(&adapter::status_said(names, &status));
            // A program that does not say why is explained by what ends the game in the same way.
            said == difference.got || said.split(" (").next() == Some(difference.got.as_str())
        }
        Kind::Position => position_text::print(names, &position.setup()) == difference.got,
        Kind::Forbidden => {
            let banned = position.forbidden();
            let is = |text: &str| banned.iter().any(|b| move_text::fits(names, text, &b.action));
            difference.extra.iter().all(|m| is(m))
                && !difference.missing.iter().any(|m| is(m))
                && !(difference.extra.is_empty() && difference.missing.is_empty())
        }
        Kind::Clocks => compare::clock_texts(&adapter::clocks(names, &position.clocks())).contains(&difference.got),
    }
}
