//! Keys and the mouse.

use ratatui::crossterm::event::{Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEventKind};

use crate::{
    failure::Failure,
    play::{
        command::Command,
        screen::app::{App, Question},
    },
};

/// The longest line that is taken.
const LONGEST: usize = 1024;

/// Does what an event asks.
pub(super) fn handle(app: &mut App<'_>, event: &Event) -> Result<(), Failure> {
    match event {
        Event::Key(key) if key.kind != KeyEventKind::Release => press(app, *key),
        Event::Mouse(mouse) if mouse.kind == MouseEventKind::Down(MouseButton::Left) => {
            let (x, y) = (mouse.column.checked_sub(app.board.x), mouse.row.checked_sub(app.board.y));
            let (Some(x), Some(y)) = (x, y) else { return Ok(()) };
            let cell = app.layout.cell_at(usize::from(x), usize::from(y));
            match cell.filter(|_| app.question == Question::None) {
                None => Ok(()),
                Some(cell) => {
                    app.cursor = cell;
                    app.pick()
                }
            }
        }
        Event::Mouse(mouse) if mouse.kind == MouseEventKind::ScrollDown => scroll(app, 1),
        Event::Mouse(mouse) if mouse.kind == MouseEventKind::ScrollUp => scroll(app, -1),
        _ => Ok(()),
    }
}

#[expect(clippy::unnecessary_wraps, reason = "what every event gives")]
fn scroll(app: &mut App<'_>, lines: i16) -> Result<(), Failure> {
    app.scroll = app.scroll.saturating_add_signed(lines);
    Ok(())
}

fn press(app: &mut App<'_>, key: KeyEvent) -> Result<(), Failure> {
    match std::mem::replace(&mut app.question, Question::None) {
        Question::None => {}
        Question::Quit => {
            match key.code {
                KeyCode::Char('s') => app.leave(true),
                KeyCode::Char('q') => app.leave(false),
                _ => {}
            }
            return Ok(());
        }
        Question::Which(actions) => {
            app.choice.clear();
            let number = if let KeyCode::Char(c) = key.code { c.to_digit(10) } else { None };
            let chosen = number.and_then(|n| actions.get((n as usize).checked_sub(1)?));
            return chosen.map_or(Ok(()), |(action, _)| app.play(action));
        }
    }
    if key.modifiers.contains(KeyModifiers::CONTROL) {
        return match key.code {
            KeyCode::Char('c' | 'q') => app.obey(Command::Quit),
            KeyCode::Char('z') => app.obey(Command::Undo),
            KeyCode::Char('y') => app.obey(Command::Redo),
            KeyCode::Char('s') => app.obey(Command::Save(None)),
            KeyCode::Char('u') => {
                app.line.clear();
                Ok(())
            }
            _ => Ok(()),
        };
    }
    match key.code {
        KeyCode::Enter if app.line.trim().is_empty() => return app.pick(),
        KeyCode::Enter => return app.submit(),
        KeyCode::Tab => app.complete(),
        KeyCode::Esc => {
            app.line.clear();
            app.choice.clear();
            app.message.clear();
        }
        KeyCode::Backspace => _ = app.line.pop(),
        KeyCode::F(1) => return app.obey(Command::Help),
        KeyCode::PageDown => return scroll(app, 3),
        KeyCode::PageUp => return scroll(app, -3),
        KeyCode::Left => walk(app, (-1, 0)),
        KeyCode::Right => walk(app, (1, 0)),
        KeyCode::Up => walk(app, (0, -1)),
        KeyCode::Down => walk(app, (0, 1)),
        KeyCode::Char(c) if app.line.len() < LONGEST => app.line.push(c),
        _ => {}
    }
    Ok(())
}

fn walk(app: &mut App<'_>, direction: (i32, i32)) {
    app.cursor = app.layout.neighbour(app.cursor, direction).unwrap_or(app.cursor);
}
