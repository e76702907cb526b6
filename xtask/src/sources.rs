//! Files of Rust: each opens with a sentence about itself, is not too long, and keeps to its crate's duties.

use std::{
    fs,
    path::{Path, PathBuf},
};

/// The longest a file may be without a reason.
const MOST_LINES: usize = 500;

/// Crates that read files, start programs or look at the environment.
const OUTSIDE: [&str; 11] = [
    "rulebook-bench",
    "rulebook-build",
    "rulebook-certify",
    "rulebook-cli",
    "rulebook-fuzz",
    "rulebook-docs",
    "rulebook-lsp",
    "rulebook-macros",
    "rulebook-specs",
    "rulebook",
    "xtask",
];

/// Looks at every file below `crates/` and `xtask/`.
pub(crate) fn check(root: &Path) -> Result<Vec<String>, String> {
    let allowed = allowed(root);
    let mut problems = Vec::new();
    for path in all(root)? {
        let name = relative(root, &path);
        let text = read(&path)?;
        if !text.starts_with("//! ") {
            problems.push(format!("{name}:1: a file opens with a sentence about itself, `//! …`"));
        }
        let lines = text.lines().count();
        let listed = allowed.contains(&name);
        if lines > MOST_LINES && !listed {
            problems.push(format!(
                "{name}: {lines} lines, more than {MOST_LINES}: split it, or say why in xtask/long-files.txt"
            ));
        }
        if lines <= MOST_LINES && listed {
            problems.push(format!("{name}: it is not too long any more; take it off xtask/long-files.txt"));
        }
        if does_outside(&name) {
            continue;
        }
        for (i, line) in text.lines().enumerate().take_while(|(_, l)| l.trim() != "#[cfg(test)]") {
            let code = line.split("//").next().unwrap_or("");
            for word in ["std::fs", "std::env", "std::process", "std::net", "println!", "eprintln!"] {
                if code.contains(word) {
                    problems.push(format!("{name}:{}: `{word}` belongs to the crates that do input and output", i + 1));
                }
            }
        }
    }
    Ok(problems)
}

/// May this file do input and output?
fn does_outside(name: &str) -> bool {
    let owner = name.strip_prefix("crates/").unwrap_or(name).split('/').next().unwrap_or("");
    let apart = ["/tests/", "/benches/", "/examples/"].iter().any(|part| name.contains(part));
    apart || name.ends_with("build.rs") || OUTSIDE.contains(&owner)
}

/// Long files that have a reason: the first word of each line of the list.
fn allowed(root: &Path) -> Vec<String> {
    let list = fs::read_to_string(root.join("xtask/long-files.txt")).unwrap_or_default();
    let lines = list.lines().filter(|l| !l.starts_with('#'));
    lines.filter_map(|l| l.split_whitespace().next()).map(str::to_owned).collect()
}

/// All files of Rust, in order.
pub(crate) fn all(root: &Path) -> Result<Vec<PathBuf>, String> {
    let mut files = Vec::new();
    for folder in ["crates", "xtask"] {
        collect(&root.join(folder), &mut files)?;
    }
    files.sort();
    Ok(files)
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> Result<(), String> {
    let unreadable = |e: std::io::Error| format!("{} cannot be read: {e}", folder.display());
    for entry in fs::read_dir(folder).map_err(unreadable)? {
        let path = entry.map_err(unreadable)?.path();
        let name = path.file_name().and_then(|n| n.to_str()).unwrap_or("");
        if path.is_dir() && name != "target" && name != "generated" {
            collect(&path, files)?;
        } else if path.extension().is_some_and(|e| e == "rs") {
            files.push(path);
        }
    }
    Ok(())
}

/// The text of a file.
pub(crate) fn read(path: &Path) -> Result<String, String> {
    fs::read_to_string(path).map_err(|e| format!("{} cannot be read: {e}", path.display()))
}

/// A path as people write it.
pub(crate) fn relative(root: &Path, path: &Path) -> String {
    path.strip_prefix(root).unwrap_or(path).display().to_string().replace('\\', "/")
}
