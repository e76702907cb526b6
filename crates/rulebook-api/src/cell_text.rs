//! Cells and pieces as they stand in position text and move text: `c3`, `31`, `Kb6`, `a1#5`.

use crate::{TextError, Vocabulary, nearest::listed, text_error::Part};
use alloc::{format, string::String, vec::Vec};

/// A piece on a cell as written, without its owner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Item {
    /// Where.
    pub(crate) cell: u16,
    /// Which kind.
    pub(crate) kind: u8,
    /// Its number, or 0.
    pub(crate) number: u8,
}

/// The cell of that name or number; signs and the like are no numbers.
pub(crate) fn cell(names: &Vocabulary, text: &str) -> Option<u16> {
    if text.starts_with(|c: char| c.is_ascii_alphanumeric()) { names.cell(text) } else { None }
}

/// Reads a cell.
pub(crate) fn read_cell(names: &Vocabulary, part: Part<'_>) -> Result<u16, TextError> {
    cell(names, part.text).ok_or_else(|| part.error(unknown_cell(names, part.text)))
}

/// Reads a piece on a cell.
pub(crate) fn read_item(names: &Vocabulary, part: Part<'_>) -> Result<Item, TextError> {
    let (base, number) = part.split_once('#').map_or((part, None), |(base, number)| (base, Some(number)));
    let (kind, place) = read_kind(names, base)?;
    let cell = read_cell(names, place)?;
    let number = read_number(names, kind, place, number)?;
    Ok(Item { cell, kind, number })
}

/// The kind, by its letter, and what follows.
fn read_kind<'a>(names: &Vocabulary, base: Part<'a>) -> Result<(u8, Part<'a>), TextError> {
    if cell(names, base.text).is_some() {
        return Ok((0, base));
    }
    let Some(letter) = base.text.chars().next() else { return Ok((0, base)) };
    let rest = Part { text: base.text.get(letter.len_utf8()..).unwrap_or(""), start: base.start + letter.len_utf8() };
    if let Some(kind) = names.kinds.iter().position(|k| k.letter == Some(letter)) {
        return Ok((kind as u8, rest));
    }
    let capital = letter.to_ascii_uppercase();
    if capital != letter
        && cell(names, rest.text).is_some()
        && let Some(kind) = names.kinds.iter().find(|k| k.letter == Some(capital))
    {
        let message = format!("the letter of a {} is a capital `{capital}`: write `{capital}{}`", kind.name, rest.text);
        return Err(base.error(message));
    }
    let meant_small = cell(names, &base.text.to_lowercase()).is_some();
    if letter.is_uppercase() && !meant_small && cell(names, rest.text).is_some() {
        let letters: Vec<String> =
            names.kinds.iter().filter_map(|k| k.letter.map(|l| format!("`{l}` ({})", k.name))).collect();
        let first = names.kinds.first().map_or("piece", |k| k.name.as_str());
        let known = if letters.is_empty() {
            String::from("no kind has one")
        } else {
            format!("the letters are {}", listed(letters, "and"))
        };
        let at = base.start..base.start + letter.len_utf8();
        return Err(TextError::new(
            at,
            format!("`{letter}` is not the letter of a kind: {known}; a {first} is written without a letter"),
        ));
    }
    Ok((0, base))
}

/// The number that a kind wants, or 0 for a kind without.
fn read_number(names: &Vocabulary, kind: u8, place: Part<'_>, number: Option<Part<'_>>) -> Result<u8, TextError> {
    let Some(name) = names.kinds.get(usize::from(kind)) else { return Ok(0) };
    match (name.numbers, number) {
        (None, None) => Ok(0),
        (None, Some(number)) => Err(number.error(format!("a {} has no number: write `{}`", name.name, place.text))),
        (Some((from, to)), None) => Err(place.error(format!(
            "each {} has a number from {from} to {to}: write, say, `{}#{from}`",
            name.name, place.text
        ))),
        (Some((from, to)), Some(number)) => match number.text.parse::<u8>() {
            Ok(n) if (from..=to).contains(&n) && number.text.starts_with(|c: char| c.is_ascii_digit()) => Ok(n),
            _ => Err(number.error(format!("a {} has a number from {from} to {to}, not `{}`", name.name, number.text))),
        },
    }
}

