//! Positions as data.

use std::{collections::BTreeMap, fmt::Write as _};

use rulebook_api::{Piece, Setup, Vocabulary};
use serde::{Deserialize, Serialize};

use super::moves::Cell;

/// A position as data: what position text says.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, Serialize)]
pub struct SetupData {
    /// Who is to move.
    pub to_move: String,
    /// Player, kind, cell, and the number of the piece if its kind has numbers.
    pub pieces: Vec<PieceData>,
    /// The number of the turn to be played.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub turn: Option<u32>,
    /// The step within the turn.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub step: u8,
    /// The cell that the last action of the unfinished turn acted on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub here: Option<Cell>,
    /// Clocks that are not what they are on a new board; `null` for one that does not run.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub clocks: BTreeMap<String, ClockData>,
}

/// A piece: player, kind, cell, perhaps number.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[serde(untagged, expecting = "expected a piece: [player, kind, cell] or [player, kind, cell, number]")]
pub enum PieceData {
    /// Without a number.
    Plain(String, String, Cell),
    /// With its number.
    Numbered(String, String, Cell, u8),
}

/// The value of a clock, or of its copies by player or cell.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(untagged, expecting = "expected a number, null, or numbers by player or cell")]
pub enum ClockData {
    /// Of its only copy.
    One(Option<u32>),
    /// By player or cell.
    Copies(BTreeMap<String, Option<u32>>),
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_zero(n: &u8) -> bool {
    *n == 0
}

/// A set-up as data.
pub fn to_data(names: &Vocabulary, setup: &Setup) -> SetupData {
    let cell = |c: u16| Cell::Name(names.cell_name(c).to_owned());
    let piece = |&(at, piece): &(u16, Piece)| {
        let player = names.player(piece.player).to_owned();
        let kind = names.kinds.get(usize::from(piece.kind)).map_or("?", |k| k.name.as_str()).to_owned();
        match piece.number {
            0 => PieceData::Plain(player, kind, cell(at)),
            n => PieceData::Numbered(player, kind, cell(at), n),
        }
    };
    let mut clocks = BTreeMap::new();
    for value in &setup.clocks {
        let Some(clock) = names.clocks.get(usize::from(value.clock)) else { continue };
        let copy = value.player.map(|p| names.player(p)).or(value.cell.map(|c| names.cell_name(c)));
        match copy {
            None => _ = clocks.insert(clock.name.clone(), ClockData::One(value.value)),
            Some(copy) => {
                let copies = clocks.entry(clock.name.clone()).or_insert_with(|| ClockData::Copies(BTreeMap::new()));
                if let ClockData::Copies(copies) = copies {
                    copies.insert(copy.to_owned(), value.value);
                }
            }
        }
    }
    SetupData {
        to_move: names.player(setup.to_move).to_owned(),
        pieces: setup.pieces.iter().map(piece).collect(),
        turn: setup.turn,
        step: setup.step,
        here: setup.here.map(cell),
        clocks,
    }
}

/// The set-up that data says, as far as the board goes.
///
/// # Errors
/// If a name is not one of the game's.
pub fn from_data(names: &Vocabulary, data: &SetupData) -> Result<Setup, String> {
    let player = |name: &str| {
        let found = names.players.iter().position(|p| p == name);
        found.map(|p| p as u8).ok_or_else(|| format!("there is no player `{name}`"))
    };
    let cell = |cell: &Cell| cell.index(names).ok_or_else(|| format!("there is no cell {cell:?}"));
    let kind = |name: &str| {
        let found = names.kinds.iter().position(|k| k.name == name);
        found.map(|k| k as u8).ok_or_else(|| format!("there is no kind of piece `{name}`"))
    };
    let mut pieces = Vec::new();
    for piece in &data.pieces {
        let (of, what, at, number) = match piece {
            PieceData::Plain(of, what, at) => (of, what, at, 0),
            PieceData::Numbered(of, what, at, n) => (of, what, at, *n),
        };
        pieces.push((cell(at)?, Piece { player: player(of)?, kind: kind(what)?, number }));
    }
    pieces.sort_unstable();
    let here = data.here.as_ref().map(cell).transpose()?;
    Ok(Setup { to_move: player(&data.to_move)?, pieces, turn: data.turn, step: data.step, here, clocks: Vec::new() })
}

/// The pieces and the side to move as PDN FEN, with our names for cells; `None` where the game has no such notation.
pub fn fen(names: &Vocabulary, setup: &Setup) -> Option<String> {
    let initials: Option<Vec<char>> =
        names.players.iter().map(|p| p.chars().next().map(|c| c.to_ascii_uppercase())).collect();
    let initials = initials?;
    let numbered = names.cells.iter().all(|c| c.number.is_some()) && names.kinds.iter().all(|k| k.numbers.is_none());
    let apart = initials.iter().enumerate().all(|(i, c)| !initials[..i].contains(c));
    if !numbered || !apart {
        return None;
    }
    let mut text = String::from(*initials.get(usize::from(setup.to_move))?);
    for (player, initial) in initials.iter().enumerate() {
        let of_player = setup.pieces.iter().filter(|(_, piece)| usize::from(piece.player) == player);
        let items: Vec<String> = of_player
            .map(|(cell, piece)| {
                let letter = names.kinds.get(usize::from(piece.kind)).and_then(|k| k.letter);
                format!("{}{}", letter.map_or_else(String::new, String::from), names.cell_name(*cell))
            })
            .collect();
        // Writing to a string does not fail.
        _ = write!(text, ":{initial}{}", items.join(","));
    }
    Some(text)
}
