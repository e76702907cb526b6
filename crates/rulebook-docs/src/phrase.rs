//! What stands in the words of a claim: quantities with their units, and endings with their material.

use rulebook_ir::Rules;

use crate::language::{Language, Style, Token, Unit, numeral, tokens as words_of};

/// A number and what it counts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Quantity {
    /// The number.
    pub value: u32,
    /// What it counts; `None` if the words do not say it, or with a word that no unit has.
    pub unit: Option<Unit>,
    /// It counts pieces of these kinds (a bit for each).
    pub kinds: Option<u32>,
    /// How the number is written.
    pub style: Style,
    /// Where the number stands in the words, in bytes.
    pub start: usize,
    /// One past its end.
    pub end: usize,
}

/// How many pieces of some kinds: from, to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pile {
    /// The kinds, a bit for each.
    pub kinds: u32,
    /// At least so many, all these kinds taken together.
    pub least: u32,
    /// At most so many.
    pub most: u32,
}

/// One side of an ending, in one of its alternatives.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Side {
    /// What it has.
    pub piles: Vec<Pile>,
    /// It may have anything else besides.
    pub others: bool,
}

/// An ending: alternatives of the first side against alternatives of the second.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ending {
    /// The side that is told first.
    pub first: Vec<Side>,
    /// The other.
    pub second: Vec<Side>,
}

/// The words of a game for its kinds, in a language.
#[derive(Clone, Debug)]
pub struct Nouns {
    /// Noun and kinds (a bit for each).
    nouns: Vec<(String, u32)>,
}

impl Nouns {
    /// Of these rules.
    pub fn of(rules: &Rules, language: Language) -> Self {
        let words = language.words();
        let mut nouns = Vec::new();
        for (index, kind) in rules.kinds.iter().enumerate() {
            let mask = 1 << index;
            let mut add = |noun: String| nouns.push((noun.to_lowercase(), mask));
            let name = kind.title.get(language.tag()).unwrap_or(&kind.name);
            add((words.plural)(name));
            add(name.to_owned());
            if language == Language::En {
                add(kind.plural.clone());
            }
        }
        let all = (1_u32 << rules.kinds.len()) - 1;
        nouns.extend(words.pieces.iter().map(|w| ((*w).to_owned(), all)));
        Self { nouns }
    }

    /// Is this word the name of a kind?
    pub fn is_noun(&self, token: &Token) -> bool {
        self.at(token).is_some()
    }

    fn at(&self, token: &Token) -> Option<u32> {
        self.nouns.iter().find(|(noun, _)| *noun == token.text).map(|(_, kinds)| *kinds)
    }
}

/// Words that may stand between a number and its noun: `four empty squares`.
const BETWEEN: usize = 2;
/// Words that may stand between moves and whose they are: `moves with kings only by each side`.
const TO_EACH: usize = 6;

/// All quantities in the words. The word for one is an article more often than a number, and is none.
pub fn quantities(language: Language, nouns: &Nouns, text: &str) -> Vec<Quantity> {
    let words = language.words();
    let tokens = words_of(text);
    let mut found: Vec<Quantity> = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        let Some(number) = numeral(language, &tokens, at) else {
            at += 1;
            continue;
        };
        let next = at + number.tokens;
        if number.value == 1 && number.style != Style::Digits {
            at = next;
            continue;
        }
        let (unit, kinds) = unit_after(language, nouns, &tokens, next);
        let quantity = Quantity {
            value: number.value,
            unit,
            kinds,
            style: number.style,
            start: tokens[at].start,
            end: tokens[next - 1].end,
        };
        found.push(quantity);
        at = next;
    }
    // `two or three pieces`: what the second counts, the first counts, too.
    for i in (1..found.len()).rev() {
        let (before, after) = found.split_at_mut(i);
        let (first, second) = (&mut before[i - 1], &after[0]);
        let gap = tokens.iter().filter(|t| t.start >= first.end && t.end <= second.start);
        let joined = gap.clone().count() == 1
            && gap.clone().all(|t| {
                let w = t.text.as_str();
                w == "," || words.or.contains(&w) || words.and.contains(&w) || w == "to" || w == "a"
            });
        if joined && first.unit.is_none() {
            (first.unit, first.kinds) = (second.unit, second.kinds);
        }
    }
    found
}

