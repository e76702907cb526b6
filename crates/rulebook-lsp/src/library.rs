//! Specs as they stand now: what is open in the editor, then what is on disk, then the bundled ones.

use std::cell::{OnceCell, RefCell};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::time::SystemTime;
use std::{fs, io::Read as _};

use gen_lsp_types::Uri;
use rulebook_check::{Loader, MAX_FILE_SIZE};
use rulebook_diagnostics::{FileId, Span};
use rulebook_syntax::Parsed;

use crate::lines::Lines;

/// How the files of a spec are named, in the order in which they are looked for.
const ENDINGS: [&str; 4] = [".rules", ".rules.yaml", ".yaml", ".yml"];

/// Of a folder no more files are looked at than this.
const MOST_BESIDE: usize = 400;

/// Where a spec stands.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Place {
    /// A file.
    Disk(PathBuf),
    /// A bundled spec, by its path.
    Bundled(&'static str),
    /// Nowhere but in the editor.
    Unsaved(String),
}

impl Place {
    /// The name under which the checker knows it.
    pub(crate) fn name(&self) -> String {
        match self {
            Self::Disk(path) => path.to_string_lossy().into_owned(),
            Self::Bundled(path) => format!("specs/{path}"),
            Self::Unsaved(uri) => uri.clone(),
        }
    }

    /// Is it in the YAML form?
    pub(crate) fn is_yaml(&self) -> bool {
        rulebook_format::is_yaml(&self.name())
    }
}

/// A spec and what is known of it without its relatives.
#[derive(Debug)]
pub(crate) struct Spec {
    /// Where it stands.
    pub(crate) place: Place,
    /// Its text.
    pub(crate) text: String,
    /// Its lines.
    pub(crate) lines: Lines,
    /// Its tree, with places of file 0, and its mistakes of syntax.
    pub(crate) parsed: Parsed,
}

impl Spec {
    pub(crate) fn new(place: Place, text: String) -> Self {
        let parsed = rulebook_format::parse(FileId(0), &place.name(), &text);
        Self { lines: Lines::of(&text), place, text, parsed }
    }

    /// The range of a span.
    pub(crate) fn range(&self, span: Span) -> gen_lsp_types::Range {
        self.lines.range(&self.text, span.start as usize, span.end as usize)
    }
}

/// A file on disk as it was read.
#[derive(Debug)]
struct Read {
    stamp: Option<(SystemTime, u64)>,
    spec: Rc<Spec>,
}

/// All specs that can be reached.
#[derive(Debug, Default)]
pub(crate) struct Library {
    open: BTreeMap<Place, Rc<Spec>>,
    read: RefCell<BTreeMap<PathBuf, Read>>,
    bundled: RefCell<BTreeMap<&'static str, Rc<Spec>>>,
    /// Where bundled specs are laid down so that an editor can show them.
    shelf: OnceCell<Option<tempfile::TempDir>>,
}

impl Library {
    /// The place that a URI names.
    pub(crate) fn place(&self, uri: &Uri) -> Place {
        let path = url::Url::parse(&uri.0).ok().filter(|u| u.scheme() == "file").and_then(|u| u.to_file_path().ok());
        let Some(path) = path else { return Place::Unsaved(uri.0.clone()) };
        let folder = self.shelf.get().and_then(Option::as_ref);
        let below = folder.and_then(|folder| path.strip_prefix(folder.path()).ok());
        let bundled = below.and_then(|below| {
            let below = below.to_string_lossy().replace('\\', "/");
            rulebook_specs::all().iter().find(|spec| spec.path == below)
        });
        bundled.map_or(Place::Disk(path), |spec| Place::Bundled(spec.path))
    }

    /// The URI of a place. A bundled spec is written to a file of its own first, since editors show files.
    pub(crate) fn uri(&self, place: &Place) -> Option<Uri> {
        match place {
            Place::Unsaved(uri) => Some(Uri(uri.clone())),
            Place::Disk(path) => url::Url::from_file_path(path).ok().map(|url| Uri(url.into())),
            Place::Bundled(path) => {
                let folder = self.shelf.get_or_init(|| tempfile::Builder::new().prefix("rulebook-").tempdir().ok());
                let file = folder.as_ref()?.path().join(path);
                if !file.exists() {
                    fs::create_dir_all(file.parent()?).ok()?;
                    fs::write(&file, &self.spec(place)?.text).ok()?;
                    let mut rights = fs::metadata(&file).ok()?.permissions();
                    rights.set_readonly(true);
                    fs::set_permissions(&file, rights).ok()?;
                }
                url::Url::from_file_path(file).ok().map(|url| Uri(url.into()))
            }
        }
    }

    /// Puts what an editor holds in the place of what is on disk. A bundled spec stays what it is.
    pub(crate) fn hold(&mut self, place: Place, text: String) {
        let spec = Rc::new(Spec::new(place.clone(), text));
        self.open.insert(place, spec);
    }

    /// The editor holds it no longer.
    pub(crate) fn drop_held(&mut self, place: &Place) {
        self.open.remove(place);
    }

    /// Is it open in the editor?
    pub(crate) fn is_held(&self, place: &Place) -> bool {
        self.open.contains_key(place)
    }

