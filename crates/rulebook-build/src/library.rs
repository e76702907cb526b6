//! Where that which a spec extends is looked for: beside it, then among the bundled specs.

use std::{
    cell::RefCell,
    fs,
    io::{self, Read as _},
    path::{Path, PathBuf},
};

use rulebook_check::Loader;
use rulebook_diagnostics::FileId;
use rulebook_specs::Spec;
use rulebook_syntax::Parsed;

/// The files of a spec, as they are read.
#[derive(Debug)]
pub(crate) struct Library {
    /// Where relative paths begin.
    root: PathBuf,
    /// What was read from files, relative to the root.
    files: RefCell<Vec<String>>,
    /// What came from the bundled specs; what they extend is bundled too.
    bundled: RefCell<Vec<String>>,
}

impl Library {
    /// For specs below a folder.
    pub(crate) fn below(root: &Path) -> Self {
        Self { root: root.to_path_buf(), files: RefCell::default(), bundled: RefCell::default() }
    }

    /// For a bundled spec.
    pub(crate) fn of_bundled(spec: &Spec) -> Self {
        Self { root: PathBuf::new(), files: RefCell::default(), bundled: RefCell::new(vec![spec.display_name()]) }
    }

    /// The text of a file.
    pub(crate) fn read(&self, path: &str) -> Result<String, String> {
        let mut bytes = Vec::new();
        // Of a file that is too large no more is read than the parser needs to say so.
        let most = rulebook_check::MAX_FILE_SIZE as u64 + 1;
        let read = fs::File::open(self.root.join(path)).and_then(|f| f.take(most).read_to_end(&mut bytes));
        read.map_err(|error| match error.kind() {
            io::ErrorKind::NotFound => {
                format!("there is no file `{path}`; paths begin at the folder of the Cargo.toml of this crate")
            }
            _ => format!("`{path}` cannot be read: {error}"),
        })?;
        let text = if bytes.len() as u64 == most {
            String::from_utf8_lossy(&bytes).into_owned()
        } else {
            String::from_utf8(bytes).map_err(|error| {
                let at = error.utf8_error().valid_up_to();
                let line = error.as_bytes()[..at].split(|b| *b == b'\n').count();
                format!(
                    "`{path}` is not UTF-8 text: on line {line}, byte {at} of the file fits nothing; save it as UTF-8"
                )
            })?
        };
        self.files.borrow_mut().push(path.to_owned());
        Ok(text)
    }

    /// The file of that name beside another, if there is one. Beside a bundled spec there is none.
    fn beside(&self, name: &str, from: &str) -> Option<String> {
        if self.bundled.borrow().iter().any(|bundled| bundled == from) {
            return None;
        }
        let endings = [".rules", ".rules.yaml", ".yaml", ".yml"];
        let paths = endings.map(|ending| Path::new(from).with_file_name(format!("{name}{ending}")));
        let beside = paths.into_iter().find(|path| self.root.join(path).is_file())?;
        Some(beside.to_string_lossy().replace('\\', "/"))
    }

    /// The files that were read.
    pub(crate) fn into_files(self) -> Vec<String> {
        self.files.into_inner()
    }
}

impl Loader for Library {
    fn load(&self, name: &str, from: &str) -> Option<(String, String)> {
        if let Some(beside) = self.beside(name, from) {
            // What cannot be read is told of by `unreadable`: a bundled spec of that name is not what was meant.
            let text = self.read(&beside).ok()?;
            return Some((beside, text));
        }
        let spec = rulebook_specs::find(name)?;
        self.bundled.borrow_mut().push(spec.display_name());
        Some((spec.display_name(), spec.text.to_owned()))
    }

    fn unreadable(&self, name: &str, from: &str) -> Option<String> {
        self.read(&self.beside(name, from)?).err()
    }

    fn parse(&self, file: FileId, name: &str, text: &str) -> Parsed {
        rulebook_format::parse(file, name, text)
    }
}
