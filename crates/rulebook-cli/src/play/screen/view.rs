//! Drawing: the board, the panel beside it, what is said below, and the line that is typed.

use std::env;

use ratatui::{
    Frame,
    layout::{Constraint, Layout as Split, Position, Rect},
    style::{Color, Modifier, Style},
    text::{Line, Span, Text},
    widgets::{Block, Clear, Paragraph, Wrap},
};

use crate::play::{
    picture::{self, Look, Picture},
    screen::app::{App, Question},
    tell,
};

/// The least columns of the panel, and the least rows of board and panel.
const PANEL: u16 = 26;
const ROWS: u16 = 12;

/// Colours of the players.
const COLOURS: [Color; 4] = [Color::LightCyan, Color::LightYellow, Color::LightGreen, Color::LightMagenta];

/// Draws everything, or says that there is no room for it.
pub(super) fn draw(app: &mut App<'_>, frame: &mut Frame<'_>) {
    let (wide, high) = app.layout.size();
    let (wide, high) = (u16::try_from(wide).unwrap_or(u16::MAX), u16::try_from(high).unwrap_or(u16::MAX));
    let area = frame.area();
    let needed = (wide.saturating_add(2 + PANEL), high.max(ROWS).saturating_add(3));
    if area.width < needed.0 || area.height < needed.1 {
        app.board = Rect::ZERO;
        let small = format!(
            "This terminal has {} x {} characters, and the board needs {} x {}: make it larger, or quit and say --plain.",
            area.width, area.height, needed.0, needed.1
        );
        let text = if app.question == Question::Quit { app.table.words.unsaved.to_owned() } else { small };
        frame.render_widget(Paragraph::new(text).wrap(Wrap { trim: true }), area);
        return;
    }
    let said = said(app);
    let room = area.height - needed.1 + 1;
    let rows = rows_of(&said, area.width);
    let [main, below, typed, hint] = Split::vertical([
        Constraint::Min(needed.1 - 3),
        Constraint::Length(rows.clamp(1, room)),
        Constraint::Length(1),
        Constraint::Length(1),
    ])
    .areas(area);
    let [board, panel] = Split::horizontal([Constraint::Length(wide + 2), Constraint::Min(PANEL)]).areas(main);
    app.board = Rect { width: wide, height: high, ..board };
    let picture = app.layout.draw(app.table.running.names(), &app.scene());
    frame.render_widget(Paragraph::new(painted(&picture)), app.board);
    draw_panel(app, frame, panel);
    let typing = format!("> {}", app.line);
    let column = u16::try_from(Line::from(typing.as_str()).width()).unwrap_or(u16::MAX);
    frame.render_widget(Paragraph::new(typing), typed);
    frame.render_widget(Paragraph::new(app.table.words.hint).style(faint()), hint);
    frame.set_cursor_position(Position::new(typed.x.saturating_add(column).min(area.right() - 1), typed.y));
    if rows <= room {
        frame.render_widget(Paragraph::new(said.join("\n")).wrap(Wrap { trim: false }), below);
    } else {
        draw_over(app, frame, &said, area);
    }
}

/// What does not fit below the board is shown over it.
fn draw_over(app: &App<'_>, frame: &mut Frame<'_>, said: &[String], area: Rect) {
    let rows = rows_of(said, area.width.saturating_sub(2)).saturating_add(2).min(area.height.saturating_sub(2));
    let place = Rect { height: rows, ..area };
    let block = Block::bordered().title_bottom(format!(" {} (Esc) ", app.table.words.press));
    frame.render_widget(Clear, place);
    frame.render_widget(Paragraph::new(said.join("\n")).wrap(Wrap { trim: false }).block(block), place);
}

/// What is said: a question, or the message.
fn said(app: &App<'_>) -> Vec<String> {
    match &app.question {
        Question::None => app.message.clone(),
        Question::Quit => vec![app.table.words.unsaved.to_owned()],
        Question::Which(actions) => {
            let choices: Vec<String> =
                actions.iter().take(9).enumerate().map(|(i, (_, text))| format!("{}: {text}", i + 1)).collect();
            vec![format!("{} {}", app.table.words.choose, choices.join("  "))]
        }
    }
}

