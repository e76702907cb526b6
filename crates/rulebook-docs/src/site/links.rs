//! Whether every link of the built site leads somewhere within it.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Component, Path, PathBuf},
};

/// Links that lead nowhere: page and target. Links to other sites are not followed.
///
/// # Errors
/// If a file cannot be read.
pub fn broken(root: &Path) -> std::io::Result<Vec<(PathBuf, String)>> {
    let mut pages: BTreeMap<PathBuf, String> = BTreeMap::new();
    let mut files: BTreeSet<PathBuf> = BTreeSet::new();
    read(root, root, &mut pages, &mut files)?;
    let ids: BTreeMap<&PathBuf, BTreeSet<String>> = pages
        .iter()
        .map(|(path, text)| (path, attributes(text, "id").chain(attributes(text, "name")).collect()))
        .collect();
    let mut found = Vec::new();
    for (page, text) in &pages {
        for target in attributes(text, "href").chain(attributes(text, "src")) {
            let outside = ["http:", "https:", "mailto:", "data:", "javascript:"].iter().any(|s| target.starts_with(s));
            // What mdBook's scripts make is not there yet.
            if outside || target.is_empty() || target == "#" || target.contains("{{") {
                continue;
            }
            let (path, anchor) = target.split_once('#').map_or((target.as_str(), None), |(p, a)| (p, Some(a)));
            let path = path.split('?').next().unwrap_or(path);
            let file =
                if path.is_empty() { page.clone() } else { resolve(page.parent().unwrap_or(Path::new("")), path) };
            let there = files.contains(&file) || files.contains(&file.join("index.html"));
            let anchored = anchor.is_none_or(|a| a.is_empty() || ids.get(&file).is_none_or(|ids| ids.contains(a)));
            if !there || !anchored {
                found.push((page.clone(), target.clone()));
            }
        }
    }
    Ok(found)
}

fn read(
    root: &Path,
    folder: &Path,
    pages: &mut BTreeMap<PathBuf, String>,
    files: &mut BTreeSet<PathBuf>,
) -> std::io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            read(root, &path, pages, files)?;
            continue;
        }
        let name = path.strip_prefix(root).unwrap_or(&path).to_path_buf();
        if path.extension().is_some_and(|e| e == "html") {
            pages.insert(name.clone(), fs::read_to_string(&path)?);
        }
        files.insert(name);
    }
    Ok(())
}

/// The values of an attribute, in order.
fn attributes<'t>(text: &'t str, name: &str) -> impl Iterator<Item = String> + use<'t> {
    let key = format!(" {name}=\"");
    let mut rest = text;
    std::iter::from_fn(move || {
        let at = rest.find(&key)? + key.len();
        let value = &rest[at..];
        let end = value.find('"')?;
        rest = &value[end..];
        Some(value[..end].replace("&amp;", "&"))
    })
}

/// A path as seen from a folder.
fn resolve(folder: &Path, target: &str) -> PathBuf {
    let mut path = PathBuf::new();
    for part in folder.join(target).components() {
        match part {
            Component::ParentDir => {
                path.pop();
            }
            Component::CurDir | Component::RootDir | Component::Prefix(_) => {}
            Component::Normal(name) => path.push(name),
        }
    }
    path
}
