//! Set-ups and moves that are refused, as failures.

use rulebook_api::{
    Refused, Setup, Vocabulary, listed, position_text,
    record::{NotPlayed, Problem},
};
use rulebook_ir::Rules;

use crate::{failure::Failure, view};

/// Reads position text.
pub(crate) fn read(names: &Vocabulary, text: &str) -> Result<Setup, Failure> {
    position_text::parse(names, text).map_err(|e| Failure::no("position", e.message.clone()).picture(e.picture(text)))
}

/// A search that takes too long.
pub(crate) fn gave_up(what: &str) -> Failure {
    let message = format!(
        "the search for {what} was given up after 300 million steps or a few hundred megabytes of ways to go: there are \
         too many. Take a position with fewer pieces or, if the spec is yours, patterns and conditions that leave less open"
    );
    Failure::no("too-many", message)
}

/// Says why no rule allows a set-up.
pub(crate) fn refused(names: &Vocabulary, rules: &Rules, why: &Refused) -> Failure {
    match why {
        Refused::Rule { clause, reason, cell } => {
            let id = names.reason(*reason);
            let text = rules.reasons.iter().find(|(known, _)| known == id).and_then(|(_, texts)| texts.get("en"));
            let place = cell.map_or_else(String::new, |c| format!(" on {}", names.cell_name(c)));
            let text = text.map_or_else(String::new, |t| format!(": {t}"));
            let clause = names.clause(*clause).to_owned();
            Failure::no("refused", format!("this position is refused ({id}{place}) by `{clause}`{text}"))
                .clauses(vec![clause])
        }
        Refused::Stock { piece, on_board, limit } => {
            let kind = names.kinds.get(usize::from(piece.kind)).map_or("piece", |k| k.name.as_str());
            let number = if piece.number > 0 { format!(" number {}", piece.number) } else { String::new() };
            let player = names.player(piece.player);
            Failure::no(
                "position",
                format!("{player} has {on_board} of {kind}{number} on the board, but only {limit} in all"),
            )
        }
        Refused::GaveUp => gave_up("what the rules ask of this position"),
        Refused::TurnNeeded => {
            let message =
                "what may be done depends on the number of the turn: add it to the position, for example `; turn=3`";
            Failure::no("position", message)
        }
        Refused::Turn(why) => Failure::no("position", why.clone()),
        Refused::Clock { value, why } => {
            let clock = names.clocks.get(usize::from(value.clock)).map_or("?", |c| c.name.as_str());
            let n = value.value.map_or_else(|| String::from("off"), |n| n.to_string());
            Failure::no("position", format!("the clock `{clock}` cannot be {n} here, because {why}"))
        }
    }
}

/// Clauses that always have to hold, and do not: at the set-up, or after a move.
pub(crate) fn broken(names: &Vocabulary, rules: &Rules, broken: &[u16], at: Option<(u32, &str)>) -> Failure {
    let ids = view::clauses(names, broken);
    let told = broken.iter().zip(&ids).map(|(&clause, id)| {
        let text = rules.clauses.get(usize::from(clause)).and_then(|c| c.texts.get("en"));
        text.map_or_else(|| format!("`{id}`"), |text| format!("`{id}` ({text})"))
    });
    let when = at.map_or_else(|| String::from("in this position"), |(_, action)| format!("after `{action}`"));
    let message =
        format!("what the spec says to hold always does not hold {when}: {}", listed(told.collect::<Vec<_>>(), "and"));
    let failure = Failure::no("property", message).clauses(ids);
    match at {
        Some((ply, action)) => failure.at(ply, action),
        None => Failure { ply: Some(0), ..failure },
    }
}

/// A move that was not played.
pub(crate) fn not_played(names: &Vocabulary, why: &NotPlayed) -> Failure {
    let kind = match why.problem {
        Problem::Unreadable => "unreadable",
        Problem::Ambiguous => "ambiguous",
        Problem::Illegal => "illegal",
        Problem::Over => "over",
        Problem::GaveUp => return gave_up("what may be played").at(why.ply, &why.action),
        Problem::Property => "property",
    };
    Failure::no(kind, why.message.clone()).at(why.ply, &why.action).clauses(view::clauses(names, &why.clauses))
}
