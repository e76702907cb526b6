//! What is read in the words of claims.

mod support;

use rulebook_docs::{
    Book, Language,
    language::Unit,
    phrase::{Nouns, quantities},
};
use support::Games;

#[test]
fn quantities_have_their_units() {
    let games = Games::bundled();
    let book = Book::new(&games).expect("games");
    let russian = book.rules("russian").expect("a game");
    let read = |language, text: &str| -> Vec<(u32, Option<Unit>)> {
        quantities(language, &Nouns::of(russian, language), text).into_iter().map(|q| (q.value, q.unit)).collect()
    };
    let (en, es) = (Language::En, Language::Es);
    let pieces = Some(Unit::Pieces);
    assert_eq!(read(en, "four or five pieces"), [(4, pieces), (5, pieces)]);
    assert_eq!(read(es, "dos o tres piezas"), [(2, pieces), (3, pieces)]);
    assert_eq!(read(en, "20 moves of each player"), [(20, Some(Unit::MovesEach))]);
    assert_eq!(read(es, "veinte jugadas solo de dama por bando"), [(20, Some(Unit::MovesEach))]);
    assert_eq!(read(en, "its 15th move"), [(15, Some(Unit::Moves))]);
    assert_eq!(read(es, "su 15.ª jugada"), [(15, Some(Unit::Moves))]);
    assert_eq!(read(es, "la tercera vez"), [(3, Some(Unit::Times))]);
    assert_eq!(read(en, "ten plies"), [(10, Some(Unit::Plies))]);
    assert_eq!(read(en, "exactly five"), [(5, None)]);
    assert_eq!(read(en, "a three. The row goes on"), [(3, None)]);
}
