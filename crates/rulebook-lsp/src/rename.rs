//! Another name for something, everywhere that it stands; or why it cannot have that name.

use std::collections::{BTreeMap, HashMap};

use gen_lsp_types::{
    DocumentChange, Edit, OptionalVersionedTextDocumentIdentifier, Range, RenameFile, TextDocumentEdit,
    TextDocumentIdentifier, TextEdit, WorkspaceEdit,
};
use rulebook_check::BUILT_IN;
use rulebook_syntax::words::{is_name, is_reserved};

use crate::index::{Declared, Key, Occurrence, Role};
use crate::library::Place;
use crate::state::{Here, State};

/// Words of events, which no action may bear.
const EVENTS: [&str; 13] = [
    "ply",
    "plies",
    "step",
    "steps",
    "action",
    "actions",
    "promotion",
    "promotions",
    "loss",
    "losses",
    "other",
    "its",
    "act",
];

/// Words with which position text says something of its own, and directions of grids.
const KEPT: [&str; 11] =
    ["turn", "step", "here", "north", "east", "south", "west", "northeast", "southeast", "southwest", "northwest"];

/// The word that would be renamed, and where it stands.
pub(crate) fn prepare(here: &Here) -> Result<(Range, String), String> {
    let word = renamed(here)?;
    let old = name_of(here, word);
    Ok((here.spec.lines.range(&here.spec.text, word.start, word.end), old))
}

/// All changes that another name takes.
pub(crate) fn rename(state: &State, here: &Here, new: &str) -> Result<WorkspaceEdit, String> {
    let word = renamed(here)?;
    let old = name_of(here, word);
    let mut places = here.universe.same(word);
    places.sort_by_key(|o| (o.file, o.start));
    places.dedup_by_key(|o| (o.file, o.start));
    if new == old {
        return Err(format!("`{old}` is its name already"));
    }
    fits(here, word, &places, new)?;
    let mut files: BTreeMap<usize, Vec<TextEdit>> = BTreeMap::new();
    for place in &places {
        let Some(spec) = here.universe.files.get(place.file) else { continue };
        let written = spec.text.get(place.start..place.end).unwrap_or("");
        let s = if place.derived { "s" } else { "" };
        if written != format!("{old}{s}") {
            return Err(format!("`{written}` cannot be renamed together with `{old}`: correct this place first"));
        }
        let range = spec.lines.range(&spec.text, place.start, place.end);
        files.entry(place.file).or_default().push(TextEdit { range, new_text: format!("{new}{s}") });
    }
    let file = file_to_rename(here, word, &old, new)?;
    edit(state, here, files, file)
}

/// The word at a place, if it can be renamed.
fn renamed(here: &Here) -> Result<&Occurrence, String> {
    let Some(word) = here.universe.at(0, here.offset) else {
        return Err(match word_at(&here.spec.text, here.offset) {
            Some(word) if is_reserved(word) => format!("`{word}` is a word of the language, not a name"),
            Some(word) => format!("`{word}` is not a name that could be renamed here"),
            None => "no name stands here".to_owned(),
        });
    };
    let text = name_of(here, word);
    match &word.key {
        Key::Word(text) => return Err(format!("`{text}` means something by itself here and has no other name")),
        Key::Lost(text) => return Err(format!("there is no game or family `{text}` that could be renamed")),
        _ => {}
    }
    if word.derived {
        return Err(format!(
            "`{text}s` is made of `{text}` by an s: rename `{text}`, or give it a plural with `plural`"
        ));
    }
    let places = here.universe.same(word);
    let roles: Vec<Role> = places.iter().filter_map(|o| o.declares).collect();
    if roles.is_empty() {
        return Err(format!("`{text}` is declared nowhere"));
    }
    if roles.contains(&Role::Choice) || word.wants == Some(Role::Choice) {
        return Err(format!("`{text}` is a value of a parameter, and may mean something to the language"));
    }
    if roles.contains(&Role::Direction) {
        return Err(format!("`{text}` is a direction of the board, whose name may mean something to the language"));
    }
    for place in &places {
        let Some(spec) = here.universe.files.get(place.file) else { continue };
        match &spec.place {
            Place::Bundled(path) => {
                return Err(format!(
                    "`{text}` also stands in the bundled spec `{path}`, which cannot be edited; put a copy of it beside this file first"
                ));
            }
            yaml if yaml.is_yaml() => {
                return Err(format!("`{text}` also stands in `{}`, and specs in YAML are not edited", yaml.name()));
            }
            Place::Disk(_) | Place::Unsaved(_) => {}
        }
    }
    Ok(word)
}

/// The name that a word stands for: without the s of a plural.
fn name_of(here: &Here, word: &Occurrence) -> String {
    let text = here.universe.files.get(word.file).and_then(|f| f.text.get(word.start..word.end)).unwrap_or("");
    let single = if word.derived { text.strip_suffix('s') } else { None };
    single.unwrap_or(text).to_owned()
}

