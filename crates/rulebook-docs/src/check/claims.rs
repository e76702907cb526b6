//! A claim: whether its words say what the clause says.

use rulebook_api::listed;

use crate::{
    facts::{Fact, Measure},
    language::{Language, Unit, write},
    material::{is_material, materials, may_hold},
    page::Link,
    phrase::{Nouns, Quantity, ending, quantities},
    target::Spot,
};

/// What is wrong with words: where in them, and what to write instead.
#[derive(Clone, Debug)]
pub struct Wrong {
    /// From, to, in bytes of the words.
    pub at: (usize, usize),
    /// What is wrong.
    pub message: String,
    /// What to write there.
    pub instead: Option<String>,
}

/// Compares the words with a clause.
///
/// # Errors
/// What is wrong with them.
pub fn compare(link: &Link, language: Language, spot: Spot<'_>) -> Result<(), Wrong> {
    let words = link.words.as_str();
    let whole = (0, words.len());
    let nouns = Nouns::of(spot.rules, language);
    // On a board whose cells have numbers, these are cells and no quantities.
    if let Some(result) = cells(words, spot) {
        return result;
    }
    if result_line(words, language, spot) {
        return Ok(());
    }
    let mut told = false;
    let said = quantities(language, &nouns, words);
    let material = ending(language, &nouns, words);
    let conditions = spot.facts.conditions(spot.rules, spot.clause);
    let conditions: Vec<_> = conditions.into_iter().filter(|c| is_material(spot.rules, c)).collect();
    if let (Some(ending), Some(condition)) = (&material, conditions.first()) {
        told = true;
        let all = materials(spot.rules, ending);
        if all.is_empty() || !all.iter().all(|m| may_hold(spot.rules, condition, m)) {
            let message = format!("`{}` does not hold for this ending", spot.id());
            return Err(Wrong { at: whole, message, instead: None });
        }
    }
    let ending_told = told;
    let players = spot.rules.players.len() as u32;
    let facts = spot.facts.numbers(spot.rules, spot.clause);
    for quantity in &said {
        // The numbers of an ending are compared as material.
        if ending_told
            && !matches!(quantity.unit, Some(Unit::Moves | Unit::MovesEach | Unit::Plies | Unit::Times | Unit::Turns))
        {
            continue;
        }
        told = true;
        if !facts.iter().any(|fact| fact.is(quantity, players)) {
            return Err(other_number(quantity, &facts, players, language, spot));
        }
    }
    let id = spot.id();
    // A board of seven by six is not one of seven by seven, although its columns are seven.
    if id.rsplit_once('.').is_some_and(|(_, last)| last == "board")
        && let [first, second] = said.as_slice()
        && first.value == second.value
        && !square(spot)
    {
        return Err(other_number(second, &facts, players, language, spot));
    }
    if !told
        && id.ends_with(".players")
        && let Some(result) = who_begins(words, language, spot)
    {
        return result.map_err(|message| Wrong { at: whole, message, instead: None });
    }
    if told {
        return Ok(());
    }
    Err(Wrong { at: whole, message: nothing_to_compare(&facts, players, language, spot), instead: None })
}

/// The quantity is none of the clause's.
fn other_number(said: &Quantity, facts: &[Fact], players: u32, language: Language, spot: Spot<'_>) -> Wrong {
    let mut right: Vec<u32> = facts.iter().filter_map(|f| f.number_for(said, players)).collect();
    right.sort_unstable();
    right.dedup();
    let id = spot.id();
    let texts: Vec<String> = right.iter().map(|n| write(language, *n, said.style)).collect();
    let message = match texts.len() {
        0 => format!("`{id}` has no number of that unit: {}", numbers(facts, players)),
        _ => format!("`{id}` says {}", listed(texts.iter().map(String::as_str), "or")),
    };
    // Of several numbers the nearest is what was meant, if there is one.
    let instead = right.iter().min_by_key(|n| n.abs_diff(said.value)).map(|n| write(language, *n, said.style));
    Wrong { at: (said.start, said.end), message, instead }
}

