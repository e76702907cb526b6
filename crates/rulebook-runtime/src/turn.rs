//! Turns: what comes next in a turn's program, what happens when a turn is complete, and which results hold then.

use crate::{
    action::{Action, Deed},
    history::History,
    rules::{Rules, Step},
    set::NOWHERE,
    standing::Standing,
    state::{State, steps},
};

/// How strictly a game is kept while actions are played.
#[derive(Clone, Copy, Debug)]
pub struct Mode {
    /// Draws end the game.
    pub draws: bool,
    /// Clocks step.
    pub clocks: bool,
}

impl Mode {
    /// A game played in earnest.
    pub const STRICT: Self = Self { draws: true, clocks: true };

    /// A tree that is only counted.
    pub fn counting<G: Rules>() -> Self {
        Self { draws: false, clocks: G::CLOCKS_BESIDE_DRAWS }
    }
}

/// What comes next in a turn's program.
pub(crate) enum Seek {
    /// A decision at the present place; endings that may be claimed.
    Decision(u32),
    /// The game ends at this moment.
    Stopped(Standing),
    /// The turn is complete.
    End(u32),
}

/// The player after the present decision goes to the next one, the end of the turn, or of the game. Draws that do not end
/// the game are passed by.
#[inline(always)]
pub(crate) fn seek<G: Rules>(s: &mut State<G>, draws: bool) -> Seek {
    let mut claims = 0;
    loop {
        match s.steps().get(usize::from(s.step)) {
            None => return Seek::End(claims),
            Some(Step::Stop(index)) => {
                let index = usize::from(*index);
                match G::ending(s, index) {
                    Some(held) if held.claim => claims |= 1 << index,
                    Some(held) if held.winner.is_some() || draws => {
                        return Seek::Stopped(Standing::decided(index, held));
                    }
                    Some(_) | None => {}
                }
            }
            Some(Step::Act { always, times, .. }) => {
                if *times > 0 && (s.done > 0 || *always || G::when(s, s.program, s.step)) {
                    return Seek::Decision(claims);
                }
            }
        }
        (s.step, s.done) = (s.step + 1, 0);
    }
}

/// Goes past the present decision.
#[inline(always)]
pub(crate) fn follow<G: Rules>(s: &mut State<G>) {
    let again = matches!(s.steps().get(usize::from(s.step)), Some(Step::Act { times, .. }) if s.done + 1 < *times);
    if again { s.done += 1 } else { (s.step, s.done) = (s.step + 1, 0) }
}

/// Can there be a decision at this place or later in the turn?
#[inline(always)]
pub(crate) fn decisions_remain<G: Rules>(s: &State<G>) -> bool {
    let later = s.steps().iter().skip(usize::from(s.step));
    later.into_iter().any(|step| matches!(step, Step::Act { times, .. } if *times > 0))
}

/// After a run has been done: can the turn then be finished, or does the game end in it?
#[inline]
pub(crate) fn can_finish<G: Rules>(s: &State<G>) -> bool {
    ends_turn(s) || can_go_on(s)
}

/// Is the present decision the last that there can be in the turn?
#[inline]
pub(crate) fn ends_turn<G: Rules>(s: &State<G>) -> bool {
    let rest = s.steps().get(usize::from(s.step)..).unwrap_or(&[]);
    let again = matches!(rest.first(), Some(Step::Act { times, .. }) if s.done + 1 < *times);
    let later = rest.iter().skip(1).any(|step| matches!(step, Step::Act { times, .. } if *times > 0));
    !again && !later
}

/// After a run that is not the last of its turn: is there something to go on with, or does the game end in it?
fn can_go_on<G: Rules>(s: &State<G>) -> bool {
    let mut s = *s;
    follow(&mut s);
    s.begun = true;
    s.actions += 1;
    match seek(&mut s, true) {
        Seek::Stopped(_) | Seek::End(_) => true,
        Seek::Decision(_) => has_legal(&s, None),
    }
}

/// Is there a legal action at the present place?
#[inline(always)]
pub(crate) fn has_legal<G: Rules>(s: &State<G>, name: Option<u8>) -> bool {
    let s = State { fouls: G::fouls(s), forbidden: false, ..*s };
    G::has_legal(&s, name)
}

/// Would the player, if it were the beginning of his turn on the present board, have a legal action (of that name)? His
/// turn is taken to be the next one that is his in the order of play.
#[inline(always)]
pub fn can<G: Rules>(s: &State<G>, who: u8, name: Option<u8>) -> bool {
    let players = u32::from(G::PLAYERS);
    let ahead = (u32::from(who) + players - u32::from(s.to_move)) % players;
    let mut s = State { mover: who, to_move: who, begun: false, here: NOWHERE, judging: false, ..*s };
    s.begin(s.turns + 1 + ahead);
    match seek(&mut s, true) {
        Seek::Stopped(_) | Seek::End(_) => false,
        Seek::Decision(_) => has_legal(&s, name),
    }
}

/// Plays a legal action and goes on to the next decision. `None`: it is not legal, and nothing has changed.
#[inline(always)]
pub fn play<G: Rules>(
    s: &mut State<G>,
    action: &Action<G>,
    history: &mut impl History<G>,
    mode: Mode,
) -> Option<Standing> {
    let before = *s;
    s.fouls = G::fouls(s);
    let Some(deed) = G::act(s, action) else {
        *s = before;
        return None;
    };
    Some(played(&before, s, action, &deed, history, mode))
}

