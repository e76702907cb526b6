//! Making a failure small: the shortest game and the fewest pieces on which the program still answers wrongly.
//!
//! Every step is asked of the program itself, and compared with the rules anew; what comes out is asked once more.

use std::time::Instant;

use rulebook_api::{
    Setup,
    move_text::{self, Found, MoveTextProblem},
};

use super::{
    compare::{Difference, Kind, Seen, differences},
    outcome::Shown,
    question::Line,
    subject::Reply,
};
use crate::protocol::{Ask, Judge};

/// What shrinking needs.
pub struct Shrinker<'a> {
    /// The reference, and how the program plays.
    pub seen: Seen<'a>,
    /// Game, options and parameters of the questions.
    pub about: &'a Judge,
    /// Puts a question to the program.
    pub ask: &'a mut dyn FnMut(&Judge) -> Reply,
    /// The clauses that refuse a move behind a line, as far as that can be told.
    pub why: &'a dyn Fn(&Line, &str) -> Vec<String>,
    /// How many more questions may be put.
    pub left: u32,
    /// When no more are put: what takes too long stays as large as it is.
    pub until: Instant,
}

impl std::fmt::Debug for Shrinker<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Shrinker({:?}, {} left)", self.seen, self.left)
    }
}

/// A failure made small.
#[derive(Clone, Debug)]
pub struct Shrunk {
    /// What is left of it.
    pub shown: Shown,
    /// The clauses that refuse the move that is accepted, or a move that is listed although it is not legal.
    pub why: Vec<String>,
    /// Did the program answer wrongly again when all was done?
    pub again: bool,
}

