//! What the server knows: the library, and what the last check of each open spec said.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use gen_lsp_types::{Position, Uri};

use crate::checking::{Checked, Finding, Outcome, check_all};
use crate::index::Universe;
use crate::library::{Library, Place, Spec};

/// Everything that outlives a request.
#[derive(Debug, Default)]
pub(crate) struct State {
    pub(crate) library: Library,
    /// The version of each open document, and the URI by which the editor knows it.
    pub(crate) open: BTreeMap<Place, (Uri, i32)>,
    /// The last check of each open document.
    checked: BTreeMap<Place, Outcome>,
    /// The rules of the last check that was without errors, by document and game.
    good: BTreeMap<(Place, String), Rc<Checked>>,
    /// The universe of the last question; it serves for as long as its files stay as they are.
    last: RefCell<Option<Rc<Universe>>>,
    /// Does the editor take edits with the versions of the documents?
    pub(crate) versioned_edits: bool,
    /// Can the editor rename files in an edit?
    pub(crate) renames_files: bool,
    /// Does it take snippets?
    pub(crate) snippets: bool,
}

/// A spec, its relatives, and an offset in it.
#[derive(Debug)]
pub(crate) struct Here {
    pub(crate) place: Place,
    pub(crate) spec: Rc<Spec>,
    pub(crate) universe: Rc<Universe>,
    pub(crate) offset: usize,
}

impl State {
    /// Checks an open document anew.
    pub(crate) fn check(&mut self, place: &Place) {
        let Some(outcome) = check_all(&self.library, place) else { return };
        for (name, rules) in &outcome.rules {
            self.good.insert((place.clone(), name.clone()), Rc::clone(rules));
        }
        self.checked.insert(place.clone(), outcome);
    }

    /// Forgets a document that was closed.
    pub(crate) fn forget(&mut self, place: &Place) {
        self.library.drop_held(place);
        self.open.remove(place);
        self.checked.remove(place);
        self.good.retain(|(of, _), _| of != place);
    }

    /// Open documents that extend what stands at a place, directly or not.
    pub(crate) fn dependents(&self, place: &Place) -> Vec<Place> {
        let depends = self.checked.iter().filter(|(of, outcome)| *of != place && outcome.extended.contains(place));
        depends.map(|(of, _)| of.clone()).collect()
    }

    /// Open documents whose parent was not found when they were checked last.
    pub(crate) fn orphans(&self) -> Vec<Place> {
        let lost = |outcome: &Outcome| outcome.findings.iter().any(|f| f.code == "R0204");
        self.checked.iter().filter(|(_, outcome)| lost(outcome)).map(|(of, _)| of.clone()).collect()
    }

    /// All that checks say of a place, that of its own check first.
    pub(crate) fn findings(&self, place: &Place) -> Vec<&Finding> {
        let own = self.checked.get(place).into_iter();
        let others = self.checked.iter().filter(|(of, _)| *of != place).map(|(_, outcome)| outcome);
        let mut all: Vec<&Finding> = Vec::new();
        for finding in own.chain(others).flat_map(|outcome| &outcome.findings) {
            if finding.at.place == *place && !all.contains(&finding) {
                all.push(finding);
            }
        }
        all
    }

    /// Places that the last check of a document speaks of.
    pub(crate) fn spoken_of(&self, place: &Place) -> Vec<Place> {
        let Some(outcome) = self.checked.get(place) else { return Vec::new() };
        let mut places: Vec<Place> = outcome.findings.iter().map(|f| f.at.place.clone()).collect();
        places.sort();
        places.dedup();
        places
    }

    /// The rules of a game of an open document, as it is or as it was when it was right last.
    pub(crate) fn rules(&self, place: &Place, game: &str) -> Option<Rc<Checked>> {
        self.good.get(&(place.clone(), game.to_owned())).cloned()
    }

    /// A position in a document.
    pub(crate) fn here(&self, uri: &Uri, position: Position) -> Option<Here> {
        let place = self.library.place(uri);
        let files = Universe::files(&self.library, &place)?;
        let known = self.last.borrow().clone().filter(|universe| universe.is_of(&files));
        let universe = known.unwrap_or_else(|| Rc::new(Universe::of(&self.library, files)));
        *self.last.borrow_mut() = Some(Rc::clone(&universe));
        let spec = Rc::clone(universe.files.first()?);
        let offset = spec.lines.offset(&spec.text, position);
        Some(Here { place, spec, universe, offset })
    }
}

impl Here {
    /// The rules of the game in which the offset lies.
    pub(crate) fn rules(&self, state: &State) -> Option<Rc<Checked>> {
        let unit = self.universe.unit_at(0, self.offset)?;
        state.rules(&self.place, &self.universe.units.get(unit)?.name)
    }
}
