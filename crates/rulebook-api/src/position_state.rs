//! The part of position text after `;`: turn, step, the cell acted on, and clocks.

use alloc::{format, string::String, string::ToString, vec::Vec};
use core::fmt::Write as _;

use crate::{
    ClockCopies, ClockValue, Setup, TextError, Vocabulary, cell_text,
    nearest::{did_you_mean, listed},
    position_text::player,
    text_error::Part,
};

/// Reads `key=value` words, separated by blanks or semicolons, into the set-up.
pub(crate) fn parse(names: &Vocabulary, state: Part<'_>, setup: &mut Setup) -> Result<(), TextError> {
    let mut step: Option<(Part<'_>, Part<'_>)> = None;
    for word in state.split(';').flat_map(Part::words) {
        let Some((key, value)) = word.split_once('=') else {
            return Err(word.error(format!("`{}` says no value: write `key=value`; {}", word.text, keys(names))));
        };
        if value.text.is_empty() {
            return Err(word.error(format!("the value of `{}` is missing after the equals sign", key.text)));
        }
        match key.text {
            "turn" => once(setup.turn.replace(read_turn(value)?).is_some(), key)?,
            "here" => once(setup.here.replace(cell_text::read_cell(names, value)?).is_some(), key)?,
            "step" => once(step.replace((key, value)).is_some(), key)?,
            _ => read_clock(names, setup, key, value)?,
        }
    }
    if let Some((key, value)) = step {
        setup.step = read_step(names, setup.turn, key, value)?;
    }
    setup.clocks.sort_unstable();
    Ok(())
}

/// Writes the keys whose values are not those of a bare board.
pub(crate) fn print(names: &Vocabulary, setup: &Setup, text: &mut String) {
    if let Some(turn) = setup.turn {
        _ = write!(text, "; turn={turn}");
    }
    if setup.step > 0 {
        _ = write!(text, "; step={}", write_step(names, setup.turn, setup.step));
    }
    if let Some(here) = setup.here {
        _ = write!(text, "; here={}", names.cell_name(here));
    }
    let mut last = None;
    for value in &setup.clocks {
        let clock = names.clocks.get(usize::from(value.clock)).map_or("?", |c| c.name.as_str());
        if last == Some(value.clock) {
            text.push(',');
        } else {
            _ = write!(text, "; {clock}=");
        }
        last = Some(value.clock);
        if let Some(player) = value.player {
            _ = write!(text, "{}:", names.player(player));
        } else if let Some(cell) = value.cell {
            _ = write!(text, "{}:", names.cell_name(cell));
        }
        match value.value {
            Some(n) => _ = write!(text, "{n}"),
            None => text.push_str("off"),
        }
    }
}

/// What keys there are.
fn keys(names: &Vocabulary) -> String {
    let clocks = names.clocks.iter().map(|c| c.name.as_str());
    format!("the keys of this game are {}", listed(["turn", "step", "here"].into_iter().chain(clocks), "and"))
}

/// Complains if there was a value already.
fn once(already: bool, key: Part<'_>) -> Result<(), TextError> {
    if already { Err(key.error(format!("`{}` is given twice", key.text))) } else { Ok(()) }
}

/// A whole number without a sign.
fn read_number(part: Part<'_>) -> Option<u32> {
    if part.text.bytes().all(|b| b.is_ascii_digit()) { part.text.parse().ok() } else { None }
}

/// The latest turn of a position as text, so that counting on from it never overflows.
const LATEST_TURN: u32 = 1_000_000;

/// The number of a turn.
fn read_turn(value: Part<'_>) -> Result<u32, TextError> {
    match read_number(value) {
        Some(0) => Err(value.error("turns are counted from 1, so there is no turn 0")),
        Some(turn) if turn > LATEST_TURN => {
            Err(value.error(format!("turn {turn} is too late: positions are read up to turn {LATEST_TURN}")))
        }
        Some(turn) => Ok(turn),
        None => Err(value.error(format!("`{}` is not the number of a turn: write a whole number from 1", value.text))),
    }
}

