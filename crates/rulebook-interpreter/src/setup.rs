//! Set-ups: what is refused, and the state that a position as data means.

use rulebook_api::{ClockValue, Piece, Refused, Setup, Status};
use rulebook_ir::{Cond, Copies, RefusalWhat, Rules, Step};

use crate::{
    clocks::copies,
    env::Env,
    machine::{Machine, reserve_count, reserve_index},
    state::{At, State},
    turn::{Mode, Seek, beginning, decision_index, place_of_decision, steps},
    vocabulary::decisions,
};

/// The first position as data.
pub(crate) fn first_position(rules: &Rules) -> Setup {
    let mut pieces: Vec<(u16, Piece)> =
        rules.setup.iter().map(|p| (p.cell, Piece { player: p.player, kind: p.kind, number: 0 })).collect();
    pieces.sort_unstable();
    Setup { pieces, ..Setup::default() }
}

impl Machine<'_> {
    /// Makes the machine's state the one that a set-up means. Says how the game stands in it, and whether its legal
    /// actions are shown although it is over: where only a result that is asked of set-ups alone has ended it. Refusals
    /// are asked only if `check` says so.
    pub(crate) fn set_up(&mut self, setup: &Setup, mode: Mode, check: bool) -> Result<(Status, bool), Refused> {
        let rules = self.rules;
        if usize::from(setup.to_move) >= rules.players.len() {
            return Err(Refused::Turn("there is no such player".to_owned()));
        }
        let exists = |&(cell, piece): &(u16, Piece)| {
            usize::from(cell) < rules.board.len()
                && usize::from(piece.player) < rules.players.len()
                && usize::from(piece.kind) < rules.kinds.len()
        };
        if !setup.pieces.iter().all(exists) || setup.here.is_some_and(|c| usize::from(c) >= rules.board.len()) {
            return Err(Refused::Turn("there is no such cell or piece".to_owned()));
        }
        self.place_pieces(setup);
        self.state.to_move = setup.to_move;
        self.state.mover = self.before(setup.to_move);
        self.state.last_mover = self.state.mover;
        // Whatever is asked of a set-up sees the clocks that its board starts.
        self.state.clocks = self.clocks_at_set_up();
        self.state.shown.clone_from(&self.state.clocks);
        if check {
            self.ask_refusals()?;
            self.ask_stock()?;
        }
        let number = turn_number(rules, setup)?;
        if let Some(number) = number {
            self.count_turns(number);
        }
        let start = beginning(rules, number.unwrap_or(1));
        self.state.at = start;
        if setup.step == 0 {
            self.set_clocks(&setup.clocks)?;
            self.record_if(mode);
            let (judged, otherwise) = self.judge_set_up();
            self.state.mover = setup.to_move;
            let goes_on = match otherwise {
                Status::Ongoing { claimable } => with_claims(claimable, self.go_on(mode)),
                over @ (Status::Won { .. } | Status::Drawn { .. }) => over,
            };
            let shown = judged.is_over() && !goes_on.is_over();
            return Ok(if judged.is_over() { (judged, shown) } else { (goes_on, shown) });
        }
        self.set_clocks(&setup.clocks)?;
        self.within_turn(setup, start, mode).map(|status| (status, false))
    }

    fn record_if(&mut self, mode: Mode) {
        if mode.history {
            self.record();
        }
    }

    /// A set-up within a turn: results are not asked (no turn is complete), but stops that stand directly before
    /// the step are.
    fn within_turn(&mut self, setup: &Setup, start: At, mode: Mode) -> Result<Status, Refused> {
        let rules = self.rules;
        let step = u32::from(setup.step);
        let Some(place) = place_of_decision(rules, start.program, step) else {
            return Err(Refused::Turn("its turn has no such step".to_owned()));
        };
        self.state.mover = setup.to_move;
        self.state.begun = true;
        self.state.here = setup.here;
        self.state.actions += step;
        self.state.at = place;
        self.record_if(mode);
        match self.seek(place, true) {
            Seek::Stopped(at, status) => {
                self.state.at = at;
                Ok(status)
            }
            Seek::Decision(at, claimable) if decision_index(rules, at) == step => {
                self.state.at = at;
                Ok(Status::Ongoing { claimable })
            }
            Seek::Decision(..) | Seek::End(_) => Err(Refused::Turn("that step is skipped on this board".to_owned())),
        }
    }

    fn place_pieces(&mut self, setup: &Setup) {
        let rules = self.rules;
        let mut state = State {
            cells: vec![None; rules.board.len()],
            reserves: vec![0; reserve_count(rules)],
            turns_of: vec![0; rules.players.len()],
            ..State::default()
        };
        for &(cell, piece) in &setup.pieces {
            state.set(cell, Some(piece));
        }
        for player in 0..rules.players.len() as u8 {
            for (kind, info) in rules.kinds.iter().enumerate() {
                let (first, last) = info.numbers.unwrap_or((0, 0));
                for number in first..=last {
                    if let (Some(slot), Some((limit, _))) =
                        (reserve_index(rules, player, kind as u8, number), info.stock)
                    {
                        state.reserves[usize::from(slot)] = limit;
                    }
                }
            }
        }
        for piece in state.cells.iter().flatten() {
            if let Some(slot) = reserve_index(rules, piece.player, piece.kind, piece.number) {
                let reserve = &mut state.reserves[usize::from(slot)];
                *reserve = reserve.saturating_sub(1);
            }
        }
        self.state = state;
    }

    fn ask_refusals(&mut self) -> Result<(), Refused> {
        let rules = self.rules;
        for refusal in &rules.refusals {
            let refused = |cell| Err(Refused::Rule { clause: refusal.clause.0, reason: refusal.reason, cell });
            match &refusal.what {
                RefusalWhat::When(cond) => {
                    if self.cond_of_mover(cond) {
                        return refused(None);
                    }
                }
                RefusalWhat::Pieces(set) => {
                    for cell in 0..rules.board.len() as u16 {
                        if let Some(piece) = self.state.piece(cell)
                            && self.contains(set, cell, Env::of(piece.player))
                        {
                            return refused(Some(cell));
                        }
                    }
                }
                RefusalWhat::MoreThan(limit, set) => {
                    for player in 0..rules.players.len() as u8 {
                        let env = Env::of(player);
                        if self.count(set, env) > self.num(limit, env) {
                            return refused(None);
                        }
                    }
                }
            }
        }
        Ok(())
    }

    fn ask_stock(&self) -> Result<(), Refused> {
        for &piece in self.state.cells.iter().flatten() {
            let Some((limit, each)) = self.rules.kinds[usize::from(piece.kind)].stock else { continue };
            let same =
                |p: &&Piece| p.player == piece.player && p.kind == piece.kind && (!each || p.number == piece.number);
            let on_board = self.state.cells.iter().flatten().filter(same).count() as u32;
            if on_board > limit {
                return Err(Refused::Stock { piece, on_board, limit });
            }
        }
        Ok(())
    }

    /// The turns and actions before a turn of that number. Players have taken turns; the actions are known only
    /// where every turn before has a fixed number of them, else they are counted from here.
    fn count_turns(&mut self, number: u32) {
        let players = self.rules.players.len() as u32;
        let turns = number - 1;
        self.state.turns = turns;
        for player in 0..players {
            self.state.turns_of[player as usize] = turns / players + u32::from(turns % players > player);
        }
        self.state.actions = actions_of_turns(self.rules, turns).unwrap_or(0);
    }

    fn set_clocks(&mut self, values: &[ClockValue]) -> Result<(), Refused> {
        self.state.clocks = self.clocks_at_set_up();
        for given in values {
            let refused = |why: &str| Err(Refused::Clock { value: *given, why: why.to_owned() });
            let index = usize::from(given.clock);
            let Some(clock) = self.rules.clocks.get(index) else {
                return refused("there is no such clock");
            };
            let copy = match (clock.copies, given.player, given.cell) {
                (Copies::One, None, None) => 0,
                (Copies::PerPlayer, Some(player), None) => usize::from(player),
                (Copies::PerPiece, None, Some(cell)) => usize::from(cell),
                (Copies::One, ..) => return refused("there is only one of this clock"),
                (Copies::PerPlayer, ..) => return refused("each player has one of this clock"),
                (Copies::PerPiece, ..) => return refused("each piece has one of this clock"),
            };
            if copy >= copies(self.rules, clock) {
                return refused("there is no such player or cell");
            }
            if clock.copies == Copies::PerPiece && self.state.cells[copy].is_none() {
                return refused("no piece stands there");
            }
            let starts = self.state.clocks[index][copy].is_some();
            match given.value {
                None if starts => return refused("it runs on this board"),
                Some(_) if !self.clock_may_run(index, copy) => return refused("it does not run on this board"),
                None | Some(_) => {}
            }
        }
        // Only now, so that no value is judged in the light of another.
        for given in values {
            let copy = given.player.map(usize::from).or(given.cell.map(usize::from)).unwrap_or(0);
            self.state.clocks[usize::from(given.clock)][copy] = given.value;
        }
        self.state.shown = self.state.clocks.clone();
        Ok(())
    }
}