impl Shrinker<'_> {
    /// Makes a failure as small as it gets.
    pub fn shrink(&mut self, shown: &Shown) -> Shrunk {
        let mut best = shown.clone();
        if shown.illegal.is_none() {
            best = self.first_difference(best);
        }
        let why = self.reasons(&best);
        loop {
            let before = best.line.size(self.seen.game);
            best = self.later(best, &why);
            best = self.fewer_pieces(best, &why);
            best = self.fewer_clocks(best, &why);
            if best.line.size(self.seen.game) >= before || self.left == 0 {
                break;
            }
        }
        // The last word has the program.
        self.left = self.left.max(1);
        let again = self.test(&best.line, best.illegal.as_deref(), &best, &why);
        Shrunk { again: again.is_some(), shown: again.unwrap_or(best), why }
    }

    /// Why a move that was accepted, or listed, is not legal.
    fn reasons(&self, shown: &Shown) -> Vec<String> {
        let extra = shown.differences.iter().find_map(|d| d.extra.first());
        let mut why = match shown.illegal.as_ref().or(extra) {
            Some(action) => (self.why)(&shown.line, action),
            None => Vec::new(),
        };
        why.sort_unstable();
        why.dedup();
        why
    }

    /// The first point of the line at which the program answers wrongly in the same or a plainer way.
    fn first_difference(&mut self, shown: Shown) -> Shown {
        let all = [Ask::Status, Ask::Legal, Ask::Forbidden];
        let asks: Vec<Ask> = all.into_iter().filter(|a| self.seen.said.can(*a)).collect();
        let wanted = |d: &Difference| {
            shown.differences.iter().any(|o| d.like(o) || o.kind == Kind::Verdict && d.kind != Kind::Reason)
        };
        let at_once = self.everywhere(&shown.line, &asks);
        for plies in 0..shown.line.moves.len() {
            let line = Line { start: shown.line.start.clone(), moves: shown.line.moves[..plies].to_vec() };
            let found = match &at_once {
                Some(everywhere) => everywhere.get(plies).cloned(),
                None => self.put(&line, &asks),
            };
            if let Some(first) = found.unwrap_or_default().into_iter().find(|d| wanted(d)) {
                let ask = asks_for(first.kind, &asks);
                return Shown { line, illegal: None, clauses: Vec::new(), ask, differences: vec![first] };
            }
        }
        shown
    }

    /// The differences after each move of a line, with one question; `None` if the program does not answer so.
    fn everywhere(&mut self, line: &Line, ask: &[Ask]) -> Option<Vec<Vec<Difference>>> {
        if !self.seen.said.each {
            return None;
        }
        self.left = self.left.checked_sub(1)?;
        let game = self.seen.game;
        let judge = Judge { each: true, ..line.question(game, self.about, ask)? };
        let Reply::Ok(said) = (self.ask)(&judge) else { return None };
        let mut position = line.begin(game)?;
        let mut found = Vec::new();
        for (i, said) in said.plies?.iter().enumerate() {
            if let Some(action) = i.checked_sub(1).and_then(|i| line.moves.get(i)) {
                position.play(action).ok()?;
            }
            found.push(differences(game.vocabulary(), position.as_ref(), said, ask, self.seen.said));
        }
        Some(found)
    }

    /// The differences at the end of a line.
    fn put(&mut self, line: &Line, ask: &[Ask]) -> Option<Vec<Difference>> {
        let (line, ask) = (line.clone(), ask.to_vec());
        self.show(&Shown { line, illegal: None, clauses: Vec::new(), ask, differences: Vec::new() })
    }

    /// The differences that a question shows; `None` if there is no verdict, or the question makes no sense.
    fn show(&mut self, shown: &Shown) -> Option<Vec<Difference>> {
        if let Some(action) = &shown.illegal
            && !self.is_refused(&shown.line, action)
        {
            return None;
        }
        self.left = self.left.checked_sub(1)?;
        if Instant::now() > self.until {
            self.left = 0;
        }
        let judge = self.seen.question(self.about, shown)?;
        let reply = (self.ask)(&judge);
        if matches!(reply, Reply::Broken(_)) {
            // It is not for the program to be broken any further.
            self.left = 0;
        }
        self.seen.differs(shown, &judge, &reply)
    }

    /// Do the rules refuse a move that can be tried?
    fn is_refused(&self, line: &Line, action: &str) -> bool {
        let Some(position) = line.play(self.seen.game) else { return false };
        if position.status().is_over() || position.gave_up() {
            return false;
        }
        let (legal, forbidden) = (position.legal(), position.forbidden());
        match move_text::find(self.seen.game.vocabulary(), action, &legal, &forbidden) {
            Ok(Found::Forbidden(_)) => true,
            Err(error) => error.problem == MoveTextProblem::NotLegal,
            Ok(Found::Legal(_)) => false,
        }
    }

    /// Is something legal behind a line that goes from and to the same cells as this move?
    fn has_twin(&self, line: &Line, action: &str) -> bool {
        let names = self.seen.game.vocabulary();
        let Some(position) = line.play(self.seen.game) else { return false };
        let Some(written) = move_text::written(names, action) else { return false };
        let move_text::Deed::Walk(walk, _) = &written.deed else { return false };
        let (from, to) = (walk.first().copied(), walk.last().copied());
        position.legal().iter().any(|a| a.from == from && a.to == to)
    }

    /// Does the program answer wrongly here in the same way, and for the same clauses?
    fn test(&mut self, line: &Line, illegal: Option<&str>, model: &Shown, why: &[String]) -> Option<Shown> {
        let asked =
            Shown { line: line.clone(), illegal: illegal.map(str::to_owned), differences: Vec::new(), ..model.clone() };
        // A position that the rules refuse stays one that they refuse, and one that they allow one that they allow.
        if line.begin(self.seen.game).is_none() != model.line.begin(self.seen.game).is_none() {
            return None;
        }
        // What is refused must not become what is legal between the same cells: a program that is told cells plays that.
        if let Some(action) = illegal
            && self.has_twin(line, action)
            && !self.has_twin(&model.line, action)
        {
            return None;
        }
        let found = self.show(&asked)?;
        let same: Vec<Difference> =
            found.into_iter().filter(|d| model.differences.iter().any(|o| d.like(o) && d.shares_moves(o))).collect();
        if same.is_empty() {
            return None;
        }
        let shown = Shown { differences: same, ..asked };
        (why.is_empty() || self.reasons(&shown) == why).then_some(shown)
    }

    /// Begins as late as possible, with as few clocks as possible.
    fn later(&mut self, shown: Shown, why: &[String]) -> Shown {
        if !self.seen.said.setup || shown.line.moves.is_empty() {
            return shown;
        }
        let Some(mut position) = shown.line.begin(self.seen.game) else { return shown };
        let whole = shown.line.clone();
        let mut starts = Vec::new();
        for action in &whole.moves {
            if position.play(action).is_err() {
                break;
            }
            starts.push(position.setup());
        }
        // The later a game begins, the less it shows: the latest beginning that still does is looked for by halves.
        let (mut low, mut high, mut best) = (0, starts.len(), shown);
        while low < high && self.left > 0 {
            let middle = low + (high - low) / 2;
            match self.from(&starts[middle], middle + 1, &best, &whole, why) {
                Some(smaller) => (low, best) = (middle + 1, smaller),
                None => high = middle,
            }
        }
        best
    }

    /// The line from this set-up on, after so many of its moves, if it is smaller and still shows the failure.
    fn from(&mut self, setup: &Setup, played: usize, shown: &Shown, whole: &Line, why: &[String]) -> Option<Shown> {
        let bare = Setup { clocks: Vec::new(), ..setup.clone() };
        // What a program does not tell of its clocks it may not take from a position either.
        let clocks = (self.seen.said.can(Ask::Clocks) && !setup.clocks.is_empty()).then(|| setup.clone());
        for start in [Some(bare), clocks].into_iter().flatten() {
            let line = Line { start: Some(start), moves: whole.moves[played..].to_vec() };
            if line.size(self.seen.game) < shown.line.size(self.seen.game)
                && let Some(smaller) = self.test(&line, shown.illegal.as_deref(), shown, why)
            {
                return Some(smaller);
            }
        }
        None
    }

    /// Leaves out one piece after the other, then one of each player: whoever counts pieces to know who is to move takes
    /// no other position.
    fn fewer_pieces(&mut self, shown: Shown, why: &[String]) -> Shown {
        let mut best = self.fewer(shown, why, |setup| setup.pieces.len(), |setup, i| _ = setup.pieces.remove(i));
        while let Some(smaller) = self.without_a_pair(&best, why) {
            best = smaller;
        }
        best
    }

    /// Leaves out two pieces of different players, if that still shows the failure.
    fn without_a_pair(&mut self, shown: &Shown, why: &[String]) -> Option<Shown> {
        let setup = shown.line.start.clone().filter(|_| self.seen.said.setup)?;
        for first in 0..setup.pieces.len() {
            for second in first + 1..setup.pieces.len() {
                if setup.pieces[first].1.player == setup.pieces[second].1.player {
                    continue;
                }
                if self.left == 0 {
                    return None;
                }
                let mut fewer = setup.clone();
                fewer.pieces.remove(second);
                fewer.pieces.remove(first);
                let line = Line { start: Some(fewer), moves: shown.line.moves.clone() };
                if let Some(smaller) = self.test(&line, shown.illegal.as_deref(), shown, why) {
                    return Some(smaller);
                }
            }
        }
        None
    }

    /// Leaves out one set clock after the other.
    fn fewer_clocks(&mut self, shown: Shown, why: &[String]) -> Shown {
        self.fewer(shown, why, |setup| setup.clocks.len(), |setup, i| _ = setup.clocks.remove(i))
    }

    fn fewer(
        &mut self,
        mut shown: Shown,
        why: &[String],
        count: impl Fn(&Setup) -> usize,
        leave: impl Fn(&mut Setup, usize),
    ) -> Shown {
        if !self.seen.said.setup {
            return shown;
        }
        let mut index = 0;
        while self.left > 0 {
            let setup = match &shown.line.start {
                Some(setup) => setup.clone(),
                None => self.seen.game.initial().setup(),
            };
            if index >= count(&setup) {
                break;
            }
            let mut fewer = setup;
            leave(&mut fewer, index);
            let line = Line { start: Some(fewer), moves: shown.line.moves.clone() };
            match self.test(&line, shown.illegal.as_deref(), &shown, why) {
                Some(smaller) => shown = smaller,
                None => index += 1,
            }
        }
        shown
    }
}

/// What has to be asked to see a difference again.
fn asks_for(kind: Kind, can: &[Ask]) -> Vec<Ask> {
    let wanted: &[Ask] = match kind {
        Kind::Verdict => &[],
        Kind::Set => &[Ask::Legal],
        Kind::Forbidden => &[Ask::Forbidden],
        Kind::State | Kind::Reason => &[Ask::Status],
        Kind::Position => &[Ask::Position],
        Kind::Clocks => &[Ask::Clocks],
    };
    wanted.iter().copied().filter(|a| can.contains(a)).collect()
}
