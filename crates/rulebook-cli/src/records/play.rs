//! Playing the moves of a record as they are written, leniently, up to the first that cannot be played.

use rulebook_api::{
    Action, PlayError, Position, Status,
    move_text::{self, Found, MoveTextError, MoveTextProblem},
};
use rulebook_records::Record;

use crate::{
    engine::Running,
    records::judge::{ending, named},
    records::verdict::{Fault, Judgement, Verdict},
    view, why,
};

/// How often a text that may mean several moves is tried out in one game.
const TRIES: u32 = 64;

/// How many meanings of one text are tried out.
const MEANINGS: usize = 8;

/// A record that is being played.
pub(crate) struct Play<'a> {
    running: &'a Running,
    record: &'a Record,
    start: Option<&'a str>,
    /// The moves in the words of the game; those played as they were understood.
    words: Vec<String>,
    plies: u32,
    tries: u32,
}

/// Where one meaning of a text leads: the position and what is wrong there, the words as understood, the turns played.
type Tried = (Box<dyn Position>, Option<Judgement>, Vec<String>, u32);

/// What a move text was found to mean.
enum Meaning {
    /// This action, which this text means.
    One(Action, String),
    /// It has this text on its own, and others that would do.
    Several(Vec<String>, MoveTextError),
    /// None that is legal.
    None(MoveTextError),
}

impl<'a> Play<'a> {
    /// Before the first move.
    pub(crate) fn new(running: &'a Running, record: &'a Record, start: Option<&'a str>, words: Vec<String>) -> Self {
        Self { running, record, start, words, plies: 0, tries: 0 }
    }

    /// How many turns were played.
    pub(crate) fn plies(&self) -> u32 {
        self.plies
    }

    /// Plays all moves. Gives where it came to, and what is wrong there.
    pub(crate) fn go(&mut self, position: Box<dyn Position>) -> (Box<dyn Position>, Option<Judgement>) {
        self.go_from(0, position)
    }

    /// Plays the moves from one of them on.
    fn go_from(&mut self, first: usize, mut position: Box<dyn Position>) -> (Box<dyn Position>, Option<Judgement>) {
        for index in first..self.words.len() {
            let status = position.status();
            if status.is_over() {
                let judgement = self.too_late(index, &status);
                return (position, Some(judgement));
            }
            let legal = position.legal();
            if position.gave_up() {
                let judgement = self.given_up(index, position.as_ref());
                return (position, Some(judgement));
            }
            let action = match self.meaning(index, &legal) {
                Meaning::One(action, word) => {
                    self.words[index] = word;
                    action
                }
                Meaning::Several(forms, _) if self.tries < TRIES => return self.try_all(index, position, forms),
                Meaning::Several(_, error) => {
                    let judgement = self.unreadable(index, position.as_ref(), "ambiguous", error.message);
                    return (position, Some(judgement));
                }
                Meaning::None(error) => {
                    let judgement = self.not_legal(index, position.as_ref(), error);
                    return (position, Some(judgement));
                }
            };
            let turns = position.turns();
            match position.play(&action) {
                Ok(()) => {}
                Err(PlayError::GaveUp) => {
                    let judgement = self.given_up(index, position.as_ref());
                    return (position, Some(judgement));
                }
                Err(PlayError::Over | PlayError::NotLegal) => {
                    let message = format!("`{}` was not played", self.words[index]);
                    let judgement =
                        self.fault(index, Verdict::Illegal, "no-action", Vec::new(), message, position.as_ref());
                    return (position, Some(judgement));
                }
            }
            self.plies += u32::from(position.turns() > turns || !position.within_turn() || position.status().is_over());
        }
        (position, None)
    }

    /// What a word means among the legal actions; if it means nothing as it stands, what it may be short for.
    fn meaning(&self, index: usize, legal: &[Action]) -> Meaning {
        let names = self.running.names();
        let word = &self.words[index];
        let find = |text: &str| match move_text::find(names, text, legal, &[]) {
            Ok(Found::Legal(action)) => Ok(action.clone()),
            Ok(Found::Forbidden(forbidden)) => Ok(forbidden.action.clone()),
            Err(error) => Err(error),
        };
        match find(word) {
            Ok(action) => Meaning::One(action, word.clone()),
            Err(MoveTextError { problem: MoveTextProblem::Ambiguous(forms), message }) => {
                let problem = MoveTextProblem::Ambiguous(forms.clone());
                Meaning::Several(forms, MoveTextError { problem, message })
            }
            Err(error) => {
                let read_otherwise =
                    matches!(error.problem, MoveTextProblem::Unreadable | MoveTextProblem::UnknownCell);
                let mut others = others(word).into_iter().filter(|_| read_otherwise);
                others
                    .find_map(|other| find(&other).ok().map(|action| Meaning::One(action, other)))
                    .unwrap_or(Meaning::None(error))
            }
        }
    }

