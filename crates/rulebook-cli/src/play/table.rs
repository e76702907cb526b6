//! The table: a game under way, who sits where, and the file in which it is kept. What the screen and the plain mode share.

mod files;

use std::{fmt, path::PathBuf, sync::Arc};

use rulebook_api::{
    Game, Position, Refused, Setup, Vocabulary, did_you_mean, listed, move_text, position_text,
    record::{NotPlayed, Problem},
};
use rulebook_play::{Opponent, Session, Thought};

use crate::{
    args::Choices,
    engine::{Running, start},
    failure::Failure,
    play::{
        tell,
        thinking::{Chosen, Manner, Thinking},
        words::{ENGLISH, Words},
    },
    refusal,
};

/// The execution of a running game, for a session to hold.
struct Shared(Arc<Running>);

impl Game for Shared {
    fn vocabulary(&self) -> &Vocabulary {
        self.0.game.vocabulary()
    }

    fn initial(&self) -> Box<dyn Position> {
        self.0.game.initial()
    }

    fn set_up(&self, setup: &Setup) -> Result<Box<dyn Position>, Refused> {
        self.0.game.set_up(setup)
    }
}

/// A game under way.
pub(super) struct Table {
    pub(super) running: Arc<Running>,
    pub(super) session: Session,
    pub(super) words: &'static Words,
    /// The first position as text, if it is not the game's own.
    begun: Option<String>,
    choices: Choices,
    /// Which players opponents play, and how.
    opponents: Vec<bool>,
    manner: Option<Manner>,
    /// Those that are not thinking.
    idle: Vec<(u8, Box<dyn Opponent>)>,
    file: Option<PathBuf>,
    /// The moves that are kept somewhere.
    kept: String,
}

impl fmt::Debug for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Table").field("session", &self.session).field("file", &self.file).finish_non_exhaustive()
    }
}

impl Table {
    /// Begins a game from its first position, or another.
    pub(super) fn begin(name: &str, choices: &Choices, position: Option<&str>) -> Result<Self, Failure> {
        let running = Arc::new(start(name, choices)?);
        // Everything that may be wrong with the position is said by whoever begins all other commands, too.
        running.begin(position)?;
        let game: Arc<dyn Game> = Arc::new(Shared(Arc::clone(&running)));
        let session = match position {
            None => Session::new(game),
            Some(text) => {
                let setup = refusal::read(running.names(), text)?;
                Session::from_setup(game, setup)
                    .map_err(|why| refusal::refused(running.names(), running.rules(), &why))?
            }
        };
        let opponents = vec![false; running.names().players.len()];
        Ok(Self {
            running,
            session,
            words: &ENGLISH,
            begun: position.map(str::to_owned),
            choices: choices.clone(),
            opponents,
            manner: None,
            idle: Vec::new(),
            file: None,
            kept: String::new(),
        })
    }

    /// Chooses the language.
    pub(super) fn speak(&mut self, words: &'static Words) {
        self.words = words;
    }

    /// Says who sits where.
    pub(super) fn seat(&mut self, human: Option<&str>, opposed: bool, manner: Manner) -> Result<(), Failure> {
        let names = self.running.names();
        let player = match human {
            Some("both") => None,
            Some("none") => {
                self.opponents.fill(true);
                None
            }
            Some(name) => {
                let Some(player) = names.players.iter().position(|p| p == name) else {
                    let known = names.players.iter().map(String::as_str).chain(["both", "none"]);
                    let hint = did_you_mean(name, known.clone());
                    let known = listed(known.map(|k| format!("`{k}`")), "or");
                    return Err(Failure::usage(format!("`--as {name}`: there is no such player{hint}; it is {known}")));
                };
                Some(player)
            }
            None => opposed.then_some(0),
        };
        if let Some(player) = player {
            self.opponents.fill(true);
            self.opponents[player] = false;
        }
        self.manner = Some(manner);
        Ok(())
    }

    /// Plays the moves with which the game is to begin.
    pub(super) fn play_first(&mut self, moves: &str) -> Result<(), Failure> {
        for text in move_text::split(moves) {
            if let Err(why) = self.session.play_text(text) {
                let failure = refusal::not_played(self.running.names(), &why);
                let reference = self.running.reach_reference(self.begun.as_deref(), &self.session.text())?;
                return Err(crate::why::add_reasons(&self.running, &reference, failure));
            }
            self.give_up();
        }
        Ok(())
    }

