//! Sessions: actions and turns played, taken back and played again, and cells picked on the board.

use std::sync::Arc;

use rulebook_api::{Game, position_text, record::Problem};
use rulebook_play::{Choice, Opponent, Random, Session};

fn game(name: &str) -> Arc<dyn Game> {
    Arc::from((rulebook_games::find(name).expect("it is bundled").start)(&[]))
}

fn played(name: &str, moves: &str) -> Session {
    let mut session = Session::new(game(name));
    for text in moves.split_whitespace() {
        session.play_text(text).expect("it is legal");
    }
    session
}

fn shown(session: &Session) -> String {
    position_text::print(session.names(), &session.position().setup())
}

#[test]
fn long_games_are_taken_back_and_played_again_action_by_action() {
    for name in ["nine-mens-morris", "reversi", "russian"] {
        let mut session = Session::new(game(name));
        let mut random = Random::new(3);
        let mut seen = vec![(shown(&session), session.position().clocks())];
        while seen.len() < 90 {
            let Some(action) = random.choose(session.position(), &mut || true) else { break };
            session.play(&action).expect("it is legal");
            seen.push((shown(&session), session.position().clocks()));
        }
        let length = seen.len() - 1;
        assert!(length > 40, "{name}");
        for back in (0..length).rev() {
            assert!(session.undo());
            assert_eq!((shown(&session), session.position().clocks()), seen[back], "{name}, {back}");
        }
        assert!(!session.undo());
        for (forth, there) in seen.iter().enumerate().skip(1) {
            assert!(session.redo());
            assert_eq!((&shown(&session), &session.position().clocks()), (&there.0, &there.1), "{name}, {forth}");
        }
        assert!(!session.redo());
        while session.undo_turn() {}
        assert_eq!(shown(&session), seen[0].0);
        while session.redo_turn() {}
        assert_eq!(shown(&session), seen[length].0);
        assert_eq!(session.len(), length);
    }
}

#[test]
fn a_turn_of_several_actions_is_one_turn() {
    let mut session = played("nine-mens-morris", "a1 b2 d1 f2 g1");
    assert_eq!(session.to_move(), 0, "the turn goes on");
    assert_eq!(session.step(), (5, Some("remove")));
    assert!(!session.turns().last().expect("a turn").complete);
    session.play_text("-b2").expect("it is legal");
    let last = session.turns().pop().expect("a turn");
    assert_eq!((last.player, last.actions, last.complete), (0, vec!["g1".into(), "-b2".into()], true));
    assert!(session.undo_turn());
    assert_eq!(session.text(), "a1 b2 d1 f2");
    assert!(session.redo_turn());
    assert_eq!(session.text(), "a1 b2 d1 f2 g1 -b2");
    assert!(session.undo());
    assert!(session.redo_turn());
    assert_eq!(session.len(), 6);
}

#[test]
fn what_is_refused_changes_nothing() {
    let mut session = played("connect-four", "a1 a2");
    let before = shown(&session);
    let refused = session.play_text("a5").expect_err("it would hang in the air");
    assert_eq!((refused.problem, refused.ply), (Problem::Illegal, 3));
    assert_eq!(session.play_text("z9").expect_err("no cell").problem, Problem::Unreadable);
    assert_eq!(session.play_text("").expect_err("nothing").problem, Problem::Unreadable);
    assert_eq!((shown(&session), session.len()), (before, 2));
    assert!(session.undo());
    session.play_text("b1").expect("it is legal");
    assert!(!session.redo(), "another game goes on from here");
}

#[test]
fn nothing_is_played_after_the_end() {
    let mut session = played("connect-four", "a1 b1 a2 b2 a3 b3 a4");
    assert!(session.status().is_over());
    assert!(session.legal().is_empty());
    assert_eq!(session.play_text("c1").expect_err("it is over").problem, Problem::Over);
    assert!(session.undo());
    assert!(!session.status().is_over());
    assert_eq!(session.again().len(), 0);
}

#[test]
fn cells_are_picked_one_after_the_other() {
    let session = played("russian", "");
    let (names, legal) = (session.names(), session.legal());
    let cell = |name: &str| names.cell(name).expect("a cell");
    let mut choice = Choice::default();
    let listed = |cells: Vec<u16>| cells.into_iter().map(|c| names.cell_name(c)).collect::<Vec<_>>();
    assert_eq!(listed(choice.next(names, &legal)), ["a3", "c3", "e3", "g3"]);
    assert!(!choice.pick(names, &legal, cell("d4")));
    assert!(choice.pick(names, &legal, cell("a3")));
    assert!(choice.meant(names, &legal).is_empty());
    assert!(choice.pick(names, &legal, cell("c3")), "another piece");
    assert_eq!(listed(choice.next(names, &legal)), ["b4", "d4"]);
    assert!(choice.pick(names, &legal, cell("d4")));
    assert_eq!(choice.meant(names, &legal).len(), 1);
    assert!(choice.pick(names, &legal, cell("d4")), "unpicked");
    assert_eq!(choice.picked(), [cell("c3")]);
}

#[test]
fn cells_of_a_set_are_picked_in_any_order() {
    let mut session = played("connect6", "k10");
    let names = session.names().clone();
    let cell = |name: &str| names.cell(name).expect("a cell");
    let legal = session.legal();
    let mut choice = Choice::default();
    assert!(choice.pick(&names, &legal, cell("k12")));
    assert!(choice.pick(&names, &legal, cell("a1")));
    let meant: Vec<_> = choice.meant(&names, &legal).into_iter().cloned().collect();
    assert_eq!(meant.len(), 1);
    session.play(&meant[0]).expect("it is legal");
    assert_eq!(session.actions().last(), Some("a1+k12"));
}
