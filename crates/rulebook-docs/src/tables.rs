//! Tables that are made of the rules.

use std::fmt::Write as _;

use rulebook_api::{Game, position_text, record};
use rulebook_ir::{Clause, Outcome, Rules};

use crate::{language::Language, target::Book};

/// Makes the table that a marker asks for.
///
/// # Errors
/// If there is no such table, or it cannot be made; says why.
pub fn table(book: &Book<'_>, what: &str, language: Language) -> Result<String, String> {
    let mut words = what.split_whitespace();
    let name = words.next().unwrap_or("");
    let arguments: Vec<&str> = words.collect();
    match (name, arguments.as_slice()) {
        ("limits", games) if !games.is_empty() => limits(book, games, language),
        ("options", [game]) => Ok(options(rules(book, game)?, language)),
        ("turns", [case, first, last]) => {
            let number = |text: &str| text.parse::<u32>().map_err(|_| format!("`{text}` is not the number of a turn"));
            turns(book, case, number(first)?, number(last)?, language)
        }
        _ => Err(format!(
            "there is no table `{what}`; there are `limits GAME…`, `options GAME`, and `turns CASE FIRST LAST`"
        )),
    }
}

fn rules<'b>(book: &'b Book<'_>, game: &str) -> Result<&'b Rules, String> {
    book.rules(game).map(AsRef::as_ref).ok_or_else(|| format!("there is no game `{game}`"))
}

fn said(texts: &rulebook_ir::Texts, language: Language) -> &str {
    texts.get(language.tag()).unwrap_or("")
}

/// A row; what would break it is kept out.
fn row(text: &mut String, cells: &[&str]) {
    let clean: Vec<String> = cells.iter().map(|c| c.replace('|', "\\|").replace('\n', " ")).collect();
    // Writing to a string does not fail.
    _ = writeln!(text, "| {} |", clean.join(" | "));
}

/// Every draw of these games.
fn limits(book: &Book<'_>, games: &[&str], language: Language) -> Result<String, String> {
    let mut text = String::new();
    match language {
        Language::En => row(&mut text, &["Game", "Drawn", "The result says"]),
        Language::Es => row(&mut text, &["Juego", "Tablas", "El resultado dice"]),
    }
    text.push_str("|---|---|---|\n");
    for game in games {
        let rules = rules(book, game)?;
        let mut title = said(&rules.title, language);
        for result in rules.results.iter().filter(|r| r.outcome == Outcome::Draw) {
            let clause = &rules.clauses[usize::from(result.clause.0)];
            let reason = &rules.reasons[usize::from(result.reason)].1;
            row(&mut text, &[title, said(&clause.texts, language), said(reason, language)]);
            title = "";
        }
    }
    Ok(text)
}

/// The readings of a game.
fn options(rules: &Rules, language: Language) -> String {
    let mut text = String::new();
    match language {
        Language::En => row(&mut text, &["Option", "Reading", "What it means"]),
        Language::Es => row(&mut text, &["Opción", "Lectura", "Qué significa"]),
    }
    text.push_str("|---|---|---|\n");
    let clause = |id: &str| rules.clauses.iter().find(|c| c.id == id).map_or("", |c: &Clause| said(&c.texts, language));
    for option in &rules.options {
        let id = rules.clause_id(option.clause);
        row(&mut text, &[&format!("`{}`", option.name), "", clause(id)]);
        for (index, reading) in option.readings.iter().enumerate() {
            let default = match (index, language) {
                (0, Language::En) => " (default)",
                (0, Language::Es) => " (por defecto)",
                _ => "",
            };
            row(&mut text, &["", &format!("`{reading}`{default}"), clause(&format!("{id}.{reading}"))]);
        }
    }
    text
}

/// The turns of a game: who plays what, and what then lies on the board and in reserve.
fn turns(book: &Book<'_>, id: &str, first: u32, last: u32, language: Language) -> Result<String, String> {
    let case = book.library.case(id).ok_or_else(|| format!("the suite has no case `{id}`"))?;
    let game = book.start(&case)?;
    let rules = rules(book, case.game())?;
    let names = game.vocabulary();
    let mut position = begin(game.as_ref(), case.position.as_deref())?;
    let mut lines: Vec<Vec<String>> = Vec::new();
    let mut turn = 0;
    let players: Vec<&str> = rules.players.iter().map(|p| said(&p.title, language)).collect();
    let stock: u32 = rules
        .kinds
        .iter()
        .filter_map(|k| {
            k.stock.map(|(n, each)| n * if each { k.numbers.map_or(1, |(a, b)| u32::from(b - a) + 1) } else { 1 })
        })
        .sum();
    let played = record::play(names, position.as_mut(), &case.moves, &mut |after, done| {
        turn += 1;
        if turn < first || turn > last {
            return;
        }
        let setup = after.setup();
        let mut line = vec![turn.to_string(), players[usize::from(done.player)].to_owned(), done.actions.join(" ")];
        for player in 0..players.len() {
            let on_board = setup.pieces.iter().filter(|(_, p)| usize::from(p.player) == player).count() as u32;
            line.push(on_board.to_string());
            line.push(stock.saturating_sub(on_board).to_string());
        }
        lines.push(line);
    });
    played.map_err(|why| format!("case {id} does not go on at ply {}: {}", why.ply, why.message))?;
    let mut head: Vec<String> = match language {
        Language::En => ["Turn", "Player", "Actions"],
        Language::Es => ["Turno", "Juega", "Acciones"],
    }
    .map(str::to_owned)
    .to_vec();
    for player in &players {
        let (board, reserve) = match language {
            Language::En => ("on the board", "in reserve"),
            Language::Es => ("en el tablero", "en reserva"),
        };
        head.push(format!("{player}: {board}"));
        head.push(format!("{player}: {reserve}"));
    }
    let mut text = String::new();
    for (index, line) in std::iter::once(&head).chain(&lines).enumerate() {
        row(&mut text, &line.iter().map(String::as_str).collect::<Vec<_>>());
        if index == 0 {
            _ = writeln!(text, "|{}", "---|".repeat(head.len()));
        }
    }
    Ok(text)
}

/// The position in which a case begins.
pub(crate) fn begin(game: &dyn Game, position: Option<&str>) -> Result<Box<dyn rulebook_api::Position>, String> {
    match position {
        None => Ok(game.initial()),
        Some(text) => {
            let setup = position_text::parse(game.vocabulary(), text).map_err(|e| e.message)?;
            game.set_up(&setup).map_err(|why| format!("the position is refused: {why:?}"))
        }
    }
}
