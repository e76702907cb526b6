//! A block of a page as a figure: the board, the moves that can be stepped through, and the caption.

use std::fmt::Write as _;

use rulebook_api::record;
use rulebook_certify::{
    Case,
    case::{Refusal, State},
    report::escape,
};

use crate::{
    block::Shown,
    language::Language,
    svg::{Frame, board},
    target::Book,
};

/// More pieces than these in all frames together are not drawn: then a game begins with a later position.
const MOST_PIECES: usize = 4000;

/// The figure of a block; `caption` is its caption as Markdown.
///
/// # Errors
/// If the block cannot be played; says why.
pub(super) fn figure(book: &Book<'_>, shown: &Shown, language: Language, caption: &str) -> Result<String, String> {
    let case = &shown.case;
    let game = book.start(case)?;
    let names = game.vocabulary();
    let rules = book.rules(case.game()).ok_or("there is no such game")?;
    // A set-up that the rules refuse is drawn as it would stand.
    let mut position = match crate::tables::begin(game.as_ref(), case.position.as_deref()) {
        Ok(position) => position,
        Err(why) => match case.position.as_deref().map(|t| rulebook_api::position_text::parse(names, t)) {
            Some(Ok(setup)) => {
                let drawn = board(
                    rules,
                    names,
                    &[Frame::of(names, &setup, Vec::new())],
                    &[],
                    &[],
                    case.position.as_deref().unwrap_or(""),
                );
                return Ok(frame(case, &drawn, "", &status(case, language), caption));
            }
            _ => return Err(why),
        },
    };
    let mut frames = vec![Frame::of(names, &position.setup(), Vec::new())];
    let mut moves: Vec<String> = Vec::new();
    let mut path = Vec::new();
    // Turn by turn; the path is that of the last move of each turn.
    let played = record::play(names, position.as_mut(), &case.moves, &mut |after, turn| {
        path = cells(names, turn.actions.last().map_or("", String::as_str));
        frames.push(Frame::of(names, &after.setup(), path.clone()));
        moves.push(turn.actions.join(" "));
    });
    let unfinished = played.map_err(|why| why.message)?;
    if !unfinished.is_empty() {
        frames.push(Frame::of(names, &position.setup(), Vec::new()));
        moves.push(unfinished.join(" "));
    }
    let mut from = 0;
    while frames[from..].iter().map(|f| f.pieces.len()).sum::<usize>() > MOST_PIECES {
        from += 1;
    }
    let index = |name: &String| names.cells.iter().position(|c| c.name == *name).map(|c| c as u16);
    let mut marks: Vec<u16> = shown.marks.iter().filter_map(index).collect();
    let refused: Vec<String> =
        case.expect.illegal.iter().map(Refusal::full).filter(|r| r.ply.is_none()).map(|r| r.action).collect();
    let mut arrows: Vec<(u16, u16)> = shown.arrows.iter().filter_map(|a| ends(names, a)).collect();
    // What is refused is shown where it would be played.
    for action in &refused {
        match ends(names, action) {
            Some((a, b)) => arrows.push((a, b)),
            None => marks.extend(cells(names, action)),
        }
    }
    let drawn = board(rules, names, &frames[from..], &marks, &arrows, &label(case));
    let mut list = String::new();
    if !moves.is_empty() {
        list.push_str("<ol class=\"rb-moves\">");
        for text in &moves {
            _ = write!(list, "<li>{}</li>", escape(text));
        }
        list.push_str("</ol>");
    }
    Ok(frame(case, &drawn, &list, &status(case, language), caption))
}

fn frame(case: &Case, drawn: &str, list: &str, status: &str, caption: &str) -> String {
    let mut text = format!("<figure class=\"rb-figure\" id=\"{0}\" data-case=\"{0}\">\n{drawn}\n", escape(&case.id));
    if !list.is_empty() {
        text.push_str("<div class=\"rb-steps\" hidden><button data-step=\"first\">«</button><button data-step=\"back\">‹</button>\
                       <span class=\"rb-at\"></span><button data-step=\"on\">›</button><button data-step=\"last\">»</button></div>\n");
        text.push_str(list);
        text.push('\n');
    }
    _ = write!(text, "<figcaption>\n\n{caption}\n\n<p class=\"rb-status\">{status}</p></figcaption>\n</figure>\n");
    text
}

/// What a screen reader says of the board.
fn label(case: &Case) -> String {
    match (&case.position, case.moves.is_empty()) {
        (Some(position), true) => position.clone(),
        (Some(position), false) => format!("{position}; {}", case.moves),
        (None, _) => case.moves.clone(),
    }
}

/// What comes out, in words.
fn status(case: &Case, language: Language) -> String {
    let refused = case.expect.illegal.iter().chain(case.expect.forbidden.iter().flatten()).map(|r| r.full().action);
    let refused: Vec<String> = refused.collect();
    if !refused.is_empty() {
        let what = match language {
            Language::En => "Not allowed",
            Language::Es => "No se permite",
        };
        return escape(&format!("{what}: {}.", refused.join(", ")));
    }
    let Some(status) = &case.expect.status else { return String::new() };
    let word = match (status.state, language) {
        (State::Ongoing, Language::En) => "The game goes on.",
        (State::Ongoing, Language::Es) => "La partida sigue.",
        (State::Won, Language::En) => "Won.",
        (State::Won, Language::Es) => "Ganada.",
        (State::Drawn, Language::En) => "Drawn.",
        (State::Drawn, Language::Es) => "Tablas.",
    };
    word.to_owned()
}

/// The cells of a move's text, in order.
fn cells(names: &rulebook_api::Vocabulary, text: &str) -> Vec<u16> {
    let bare = text.split(['(', '*']).next().unwrap_or(text);
    bare.split(['-', 'x', '+'])
        .map(|part| part.split('#').next().unwrap_or(part))
        .filter_map(|part| names.cells.iter().position(|c| c.name == part).map(|c| c as u16))
        .collect()
}

/// First and last cell of a move.
fn ends(names: &rulebook_api::Vocabulary, text: &str) -> Option<(u16, u16)> {
    let cells = cells(names, text);
    match cells.as_slice() {
        [first, .., last] => Some((*first, *last)),
        _ => None,
    }
}