    /// Plays moves until one cannot be played or it is an opponent's turn; tells why it cannot.
    pub(super) fn play(&mut self, moves: &str) -> Result<(), Vec<String>> {
        for text in move_text::split(moves) {
            if let Err(why) = self.session.play_text(text) {
                return Err(self.told(text, &why));
            }
        }
        Ok(())
    }

    fn told(&self, text: &str, refusal: &NotPlayed) -> Vec<String> {
        let mut lines = match refusal.problem {
            Problem::Illegal => self.why(text),
            Problem::Over => tell::ending(&self.running, self.words, &self.session.status()),
            Problem::GaveUp => vec![refusal::gave_up("what may be played").message],
            _ => vec![refusal.message.clone()],
        };
        if lines.is_empty() {
            lines.push(refusal.message.clone());
        }
        lines
    }

    /// Why a move is legal or not.
    pub(super) fn why(&self, text: &str) -> Vec<String> {
        tell::why(&self.running, self.words, &self.session, self.begun.as_deref(), text)
    }

    /// Is it an opponent's turn?
    pub(super) fn opponent_to_move(&self) -> bool {
        let seat = self.opponents.get(usize::from(self.session.to_move()));
        seat.copied().unwrap_or(false) && !self.session.status().is_over()
    }

    /// Lets the opponent whose turn it is begin to think.
    pub(super) fn think(&mut self) -> Result<Option<Thinking>, Failure> {
        let Some(manner) = self.manner.filter(|_| self.opponent_to_move()) else { return Ok(None) };
        let player = self.session.to_move();
        let idle = self.idle.iter().position(|(p, _)| *p == player).map(|i| self.idle.swap_remove(i).1);
        let opponent = idle.unwrap_or_else(|| manner.opponent(player));
        Thinking::begin(opponent, self.session.position().clone_box(), manner.bound).map(Some)
    }

    /// Plays what an opponent has chosen; gives the text and what it thought.
    pub(super) fn answer(&mut self, chosen: Chosen) -> Result<(String, Option<Thought>), Failure> {
        let player = self.session.to_move();
        self.idle.push((player, chosen.opponent));
        let Some(action) = chosen.action else { return Err(refusal::gave_up("what the opponent may play")) };
        let text = move_text::text_of(self.running.names(), &action, &self.session.legal());
        self.session.play(&action).map_err(|why| refusal::not_played(self.running.names(), &why))?;
        Ok((text, chosen.thought))
    }

    /// Takes back an action, or a turn, and what opponents played after it; says whether there was one.
    pub(super) fn undo(&mut self, turn: bool) -> bool {
        let step = |session: &mut Session| if turn { session.undo_turn() } else { session.undo() };
        let undone = step(&mut self.session);
        while self.opponents_only_next() && step(&mut self.session) {}
        undone
    }

    /// Plays again what was taken back, with what opponents answered; says whether there was something.
    pub(super) fn redo(&mut self, turn: bool) -> bool {
        let step = |session: &mut Session| if turn { session.redo_turn() } else { session.redo() };
        let redone = step(&mut self.session);
        while self.opponents_only_next() && step(&mut self.session) {}
        redone
    }

    /// Is it an opponent's turn, while somebody sits at the table?
    fn opponents_only_next(&self) -> bool {
        self.opponent_to_move() && self.opponents.contains(&false)
    }

    /// Begins anew from the same position. What is kept nowhere is saved before; says where.
    pub(super) fn again(&mut self) -> Result<Option<PathBuf>, Failure> {
        let rescued = self.rescue()?;
        self.session = self.session.again();
        self.file = None;
        self.kept.clear();
        Ok(rescued)
    }

    /// What has been played need not be kept: it is known elsewhere, or not wanted.
    pub(super) fn give_up(&mut self) {
        self.kept = self.session.text();
    }

    /// The position as text.
    pub(super) fn position(&self) -> String {
        position_text::print(self.running.names(), &self.session.position().setup())
    }
}
