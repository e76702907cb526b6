//! Play line by line: for screen readers, scripts and pipes.

use std::{
    io::{BufRead as _, BufReader, Read as _},
    sync::mpsc::{Receiver, RecvTimeoutError, channel},
    thread,
    time::Duration,
};

use rulebook_api::move_text;

use crate::{
    failure::Failure,
    output::Output,
    play::{
        command::{self, Command},
        picture::{self, Layout, Scene},
        signals::Signals,
        table::Table,
        tell,
    },
};

/// A longer line is cut.
const LINE: u64 = 64 * 1024;

/// How often is looked whether the program was told to end.
const TICK: Duration = Duration::from_millis(50);

/// A game in lines.
struct Plain<'a> {
    table: &'a mut Table,
    layout: Layout,
    signals: &'a Signals,
    /// The last line asked to quit, and the game is kept nowhere.
    asked: bool,
}

/// Plays until there are no more lines, or one says so.
pub(super) fn run(table: &mut Table, signals: &Signals, out: &mut Output) -> Result<(), Failure> {
    let layout = Layout::of(table.running.rules(), table.running.names());
    let mut plain = Plain { table, layout, signals, asked: false };
    let lines = read_lines()?;
    plain.show(out)?;
    let played = plain.play(&lines, out);
    let rescued = plain.table.rescue();
    if let Some(path) = rescued? {
        out.line(&format!("{} {}", plain.table.words.saved, path.display()))?;
    }
    out.flush()?;
    played
}

/// Reads standard input in a thread of its own, which a signal need not wait for.
fn read_lines() -> Result<Receiver<String>, Failure> {
    let (sender, lines) = channel();
    let read = move || {
        let mut input = BufReader::new(std::io::stdin());
        let mut line = Vec::new();
        while let Ok(1..) = input.by_ref().take(LINE).read_until(b'\n', &mut line) {
            if sender.send(String::from_utf8_lossy(&line).into_owned()).is_err() {
                break;
            }
            line.clear();
        }
    };
    let spawned = thread::Builder::new().spawn(read);
    spawned.map_err(|e| Failure::outside(format!("no thread could be started: {e}")))?;
    Ok(lines)
}

