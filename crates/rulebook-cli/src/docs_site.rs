//! `rulebook docs build`: the site of the rules pages, with the reference, the diagnostics and the protocol.

use std::path::Path;

use rulebook_diagnostics::codes;
use rulebook_docs::{
    Book, Language, Pages,
    check::{codes as page_codes, play},
    site::{Extra, broken, build as build_site},
};

use crate::{docs::Shelf, docs_files::Docs, failure::Failure, load, output::Output};

/// Builds the site.
pub(crate) fn build(docs: &Path, out: &Path, output: &mut Output) -> Result<bool, Failure> {
    let shelf = Shelf::new(&[])?;
    let book = Book::new(&shelf).map_err(|why| Failure::no("spec", why))?;
    let pages = Pages::new(Docs::read(docs)?.files);
    let mut found = Vec::new();
    let played = play(&book, &pages, &mut found);
    let summary = |language: Language| load::read(&docs.join(language.tag()).join("SUMMARY.md")).unwrap_or_default();
    let extras = |language: Language| extras(docs, language);
    build_site(&book, &pages, &played, &summary, &extras, out).map_err(|e| Failure::no("site", e.to_string()))?;
    let nowhere = broken(out).map_err(|e| Failure::outside(e.to_string()))?;
    for (page, target) in &nowhere {
        output.line(&format!("{}: the link `{target}` leads nowhere", page.display()))?;
    }
    output.line(&format!("The site is in `{}`; open `index.html`.", out.display()))?;
    Ok(nowhere.is_empty())
}

/// The reference and the other pages of the repository, where they are, and a page for each diagnostic.
fn extras(docs: &Path, language: Language) -> Vec<Extra> {
    let (authors, implementers, diagnostics) = match language {
        Language::En => ("For authors of specs", "For implementers", "Diagnostics"),
        Language::Es => (
            "Para autores de especificaciones (en inglés)",
            "Para quien implementa (en inglés)",
            "Diagnósticos (en inglés)",
        ),
    };
    let mut all = Vec::new();
    for (part, name) in [(authors, "language.md"), (authors, "pages.md"), (implementers, "adapter-protocol.md")] {
        let Ok(text) = load::read(&docs.join(name)) else { continue };
        let title = text.lines().next().unwrap_or("").trim_start_matches('#').trim().to_owned();
        let place = if part == authors { "authors" } else { "implementers" };
        all.push(Extra { part: part.to_owned(), title, name: format!("{place}/{name}"), text: without_links(&text) });
    }
    let specs = codes::all().iter().map(|c| (c.code.0, c.title, c.page));
    let pages = page_codes::all().iter().map(|c| (c.code.0, c.title(), c.page));
    for (id, title, page) in specs.chain(pages) {
        all.push(Extra {
            part: diagnostics.to_owned(),
            title: format!("{id} {title}"),
            name: format!("diagnostics/{id}.md"),
            text: page.to_owned(),
        });
    }
    all
}

/// Links to files of the repository lead nowhere in the site: their words are kept.
fn without_links(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find("](") {
        let Some(end) = rest[at..].find(')') else { break };
        let target = &rest[at + 2..at + end];
        let keep = target.starts_with('#') || target.starts_with("http");
        let open = rest[..at].rfind('[');
        match open {
            Some(open) if !keep && !rest[open..at].contains('\n') => {
                out.push_str(&rest[..open]);
                out.push_str(&rest[open + 1..at]);
            }
            _ => out.push_str(&rest[..=at + end]),
        }
        rest = &rest[at + end + 1..];
    }
    out.push_str(rest);
    out
}
