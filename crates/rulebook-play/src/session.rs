//! A game under way: actions one by one, taken back and played again, singly or by turns.

use std::{fmt, sync::Arc};

use rulebook_api::{
    Action, Forbidden, Game, Position, Refused, Setup, Status, Vocabulary,
    move_text::{self, Found},
    record::{self, NotPlayed, Problem},
};

/// A position is kept for every so many actions; those between are played again when they are asked for.
const KEPT: usize = 16;

/// A turn as far as it has been played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Turn {
    /// Whose it is.
    pub player: u8,
    /// Its actions, each in its shortest form.
    pub actions: Vec<String>,
    /// Nothing more comes in it.
    pub complete: bool,
}

/// An action that was played.
#[derive(Clone, Debug)]
struct Played {
    action: Action,
    text: String,
    player: u8,
    /// The turn, or the game, ended with it.
    ends: bool,
}

/// A game under way.
pub struct Session {
    game: Arc<dyn Game>,
    begun_from: Option<Setup>,
    /// Positions before the actions number 0, [`KEPT`], 2 [`KEPT`] and so on, as far as they were reached.
    kept: Vec<Box<dyn Position>>,
    /// All actions, those that were taken back included.
    played: Vec<Played>,
    /// How many of them are played now.
    at: usize,
    position: Box<dyn Position>,
}

impl fmt::Debug for Session {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Session").field("played", &self.played).field("at", &self.at).finish_non_exhaustive()
    }
}

impl Session {
    /// Begins from the first position.
    pub fn new(game: Arc<dyn Game>) -> Self {
        let position = game.initial();
        Self::begun(game, None, position)
    }

    /// Begins from a position.
    ///
    /// # Errors
    /// If no rule allows it.
    pub fn from_setup(game: Arc<dyn Game>, setup: Setup) -> Result<Self, Refused> {
        let position = game.set_up(&setup)?;
        Ok(Self::begun(game, Some(setup), position))
    }

    fn begun(game: Arc<dyn Game>, begun_from: Option<Setup>, position: Box<dyn Position>) -> Self {
        Self { game, begun_from, kept: vec![position.clone_box()], played: Vec::new(), at: 0, position }
    }

    /// The same game from its beginning.
    #[must_use]
    pub fn again(&self) -> Self {
        Self::begun(Arc::clone(&self.game), self.begun_from.clone(), self.kept[0].clone_box())
    }

    /// Its names.
    pub fn names(&self) -> &Vocabulary {
        self.game.vocabulary()
    }

    /// The position from which it began, if that was not the first one.
    pub fn begun_from(&self) -> Option<&Setup> {
        self.begun_from.as_ref()
    }

    /// Where it stands.
    pub fn position(&self) -> &dyn Position {
        self.position.as_ref()
    }

    /// Who is to move; in an ended game, who would be.
    pub fn to_move(&self) -> u8 {
        self.position.to_move()
    }

    /// What may be played.
    pub fn legal(&self) -> Vec<Action> {
        if self.position.status().is_over() { Vec::new() } else { self.position.legal() }
    }

    /// What only prohibitions forbid.
    pub fn forbidden(&self) -> Vec<Forbidden> {
        self.position.forbidden()
    }

    /// Whether it goes on, or how it ended.
    pub fn status(&self) -> Status {
        self.position.status()
    }

    /// The number of the turn under way, from 1, and the name of its step if the turn has several.
    pub fn step(&self) -> (u32, Option<&str>) {
        let turn = self.position.turns().saturating_add(1);
        let steps = self.names().turn(turn).map_or(&[][..], |(_, _, steps)| steps);
        let step = usize::from(self.position.setup().step);
        (turn, steps.get(step).filter(|_| steps.len() > 1).map(String::as_str))
    }

    /// Plays an action.
    ///
    /// # Errors
    /// If it is not legal, or if something does not hold after it that always has to. Nothing has changed then.
    pub fn play(&mut self, action: &Action) -> Result<(), NotPlayed> {
        let text = move_text::text_of(self.names(), action, &self.legal());
        self.play_written(action, text)
    }

    /// Plays the action that a text means.
    ///
    /// # Errors
    /// If it means no legal action, with the reason. Nothing has changed then.
    pub fn play_text(&mut self, text: &str) -> Result<(), NotPlayed> {
        let legal = self.legal();
        match move_text::find(self.names(), text, &legal, &[]) {
            Ok(Found::Legal(action)) => {
                let written = move_text::text_of(self.names(), action, &legal);
                self.play_written(action, written)
            }
            _ => Err(self.refusal(text)),
        }
    }

