//! What programs are told: how a game stands, why an action was not played, why a text is no position.

use alloc::{string::String, vec::Vec};
use core::fmt;

use rulebook_api::TextError;

use crate::rules::Rules;

/// Where a game stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Status<G: Rules> {
    /// It goes on; draws for these reasons may be claimed.
    Ongoing {
        /// Why they may.
        claimable: Vec<G::Reason>,
    },
    /// Somebody has won.
    Won {
        /// Who.
        winner: G::Player,
        /// Why.
        reason: G::Reason,
    },
    /// Drawn, for all these reasons in the order of the spec.
    Drawn {
        /// Why.
        reasons: Vec<G::Reason>,
    },
}

/// Why an action was not played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Illegal {
    /// The game has ended.
    Over,
    /// It is not among the legal actions.
    NotLegal,
}

impl fmt::Display for Illegal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Over => "the game has ended; nothing is played any more",
            Self::NotLegal => "the action is not legal here; choose one of those that `legal` lists",
        })
    }
}

impl core::error::Error for Illegal {}

/// Why a text is no position of the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ParseError {
    /// It cannot be read.
    Text(TextError),
    /// It can be read, but no rule allows it: why, and the same in words.
    Refused(rulebook_api::Refused, String),
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text(error) => error.fmt(f),
            Self::Refused(_, why) => f.write_str(why),
        }
    }
}

impl core::error::Error for ParseError {}
