//! What every name of a spec refers to: the one table behind hover, definitions, references, rename, completion and colours.
//!
//! Names are global in a game, put together over its line of `extends`; therefore a name is the same thing wherever two
//! blocks of one line say it, and another thing in blocks that no line joins. Local names (`as q`, `let … at p on k`) are
//! bound in the expression that follows them.

mod clauses;
mod expressions;
mod names;
mod resolve;
mod texts;
mod universe;
mod walker;

pub(crate) use names::{Declared, Role};
pub(crate) use universe::Universe;
pub(crate) use walker::{Limit, View};

/// What an occurrence refers to.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Key {
    /// What conditions, results and texts name: parameters, options, regions, players, sides, kinds, clocks, definitions, reasons.
    Noun(String),
    /// An action.
    Action(String),
    /// A reading of an option, or a value of a parameter.
    Reading(String, String),
    /// A document.
    Document(String),
    /// A game or family, by its number in the universe.
    Unit(usize),
    /// A game or family that is not found.
    Lost(String),
    /// A name bound in an expression: where it is bound.
    Local(u32),
    /// A direction of the board, a corner, or another word that means something by itself here.
    Word(String),
}

/// A word and what it refers to.
#[derive(Clone, Debug)]
pub(crate) struct Occurrence {
    /// The file, by its number in the universe.
    pub(crate) file: usize,
    /// The block, by its number in the universe.
    pub(crate) unit: Option<usize>,
    /// First byte.
    pub(crate) start: usize,
    /// One past its last byte.
    pub(crate) end: usize,
    /// What it refers to.
    pub(crate) key: Key,
    /// It declares what it names, as this.
    pub(crate) declares: Option<Role>,
    /// It is made of the name by an s.
    pub(crate) derived: bool,
    /// It stands where only this can be meant.
    pub(crate) wants: Option<Role>,
    /// Whose `own` it is there.
    pub(crate) view: View,
}

impl Occurrence {
    /// Does a place lie in it, its end included?
    pub(crate) fn holds(&self, file: usize, offset: usize) -> bool {
        self.file == file && self.start <= offset && offset <= self.end
    }
}
