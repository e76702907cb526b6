//! Questions, as the runner writes them.

use std::collections::BTreeMap;

use rulebook_api::Vocabulary;
use rulebook_ir::Rules;
use serde::{Deserialize, Serialize};

use super::{MoveData, SetupData, VERSION, answer::Ask};

/// A question: exactly one of its verbs is there.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct Question {
    /// The version of the protocol.
    pub protocol: u32,
    /// Repeated by the answer.
    pub id: u64,
    /// Who are you?
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hello: Option<Hello>,
    /// Where does this game stand?
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub judge: Option<Judge>,
}

impl Question {
    /// The first question.
    pub fn hello(id: u64, hello: Hello) -> Self {
        Self { protocol: VERSION, id, hello: Some(hello), judge: None }
    }

    /// A question about a game.
    pub fn judge(id: u64, judge: Judge) -> Self {
        Self { protocol: VERSION, id, hello: None, judge: Some(judge) }
    }
}

/// The first question, with the vocabulary of the games that will be asked about.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct Hello {
    /// Who asks.
    pub runner: String,
    /// By name.
    pub games: BTreeMap<String, GameAsked>,
}

/// The vocabulary of a game.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct GameAsked {
    /// Players in order of play.
    pub players: Vec<String>,
    /// Kinds of pieces.
    pub kinds: Vec<KindAsked>,
    /// Cells in board order.
    pub cells: Vec<CellAsked>,
    /// Options, each with its readings.
    pub options: BTreeMap<String, Vec<String>>,
    /// Ids of reasons.
    pub reasons: Vec<String>,
    /// Names of clocks.
    pub clocks: Vec<String>,
    /// Full ids of clauses.
    pub clauses: Vec<String>,
}

/// A kind of piece.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct KindAsked {
    /// Its name.
    pub name: String,
    /// Its letter in position text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub letter: Option<char>,
}

/// A cell.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct CellAsked {
    /// Its name.
    pub name: String,
    /// The number that the field gives it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub number: Option<u16>,
}

impl GameAsked {
    /// The vocabulary of these rules.
    pub fn of(names: &Vocabulary, rules: &Rules) -> Self {
        let kind = |k: &rulebook_api::KindName| KindAsked { name: k.name.clone(), letter: k.letter };
        let cell = |c: &rulebook_api::CellName| CellAsked { name: c.name.clone(), number: c.number };
        Self {
            players: names.players.clone(),
            kinds: names.kinds.iter().map(kind).collect(),
            cells: names.cells.iter().map(cell).collect(),
            options: rules.options.iter().map(|o| (o.name.clone(), o.readings.clone())).collect(),
            reasons: names.reasons.clone(),
            clocks: names.clocks.iter().map(|c| c.name.clone()).collect(),
            clauses: names.clauses.clone(),
        }
    }
}

/// Play these moves, and say where the game then stands.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
pub struct Judge {
    /// The game.
    pub game: String,
    /// Readings chosen for this question.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub options: BTreeMap<String, String>,
    /// Values of parameters for this question.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub params: BTreeMap<String, String>,
    /// Where to begin, as position text; `None` for the first position.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    /// The same as data.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub setup: Option<SetupData>,
    /// The same as PDN FEN, where the game has that notation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fen: Option<String>,
    /// The moves, in order.
    pub moves: Vec<MoveData>,
    /// What to answer.
    pub ask: Vec<Ask>,
    /// Answer for the beginning and after every move.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub each: bool,
}
