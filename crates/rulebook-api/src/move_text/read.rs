//! Reading a move text into what it says, without asking what is legal.

use crate::{Vocabulary, cell_text};
use alloc::{format, string::String, vec, vec::Vec};

/// What a move text says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Written {
    /// What sort of deed.
    pub deed: Deed,
    /// Cells said to be captured, ascending.
    pub victims: Option<Vec<u16>>,
    /// The kind that the piece is said to be at the end.
    pub kind: Option<u8>,
    /// Its number.
    pub number: Option<u8>,
    /// The action's name.
    pub name: Option<u8>,
}

/// The sorts of deeds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Deed {
    /// `pass`.
    #[default]
    Pass,
    /// `-h8`.
    Remove(u16),
    /// `c3-d4`: the cells, at least two, and whether the marks between them say that it takes.
    Walk(Vec<u16>, Option<bool>),
    /// `h8`, `a1#5`, `h8+i9`: cells ascending with kind and number if they are said.
    Place(Vec<(u16, Option<u8>, Option<u8>)>),
}

/// Why a text says nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Problem {
    /// It has not the form of a move.
    Unreadable(String),
    /// A word that looks like a cell is none.
    UnknownCell(String),
}

/// Reads a move.
pub(super) fn read(names: &Vocabulary, text: &str) -> Result<Written, Problem> {
    let mut written = Written::default();
    let mut rest = text.trim();
    if let Some(mark) = rest.chars().last().filter(|c| matches!(c, '!' | '?' | '+' | '.')) {
        let what = if mark == '.' { "move numbers are" } else { "marks such as `!`, `?` and `+` behind a move are" };
        return Err(Problem::Unreadable(format!("{what} not read; leave `{}` out", &rest[marks_from(rest)..])));
    }
    if let Some((before, name)) = rest.rsplit_once('/') {
        let action = names.actions.iter().position(|a| a.name == name);
        written.name = Some(action.ok_or_else(|| Problem::Unreadable(format!("there is no action `{name}`")))? as u8);
        rest = before;
    }
    if let Some((before, end)) = rest.split_once('=') {
        let (kind, number) = end.split_once('#').map_or((end, None), |(kind, number)| (kind, Some(number)));
        written.kind = Some(read_kind(names, kind)?);
        written.number = number.map(read_number).transpose()?;
        rest = before;
    }
    if let Some((before, victims)) = rest.split_once('(') {
        let Some(victims) = victims.strip_suffix(')') else {
            return Err(Problem::Unreadable(String::from("the parenthesis with the captured cells is not closed")));
        };
        written.victims = Some(read_cells(names, victims, ',')?);
        rest = before;
    } else if let Some((before, victims)) = rest.split_once('*') {
        written.victims = Some(read_cells(names, victims, '*')?);
        rest = before;
    }
    written.deed = read_deed(names, rest.trim())?;
    Ok(written)
}

/// Where the marks at the end of a move begin; of a move number, its beginning.
fn marks_from(text: &str) -> usize {
    if text.ends_with('.') { 0 } else { text.trim_end_matches(['!', '?', '+']).len() }
}

/// Reads the part that says what is done.
fn read_deed(names: &Vocabulary, text: &str) -> Result<Deed, Problem> {
    if text == "pass" {
        return Ok(Deed::Pass);
    }
    if let Some(cell) = text.strip_prefix('-') {
        return read_cell(names, cell).map(Deed::Remove);
    }
    if !text.contains('+') {
        let (cells, marks) = walk(names, text)?;
        if cells.len() > 1 {
            let takes = marks.iter().all(|m| *m == marks[0]).then(|| marks[0] != '-');
            return Ok(Deed::Walk(cells, takes));
        }
    }
    let mut placed = text.split('+').map(|item| read_placed(names, item)).collect::<Result<Vec<_>, _>>()?;
    placed.sort_unstable();
    Ok(Deed::Place(placed))
}

