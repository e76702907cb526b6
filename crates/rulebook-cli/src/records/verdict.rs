//! What is found of a record: its verdict, and what is wrong where.

use serde_json::Value;

/// What is found of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Verdict {
    /// Every move is legal, and the rules do not contradict the result.
    Legal,
    /// A move, or the first position, is not legal.
    Illegal,
    /// The game was over before its last move.
    EndsEarlier,
    /// The rules end the game with another result than the one recorded.
    ResultDiffers,
    /// It is a record of another game, or of other readings of this one.
    OtherGame,
    /// A move, a tag or the first position cannot be read, or the text ends too soon.
    Unreadable,
}

impl Verdict {
    /// All of them.
    pub(crate) const ALL: [Self; 6] =
        [Self::Legal, Self::Illegal, Self::EndsEarlier, Self::ResultDiffers, Self::OtherGame, Self::Unreadable];

    /// Its name.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Legal => "legal",
            Self::Illegal => "illegal",
            Self::EndsEarlier => "ends-earlier",
            Self::ResultDiffers => "result-differs",
            Self::OtherGame => "other-game",
            Self::Unreadable => "unreadable",
        }
    }
}

/// What is wrong, and where.
#[derive(Clone, Debug, Default)]
pub(crate) struct Fault {
    /// In which turn, from 1; 0 is the first position.
    pub(crate) ply: Option<u32>,
    /// At which move, as it is written.
    pub(crate) action: Option<String>,
    /// Where it stands.
    pub(crate) line: u64,
    pub(crate) column: u32,
    /// The sort of reason: why a move is not legal, or the reason for which the game ended.
    pub(crate) reason: String,
    /// The clauses that say so.
    pub(crate) clauses: Vec<String>,
    /// The same in a sentence.
    pub(crate) message: String,
    /// How many moves come after the end of the game.
    pub(crate) played_on: Option<usize>,
}

/// What is found of a record, with what tells it from others.
#[derive(Clone, Debug)]
pub(crate) struct Judgement {
    pub(crate) verdict: Verdict,
    /// What is wrong, unless it is legal.
    pub(crate) fault: Option<Fault>,
    /// How many turns were played.
    pub(crate) plies: u32,
    /// Where the game stands after them, as in the answers of other commands; null if nothing was played.
    pub(crate) status: Value,
    /// The number of its kind of game, if it says one.
    pub(crate) game_type: Option<u32>,
}

impl Judgement {
    /// Not judged, or not further.
    pub(crate) fn refused(verdict: Verdict, fault: Fault) -> Self {
        Self { verdict, fault: Some(fault), plies: 0, status: Value::Null, game_type: None }
    }
}