    /// The spec at a place as it stands now.
    pub(crate) fn spec(&self, place: &Place) -> Option<Rc<Spec>> {
        if let Some(spec) = self.open.get(place) {
            return Some(Rc::clone(spec));
        }
        match place {
            Place::Unsaved(_) => None,
            Place::Bundled(path) => {
                let spec = rulebook_specs::all().iter().find(|spec| spec.path == *path)?;
                let mut bundled = self.bundled.borrow_mut();
                let made =
                    bundled.entry(spec.path).or_insert_with(|| Rc::new(Spec::new(place.clone(), spec.text.to_owned())));
                Some(Rc::clone(made))
            }
            Place::Disk(path) => {
                let stamp = fs::metadata(path).ok().and_then(|m| Some((m.modified().ok()?, m.len())));
                let mut read = self.read.borrow_mut();
                if let Some(known) = read.get(path)
                    && known.stamp.is_some()
                    && known.stamp == stamp
                {
                    return Some(Rc::clone(&known.spec));
                }
                let spec = Rc::new(Spec::new(place.clone(), text_of(path).ok()?));
                read.insert(path.clone(), Read { stamp, spec: Rc::clone(&spec) });
                Some(spec)
            }
        }
    }

    /// The place of what a spec extends, which is in a file of its own.
    pub(crate) fn parent(&self, name: &str, from: &Place) -> Option<Place> {
        if let Place::Disk(path) = from {
            let found = ENDINGS.iter().map(|ending| Place::Disk(path.with_file_name(format!("{name}{ending}"))));
            let found = found.into_iter().find(|p| self.is_held(p) || matches!(p, Place::Disk(path) if path.is_file()));
            if found.is_some() {
                return found;
            }
        }
        rulebook_specs::find(name).map(|spec| Place::Bundled(spec.path))
    }

    /// The other specs of the folder in which one stands, and those that are open in the editor.
    pub(crate) fn beside(&self, place: &Place) -> Vec<Place> {
        let mut places: Vec<Place> = match place {
            Place::Unsaved(_) => Vec::new(),
            Place::Bundled(path) => {
                let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
                rulebook_specs::all().iter().filter(|s| s.family() == folder).map(|s| Place::Bundled(s.path)).collect()
            }
            Place::Disk(path) => {
                let entries = path.parent().and_then(|folder| fs::read_dir(folder).ok());
                let paths = entries.into_iter().flatten().filter_map(|e| Some(e.ok()?.path()));
                paths.filter(|p| is_spec(p) && p.is_file()).take(MOST_BESIDE).map(Place::Disk).collect()
            }
        };
        places.extend(self.open.keys().cloned());
        places.retain(|p| p != place);
        places.sort();
        places.dedup();
        places
    }
}

/// Is it named like a spec in the language's own form?
fn is_spec(path: &Path) -> bool {
    path.extension().is_some_and(|e| e == "rules")
}

/// Reads a file of text; of one that is too large no more than the parser needs to say so.
fn text_of(path: &Path) -> Result<String, String> {
    let mut bytes = Vec::new();
    let read = fs::File::open(path).and_then(|f| f.take(MAX_FILE_SIZE as u64 + 1).read_to_end(&mut bytes));
    read.map_err(|error| format!("it cannot be read: {error}"))?;
    if bytes.len() > MAX_FILE_SIZE {
        return Ok(String::from_utf8_lossy(&bytes).into_owned());
    }
    String::from_utf8(bytes).map_err(|_| "it is not UTF-8 text; save it as UTF-8".to_owned())
}

/// Brings the checker what a spec extends, and notes which places that were.
#[derive(Debug)]
pub(crate) struct Bringer<'l> {
    library: &'l Library,
    root: Place,
    /// The family at the root, for a check of a game that is made up to extend it.
    family: Option<String>,
    /// What was brought, by the name that the checker has for it.
    brought: RefCell<Vec<(String, Place)>>,
}

impl<'l> Bringer<'l> {
    pub(crate) fn new(library: &'l Library, root: Place) -> Self {
        Self { library, root, family: None, brought: RefCell::default() }
    }

    /// For a made up game that extends a family at this place.
    pub(crate) fn of_family(library: &'l Library, root: Place, family: &str) -> Self {
        Self { family: Some(family.to_owned()), ..Self::new(library, root) }
    }

    /// The place of a file of the check.
    pub(crate) fn place(&self, name: &str) -> Place {
        let brought = self.brought.borrow();
        let known = brought.iter().find(|(known, _)| known == name);
        known.map_or_else(|| self.root.clone(), |(_, place)| place.clone())
    }

    /// Everything that was brought.
    pub(crate) fn into_places(self) -> Vec<Place> {
        self.brought.into_inner().into_iter().map(|(_, place)| place).collect()
    }
}

impl Loader for Bringer<'_> {
    fn load(&self, name: &str, from: &str) -> Option<(String, String)> {
        let is_root = self.family.as_deref() == Some(name);
        let place = if is_root { self.root.clone() } else { self.library.parent(name, &self.place(from))? };
        let spec = self.library.spec(&place)?;
        let shown = place.name();
        self.brought.borrow_mut().push((shown.clone(), place));
        Some((shown, spec.text.clone()))
    }

    fn unreadable(&self, name: &str, from: &str) -> Option<String> {
        match self.library.parent(name, &self.place(from))? {
            place if self.library.is_held(&place) => None,
            Place::Disk(path) => text_of(&path).err(),
            Place::Bundled(_) | Place::Unsaved(_) => None,
        }
    }

    fn parse(&self, file: FileId, name: &str, text: &str) -> Parsed {
        rulebook_format::parse(file, name, text)
    }
}
