//! Chains: what must go on, what leaves when, what a promotion on the way does, which runs are one action.

mod common;

use common::{DIAGONAL, KING, Promotion, Variant, checkers, dirs, forbidden, game, legal, one, pattern, position, seq};
use rulebook_api::{Count, Position};
use rulebook_interpreter::{Reason, why_not};
use rulebook_ir::{CellRef, ClauseId, Cond, Set, Term};

fn from(variant: &Variant, white: &str, black: &str) -> Vec<String> {
    legal(&position(&game(checkers(variant)), 0, white, black))
}

#[test]
fn going_on_is_judged_for_each_jump_and_not_for_each_landing_cell() {
    // From d4 and from nowhere else the chain goes on; stopping on c3 is a cell behind the same victim.
    assert_eq!(from(&Variant::russian(), "Ka1", "b2 e3"), ["Ka1xf2(b2,e3)", "Ka1xg1(b2,e3)"]);
    let free = Variant { go_on: false, ..Variant::russian() };
    let all = from(&free, "Ka1", "b2 e3");
    assert!(all.contains(&"Ka1xc3(b2)".to_owned()) && all.contains(&"Ka1xg1(b2,e3)".to_owned()), "{all:?}");
}

#[test]
fn victims_stay_until_the_end_and_block() {
    let chain = from(&Variant::russian(), "a1", "b2 d4 f4");
    assert_eq!(chain, ["a1xg3(b2,d4,f4)"]);
    // A piece is jumped once only: round the square and to the start again.
    assert_eq!(from(&Variant::russian(), "e1", "d2 d4 f2 f4"), ["e1xe1(d2,f2,d4,f4)"]);
}

#[test]
fn a_prohibition_may_ask_what_was_taken_last() {
    let mut rules = checkers(&Variant::russian());
    // Whose last victim is a king has to end beside the cell on which it stood.
    let beside = Cond::Walks(CellRef::Var(1), dirs(&DIAGONAL), pattern([one(Set::One(CellRef::LastVictim))]));
    let when = Cond::And(vec![Cond::LastVictimIs(1 << KING), Cond::Not(Box::new(beside))]);
    let capture = rules.actions.iter_mut().find(|a| a.name == "capture").expect("it captures");
    let forbid = Term::Forbid { clause: ClauseId(4), when, unless: Cond::Const(false) };
    capture.term = seq([capture.term.clone(), forbid]);
    let game = game(rules);
    let from = |white, black| legal(&position(&game, 0, white, black));
    assert_eq!(from("Ka1", "Kc3"), ["Ka1xd4(c3)"]);
    assert_eq!(from("Ka1", "c3").len(), 5);
    // First a king, then a man; first a man, then a king.
    assert_eq!(from("Ka1", "Kb2 e5"), ["Ka1xf6(b2,e5)", "Ka1xg7(b2,e5)", "Ka1xh8(b2,e5)"]);
    assert_eq!(from("Ka1", "b2 Ke5"), ["Ka1xf6(b2,e5)"]);
    // Who takes nothing has no last victim.
    assert_eq!(from("Ka1", "Kc7").len(), 7);
}

#[test]
fn the_start_cell_is_empty_during_the_chain() {
    let routes = position(&game(checkers(&Variant::russian())), 0, "e1", "d2 d4 f2 f4").legal();
    assert_eq!((routes.len(), routes[0].routes), (1, 2));
    assert_eq!(routes[0].via.len(), 2);
}

#[test]
fn promotion_at_once_goes_on_with_the_new_kind() {
    assert_eq!(from(&Variant::russian(), "d6", "e7 c5 g7"), ["Kd6xh6(e7,g7)", "d6xb4(c5)"]);
    let at_end = Variant { promotion: Promotion::AtEnd, ..Variant::russian() };
    assert_eq!(from(&at_end, "d6", "e7 c5"), ["Kd6xf8(e7)", "d6xb4(c5)"]);
    let stop = Variant { promotion: Promotion::AndStop, ..Variant::russian() };
    assert_eq!(from(&stop, "d6", "e7 g7"), ["Kd6xf8(e7)"]);
}

