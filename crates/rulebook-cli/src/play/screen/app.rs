//! What is on the screen, and what a line, a picked cell or an opponent does to it.

use ratatui::layout::Rect;
use rulebook_api::{Action, Notation, move_text};
use rulebook_play::Choice;

use crate::{
    failure::Failure,
    play::{
        command::{self, Command},
        picture::{self, Layout, Scene},
        table::Table,
        tell,
        thinking::Thinking,
    },
};

/// What asks for an answer before anything else happens.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Question {
    /// Nothing.
    None,
    /// Which of these actions, with their texts?
    Which(Vec<(Action, String)>),
    /// Quit although the game is kept nowhere?
    Quit,
}

/// What is on the screen.
#[derive(Debug)]
pub(super) struct App<'a> {
    pub(super) table: &'a mut Table,
    pub(super) layout: Layout,
    /// Where the board was drawn.
    pub(super) board: Rect,
    /// What is being typed.
    pub(super) line: String,
    pub(super) cursor: u16,
    pub(super) choice: Choice,
    /// What is said below the board.
    pub(super) message: Vec<String>,
    pub(super) question: Question,
    /// How far the legal moves are scrolled.
    pub(super) scroll: u16,
    pub(super) legal: Vec<Action>,
    pub(super) texts: Vec<String>,
    pub(super) forbidden: Vec<String>,
    forbidden_texts: Vec<String>,
    forbidden_cells: Vec<u16>,
    thinking: Option<Thinking>,
    done: bool,
}

impl<'a> App<'a> {
    pub(super) fn new(table: &'a mut Table) -> Self {
        let layout = Layout::of(table.running.rules(), table.running.names());
        Self {
            table,
            layout,
            board: Rect::ZERO,
            line: String::new(),
            cursor: 0,
            choice: Choice::default(),
            message: Vec::new(),
            question: Question::None,
            scroll: 0,
            legal: Vec::new(),
            texts: Vec::new(),
            forbidden: Vec::new(),
            forbidden_texts: Vec::new(),
            forbidden_cells: Vec::new(),
            thinking: None,
            done: false,
        }
    }

    pub(super) fn is_done(&self) -> bool {
        self.done
    }

    pub(super) fn is_thinking(&self) -> bool {
        self.thinking.is_some()
    }

    /// The position has changed: everything that is shown of it is asked anew, and an opponent may begin to think.
    pub(super) fn changed(&mut self) -> Result<(), Failure> {
        let names = self.table.running.names();
        let forbidden: Vec<Action> = self.table.session.forbidden().into_iter().map(|f| f.action).collect();
        self.legal = self.table.session.legal();
        self.texts = move_text::texts(names, &self.legal);
        self.forbidden_texts = move_text::texts(names, &forbidden);
        let placed = |a: &&Action| notation(self.table, a) == Notation::Place && a.group.is_empty();
        self.forbidden_cells = forbidden.iter().filter(placed).filter_map(|a| a.to).collect();
        self.forbidden = tell::forbidden(&self.table.running, &self.table.session);
        self.choice.clear();
        self.question = Question::None;
        self.scroll = 0;
        self.message = tell::ending(&self.table.running, self.table.words, &self.table.session.status());
        self.thinking = self.table.think()?;
        Ok(())
    }

    /// Looks whether an opponent has chosen; says whether something has changed.
    pub(super) fn look_at_opponent(&mut self) -> Result<bool, Failure> {
        let Some(thinking) = &self.thinking else { return Ok(false) };
        let Some(chosen) = thinking.wait(std::time::Duration::ZERO)? else { return Ok(false) };
        let words = self.table.words;
        let player = tell::player(&self.table.running, words, self.table.session.to_move()).to_owned();
        let (text, thought) = self.table.answer(chosen)?;
        self.changed()?;
        if self.message.is_empty() {
            let thought = thought.map_or_else(String::new, |t| {
                let proved = if t.proved { format!(", {}", words.proved) } else { String::new() };
                format!(" ({} {}%{proved})", words.expects, t.percent)
            });
            self.message = vec![format!("{player}: {text}{thought}")];
        }
        Ok(true)
    }

    /// What is to be seen on the board.
    pub(super) fn scene(&self) -> Scene {
        let session = &self.table.session;
        let next = if self.thinking.is_some() {
            Vec::new()
        } else {
            self.choice.next(self.table.running.names(), &self.legal)
        };
        Scene {
            setup: session.position().setup(),
            last: session.last().map_or_else(Vec::new, picture::cells_of),
            picked: self.choice.picked().to_vec(),
            next,
            forbidden: self.forbidden_cells.clone(),
            cursor: Some(self.cursor),
        }
    }

    /// Does what the line says.
    pub(super) fn submit(&mut self) -> Result<(), Failure> {
        let line = std::mem::take(&mut self.line);
        let forbidden = self.table.session.forbidden();
        let command = command::read(self.table.running.names(), &self.legal, &forbidden, &line);
        self.obey(command)
    }

