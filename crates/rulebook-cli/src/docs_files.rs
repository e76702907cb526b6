//! The files of the rules pages: read, stamped, and written where they are generated.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
};

use rulebook_certify::{Case, ids};
use rulebook_diagnostics::Diagnostic;
use rulebook_docs::{
    Book, Language, Pages,
    check::{GENERATED, NO_PAGE, Played, TABLE, play},
    coverage::Coverage,
    page::{self, BlockKind, LinkKind, Page},
    tables::table,
};

use crate::{docs::is_page, failure::Failure, load};

/// The pages of all languages as files.
pub(crate) struct Docs {
    /// Path, name within its language, language, text.
    pub(crate) files: Vec<(String, String, Language, String)>,
}

impl Docs {
    /// Reads all pages of a folder that has one folder for each language.
    pub(crate) fn read(root: &Path) -> Result<Self, Failure> {
        let mut files = Vec::new();
        for language in Language::ALL {
            let folder = root.join(language.tag());
            let mut paths = Vec::new();
            collect(&folder, &mut paths)?;
            paths.sort();
            for path in paths {
                let name = path.strip_prefix(&folder).unwrap_or(&path).display().to_string().replace('\\', "/");
                files.push((path.display().to_string(), name, language, load::read(&path)?));
            }
        }
        if files.is_empty() {
            return Err(Failure::usage(format!(
                "`{}` has no pages: they are Markdown in its folders en and es",
                root.display()
            )));
        }
        Ok(Self { files })
    }

    fn pages(&self) -> Pages {
        Pages::new(self.files.clone())
    }
}

fn collect(folder: &Path, found: &mut Vec<PathBuf>) -> Result<(), Failure> {
    let unreadable = |e: std::io::Error| Failure::outside(format!("`{}` cannot be read: {e}", folder.display()));
    for entry in fs::read_dir(folder).map_err(unreadable)? {
        let path = entry.map_err(unreadable)?.path();
        if path.is_dir() {
            collect(&path, found)?;
        } else if is_page(&path) {
            found.push(path);
        }
    }
    Ok(())
}

fn save(path: &Path, text: &str) -> Result<(), Failure> {
    fs::write(path, text).map_err(|e| Failure::outside(format!("`{}` cannot be written: {e}", path.display())))
}

/// Stamps the sentences of these pages; gives how many, and what could not be stamped.
pub(crate) fn stamp(book: &Book<'_>, root: &Path, files: &[PathBuf]) -> Result<(usize, Vec<String>), Failure> {
    let docs = Docs::read(root)?;
    let (mut stamped, mut wrong) = (0, Vec::new());
    for file in files {
        let same = |path: &str| fs::canonicalize(path).ok() == fs::canonicalize(file).ok();
        let Some((path, name, language, text)) = docs.files.iter().find(|(path, ..)| same(path)) else {
            return Err(Failure::usage(format!("`{}` is no page below `{}`", file.display(), root.display())));
        };
        let page = page::parse(path, name, *language, text);
        let mut new = text.clone();
        for link in page.links.iter().rev().filter(|l| l.kind == LinkKind::About) {
            let id = link.target.split('#').next().unwrap_or("");
            match book.digest(id) {
                Ok(digest) => {
                    let target = format!("{id}#{digest}");
                    if target != link.target {
                        new.replace_range(link.target_at..link.target_at + link.target.len(), &target);
                        stamped += 1;
                    }
                }
                Err(why) => wrong.push(format!("{path}: {why}")),
            }
        }
        if new != *text {
            save(Path::new(path), &new)?;
        }
    }
    Ok((stamped, wrong))
}

/// Writes tables, ids, cases and coverage; gives the files that changed.
pub(crate) fn write(book: &Book<'_>, root: &Path, suite: &Path) -> Result<Vec<PathBuf>, Failure> {
    let mut docs = Docs::read(root)?;
    let mut written = Vec::new();
    give_ids(book, &mut docs);
    for (path, name, language, text) in &mut docs.files {
        let page = page::parse(path, name, *language, text);
        let mut new = text.clone();
        for generated in page.tables.iter().rev().filter(|t| !t.open) {
            let made = table(book, &generated.what, *language)
                .map_err(|why| Failure::no("table", format!("{path}: {why}")))?;
            new.replace_range(generated.inner.0..generated.inner.1, &framed(&made));
        }
        *text = new;
        if load::read(Path::new(path))? != *text {
            save(Path::new(path), text)?;
            written.push(PathBuf::from(&*path));
        }
    }
    let pages = docs.pages();
    let played = play(book, &pages, &mut Vec::new());
    let coverage = root.join("coverage.tsv");
    put(&coverage, &Coverage::of(book, &pages, &played).table(book), &mut written)?;
    for (game, text) in cases_by_game(&played.own_cases(&pages)) {
        let folder = suite.join(&game);
        if folder.is_dir() {
            put(&folder.join("pages.yaml"), &text, &mut written)?;
        }
    }
    Ok(written)
}

fn put(path: &Path, text: &str, written: &mut Vec<PathBuf>) -> Result<(), Failure> {
    if fs::read_to_string(path).is_ok_and(|now| now == text) {
        return Ok(());
    }
    save(path, text)?;
    written.push(path.to_path_buf());
    Ok(())
}

