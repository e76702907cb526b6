//! Codes of diagnostics: every code that is used has a page, and no page is empty.

use std::{collections::BTreeMap, path::Path};

use rulebook_diagnostics::codes;

use crate::sources::{all, read, relative};

/// Looks for codes in the sources.
pub(crate) fn check(root: &Path) -> Result<Vec<String>, String> {
    let mut used: BTreeMap<String, String> = BTreeMap::new();
    for path in all(root)? {
        let name = relative(root, &path);
        let text = read(&path)?;
        if !name.contains("/src/") || name.starts_with("xtask/") {
            continue;
        }
        for (i, line) in text.lines().enumerate().take_while(|(_, l)| l.trim() != "#[cfg(test)]") {
            for word in line.split('"').skip(1).step_by(2).filter(|w| is_code(w)) {
                used.entry(word.to_owned()).or_insert_with(|| format!("{name}:{}", i + 1));
            }
        }
    }
    let mut problems = Vec::new();
    for (code, place) in &used {
        if codes::find(code).is_none() {
            problems.push(format!("{place}: {code} has no page in crates/rulebook-diagnostics/pages/"));
        }
    }
    for info in codes::all() {
        if info.title.is_empty() || info.page.lines().count() < 3 {
            problems.push(format!("the page of {} says nothing", info.code.0));
        }
    }
    Ok(problems)
}

/// `R` and four digits?
fn is_code(word: &str) -> bool {
    word.strip_prefix('R').is_some_and(|d| d.len() == 4 && d.bytes().all(|b| b.is_ascii_digit()))
}
