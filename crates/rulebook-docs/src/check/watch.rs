//! The claims of a language about one game, to be asked of other rules.

use std::collections::BTreeMap;

use rulebook_ir::{ClauseId, Rules};

use super::{Pages, claims, whole};
use crate::{
    facts::Facts,
    language::Language,
    page::{Link, LinkKind},
    phrase::{Nouns, ending},
    target::{Book, Spot},
};

/// Claims about a game: each link with the clauses of that game that it means.
#[derive(Debug)]
pub struct Watch<'p> {
    language: Language,
    links: Vec<(&'p Link, String)>,
    /// Endings told on each page, by clause.
    endings: Vec<(String, Vec<&'p Link>)>,
}

impl<'p> Watch<'p> {
    /// The claims of these pages.
    pub fn new(book: &Book<'_>, pages: &'p Pages, language: Language, game: &str) -> Self {
        let mut links = Vec::new();
        let mut endings = Vec::new();
        for (_, page) in pages.pages.iter().filter(|(_, p)| p.language == language) {
            let mut on_page: BTreeMap<String, Vec<&Link>> = BTreeMap::new();
            for link in page.links.iter().filter(|l| l.kind == LinkKind::Claim) {
                for spot in link.target.split(',').filter_map(|t| book.find(t).ok()).flatten() {
                    if spot.rules.name != game {
                        continue;
                    }
                    links.push((link, spot.id().to_owned()));
                    if ending(language, &Nouns::of(spot.rules, language), &link.words).is_some() {
                        on_page.entry(spot.id().to_owned()).or_default().push(link);
                    }
                }
            }
            endings.extend(on_page);
        }
        Self { language, links, endings }
    }

    /// Does one of the claims not hold under these rules?
    pub fn notices(&self, rules: &Rules) -> bool {
        let facts = Facts::of(rules);
        let find = |id: &str| {
            let index = rules.clauses.iter().position(|c| c.id == id)?;
            Some(Spot { rules, facts: &facts, clause: ClauseId(index as u16) })
        };
        let wrong = |(link, id): &(&Link, String)| {
            find(id).is_none_or(|spot| claims::compare(link, self.language, spot).is_err())
        };
        let part = |(id, links): &(String, Vec<&Link>)| {
            find(id).is_none_or(|spot| !whole::untold(self.language, spot, links).is_empty())
        };
        self.links.iter().any(wrong) || self.endings.iter().any(part)
    }
}