/// The unit behind a number.
fn unit_after(language: Language, nouns: &Nouns, tokens: &[Token], at: usize) -> (Option<Unit>, Option<u32>) {
    let words = language.words();
    for skip in 0..=BETWEEN {
        let here = at + skip;
        let Some(token) = tokens.get(here) else { break };
        if token.text == "," || numeral(language, tokens, here).is_some_and(|n| n.value != 1) {
            break;
        }
        let unit = words
            .units
            .iter()
            .filter_map(|(phrase, unit)| Some((crate::language::phrase_at(tokens, here, phrase)?, *unit)))
            .max_by_key(|(n, _)| *n);
        if let Some((taken, unit)) = unit {
            let each = (here + taken..here + taken + TO_EACH)
                .take_while(|i| tokens.get(*i).is_some_and(|t| t.text != ","))
                .any(|i| crate::language::longest_at(tokens, i, words.each).is_some());
            let unit = if unit == Unit::Moves && each { Unit::MovesEach } else { unit };
            let kinds = (unit == Unit::Pieces).then(|| nouns.at(token)).flatten();
            return (Some(unit), kinds);
        }
        if let Some(kinds) = nouns.at(token) {
            return (Some(Unit::Pieces), Some(kinds));
        }
    }
    (None, None)
}

/// The ending that the words tell, if they tell one.
pub fn ending(language: Language, nouns: &Nouns, text: &str) -> Option<Ending> {
    let words = language.words();
    let tokens = words_of(text);
    let mut cut = None;
    for at in 0..tokens.len() {
        if let Some(n) = crate::language::longest_at(&tokens, at, words.against) {
            cut = Some((at, n));
            break;
        }
    }
    let (at, n) = cut?;
    let mut noun = None;
    let first = side(language, nouns, &tokens[..at], &mut noun);
    let second = side(language, nouns, &tokens[at + n..], &mut noun);
    (!first.is_empty() && !second.is_empty()).then_some(Ending { first, second })
}

/// The alternatives of a side. `noun` is the kind that was told last: `two kings against one`.
fn side(language: Language, nouns: &Nouns, tokens: &[Token], noun: &mut Option<u32>) -> Vec<Side> {
    use crate::language::longest_at;
    let words = language.words();
    let mut all = Vec::new();
    let mut now = Side::default();
    let mut at = 0;
    let mut least = false;
    let mut ended = false;
    while at < tokens.len() {
        if let Some(n) = longest_at(tokens, at, words.others) {
            now.others = true;
            at += n;
            continue;
        }
        if let Some(n) = longest_at(tokens, at, words.or_more) {
            if let Some(pile) = now.piles.last_mut() {
                pile.most = MOST;
            }
            at += n;
            continue;
        }
        if let Some(n) = longest_at(tokens, at, words.at_least) {
            least = true;
            at += n;
            continue;
        }
        let word = tokens[at].text.as_str();
        if words.or.contains(&word) || word == "," {
            ended = true;
            at += 1;
            continue;
        }
        let number = numeral(language, tokens, at).filter(|n| n.style != Style::Ordinal);
        let one = words.one.contains(&word) || words.alone.contains(&word);
        let plain = nouns.at(&tokens[at]);
        if number.is_none() && !one && plain.is_none() {
            at += 1;
            continue;
        }
        let (count, mut next) = match number {
            Some(n) => (n.value, at + n.tokens),
            None if plain.is_some() => (1, at),
            None => (1, at + 1),
        };
        // The noun, behind words such as `lone`; without one the noun before is meant.
        let mut kinds = None;
        for skip in 0..=BETWEEN {
            match tokens.get(next + skip) {
                Some(t) if nouns.at(t).is_some() => {
                    kinds = nouns.at(t);
                    next += skip + 1;
                    break;
                }
                Some(t) if words.alone.contains(&t.text.as_str()) || words.one.contains(&t.text.as_str()) => {}
                Some(_) | None => break,
            }
        }
        let Some(kinds) = kinds.or(*noun) else {
            at = next.max(at + 1);
            continue;
        };
        // `one with it`, `a lone one`: a word for one without a noun after a noun is the same piece.
        if number.is_none() && words.alone.contains(&word) && !now.piles.is_empty() && !ended {
            at += 1;
            continue;
        }
        *noun = Some(kinds);
        if ended && !now.piles.is_empty() {
            all.push(std::mem::take(&mut now));
        }
        ended = false;
        now.piles.push(Pile { kinds, least: count, most: if least { MOST } else { count } });
        least = false;
        at = next.max(at + 1);
    }
    if !now.piles.is_empty() {
        all.push(now);
    }
    all
}

/// As many pieces of a kind as are looked at.
pub const MOST: u32 = 4;
