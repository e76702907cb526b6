//! Games at random, compared in every position: what no list of cases can be learnt by heart for.
//!
//! Games begin at the first position or near the positions of the cases, and go where rules are: towards captures and
//! changes of kind, or away from them, so that clocks run. The same seed gives the same games.

use std::time::{Duration, Instant};

use rulebook_api::{Action, Game, Setup};

use super::{Library, Plan, failures::Failures, plan::Reading};
use crate::{
    Case,
    exam::{Difference, Kind, Line, Reply, Shown, Subject, Verdict, compare},
    protocol::{Ask, GameSaid, Judge, MoveData},
    report::{GeneratedPlan, GeneratedRecord},
    search,
};

/// How many failures are told; further ones are of the same kind, or the program is wrong all over.
const FAILURES: usize = 12;

/// How many failures of one kind are told.
const OF_A_KIND: usize = 2;

/// The longest game, in moves.
const LONGEST: usize = 200;

/// Plays until so many positions are compared.
pub(super) fn play(
    plan: &Plan<'_>,
    library: &dyn Library,
    subject: &mut Subject<'_>,
    reading: &Reading,
    wanted: GeneratedPlan,
    failures: &mut Failures<'_>,
) -> GeneratedRecord {
    let begun = Instant::now();
    let mut record = GeneratedRecord {
        game: reading.game.clone(),
        games: 0,
        positions: 0,
        unanswered: 0,
        outcome: Verdict::Pass,
        detail: String::new(),
        failures: Vec::new(),
        milliseconds: 0,
    };
    let table = match library.open(&reading.game, &reading.options, &std::collections::BTreeMap::new()) {
        Ok(table) => table,
        Err(why) => return GeneratedRecord { outcome: Verdict::NotRun, detail: why, ..record },
    };
    let about = Judge { game: reading.game.clone(), options: reading.options.clone(), ..Judge::default() };
    let game = table.game();
    let of_game: Vec<&Case> = plan.cases.iter().copied().filter(|c| c.game() == reading.game).collect();
    let seeds = if reading.said.setup { search::seeds(game, &of_game) } else { Vec::new() };
    let mut games =
        Games { game, seeds: &seeds, undo: reading.said.undo, random: fastrand::Rng::with_seed(wanted.seed) };
    let asks: Vec<Ask> =
        [Ask::Legal, Ask::Status, Ask::Forbidden].into_iter().filter(|a| reading.said.can(*a)).collect();
    if asks.is_empty() {
        let detail = String::from("answers about legal moves, forbidden moves or the status");
        return GeneratedRecord { outcome: Verdict::Unsupported, detail, ..record };
    }
    let mut kinds: Vec<Difference> = Vec::new();
    while record.positions < wanted.positions && record.failures.len() < FAILURES {
        let line = games.next();
        record.games += 1;
        let found = match compare_line(&Asking { game, how: &reading.said, about: &about, asks: &asks }, &line, subject)
        {
            Compared::Same(positions) => {
                record.positions += positions;
                continue;
            }
            Compared::Nothing(verdict, why) => {
                record.unanswered += 1;
                // What differed before stays the outcome.
                if verdict != Verdict::Unsupported && record.outcome != Verdict::Fail {
                    (record.outcome, record.detail) = (verdict, why.clone());
                }
                if verdict == Verdict::NotRun {
                    break;
                }
                if record.unanswered > 200 && record.positions == 0 {
                    (record.outcome, record.detail) = (Verdict::Unsupported, why);
                    break;
                }
                if record.unanswered > 20 * wanted.positions {
                    break;
                }
                continue;
            }
            Compared::Differs(positions, shown) => {
                record.positions += positions;
                shown
            }
        };
        record.outcome = Verdict::Fail;
        let seen = kinds.iter().filter(|k| found.differences.iter().any(|d| d.like(k))).count();
        kinds.extend(found.differences.first().cloned());
        if seen < OF_A_KIND {
            let until = Instant::now() + Duration::from_secs(10);
            record.failures.push(failures.tell(table.as_ref(), &reading.said, &about, &found, subject, until));
        } else if seen > 200 {
            break;
        }
    }
    if record.positions == 0 && record.outcome == Verdict::Pass {
        record.outcome = Verdict::Unsupported;
    }
    record.milliseconds = u64::try_from(begun.elapsed().as_millis()).unwrap_or(u64::MAX);
    record
}

