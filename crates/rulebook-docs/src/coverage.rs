//! Which clauses pages speak of, in which language, and how.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::Write as _,
};

use rulebook_diagnostics::Diagnostic;

use crate::{
    check::{MISSING, Pages, Played, span},
    language::Language,
    page::LinkKind,
    target::Book,
};

/// How a page speaks of a clause; the first is the best.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Told {
    /// Its words are compared with it.
    Claimed,
    /// A block shows it.
    Example,
    /// A stamped sentence is about it.
    Mentioned,
    /// Not at all.
    Missing,
}

impl Told {
    /// As in the table.
    pub fn word(self) -> &'static str {
        match self {
            Self::Claimed => "claimed",
            Self::Example => "example",
            Self::Mentioned => "mentioned",
            Self::Missing => "missing",
        }
    }
}

/// What is told of each clause.
#[derive(Clone, Debug, Default)]
pub struct Coverage {
    told: BTreeMap<String, BTreeMap<Language, Told>>,
    games: BTreeSet<String>,
}

impl Coverage {
    /// Of these pages.
    pub fn of(book: &Book<'_>, pages: &Pages, played: &Played) -> Self {
        let mut all = Self::default();
        for (_, page) in &pages.pages {
            let mut tell = |clause: &str, told: Told| {
                let now = all.told.entry(clause.to_owned()).or_default().entry(page.language).or_insert(Told::Missing);
                *now = (*now).min(told);
            };
            for link in &page.links {
                let told = match link.kind {
                    LinkKind::Claim => Told::Claimed,
                    LinkKind::About => Told::Mentioned,
                    LinkKind::At | LinkKind::Run | LinkKind::Free => continue,
                };
                let target = link.target.split('#').next().unwrap_or("");
                for spot in target.split(',').filter_map(|t| book.find(t).ok()).flatten() {
                    tell(spot.id(), told);
                }
            }
            for (_, shown) in played.of(&page.name, page.language) {
                shown.case.clauses.iter().for_each(|c| tell(c, Told::Example));
            }
            // A table of options shows every reading with its sentence from the spec.
            for table in &page.tables {
                let Some(rules) = table.what.strip_prefix("options ").and_then(|game| book.rules(game)) else {
                    continue;
                };
                for option in &rules.options {
                    let id = rules.clause_id(option.clause);
                    tell(id, Told::Mentioned);
                    option.readings.iter().for_each(|r| tell(&format!("{id}.{r}"), Told::Mentioned));
                }
            }
            let stem = page.name.rsplit('/').next().unwrap_or("").trim_end_matches(".md");
            if book.rules(stem).is_some() {
                all.games.insert(stem.to_owned());
            }
        }
        all
    }

    /// What is told of a clause in a language.
    pub fn told(&self, clause: &str, language: Language) -> Told {
        self.told.get(clause).and_then(|t| t.get(&language)).copied().unwrap_or(Told::Missing)
    }

    /// The table: clause and languages, for all games that have pages.
    pub fn table(&self, book: &Book<'_>) -> String {
        let mut text = String::from("# What the pages say of each clause. Written by `rulebook docs write`.\n");
        _ = write!(text, "# clause");
        for language in Language::ALL {
            _ = write!(text, "\t{}", language.tag());
        }
        text.push('\n');
        for (_, clause) in self.clauses(book) {
            text.push_str(&clause);
            for language in Language::ALL {
                _ = write!(text, "\t{}", self.told(&clause, language).word());
            }
            text.push('\n');
        }
        text
    }

    /// Game and clause.
    fn clauses(&self, book: &Book<'_>) -> Vec<(String, String)> {
        let mut all = Vec::new();
        for game in &self.games {
            let Some(rules) = book.rules(game) else { continue };
            let mut ids: Vec<String> = rules.clauses.iter().map(|c| c.id.clone()).collect();
            ids.sort();
            all.extend(ids.into_iter().map(|id| (game.clone(), id)));
        }
        all
    }

    /// Clauses of which a language says nothing, at the page of their game.
    pub fn missing(&self, book: &Book<'_>, pages: &Pages) -> Vec<Diagnostic> {
        let mut found = Vec::new();
        for language in Language::ALL {
            for (game, clause) in self.clauses(book) {
                if self.told(&clause, language) != Told::Missing {
                    continue;
                }
                let page = pages
                    .pages
                    .iter()
                    .find(|(_, p)| p.language == language && p.name.rsplit('/').next() == Some(&format!("{game}.md")));
                let Some((file, page)) = page else { continue };
                let end = page.text.find('\n').unwrap_or(page.text.len());
                let sentence = book
                    .rules(&game)
                    .and_then(|r| r.clauses.iter().find(|c| c.id == clause))
                    .and_then(|c| c.texts.get(language.tag()))
                    .unwrap_or("");
                found.push(
                    Diagnostic::error(
                        MISSING,
                        span(*file, 0, end),
                        format!("no page in {} speaks of `{clause}`", language.words().name),
                    )
                    .help(format!("the spec says of it: {sentence}")),
                );
            }
        }
        found
    }
}
