//! Cases about specs of one's own: a game may be named, or be the path of its spec, wherever cases are read.

use std::{collections::BTreeMap, path::Path};

use rulebook_certify::CaseFile;

use crate::load::{as_path, load};

/// Where a case names a game that is not bundled, and its spec stands beside the case's file or in a folder above it, the
/// path of that spec takes the name's place.
pub(crate) fn to_paths(mut files: Vec<CaseFile>) -> Vec<CaseFile> {
    for file in &mut files {
        let mut found: BTreeMap<String, Option<String>> = BTreeMap::new();
        for case in &mut file.cases {
            let game = case.game().to_owned();
            if as_path(&game).is_some() || rulebook_specs::find(&game).is_some() {
                continue;
            }
            if let Some(path) = found.entry(game).or_insert_with_key(|game| beside(&file.path, game)) {
                case.game = Some(path.clone());
            }
        }
    }
    files
}

/// Where a case names a spec by its path, the game's name takes its place.
pub(crate) fn to_names(mut files: Vec<CaseFile>) -> Vec<CaseFile> {
    let mut found: BTreeMap<String, Option<String>> = BTreeMap::new();
    for case in files.iter_mut().flat_map(|f| &mut f.cases) {
        let game = case.game().to_owned();
        if as_path(&game).is_none() {
            continue;
        }
        let name = found.entry(game).or_insert_with_key(|path| Some(load(path, &[]).ok()?.rules.name.clone()));
        if let Some(name) = name {
            case.game = Some(name.clone());
        }
    }
    files
}

/// The spec of that game in the folder of a file, or in one of the two above it.
fn beside(file: &str, game: &str) -> Option<String> {
    let folders = Path::new(file).ancestors().skip(1).take(3);
    let paths = folders
        .flat_map(|folder| [".rules", ".rules.yaml", ".yaml", ".yml"].map(|e| folder.join(format!("{game}{e}"))));
    let path = paths.into_iter().find(|path| path.is_file())?;
    Some(path.display().to_string())
}
