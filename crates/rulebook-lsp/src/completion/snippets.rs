//! Clauses and blocks with places to fill in.

use gen_lsp_types::CompletionItemKind;

use super::Offer;

/// The clause word, what it is for, and how it goes on.
const CLAUSES: &[(&str, &str, &str)] = &[
    ("action", "what may be done", "action ${1:name} ${2:kind}: ${3:on empty}"),
    ("always", "a property that follows", "always ${1:condition} as ${2:name}"),
    ("assume", "no source says what follows", "assume $0"),
    ("board", "cells and lines", "board ${1:8} x ${2:8}"),
    ("cells", "how cells are named", "cells numbered from ${1:top} ${2:left}"),
    ("chain", "an action that goes on", "chain ${1:name}: must go on, victims leave at ${2:end}"),
    ("claimable", "draws that may be claimed", "claimable draws if ${1:condition}"),
    ("clock", "what is counted", "clock ${1:name} counts ${2:plies}, restarts on ${3:event}"),
    ("decide", "wins come first", "decide wins before draws"),
    ("draw", "a result without a winner", "draw when ${1:condition} because ${2:reason}"),
    ("forbid", "what may not be done", "forbid ${1:name} when ${2:condition} because ${3:reason}"),
    ("fouls", "prohibitions that lose", "fouls lose if ${1:condition} because ${2:reason}"),
    ("let", "a definition", "let ${1:name} = ${2:condition}"),
    ("lose", "a result", "lose ${1:mover} when ${2:condition} because ${3:reason}"),
    ("may", "a promotion that is optional", "may promote ${1:kind} to ${2:kind} on ${3:last row}, at end"),
    ("option", "a point on which sources differ", "option ${1:name} is ${2:reading} or ${3:reading}"),
    ("param", "a value that variants set", "param ${1:name} = ${2:8}"),
    ("piece", "a kind of piece", "piece ${1:name}"),
    ("players", "in the order of play", "players ${1:white}, ${2:black}"),
    ("prefer", "the best candidates only", "prefer ${1:name}: ${2:most count victims}"),
    ("promote", "a piece changes its kind", "promote ${1:kind} to ${2:kind} on ${3:last row}, at end"),
    ("refuse", "set-ups that are no position", "refuse ${1:kind} on ${2:last row} because ${3:reason}"),
    ("region", "named cells", "region ${1:name}: ${2:row 1}"),
    ("setup", "the first position", "setup ${1:kind} on ${2:first row}"),
    ("sides", "the two sides of an ending", "sides ${1:strong}, ${2:weak}"),
    ("turn", "the steps of a turn", "turn: ${1:name}"),
    ("win", "a result", "win ${1:mover} when ${2:condition} because ${3:reason}"),
    ("without", "takes out what is inherited", "without ${1:clock} ${2:name}"),
];

/// All clauses. Where nothing else could stand they come first.
pub(super) fn clauses(alone: bool) -> Vec<Offer> {
    let offer = |(word, detail, snippet): &(&str, &str, &str)| Offer {
        snippet: Some((*snippet).to_owned()),
        rank: if alone { 1 } else { 2 },
        ..Offer::name(*word, *detail, CompletionItemKind::Keyword)
    };
    CLAUSES.iter().map(offer).collect()
}

/// Blocks, and the first line of an empty file.
pub(super) fn units(text: &str) -> Vec<Offer> {
    let block = |word: &str, detail: &str, snippet: &str| Offer {
        snippet: Some(snippet.to_owned()),
        ..Offer::name(word, detail, CompletionItemKind::Keyword)
    };
    let mut offers = vec![
        block("game", "rules that can be played", "game ${1:name} {\n  $0\n}"),
        block("family", "rules that others extend", "family ${1:name} {\n  $0\n}"),
        block("texts", "sources and sentences", "texts ${1:name} {\n  $0\n}"),
    ];
    if !text.trim_start().starts_with("rulebook 1") {
        offers.push(Offer { rank: 0, ..block("rulebook", "the first line of every spec", "rulebook 1\n$0") });
    }
    offers
}

#[cfg(test)]
mod tests {
    use rulebook_syntax::words::CLAUSE_WORDS;

    use super::CLAUSES;
    use crate::completion::probe;

    #[test]
    fn every_clause_word_has_a_snippet_that_parses_when_filled_in() {
        let words: Vec<&str> = CLAUSES.iter().map(|(word, ..)| *word).collect();
        assert_eq!(words, CLAUSE_WORDS);
        for (word, _, snippet) in CLAUSES.iter().filter(|(word, ..)| *word != "assume") {
            let mut text = snippet.replace("$0", "");
            while let Some(start) = text.find("${") {
                let end = text[start..].find('}').expect("it is closed") + start;
                let filled = text[start..end].split(':').nth(1).expect("it has an example").to_owned();
                text.replace_range(start..=end, &filled);
            }
            assert!(probe::is_whole(&text), "{word}: {text}");
        }
    }
}