/// Writes a piece on a cell.
pub(crate) fn write_item(names: &Vocabulary, item: Item) -> String {
    let letter = names.kinds.get(usize::from(item.kind)).and_then(|k| k.letter).map_or_else(String::new, String::from);
    let number = if item.number == 0 { String::new() } else { format!("#{}", item.number) };
    format!("{letter}{}{number}", names.cell_name(item.cell))
}

/// Why a text is no cell, and which cell may have been meant.
pub(crate) fn unknown_cell(names: &Vocabulary, text: &str) -> String {
    if text.is_empty() {
        return String::from("a cell is missing here");
    }
    if text.bytes().all(|b| b.is_ascii_digit()) {
        let numbers = names.cells.iter().filter_map(|c| c.number.map(u32::from).or_else(|| c.name.parse().ok()));
        if let Some((least, most)) =
            numbers.fold(None, |r: Option<(u32, u32)>, n| Some(r.map_or((n, n), |(a, b)| (a.min(n), b.max(n)))))
        {
            return format!("there is no cell {text}: the cells are numbered {least} to {most}");
        }
    }
    let lower = text.to_lowercase();
    if lower != text && cell(names, &lower).is_some() {
        return format!("there is no cell `{text}`; did you mean `{lower}`? (column letters are small)");
    }
    match coordinates(&lower).filter(|_| lower == text) {
        Some(wanted) => near_cells(names, text, wanted),
        None => format!("`{text}` is not a cell{}", example(names)),
    }
}

/// Names the cells around a place that is not one.
fn near_cells(names: &Vocabulary, text: &str, wanted: (u32, u32)) -> String {
    let cells: Vec<(u32, u32, &str)> =
        names.cells.iter().filter_map(|c| coordinates(&c.name).map(|(x, y)| (x, y, c.name.as_str()))).collect();
    let apart =
        |x: u32, y: u32| u64::from(x.abs_diff(wanted.0)).pow(2).saturating_add(u64::from(y.abs_diff(wanted.1)).pow(2));
    let Some(least) = cells.iter().map(|&(x, y, _)| apart(x, y)).min() else {
        return format!("`{text}` is not a cell{}", example(names));
    };
    let near: Vec<&str> =
        cells.iter().filter(|&&(x, y, _)| apart(x, y) == least).map(|&(_, _, name)| name).take(4).collect();
    let near = match near.as_slice() {
        [one] => format!("the nearest cell is {one}"),
        more => format!("the nearest cells are {}", listed(more, "and")),
    };
    let on_board = cells.iter().any(|&(x, ..)| x == wanted.0) && cells.iter().any(|&(_, y, _)| y == wanted.1);
    let colours: Vec<bool> = cells.iter().map(|&(x, y, _)| (x + y) % 2 == 0).collect();
    let one_colour = colours.len() > 1 && colours.iter().all(|&c| c == colours[0]);
    if on_board && one_colour {
        format!("`{text}` has the colour that is not played on; {near}")
    } else if on_board {
        format!("`{text}` is not one of the points of this board; {near}")
    } else {
        format!("`{text}` is off the board; {near}")
    }
}

/// `: cells are called, for example, …`.
fn example(names: &Vocabulary) -> String {
    match (names.cells.first(), names.cells.last()) {
        (Some(first), Some(last)) => format!(": the cells are called {} … {}", first.name, last.name),
        _ => String::new(),
    }
}

/// Column and row of a name such as `c3`, from 1.
fn coordinates(name: &str) -> Option<(u32, u32)> {
    let letters = name.bytes().take_while(u8::is_ascii_lowercase).count();
    let (column, row) = name.split_at_checked(letters)?;
    if column.is_empty()
        || column.len() > 2
        || row.is_empty()
        || row.len() > 4
        || !row.bytes().all(|b| b.is_ascii_digit())
    {
        return None;
    }
    let column = column.bytes().fold(0, |n, b| n * 26 + u32::from(b - b'a') + 1);
    Some((column, row.parse().ok()?))
}
