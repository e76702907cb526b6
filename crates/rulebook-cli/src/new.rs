//! `rulebook new`: a folder with a spec that checks, its first case, and a page in each language.

use std::{
    collections::BTreeSet,
    fs,
    io::Write as _,
    path::{Path, PathBuf},
};

use rulebook_api::{Game as _, move_text};
use rulebook_certify::ids;
use rulebook_interpreter::Interpreter;
use rulebook_syntax::words::{is_name, is_reserved};
use serde_json::json;

use crate::{
    failure::Failure,
    load::{self, load},
    output::Output,
};

/// Arguments of `new`.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The game's name: letters, digits and hyphens, as in `my-game`.
    #[arg(value_name = "NAME")]
    name: String,
    /// The game or family of which it is a variant; left out, a small game of its own to be changed.
    #[arg(long, value_name = "GAME")]
    from: Option<String>,
    /// The folder to be made; left out, one of the game's name.
    #[arg(long, value_name = "FOLDER")]
    into: Option<PathBuf>,
    /// Answers with one JSON object on one line.
    #[arg(long)]
    pub(crate) json: bool,
}

/// A small game of its own: NAME and TITLE are put in.
const SMALL: &str = r#"rulebook 1
// TITLE: three in a row on 3 by 3. Change it, and look at it with `rulebook check`, `moves` and `play`.
game NAME {
  board 3 x 3
  players cross, nought
  piece mark
  action place: on empty
  turn: place
  win mover when line [3 own] because in-a-row
  draw when no empty          because full
}

texts NAME {
  document own "Rules of our own"   // where the rules come from

  title en "TITLE" es "TITLE"
  cross en "Cross" es "Cruz"
  nought en "Nought" es "Círculo"
  mark en "mark" es "marca"

  board own
    en "The board has 3 by 3 squares."
    es "El tablero tiene 3 por 3 casillas."
  players own
    en "Cross begins."
    es "Empieza Cruz."
  piece.mark own
    en "All marks are alike."
    es "Todas las marcas son iguales."
  place own
    en "A mark is put on an empty square."
    es "Se pone una marca en una casilla vacía."
  turn own
    en "Each turn is one mark."
    es "Cada turno es una marca."
  in-a-row own
    en "Three marks in a row"
    es "Tres marcas en fila"
  full own
    en "The board is full"
    es "El tablero está lleno"
}
"#;

/// Makes the folder.
pub(crate) fn run(args: &Args, out: &mut Output) -> Result<bool, Failure> {
    let name = args.name.as_str();
    if !is_name(name) || is_reserved(name) {
        let why =
            if is_reserved(name) { "it is a word of the language" } else { "a name is letters, digits and hyphens" };
        return Err(Failure::usage(format!("`{name}` cannot be the name of a game: {why}, as in `my-game`")));
    }
    if rulebook_specs::find(name).is_some() {
        let message = format!("`{name}` is bundled; choose another name, as in `rulebook new my-{name} --from {name}`");
        return Err(Failure::usage(message));
    }
    let folder = args.into.clone().unwrap_or_else(|| PathBuf::from(name));
    let spec = match &args.from {
        None => SMALL.replace("NAME", name).replace("TITLE", &title(name)),
        Some(parent) => variant(name, parent)?,
    };
    fs::create_dir_all(&folder).map_err(|e| Failure::outside(format!("`{}` cannot be made: {e}", folder.display())))?;
    let file = folder.join(format!("{name}.rules"));
    let case = folder.join("cases.yaml");
    let page = |language: &str| folder.join("docs").join(language).join(format!("{name}.md"));
    let pages = [page("en"), page("es")];
    let all: Vec<&Path> =
        [file.as_path(), case.as_path()].into_iter().chain(pages.iter().map(PathBuf::as_path)).collect();
    if let Some(there) = all.iter().find(|path| path.exists()) {
        return Err(Failure::usage(format!(
            "`{}` is there already; nothing was written: choose another name, or another folder with `--into`",
            there.display()
        )));
    }
    write(&file, &spec)?;
    let (first, texts) = started(&file)?;
    write(&case, &first)?;
    for (page, text) in pages.iter().zip(&texts) {
        if let Some(folder) = page.parent() {
            make(folder)?;
        }
        write(page, text)?;
    }
    let shown: Vec<String> = all.iter().map(|path| path.display().to_string()).collect();
    if args.json {
        out.json(&json!({ "game": name, "files": shown }))?;
        return Ok(true);
    }
    for path in &shown {
        out.line(path)?;
    }
    let (file, folder) = (file.display(), folder.display());
    out.complain(&format!(
        "Now change it. While you write, `rulebook check {file} --watch` tells what is wrong; then\n  \
           rulebook play {file}\n  \
           rulebook test {}\n  \
           rulebook docs check --spec {file} --suite {folder} --docs {folder}/docs",
        case.display()
    ));
    Ok(true)
}

