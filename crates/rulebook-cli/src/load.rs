//! Finding a game's spec, reading it and having it checked.

use std::{
    cell::RefCell,
    fs,
    io::Read as _,
    path::{Path, PathBuf},
    sync::Arc,
};

use rulebook_api::{did_you_mean, listed};
use rulebook_check::{Checked, Loader, Request, check};
use rulebook_diagnostics::{Diagnostic, FileId, Sources, render_human};
use rulebook_ir::Rules;
use rulebook_syntax::{MAX_FILE_SIZE, Parsed, ast::Unit};

use crate::failure::{self, Failure};

/// A game, ready to be run.
#[derive(Clone, Debug)]
pub(crate) struct Game {
    /// Its rules.
    pub(crate) rules: Arc<Rules>,
    /// The texts of its spec and of what it extends.
    pub(crate) sources: Sources,
}

/// How the files of a spec are named: the language, and its YAML form.
const ENDINGS: [&str; 4] = [".rules", ".rules.yaml", ".yaml", ".yml"];

/// Brings what `extends` names: beside the file, then among the bundled specs.
#[derive(Debug, Default)]
pub(crate) struct Library {
    /// Files that came from the bundled specs; what they extend is bundled too.
    bundled: RefCell<Vec<String>>,
}

impl Library {
    /// For a bundled spec of that display name.
    pub(crate) fn of_bundled(name: &str) -> Self {
        Self { bundled: RefCell::new(vec![name.to_owned()]) }
    }

    /// The file of that name beside another, if there is one. Beside a bundled spec there is none.
    fn beside(&self, name: &str, from: &str) -> Option<PathBuf> {
        if self.bundled.borrow().iter().any(|b| b == from) {
            return None;
        }
        let paths = ENDINGS.iter().map(|ending| Path::new(from).with_file_name(format!("{name}{ending}")));
        paths.into_iter().find(|path| path.is_file())
    }
}

impl Loader for Library {
    fn load(&self, name: &str, from: &str) -> Option<(String, String)> {
        if let Some(beside) = self.beside(name, from) {
            // What cannot be read is told of by `unreadable`: a bundled spec of that name is not what was meant.
            let text = read(&beside).ok()?;
            return Some((beside.display().to_string(), text));
        }
        let spec = rulebook_specs::find(name)?;
        self.bundled.borrow_mut().push(spec.display_name());
        Some((spec.display_name(), spec.text.to_owned()))
    }

    fn unreadable(&self, name: &str, from: &str) -> Option<String> {
        read(&self.beside(name, from)?).err().map(|failure| failure.message)
    }

    fn parse(&self, file: FileId, name: &str, text: &str) -> Parsed {
        rulebook_format::parse(file, name, text)
    }
}

/// Loads a game by name or path: of a file with several games the last.
pub(crate) fn load(game: &str, params: &[(String, String)]) -> Result<Game, Failure> {
    load_one(game, None, params).map(|(game, _)| game)
}

/// Loads all games of a file, in its order.
pub(crate) fn load_all(file: &str, params: &[(String, String)]) -> Result<Vec<Game>, Failure> {
    let (last, names) = load_one(file, None, params)?;
    let Some((_, before)) = names.split_last() else { return Ok(vec![last]) };
    let mut games: Vec<Game> =
        before.iter().map(|name| Ok(load_one(file, Some(name), params)?.0)).collect::<Result<_, Failure>>()?;
    games.push(last);
    Ok(games)
}

/// Loads one game of a file, or the last, or a bundled one by its name. Says which games the file has.
fn load_one(game: &str, wanted: Option<&str>, params: &[(String, String)]) -> Result<(Game, Vec<String>), Failure> {
    let library = Library::default();
    let mut sources = Sources::default();
    let (root, wanted) = if let Some(path) = as_path(game) {
        (sources.add(game, read(&path)?), wanted.map(str::to_owned))
    } else {
        let spec = rulebook_specs::find(game).ok_or_else(|| unknown(game))?;
        if !is_playable(spec.text) {
            return Err(unknown(game));
        }
        library.bundled.borrow_mut().push(spec.display_name());
        (sources.add(spec.display_name(), spec.text), Some(game.to_owned()))
    };
    let request = Request { game: wanted.clone(), params: params.to_vec() };
    let Checked { rules, games, diagnostics } = check(&mut sources, root, &request, &library);
    let errors: Vec<Diagnostic> = diagnostics.into_iter().filter(Diagnostic::is_error).collect();
    match rules {
        Some(rules) if errors.is_empty() => Ok((Game { rules: Arc::new(rules), sources }, games)),
        _ if errors.is_empty() && games.is_empty() => {
            Err(Failure::usage(format!("`{game}` holds no game that can be played, only families")))
        }
        _ if !params.is_empty() && load_one(game, wanted.as_deref(), &[]).is_ok() => Err(wrong_params(params, &errors)),
        _ => Err(wrong_spec(game, &sources, &errors)),
    }
}

