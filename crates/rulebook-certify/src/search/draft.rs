//! A difference as the draft of a case: what the right side shows, where the other one shows something else.

use std::collections::BTreeMap;

use rulebook_api::{Action, ClockCopies, Game, Refused, Setup, Status, Vocabulary, move_text, position_text};

use super::{Found, Pair, Seen};
use crate::case::{
    Case, CaseStatus, ClockExpect, ClockValue, Expect, ExpectStatus, FullRefusal, Level, Polarity, Refusal, State, Why,
};

/// Legal lists up to so many actions are given in full.
const IN_FULL: usize = 12;

/// The case that would have noticed the difference. Its `why` is left to be written, by somebody who has read the rule.
pub fn draft(pair: Pair<'_>, found: &Found, id: String, clause: &str) -> Case {
    let names = pair.right.vocabulary();
    let told;
    let found = match told_apart(pair, found) {
        Some(after) => {
            told = after;
            &told
        }
        None => found,
    };
    let expect = expect(names, found);
    let polarity = match (&found.right, &found.wrong) {
        (right, _) if right.refused.is_some() || !expect.illegal.is_empty() => Polarity::Rejects,
        (right, _) if right.is_over() => Polarity::Ends,
        (_, wrong) if wrong.is_over() => Polarity::Continues,
        _ => Polarity::Accepts,
    };
    let same_start = pair.right.initial().setup() == found.setup;
    Case {
        slug: format!("{}/found/{}", names.game, id.to_lowercase()),
        id,
        game: None,
        clauses: vec![clause.to_owned()],
        polarity,
        pair: None,
        level: Level::Must,
        source: None,
        worked_example: false,
        status: CaseStatus::Active,
        options: BTreeMap::new(),
        params: BTreeMap::new(),
        position: (!same_start).then(|| position_text::print(names, &found.setup)),
        moves: moves(pair.right, &found.setup, &found.moves),
        expect,
        why: Why::default(),
    }
}

/// Where the two list an action of the same text that leaves different pieces behind: what is so after it.
fn told_apart(pair: Pair<'_>, found: &Found) -> Option<Found> {
    let names = pair.right.vocabulary();
    let text = |action: &Action, seen: &Seen| move_text::text_of(names, action, &seen.legal);
    let (right, wrong) = (&found.right, &found.wrong);
    let others: Vec<&Action> = wrong.legal.iter().filter(|w| !right.legal.iter().any(|r| r.same(w))).collect();
    let (one, other) = right.legal.iter().find_map(|r| {
        let twin = others.iter().find(|w| text(w, wrong) == text(r, right))?;
        Some((r, *twin))
    })?;
    let after = |game: &dyn Game, last: &Action| {
        let mut position = game.set_up(&found.setup).ok()?;
        for action in &found.moves {
            position.play(action).ok()?;
        }
        position.play(last).ok()?;
        Some(Seen::of(Ok(position.as_ref())))
    };
    let mut moves = found.moves.clone();
    moves.push(one.clone());
    let (right, wrong) = (after(pair.right, one)?, after(pair.wrong, other)?);
    Some(Found { setup: found.setup.clone(), moves, right, wrong })
}

/// The moves, each in its shortest form.
fn moves(game: &dyn Game, setup: &Setup, moves: &[Action]) -> String {
    let Ok(mut position) = game.set_up(setup) else { return String::new() };
    let mut texts = Vec::new();
    for action in moves {
        texts.push(move_text::text_of(game.vocabulary(), action, &position.legal()));
        if position.play(action).is_err() {
            break;
        }
    }
    texts.join(" ")
}