/// A variant that says nothing of its own yet; a comment lists what it may say in place of what it inherits.
fn variant(name: &str, parent: &str) -> Result<String, Failure> {
    let path = Path::new(parent);
    if load::as_path(parent).is_some() || path.exists() {
        return Err(Failure::usage(format!(
            "`extends` takes a name, not a path: put `{name}.rules` beside `{parent}`, and write the game's name"
        )));
    }
    let Some(spec) = rulebook_specs::find(parent) else {
        let hint = rulebook_api::did_you_mean(parent, rulebook_specs::all().iter().map(|s| s.name));
        return Err(Failure::usage(format!("there is no bundled game or family `{parent}`{hint}")));
    };
    let title = title(name);
    let text = format!(
        "rulebook 1\n\
         // {title}: {parent}, but … Say here what differs. A clause that begins as an inherited one takes its place, others are\n\
         // added, and `without …` takes one out. What is inherited: `rulebook spec {parent}` (in {}).\n\
         game {name} extends {parent} {{\n}}\n\n\
         texts {name} {{\n  title en \"{title}\" es \"{title}\"\n}}\n",
        spec.display_name()
    );
    Ok(text)
}

/// The first case and the pages, made from the game as it stands.
fn started(file: &Path) -> Result<(String, [String; 2]), Failure> {
    let rules = load(&file.to_string_lossy(), &[])?.rules;
    let game = Interpreter::new(rules.clone(), &[]);
    let names = game.vocabulary();
    let position = game.initial();
    let legal = position.legal();
    let shown: Vec<String> = legal.iter().map(|action| move_text::text_of(names, action, &legal)).collect();
    let clause = legal.first().and_then(|a| rules.actions.get(usize::from(a.name))).and_then(|a| a.clauses.first());
    let clause = clause.map_or("CLAUSE", |(_, clause)| rules.clause_id(*clause));
    let id = ids::fresh(&BTreeSet::new(), &mut fastrand::Rng::new());
    let case = format!(
        "# What was legal in the first position when this file was made. See that your rules want it so, and write more:\n\
         # `rulebook case new {file}` prints the form of a case.\n\
         - id: {id}\n  slug: {name}/first-position/legal\n  clauses: [{clause}]\n  polarity: accepts\n  moves: \"\"\n  \
         expect:\n    legal: [{}]\n  why:\n    en: \"These are the first moves.\"\n    es: \"Estas son las primeras jugadas.\"\n",
        shown.iter().map(|m| format!("\"{m}\"")).collect::<Vec<_>>().join(", "),
        file = file.display(),
        name = rules.name,
    );
    let title = title(&rules.name);
    let page = |intro: &str, caption: &str| {
        format!(
            "# {title}\n\n{intro}\n\n```board {name}\nclauses: [{clause}]\ncaption: {caption}\n```\n",
            name = rules.name
        )
    };
    let pages = [
        page("Say here how it is played.", "The first position."),
        page("Explique aquí cómo se juega.", "La posición inicial."),
    ];
    Ok((case, pages))
}

/// A name as a title: `my-game` is `My game`.
fn title(name: &str) -> String {
    let words = name.replace('-', " ");
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

fn make(folder: &Path) -> Result<(), Failure> {
    fs::create_dir_all(folder).map_err(|e| Failure::outside(format!("`{}` cannot be made: {e}", folder.display())))
}

/// Writes a new file, never over one that is there.
fn write(path: &Path, text: &str) -> Result<(), Failure> {
    let failed = |e: std::io::Error| Failure::outside(format!("`{}` cannot be written: {e}", path.display()));
    let mut file = fs::OpenOptions::new().write(true).create_new(true).open(path).map_err(failed)?;
    file.write_all(text.as_bytes()).map_err(failed)
}