/// The names of the steps of a turn; a name that comes again is followed by its number (`place:2`).
fn step_names(names: &Vocabulary, turn: Option<u32>) -> Vec<String> {
    let Some((.., steps)) = names.turn(turn.unwrap_or(1)) else { return Vec::new() };
    let nth = |i: usize| steps[..=i].iter().filter(|s| **s == steps[i]).count();
    steps
        .iter()
        .enumerate()
        .map(|(i, name)| if nth(i) == 1 { name.clone() } else { format!("{name}:{}", nth(i)) })
        .collect()
}

/// The index of a step.
fn read_step(names: &Vocabulary, turn: Option<u32>, key: Part<'_>, value: Part<'_>) -> Result<u8, TextError> {
    if turn.is_none() && names.turn_matters() {
        return Err(key.error("which steps there are depends on the turn: give `turn=` too"));
    }
    let steps = step_names(names, turn);
    if let Some(step) = steps.iter().position(|s| s == value.text) {
        return Ok(step as u8);
    }
    let hint = did_you_mean(value.text, steps.iter().map(String::as_str));
    let message =
        format!("there is no step `{}` in this turn: its steps are {}{hint}", value.text, listed(&steps, "and"));
    Err(value.error(message))
}

/// The name of a step.
fn write_step(names: &Vocabulary, turn: Option<u32>, step: u8) -> String {
    step_names(names, turn).get(usize::from(step)).cloned().unwrap_or_else(|| step.to_string())
}

/// The values of one clock: `3`, `white:3,black:off`, `f6:2`.
fn read_clock(names: &Vocabulary, setup: &mut Setup, key: Part<'_>, value: Part<'_>) -> Result<(), TextError> {
    let Some(clock) = names.clocks.iter().position(|c| c.name == key.text) else {
        let all = ["turn", "step", "here"].into_iter().chain(names.clocks.iter().map(|c| c.name.as_str()));
        let hint = did_you_mean(key.text, all);
        return Err(key.error(format!("there is no key `{}`: {}{hint}", key.text, keys(names))));
    };
    let copies = names.clocks[clock].copies;
    for one in value.split(',') {
        let (copy, number) = one.split_once(':').map_or((None, one), |(copy, number)| (Some(copy), number));
        let mut read = ClockValue { clock: clock as u8, player: None, cell: None, value: None };
        match (copies, copy) {
            (ClockCopies::One, None) => {}
            (ClockCopies::One, Some(copy)) => {
                return Err(copy.error(format!(
                    "`{}` is one clock for the whole game: write `{}={}`",
                    key.text, key.text, number.text
                )));
            }
            (ClockCopies::PerPlayer, Some(copy)) => read.player = Some(player(names, copy)?),
            (ClockCopies::PerPiece, Some(copy)) => {
                let cell = cell_text::read_cell(names, copy)?;
                if !setup.pieces.iter().any(|(c, _)| *c == cell) {
                    return Err(copy.error(format!("no piece stands on {}, so none has a clock there", copy.text)));
                }
                read.cell = Some(cell);
            }
            (ClockCopies::PerPlayer, None) => {
                let example = names.players.first().map_or("white", String::as_str);
                return Err(one.error(format!(
                    "each player has his own `{}`: write, say, `{}={example}:{}`",
                    key.text, key.text, one.text
                )));
            }
            (ClockCopies::PerPiece, None) => {
                let example = setup.pieces.first().map_or("c3", |(c, _)| names.cell_name(*c));
                return Err(one.error(format!(
                    "each piece has its own `{}`: write, say, `{}={example}:{}`",
                    key.text, key.text, one.text
                )));
            }
        }
        read.value = match number.text {
            "off" => None,
            _ => Some(read_number(number).ok_or_else(|| {
                number.error(format!("`{}` is not the value of a clock: write a whole number, or `off`", number.text))
            })?),
        };
        if setup.clocks.iter().any(|c| (c.clock, c.player, c.cell) == (read.clock, read.player, read.cell)) {
            return Err(key.error(format!("the clock `{}` is given twice", key.text)));
        }
        setup.clocks.push(read);
    }
    Ok(())
}