    /// Why a text that means no legal action is not played.
    fn refusal(&self, text: &str) -> NotPlayed {
        let mut trial = self.position.clone_box();
        match record::play(self.names(), trial.as_mut(), text, &mut |_, _| {}) {
            Err(refusal) => NotPlayed { ply: self.ply(), ..refusal },
            Ok(_) => self.not_played(Problem::Unreadable, text, format!("`{text}` is not one move")),
        }
    }

    fn not_played(&self, problem: Problem, text: &str, message: String) -> NotPlayed {
        NotPlayed { problem, ply: self.ply(), action: text.to_owned(), clauses: Vec::new(), message }
    }

    /// The number of the turn to which the next action belongs.
    fn ply(&self) -> u32 {
        let ended = self.played.iter().take(self.at).filter(|p| p.ends).count();
        u32::try_from(ended).unwrap_or(u32::MAX).saturating_add(1)
    }

    fn play_written(&mut self, action: &Action, text: String) -> Result<(), NotPlayed> {
        let (player, turns) = (self.to_move(), self.position.turns());
        let mut position = self.position.clone_box();
        if position.play(action).is_err() {
            return Err(self.refusal(&text));
        }
        let clauses = position.broken_properties();
        if !clauses.is_empty() {
            let ids: Vec<String> = clauses.iter().map(|&c| format!("`{}`", self.names().clause(c))).collect();
            let message = format!("after `{text}` {} does not hold, as it always has to", ids.join(", "));
            return Err(NotPlayed { clauses, ..self.not_played(Problem::Property, &text, message) });
        }
        let ends = position.status().is_over() || position.turns() > turns || !position.within_turn();
        self.played.truncate(self.at);
        self.kept.truncate(self.at / KEPT + 1);
        self.played.push(Played { action: action.clone(), text, player, ends });
        self.position = position;
        self.at += 1;
        self.keep();
        Ok(())
    }

    /// Keeps the present position if it is one of those that are kept.
    fn keep(&mut self) {
        if self.at == self.kept.len() * KEPT {
            self.kept.push(self.position.clone_box());
        }
    }

    /// Takes the last action back; says whether there was one.
    pub fn undo(&mut self) -> bool {
        self.at > 0 && self.go(self.at - 1)
    }

    /// Plays the action again that was taken back last; says whether there was one.
    pub fn redo(&mut self) -> bool {
        self.at < self.played.len() && self.go(self.at + 1)
    }

    /// Takes all actions of the last turn back; says whether there was one.
    pub fn undo_turn(&mut self) -> bool {
        let Some(last) = self.at.checked_sub(1) else { return false };
        let ended_before = self.played.iter().take(last).rposition(|p| p.ends);
        self.go(ended_before.map_or(0, |i| i + 1))
    }

    /// Plays the actions of a turn again that were taken back; says whether there were any.
    pub fn redo_turn(&mut self) -> bool {
        if self.at == self.played.len() {
            return false;
        }
        let end = self.played.iter().skip(self.at).position(|p| p.ends);
        self.go(end.map_or(self.played.len(), |i| self.at + i + 1))
    }

    /// Goes to the position after so many actions. What was legal once is legal again, so that this reaches it; if not,
    /// it stops before and says so.
    fn go(&mut self, to: usize) -> bool {
        let forward = to > self.at && to / KEPT == self.at / KEPT;
        if !forward {
            let nearest = (to / KEPT).min(self.kept.len() - 1);
            self.position = self.kept[nearest].clone_box();
            self.at = nearest * KEPT;
        }
        while self.at < to {
            if self.position.play(&self.played[self.at].action).is_err() {
                return false;
            }
            self.at += 1;
            self.keep();
        }
        true
    }

    /// The last action.
    pub fn last(&self) -> Option<&Action> {
        self.played.get(self.at.checked_sub(1)?).map(|p| &p.action)
    }

    /// How many actions have been played.
    pub fn len(&self) -> usize {
        self.at
    }

    /// Has nothing been played?
    pub fn is_empty(&self) -> bool {
        self.at == 0
    }

    /// The texts of the actions so far.
    pub fn actions(&self) -> impl Iterator<Item = &str> {
        self.played.iter().take(self.at).map(|p| p.text.as_str())
    }

    /// The actions so far as text, which [`Session::play_text`] reads one by one.
    pub fn text(&self) -> String {
        self.actions().collect::<Vec<_>>().join(" ")
    }

    /// The turns so far; only the last one may be unfinished.
    pub fn turns(&self) -> Vec<Turn> {
        let mut turns: Vec<Turn> = Vec::new();
        for played in self.played.iter().take(self.at) {
            match turns.last_mut().filter(|t| !t.complete) {
                Some(turn) => {
                    turn.actions.push(played.text.clone());
                    turn.complete = played.ends;
                }
                None => turns.push(Turn {
                    player: played.player,
                    actions: vec![played.text.clone()],
                    complete: played.ends,
                }),
            }
        }
        turns
    }
}
