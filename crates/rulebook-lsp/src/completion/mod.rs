//! What could be written at a place, in texts that do not parse as well as in others.
//!
//! Where a word stands is read off the words before it (`place`), which names fit there off the index (`names`), and
//! which reserved words may follow is asked of the parser (`probe`).

mod names;
mod place;
mod probe;
mod snippets;

use gen_lsp_types::{
    CompletionItem, CompletionItemKind, CompletionItemTextEdit, Documentation, InsertTextFormat, MarkupContent,
    MarkupKind, TextEdit,
};

use rulebook_syntax::words::{is_clause_word, is_reserved};

use self::place::{Block, Spot};
use crate::meanings;
use crate::state::{Here, State};

/// Clause words that also stand within a clause.
const WITHIN: [&str; 9] = ["action", "draw", "lose", "may", "piece", "setup", "sides", "turn", "win"];

/// Something that could be written.
#[derive(Debug)]
struct Offer {
    label: String,
    detail: String,
    kind: CompletionItemKind,
    /// What is inserted, with `$1` for places to fill in; the label itself if there is none.
    snippet: Option<String>,
    /// The smaller, the further up.
    rank: u8,
}

impl Offer {
    fn name(label: impl Into<String>, detail: impl Into<String>, kind: CompletionItemKind) -> Self {
        Self { label: label.into(), detail: detail.into(), kind, snippet: None, rank: 1 }
    }

    fn word(label: impl Into<String>) -> Self {
        Self { rank: 3, ..Self::name(label, "", CompletionItemKind::Keyword) }
    }
}

/// All that could be written at a place.
pub(crate) fn at(state: &State, here: &Here) -> Vec<CompletionItem> {
    let Some(spot) = place::of(&here.spec.text, here.offset) else { return Vec::new() };
    let mut offers = match &spot.block {
        Block::Outside => snippets::units(&here.spec.text),
        Block::Head => names::head(state, here, &spot),
        Block::Texts(name) => names::texts(state, here, &spot, name),
        Block::Rules(name) => rules(here, &spot, name),
    };
    offers.sort_by(|a, b| (a.rank, &a.label).cmp(&(b.rank, &b.label)));
    offers.dedup_by(|a, b| a.label == b.label);
    offers.into_iter().map(|offer| item(state, here, &spot, offer)).collect()
}

/// In a game or family: clauses where one may begin, names that fit, and words that may follow.
fn rules(here: &Here, spot: &Spot, unit: &str) -> Vec<Offer> {
    let mut offers = Vec::new();
    let complete = spot.clause.is_none_or(|clause| probe::is_whole(spot.before(here, clause)));
    if spot.first && complete {
        offers.extend(snippets::clauses(spot.clause.is_none()));
    }
    let Some(clause) = spot.clause else { return offers };
    let before = spot.before(here, clause);
    let fits_name = probe::may_follow(before, probe::SOME_NAME);
    offers.extend(names::fitting(here, spot, unit, fits_name));
    if !probe::is_beginning(before) {
        return offers;
    }
    for (word, _) in meanings::MEANINGS {
        // A word that is not reserved is one of the grammar's only where no name could stand.
        let of_grammar =
            if is_clause_word(word) { !complete && WITHIN.contains(word) } else { is_reserved(word) || !fits_name };
        if of_grammar && probe::may_follow(before, word) {
            offers.push(Offer::word(*word));
        }
    }
    offers
}

fn item(state: &State, here: &Here, spot: &Spot, offer: Offer) -> CompletionItem {
    let range = here.spec.lines.range(&here.spec.text, spot.start, here.offset);
    let snippet = offer.snippet.filter(|_| state.snippets);
    let format = if snippet.is_some() { InsertTextFormat::Snippet } else { InsertTextFormat::PlainText };
    let meaning = meanings::of(&offer.label).filter(|_| offer.kind == CompletionItemKind::Keyword);
    let documentation = meaning.map(|meaning| {
        Documentation::MarkupContent(MarkupContent { kind: MarkupKind::Markdown, value: meaning.to_owned() })
    });
    CompletionItem {
        text_edit: Some(CompletionItemTextEdit::TextEdit(TextEdit {
            range,
            new_text: snippet.unwrap_or_else(|| offer.label.clone()),
        })),
        insert_text_format: Some(format),
        sort_text: Some(format!("{}{}", offer.rank, offer.label)),
        filter_text: Some(offer.label.clone()),
        detail: (!offer.detail.is_empty()).then_some(offer.detail),
        kind: Some(offer.kind),
        documentation,
        label: offer.label,
        ..CompletionItem::default()
    }
}