/// Says why something cannot be called so.
fn fits(here: &Here, word: &Occurrence, places: &[&Occurrence], new: &str) -> Result<(), String> {
    if is_reserved(new) {
        return Err(format!("`{new}` is a reserved word"));
    }
    if !is_name(new) {
        return Err(format!(
            "`{new}` is no name: a letter, then letters, digits and hyphens, a hyphen only before a letter"
        ));
    }
    if BUILT_IN.contains(&new) || KEPT.contains(&new) || EVENTS.contains(&new) {
        return Err(format!("`{new}` means something by itself"));
    }
    let declared: Vec<&Declared> = places.iter().filter_map(|o| here.universe.declared.get(o.unit?)).collect();
    let taken = |name: &str| {
        declared.iter().any(|d| d.is_noun(name) || d.actions.contains(name) || d.directions.contains(name))
    };
    let exists = |name: &str| Err(format!("there is a `{name}` already"));
    match &word.key {
        Key::Reading(option, _) => {
            if declared.iter().any(|d| d.readings_of(option).any(|r| r == new)) {
                return Err(format!("`{option}` has a reading `{new}` already"));
            }
        }
        Key::Document(_) => {
            let documents = here.universe.occurrences.iter().filter(|o| o.declares == Some(Role::Document));
            if documents.into_iter().any(|o| o.key == Key::Document(new.to_owned())) {
                return exists(new);
            }
        }
        Key::Unit(_) => {
            if here.universe.units.iter().any(|u| u.name == new) || rulebook_specs::find(new).is_some() {
                return Err(format!("there is a game or family `{new}` already"));
            }
        }
        _ => {
            if taken(new) {
                return exists(new);
            }
            if is_cell(new) {
                return Err(format!("`{new}` looks like the name of a cell"));
            }
            let plural = format!("{new}s");
            if places.iter().any(|o| o.derived) && taken(&plural) {
                return exists(&plural);
            }
            let bound = here.universe.occurrences.iter().filter(|o| o.declares == Some(Role::Local));
            let same_files = |o: &Occurrence| places.iter().any(|p| p.file == o.file);
            if bound.into_iter().any(|o| same_files(o) && name_of(here, o) == new) {
                return Err(format!("`{new}` is bound as a local name already"));
            }
        }
    }
    Ok(())
}

/// Does it look like `a1`?
fn is_cell(name: &str) -> bool {
    let digits = name.trim_start_matches(|c: char| c.is_ascii_alphabetic());
    (1..=2).contains(&(name.len() - digits.len())) && !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit())
}

/// A family is found by the name of its file: if others extend it, the file is renamed, too.
fn file_to_rename(here: &Here, word: &Occurrence, old: &str, new: &str) -> Result<Option<(Place, Place)>, String> {
    let Key::Unit(unit) = word.key else { return Ok(None) };
    let Some(file) = here.universe.units.get(unit).map(|u| u.file) else { return Ok(None) };
    let extended = here.universe.units.iter().any(|u| u.parent == Some(unit) && u.file != file);
    match here.universe.files.get(file).map(|f| &f.place) {
        Some(Place::Disk(path)) if extended && path.file_stem().is_some_and(|stem| stem == old) => {
            let ending = path.extension().map_or_else(String::new, |e| format!(".{}", e.to_string_lossy()));
            let to = path.with_file_name(format!("{new}{ending}"));
            if to.exists() {
                return Err(format!("there is a file `{new}{ending}` already"));
            }
            Ok(Some((Place::Disk(path.clone()), Place::Disk(to))))
        }
        _ => Ok(None),
    }
}

fn edit(
    state: &State,
    here: &Here,
    files: BTreeMap<usize, Vec<TextEdit>>,
    renamed: Option<(Place, Place)>,
) -> Result<WorkspaceEdit, String> {
    let uri = |place: &Place| {
        let open = state.open.get(place).map(|(uri, _)| uri.clone());
        open.or_else(|| state.library.uri(place)).ok_or_else(|| format!("`{}` has no address", place.name()))
    };
    if !state.versioned_edits {
        if renamed.is_some() {
            return Err("the file has to be renamed with it, which this editor does not do".to_owned());
        }
        let mut changes = HashMap::new();
        for (file, edits) in files {
            let Some(spec) = here.universe.files.get(file) else { continue };
            changes.insert(uri(&spec.place)?, edits);
        }
        return Ok(WorkspaceEdit { changes: Some(changes), ..WorkspaceEdit::default() });
    }
    let mut changes = Vec::new();
    for (file, edits) in files {
        let Some(spec) = here.universe.files.get(file) else { continue };
        let version = state.open.get(&spec.place).map(|(_, version)| *version);
        let text_document = OptionalVersionedTextDocumentIdentifier {
            version,
            text_document_identifier: TextDocumentIdentifier { uri: uri(&spec.place)? },
        };
        let edits = edits.into_iter().map(Edit::TextEdit).collect();
        changes.push(DocumentChange::TextDocumentEdit(TextDocumentEdit { text_document, edits }));
    }
    if let Some((from, to)) = renamed {
        if !state.renames_files {
            return Err("the file has to be renamed with it, which this editor does not do".to_owned());
        }
        let (old_uri, new_uri) = (uri(&from)?, uri(&to)?);
        changes.push(DocumentChange::RenameFile(RenameFile { old_uri, new_uri, options: None, annotation_id: None }));
    }
    Ok(WorkspaceEdit { document_changes: Some(changes), ..WorkspaceEdit::default() })
}

/// The word at a place of a text.
pub(crate) fn word_at(text: &str, offset: usize) -> Option<&str> {
    let touches = |l: &rulebook_syntax::Lexeme<'_>| l.start <= offset && offset <= l.end();
    let is_word = |l: &rulebook_syntax::Lexeme<'_>| l.text.starts_with(char::is_alphabetic);
    rulebook_syntax::lexemes(text).into_iter().find(|l| touches(l) && is_word(l)).map(|l| l.text)
}
