//! Lists the specs of the repository, so that no game is named in Rust.
//!
//! They are looked for in `specs/` of this crate (a packaged copy), else of the repository.

use std::{
    env,
    fmt::Write as _,
    fs, io,
    path::{Path, PathBuf},
};

fn main() -> io::Result<()> {
    let here = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default());
    let relative = if here.join("specs").is_dir() { "specs" } else { "../../specs" };
    let root = here.join(relative);
    let mut files = Vec::new();
    collect(&root, &mut files)?;
    files.sort();

    let mut list = String::from("&[\n");
    for file in &files {
        let path = file.strip_prefix(&root).unwrap_or(file).to_string_lossy().replace('\\', "/");
        let name = file.file_stem().unwrap_or_default().to_string_lossy();
        let text = format!("include_str!(concat!(env!(\"CARGO_MANIFEST_DIR\"), {:?}))", format!("/{relative}/{path}"));
        _ = writeln!(list, "    Spec {{ name: {name:?}, path: {path:?}, text: {text} }},");
    }
    list.push(']');
    let out = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default());
    fs::write(out.join("list.rs"), list)
}

/// All spec files below a folder.
fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    println!("cargo::rerun-if-changed={}", folder.display());
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            collect(&path, files)?;
        } else if path.extension().is_some_and(|e| e == "rules") {
            println!("cargo::rerun-if-changed={}", path.display());
            files.push(path);
        }
    }
    Ok(())
}
