//! The files of a report: written after a run, and removed before one.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use rulebook_certify::report::{self, Report};

use crate::failure::Failure;

/// All files that a run writes.
const FILES: [&str; 7] =
    ["report.jsonl", "transcript.jsonl", "junit.xml", "report.md", "report.html", "badge.svg", "certificate.txt"];

/// Removes what an earlier run wrote.
pub(crate) fn remove(dir: &Path) -> io::Result<()> {
    for name in FILES {
        match fs::remove_file(dir.join(name)) {
            Err(e) if e.kind() != io::ErrorKind::NotFound => return Err(e),
            _ => {}
        }
    }
    Ok(())
}

/// Writes the forms that are made of the whole report.
pub(crate) fn write(dir: &Path, report: &Report) -> Result<(), Failure> {
    let junit = report::junit(report).map_err(Failure::outside)?;
    let forms = [
        ("junit.xml", junit),
        ("report.md", report::markdown(report)),
        ("report.html", report::html(std::slice::from_ref(report))),
        ("badge.svg", report::badge(report)),
        ("certificate.txt", report::certificate(report)),
    ];
    for (name, text) in forms {
        write_one(&dir.join(name), &text)?;
    }
    Ok(())
}

/// Writes a file whole or not at all.
pub(crate) fn write_one(path: &PathBuf, text: &str) -> Result<(), Failure> {
    let failed = |e: io::Error| Failure::outside(format!("`{}` cannot be written: {e}", path.display()));
    let beside = path.with_extension("new");
    fs::write(&beside, text).and_then(|()| fs::rename(&beside, path)).map_err(failed)
}