/// Reads `h8`, `Kh8` or `a1#5`.
fn read_placed(names: &Vocabulary, item: &str) -> Result<(u16, Option<u8>, Option<u8>), Problem> {
    let (place, number) = item.split_once('#').map_or((item, None), |(place, number)| (place, Some(number)));
    let number = number.map(read_number).transpose()?;
    if let Some(cell) = cell_text::cell(names, place) {
        return Ok((cell, None, number));
    }
    for (kind, name) in names.kinds.iter().enumerate() {
        if let Some(cell) = name.letter.and_then(|l| place.strip_prefix(l)).and_then(|c| cell_text::cell(names, c)) {
            return Ok((cell, Some(kind as u8), number));
        }
    }
    read_cell(names, place).map(|cell| (cell, None, number))
}

/// Reads a list of cells, ascending.
fn read_cells(names: &Vocabulary, text: &str, mark: char) -> Result<Vec<u16>, Problem> {
    let mut cells = text.split(mark).map(|c| read_cell(names, c.trim())).collect::<Result<Vec<_>, _>>()?;
    cells.sort_unstable();
    Ok(cells)
}

/// Reads a cell.
fn read_cell(names: &Vocabulary, text: &str) -> Result<u16, Problem> {
    cell_text::cell(names, text).ok_or_else(|| {
        let digits = text.trim_start_matches(|c: char| c.is_ascii_alphabetic());
        let looks = text.len() - digits.len() <= 2 && !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
        let message = cell_text::unknown_cell(names, text);
        if looks { Problem::UnknownCell(message) } else { Problem::Unreadable(message) }
    })
}

/// Reads a kind by name or letter.
fn read_kind(names: &Vocabulary, text: &str) -> Result<u8, Problem> {
    let is = |k: &crate::KindName| k.name == text || k.letter.is_some_and(|l| text.chars().eq([l]));
    let kind = names.kinds.iter().position(is);
    kind.map(|k| k as u8).ok_or_else(|| Problem::Unreadable(format!("there is no kind of piece `{text}`")))
}

/// Reads the number of a piece.
fn read_number(text: &str) -> Result<u8, Problem> {
    let number = if text.bytes().all(|b| b.is_ascii_digit()) { text.parse().ok() } else { None };
    number.ok_or_else(|| Problem::Unreadable(format!("`#{text}` is not the number of a piece")))
}

/// Reads cells with marks between them; a single cell, perhaps with a kind or number, gives an empty list.
fn walk(names: &Vocabulary, text: &str) -> Result<(Vec<u16>, Vec<char>), Problem> {
    let mut search =
        Search { names, text, dead: vec![false; text.len() + 1], furthest: 0, cells: Vec::new(), marks: Vec::new() };
    if search.from(0) {
        return Ok((search.cells, search.marks));
    }
    let rest = text.get(search.furthest..).unwrap_or("");
    let word = rest.split(is_mark).next().unwrap_or(rest);
    if search.furthest == 0 && !text.contains(is_mark) {
        return Ok((Vec::new(), Vec::new()));
    }
    if word.is_empty() {
        return Err(Problem::Unreadable(format!("a cell is missing in `{text}`")));
    }
    read_cell(names, word)?;
    Err(Problem::Unreadable(format!("`{text}` is not a row of cells")))
}

/// Marks between the cells of a walk.
fn is_mark(c: char) -> bool {
    matches!(c, '-' | 'x' | ':' | '×')
}

/// Finds a division of a text into cells and marks, where names of cells may contain marks.
struct Search<'a> {
    names: &'a Vocabulary,
    text: &'a str,
    dead: Vec<bool>,
    furthest: usize,
    cells: Vec<u16>,
    marks: Vec<char>,
}

impl Search<'_> {
    /// Reads from here to the end, a cell first.
    fn from(&mut self, start: usize) -> bool {
        if core::mem::replace(&mut self.dead[start], true) {
            return false;
        }
        self.furthest = self.furthest.max(start);
        let rest = self.text.get(start..).unwrap_or("");
        let ends = rest.char_indices().filter(|&(_, c)| is_mark(c)).map(|(i, c)| (i, Some(c)));
        let ends: Vec<(usize, Option<char>)> = ends.chain([(rest.len(), None)]).collect();
        for (end, mark) in ends.into_iter().rev() {
            let Some(cell) = rest.get(..end).and_then(|word| cell_text::cell(self.names, word)) else { continue };
            self.cells.push(cell);
            let Some(mark) = mark else { return true };
            self.marks.push(mark);
            if self.from(start + end + mark.len_utf8()) {
                return true;
            }
            self.cells.pop();
            self.marks.pop();
        }
        false
    }
}