/// How many rows lines take when they are wrapped at words.
fn rows_of(lines: &[String], width: u16) -> u16 {
    let width = usize::from(width.max(1));
    let rows = lines.iter().map(|line| {
        let mut rows = 1;
        let mut column = 0;
        for word in line.split(' ') {
            let word = Line::from(word).width();
            if column > 0 && column + word > width {
                rows += 1;
                column = 0;
            }
            rows += word.saturating_sub(1) / width;
            column = (column + word + 1).min(width);
        }
        rows
    });
    u16::try_from(rows.sum::<usize>()).unwrap_or(u16::MAX)
}

/// The panel: who is to move, clocks, legal and forbidden moves, the moves so far.
fn draw_panel(app: &App<'_>, frame: &mut Frame<'_>, area: Rect) {
    let (table, words) = (&*app.table, app.table.words);
    let mut head = vec![Line::from(tell::title(&table.running, words).to_owned()).style(Modifier::BOLD)];
    let status = table.session.status();
    if !status.is_over() {
        head.push(Line::from(tell::to_move(&table.running, words, &table.session)));
    }
    if app.is_thinking() {
        let player = tell::player(&table.running, words, table.session.to_move());
        head.push(Line::from(format!("{player}: {}", words.thinking)));
    }
    head.extend(tell::claimable(&table.running, words, &status).map(Line::from));
    head.extend(tell::clocks(&table.running, words, &table.session).into_iter().take(6).map(Line::from));
    let cell = table.running.names().cell_name(app.cursor);
    head.push(Line::from(format!("[{cell}]  {}", picture::legend(table.running.names()))));
    let height = rows_of(&head.iter().map(Line::to_string).collect::<Vec<_>>(), area.width);
    let forbidden = u16::try_from(app.forbidden.len()).unwrap_or(u16::MAX);
    let forbidden = if forbidden == 0 { 0 } else { forbidden.saturating_add(1).min(5) };
    let [top, legal, banned, played] = Split::vertical([
        Constraint::Length(height),
        Constraint::Fill(1),
        Constraint::Length(forbidden),
        Constraint::Fill(1),
    ])
    .areas(area);
    frame.render_widget(Paragraph::new(Text::from(head)).wrap(Wrap { trim: true }), top);
    let title = |name: &str, count: usize| Block::new().title(Span::styled(format!("{name}: {count}"), heading()));
    let moves = app.texts.join("  ");
    let rows = rows_of(std::slice::from_ref(&moves), legal.width);
    let scroll = app.scroll.min(rows.saturating_sub(legal.height.saturating_sub(1)));
    let list = Paragraph::new(moves).wrap(Wrap { trim: true }).scroll((scroll, 0));
    frame.render_widget(list.block(title(words.legal, app.legal.len())), legal);
    if forbidden > 0 {
        let list = Paragraph::new(app.forbidden.join("\n"));
        frame.render_widget(list.block(title(words.forbidden, app.forbidden.len())), banned);
    }
    let turns = tell::turns(&table.running, words, &table.session);
    let first = turns.len().saturating_sub(usize::from(played.height.saturating_sub(1)));
    let list = Paragraph::new(turns.get(first..).unwrap_or_default().join("\n"));
    frame.render_widget(list.block(title(words.moves, turns.len())), played);
}

/// The picture in colours, unless nobody wants them.
fn painted(picture: &Picture) -> Text<'static> {
    let line = |row: &Vec<(char, Look)>| {
        let spans = row.iter().map(|(c, look)| Span::styled(c.to_string(), style(*look)));
        Line::from(spans.collect::<Vec<_>>())
    };
    Text::from(picture.iter().map(line).collect::<Vec<_>>())
}

fn style(look: Look) -> Style {
    match look {
        Look::Ground | Look::Edge | Look::Cell => faint(),
        Look::Mark => Style::new().add_modifier(Modifier::BOLD),
        Look::Piece(player) => {
            let bold = Style::new().add_modifier(Modifier::BOLD);
            let colour = COLOURS.get(usize::from(player)).filter(|_| coloured());
            colour.map_or(bold, |colour| bold.fg(*colour))
        }
    }
}

fn faint() -> Style {
    Style::new().add_modifier(Modifier::DIM)
}

fn heading() -> Style {
    Style::new().add_modifier(Modifier::UNDERLINED)
}

/// Are colours wanted?
fn coloured() -> bool {
    env::var_os("NO_COLOR").is_none_or(|v| v.is_empty())
}
