//! The heads of blocks.

use crate::ast::{Extends, Name, Word};
use crate::grammar::Rule;

use super::{Convert, Pair, Parts};

/// `game N extends M with a = 1`.
#[derive(Debug)]
pub(crate) struct UnitHead {
    /// `family`.
    pub(crate) is_family: bool,
    /// Its name.
    pub(crate) name: Name,
    /// Its parent.
    pub(crate) extends: Option<Extends>,
}

impl Convert<'_> {
    /// Reads the head of a game or family.
    pub(crate) fn unit_head(&mut self, pair: &Pair<'_>) -> Option<UnitHead> {
        let parts = Parts::of(pair);
        let extends = match parts.get(Rule::extends) {
            Some(extends) => Some(self.extends(extends)?),
            None => None,
        };
        Some(UnitHead { is_family: parts.has(Rule::kw_family), name: self.name(parts.get(Rule::name)?), extends })
    }

    fn extends(&mut self, pair: &Pair<'_>) -> Option<Extends> {
        let parts = Parts::of(pair);
        let bindings = parts.all(Rule::binding).map(|p| self.binding(p)).collect::<Option<_>>()?;
        Some(Extends { parent: self.name(parts.get(Rule::name)?), bindings })
    }

    fn binding(&mut self, pair: &Pair<'_>) -> Option<(Name, Word)> {
        let parts = Parts::of(pair);
        Some((self.name(parts.get(Rule::name)?), self.raw(parts.get(Rule::raw)?)?))
    }

    /// A number or a word, reserved or not.
    pub(crate) fn raw(&mut self, pair: &Pair<'_>) -> Option<Word> {
        let parts = Parts::of(pair);
        Some(self.word(parts.first()?))
    }
}
