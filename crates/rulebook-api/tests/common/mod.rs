//! Vocabularies made by hand: a checkered board with clocks, and a board with numbered pieces and a long turn.

use rulebook_api::{ActionName, CellName, ClockCopies, ClockName, KindName, Notation, Vocabulary};

fn kind(name: &str, letter: Option<char>, numbers: Option<(u8, u8)>) -> KindName {
    KindName { name: name.into(), letter, numbers }
}

fn action(name: &str, notation: Notation) -> ActionName {
    ActionName { name: name.into(), notation }
}

fn clock(name: &str, copies: ClockCopies) -> ClockName {
    ClockName { name: name.into(), copies }
}

/// 8x8, only the colour of a1, numbered 1 to 32 from the top left.
pub(crate) fn checkered() -> Vocabulary {
    let mut cells = Vec::new();
    for row in 0..8_u16 {
        for column in (0..8_u16).filter(|c| (c + row) % 2 == 0) {
            let letter = char::from(b'a' + column as u8);
            cells.push(CellName { name: format!("{letter}{}", row + 1), number: Some((7 - row) * 4 + column / 2 + 1) });
        }
    }
    Vocabulary {
        game: "checkered".into(),
        players: vec!["white".into(), "black".into()],
        kinds: vec![kind("man", None, None), kind("king", Some('K'), None)],
        cells,
        actions: vec![action("capture", Notation::Walk), action("move", Notation::Walk)],
        clocks: vec![
            clock("five", ClockCopies::One),
            clock("fifteen", ClockCopies::PerPlayer),
            clock("tired", ClockCopies::PerPiece),
        ],
        turns: vec![(1, None, vec!["capture".into()])],
        ..Vocabulary::default()
    }
}

/// 8x8, numbered pieces, a removal and two placements a turn.
pub(crate) fn numbered() -> Vocabulary {
    let cells = (0..64_u8).map(|i| {
        let letter = char::from(b'a' + i % 8);
        CellName { name: format!("{letter}{}", i / 8 + 1), number: None }
    });
    Vocabulary {
        game: "numbered".into(),
        players: vec!["blue".into(), "red".into()],
        kinds: vec![kind("tile", None, Some((1, 8)))],
        cells: cells.collect(),
        actions: vec![
            action("remove", Notation::Remove),
            action("place", Notation::Place),
            action("pass", Notation::Pass),
        ],
        turns: vec![
            (1, Some(1), vec!["place".into(), "place".into()]),
            (2, None, vec!["remove".into(), "place".into(), "place".into()]),
        ],
        ..Vocabulary::default()
    }
}
