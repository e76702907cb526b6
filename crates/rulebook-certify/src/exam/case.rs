//! The questions of a case, put to a program, and what came out.

use std::collections::BTreeSet;

use super::{
    compare::{self, Difference, Kind},
    outcome::{Examined, Shown, Verdict},
    question::Line,
    subject::Reply,
};
use crate::{
    case::{Case, FullRefusal, Refusal},
    protocol::{Ask, GameSaid, Judge, JudgeSaid, MoveParts, Rejected},
};
use rulebook_api::{
    Game, Vocabulary,
    move_text::{self, Deed, Found},
    position_text,
};

/// Puts a case to a program: to what it answers, through `ask`.
pub fn examine(
    case: &Case,
    game: &dyn Game,
    how: &GameSaid,
    about: &Judge,
    ask: &mut dyn FnMut(&Judge) -> Reply,
) -> Examined {
    let nothing =
        Examined { verdict: Verdict::Pass, shown: Vec::new(), detail: String::new(), unasked: BTreeSet::new() };
    let mut exam = Exam { case, game, names: game.vocabulary(), how, about, ask, found: nothing, asked: false };
    exam.all();
    exam.found
}

struct Exam<'a> {
    case: &'a Case,
    game: &'a dyn Game,
    names: &'a Vocabulary,
    how: &'a GameSaid,
    /// Game, options and parameters of the questions.
    about: &'a Judge,
    ask: &'a mut dyn FnMut(&Judge) -> Reply,
    found: Examined,
    /// Has any part of the expectation been asked?
    asked: bool,
}

/// How many replies are looked at where a position cannot be asked for.
const REPLIES: usize = 24;