/// The latest turn that can be set up, so that counting on from it never overflows.
const LATEST_TURN: u32 = 1_000_000;

/// The number of the turn to be played, if it is known.
fn turn_number(rules: &Rules, setup: &Setup) -> Result<Option<u32>, Refused> {
    let number = match setup.turn {
        Some(number) => number,
        None if rules.turns.len() < 2 => return Ok(None),
        None if setup.step == 0 && setup.pieces == first_position(rules).pieces => 1,
        None => return Err(Refused::TurnNeeded),
    };
    if number == 0 {
        return Err(Refused::Turn("turns are counted from 1".to_owned()));
    }
    if number > LATEST_TURN {
        return Err(Refused::Turn(format!("turns are set up to the number {LATEST_TURN}")));
    }
    let player = (number - 1) % rules.players.len() as u32;
    if player != u32::from(setup.to_move) {
        let name = &rules.players[player as usize].name;
        return Err(Refused::Turn(format!("turn {number} is {name}'s")));
    }
    Ok(Some(number))
}

/// The actions of the first so many turns, if every one of them has a fixed number.
fn actions_of_turns(rules: &Rules, turns: u32) -> Option<u32> {
    // From the turn after all bounds on, every turn has the same program.
    let bound = rules.turns.iter().map(|t| t.last.unwrap_or(t.first)).max().unwrap_or(0).saturating_add(1);
    let single: u32 = (1..=turns.min(bound)).map(|t| actions_of_turn(rules, t)).sum::<Option<u32>>()?;
    if turns <= bound {
        return Some(single);
    }
    Some(single.saturating_add((turns - bound).saturating_mul(actions_of_turn(rules, bound + 1)?)))
}

fn actions_of_turn(rules: &Rules, number: u32) -> Option<u32> {
    steps(rules, beginning(rules, number))
        .iter()
        .map(|step| match step {
            Step::Act { when: Cond::Const(true), times, together, .. } => Some(decisions(*times, *together)),
            Step::Act { .. } => None,
            Step::Stop(_) => Some(0),
        })
        .sum()
}

/// Draws that may be claimed after the ply before, and those that the beginning of the turn adds.
fn with_claims(mut claims: Vec<u8>, status: Status) -> Status {
    match status {
        Status::Ongoing { claimable } => {
            claims.extend(claimable);
            Status::Ongoing { claimable: claims }
        }
        over @ (Status::Won { .. } | Status::Drawn { .. }) => over,
    }
}
