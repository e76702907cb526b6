//! What the checker says of a spec, and the rules that came out of it.

use std::collections::BTreeMap;
use std::rc::Rc;

use rulebook_check::{Request, check};
use rulebook_diagnostics::{Diagnostic, FileId, Label, Severity, Sources, Span};
use rulebook_ir::{Clause, Rules};
use rulebook_syntax::ast::Unit;

use crate::library::{Bringer, Library, Place};

/// A place in a file of a check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Spot {
    pub(crate) place: Place,
    pub(crate) start: usize,
    pub(crate) end: usize,
}

/// A mistake with places that are not those of one check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Finding {
    pub(crate) at: Spot,
    pub(crate) code: &'static str,
    pub(crate) severity: Severity,
    pub(crate) message: String,
    pub(crate) label: String,
    pub(crate) also: Vec<(Spot, String)>,
    pub(crate) help: Option<String>,
    pub(crate) fix: Option<(Spot, String)>,
}

/// Rules with the files of their clauses.
#[derive(Debug)]
pub(crate) struct Checked {
    pub(crate) rules: Rules,
    /// The game or family.
    pub(crate) name: String,
    places: Vec<Place>,
    is_family: bool,
}

impl Checked {
    /// The id of a clause; in a family, whose clauses have none until a game extends it, only its path.
    pub(crate) fn shown_id<'c>(&self, clause: &'c Clause) -> &'c str {
        if self.is_family { self.path(clause) } else { &clause.id }
    }

    /// The path of a clause: its id without the name of the game.
    pub(crate) fn path<'c>(&self, clause: &'c Clause) -> &'c str {
        clause.id.strip_prefix(self.rules.name.as_str()).and_then(|rest| rest.strip_prefix('.')).unwrap_or(&clause.id)
    }

    /// Where a clause stands.
    pub(crate) fn spot(&self, span: Span) -> Option<Spot> {
        let place = self.places.get(span.file.0 as usize)?.clone();
        Some(Spot { place, start: span.start as usize, end: span.end as usize })
    }
}

/// What a check of all games of a spec says.
#[derive(Debug, Default)]
pub(crate) struct Outcome {
    /// Mistakes and warnings, in every file that took part.
    pub(crate) findings: Vec<Finding>,
    /// What these games extend.
    pub(crate) extended: Vec<Place>,
    /// The rules of each game that is right, and of each family that is complete enough.
    pub(crate) rules: BTreeMap<String, Rc<Checked>>,
}

/// Checks all games of a spec.
pub(crate) fn check_all(library: &Library, place: &Place) -> Option<Outcome> {
    let spec = library.spec(place)?;
    let units = || spec.parsed.file.units.iter().filter_map(|u| if let Unit::Rules(r) = u { Some(r) } else { None });
    let mut outcome = Outcome::default();
    let games: Vec<String> = units().filter(|u| !u.is_family).map(|u| u.name.text.clone()).collect();
    let each: Vec<Option<String>> = if games.is_empty() { vec![None] } else { games.into_iter().map(Some).collect() };
    for game in each {
        let (findings, rules) = one(library, place, game, &mut outcome);
        for finding in findings {
            if !outcome.findings.contains(&finding) {
                outcome.findings.push(finding);
            }
        }
        outcome.rules.extend(rules);
    }
    // A family may be incomplete: what is missing is no mistake, but if nothing is, its values can be shown.
    for family in units().filter(|u| u.is_family) {
        outcome.rules.extend(family_rules(library, place, &family.name.text));
    }
    Some(outcome)
}

/// The rules of a family, read off a game that says nothing of its own.
fn family_rules(library: &Library, place: &Place, family: &str) -> Option<(String, Rc<Checked>)> {
    let mut sources = Sources::default();
    // A game has to have another name than what it extends.
    let root = sources.add("a game", format!("rulebook 1\ngame {family}-game extends {family} {{ }}\n"));
    let bringer = Bringer::of_family(library, place.clone(), family);
    let rules = check(&mut sources, root, &Request::default(), &bringer).rules?;
    let places: Vec<Place> = std::iter::once(place.clone()).chain(bringer.into_places()).collect();
    let name = family.to_owned();
    Some((name.clone(), Rc::new(Checked { rules, name, places, is_family: true })))
}

/// Checks one game.
fn one(
    library: &Library,
    place: &Place,
    game: Option<String>,
    outcome: &mut Outcome,
) -> (Vec<Finding>, Option<(String, Rc<Checked>)>) {
    let Some(spec) = library.spec(place) else { return (Vec::new(), None) };
    let mut sources = Sources::default();
    let root = sources.add(place.name(), spec.text.as_str());
    let bringer = Bringer::new(library, place.clone());
    let checked = check(&mut sources, root, &Request { game, params: Vec::new() }, &bringer);
    let places: Vec<Place> = std::iter::once(place.clone()).chain(bringer.into_places()).collect();
    let findings = checked.diagnostics.iter().map(|d| finding(d, &places)).collect();
    for place in places.iter().skip(1) {
        if !outcome.extended.contains(place) {
            outcome.extended.push(place.clone());
        }
    }
    let rules = checked.rules.map(|rules| {
        let name = rules.name.clone();
        (name.clone(), Rc::new(Checked { rules, name, places, is_family: false }))
    });
    (findings, rules)
}

fn finding(diagnostic: &Diagnostic, places: &[Place]) -> Finding {
    let spot = |span: Span| {
        let FileId(file) = span.file;
        let place = places.get(file as usize).or(places.first()).cloned();
        let place = place.unwrap_or(Place::Unsaved(String::new()));
        Spot { place, start: span.start as usize, end: span.end as usize }
    };
    let also = |label: &Label| (spot(label.span), label.text.clone());
    Finding {
        at: spot(diagnostic.primary.span),
        code: diagnostic.code.0,
        severity: diagnostic.severity,
        message: diagnostic.message.clone(),
        label: diagnostic.primary.text.clone(),
        also: diagnostic.secondary.iter().map(also).collect(),
        help: diagnostic.help.clone(),
        fix: diagnostic.fix.as_ref().map(|fix| (spot(fix.span), fix.text.clone())),
    }
}
