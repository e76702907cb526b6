//! Reading cases: those bundled with this crate, or those of files and folders of text.

use std::fmt;

use crate::case::Case;

/// Cases of one file.
#[derive(Clone, Debug, PartialEq)]
pub struct CaseFile {
    /// Its path, as somebody wrote it or below `conformance/`.
    pub path: String,
    /// Its cases, in order.
    pub cases: Vec<Case>,
}

/// Files of the suite that are about its cases and hold none: skipped where a whole folder is read.
pub const NOT_CASES: [&str; 2] = ["claims.yaml", "equivalent.yaml"];

/// Folders of the suite that are about other programs: skipped likewise.
pub const NO_CASES_IN: [&str; 3] = ["adapters", "implementations", "wrong"];

/// A file that is not a list of cases.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadFile {
    /// Its path.
    pub path: String,
    /// What is wrong, with line and column if they are known.
    pub message: String,
}

impl fmt::Display for BadFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.path, self.message)
    }
}

impl std::error::Error for BadFile {}

/// Reads the text of a file: a list of cases, perhaps empty.
///
/// # Errors
/// If it is not YAML, or not of this form.
pub fn parse(path: &str, text: &str) -> Result<CaseFile, BadFile> {
    let bad = |message: String| BadFile { path: path.to_owned(), message };
    if text.lines().all(|l| l.trim().is_empty() || l.trim_start().starts_with('#')) {
        return Ok(CaseFile { path: path.to_owned(), cases: Vec::new() });
    }
    let cases = serde_yaml::from_str(text).map_err(|e| bad(e.to_string()))?;
    Ok(CaseFile { path: path.to_owned(), cases })
}

/// The bundled files: path below `conformance/` and text.
pub fn bundled() -> &'static [(&'static str, &'static str)] {
    const FILES: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/cases.rs"));
    FILES
}

/// The bundled files, read.
///
/// # Errors
/// If one of them is not a list of cases.
pub fn bundled_files() -> Result<Vec<CaseFile>, BadFile> {
    bundled().iter().map(|(path, text)| parse(path, text)).collect()
}

/// What noticed what when it was last written down, by file name: `<game>.mutants.tsv` (case, mutant) and
/// `<game>.cases.tsv` (case, mutant of its clauses).
pub fn proofs() -> &'static [(&'static str, &'static str)] {
    const FILES: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/proofs.rs"));
    FILES
}