/// What came of a line of play.
enum Compared {
    /// So many positions are the same.
    Same(u64),
    /// There is no verdict.
    Nothing(Verdict, String),
    /// After so many positions, something differs.
    Differs(u64, Shown),
}

/// How a program is asked about a game.
struct Asking<'a> {
    game: &'a dyn Game,
    how: &'a GameSaid,
    about: &'a Judge,
    asks: &'a [Ask],
}

/// A line of play with detours: moves that are played and taken back at once, after so many moves of the line.
struct Played {
    line: Line,
    detours: Vec<(usize, Vec<Action>)>,
}

/// Asks about a line of play, at every move of it.
fn compare_line(asking: &Asking<'_>, played: &Played, subject: &mut Subject<'_>) -> Compared {
    let Asking { game, how, about, asks } = *asking;
    if !how.each {
        return compare_slowly(asking, &played.line, subject);
    }
    let Some(mut judge) = played.line.question(game, about, asks) else { return Compared::Same(0) };
    judge.each = true;
    // How many entries of the answer belong to each move of the line: all but the last are on a detour.
    let mut entries = vec![vec![1]; judge.moves.len() + 1];
    for (at, detour) in played.detours.iter().rev() {
        let there = Line { start: played.line.start.clone(), moves: played.line.moves[..*at].to_vec() };
        let whole = Line { moves: [there.moves.clone(), detour.clone()].concat(), ..there };
        let Some(data) = whole.moves_data(game) else { continue };
        let back = MoveData { undo: Some(detour.len() as u32), ..MoveData::default() };
        let inserted = data.into_iter().skip(*at).chain([back]);
        judge.moves.splice(*at..*at, inserted);
        entries[*at].push(detour.len() + 1);
    }
    let said = match subject.judge(&judge) {
        Reply::Ok(said) => said.plies.unwrap_or_default(),
        // Where it was refused is found by asking again, less at a time.
        Reply::Rejected(rejected) => {
            return match compare_slowly(asking, &played.line, subject) {
                // One move after the other it is accepted, at once it is not.
                Compared::Same(n) => {
                    let differences =
                        vec![Difference::new(Kind::Verdict, compare::ACCEPTED, compare::rejected_at(rejected.ply))];
                    let line = played.line.clone();
                    let shown = Shown { line, illegal: None, clauses: Vec::new(), ask: asks.to_vec(), differences };
                    Compared::Differs(n, shown)
                }
                other => other,
            };
        }
        other => return nothing(other),
    };
    let Some(mut position) = played.line.begin(game) else { return Compared::Same(0) };
    let (mut compared, mut index) = (0, 0);
    for (ply, steps) in entries.iter().enumerate() {
        if let Some(action) = ply.checked_sub(1).and_then(|i| played.line.moves.get(i))
            && position.play(action).is_err()
        {
            return Compared::Same(compared);
        }
        for step in steps {
            index += step;
            let Some(said) = said.get(index - 1) else { return Compared::Same(compared) };
            compared += 1;
            let differences = compare::differences(game.vocabulary(), position.as_ref(), said, asks, how);
            if !differences.is_empty() {
                let moves = played.line.moves[..ply].to_vec();
                let line = Line { start: played.line.start.clone(), moves };
                return Compared::Differs(
                    compared,
                    Shown { line, illegal: None, clauses: Vec::new(), ask: asks.to_vec(), differences },
                );
            }
        }
    }
    Compared::Same(compared)
}

/// The same, a question for each position.
fn compare_slowly(asking: &Asking<'_>, line: &Line, subject: &mut Subject<'_>) -> Compared {
    let Asking { game, how, about, asks } = *asking;
    let mut compared = 0;
    for plies in 0..=line.moves.len() {
        let part = Line { start: line.start.clone(), moves: line.moves[..plies].to_vec() };
        let Some(judge) = part.question(game, about, asks) else { return Compared::Same(compared) };
        let reply = subject.judge(&judge);
        let seen = compare::Seen { game, said: how };
        match seen.line(&part, asks, &reply) {
            None => return nothing(reply),
            Some(differences) if differences.is_empty() => compared += 1,
            Some(differences) => {
                let shown = Shown { line: part, illegal: None, clauses: Vec::new(), ask: asks.to_vec(), differences };
                return Compared::Differs(compared + 1, shown);
            }
        }
    }
    Compared::Same(compared)
}

