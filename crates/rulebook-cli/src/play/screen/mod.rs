//! The table drawn on the terminal: entering and leaving it, and what happens on it.

mod app;
mod keys;
mod view;

use std::{
    io::{self, Stdout, stdout},
    panic,
    sync::mpsc::{Receiver, RecvTimeoutError, channel},
    thread,
    time::Duration,
};

use ratatui::{
    Terminal,
    backend::CrosstermBackend,
    crossterm::{
        event::{self, DisableMouseCapture, EnableMouseCapture, Event},
        execute,
        terminal::{EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode},
    },
};

use crate::{
    failure::Failure,
    output::Output,
    play::{screen::app::App, signals::Signals, table::Table},
};

/// How long is waited for a key before it is looked at what else has happened.
const TICK: Duration = Duration::from_millis(50);

/// The terminal while it is ours; it is given back however this ends.
struct Screen {
    terminal: Terminal<CrosstermBackend<Stdout>>,
}

impl Screen {
    fn enter() -> Result<Self, Failure> {
        let before = panic::take_hook();
        panic::set_hook(Box::new(move |panic| {
            give_back();
            before(panic);
        }));
        enable_raw_mode().map_err(|e| lost(&e))?;
        let entered = execute!(stdout(), EnterAlternateScreen, EnableMouseCapture)
            .and_then(|()| Terminal::new(CrosstermBackend::new(stdout())));
        match entered {
            Ok(terminal) => Ok(Self { terminal }),
            Err(error) => {
                give_back();
                Err(lost(&error))
            }
        }
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        _ = self.terminal.show_cursor();
        give_back();
    }
}

/// Gives the terminal back. It may be gone: then nothing is left to do.
fn give_back() {
    _ = disable_raw_mode();
    _ = execute!(stdout(), DisableMouseCapture, LeaveAlternateScreen);
}

fn lost(error: &io::Error) -> Failure {
    Failure::outside(format!("the terminal cannot be used: {error}"))
}

/// Plays until somebody quits or the program is told to end.
pub(super) fn run(table: &mut Table, signals: &Signals, out: &mut Output) -> Result<(), Failure> {
    out.flush()?;
    let mut screen = Screen::enter()?;
    let played = play(table, signals, &mut screen);
    // First what must not be lost; the terminal may be gone.
    let rescued = table.rescue();
    drop(screen);
    if let Some(path) = rescued? {
        out.line(&format!("{} {}", table.words.saved, path.display()))?;
    }
    played
}

fn play(table: &mut Table, signals: &Signals, screen: &mut Screen) -> Result<(), Failure> {
    let events = read_events()?;
    let mut app = App::new(table);
    app.changed()?;
    let mut stale = true;
    while !app.is_done() && !signals.told_to_end() {
        if stale {
            screen.terminal.draw(|frame| view::draw(&mut app, frame)).map_err(|e| lost(&e))?;
        }
        stale = app.look_at_opponent()?;
        match events.recv_timeout(TICK) {
            Ok(event) => {
                keys::handle(&mut app, &event.map_err(|e| lost(&e))?)?;
                stale = true;
            }
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => break,
        }
    }
    Ok(())
}

/// Reads keys in a thread of its own: when a terminal goes away, waiting for its keys may never end.
fn read_events() -> Result<Receiver<io::Result<Event>>, Failure> {
    let (sender, events) = channel();
    let read = move || {
        loop {
            let event = event::read();
            let last = event.is_err();
            if sender.send(event).is_err() || last {
                break;
            }
        }
    };
    let spawned = thread::Builder::new().spawn(read);
    spawned.map_err(|e| Failure::outside(format!("no thread could be started: {e}")))?;
    Ok(events)
}