/// What differs, as the right side has it.
fn expect(names: &Vocabulary, found: &Found) -> Expect {
    let (right, wrong) = (&found.right, &found.wrong);
    let mut expect = Expect::default();
    if let Some(refused) = &right.refused {
        expect.refused = Some(match refused {
            Refused::Rule { reason, .. } => names.reason(*reason).to_owned(),
            Refused::Stock { .. } => String::from("stock"),
            Refused::TurnNeeded | Refused::Turn(_) => String::from("turn"),
            Refused::GaveUp => String::from("gave-up"),
            Refused::Clock { .. } => String::from("clock"),
        });
        return expect;
    }
    expect.status = Some(status(names, &right.status));
    let plies = found.moves.len() as u32;
    if right.is_over() {
        expect.ends_at_ply = Some(plies);
        if wrong.is_over() && right.setup.pieces != wrong.setup.pieces {
            expect.position = Some(position_text::print(names, &right.setup));
        }
        return expect;
    }
    if wrong.is_over() || wrong.refused.is_some() {
        return expect;
    }
    let only = |a: &Seen, b: &Seen| -> Vec<Action> {
        a.legal.iter().filter(|x| !b.legal.iter().any(|y| y.same(x))).cloned().collect()
    };
    let text = |action: &Action, seen: &Seen| move_text::text_of(names, action, &seen.legal);
    let (missing, extra) = (only(right, wrong), only(wrong, right));
    if !missing.is_empty() || !extra.is_empty() {
        if right.legal.len() <= IN_FULL {
            expect.legal = Some(move_text::texts(names, &right.legal));
        } else {
            expect.legal_includes = missing.iter().map(|a| text(a, right)).collect();
        }
        let bans = |a: &Action| -> Vec<String> {
            let ban = right.forbidden.iter().find(|f| f.action.same(a));
            ban.iter().flat_map(|f| f.clauses.iter().map(|c| names.clause(*c).to_owned())).collect()
        };
        let refusal = |a: &Action| FullRefusal { action: text(a, wrong), ply: None, clauses: bans(a) };
        expect.illegal = extra.iter().map(|a| Refusal::Full(refusal(a))).collect();
    } else if right.forbidden != wrong.forbidden {
        let full = |f: &rulebook_api::Forbidden| FullRefusal {
            action: text(&f.action, right),
            ply: None,
            clauses: f.clauses.iter().map(|c| names.clause(*c).to_owned()).collect(),
        };
        expect.forbidden = Some(right.forbidden.iter().map(|f| Refusal::Full(full(f))).collect());
    }
    if right.clocks != wrong.clocks {
        expect.clocks = clocks(names, right);
    }
    if right.setup.pieces != wrong.setup.pieces {
        expect.position = Some(position_text::print(names, &right.setup));
    }
    expect
}

fn status(names: &Vocabulary, status: &Status) -> ExpectStatus {
    let ids = |reasons: &[u8]| reasons.iter().map(|r| names.reason(*r).to_owned()).collect::<Vec<_>>();
    let nothing = ExpectStatus {
        state: State::Ongoing,
        winner: None,
        reason: None,
        reasons: Vec::new(),
        reasons_any_of: Vec::new(),
        claimable: None,
    };
    match status {
        Status::Ongoing { claimable } if claimable.is_empty() => nothing,
        Status::Ongoing { claimable } => ExpectStatus { claimable: Some(ids(claimable)), ..nothing },
        Status::Won { winner, reason, .. } => ExpectStatus {
            state: State::Won,
            winner: Some(names.player(*winner).to_owned()),
            reason: Some(names.reason(*reason).to_owned()),
            ..nothing
        },
        Status::Drawn { reasons, .. } => ExpectStatus { state: State::Drawn, reasons: ids(reasons), ..nothing },
    }
}

/// All clocks of the right side.
fn clocks(names: &Vocabulary, seen: &Seen) -> BTreeMap<String, ClockExpect> {
    let mut clocks = BTreeMap::new();
    for (index, clock) in names.clocks.iter().enumerate() {
        let off = ClockValue::Off(String::from("off"));
        let running: Vec<_> = seen.clocks.iter().filter(|c| usize::from(c.clock) == index).collect();
        let value = |v: Option<u32>| v.map_or(off.clone(), ClockValue::Running);
        let expect = match clock.copies {
            ClockCopies::One => ClockExpect::One(running.first().map_or(off.clone(), |c| value(c.value))),
            _ if running.is_empty() => ClockExpect::One(off.clone()),
            _ => ClockExpect::Copies(
                running
                    .iter()
                    .map(|c| {
                        let player = c.player.map(|p| names.player(p));
                        let copy = player.or(c.cell.map(|cell| names.cell_name(cell))).unwrap_or("?");
                        (copy.to_owned(), value(c.value))
                    })
                    .collect(),
            ),
        };
        clocks.insert(clock.name.clone(), expect);
    }
    clocks
}
