//! Moves as data: written for adapters, and compared by meaning with what adapters write.

use rulebook_api::{
    Action, Notation, Vocabulary,
    move_text::{self, Deed},
};
use serde::{Deserialize, Serialize};

/// A move as data; what does not apply is left out. In an answer any part may be missing.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
pub struct MoveData {
    /// As text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// The number of the turn, from 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ply: Option<u32>,
    /// Where the piece comes from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<Cell>,
    /// Where it ends.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<Cell>,
    /// The landing cells of a capture, the last one included.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub via: Option<Vec<Cell>>,
    /// The cells of the pieces taken.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub victims: Option<Vec<Cell>>,
    /// The kind of the piece when the move is over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub piece: Option<String>,
    /// Where pieces are placed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cells: Option<Vec<Cell>>,
    /// The number of the piece that is placed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub number: Option<u8>,
    /// The cell of a piece that is removed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub removes: Option<Cell>,
    /// Nothing is done.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pass: Option<bool>,
    /// Take back that many moves instead.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub undo: Option<u32>,
}

/// A cell by its name, or by the number that the field gives it.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(untagged, expecting = "expected a cell: its name or its number")]
pub enum Cell {
    /// By name.
    Name(String),
    /// By number.
    Number(u16),
}

impl Cell {
    /// Its index.
    pub(super) fn index(&self, names: &Vocabulary) -> Option<u16> {
        match self {
            Self::Name(name) => names.cell(name),
            Self::Number(n) => names.cells.iter().position(|c| c.number == Some(*n)).map(|i| i as u16),
        }
    }
}

/// The moves with that text and its meaning.
pub fn data_of(names: &Vocabulary, action: &Action, text: String, ply: u32) -> MoveData {
    let cell = |c: u16| Cell::Name(names.cell_name(c).to_owned());
    let cells = |list: &[u16]| list.iter().map(|&c| cell(c)).collect::<Vec<_>>();
    let kind = |kind: u8| names.kinds.get(usize::from(kind)).map(|k| k.name.clone());
    let mut data = MoveData { text: Some(text), ply: Some(ply), ..MoveData::default() };
    match notation(names, action) {
        Notation::Pass => data.pass = Some(true),
        Notation::Remove => data.removes = action.from.or(action.to).map(cell),
        Notation::Place => {
            let group: Vec<u16> = action.group.iter().map(|(c, _)| *c).collect();
            data.cells = Some(if group.is_empty() { action.to.map(cell).into_iter().collect() } else { cells(&group) });
            data.number = action.piece.map(|p| p.number).filter(|&n| n > 0);
            data.piece = action.piece.and_then(|p| kind(p.kind)).filter(|_| names.kinds.len() > 1);
        }
        Notation::Walk => {
            (data.from, data.to) = (action.from.map(cell), action.to.map(cell));
            data.piece = action.piece.and_then(|p| kind(p.kind));
            if !action.victims.is_empty() {
                data.victims = Some(cells(&action.victims));
                data.via = action.via.first().map(|via| cells(via));
            }
        }
    }
    data
}

/// A move that may be illegal: only what its text says.
pub fn data_of_text(names: &Vocabulary, text: &str, ply: u32) -> MoveData {
    let cell = |c: &u16| Cell::Name(names.cell_name(*c).to_owned());
    let mut data = MoveData { text: Some(text.to_owned()), ply: Some(ply), ..MoveData::default() };
    let Some(written) = move_text::written(names, text) else { return data };
    match &written.deed {
        Deed::Pass => data.pass = Some(true),
        Deed::Remove(c) => data.removes = Some(cell(c)),
        Deed::Walk(walk, takes) => {
            (data.from, data.to) = (walk.first().map(cell), walk.last().map(cell));
            if *takes == Some(true) {
                data.via = Some(walk.iter().skip(1).map(cell).collect());
            }
        }
        Deed::Place(placed) => {
            data.cells = Some(placed.iter().map(|(c, ..)| cell(c)).collect());
            data.number = placed.first().and_then(|(.., number)| *number);
        }
    }
    data.victims = written.victims.map(|v| v.iter().map(cell).collect());
    data
}

/// How an action is written.
fn notation(names: &Vocabulary, action: &Action) -> Notation {
    names.actions.get(usize::from(action.name)).map_or(Notation::Pass, |a| a.notation)
}

impl MoveData {
    /// Is there nothing but a text?
    pub fn is_text_only(&self) -> bool {
        let bare = Self { text: None, ply: None, ..self.clone() };
        bare == Self::default()
    }

    /// Can this be that action? Every part that is given has to hold; `None` if it names a cell that the board has not.
    pub fn means(&self, names: &Vocabulary, action: &Action) -> Option<bool> {
        let index = |cell: &Option<Cell>| match cell {
            None => Some(None),
            Some(cell) => cell.index(names).map(Some),
        };
        let list = |cells: &Option<Vec<Cell>>| match cells {
            None => Some(None),
            Some(cells) => cells.iter().map(|c| c.index(names)).collect::<Option<Vec<u16>>>().map(Some),
        };
        let (from, to, removes) = (index(&self.from)?, index(&self.to)?, index(&self.removes)?);
        let (via, victims, cells) = (list(&self.via)?, list(&self.victims)?, list(&self.cells)?);
        let sorted = |mut cells: Vec<u16>| {
            cells.sort_unstable();
            cells
        };
        let placed = || match action.group.as_slice() {
            [] => action.to.into_iter().collect(),
            group => group.iter().map(|(c, _)| *c).collect::<Vec<_>>(),
        };
        let shape = match notation(names, action) {
            Notation::Pass => self.pass == Some(true),
            Notation::Remove => removes.is_some() && removes == action.from.or(action.to),
            Notation::Place => cells.map(sorted).is_some_and(|c| c == sorted(placed())),
            Notation::Walk => from.is_some() && from == action.from && to == action.to,
        };
        let of_kind = |kind: &String| {
            let known = |k: &rulebook_api::KindName| k.name == *kind || k.letter.is_some_and(|l| kind.chars().eq([l]));
            action.piece.is_some_and(|p| names.kinds.get(usize::from(p.kind)).is_some_and(known))
        };
        Some(
            shape
                && victims.is_none_or(|v| sorted(v) == action.victims)
                && via.is_none_or(|v| {
                    // Of very many routes only some are kept.
                    let more = action.routes == 0 || action.routes > action.via.len() as u64;
                    let only_the_end = v.len() <= 1 && v.first().copied() == action.to;
                    action.victims.is_empty() || more || only_the_end || action.via.contains(&v)
                })
                && self.piece.as_ref().is_none_or(of_kind)
                && self.number.is_none_or(|n| action.piece.is_some_and(|p| p.number == n)),
        )
    }
}
