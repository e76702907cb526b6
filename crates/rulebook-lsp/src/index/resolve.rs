//! What a word refers to: all places that say the same, and where it is declared.

use rulebook_syntax::ast::Unit as Block;

use super::{Key, Occurrence, Role, Universe};

impl Universe {
    /// The word at a place: of several that touch it the one that begins there.
    pub(crate) fn at(&self, file: usize, offset: usize) -> Option<&Occurrence> {
        let touching = self.occurrences.iter().filter(|o| o.holds(file, offset));
        touching.min_by_key(|o| (o.end == offset, o.end - o.start))
    }

    /// All occurrences of what a word refers to.
    pub(crate) fn same(&self, of: &Occurrence) -> Vec<&Occurrence> {
        let root = self.root(of);
        self.occurrences
            .iter()
            .filter(|o| {
                o.key == of.key
                    && match o.key {
                        Key::Local(_) => o.file == of.file,
                        Key::Unit(_) => true,
                        _ => self.root(o) == root,
                    }
            })
            .collect()
    }

    /// The farthest unit in line that says this name: units below it mean the same by it.
    fn root(&self, of: &Occurrence) -> Option<usize> {
        let said = self.said.get(&of.key);
        let line = self.line(of.unit?);
        line.into_iter().rev().find(|unit| said.is_some_and(|said| said.contains(unit)))
    }

    /// The declarations of what a word refers to, nearest in line first; those of its own line, if there are any.
    pub(crate) fn declarations(&self, of: &Occurrence) -> Vec<&Occurrence> {
        let mut all: Vec<&Occurrence> = self.same(of).into_iter().filter(|o| o.declares.is_some()).collect();
        if let Some(unit) = of.unit {
            let line = self.line(unit);
            let near = |o: &Occurrence| o.unit.and_then(|u| line.iter().position(|l| *l == u));
            if all.iter().any(|o| near(o).is_some()) {
                all.retain(|o| near(o).is_some());
            }
            all.sort_by_key(|o| (near(o), o.file, o.start));
        }
        let wanted = of.declares.or(of.wants);
        let fits = |o: &Occurrence| match (wanted, o.declares) {
            (Some(wanted), Some(role)) => same_role(wanted, role),
            // Where a reason bears the name of what it speaks of, conditions mean the latter, and texts both.
            (None, Some(role)) => role != Role::Reason || self.in_texts(of),
            (_, None) => false,
        };
        if all.iter().any(|o| fits(o)) {
            all.retain(|o| fits(o));
        }
        all
    }

    /// Does it stand in a `texts` block?
    pub(crate) fn in_texts(&self, of: &Occurrence) -> bool {
        self.files.get(of.file).is_some_and(|f| {
            f.parsed.file.units.iter().any(
                |b| matches!(b, Block::Texts(t) if t.span.start as usize <= of.start && of.end <= t.span.end as usize),
            )
        })
    }
}

/// Is what is wanted said of both?
fn same_role(wanted: Role, role: Role) -> bool {
    wanted == role
        || match wanted {
            Role::Kind => role == Role::Plural,
            Role::Player => role == Role::Side,
            Role::Option => role == Role::Param,
            _ => false,
        }
}