#[test]
fn promotion_at_the_end_only_where_the_chain_ends() {
    let at_end = Variant { promotion: Promotion::AtEnd, ..Variant::russian() };
    assert_eq!(from(&at_end, "d6", "e7 g7"), ["d6xh6(e7,g7)"]);
}

#[test]
fn preference_compares_whole_chains_of_all_pieces() {
    let most = Variant { prefer: Variant::international().prefer, ..Variant::russian() };
    assert_eq!(from(&most, "a1 h4", "b2 d4 g5"), ["a1xe5(b2,d4)"]);
    assert_eq!(from(&Variant::russian(), "a1 h4", "b2 d4 g5").len(), 2);
}

#[test]
fn turning_back_can_be_left_out() {
    let turkish = Variant { at_once: true, ..Variant::russian() };
    // The victim has gone, so that the way back would be open but for the direction.
    assert_eq!(from(&turkish, "Kc3", "e5 b2"), ["Kc3xf6(e5)", "Kc3xg7(e5)", "Kc3xh8(e5)", "Kc3xa1(b2)"].sorted());
}

trait Sorted {
    fn sorted(self) -> Vec<String>;
}

impl<const N: usize> Sorted for [&str; N] {
    fn sorted(self) -> Vec<String> {
        let mut all = self.map(str::to_owned).to_vec();
        all.sort();
        all
    }
}

#[test]
fn routes_are_directions_and_victims_with_the_last_cell() {
    // Two intermediate landing cells from which the same victim is taken in the same direction are one route.
    let position = position(&game(checkers(&Variant::russian())), 0, "Ka1", "b2 g7");
    let legal = position.legal();
    assert_eq!((legal.len(), legal[0].routes), (1, 1));
    assert!(legal[0].via.len() > 1);
    assert_eq!(position.perft(1, Count { routes: true, turns: false }), 1);
}

#[test]
fn a_dense_board_neither_overflows_nor_repeats() {
    let all = from(&Variant::russian(), "Ka1 Kc1 e1", "b2 d2 f2 b4 d4 f4 b6 d6 f6");
    let mut once = all.clone();
    once.dedup();
    assert_eq!(all, once);
    assert!(!all.is_empty());
}

#[test]
fn why_a_capture_is_not_legal() {
    let game = game(checkers(&Variant::russian()));
    let short = position(&game, 0, "Ka1", "b2 e3");
    let (a1, c3) = (game.rules().board.cell("a1"), game.rules().board.cell("c3"));
    let reasons = why_not(&short, &|a| a.from == a1 && a.to == c3);
    assert!(matches!(&reasons[..], [Reason::MustGoOn { longer: Some(_), .. }]), "{reasons:?}");
    let quiet = position(&game, 0, "Ka1 h2", "b2 e3");
    let h2 = game.rules().board.cell("h2");
    let reasons = why_not(&quiet, &|a| a.from == h2);
    assert!(matches!(&reasons[..], [Reason::Priority { .. }]), "{reasons:?}");
    assert!(forbidden(&quiet).is_empty());
    let reasons = why_not(&quiet, &|a| a.from == c3);
    assert_eq!(reasons, [Reason::NoAction]);
}

#[test]
fn why_another_capture_is_better() {
    let most = Variant { prefer: Variant::international().prefer, ..Variant::russian() };
    let game = game(checkers(&most));
    let position = position(&game, 0, "a1 h4", "b2 d4 g5");
    let h4 = game.rules().board.cell("h4");
    let reasons = why_not(&position, &|a| a.from == h4 && !a.victims.is_empty());
    assert!(matches!(&reasons[..], [Reason::Worse { key: 0, .. }]), "{reasons:?}");
}