impl Exam<'_> {
    fn all(&mut self) {
        if self.case.position.is_some() && !self.how.setup {
            self.found.verdict = Verdict::Unsupported;
            self.found.detail = String::from("games that begin from a position");
            return;
        }
        if self.case.expect.refused.is_some() {
            self.refused_position();
        } else {
            match self.line() {
                Ok(line) => self.played(&line),
                Err(why) => self.found = Examined::not_run(format!("the case does not fit the rules: {why}")),
            }
        }
        if self.found.verdict == Verdict::Pass && !self.asked {
            self.found.verdict = Verdict::Unsupported;
            let what: Vec<&str> = self.found.unasked.iter().map(|a| a.word()).collect();
            self.found.detail = format!("answers about: {}", what.join(", "));
        }
    }

    /// The line of play of the case.
    fn line(&self) -> Result<Line, String> {
        let start = match &self.case.position {
            None => None,
            Some(text) => Some(position_text::parse(self.names, text).map_err(|e| e.message)?),
        };
        let mut line = Line { start, moves: Vec::new() };
        let mut position = line.begin(self.game).ok_or("the position is refused")?;
        for text in move_text::split(&self.case.moves) {
            let legal = position.legal();
            let Ok(Found::Legal(action)) = move_text::find(self.names, text, &legal, &[]) else {
                return Err(format!("`{text}` is not legal"));
            };
            position.play(action).map_err(|_| format!("`{text}` is not played"))?;
            line.moves.push(action.clone());
        }
        Ok(line)
    }

    /// Puts a question; `None` if there is no verdict, which is then noted.
    fn put(&mut self, judge: Option<Judge>) -> Option<Result<Box<JudgeSaid>, Rejected>> {
        let judge = judge?;
        let (verdict, detail) = match (self.ask)(&judge) {
            Reply::Ok(said) => return Some(Ok(said)),
            Reply::Rejected(rejected) => return Some(Err(rejected)),
            Reply::Unsupported(what) => (Verdict::Unsupported, what),
            Reply::Error(message) => (Verdict::Error, message),
            Reply::NotAsked(why) => (Verdict::NotRun, why),
            Reply::Broken(trouble) => {
                let verdict = trouble.kind.verdict();
                let stderr = trouble.stderr.trim();
                let last = stderr.lines().last().map_or_else(String::new, |l| format!("; standard error ends: {l}"));
                (verdict, format!("{}{last}", trouble.detail))
            }
        };
        // What differed before remains the verdict.
        if self.found.verdict == Verdict::Pass {
            self.found.verdict = verdict;
            self.found.detail = detail;
        }
        None
    }

    fn fails(&mut self, shown: Shown) {
        if !shown.differences.is_empty() {
            self.found.verdict = Verdict::Fail;
            self.found.shown.push(shown);
        }
    }

    /// The differences at the end of a line of play.
    fn line_fails(&mut self, line: &Line, ask: &[Ask], differences: Vec<Difference>) {
        let (line, ask) = (line.clone(), ask.to_vec());
        self.fails(Shown { line, illegal: None, clauses: Vec::new(), ask, differences });
    }

    /// Puts the question about something that has to be rejected.
    fn has_to_be_rejected(&mut self, line: Line, illegal: Option<String>, clauses: &[String]) {
        let named = if self.how.can(Ask::Clauses) { clauses.to_vec() } else { Vec::new() };
        let mut shown = Shown { line, illegal, clauses: named, ask: self.usual(), differences: Vec::new() };
        let seen = compare::Seen { game: self.game, said: self.how };
        let Some(judge) = seen.question(self.about, &shown) else {
            self.found = Examined::not_run("the case does not fit the rules");
            return;
        };
        self.asked = true;
        let reply = match self.put(Some(judge.clone())) {
            Some(Ok(said)) => Reply::Ok(said),
            Some(Err(rejected)) => Reply::Rejected(rejected),
            None => return,
        };
        shown.differences =
            compare::Seen { game: self.game, said: self.how }.differs(&shown, &judge, &reply).unwrap_or_default();
        self.fails(shown);
        if !clauses.is_empty() {
            self.can(Ask::Clauses);
        }
    }

    /// What every question asks, as far as it can be asked: a question that asks for less would tell what is expected.
    fn usual(&self) -> Vec<Ask> {
        [Ask::Legal, Ask::Status, Ask::Clauses].into_iter().filter(|a| self.how.can(*a)).collect()
    }

    /// A position that has to be refused.
    fn refused_position(&mut self) {
        let Some(text) = &self.case.position else { return };
        if let Ok(setup) = position_text::parse(self.names, text) {
            let line = Line { start: Some(setup), moves: Vec::new() };
            self.has_to_be_rejected(line, None, &[]);
            return;
        }
        // What is not even a position of the board can only be given as it stands.
        let judge = Judge { position: Some(text.clone()), ask: self.usual(), ..self.about.clone() };
        self.asked = true;
        if let Some(Ok(_)) = self.put(Some(judge)) {
            let difference = Difference::new(Kind::Verdict, "the position is refused", "it is accepted");
            self.line_fails(&Line::default(), &[], vec![difference]);
        }
    }

    /// Notes what cannot be asked; true if it can.
    fn can(&mut self, ask: Ask) -> bool {
        let can = self.how.can(ask);
        if !can {
            self.found.unasked.insert(ask);
        }
        can
    }

    fn played(&mut self, line: &Line) {
        self.at_the_end(line);
        self.before_the_end(line);
        for refusal in self.case.expect.illegal.iter().map(Refusal::full) {
            self.refusal(line, &refusal);
        }
    }

    /// What holds after all moves.
    fn at_the_end(&mut self, line: &Line) {
        let expect = &self.case.expect;
        let needs_status = expect.status.is_some() || expect.ends_at_ply.is_some();
        let names_reasons = expect.status.as_ref().is_some_and(|s| {
            s.reason.is_some() || !s.reasons.is_empty() || !s.reasons_any_of.is_empty() || s.claimable.is_some()
        });
        let mut ask = Vec::new();
        let wanted = [
            (needs_status, Ask::Status),
            (expect.legal.is_some() || !expect.legal_includes.is_empty(), Ask::Legal),
            (expect.forbidden.is_some(), Ask::Forbidden),
            (expect.position.is_some(), Ask::Position),
            (!expect.clocks.is_empty(), Ask::Clocks),
        ];
        for (wanted, what) in wanted {
            if wanted && self.can(what) {
                ask.push(what);
            }
        }
        self.asked |= !ask.is_empty();
        ask.extend(self.usual());
        ask.sort_unstable();
        ask.dedup();
        if ask.contains(&Ask::Status) && names_reasons {
            self.can(Ask::Reasons);
        }
        // Where nothing is asked and nothing was played, there is nothing to be learnt but from the moves tried below.
        let idle = ask.is_empty() && line.moves.is_empty();
        let reply = if idle { Some(Ok(Box::default())) } else { self.put(line.question(self.game, self.about, &ask)) };
        match reply {
            None => return,
            Some(Err(rejected)) => {
                self.asked = true;
                let difference = Difference::new(Kind::Verdict, compare::ACCEPTED, compare::rejected_at(rejected.ply));
                return self.line_fails(line, &ask, vec![difference]);
            }
            Some(Ok(said)) => {
                let differences = self.compare(line, &said);
                self.line_fails(line, &ask, differences);
            }
        }
        if expect.position.is_some() && !self.how.can(Ask::Position) {
            self.replies(line);
        }
        if expect.forbidden.is_some() && !self.how.can(Ask::Forbidden) {
            self.bans(line);
        }
        if (expect.legal.is_some() || !expect.legal_includes.is_empty()) && !self.how.can(Ask::Legal) {
            self.accepted(line);
        }
    }

    /// Where no legal moves are told: those expected are tried. What is legal besides cannot be seen.
    fn accepted(&mut self, line: &Line) {
        let Some(position) = line.play(self.game) else { return };
        let legal = position.legal();
        let expected: Vec<&String> =
            self.case.expect.legal.iter().flatten().chain(&self.case.expect.legal_includes).collect();
        for text in expected.into_iter().take(REPLIES) {
            let Ok(Found::Legal(action)) = move_text::find(self.names, text, &legal, &[]) else { continue };
            let mut next = line.clone();
            next.moves.push(action.clone());
            match self.put(next.question(self.game, self.about, &[])) {
                None => return,
                Some(Ok(_)) => self.asked = true,
                Some(Err(_)) => {
                    self.asked = true;
                    let expected = format!("`{text}` is accepted");
                    let difference = Difference::new(Kind::Verdict, expected, "it is rejected");
                    return self.line_fails(&next, &[], vec![difference]);
                }
            }
        }
    }

    /// The expectation of the case against an answer.
    fn compare(&self, line: &Line, said: &JudgeSaid) -> Vec<Difference> {
        let expect = &self.case.expect;
        let mut found = Vec::new();
        if let (Some(expected), Some(got)) = (&expect.status, &said.status) {
            found.extend(compare::expectation_differs(expected, got, self.how.can(Ask::Reasons)));
        }
        if let (Some(ply), None, Some(got)) = (expect.ends_at_ply, &expect.status, &said.status)
            && got.state == crate::case::State::Ongoing
        {
            found.push(Difference::new(Kind::State, format!("the game ends with ply {ply}"), "ongoing"));
        }
        let Some(position) = line.play(self.game) else { return found };
        if let Some(got) = &said.legal {
            let legal = if position.status().is_over() { Vec::new() } else { position.legal() };
            let mut differs = compare::set_differs(self.names, &legal, got, self.how.moves);
            if expect.legal.is_none() {
                // Only some are expected; what else is said does not matter here.
                differs = differs.filter(|d| expect.legal_includes.iter().any(|m| self.among(m, &legal, &d.missing)));
            }
            found.extend(differs);
        }
        let mut others = Vec::new();
        if expect.forbidden.is_some() && said.forbidden.is_some() {
            others.push(Ask::Forbidden);
        }
        let rest = JudgeSaid { status: None, legal: None, clocks: None, position: None, ..said.clone() };
        found.extend(compare::differences(self.names, position.as_ref(), &rest, &others, self.how));
        if let (Some(text), Some(got)) = (&expect.position, &said.position)
            && let Ok(expected) = position_text::parse(self.names, text)
        {
            found.extend(compare::position_differs(self.names, &expected, got));
        }
        if let Some(got) = &said.clocks {
            found.extend(compare::clocks_differ(&expect.clocks, got));
        }
        found
    }

    /// Is the action that this text means among the texts?
    fn among(&self, text: &str, legal: &[rulebook_api::Action], texts: &[String]) -> bool {
        match move_text::find(self.names, text, legal, &[]) {
            Ok(Found::Legal(action)) => texts.contains(&move_text::text_of(self.names, action, legal)),
            _ => false,
        }
    }

    /// The game must not have ended before its last move.
    fn before_the_end(&mut self, line: &Line) {
        let over = self.case.expect.ends_at_ply.is_some_and(|ply| ply > 0);
        if !over || line.moves.is_empty() || !self.how.can(Ask::Status) {
            return;
        }
        let before = Line { start: line.start.clone(), moves: line.moves[..line.moves.len() - 1].to_vec() };
        let ask = [Ask::Status];
        match self.put(before.question(self.game, self.about, &ask)) {
            Some(Ok(said)) => {
                let (Some(position), Some(got)) = (before.play(self.game), &said.status) else { return };
                let differs = compare::status_differs(self.names, &position.status(), got, false);
                self.line_fails(&before, &ask, differs.into_iter().collect());
            }
            Some(Err(rejected)) => {
                let difference = Difference::new(Kind::Verdict, compare::ACCEPTED, compare::rejected_at(rejected.ply));
                self.line_fails(&before, &ask, vec![difference]);
            }
            None => {}
        }
    }

    /// Where no position is told: what can be played next, and after each of that, shows the pieces.
    fn replies(&mut self, line: &Line) {
        if !self.how.can(Ask::Legal) {
            return;
        }
        let Some(position) = line.play(self.game) else { return };
        if position.status().is_over() {
            return;
        }
        self.found.unasked.remove(&Ask::Position);
        self.asked = true;
        let mut lines = vec![line.clone()];
        for action in position.legal().into_iter().take(REPLIES) {
            let mut next = line.clone();
            next.moves.push(action);
            lines.push(next);
        }
        let ask = [Ask::Legal];
        for line in lines {
            let reply = match self.put(line.question(self.game, self.about, &ask)) {
                Some(Ok(said)) => Reply::Ok(said),
                Some(Err(rejected)) => Reply::Rejected(rejected),
                None => return,
            };
            let seen = compare::Seen { game: self.game, said: self.how };
            let differences = seen.line(&line, &ask, &reply).unwrap_or_default();
            if !differences.is_empty() {
                return self.line_fails(&line, &ask, differences);
            }
        }
    }

    /// Where forbidden moves are not told: each is tried.
    fn bans(&mut self, line: &Line) {
        let Some(expected) = &self.case.expect.forbidden else { return };
        if self.how.can(Ask::Legal) {
            self.found.unasked.remove(&Ask::Forbidden);
        }
        for refusal in expected.iter().map(Refusal::full) {
            self.refusal(line, &FullRefusal { ply: None, ..refusal });
        }
        // What is not expected to be forbidden has to be legal.
        if self.how.can(Ask::Legal) {
            let ask = [Ask::Legal];
            if let Some(Ok(said)) = self.put(line.question(self.game, self.about, &ask)) {
                let reply = Reply::Ok(said);
                self.asked = true;
                let seen = compare::Seen { game: self.game, said: self.how };
                let differences = seen.line(line, &ask, &reply).unwrap_or_default();
                self.line_fails(line, &ask, differences);
            }
        }
    }

    /// A move that has to be rejected, in its turn.
    fn refusal(&mut self, line: &Line, refusal: &FullRefusal) {
        let before = match refusal.ply {
            None => line.clone(),
            Some(ply) => self.up_to(line, ply),
        };
        if self.how.moves == MoveParts::FromTo && self.has_legal_twin(&before, &refusal.action) {
            if self.found.verdict == Verdict::Pass {
                self.found.verdict = Verdict::Unsupported;
                self.found.detail = String::from("captures between the same cells that are different moves");
            }
            return;
        }
        self.has_to_be_rejected(before, Some(refusal.action.clone()), &refusal.clauses);
    }

    /// Is there a legal move between the same cells?
    fn has_legal_twin(&self, line: &Line, action: &str) -> bool {
        let ends = move_text::written(self.names, action).and_then(|written| match written.deed {
            Deed::Walk(cells, _) => Some((cells.first().copied(), cells.last().copied())),
            _ => None,
        });
        let legal = line.play(self.game).map(|p| p.legal()).unwrap_or_default();
        ends.is_some_and(|ends| legal.iter().any(|a| (a.from, a.to) == ends))
    }

    /// The moves before a turn.
    fn up_to(&self, line: &Line, ply: u32) -> Line {
        let mut cut = Line { start: line.start.clone(), moves: Vec::new() };
        let Some(mut position) = line.begin(self.game) else { return cut };
        let begun = position.turns();
        for action in &line.moves {
            if position.turns() - begun + 1 >= ply {
                break;
            }
            if position.play(action).is_err() {
                break;
            }
            cut.moves.push(action.clone());
        }
        cut
    }
}
