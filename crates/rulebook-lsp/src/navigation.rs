//! Where a name is declared, and everywhere that it stands.

use gen_lsp_types::Location;
use rulebook_syntax::ast::{TextLine, Unit};

use crate::checking::Spot;
use crate::index::Occurrence;
use crate::published::location;
use crate::state::{Here, State};

/// The declarations of the word at a place; of a path in texts also the clause that it names.
pub(crate) fn definitions(state: &State, here: &Here) -> Vec<Location> {
    let mut spots: Vec<Spot> = Vec::new();
    if let Some(word) = here.universe.at(0, here.offset) {
        spots.extend(here.universe.declarations(word).into_iter().filter_map(|o| spot(here, o)));
    }
    if spots.is_empty() {
        spots.extend(clause_of_path(state, here));
    }
    spots.iter().filter_map(|spot| location(state, spot)).collect()
}

/// Everywhere that the name at a place stands, in the order of the files.
pub(crate) fn references(state: &State, here: &Here, declarations: bool) -> Vec<Location> {
    let Some(word) = here.universe.at(0, here.offset) else { return Vec::new() };
    let mut all = here.universe.same(word);
    all.retain(|o| declarations || o.declares.is_none());
    all.sort_by_key(|o| (o.file, o.start));
    all.dedup_by_key(|o| (o.file, o.start));
    all.into_iter().filter_map(|o| location(state, &spot(here, o)?)).collect()
}

/// The stretches of a document in which the name at a place stands.
pub(crate) fn highlights(here: &Here) -> Vec<&Occurrence> {
    let Some(word) = here.universe.at(0, here.offset) else { return Vec::new() };
    let mut all = here.universe.same(word);
    all.retain(|o| o.file == 0);
    all.dedup_by_key(|o| o.start);
    all
}

/// An occurrence as a spot.
pub(crate) fn spot(here: &Here, of: &Occurrence) -> Option<Spot> {
    let place = here.universe.files.get(of.file)?.place.clone();
    Some(Spot { place, start: of.start, end: of.end })
}

/// The clause that a path in the texts names: of `five.limit` the result that asks the clock.
fn clause_of_path(state: &State, here: &Here) -> Option<Spot> {
    let path = path_at(here)?;
    let checked = here.rules(state)?;
    let mut about = format!("{}.{path}", checked.rules.name);
    loop {
        if let Some(clause) = checked.rules.clauses.iter().find(|c| c.id == about && c.about.is_none()) {
            return checked.spot(clause.span);
        }
        let shorter = about.rsplit_once('.')?.0.to_owned();
        about = shorter;
    }
}

/// The path in the texts at a place.
pub(crate) fn path_at(here: &Here) -> Option<String> {
    here.spec.parsed.file.units.iter().find_map(|unit| {
        let Unit::Texts(texts) = unit else { return None };
        texts.lines.iter().find_map(|line| match line {
            TextLine::Claim { path, .. }
                if (path.span.start as usize..=path.span.end as usize).contains(&here.offset) =>
            {
                Some(path.text.clone())
            }
            TextLine::Claim { .. } | TextLine::Document { .. } => None,
        })
    })
}
