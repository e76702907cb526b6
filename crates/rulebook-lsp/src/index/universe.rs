//! A spec with its relatives: the line that it extends, and the specs that extend any of these.

use std::collections::BTreeMap;
use std::rc::Rc;

use rulebook_syntax::ast::{RulesUnit, TextsUnit, Unit as Block};

use super::walker::{Limit, Walker};
use super::{Declared, Key, Occurrence, Role, View};
use crate::library::{Library, Place, Spec};

/// Lines of `extends` are followed this far.
const MOST_IN_LINE: usize = 17;

/// A game or family.
#[derive(Debug)]
pub(crate) struct Unit {
    /// Its file.
    pub(crate) file: usize,
    /// Its number among the blocks of that file.
    pub(crate) block: usize,
    /// Its name.
    pub(crate) name: String,
    /// What it extends.
    pub(crate) parent: Option<usize>,
}

/// A spec and its relatives, with everything that their words refer to.
#[derive(Debug)]
pub(crate) struct Universe {
    /// The files; the first is the one asked about.
    pub(crate) files: Vec<Rc<Spec>>,
    /// All games and families of these files.
    pub(crate) units: Vec<Unit>,
    /// For each unit what it and its relatives in line declare.
    pub(crate) declared: Vec<Declared>,
    /// All words that refer to something.
    pub(crate) occurrences: Vec<Occurrence>,
    /// All limits of clocks.
    pub(crate) limits: Vec<Limit>,
    /// Where each name is said, by unit.
    pub(super) said: BTreeMap<Key, Vec<usize>>,
}

impl Universe {
    /// A spec, what it extends, and the specs beside any of these.
    pub(crate) fn files(library: &Library, place: &Place) -> Option<Vec<Rc<Spec>>> {
        let mut files = vec![library.spec(place)?];
        ancestors(library, &mut files);
        let line = files.len();
        for i in 0..line {
            let beside = library.beside(&files[i].place);
            for place in beside {
                if files.iter().all(|f| f.place != place)
                    && let Some(spec) = library.spec(&place)
                    && !spec.place.is_yaml()
                {
                    files.push(spec);
                }
            }
        }
        Some(files)
    }

    /// Is it made of these files as they are?
    pub(crate) fn is_of(&self, files: &[Rc<Spec>]) -> bool {
        self.files.len() == files.len() && self.files.iter().zip(files).all(|(a, b)| Rc::ptr_eq(a, b))
    }

    /// Everything that the words of these files refer to; the first is the one asked about.
    pub(crate) fn of(library: &Library, files: Vec<Rc<Spec>>) -> Self {
        let mut units = Vec::new();
        for (file, spec) in files.iter().enumerate() {
            for (block, unit) in spec.parsed.file.units.iter().enumerate() {
                if let Block::Rules(rules) = unit {
                    units.push(Unit { file, block, name: rules.name.text.clone(), parent: None });
                }
            }
        }
        let parents: Vec<Option<usize>> = units.iter().map(|u| parent(library, &files, &units, u)).collect();
        for (unit, parent) in units.iter_mut().zip(parents) {
            unit.parent = parent;
        }
        let mut all = Self {
            files,
            units,
            declared: Vec::new(),
            occurrences: Vec::new(),
            limits: Vec::new(),
            said: BTreeMap::new(),
        };
        all.declare();
        all.walk();
        all
    }

    /// The block of a unit.
    pub(crate) fn rules(&self, unit: usize) -> Option<&RulesUnit> {
        let unit = self.units.get(unit)?;
        match self.files.get(unit.file)?.parsed.file.units.get(unit.block)? {
            Block::Rules(rules) => Some(rules),
            Block::Texts(_) => None,
        }
    }

    /// A unit and what it extends, nearest first.
    pub(crate) fn line(&self, unit: usize) -> Vec<usize> {
        let mut line = vec![unit];
        while let Some(parent) = line.last().and_then(|u| self.units.get(*u)).and_then(|u| u.parent) {
            if line.contains(&parent) || line.len() > MOST_IN_LINE {
                break;
            }
            line.push(parent);
        }
        line
    }

    /// The unit of a file in whose rules or texts an offset lies.
    pub(crate) fn unit_at(&self, file: usize, offset: usize) -> Option<usize> {
        let blocks = &self.files.get(file)?.parsed.file.units;
        let found = blocks.iter().find(|block| {
            let (Block::Rules(RulesUnit { span, .. }) | Block::Texts(TextsUnit { span, .. })) = block;
            (span.start as usize..=span.end as usize).contains(&offset)
        })?;
        let (Block::Rules(RulesUnit { name, .. }) | Block::Texts(TextsUnit { name, .. })) = found;
        self.unit_of(file, &name.text)
    }

