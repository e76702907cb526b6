//! Whether the endings of a clause are told whole: each of them, and no other.

use std::collections::BTreeMap;

use rulebook_diagnostics::{Diagnostic, FileId};

use super::{ENDINGS, span};
use crate::{
    language::Language,
    material::{Material, all_materials, is_material, materials, may_hold},
    page::{Link, LinkKind, Page},
    phrase::{Nouns, ending},
    target::{Book, Spot},
};

/// Endings of which a page speaks in part.
pub(super) fn endings(book: &Book<'_>, file: FileId, page: &Page) -> Vec<Diagnostic> {
    let mut by_clause: BTreeMap<String, (Spot<'_>, Vec<&Link>)> = BTreeMap::new();
    for link in page.links.iter().filter(|l| l.kind == LinkKind::Claim) {
        for spot in link.target.split(',').filter_map(|t| book.find(t).ok()).flatten() {
            if ending(page.language, &Nouns::of(spot.rules, page.language), &link.words).is_some() {
                by_clause.entry(spot.id().to_owned()).or_insert((spot, Vec::new())).1.push(link);
            }
        }
    }
    let mut found = Vec::new();
    for (id, (spot, links)) in by_clause {
        let missing = untold(page.language, spot, &links);
        if let (Some(first), Some(last)) = (missing.first(), links.last()) {
            let at = span(file, last.words_at, last.words_at + last.words.len());
            let message = format!("`{id}` also holds for {}, which this page does not tell", text(spot, first));
            found.push(Diagnostic::error(ENDINGS, at, message).help("tell every ending of the clause, or none"));
        }
    }
    found
}

/// Endings for which the clause holds and that these claims do not tell.
pub(crate) fn untold(language: Language, spot: Spot<'_>, links: &[&Link]) -> Vec<Material> {
    let conditions = spot.facts.conditions(spot.rules, spot.clause);
    let Some(condition) = conditions.into_iter().find(|c| is_material(spot.rules, c)) else { return Vec::new() };
    let nouns = Nouns::of(spot.rules, language);
    let told: Vec<Material> = links
        .iter()
        .filter_map(|l| ending(language, &nouns, &l.words))
        .flat_map(|e| materials(spot.rules, &e))
        .collect();
    let mut all = all_materials(spot.rules);
    all.retain(|m| may_hold(spot.rules, condition, m) && !told.contains(m));
    all
}

/// Material in words: `2 king, 1 man against 1 king`.
fn text(spot: Spot<'_>, material: &Material) -> String {
    let side = |side: &Vec<u32>| {
        let kinds = spot.rules.kinds.iter().zip(side).filter(|(_, n)| **n > 0);
        kinds.map(|(k, n)| format!("{n} {}", if *n == 1 { &k.name } else { &k.plural })).collect::<Vec<_>>().join(" ")
    };
    material.iter().map(side).collect::<Vec<_>>().join(" against ")
}
