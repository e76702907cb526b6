//! Set-ups: the state that a position as data means, what is refused, and how it is judged.

use rulebook_api::{ClockCopies, ClockValue, Piece, Refused, Setup};

use crate::{
    board::Board,
    history::History,
    rules::{Rules, Step},
    set::NOWHERE,
    standing::Standing,
    state::{State, beginning, steps},
    turn::{Mode, Seek, decision_index, decisions, go_on, judge, place_of_decision, seek},
};

/// The first position as data.
pub fn first_position<G: Rules>() -> Setup {
    let piece = |&(cell, player, kind): &(u16, u8, u8)| (cell, Piece { player, kind, number: 0 });
    Setup { pieces: G::SETUP.iter().map(piece).collect(), ..Setup::default() }
}

/// A state, how the game stands in it, and whether its actions are listed although it is over: where only a result that is
/// asked of set-ups alone has ended it. Refusals are asked only if `check` says so.
///
/// # Errors
/// If no rule allows the set-up.
pub fn set_up<G: Rules>(
    setup: &Setup,
    readings: G::Readings,
    history: &mut impl History<G>,
    check: bool,
) -> Result<(State<G>, Standing, bool), Refused> {
    if setup.to_move >= G::PLAYERS {
        return Err(Refused::Turn("there is no such player".into()));
    }
    let kinds = G::NAMES.kinds.len();
    let exists = |&(cell, piece): &(u16, Piece)| {
        usize::from(cell) < G::BITS.len() && piece.player < G::PLAYERS && usize::from(piece.kind) < kinds
    };
    if !setup.pieces.iter().all(exists) || setup.here.is_some_and(|c| usize::from(c) >= G::BITS.len()) {
        return Err(Refused::Turn("there is no such cell or piece".into()));
    }
    let mut s = State::<G>::empty(readings);
    place(&mut s, setup);
    s.to_move = setup.to_move;
    s.mover = State::<G>::before(setup.to_move);
    if check {
        if let Some(refused) = G::refuse(&s) {
            return Err(refused);
        }
        ask_stock(&s, setup)?;
    }
    let number = turn_number::<G>(setup)?;
    if let Some(number) = number {
        s.turns = number - 1;
        s.actions = actions_of_turns::<G>(s.turns).unwrap_or(0);
    } else {
        // The turn's number is not known; only whose it is.
        s.turns = 0;
    }
    s.begin(number.unwrap_or(1));
    set_clocks(&mut s, &setup.clocks)?;
    if setup.step > 0 {
        let standing = within_turn(&mut s, setup, history)?;
        return Ok((s, standing, false));
    }
    s.repeated = history.record(&s);
    let judged = judge(&mut s, true, true);
    let otherwise = judge(&mut s, true, false);
    s.mover = setup.to_move;
    let goes_on = if otherwise.is_over() {
        otherwise
    } else {
        let before = s;
        go_on(&before, &mut s, history, Mode::STRICT).with_claims(otherwise.claims())
    };
    let shown = judged.is_over() && !goes_on.is_over();
    Ok((s, if judged.is_over() { judged } else { goes_on }, shown))
}

/// Puts the pieces, and what is left in reserve.
fn place<G: Rules>(s: &mut State<G>, setup: &Setup) {
    for (index, reserve) in G::RESERVES.iter().enumerate() {
        s.board.set_reserve(index, reserve.stock);
    }
    for &(cell, piece) in &setup.pieces {
        s.board.change(G::BITS[usize::from(cell)], piece);
        if let Some(index) = reserve::<G>(piece) {
            let left = s.board.reserve(index).saturating_sub(1);
            s.board.set_reserve(index, left);
        }
    }
}

/// The reserve of such pieces, if they have one.
pub fn reserve<G: Rules>(piece: Piece) -> Option<usize> {
    G::RESERVES.iter().position(|r| {
        r.player == piece.player && r.kind == piece.kind && r.number.is_none_or(|number| number == piece.number)
    })
}

fn ask_stock<G: Rules>(s: &State<G>, setup: &Setup) -> Result<(), Refused> {
    for (_, piece) in pieces(s) {
        let Some(index) = reserve::<G>(piece) else { continue };
        let of = G::RESERVES[index];
        let same = |p: &&(u16, Piece)| reserve::<G>(p.1) == Some(index);
        let on_board = setup.pieces.iter().filter(same).count() as u32;
        if on_board > u32::from(of.stock) {
            return Err(Refused::Stock { piece, on_board, limit: u32::from(of.stock) });
        }
    }
    Ok(())
}

/// The pieces on the board with their cells, in board order.
pub(crate) fn pieces<G: Rules>(s: &State<G>) -> impl Iterator<Item = (u16, Piece)> {
    let board = s.board;
    G::BITS.iter().enumerate().filter_map(move |(cell, bit)| Some((cell as u16, board.piece(*bit)?)))
}

