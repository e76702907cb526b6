//! PDN FEN on input: `W:WKb6,d8:BKb8`, `B:W31-50:B1-20.`.
//!
//! A letter for who is to move, then sections in any order, each a player's initial and his cells. Cells are
//! numbers of the field (leading zeros and ranges allowed) or our names; a kind's letter stands before a cell
//! or a range. Brackets, quotes and a final period may stand around it.

use crate::{
    Piece, Setup, TextError, Vocabulary,
    cell_text::{self, Item},
    nearest::listed,
    position_text::add,
    text_error::Part,
};
use alloc::{format, string::ToString};

/// The text without the brackets, the tag and the quotes that may stand around it.
pub(crate) fn unwrap(text: Part<'_>) -> Part<'_> {
    let mut part = text.trim();
    if let Some(inner) = part.strip_prefix("[").and_then(|p| p.strip_suffix("]")) {
        part = inner.trim();
    }
    if let Some(inner) = part.strip_prefix("FEN").map(Part::trim).filter(|p| p.text.starts_with(['"', '\''])) {
        part = inner;
    }
    for quote in ["\"", "'"] {
        if let Some(inner) = part.strip_prefix(quote).and_then(|p| p.strip_suffix(quote)) {
            part = inner.trim();
        }
    }
    part
}

/// Does it begin with a capital letter, which is not a player's whole name, and a colon?
pub(crate) fn is_fen(names: &Vocabulary, text: Part<'_>) -> bool {
    text.split_once(':').is_some_and(|(side, _)| {
        let side = side.trim().text;
        let capital = side.len() == 1 && side.bytes().all(|b| b.is_ascii_uppercase());
        capital && !names.players.iter().any(|p| p == side)
    })
}

/// Reads a text that [`is_fen`].
pub(crate) fn parse(names: &Vocabulary, text: Part<'_>) -> Result<Setup, TextError> {
    let text = text.trim();
    let text = text.strip_suffix(".").unwrap_or(text);
    let mut setup = Setup::default();
    for (i, section) in text.split(':').map(Part::trim).enumerate() {
        if i == 0 {
            setup.to_move = initial(names, section)?;
        } else if !section.text.is_empty() && !is_counter(names, section)? {
            let (side, items) = section
                .text
                .split_at_checked(1)
                .map_or((section, ""), |(side, items)| (Part { text: side, start: section.start }, items));
            let player = initial(names, side)?;
            let items = Part { text: items, start: side.start + side.text.len() }.trim();
            for item in items.split(',').map(Part::trim).filter(|_| !items.text.is_empty()) {
                read_items(names, &mut setup, player, item)?;
            }
        }
    }
    Ok(setup)
}

/// A cell or a range, with the letter of its kind.
fn read_items(names: &Vocabulary, setup: &mut Setup, player: u8, item: Part<'_>) -> Result<(), TextError> {
    if item.text.is_empty() {
        return Err(item.error("a cell is missing beside this comma"));
    }
    let Some((first, last)) = item.split_once('-') else {
        let Item { cell, kind, number } = cell_text::read_item(names, item)?;
        return add(names, setup, item, cell, Piece { player, kind, number });
    };
    let (first, last) = (first.trim(), last.trim());
    let Item { kind, number, .. } = cell_text::read_item(names, first)?;
    let digits = first.text.trim_start_matches(|c: char| c.is_ascii_alphabetic());
    let (Ok(from), Ok(to)) = (digits.parse::<u16>(), last.text.parse::<u16>()) else {
        return Err(
            item.error(format!("`{}` is not a range: a range goes from number to number, such as `1-12`", item.text))
        );
    };
    if first.text.len() > digits.len() + 1 || from > to {
        return Err(item.error(format!("`{}` is not a range: the first number has to be the smaller one", item.text)));
    }
    cell_text::read_cell(names, last)?;
    for n in from..=to {
        let text = n.to_string();
        let cell = cell_text::cell(names, &text).ok_or_else(|| item.error(cell_text::unknown_cell(names, &text)))?;
        add(names, setup, item, cell, Piece { player, kind, number })?;
    }
    Ok(())
}

/// The player with that initial.
fn initial(names: &Vocabulary, part: Part<'_>) -> Result<u8, TextError> {
    let initial = |name: &str| name.chars().next().map(|c| c.to_ascii_uppercase().to_string());
    let mut players = (0..names.players.len()).filter(|&p| initial(&names.players[p]).as_deref() == Some(part.text));
    match (players.next(), players.next()) {
        (Some(player), None) => Ok(player as u8),
        (Some(_), Some(_)) => {
            let players = listed(&names.players, "and");
            Err(part.error(format!(
                "`{}` could be more than one of {players}: write the players in full, `player: player=cell,…`",
                part.text
            )))
        }
        (None, _) => {
            let letters = names.players.iter().filter_map(|p| initial(p).map(|i| format!("`{i}` ({p})")));
            Err(part.error(format!("`{}` is no player's initial; they are {}", part.text, listed(letters, "and"))))
        }
    }
}

/// Is it a counter of the field: `F12`, the number of the move, or `H0`, half-moves since something happened?
fn is_counter(names: &Vocabulary, section: Part<'_>) -> Result<bool, TextError> {
    let Some((letter, digits)) = section.text.split_at_checked(1) else { return Ok(false) };
    if !matches!(letter, "H" | "F") || digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
        return Ok(false);
    }
    if initial(names, Part { text: letter, start: section.start }).is_ok() {
        return Ok(false);
    }
    if letter == "H" && digits.bytes().any(|b| b != b'0') {
        let clocks = listed(names.clocks.iter().map(|c| format!("`; {}=…`", c.name)), "or");
        return Err(section.error(format!(
            "`{}` does not say which clock has this value; leave it out and write {clocks} at the end",
            section.text
        )));
    }
    Ok(true)
}