    /// Tries what a word may mean, and takes what leads furthest.
    fn try_all(
        &mut self,
        index: usize,
        position: Box<dyn Position>,
        forms: Vec<String>,
    ) -> (Box<dyn Position>, Option<Judgement>) {
        let (before, plies) = (self.words.clone(), self.plies);
        let mut best: Option<Tried> = None;
        for form in forms.into_iter().take(MEANINGS) {
            self.tries += 1;
            self.words.clone_from(&before);
            self.words[index] = form;
            self.plies = plies;
            let (reached, judgement) = self.go_from(index, position.clone_box());
            let better = best.as_ref().is_none_or(|(_, _, _, furthest)| self.plies > *furthest);
            let done = judgement.is_none();
            if better || done {
                best = Some((reached, judgement, std::mem::take(&mut self.words), self.plies));
            }
            if done {
                break;
            }
        }
        match best {
            Some((reached, judgement, words, plies)) => {
                self.words = words;
                self.plies = plies;
                (reached, judgement)
            }
            None => (position, None),
        }
    }

    /// A fault at a move.
    fn fault(
        &self,
        index: usize,
        verdict: Verdict,
        reason: &str,
        clauses: Vec<String>,
        message: String,
        position: &dyn Position,
    ) -> Judgement {
        let written = self.record.moves.get(index);
        let fault = Fault {
            ply: Some(self.plies + 1),
            action: written.map(|m| m.text.clone()),
            line: written.map_or(self.record.line, |m| m.line),
            column: written.map_or(1, |m| m.column),
            reason: reason.to_owned(),
            clauses,
            message,
            played_on: None,
        };
        let status = view::status(self.running.names(), &position.status());
        Judgement { verdict, fault: Some(fault), plies: self.plies, status, game_type: None }
    }

    /// A move that cannot be read.
    fn unreadable(&self, index: usize, position: &dyn Position, reason: &str, message: String) -> Judgement {
        self.fault(index, Verdict::Unreadable, reason, Vec::new(), message, position)
    }

    /// A move at which the search was given up.
    fn given_up(&self, index: usize, position: &dyn Position) -> Judgement {
        let message = String::from("the search for what may be played was given up: there are too many ways to go");
        self.unreadable(index, position, "too-many", message)
    }

    /// A move that means no legal action: why.
    fn not_legal(&self, index: usize, position: &dyn Position, error: MoveTextError) -> Judgement {
        match error.problem {
            MoveTextProblem::Unreadable | MoveTextProblem::UnknownCell => {
                return self.unreadable(index, position, "move", error.message);
            }
            MoveTextProblem::NotLegal | MoveTextProblem::Ambiguous(_) => {}
        }
        let word = &self.words[index];
        let before = self.words.get(..index).unwrap_or(&[]).join(" ");
        if let Ok(reference) = self.running.reach_reference(self.start, &before) {
            let told = why::reasons(self.running, &reference, word);
            let told = told.iter().find(|t| !t.legal && !t.clauses.is_empty()).or(told.iter().find(|t| !t.legal));
            if let Some(told) = told {
                let names = self.running.names();
                let clauses = view::clauses(names, &told.clauses.iter().map(|c| c.0).collect::<Vec<_>>());
                let rules = self.running.rules();
                let mut texts = told.clauses.iter().filter_map(|c| rules.clauses.get(usize::from(c.0)));
                let text = texts.find_map(|c| c.texts.get("en")).map_or_else(String::new, |t| format!(". {t}"));
                let message = format!("{}{}{text}", told.message, named(&clauses));
                return self.fault(index, Verdict::Illegal, told.verdict, clauses, message, position);
            }
        }
        self.fault(index, Verdict::Illegal, "no-action", Vec::new(), error.message, position)
    }

    /// A move after the end.
    fn too_late(&self, index: usize, status: &Status) -> Judgement {
        let (reason, clauses) = ending(self.running, status);
        let end = view::status_text(self.running.names(), self.running.rules(), status);
        let more = self.words.len() - index;
        let moves = if more == 1 { String::from("1 more move was") } else { format!("{more} more moves were") };
        let when = match self.plies {
            0 => String::from("before the first move"),
            ply => format!("with ply {ply}"),
        };
        let message = format!("the game ended {when}, {end}{}; {moves} played", named(&clauses));
        let written = self.record.moves.get(index);
        let fault = Fault {
            ply: Some(self.plies),
            action: written.map(|m| m.text.clone()),
            line: written.map_or(self.record.line, |m| m.line),
            column: written.map_or(1, |m| m.column),
            reason,
            clauses,
            message,
            played_on: Some(more),
        };
        let status = view::status(self.running.names(), status);
        Judgement { verdict: Verdict::EndsEarlier, fault: Some(fault), plies: self.plies, status, game_type: None }
    }
}

/// Other ways in which a move is written: capitals for columns, no mark between two cells, a mark of check behind.
fn others(word: &str) -> Vec<String> {
    let small = word.to_lowercase();
    let mut others = vec![small.clone()];
    let digits = |text: &str| text.chars().filter(char::is_ascii_digit).count();
    for (at, _) in small.char_indices().skip(1) {
        let (from, to) = small.split_at(at);
        let cells = digits(from) > 0 && digits(to) > 0 && small.chars().all(|c| c.is_ascii_alphanumeric());
        // `3228`, `a3b4`: two cells of the same length, or a new letter.
        if cells && (from.len() == to.len() || to.starts_with(|c: char| c.is_ascii_lowercase())) {
            others.push(format!("{from}-{to}"));
        }
    }
    if let Some(bare) = small.strip_suffix(['+', '#']) {
        others.push(bare.to_owned());
    }
    others
}
