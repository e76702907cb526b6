//! `rulebook docs build`: the site, one mdBook for each language.
//!
//! Pages are written for mdBook with their blocks drawn and their claims linked to the clauses; mdBook renders them. What is
//! checked is never what was rewritten here, but the pages as they are.

mod figure;
mod links;
mod rules;

use std::{
    fmt::Write as _,
    fs,
    path::{Path, PathBuf},
};

use mdbook_driver::{MDBook, config::Config};
use rulebook_certify::report::escape;

use crate::{
    check::{Pages, Played},
    language::Language,
    page::{LinkKind, Page, parse},
    target::Book,
};

pub use links::broken;

const CSS: &str = include_str!("page.css");
const JS: &str = include_str!("page.js");

/// A page that is not one of the rules pages: the reference, a diagnostic.
#[derive(Clone, Debug)]
pub struct Extra {
    /// The part of the table of contents.
    pub part: String,
    /// Its title there.
    pub title: String,
    /// Its place in the book.
    pub name: String,
    /// Its Markdown.
    pub text: String,
}

/// Why a site was not built.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotBuilt(pub String);

impl std::fmt::Display for NotBuilt {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for NotBuilt {}

/// Builds the site into a folder: `en/`, `es/` and a page that leads to them. `summaries` are the tables of contents as
/// written, by language.
///
/// # Errors
/// If a block cannot be drawn, mdBook refuses, or a file cannot be written.
pub fn build(
    book: &Book<'_>,
    pages: &Pages,
    played: &Played,
    summaries: &dyn Fn(Language) -> String,
    extras: &dyn Fn(Language) -> Vec<Extra>,
    out: &Path,
) -> Result<(), NotBuilt> {
    let failed = |what: &Path, e: std::io::Error| NotBuilt(format!("`{}`: {e}", what.display()));
    let work = tempfile::tempdir().map_err(|e| NotBuilt(format!("no folder to work in: {e}")))?;
    fs::create_dir_all(out).map_err(|e| failed(out, e))?;
    let out = out.canonicalize().map_err(|e| failed(out, e))?;
    for language in Language::ALL {
        let root = work.path().join(language.tag());
        let mut summary = summaries(language);
        let save = |name: &str, text: &str| -> Result<(), NotBuilt> {
            let path = root.join("src").join(name);
            let folder = path.parent().unwrap_or(&root).to_path_buf();
            fs::create_dir_all(&folder).map_err(|e| failed(&folder, e))?;
            fs::write(&path, text).map_err(|e| failed(&path, e))
        };
        for (_, page) in pages.pages.iter().filter(|(_, p)| p.language == language) {
            let text = rendered(book, page, played)?;
            save(&page.name, &format!("{}{text}", switch(pages, page)))?;
        }
        let mut part = String::new();
        let mut all = rules::pages(book, language);
        all.extend(extras(language));
        for extra in &all {
            if extra.part != part {
                part.clone_from(&extra.part);
                _ = write!(summary, "\n# {part}\n\n");
            }
            _ = writeln!(summary, "- [{}]({})", extra.title, extra.name);
            save(&extra.name, &format!("{}{}", switch_to(language, &extra.name), extra.text))?;
        }
        save("SUMMARY.md", &summary)?;
        for (name, text) in [("page.css", CSS), ("page.js", JS)] {
            let path = root.join(name);
            fs::write(&path, text).map_err(|e| failed(&path, e))?;
        }
        let config: Config =
            config(language, &out.join(language.tag())).parse().map_err(|e| NotBuilt(format!("{e:#}")))?;
        let md = MDBook::load_with_config(&root, config).map_err(|e| NotBuilt(format!("{e:#}")))?;
        md.build().map_err(|e| NotBuilt(format!("{e:#}")))?;
    }
    let index = out.join("index.html");
    fs::write(&index, entrance()).map_err(|e| failed(&index, e))
}

/// Where the built page of a Markdown file is.
pub fn html_name(name: &str) -> PathBuf {
    PathBuf::from(name).with_extension("html")
}

/// mdBook's configuration.
fn config(language: Language, out: &Path) -> String {
    let title = match language {
        Language::En => "Rules of board games",
        Language::Es => "Reglas de juegos de tablero",
    };
    let out = out.display().to_string().replace('\\', "/");
    format!(
        "[book]\ntitle = \"{title}\"\nlanguage = \"{}\"\nsrc = \"src\"\n\n[build]\nbuild-dir = \"{out}\"\ncreate-missing = false\n\n\
         [output.html]\nadditional-css = [\"page.css\"]\nadditional-js = [\"page.js\"]\nno-section-label = true\n\
         default-theme = \"light\"\npreferred-dark-theme = \"navy\"\n\n\
         [output.html.print]\nenable = false\n\n[output.html.fold]\nenable = true\nlevel = 0\n",
        language.tag()
    )
}

/// The page that leads to the languages.
fn entrance() -> String {
    let mut links = String::new();
    for language in Language::ALL {
        let (tag, name) = (language.tag(), language.words().name);
        // Writing to a string does not fail.
        _ = write!(links, "<li><a href=\"{tag}/index.html\" hreflang=\"{tag}\" lang=\"{tag}\">{name}</a></li>");
    }
    format!(
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"><title>rulebook</title>\
         <style>body{{font:1.2rem/1.6 system-ui;margin:3rem;color-scheme:light dark}}</style></head>\
         <body><h1>rulebook</h1><ul>{links}</ul></body></html>\n"
    )
}

/// The way to the same page in the other languages.
fn switch(pages: &Pages, page: &Page) -> String {
    let there = |l: &Language| pages.pages.iter().any(|(_, p)| p.name == page.name && p.language == *l);
    if Language::ALL.iter().all(there) { switch_to(page.language, &page.name) } else { String::new() }
}

fn switch_to(language: Language, name: &str) -> String {
    let up = up(name);
    let html = html_name(name).display().to_string().replace('\\', "/");
    let others = Language::ALL.into_iter().filter(|l| *l != language);
    let links = others.map(|l| {
        format!("<a href=\"{up}../{0}/{html}\" hreflang=\"{0}\" lang=\"{0}\">{1}</a>", l.tag(), l.words().name)
    });
    format!("<nav class=\"rb-language\">{}</nav>\n\n", links.collect::<Vec<_>>().join(" "))
}

/// The way from a page to the top of its book.
fn up(name: &str) -> String {
    "../".repeat(name.matches('/').count())
}

/// A page for mdBook: blocks drawn, claims linked to their clauses.
fn rendered(book: &Book<'_>, page: &Page, played: &Played) -> Result<String, NotBuilt> {
    let mut changes: Vec<(usize, usize, String)> = Vec::new();
    for link in page.links.iter().filter(|l| l.block.is_none()) {
        changes.push((link.whole.0, link.whole.1, linked(book, &page.name, link.kind, &link.target, &link.words)));
    }
    for block in &page.blocks {
        let shown = played.of(&page.name, page.language).iter().find(|(at, _)| *at == block.fence_at);
        let Some((_, shown)) = shown else {
            return Err(NotBuilt(format!("a block of `{}` is wrong: `rulebook docs check` says where", page.path)));
        };
        let caption = caption(book, page, &shown.caption);
        let drawn = figure::figure(book, shown, page.language, &caption)
            .map_err(|why| NotBuilt(format!("a block of `{}` cannot be drawn: {why}", page.path)))?;
        changes.push((block.fence_at, block.end, format!("{drawn}\n")));
    }
    changes.sort_by_key(|c| c.0);
    let mut text = page.text.clone();
    for (from, to, with) in changes.into_iter().rev() {
        text.replace_range(from..to, &with);
    }
    Ok(text)
}

/// A caption with its links.
fn caption(book: &Book<'_>, page: &Page, caption: &str) -> String {
    let said = parse(&page.path, &page.name, page.language, caption);
    let mut text = caption.to_owned();
    for link in said.links.iter().rev() {
        text.replace_range(link.whole.0..link.whole.1, &linked(book, &page.name, link.kind, &link.target, &link.words));
    }
    text
}

/// What becomes of a link.
fn linked(book: &Book<'_>, page: &str, kind: LinkKind, target: &str, words: &str) -> String {
    if !matches!(kind, LinkKind::Claim | LinkKind::About) {
        return words.to_owned();
    }
    let first = target.split([',', '#']).next().unwrap_or("");
    let Some(spot) = book.find(first).ok().and_then(|spots| spots.first().copied()) else { return words.to_owned() };
    let game = &spot.rules.name;
    let id = escape(spot.id());
    let class = if kind == LinkKind::Claim { "rb-claim" } else { "rb-about" };
    format!("<a class=\"{class}\" href=\"{}rules/{game}.html#{id}\" title=\"{id}\">{words}</a>", up(page))
}