/// A table with a blank line around it, so that Markdown sees it as one.
fn framed(table: &str) -> String {
    format!("\n{table}\n")
}

/// Gives blocks without an id one; the nth of a page has the same in all languages.
fn give_ids(book: &Book<'_>, docs: &mut Docs) {
    let pages = docs.pages();
    let mut used: BTreeSet<String> =
        pages.pages.iter().flat_map(|(_, p)| p.blocks.iter().map(|b| b.id.clone())).collect();
    let mut random = fastrand::Rng::new();
    let mut fresh = || loop {
        let id = ids::fresh(&used, &mut random);
        used.insert(id.clone());
        if book.library.case(&id).is_none() {
            return id;
        }
    };
    let mut given: BTreeMap<(String, usize), String> = BTreeMap::new();
    for (path, name, language, text) in &mut docs.files {
        let page = page::parse(path, name, *language, text);
        let own: Vec<&page::Block> = page.blocks.iter().filter(|b| b.kind != BlockKind::Case).collect();
        for (index, block) in own.iter().enumerate().filter(|(_, b)| !b.id.is_empty()) {
            given.entry((name.clone(), index)).or_insert_with(|| block.id.clone());
        }
        for (index, block) in own.iter().enumerate().rev().filter(|(_, b)| b.id.is_empty() && !b.game.is_empty()) {
            let id = given.entry((name.clone(), index)).or_insert_with(&mut fresh);
            text.insert_str(block.fence_end, &format!(" {id}"));
        }
    }
}

/// The cases of pages as files of the suite.
fn cases_by_game(cases: &[Case]) -> BTreeMap<String, String> {
    let mut games: BTreeMap<String, Vec<&Case>> = BTreeMap::new();
    for case in cases {
        games.entry(case.game().to_owned()).or_default().push(case);
    }
    let head = "# The boards and games of the rules pages. Written by `rulebook docs write`.\n\n";
    games
        .into_iter()
        // Cases are plain data, which YAML always can hold.
        .map(|(game, cases)| (game, format!("{head}{}", serde_yaml::to_string(&cases).unwrap_or_default())))
        .collect()
}

/// What is generated and not current: tables, coverage, pages of one language only, clauses without a word.
pub(crate) fn generated(book: &Book<'_>, root: &Path, suite: &Path, pages: &Pages, played: &Played) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    for (file, page) in &pages.pages {
        let at = |from: usize, to: usize| rulebook_diagnostics::Span::new(*file, from as u32, to as u32);
        let line = |from: usize| at(from, from + page.text[from..].find('\n').unwrap_or(0));
        for generated in &page.tables {
            let marker = line(generated.marker_at);
            if generated.open {
                found.push(
                    Diagnostic::error(TABLE, marker, "this table has no end").help("write `<!-- end -->` behind it"),
                );
                continue;
            }
            match table(book, &generated.what, page.language) {
                Err(why) => found.push(Diagnostic::error(TABLE, marker, why)),
                Ok(made) if framed(&made) == page.text[generated.inner.0..generated.inner.1] => {}
                Ok(made) => {
                    let place = first_difference(page, generated, &framed(&made));
                    found.push(
                        Diagnostic::error(TABLE, line(place), "this is not what the rules say")
                            .help("tables are made by `rulebook docs write` and not edited by hand"),
                    );
                }
            }
        }
        for language in Language::ALL {
            if !pages.pages.iter().any(|(_, p)| p.name == page.name && p.language == language) {
                found.push(Diagnostic::error(
                    NO_PAGE,
                    line(0),
                    format!("this page is missing in `{}`", language.tag()),
                ));
            }
        }
    }
    let coverage = Coverage::of(book, pages, played);
    found.extend(coverage.missing(book, pages));
    let Some((first, _)) = pages.pages.first() else { return found };
    let start = rulebook_diagnostics::Span::new(*first, 0, 0);
    let path = root.join("coverage.tsv");
    if fs::read_to_string(&path).unwrap_or_default() != coverage.table(book) {
        let message = format!("`{}` is not current", path.display());
        found.push(Diagnostic::error(GENERATED, start, message).help("`rulebook docs write` makes it"));
    }
    for (game, text) in cases_by_game(&played.own_cases(pages)) {
        let path = suite.join(&game).join("pages.yaml");
        if suite.join(&game).is_dir() && fs::read_to_string(&path).unwrap_or_default() != text {
            let message = format!("`{}` does not have the boards and games of the pages as they are", path.display());
            found.push(Diagnostic::error(GENERATED, start, message).help("`rulebook docs write` makes it"));
        }
    }
    found
}

/// The first line of a table that differs.
fn first_difference(page: &Page, table: &page::Table, made: &str) -> usize {
    let mut at = table.inner.0;
    let inner = &page.text[table.inner.0..table.inner.1];
    for (is, ought) in inner.split_inclusive('\n').zip(made.split_inclusive('\n')) {
        if is != ought {
            break;
        }
        at += is.len();
    }
    if at >= table.inner.1 { table.marker_at } else { at }
}