    /// The unit of that name in a file.
    pub(crate) fn unit_of(&self, file: usize, name: &str) -> Option<usize> {
        self.units.iter().position(|u| u.file == file && u.name == name)
    }

    fn declare(&mut self) {
        let own: Vec<Declared> =
            (0..self.units.len()).map(|u| self.rules(u).map(Declared::of).unwrap_or_default()).collect();
        let lines: Vec<Vec<usize>> = (0..self.units.len()).map(|u| self.line(u)).collect();
        self.declared = (0..self.units.len())
            .map(|unit| {
                let mut all = Declared::default();
                for (other, line) in lines.iter().enumerate() {
                    // Above it in line, or below it.
                    if lines.get(unit).is_some_and(|l| l.contains(&other)) || line.contains(&unit) {
                        all.add(&own[other]);
                    }
                }
                all
            })
            .collect();
    }

    fn walk(&mut self) {
        let (mut found, mut limits) = (Vec::new(), Vec::new());
        let nothing = Declared::default();
        for (file, spec) in self.files.iter().enumerate() {
            for block in &spec.parsed.file.units {
                let (Block::Rules(RulesUnit { name, .. }) | Block::Texts(TextsUnit { name, .. })) = block;
                let unit = self.unit_of(file, &name.text);
                let declared = unit.and_then(|u| self.declared.get(u)).unwrap_or(&nothing);
                let (view, locals) = (View::default(), Vec::new());
                let mut walker = Walker { declared, file, unit, locals, view, found: Vec::new(), limits: Vec::new() };
                let key = unit.map_or_else(|| Key::Lost(name.text.clone()), Key::Unit);
                match block {
                    Block::Rules(rules) => {
                        let role = if rules.is_family { Role::Family } else { Role::Game };
                        walker.note(name.span, key, Some(role), None);
                        if let Some(extends) = &rules.extends {
                            let parent = unit.and_then(|u| self.units.get(u)?.parent);
                            let key = parent.map_or_else(|| Key::Lost(extends.parent.text.clone()), Key::Unit);
                            walker.note(extends.parent.span, key, None, None);
                        }
                        walker.unit(rules);
                    }
                    Block::Texts(texts) => {
                        walker.note(name.span, key, None, None);
                        walker.texts(texts);
                    }
                }
                found.append(&mut walker.found);
                limits.append(&mut walker.limits);
            }
        }
        for occurrence in &found {
            if let Some(unit) = occurrence.unit {
                let units = self.said.entry(occurrence.key.clone()).or_default();
                if units.last() != Some(&unit) {
                    units.push(unit);
                }
            }
        }
        (self.occurrences, self.limits) = (found, limits);
    }
}

/// Adds what the specs of a list extend, and what these do.
fn ancestors(library: &Library, files: &mut Vec<Rc<Spec>>) {
    let mut next = 0;
    while let Some(spec) = files.get(next).cloned() {
        next += 1;
        for unit in &spec.parsed.file.units {
            let Block::Rules(RulesUnit { extends: Some(extends), .. }) = unit else { continue };
            let name = &extends.parent.text;
            let here = spec.parsed.file.units.iter().any(|u| matches!(u, Block::Rules(r) if r.name.text == *name));
            if here || files.len() > MOST_IN_LINE {
                continue;
            }
            let Some(place) = library.parent(name, &spec.place) else { continue };
            if files.iter().all(|f| f.place != place)
                && let Some(parent) = library.spec(&place)
            {
                files.push(parent);
            }
        }
    }
}

/// The unit that another extends.
fn parent(library: &Library, files: &[Rc<Spec>], units: &[Unit], unit: &Unit) -> Option<usize> {
    let spec = files.get(unit.file)?;
    let Block::Rules(RulesUnit { extends: Some(extends), .. }) = spec.parsed.file.units.get(unit.block)? else {
        return None;
    };
    let name = &extends.parent.text;
    let of = |file: usize| units.iter().position(|u| u.file == file && u.name == *name);
    of(unit.file).or_else(|| {
        let place = library.parent(name, &spec.place)?;
        of(files.iter().position(|f| f.place == place)?)
    })
}