/// Is it the path of a spec in YAML?
pub(crate) fn is_yaml(path: &Path) -> bool {
    rulebook_format::is_yaml(&path.to_string_lossy())
}

/// The path that a GAME argument is, if it is one.
pub(crate) fn as_path(game: &str) -> Option<PathBuf> {
    let path = Path::new(game);
    let is_path = path.extension().is_some_and(|e| e == "rules") || is_yaml(path) || game.contains(['/', '\\']);
    (is_path || (rulebook_specs::find(game).is_none() && path.is_file())).then(|| path.to_path_buf())
}

/// Opens a file.
pub(crate) fn open(path: &str) -> Result<fs::File, Failure> {
    fs::File::open(path).map_err(|e| Failure::outside(format!("`{path}` cannot be read: {e}")))
}

/// Reads a file of text.
pub(crate) fn read(path: &Path) -> Result<String, Failure> {
    let failed = |e: std::io::Error| Failure::outside(format!("`{}` cannot be read: {e}", path.display()));
    let mut bytes = Vec::new();
    // Of a file that is too large no more is read than the parser needs to say so.
    fs::File::open(path).and_then(|f| f.take(MAX_FILE_SIZE as u64 + 1).read_to_end(&mut bytes)).map_err(failed)?;
    if bytes.len() > MAX_FILE_SIZE {
        return Ok(String::from_utf8_lossy(&bytes).into_owned());
    }
    String::from_utf8(bytes).map_err(|e| {
        let at = e.utf8_error().valid_up_to();
        let line = e.as_bytes()[..at].split(|b| *b == b'\n').count();
        Failure::outside(format!(
            "`{}` is not UTF-8 text: on line {line}, byte {at} of the file fits nothing; save it as UTF-8",
            path.display()
        ))
    })
}

/// Names of the bundled games that can be played.
pub(crate) fn playable() -> Vec<&'static str> {
    rulebook_specs::all().iter().filter(|s| is_playable(s.text)).map(|s| s.name).collect()
}

/// Does a file hold a game, and not only families?
fn is_playable(text: &str) -> bool {
    let parsed = rulebook_syntax::parse(FileId::default(), text);
    parsed.file.units.iter().any(|unit| matches!(unit, Unit::Rules(rules) if !rules.is_family))
}

/// Says which games there are.
fn unknown(game: &str) -> Failure {
    let games = playable();
    let what = if rulebook_specs::find(game).is_some() {
        let members = rulebook_specs::all().iter().filter(|s| s.family() == game && games.contains(&s.name));
        format!("`{game}` is a family, not a game; its games are {}", listed(members.map(|s| s.name), "and"))
    } else {
        let hint = did_you_mean(game, games.iter().copied());
        format!("there is no bundled game `{game}`{hint} (bundled: {})", games.join(", "))
    };
    Failure::usage(format!("{what}. The path of a `.rules` file will do too"))
}

/// Says why parameters do not fit a spec that is right without them.
fn wrong_params(params: &[(String, String)], errors: &[Diagnostic]) -> Failure {
    // There is no such parameter, or it cannot have this value.
    let named = errors.iter().find(|e| matches!(e.code.0, "R0701" | "R0702"));
    let Some(error) = named.or(errors.first()) else { return Failure::usage("the parameters do not fit this game") };
    let help = error.help.as_ref().map_or_else(String::new, |h| format!("; {h}"));
    let told = format!("{}{help}", error.message);
    if named.is_some() {
        return Failure::usage(told);
    }
    let given = params.iter().map(|(name, value)| format!("`{name} = {value}`"));
    Failure::usage(format!("the parameters given ({}) do not fit this game: {told}", listed(given, "and")))
}

/// Shows what is wrong with a spec.
fn wrong_spec(game: &str, sources: &Sources, errors: &[Diagnostic]) -> Failure {
    let first = errors.first().map_or("no rules came out of it", |e| e.message.as_str());
    let message = match errors.len() {
        0 | 1 => format!("the spec `{game}` is wrong: {first}"),
        n => format!("the spec `{game}` is wrong in {n} places, first: {first}"),
    };
    let failure = Failure { exit: failure::NO, ..Failure::no("spec", message) };
    failure.picture(render_human(sources, errors, false))
}