    /// Does what a command asks.
    pub(super) fn obey(&mut self, command: Command) -> Result<(), Failure> {
        let words = self.table.words;
        self.message.clear();
        match command {
            Command::Nothing | Command::Board => {}
            Command::Play(_) if self.is_thinking() => self.message = vec![words.thinking.to_owned()],
            Command::Play(moves) => {
                let before = self.table.session.len();
                let played = self.table.play(&moves);
                if self.table.session.len() > before {
                    self.changed()?;
                }
                if let Err(why) = played {
                    self.message = why;
                }
            }
            Command::Why(text) => self.message = self.table.why(&text),
            Command::Undo | Command::UndoTurn => {
                self.thinking = None;
                let undone = self.table.undo(command == Command::UndoTurn);
                self.after(undone, words.nothing_to_undo)?;
            }
            Command::Redo | Command::RedoTurn => {
                self.thinking = None;
                let redone = self.table.redo(command == Command::RedoTurn);
                self.after(redone, words.nothing_to_redo)?;
            }
            Command::Save(file) => {
                self.message = match self.table.save(file.as_deref()) {
                    Ok(path) => vec![format!("{} {}", words.saved, path.display())],
                    Err(failure) => vec![failure.text()],
                }
            }
            Command::Open(file) => match self.table.open(file.as_deref()) {
                Ok((path, rescued)) => {
                    let rescued = rescued.map(|p| format!("{} {}", words.saved, p.display()));
                    self.begun(rescued, format!("{} {}", words.loaded, path.display()))?;
                }
                Err(failure) => self.message = vec![failure.text()],
            },
            Command::New => match self.table.again() {
                Ok(rescued) => {
                    let rescued = rescued.map(|p| format!("{} {}", words.saved, p.display()));
                    self.begun(rescued, words.new_game.to_owned())?;
                }
                Err(failure) => self.message = vec![failure.text()],
            },
            Command::Help => self.message = words.help.lines().map(str::to_owned).collect(),
            Command::Quit if self.table.is_unsaved() => self.question = Question::Quit,
            Command::Quit => self.done = true,
            Command::Legal => self.message = vec![self.texts.join(" ")],
            Command::Forbidden => self.message.clone_from(&self.forbidden),
            Command::Moves => self.message = tell::turns(&self.table.running, words, &self.table.session),
            Command::Position => self.message = vec![self.table.position()],
        }
        Ok(())
    }

    /// Another game is on the table.
    fn begun(&mut self, rescued: Option<String>, told: String) -> Result<(), Failure> {
        self.thinking = None;
        self.changed()?;
        self.message.splice(0..0, rescued.into_iter().chain([told]));
        Ok(())
    }

    /// Something was taken back or played again, or there was nothing.
    fn after(&mut self, done: bool, nothing: &str) -> Result<(), Failure> {
        self.changed()?;
        if !done {
            self.message = vec![nothing.to_owned()];
        }
        Ok(())
    }

    /// Leaves, with or without saving.
    pub(super) fn leave(&mut self, save: bool) {
        self.question = Question::None;
        if !save {
            self.table.give_up();
        } else if let Err(failure) = self.table.save(None) {
            self.message = vec![failure.text()];
            return;
        }
        self.done = true;
    }

    /// Picks the cell under the cursor.
    pub(super) fn pick(&mut self) -> Result<(), Failure> {
        self.message.clear();
        if self.is_thinking() {
            self.message = vec![self.table.words.thinking.to_owned()];
            return Ok(());
        }
        let names = self.table.running.names();
        if !self.choice.pick(names, &self.legal, self.cursor) {
            let cells: Vec<&str> =
                self.choice.picked().iter().chain([&self.cursor]).map(|&c| names.cell_name(c)).collect();
            self.message = self.table.why(&cells.join("-"));
            self.choice.clear();
            return Ok(());
        }
        let meant: Vec<Action> = self.choice.meant(names, &self.legal).into_iter().cloned().collect();
        match meant.as_slice() {
            [] => Ok(()),
            [one] => self.play(one),
            _ => {
                let text = |a: &Action| {
                    let at = self.legal.iter().position(|l| l.same(a));
                    at.and_then(|i| self.texts.get(i)).cloned().unwrap_or_default()
                };
                self.question = Question::Which(meant.iter().map(|a| (a.clone(), text(a))).collect());
                Ok(())
            }
        }
    }

    /// Plays an action that was picked.
    pub(super) fn play(&mut self, action: &Action) -> Result<(), Failure> {
        match self.table.session.play(action) {
            Ok(()) => self.changed(),
            Err(why) => {
                self.message = vec![why.message];
                Ok(())
            }
        }
    }

    /// Completes what is being typed, as far as only one thing can be meant; shows what may follow.
    pub(super) fn complete(&mut self) {
        let asks = self.line.starts_with('?');
        let begun = self.line.trim_start_matches('?').trim_start().to_owned();
        let mut texts = self.texts.clone();
        if asks {
            texts.extend_from_slice(&self.forbidden_texts);
        }
        let (fitting, common) = command::complete(&texts, &begun);
        self.message = if fitting.len() > 1 { vec![fitting.join(" ")] } else { Vec::new() };
        self.line = if asks { format!("?{common}") } else { common };
    }
}

/// How an action is written.
fn notation(table: &Table, action: &Action) -> Notation {
    table.running.names().actions.get(usize::from(action.name)).map_or(Notation::Walk, |a| a.notation)
}
