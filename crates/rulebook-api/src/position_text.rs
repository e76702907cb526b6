//! Position text: `white: white=Kb6,d8 black=Kb8; five=3`, the same for every game.
//!
//! Who is to move, then each player's pieces, then what pieces do not show (see [`parse`] and [`print()`]).
//! Notations of the field are read too ([`crate::notation`]), but never written. Whether a rule allows the
//! position is not asked here.

use alloc::{format, string::String, vec, vec::Vec};
use core::fmt::Write as _;

use crate::{
    Piece, Setup, TextError, Vocabulary,
    cell_text::{self, Item},
    nearest::{did_you_mean, listed},
    notation::fen,
    position_state,
    text_error::Part,
};

/// The longest text that is looked at.
pub const LIMIT: usize = 64 * 1024;

/// Reads a position.
///
/// ```text
/// TO_MOVE: PLAYER=item,item … PLAYER=item … ; key=value …
/// ```
///
/// # Errors
/// If the text is not a position of this game; the message names the word at fault and the way out.
pub fn parse(names: &Vocabulary, text: &str) -> Result<Setup, TextError> {
    if text.len() > LIMIT {
        let message = format!("this text has {} bytes; a position has at most {LIMIT}", text.len());
        return Err(TextError::new(0..text.len(), message));
    }
    let whole = fen::unwrap(Part::whole(text));
    let (board, state) = whole.split_once(';').map_or((whole, None), |(board, state)| (board, Some(state)));
    let mut setup = if fen::is_fen(names, board) { fen::parse(names, board)? } else { parse_board(names, board)? };
    setup.pieces.sort_unstable_by_key(|(cell, _)| *cell);
    if let Some(state) = state {
        small_numbers(state)?;
        position_state::parse(names, state, &mut setup)?;
    }
    Ok(setup)
}

/// Writes a position such that [`parse`] gives it back.
pub fn print(names: &Vocabulary, setup: &Setup) -> String {
    let mut text = format!("{}:", names.player(setup.to_move));
    for p in 0..names.players.len() as u8 {
        let items: Vec<String> = setup
            .pieces
            .iter()
            .filter(|(_, piece)| piece.player == p)
            .map(|&(cell, piece)| cell_text::write_item(names, Item { cell, kind: piece.kind, number: piece.number }))
            .collect();
        if !items.is_empty() {
            _ = write!(text, " {}={}", names.player(p), items.join(","));
        }
    }
    position_state::print(names, setup, &mut text);
    text
}

/// Refuses numbers that are too large for a clock or a turn.
fn small_numbers(state: Part<'_>) -> Result<(), TextError> {
    for value in state.split(';').flat_map(Part::words).filter_map(|word| word.split_once('=')).map(|(_, value)| value)
    {
        for number in value.split(',').map(|one| one.split_once(':').map_or(one, |(_, number)| number)) {
            let digits = !number.text.is_empty() && number.text.bytes().all(|b| b.is_ascii_digit());
            if digits && number.text.parse::<u32>().is_err() {
                return Err(number.error(format!("`{}` is too large: a number is at most {}", number.text, u32::MAX)));
            }
        }
    }
    Ok(())
}

/// Who is to move, and the pieces.
fn parse_board(names: &Vocabulary, board: Part<'_>) -> Result<Setup, TextError> {
    let first = names.players.first().map_or("white", String::as_str);
    let head = board.split_once(':').filter(|(head, _)| !head.text.contains('='));
    let Some((head, rest)) = head else {
        return Err(board
            .trim()
            .error(format!("a position begins with who is to move and a colon, for example `{first}: {first}=…`")));
    };
    let mut setup = Setup { to_move: player(names, head.trim())?, ..Setup::default() };
    let mut seen = vec![false; names.players.len()];
    for (owner, items) in sections(names, rest)? {
        let player = player(names, owner)?;
        if core::mem::replace(&mut seen[usize::from(player)], true) {
            return Err(owner.error(format!("the pieces of {} are listed twice; put them into one list", owner.text)));
        }
        if items.text.is_empty() {
            continue;
        }
        for item in items.split(',').map(Part::trim) {
            let Item { cell, kind, number } = read_listed(names, item)?;
            add(names, &mut setup, item, cell, Piece { player, kind, number })?;
        }
    }
    Ok(setup)
}

/// Splits `white=… black=…` into owners and what they have.
fn sections<'a>(names: &Vocabulary, rest: Part<'a>) -> Result<Vec<(Part<'a>, Part<'a>)>, TextError> {
    let whole = rest.text;
    let mut sections: Vec<(Part<'a>, Part<'a>)> = Vec::new();
    for word in rest.words() {
        match (word.split_once('='), sections.last_mut()) {
            (Some(section), _) => sections.push(section),
            (None, Some((_, items))) => {
                // The list goes on after a blank.
                let from = items.start - rest.start;
                items.text = whole.get(from..word.start - rest.start + word.text.len()).unwrap_or(items.text);
            }
            (None, None) => {
                let players = listed(names.players.iter().map(|p| format!("`{p}=`")), "or");
                return Err(
                    word.error(format!("`{}` belongs to nobody: a list of pieces begins with {players}", word.text))
                );
            }
        }
    }
    Ok(sections.into_iter().map(|(owner, items)| (owner, items.trim())).collect())
}

/// Reads one item of a list.
fn read_listed(names: &Vocabulary, item: Part<'_>) -> Result<Item, TextError> {
    if item.text.is_empty() {
        return Err(item.error("a cell is missing beside this comma"));
    }
    if item.text.contains(char::is_whitespace) {
        return Err(item.error(format!("`{}` is not one cell: put commas between cells", item.text)));
    }
    cell_text::read_item(names, item)
}

/// Puts a piece on the board, if nothing stands there.
pub(crate) fn add(
    names: &Vocabulary,
    setup: &mut Setup,
    at: Part<'_>,
    cell: u16,
    piece: Piece,
) -> Result<(), TextError> {
    if let Some((_, other)) = setup.pieces.iter().find(|(c, _)| *c == cell) {
        let whose = if other.player == piece.player {
            format!("both of {}", names.player(piece.player))
        } else {
            format!("one of {} and one of {}", names.player(other.player), names.player(piece.player))
        };
        let name = names.cell_name(cell);
        return Err(at.error(format!("two pieces stand on {name}, {whose}; a cell holds one")));
    }
    setup.pieces.push((cell, piece));
    Ok(())
}

/// The player of that name.
pub(crate) fn player(names: &Vocabulary, part: Part<'_>) -> Result<u8, TextError> {
    if let Some(player) = names.players.iter().position(|p| p == part.text) {
        return Ok(player as u8);
    }
    let players = listed(&names.players, "and");
    let hint = did_you_mean(part.text, names.players.iter().map(String::as_str));
    let message = if part.text.is_empty() {
        format!("a player is missing here; the players are {players}")
    } else {
        format!("there is no player `{}`: the players are {players}{hint}", part.text)
    };
    Err(part.error(message))
}
