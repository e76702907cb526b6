//! The bundled games, interpreted, and the pages of the repository.

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
    sync::Arc,
};

use rulebook_api::Game;
use rulebook_certify::{Case, suite};
use rulebook_check::{Loader, Request, check};
use rulebook_diagnostics::Sources;
use rulebook_docs::{Language, Library};
use rulebook_interpreter::Interpreter;
use rulebook_ir::Rules;

/// What `extends` names is bundled.
struct Bundled;

impl Loader for Bundled {
    fn load(&self, name: &str, _: &str) -> Option<(String, String)> {
        rulebook_specs::find(name).map(|spec| (spec.display_name(), spec.text.to_owned()))
    }
}

/// Bundled games; the text of some specs may be another.
pub(crate) struct Games {
    all: BTreeMap<String, (Arc<Rules>, Sources)>,
    changed: BTreeMap<String, String>,
    cases: BTreeMap<String, Case>,
}

/// Specs whose text differs, by name.
struct Changed<'a>(&'a BTreeMap<String, String>);

impl Loader for Changed<'_> {
    fn load(&self, name: &str, from: &str) -> Option<(String, String)> {
        let (file, text) = Bundled.load(name, from)?;
        Some((file, self.0.get(name).cloned().unwrap_or(text)))
    }
}

fn rules(name: &str, params: &[(String, String)], changed: &BTreeMap<String, String>) -> Option<(Arc<Rules>, Sources)> {
    let mut sources = Sources::default();
    let loader = Changed(changed);
    let (file, text) = loader.load(name, "")?;
    let root = sources.add(file, text);
    let request = Request { game: Some(name.to_owned()), params: params.to_vec() };
    let rules = check(&mut sources, root, &request, &loader).rules?;
    Some((Arc::new(rules), sources))
}

impl Games {
    /// All bundled games.
    pub(crate) fn bundled() -> Self {
        Self::with(&BTreeMap::new())
    }

    /// The same, with other texts for some specs.
    pub(crate) fn with(changed: &BTreeMap<String, String>) -> Self {
        let names = rulebook_specs::all().iter().map(|s| s.name);
        let all = names.filter_map(|n| Some((n.to_owned(), rules(n, &[], changed)?))).collect();
        let files = suite::bundled_files().expect("the suite");
        let cases = files.into_iter().flat_map(|f| f.cases).map(|c| (c.id.clone(), c)).collect();
        Self { all, changed: changed.clone(), cases }
    }
}

impl Library for Games {
    fn games(&self) -> Vec<String> {
        self.all.keys().cloned().collect()
    }

    fn rules(&self, game: &str) -> Result<Arc<Rules>, String> {
        self.all.get(game).map(|(rules, _)| Arc::clone(rules)).ok_or_else(|| format!("no game `{game}`"))
    }

    fn clause(&self, game: &str, clause: &str) -> Option<(String, String)> {
        let (rules, sources) = self.all.get(game)?;
        let clause = rules.clauses.iter().find(|c| c.id == clause)?;
        Some((sources.file(clause.span.file).name.clone(), sources.text(clause.span).to_owned()))
    }

    fn start(
        &self,
        game: &str,
        options: &BTreeMap<String, String>,
        params: &BTreeMap<String, String>,
    ) -> Result<Arc<dyn Game>, String> {
        let params: Vec<(String, String)> = params.iter().map(|(a, b)| (a.clone(), b.clone())).collect();
        let rules = if params.is_empty() {
            self.rules(game)?
        } else {
            rules(game, &params, &self.changed).ok_or("wrong parameters")?.0
        };
        let mut readings = Vec::new();
        for (option, reading) in options {
            let index = rules.options.iter().position(|o| o.name == *option).ok_or("no such option")?;
            let reading = rules.options[index].readings.iter().position(|r| r == reading).ok_or("no such reading")?;
            readings.push((index, reading));
        }
        Ok(Arc::new(Interpreter::new(rules, &readings)))
    }

    fn spec(&self, game: &str) -> Option<String> {
        rulebook_specs::find(game).map(|s| s.text.to_owned())
    }

    fn cases(&self) -> Vec<&Case> {
        self.cases.values().collect()
    }

    fn case(&self, id: &str) -> Option<Case> {
        self.cases.get(id).cloned()
    }
}

/// The pages of the repository: path, name, language, text.
pub(crate) fn pages() -> Vec<(String, String, Language, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs");
    let mut all = Vec::new();
    for language in Language::ALL {
        let folder = root.join(language.tag());
        let mut files: Vec<PathBuf> = Vec::new();
        collect(&folder, &mut files);
        files.sort();
        for path in files {
            let name = path.strip_prefix(&folder).expect("below").display().to_string();
            let text = fs::read_to_string(&path).expect("a page");
            all.push((format!("docs/{}/{name}", language.tag()), name, language, text));
        }
    }
    all
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder").flatten() {
        let path = entry.path();
        if path.is_dir() {
            collect(&path, files);
        } else if path.extension().is_some_and(|e| e == "md") && !path.ends_with("SUMMARY.md") {
            files.push(path);
        }
    }
}
