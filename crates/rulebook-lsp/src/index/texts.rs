//! The paths and documents of a `texts` block.

use rulebook_syntax::ast::{Name, TextLine, TextsUnit};

use super::walker::Walker;
use super::{Key, Role};

/// Parts of a clock's clause.
pub(crate) const CLOCK_PARTS: [&str; 5] = ["while", "carries", "last-ply", "restart", "limit"];

impl Walker<'_> {
    pub(super) fn texts(&mut self, unit: &TextsUnit) {
        for line in &unit.lines {
            match line {
                TextLine::Document { name, .. } => {
                    self.note(name.span, Key::Document(name.text.clone()), Some(Role::Document), None);
                }
                TextLine::Claim { path, sources, .. } => {
                    self.path(path);
                    for (document, _) in sources {
                        self.note(document.span, Key::Document(document.text.clone()), None, Some(Role::Document));
                    }
                }
            }
        }
    }

    /// A path names a clause by the names in it.
    fn path(&mut self, path: &Name) {
        let mut parts = Vec::new();
        let mut at = path.span.start as usize;
        for part in path.text.split('.') {
            parts.push((part, at));
            at += part.len() + 1;
        }
        let declared = self.declared;
        let [(first, start), rest @ ..] = parts.as_slice() else { return };
        let second = rest.first().copied();
        let acts = |second: &str| matches!(second, "chain" | "prefer") || declared.kinds.contains(second);
        if declared.actions.contains(*first) && second.is_some_and(|(second, _)| acts(second)) {
            self.part(first, *start, Key::Action((*first).to_owned()));
            if let Some((kind, at)) = second.filter(|(kind, _)| declared.kinds.contains(*kind)) {
                self.part(kind, at, Key::Noun(kind.to_owned()));
            }
            return;
        }
        let about = match *first {
            "promote" | "piece" => Some(&declared.kinds),
            "region" => Some(&declared.regions),
            "param" => Some(&declared.params),
            _ => None,
        };
        if let (Some(about), Some((name, at)), false) = (about, second, declared.is_noun(first)) {
            if about.contains(name) {
                self.part(name, at, Key::Noun(name.to_owned()));
            }
            if let Some((value, at)) = rest.get(1).filter(|_| *first == "param") {
                self.reading(name, value, *at);
            }
            return;
        }
        if declared.is_noun(first) {
            self.part(first, *start, Key::Noun((*first).to_owned()));
        } else if declared.actions.contains(*first) {
            self.part(first, *start, Key::Action((*first).to_owned()));
        }
        let Some((second, at)) = second else { return };
        if declared.is_option(first) {
            self.reading(first, second, at);
        } else if declared.clocks.contains(*first) && !CLOCK_PARTS.contains(&second) && declared.lets.contains(second) {
            self.part(second, at, Key::Noun(second.to_owned()));
        }
    }

    fn part(&mut self, text: &str, start: usize, key: Key) {
        self.push(start, start + text.len(), key, None, None, false);
    }

    fn reading(&mut self, option: &str, reading: &str, at: usize) {
        if self.declared.readings.contains(&(option.to_owned(), reading.to_owned())) {
            self.part(reading, at, Key::Reading(option.to_owned(), reading.to_owned()));
        }
    }
}