/// Goes on after an action has been done on the board.
#[inline(always)]
fn played<G: Rules>(
    before: &State<G>,
    s: &mut State<G>,
    action: &Action<G>,
    deed: &Deed,
    history: &mut impl History<G>,
    mode: Mode,
) -> Standing {
    s.actions += 1;
    s.begun = true;
    s.acted = action.to;
    G::note(s, action, deed);
    if G::settles(deed) {
        history.settle();
    }
    follow(s);
    if !deed.foul {
        return go_on(before, s, history, mode);
    }
    // A foul ends the game; if it was the last decision of its turn, the turn is complete.
    let loser = s.mover;
    if !decisions_remain(s) {
        complete_turn(before, s, history, mode);
    }
    let winner = Some(State::<G>::after(loser));
    Standing::decided(G::ENDINGS.len() - 1, crate::rules::Held { winner, claim: false })
}

/// Goes on from the present place until somebody has to decide or the game ends. A player whose whole turn is skipped has
/// completed it; if all players' are, the position is left as it is: without a legal action.
#[inline(always)]
pub(crate) fn go_on<G: Rules>(
    before: &State<G>,
    s: &mut State<G>,
    history: &mut impl History<G>,
    mode: Mode,
) -> Standing {
    let mut before = *before;
    let mut skipped = 0;
    let mut claims = 0;
    loop {
        match seek(s, mode.draws) {
            Seek::Stopped(standing) => return standing,
            Seek::Decision(new) => return Standing::claimable(claims | new),
            Seek::End(new) => {
                claims |= new;
                skipped = if s.begun { 0 } else { skipped + 1 };
                if skipped > G::PLAYERS {
                    return Standing::claimable(claims);
                }
                let standing = complete_turn(&before, s, history, mode);
                if standing.is_over() {
                    return standing;
                }
                claims = standing.claims();
                before = *s;
            }
        }
    }
}

/// What happens after every ply: the turn is counted, clocks step, results are asked; then the next player is at the
/// beginning of his turn.
#[inline(always)]
fn complete_turn<G: Rules>(before: &State<G>, s: &mut State<G>, history: &mut impl History<G>, mode: Mode) -> Standing {
    let next = State::<G>::after(s.mover);
    s.turns += 1;
    s.to_move = next;
    s.begin(s.turns + 1);
    if mode.clocks && !G::CLOCKS.is_empty() {
        G::step_clocks(before, s);
    }
    if G::REPETITION {
        s.repeated = history.record(s);
    }
    let standing = judge(s, mode.draws, false);
    s.mover = next;
    s.begun = false;
    s.here = NOWHERE;
    s.events = G::NO_EVENTS;
    standing
}

/// Asks the results after a ply, or of a set-up. Without `draws` only those that somebody wins are asked.
#[inline(always)]
pub(crate) fn judge<G: Rules>(s: &mut State<G>, draws: bool, set_up: bool) -> Standing {
    s.judging = true;
    let standing = judge_in_order(s, draws, set_up);
    s.judging = false;
    standing
}

/// Does something for each result, the first ones written out: with its number as a constant, a result that is not asked
/// leaves no code behind, and one that is asked is called without a detour.
macro_rules! each_result {
    ($rules:ident, |$index:ident| $body:expr) => {
        each_result!($rules, $index, $body, 0 1 2 3 4 5 6 7 8 9 10 11);
        for $index in 12..$rules::RESULTS {
            $body
        }
    };
    ($rules:ident, $index:ident, $body:expr, $($number:literal)*) => {
        $(if $rules::RESULTS > $number {
            let $index: usize = $number;
            $body
        })*
    };
}

#[inline(always)]
fn judge_in_order<G: Rules>(s: &State<G>, draws: bool, set_up: bool) -> Standing {
    if G::WINS_FIRST {
        each_result!(G, |index| {
            let rule = &G::ENDINGS[index];
            if !rule.draw
                && (set_up || !rule.at_setup)
                && let Some(held) = G::ending(s, index)
            {
                return Standing::decided(index, held);
            }
        });
    }
    let (mut reached, mut claims) = (0, 0);
    each_result!(G, |index| {
        let rule = &G::ENDINGS[index];
        if rule.draw && (set_up || !rule.at_setup) {
            match if draws { G::ending(s, index) } else { None } {
                Some(held) if held.claim => claims |= 1 << index,
                Some(_) => reached |= 1 << index,
                None => {}
            }
        } else if !rule.draw && (set_up || !rule.at_setup) && !G::WINS_FIRST && reached == 0 {
            // In the order written a win counts only if no draw stands before it.
            if let Some(held) = G::ending(s, index) {
                return Standing::decided(index, held);
            }
        }
    });
    if reached == 0 { Standing::claimable(claims) } else { Standing::drawn(reached) }
}

/// How many decisions of the turn's program come before the present place.
pub(crate) fn decision_index<G: Rules>(s: &State<G>) -> u32 {
    let before = s.steps().iter().take(usize::from(s.step)).map(decisions);
    before.sum::<u32>() + u32::from(s.done)
}

/// How many decisions a step is.
pub(crate) fn decisions(step: &Step) -> u32 {
    match step {
        Step::Act { times, .. } => u32::from(*times),
        Step::Stop(_) => 0,
    }
}

/// The place of a decision by its number, with the stops that stand directly before it still to be asked.
pub(crate) fn place_of_decision<G: Rules>(program: u8, index: u32) -> Option<(u8, u16)> {
    let mut left = index;
    let mut asked_from = 0;
    for (i, step) in steps::<G>(program).iter().enumerate() {
        if let Step::Act { times, .. } = step {
            let here = u32::from(*times);
            if left < here {
                return Some((if left == 0 { asked_from } else { i as u8 }, left as u16));
            }
            left -= here;
            asked_from = i as u8 + 1;
        }
    }
    // After the last decision only stops are left: a game that one of them has ended stands there.
    (left == 0).then_some((asked_from, 0))
}
