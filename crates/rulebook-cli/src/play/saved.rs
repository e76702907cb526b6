//! Games in files: written as records, read back, and never written over another.

use std::{
    fs,
    io::{ErrorKind, Write as _},
    path::{Path, PathBuf},
};

use rulebook_records::{Record, read};
use tempfile::NamedTempFile;

use crate::{args::Choices, failure::Failure};

/// A file with a larger record than this is no game of ours.
const LIMIT: u64 = 16 << 20;

/// What a file says of a game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Saved {
    /// The game's name.
    pub(super) game: String,
    /// Readings of options, `NAME=READING`.
    pub(super) options: Vec<String>,
    /// Values of parameters, `NAME=VALUE`.
    pub(super) params: Vec<String>,
    /// The first position, if it is not the game's own.
    pub(super) start: Option<String>,
    /// The actions.
    pub(super) moves: Vec<String>,
    /// The result, `*` if there is none.
    pub(super) result: String,
}

impl Saved {
    /// How the game is to be started.
    pub(super) fn choices(&self, engine: Option<crate::args::Engine>) -> Choices {
        Choices { options: self.options.clone(), params: self.params.clone(), engine }
    }

    /// As a record.
    fn text(&self) -> String {
        let mut record = Record::default();
        record.tag("Game", self.game.as_str());
        for option in &self.options {
            record.tag("Option", option.as_str());
        }
        for param in &self.params {
            record.tag("Param", param.as_str());
        }
        record.start.clone_from(&self.start);
        for text in &self.moves {
            record.push(text.as_str());
        }
        record.result = Some(self.result.clone());
        record.to_text()
    }

    /// Reads the first record of a file.
    pub(super) fn open(path: &Path) -> Result<Self, Failure> {
        let name = path.display();
        let size = fs::metadata(path).map_err(|e| Failure::outside(format!("`{name}` cannot be read: {e}")))?.len();
        if size > LIMIT {
            return Err(Failure::no("unreadable", format!("`{name}` is too large for a game: it has {size} bytes")));
        }
        let bytes = fs::read(path).map_err(|e| Failure::outside(format!("`{name}` cannot be read: {e}")))?;
        let empty = || Failure::no("unreadable", format!("there is no game in `{name}`"));
        let record = match read(bytes.as_slice()).next() {
            None => return Err(empty()),
            Some(Err(problem)) => return Err(Failure::no("unreadable", format!("`{name}`: {problem}"))),
            Some(Ok(record)) => record,
        };
        if let Some(problem) = &record.cut {
            return Err(Failure::no("unreadable", format!("`{name}`: {problem}")));
        }
        let all = |tag: &str| record.all(tag).map(str::to_owned).collect::<Vec<_>>();
        Ok(Self {
            game: record.get("Game").ok_or_else(empty)?.to_owned(),
            options: all("Option"),
            params: all("Param"),
            start: record.start.clone(),
            moves: record.texts().map(str::to_owned).collect(),
            result: record.result.clone().unwrap_or_else(|| String::from("*")),
        })
    }

    /// Writes it to a file, whole or not at all, and over another only if that is said.
    pub(super) fn write(&self, path: &Path, over: bool) -> Result<(), Failure> {
        let lost = |e: std::io::Error| match e.kind() {
            ErrorKind::AlreadyExists => {
                let message =
                    format!("`{}` is there already: give another name, nothing is written over", path.display());
                Failure::no("exists", message)
            }
            _ => Failure::outside(format!("`{}` cannot be written: {e}", path.display())),
        };
        let whole = self.beside(path).map_err(lost)?;
        let written = if over { whole.persist(path) } else { whole.persist_noclobber(path) };
        written.map(|_| ()).map_err(|e| lost(e.error))
    }

    /// Writes it to a file that is not there yet, in the folder in which the program runs.
    pub(super) fn write_new(&self) -> Result<PathBuf, Failure> {
        let stem = Path::new(&self.game).file_stem().map_or_else(|| "game".into(), |s| s.to_string_lossy());
        for number in 1..=9999 {
            let path = PathBuf::from(format!("{stem}-{number}.game"));
            let lost = |e: std::io::Error| Failure::outside(format!("`{}` cannot be written: {e}", path.display()));
            match self.beside(&path).map_err(lost)?.persist_noclobber(&path) {
                Ok(_) => return Ok(path),
                Err(e) if e.error.kind() == ErrorKind::AlreadyExists => {}
                Err(e) => return Err(lost(e.error)),
            }
        }
        Err(Failure::outside("there are 9999 saved games here: say a file, `s FILE`"))
    }

    /// A file in the same folder that has it all.
    fn beside(&self, path: &Path) -> std::io::Result<NamedTempFile> {
        let folder = path.parent().filter(|f| !f.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let mut file = NamedTempFile::new_in(folder)?;
        file.write_all(self.text().as_bytes())?;
        file.as_file().sync_all()?;
        Ok(file)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_back() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("a.game");
        let saved = Saved {
            game: "own".into(),
            options: vec!["a=b".into()],
            params: vec!["n=3".into()],
            start: Some("white: white=a1; turn=3".into()),
            moves: vec!["a1-b2".into(), "pass".into(), "c3xe5(d4)".into()],
            result: "*".into(),
        };
        saved.write(&path, false).expect("it is written");
        assert_eq!(saved.write(&path, false).expect_err("it is there").kind, "exists");
        saved.write(&path, true).expect("it is written over");
        assert_eq!(Saved::open(&path).expect("it is read"), saved);
        fs::write(&path, "").expect("it is emptied");
        assert!(Saved::open(&path).expect_err("there is nothing").message.contains("there is no game"));
    }
}