/// The number of the turn to be played, if it is known.
fn turn_number<G: Rules>(setup: &Setup) -> Result<Option<u32>, Refused> {
    let number = match setup.turn {
        Some(number) => number,
        None if G::TURNS.len() < 2 => return Ok(None),
        None if setup.step == 0 && setup.pieces == first_position::<G>().pieces => 1,
        None => return Err(Refused::TurnNeeded),
    };
    if number == 0 {
        return Err(Refused::Turn("turns are counted from 1".into()));
    }
    let player = ((number - 1) % u32::from(G::PLAYERS)) as u8;
    if player != setup.to_move {
        let name = G::NAMES.players[usize::from(player)];
        return Err(Refused::Turn(alloc::format!("turn {number} is {name}'s")));
    }
    Ok(Some(number))
}

/// The actions of the first so many turns, if every one of them has a fixed number.
fn actions_of_turns<G: Rules>(turns: u32) -> Option<u32> {
    // From the turn after all bounds on, every turn has the same program.
    let bound = G::TURNS.iter().map(|t| t.last.unwrap_or(t.first)).max().unwrap_or(0).saturating_add(1);
    let single: u32 = (1..=turns.min(bound)).map(actions_of_turn::<G>).sum::<Option<u32>>()?;
    if turns <= bound {
        return Some(single);
    }
    Some(single.saturating_add((turns - bound).saturating_mul(actions_of_turn::<G>(bound + 1)?)))
}

fn actions_of_turn<G: Rules>(number: u32) -> Option<u32> {
    let fixed = |step: &Step| match step {
        Step::Act { always: false, .. } => None,
        Step::Act { .. } | Step::Stop(_) => Some(decisions(step)),
    };
    steps::<G>(beginning::<G>(number)).iter().map(fixed).sum()
}

/// The values of all clocks after a set-up of the present board.
pub(crate) fn clocks_at_set_up<G: Rules>(s: &State<G>) -> G::Clocks {
    let mut values = G::OFF;
    for (copy, value) in values.as_mut().iter_mut().enumerate() {
        *value = u16::from(G::starts(s, copy));
    }
    values
}

/// Gives clocks the values that a set-up says.
fn set_clocks<G: Rules>(s: &mut State<G>, given: &[ClockValue]) -> Result<(), Refused> {
    s.clocks = clocks_at_set_up(s);
    s.shown = s.clocks;
    for value in given {
        let refused = |why: &str| Err(Refused::Clock { value: *value, why: why.into() });
        if !G::CLOCKS.iter().any(|c| c.clock == value.clock) {
            return refused("there is no such clock");
        }
        match (G::NAMES.clocks[usize::from(value.clock)].1, value.player, value.cell) {
            (ClockCopies::One, None, None)
            | (ClockCopies::PerPlayer, Some(_), None)
            | (ClockCopies::PerPiece, None, Some(_)) => {}
            (ClockCopies::One, ..) => return refused("there is only one of this clock"),
            (ClockCopies::PerPlayer, ..) => return refused("each player has one of this clock"),
            (ClockCopies::PerPiece, ..) => return refused("each piece has one of this clock"),
        }
        let Some(copy) = copy_of::<G>(value) else {
            return refused("there is no such player or cell");
        };
        let bit = value.cell.and_then(|cell| G::BITS.get(usize::from(cell)));
        if bit.is_some_and(|bit| s.board.piece(*bit).is_none()) {
            return refused("no piece stands there");
        }
        let starts = s.clocks.as_ref()[copy] != 0;
        match value.value {
            None if starts => return refused("it runs on this board"),
            Some(_) if !starts && !G::carries(s, copy) => return refused("it does not run on this board"),
            Some(n) if n >= u32::from(u16::MAX) => return refused("this engine counts no further than 65,534"),
            None | Some(_) => {}
        }
    }
    // Only now, so that no value is judged in the light of another.
    for value in given {
        if let Some(copy) = copy_of::<G>(value) {
            s.clocks.as_mut()[copy] = value.value.map_or(0, |n| n as u16 + 1);
        }
    }
    s.shown = s.clocks;
    Ok(())
}

/// The copy of a clock that a value is of.
fn copy_of<G: Rules>(value: &ClockValue) -> Option<usize> {
    G::CLOCKS.iter().position(|c| c.clock == value.clock && c.player == value.player && c.cell == value.cell)
}

/// A set-up within a turn: results are not asked (no turn is complete), but stops that stand directly before the step are.
fn within_turn<G: Rules>(s: &mut State<G>, setup: &Setup, history: &mut impl History<G>) -> Result<Standing, Refused> {
    let step = u32::from(setup.step);
    let Some((place, done)) = place_of_decision::<G>(s.program, step) else {
        return Err(Refused::Turn("its turn has no such step".into()));
    };
    s.mover = setup.to_move;
    s.begun = true;
    s.here = setup.here.and_then(|cell| G::BITS.get(usize::from(cell)).copied()).unwrap_or(NOWHERE);
    s.actions += step;
    (s.step, s.done) = (place, done);
    s.repeated = history.record(s);
    match seek(s, true) {
        Seek::Stopped(standing) => Ok(standing),
        Seek::Decision(claims) if decision_index(s) == step => Ok(Standing::claimable(claims)),
        Seek::Decision(_) | Seek::End(_) => Err(Refused::Turn("that step is skipped on this board".into())),
    }
}
