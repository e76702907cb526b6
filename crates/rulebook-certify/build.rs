//! Lists the cases of the repository, so that no game is named in Rust.
//!
//! They are looked for in `conformance/` of this crate (a packaged copy), else of the repository.

use std::{
    env,
    fmt::Write as _,
    fs, io,
    path::{Path, PathBuf},
};

/// What lies beside the cases and is about them; the same list is `rulebook_certify::suite::NOT_CASES`.
const NOT_CASES: [&str; 2] = ["claims.yaml", "equivalent.yaml"];

/// Folders beside the cases that are about other programs; the same list is `rulebook_certify::suite::NO_CASES_IN`.
const NO_CASES_IN: [&str; 3] = ["adapters", "implementations", "wrong"];

fn main() -> io::Result<()> {
    let here = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default());
    let relative = if here.join("conformance").is_dir() { "conformance" } else { "../../conformance" };
    let root = here.join(relative);
    let mut files = Vec::new();
    if root.is_dir() {
        collect(&root, &mut files)?;
    }
    files.sort();

    let mut list = String::from("&[\n");
    for file in &files {
        let path = file.strip_prefix(&root).unwrap_or(file).to_string_lossy().replace('\\', "/");
        let text = format!("include_str!(concat!(env!(\"CARGO_MANIFEST_DIR\"), {:?}))", format!("/{relative}/{path}"));
        _ = writeln!(list, "    ({path:?}, {text}),");
    }
    list.push(']');
    let out = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default());
    fs::write(out.join("cases.rs"), list)?;

    let mut list = String::from("&[\n");
    let proofs = root.join("proofs");
    println!("cargo::rerun-if-changed={}", root.display());
    if proofs.is_dir() {
        println!("cargo::rerun-if-changed={}", proofs.display());
        let mut names: Vec<String> = Vec::new();
        for entry in fs::read_dir(&proofs)? {
            names.push(entry?.file_name().to_string_lossy().into_owned());
        }
        names.sort();
        for name in names {
            let text = format!(
                "include_str!(concat!(env!(\"CARGO_MANIFEST_DIR\"), {:?}))",
                format!("/{relative}/proofs/{name}")
            );
            _ = writeln!(list, "    ({name:?}, {text}),");
        }
    }
    list.push(']');
    fs::write(out.join("proofs.rs"), list)
}

/// All case files below a folder.
fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    println!("cargo::rerun-if-changed={}", folder.display());
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            if !NO_CASES_IN.iter().any(|n| path.ends_with(n)) {
                collect(&path, files)?;
            }
        } else if path.extension().is_some_and(|e| e == "yaml") && !NOT_CASES.iter().any(|n| path.ends_with(n)) {
            println!("cargo::rerun-if-changed={}", path.display());
            files.push(path);
        }
    }
    Ok(())
}
