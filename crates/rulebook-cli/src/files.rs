//! Files of specs that are changed: finding them in folders, and writing them so that nothing is ever half written.

use std::{
    fs,
    io::Write as _,
    path::{Path, PathBuf},
};

use crate::failure::Failure;

/// The files that are named, and of folders all files below with one of these endings, by path.
pub(crate) fn named_or_below(paths: &[PathBuf], endings: &[&str]) -> Result<Vec<PathBuf>, Failure> {
    let mut files = Vec::new();
    for path in paths {
        if path.is_dir() {
            below(path, endings, &mut files)?;
        } else {
            files.push(path.clone());
        }
    }
    Ok(files)
}

/// All files below a folder with one of these endings. What begins with a dot is passed over, and so are links to folders.
fn below(folder: &Path, endings: &[&str], files: &mut Vec<PathBuf>) -> Result<(), Failure> {
    let unreadable = |e: std::io::Error| Failure::outside(format!("`{}` cannot be read: {e}", folder.display()));
    let mut entries = Vec::new();
    for entry in fs::read_dir(folder).map_err(unreadable)? {
        let entry = entry.map_err(unreadable)?;
        entries.push((entry.path(), entry.file_type().map_err(unreadable)?));
    }
    entries.sort_by(|(one, _), (two, _)| one.cmp(two));
    for (path, kind) in entries {
        let name = path.file_name().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
        if name.starts_with('.') {
            continue;
        }
        if kind.is_dir() {
            below(&path, endings, files)?;
        } else if endings.iter().any(|ending| name.ends_with(ending)) {
            files.push(path);
        }
    }
    Ok(())
}

/// Puts a text in the place of a file: whoever reads it finds the old text or the new one, never a part.
pub(crate) fn replace(path: &Path, text: &str) -> Result<(), Failure> {
    let failed = |e: std::io::Error| Failure::outside(format!("`{}` cannot be written: {e}", path.display()));
    // A link stays a link: what it leads to is replaced.
    let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf());
    let folder = target.parent().filter(|f| !f.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let there = fs::metadata(&target).ok().map(|m| m.permissions());
    if there.as_ref().is_some_and(fs::Permissions::readonly) {
        return Err(Failure::outside(format!("`{}` cannot be written: it is read-only", path.display())));
    }
    let mut file = tempfile::NamedTempFile::new_in(folder).map_err(failed)?;
    file.write_all(text.as_bytes()).map_err(failed)?;
    match there {
        Some(permissions) => file.as_file().set_permissions(permissions).map_err(failed)?,
        None => open_to_others(&file).map_err(failed)?,
    }
    file.as_file().sync_all().map_err(failed)?;
    file.persist(&target).map_err(|e| failed(e.error))?;
    Ok(())
}

/// A new file is as readable as files usually are; temporary ones are not.
#[cfg(unix)]
fn open_to_others(file: &tempfile::NamedTempFile) -> std::io::Result<()> {
    use std::os::unix::fs::PermissionsExt as _;
    file.as_file().set_permissions(fs::Permissions::from_mode(0o644))
}

/// Elsewhere new files need nothing.
#[cfg(not(unix))]
fn open_to_others(_: &tempfile::NamedTempFile) -> std::io::Result<()> {
    Ok(())
}