impl Plain<'_> {
    fn play(&mut self, lines: &Receiver<String>, out: &mut Output) -> Result<(), Failure> {
        loop {
            self.let_opponents_play(out)?;
            out.flush()?;
            let line = loop {
                match lines.recv_timeout(TICK) {
                    Ok(line) => break line,
                    Err(RecvTimeoutError::Timeout) if !self.signals.told_to_end() => {}
                    Err(_) => return Ok(()),
                }
            };
            if !self.answer(&line, out)? {
                return Ok(());
            }
        }
    }

    /// Opponents play as long as it is their turn.
    fn let_opponents_play(&mut self, out: &mut Output) -> Result<(), Failure> {
        while let Some(thinking) = self.table.think()? {
            out.flush()?;
            let player = self.player();
            let chosen = loop {
                if self.signals.told_to_end() {
                    return Ok(());
                }
                if let Some(chosen) = thinking.wait(TICK)? {
                    break chosen;
                }
            };
            let (text, thought) = self.table.answer(chosen)?;
            let words = self.table.words;
            let thought = thought.map_or_else(String::new, |t| {
                let proved = if t.proved { format!(", {}", words.proved) } else { String::new() };
                format!(" ({} {}%{proved})", words.expects, t.percent)
            });
            out.line(&format!("{player}: {text}{thought}"))?;
            self.show(out)?;
        }
        Ok(())
    }

    fn player(&self) -> String {
        tell::player(&self.table.running, self.table.words, self.table.session.to_move()).to_owned()
    }

    /// Does what a line asks; says whether it goes on.
    fn answer(&mut self, line: &str, out: &mut Output) -> Result<bool, Failure> {
        let (legal, forbidden) = (self.table.session.legal(), self.table.session.forbidden());
        let command = command::read(self.table.running.names(), &legal, &forbidden, line);
        let words = self.table.words;
        let asked = std::mem::take(&mut self.asked);
        match command {
            Command::Nothing => {}
            Command::Play(moves) => match self.table.play(&moves) {
                Ok(()) => self.show(out)?,
                Err(lines) => say(&lines, out)?,
            },
            Command::Why(text) => say(&self.table.why(&text), out)?,
            Command::Undo | Command::UndoTurn => {
                if self.table.undo(command == Command::UndoTurn) {
                    self.show(out)?;
                } else {
                    out.line(words.nothing_to_undo)?;
                }
            }
            Command::Redo | Command::RedoTurn => {
                if self.table.redo(command == Command::RedoTurn) {
                    self.show(out)?;
                } else {
                    out.line(words.nothing_to_redo)?;
                }
            }
            Command::Save(file) => match self.table.save(file.as_deref()) {
                Ok(path) => out.line(&format!("{} {}", words.saved, path.display()))?,
                Err(failure) => out.line(&failure.text())?,
            },
            Command::Open(file) => match self.table.open(file.as_deref()) {
                Ok((path, rescued)) => {
                    self.rescued(rescued, out)?;
                    out.line(&format!("{} {}", words.loaded, path.display()))?;
                    self.show(out)?;
                }
                Err(failure) => out.line(&failure.text())?,
            },
            Command::New => match self.table.again() {
                Ok(rescued) => {
                    self.rescued(rescued, out)?;
                    out.line(words.new_game)?;
                    self.show(out)?;
                }
                Err(failure) => out.line(&failure.text())?,
            },
            Command::Help => out.line(words.help)?,
            Command::Quit if self.table.is_unsaved() && !asked => {
                self.asked = true;
                out.line(words.unsaved)?;
            }
            Command::Quit => {
                self.table.give_up();
                return Ok(false);
            }
            Command::Board => self.show(out)?,
            Command::Legal => out.line(&move_text::texts(self.table.running.names(), &legal).join(" "))?,
            Command::Forbidden => say(&tell::forbidden(&self.table.running, &self.table.session), out)?,
            Command::Moves => say(&tell::turns(&self.table.running, words, &self.table.session), out)?,
            Command::Position => out.line(&self.table.position())?,
        }
        Ok(true)
    }

    /// Says which game was saved because another takes its place.
    fn rescued(&self, path: Option<std::path::PathBuf>, out: &mut Output) -> Result<(), Failure> {
        path.map_or(Ok(()), |path| out.line(&format!("{} {}", self.table.words.saved, path.display())))
    }

    /// Shows the board and where the game stands.
    fn show(&self, out: &mut Output) -> Result<(), Failure> {
        let Table { running, session, words, .. } = &*self.table;
        let names = running.names();
        let last = session.last().map_or_else(Vec::new, picture::cells_of);
        let scene = Scene { setup: session.position().setup(), last, ..Scene::default() };
        out.line("")?;
        say(&picture::lines(&self.layout.draw(names, &scene)), out)?;
        out.line(&picture::legend(names))?;
        if let Some(last) = session.actions().last() {
            out.line(&format!("{}: {last}", words.last))?;
        }
        let clocks = tell::clocks(running, words, session);
        if !clocks.is_empty() {
            out.line(&format!("{}: {}", words.clocks, clocks.join("; ")))?;
        }
        let status = session.status();
        if status.is_over() {
            return say(&tell::ending(running, words, &status), out);
        }
        if let Some(claimable) = tell::claimable(running, words, &status) {
            out.line(&claimable)?;
        }
        let forbidden = session.forbidden().len();
        let forbidden = if forbidden == 0 { String::new() } else { format!(", {forbidden} {}", words.forbidden) };
        out.line(&format!(
            "{}: {} {}{forbidden}",
            tell::to_move(running, words, session),
            session.legal().len(),
            words.legal
        ))
    }
}

/// Writes lines.
fn say(lines: &[String], out: &mut Output) -> Result<(), Failure> {
    lines.iter().try_for_each(|line| out.line(line))
}
