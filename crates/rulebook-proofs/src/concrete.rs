//! From a position of the interpreter to the abstract position that stands for it.

use rulebook_api::{Position, Status};
use rulebook_interpreter::InterpreterPosition;

use crate::{
    counting::Scale,
    state::{At, Layout, Moment, State},
    turn::{beginning, decisions, steps},
};

/// What counting keeps of a position. A drawn game has one abstract position for each of its reasons.
pub(crate) fn abstracted(position: &InterpreterPosition, scale: Scale) -> Vec<State> {
    let rules = position.rules();
    let layout = Layout::of(rules);
    let setup = position.setup();
    let mut state = State::first(rules);
    state.cells.fill(0);
    state.cells[usize::from(Layout::EMPTY)] = layout.cells - setup.pieces.len() as u16;
    for (_, piece) in &setup.pieces {
        state.cells[usize::from(layout.piece(piece.player, piece.kind))] += 1;
    }
    for player in 0..layout.players {
        for kind in 0..layout.kinds {
            state.reserve[layout.reserve(player, kind)] = position.reserve(player, kind);
        }
    }
    state.to_move = setup.to_move;
    state.mover = setup.to_move;
    state.turns = scale.turns.map_or(position.turns(), |cap| position.turns().min(cap));
    state.actions = if scale.actions { position.actions() } else { 0 };
    state.moment = match (position.within_turn(), position.turns()) {
        (true, _) => Moment::Action,
        (false, 0) => Moment::First,
        (false, _) => Moment::Turn,
    };
    let ended = |clause, reason| State { ended: Some((clause, reason)), at: At::default(), ..state.clone() };
    match position.status() {
        Status::Ongoing { .. } => {
            let at = place(position, u32::from(setup.step));
            vec![State { at, ..state }]
        }
        Status::Won { clause, reason, .. } => vec![ended(clause, reason)],
        Status::Drawn { clauses, .. } => {
            let reason = |clause: u16| {
                let stops = rules.turns.iter().flat_map(|t| &t.steps).filter_map(|step| match step {
                    rulebook_ir::Step::Stop(rule) => Some(rule),
                    rulebook_ir::Step::Act { .. } => None,
                });
                rules.results.iter().chain(stops).find(|r| r.clause.0 == clause).map_or(0, |r| r.reason)
            };
            clauses.iter().map(|&clause| ended(clause, reason(clause))).collect()
        }
    }
}

/// The place of the decision of that number within the turn.
fn place(position: &InterpreterPosition, index: u32) -> At {
    let start = beginning(position.rules(), position.turns() + 1);
    let mut left = index;
    for (i, step) in steps(position.rules(), start).iter().enumerate() {
        if let rulebook_ir::Step::Act { times, together, .. } = step {
            let here = decisions(*times, *together);
            if left < here {
                return At { step: i as u16, done: left as u16, ..start };
            }
            left -= here;
        }
    }
    start
}
