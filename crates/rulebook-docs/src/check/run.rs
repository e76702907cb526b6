//! Numbers that a caption tells of its block: what a clock shows, when something happens.

use rulebook_api::{Position, position_text, record};
use rulebook_certify::Case;

use crate::{
    language::{Language, Style, numeral, tokens},
    target::Book,
};

/// The number in the words, and how it is written.
pub(super) fn said(language: Language, words: &str) -> Option<(u32, Style)> {
    let all = tokens(words);
    (0..all.len()).find_map(|at| numeral(language, &all, at)).map(|n| (n.value, n.style))
}

/// The number that is meant by `end`, `occurs.N`, `CLOCK@PLY`, `CLOCK.PLAYER@PLY`, `pieces@PLY`, `pieces.PLAYER@PLY`,
/// `legal@PLY`.
///
/// # Errors
/// If there is none; says why.
pub(super) fn number(book: &Book<'_>, case: &Case, what: &str) -> Result<u32, String> {
    let game = book.start(case)?;
    let names = game.vocabulary();
    let mut position = crate::tables::begin(game.as_ref(), case.position.as_deref())?;
    let mut reached: Vec<Box<dyn Position>> = vec![position.clone_box()];
    let played = record::play(names, position.as_mut(), &case.moves, &mut |after, _| reached.push(after.clone_box()));
    played.map_err(|why| format!("the moves do not go on at ply {}: {}", why.ply, why.message))?;
    let plies = reached.len() as u32 - 1;
    if what == "end" {
        return Ok(plies);
    }
    if let Some(times) = what.strip_prefix("occurs.") {
        let times: usize = times.parse().map_err(|_| format!("`{times}` is not a number"))?;
        let text =
            |p: &dyn Position| position_text::print(names, &rulebook_api::Setup { clocks: Vec::new(), ..p.setup() });
        let last = text(position.as_ref());
        let same = reached.iter().enumerate().filter(|(_, p)| text(p.as_ref()) == last).nth(times.max(1) - 1);
        return same
            .map(|(ply, _)| ply as u32)
            .ok_or_else(|| format!("the last position does not stand {times} times"));
    }
    let help = "`end`, `occurs.N`, `CLOCK@PLY`, `pieces@PLY` or `legal@PLY`";
    let (thing, ply) = what.split_once('@').ok_or_else(|| format!("`{what}` is not one of {help}"))?;
    let ply: usize = ply.parse().map_err(|_| format!("`{ply}` is not the number of a ply"))?;
    let there = reached.get(ply).ok_or_else(|| format!("the game has only {plies} plies"))?;
    let (thing, whose) = thing.split_once('.').map_or((thing, None), |(t, p)| (t, Some(p)));
    let whose = match whose {
        None => None,
        Some(name) => {
            let index = names.players.iter().position(|p| p == name);
            Some(index.ok_or_else(|| format!("there is no player `{name}`"))? as u8)
        }
    };
    match thing {
        "legal" => Ok(there.legal().len() as u32),
        "pieces" => {
            let own = |p: u8| whose.is_none_or(|wanted| wanted == p);
            Ok(there.setup().pieces.iter().filter(|(_, p)| own(p.player)).count() as u32)
        }
        clock => {
            let index = names.clocks.iter().position(|c| c.name == clock);
            let index = index.ok_or_else(|| format!("`{what}` is not one of {help}"))?;
            let mut values = there.clocks().into_iter().filter(|c| usize::from(c.clock) == index);
            let value = values.find(|c| whose.is_none() || c.player == whose);
            value.and_then(|c| c.value).ok_or_else(|| format!("`{clock}` does not run after ply {ply}"))
        }
    }
}