/// The numbers of a clause in words.
fn numbers(facts: &[Fact], players: u32) -> String {
    if facts.is_empty() {
        return String::from("it says no number");
    }
    let text = |fact: &Fact| match fact.measure {
        Measure::Plies if fact.value.is_multiple_of(players.max(1)) => {
            format!("{} moves each", fact.value / players.max(1))
        }
        Measure::Plies => format!("{} plies", fact.value),
        Measure::OwnMoves => format!("{} moves of one side", fact.value),
        Measure::Times => format!("{} times", fact.value),
        Measure::Turns => format!("{} turns", fact.value),
        Measure::Actions => format!("{} actions", fact.value),
        Measure::Pieces(_) => format!("{} pieces", fact.value),
        Measure::Places => format!("{} places", fact.value),
        Measure::Number => fact.value.to_string(),
    };
    let texts: Vec<String> = facts.iter().map(text).collect();
    format!("it says {}", listed(texts.iter().map(String::as_str), "and"))
}

/// Cells in the words, against the region of the clause. `None`: there are none, or the clause is no region.
fn cells(words: &str, spot: Spot<'_>) -> Option<Result<(), Wrong>> {
    let name = spot.id().rsplit_once("region.")?.1;
    let (_, region) = spot.rules.regions.iter().find(|(n, _)| n == name)?;
    let board = &spot.rules.board.cells;
    let all: Vec<&str> =
        board.iter().enumerate().filter(|(c, _)| region.contains(*c as u16)).map(|(_, c)| c.name.as_str()).collect();
    let (first, last) = (all.first()?, all.last()?);
    let tokens = crate::language::tokens(words);
    let mut said = tokens.iter().filter(|t| board.iter().any(|c| c.name == t.text)).peekable();
    said.peek()?;
    Some(match said.find(|t| t.text != *first && t.text != *last) {
        None => Ok(()),
        Some(wrong) => {
            let message = format!("`{}` goes from {first} to {last}", spot.id());
            Err(Wrong { at: (wrong.start, wrong.end), message, instead: None })
        }
    })
}

/// Has the board as many rows as columns?
fn square(spot: Spot<'_>) -> bool {
    let cells = &spot.rules.board.cells;
    cells.iter().map(|c| c.row).max() == cells.iter().map(|c| c.column).max()
}

/// Who begins. `None`: the words name no player, or several.
fn who_begins(words: &str, language: Language, spot: Spot<'_>) -> Option<Result<(), String>> {
    let tokens = crate::language::tokens(words);
    let title = |p: &rulebook_ir::Player| p.title.get(language.tag()).unwrap_or(&p.name).to_lowercase();
    let players = &spot.rules.players;
    let mut named = (0..players.len()).filter(|p| tokens.iter().any(|t| t.text == title(&players[*p])));
    let (Some(one), None) = (named.next(), named.next()) else { return None };
    Some(if one == 0 { Ok(()) } else { Err(format!("`{}` lets {} begin", spot.id(), title(&players[0]))) })
}

/// Do the words repeat what is said when a result of this clause comes about, or a prohibition of it?
fn result_line(words: &str, language: Language, spot: Spot<'_>) -> bool {
    let plain = |text: &str| -> String {
        text.to_lowercase().chars().filter(|c| c.is_alphanumeric() || *c == ' ').collect::<String>().trim().to_owned()
    };
    let said = plain(words);
    let about = crate::facts::with_about(spot.rules, spot.clause);
    let stops = spot.rules.turns.iter().flat_map(|t| &t.steps).filter_map(|s| match s {
        rulebook_ir::Step::Stop(result) => Some(result),
        rulebook_ir::Step::Act { .. } => None,
    });
    let results = spot.rules.results.iter().chain(stops).filter(|r| about.contains(&r.clause)).map(|r| r.reason);
    let refusals = spot.rules.refusals.iter().filter(|r| about.contains(&r.clause)).map(|r| r.reason);
    let sentence = spot.rules.clauses[usize::from(spot.clause.0)].texts.get(language.tag());
    if sentence.is_some_and(|s| plain(s) == said) {
        return true;
    }
    results.chain(refusals).any(|reason| {
        let text = spot.rules.reasons.get(usize::from(reason)).and_then(|(_, t)| t.get(language.tag()));
        text.is_some_and(|t| plain(t) == said)
    })
}

/// The words claim nothing.
fn nothing_to_compare(facts: &[Fact], players: u32, language: Language, spot: Spot<'_>) -> String {
    let about = crate::facts::with_about(spot.rules, spot.clause);
    let line = spot.rules.results.iter().find(|r| about.contains(&r.clause)).and_then(|r| {
        let (_, texts) = spot.rules.reasons.get(usize::from(r.reason))?;
        texts.get(language.tag()).map(|t| format!(", and its result is told as `{t}`"))
    });
    format!(
        "nothing in these words can be compared with `{}`: {}{}",
        spot.id(),
        numbers(facts, players),
        line.unwrap_or_default()
    )
}