/// An answer that is no verdict.
fn nothing(reply: Reply) -> Compared {
    match reply {
        Reply::Unsupported(what) => Compared::Nothing(Verdict::Unsupported, what),
        Reply::Error(message) => Compared::Nothing(Verdict::Error, message),
        Reply::NotAsked(why) => Compared::Nothing(Verdict::NotRun, why),
        Reply::Broken(trouble) => Compared::Nothing(trouble.kind.verdict(), trouble.detail),
        Reply::Ok(_) | Reply::Rejected(_) => Compared::Same(0),
    }
}

/// A source of games.
struct Games<'a> {
    game: &'a dyn Game,
    seeds: &'a [Setup],
    undo: bool,
    random: fastrand::Rng,
}

/// What a game goes towards.
#[derive(Clone, Copy)]
enum Aim {
    /// Nothing.
    Anything,
    /// Captures, the longer the better, and changes of kind.
    Captures,
    /// Neither, so that clocks run.
    Quiet,
    /// Cells beside those taken, so that shapes come about.
    Dense,
}

impl Games<'_> {
    /// The next game.
    fn next(&mut self) -> Played {
        let near_a_case = !self.seeds.is_empty() && self.random.u8(0..3) > 0;
        let start = near_a_case.then(|| {
            let seed = &self.seeds[self.random.usize(0..self.seeds.len())];
            // Clocks that a case has wound are not every program's to take; they run by themselves.
            Setup { clocks: Vec::new(), step: 0, here: None, ..seed.clone() }
        });
        let mut line = Line { start, moves: Vec::new() };
        let Some(mut position) = line.begin(self.game) else {
            return Played { line: Line::default(), detours: Vec::new() };
        };
        let aim = [Aim::Anything, Aim::Captures, Aim::Quiet, Aim::Dense][self.random.usize(0..4)];
        let longest = [4, 20, 80, LONGEST][self.random.usize(0..4)];
        let mut detours = Vec::new();
        while line.moves.len() < longest && !position.status().is_over() {
            let legal = position.legal();
            if legal.is_empty() {
                break;
            }
            if self.undo && self.random.u8(0..16) == 0 {
                let action = legal[self.random.usize(0..legal.len())].clone();
                detours.push((line.moves.len(), vec![action]));
            }
            let action = self.choose(aim, &legal, &line);
            if position.play(&action).is_err() {
                break;
            }
            line.moves.push(action);
        }
        Played { line, detours }
    }

    fn choose(&mut self, aim: Aim, legal: &[Action], line: &Line) -> Action {
        let any = self.random.usize(0..legal.len());
        // One move in eight goes anywhere.
        if self.random.u8(0..8) == 0 {
            return legal[any].clone();
        }
        let before = line.moves.iter().rev().find(|m| m.to.is_some() && line.moves.len() > 1);
        let loud = |a: &Action| a.victims.len() * 4 + usize::from(a.piece.is_some_and(|p| p.kind > 0));
        let best = match aim {
            Aim::Anything => None,
            Aim::Captures => legal.iter().map(loud).max(),
            Aim::Quiet => legal.iter().map(loud).min(),
            Aim::Dense => {
                let near = |a: &Action| match (a.to, before.and_then(|b| b.to)) {
                    (Some(a), Some(b)) => usize::from(a.abs_diff(b)),
                    _ => 0,
                };
                let mut sorted: Vec<&Action> = legal.iter().collect();
                sorted.sort_by_key(|a| near(a));
                return sorted[self.random.usize(0..sorted.len().min(12))].clone();
            }
        };
        match best {
            None => legal[any].clone(),
            Some(best) => {
                let wanted: Vec<&Action> = legal.iter().filter(|a| loud(a) == best).collect();
                wanted[self.random.usize(0..wanted.len())].clone()
            }
        }
    }
}
