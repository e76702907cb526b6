//! Inputs to begin with: what this repository has of specs, positions, moves and cases.

use std::{
    fs,
    path::{Path, PathBuf},
};

use rulebook_certify::{Case, suite};
use rulebook_diagnostics::FileId;

use crate::target::Target;

/// The inputs of a target; a repository that is not whole gives fewer.
pub fn of(target: Target) -> Vec<Vec<u8>> {
    let texts: Vec<String> = match target {
        Target::Specs => specs().collect(),
        Target::Positions => cases().filter_map(|c| Some(format!("{}\n{}", c.game(), c.position.as_ref()?))).collect(),
        Target::Moves => {
            cases().filter(|c| c.position.is_none()).map(|c| format!("{}\n{}", c.game(), c.moves)).collect()
        }
        Target::Cases => suite::bundled().iter().map(|(_, text)| (*text).to_owned()).collect(),
        // Of those with mistakes of syntax there is no such form.
        Target::Yaml => specs().filter_map(|text| rulebook_format::to_yaml(FileId::default(), &text).ok()).collect(),
    };
    texts.into_iter().map(String::into_bytes).collect()
}

/// Inputs that were at fault once.
pub fn regressions(target: Target) -> Vec<(PathBuf, Vec<u8>)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("regressions").join(target.name());
    files(&folder).into_iter().filter_map(|path| Some((path.clone(), fs::read(path).ok()?))).collect()
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The bundled specs, and those that show mistakes.
fn specs() -> impl Iterator<Item = String> {
    let folders = ["specs", "crates/rulebook-check/tests/wrong"];
    folders.into_iter().flat_map(|folder| below(&root().join(folder), "rules"))
}

fn cases() -> impl Iterator<Item = Case> {
    suite::bundled_files().unwrap_or_default().into_iter().flat_map(|file| file.cases)
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut paths: Vec<PathBuf> = entries.map(|e| e.path()).filter(|p| p.is_file()).collect();
    paths.sort();
    paths
}

/// The texts of all files with that ending in a folder and the folders in it.
fn below(folder: &Path, ending: &str) -> Vec<String> {
    let mut texts: Vec<String> = files(folder)
        .iter()
        .filter(|p| p.extension().is_some_and(|e| e == ending))
        .filter_map(|p| fs::read_to_string(p).ok())
        .collect();
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut folders: Vec<PathBuf> = entries.map(|e| e.path()).filter(|p| p.is_dir()).collect();
    folders.sort();
    texts.extend(folders.iter().flat_map(|f| below(f, ending)));
    texts
}
