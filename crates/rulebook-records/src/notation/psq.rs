//! Records of Gomocup and its manager (`.psq`): a line with the board, a line for each stone, then names.
//!
//! Columns count from the left and rows from the top, both from 1; black begins.

use std::io::Read;

use crate::{
    Move, Problem, ProblemKind, Record,
    input::{Input, decode},
    read::MOST_MOVES,
};

/// The word with which such a record begins.
const HEAD: &[u8] = b"Piskvorky ";

/// Lines behind the stones that are looked at, and bytes of a line.
const MOST_LINES: usize = 16;
const LONGEST_LINE: usize = 1024;

/// Does such a record begin here?
pub(crate) fn begins<R: Read>(input: &mut Input<R>) -> bool {
    input.at_line_start() && input.ahead(HEAD.len()) == HEAD
}

/// Reads one.
pub(crate) fn read<R: Read>(input: &mut Input<R>, record: &mut Record) {
    let (line, column) = input.place();
    let head = decode(input.take_line(LONGEST_LINE));
    let board = head.split([' ', ',']).nth(1).unwrap_or("");
    let Some((width, height)) = size(board) else {
        let message = format!("`{board}` is not the size of a board: the line begins as in `Piskvorky 15x15, `");
        record.cut = Some(Problem { kind: ProblemKind::Malformed, line, column, message });
        return;
    };
    record.tag("Board", format!("{width}x{height}"));
    // The last number says which of the two named below began.
    let second_began = head.rsplit(',').next().is_some_and(|n| n.trim() == "1");
    while input.peek().is_some_and(|b| b.is_ascii_digit()) {
        let place = input.place();
        let Some((column, row)) = stone(input) else { break };
        let off = column == 0 || row == 0 || column > width || row > height;
        if off || record.moves.len() >= MOST_MOVES {
            let (kind, message) = if off {
                (ProblemKind::Malformed, format!("{column},{row} is not on a board of {width} x {height}"))
            } else {
                (ProblemKind::TooLong, format!("this game has more than {MOST_MOVES} moves"))
            };
            record.cut = Some(Problem { kind, line: place.0, column: place.1, message });
            return;
        }
        let text = format!("{}{}", letters(column), height - row + 1);
        record.moves.push(Move { text, line: place.0, column: place.1 });
        input.skip_line();
    }
    read_end(input, record, second_began);
}

/// The column and the row of a stone, if the line is one; then it is not taken to its end yet.
fn stone<R: Read>(input: &mut Input<R>) -> Option<(u32, u32)> {
    let ahead = input.ahead(64);
    let line = ahead.split(|b| matches!(b, b'\n' | b'\r')).next().unwrap_or(ahead);
    let line = std::str::from_utf8(line).ok()?;
    let mut parts = line.split(',').map(str::trim);
    let (column, row) = (parts.next()?.parse().ok()?, parts.next()?.parse().ok()?);
    // The third is how long was thought; some leave it out.
    parts.all(|part| part.parse::<i64>().is_ok()).then_some((column, row))
}

/// Reads what stands behind the stones: two names, then numbers that programs do not agree on (so no result is read).
fn read_end<R: Read>(input: &mut Input<R>, record: &mut Record, second_began: bool) {
    let mut names = Vec::new();
    for _ in 0..MOST_LINES {
        if input.peek().is_none() || begins(input) || input.peek() == Some(b'[') {
            break;
        }
        let line = decode(input.take_line(LONGEST_LINE)).trim().to_owned();
        let number = line.split(',').next().unwrap_or("").parse::<i64>().is_ok();
        if !number && !line.is_empty() && names.len() < 2 {
            names.push(line);
        }
    }
    if second_began && names.len() == 2 {
        names.swap(0, 1);
    }
    for (tag, name) in ["Black", "White"].into_iter().zip(names) {
        record.tag(tag, name);
    }
}

/// `15x15`.
fn size(board: &str) -> Option<(u32, u32)> {
    let (width, height) = board.split_once('x')?;
    let side = |text: &str| text.parse().ok().filter(|n| (1..=1024).contains(n));
    Some((side(width)?, side(height)?))
}

/// The letters of a column: `a` to `z`, then `aa`.
fn letters(column: u32) -> String {
    let letter = |n: u32| char::from(b'a' + (n % 26) as u8);
    let n = column - 1;
    if n < 26 { letter(n).to_string() } else { format!("{}{}", letter(n / 26 - 1), letter(n)) }
}
