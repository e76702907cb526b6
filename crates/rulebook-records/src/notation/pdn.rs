//! What the tags of PDN say of a game: its board, who begins, and from which corner cells are numbered.
//!
//! A `GameType` is a number, or the number with all that it stands for: `20`, `21,B,8,8,N1,0`. Corners are told from
//! the seat of who begins, White's being the south.

use rulebook_api::Vocabulary;

use crate::Record;

/// What a record says of the board it was played on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameType {
    /// Its number.
    pub number: u32,
    /// Does White begin?
    pub white_begins: bool,
    /// Columns and rows.
    pub board: (u16, u16),
    /// Are all cells played on, not only those of one colour?
    pub all_cells: bool,
    /// The corner of the first cell, if cells are numbered: from the north, from the west.
    pub corner: Option<(bool, bool)>,
}

/// Numbers with what they stand for: does White begin, columns, rows, all cells, how cells are called.
const TYPES: [(u32, &str, bool); 14] = [
    (20, "W,10,10,N2", false),
    (21, "B,8,8,N1", false),
    (22, "W,8,8,N2", false),
    (23, "B,8,8,N1", false),
    (24, "W,8,8,N1", false),
    (25, "W,8,8,A0", false),
    (26, "W,8,8,A0", false),
    (27, "W,12,12,N2", false),
    (28, "W,8,8,N1", false),
    (29, "W,8,8,A0", false),
    (30, "W,8,8,A0", true),
    (31, "B,8,8,N2", false),
    (40, "W,10,10,N2", false),
    (41, "W,10,8,A0", false),
];

impl GameType {
    /// The type of that number.
    pub fn numbered(number: u32) -> Option<Self> {
        let (_, details, all_cells) = TYPES.iter().find(|(known, ..)| *known == number)?;
        Self::detailed(number, details, *all_cells)
    }

    /// What a record says; `None` if it says nothing.
    ///
    /// # Errors
    /// If its tag cannot be read, or has a number that says nothing on its own.
    pub fn of(record: &Record) -> Option<Result<Self, String>> {
        let text = record.get("GameType")?.trim();
        if text.is_empty() || text == "?" {
            return None;
        }
        let (number, details) = text.split_once(',').map_or((text, None), |(number, details)| (number, Some(details)));
        let Ok(number) = number.trim().parse::<u32>() else {
            return Some(Err(format!(
                "its GameType `{text}` is not a number, perhaps with details, as in `20,W,10,10,N2,0`"
            )));
        };
        let known = Self::numbered(number);
        let found = match details {
            None => known,
            Some(details) => Self::detailed(number, details, known.is_some_and(|k| k.all_cells)),
        };
        Some(found.ok_or_else(|| match details {
            None => format!("its GameType is {number}, of which no board is known here"),
            Some(_) => format!("the details of its GameType `{text}` cannot be read; they look like `20,W,10,10,N2,0`"),
        }))
    }

    /// Reads `W,10,10,N2` and what may follow.
    fn detailed(number: u32, details: &str, all_cells: bool) -> Option<Self> {
        let mut parts = details.split(',').map(str::trim);
        let white_begins = match parts.next()? {
            "W" => true,
            "B" => false,
            _ => return None,
        };
        let mut side = || parts.next()?.parse::<u16>().ok().filter(|n| (1..=1024).contains(n));
        let board = (side()?, side()?);
        let corner = match parts.next() {
            None => None,
            Some(notation) => {
                let from = match notation.get(1..)? {
                    "0" => (false, true),
                    "1" => (false, false),
                    "2" => (true, true),
                    "3" => (true, false),
                    _ => return None,
                };
                let (north, west) = if white_begins { from } else { (!from.0, !from.1) };
                notation.starts_with('N').then_some((north, west))
            }
        };
        Some(Self { number, white_begins, board, all_cells, corner })
    }

    /// Why this is not the game of these names; `None` if it may be.
    pub fn differs(&self, names: &Vocabulary) -> Option<String> {
        let (width, height) = self.board;
        let all = usize::from(width) * usize::from(height);
        let cells = if self.all_cells { all } else { all / 2 };
        if names.cells.len() != cells {
            let here = names.cells.len();
            let number = self.number;
            return Some(format!(
                "it is of GameType {number}: {cells} cells are played on, not {here} as in `{}`",
                names.game
            ));
        }
        let first = names.players.first().and_then(|p| p.chars().next());
        let begins = if self.white_begins { 'w' } else { 'b' };
        let other = if self.white_begins { 'b' } else { 'w' };
        if first == Some(other) {
            let who = if begins == 'w' { "White" } else { "Black" };
            return Some(format!(
                "it is of GameType {}, in which {who} begins, not as in `{}`",
                self.number, names.game
            ));
        }
        None
    }

    /// The number of a cell counted from the north-west, as the field's numbers of a game are.
    fn usual_number(&self, number: u16) -> Option<u16> {
        let (north, west) = self.corner?;
        let (width, height) = self.board;
        let row_length = if self.all_cells { width } else { width / 2 };
        let index = number.checked_sub(1)?;
        let (row, place) = (index.checked_div(row_length)?, index.checked_rem(row_length)?);
        let row = if north { row } else { height.checked_sub(row + 1)? };
        let place = if west { place } else { row_length - place - 1 };
        row.checked_mul(row_length)?.checked_add(place + 1)
    }

    /// Are cells numbered as the game of these names is used to, so that nothing has to be put into its words?
    pub fn as_usual(&self, names: &Vocabulary) -> bool {
        let numbers = names.cells.iter().filter_map(|c| c.number);
        self.corner.is_none()
            || numbers
                .clone()
                .all(|n| self.name_of(names, n).is_none_or(|name| names.cell(name) == names.cell(&n.to_string())))
    }

    /// The name of the cell that this type gives a number.
    fn name_of<'a>(&self, names: &'a Vocabulary, number: u16) -> Option<&'a str> {
        let number = self.usual_number(number)?;
        names.cells.iter().find(|c| c.number == Some(number)).map(|c| c.name.as_str())
    }

    /// A move text with the names of the game in the place of this type's numbers.
    pub fn with_names(&self, names: &Vocabulary, text: &str) -> String {
        let mut written = String::new();
        let mut rest = text;
        while let Some(first) = rest.chars().next() {
            let digits = rest.trim_start_matches(|c: char| c.is_ascii_digit());
            let length = rest.len() - digits.len();
            let (token, after) = rest.split_at_checked(length.max(first.len_utf8())).unwrap_or((rest, ""));
            // Digits behind a letter are a row: that is a name already.
            let row = written.ends_with(|c: char| c.is_ascii_lowercase() && c != 'x');
            let name = token.parse().ok().filter(|_| !row && length > 0).and_then(|n| self.name_of(names, n));
            written.push_str(name.unwrap_or(token));
            rest = after;
        }
        written
    }

    /// A position in the field's form (`W:W31-50:B1-20`) with the names of the game in the place of this type's numbers.
    /// A text of another form stays as it is.
    pub fn position_with_names(&self, names: &Vocabulary, text: &str) -> String {
        let mut sections = text.split(':');
        let to_move = sections.next().unwrap_or("");
        if to_move.trim().len() != 1 || !to_move.trim().bytes().all(|b| b.is_ascii_uppercase()) {
            return text.to_owned();
        }
        let sections = sections.map(|section| {
            let section = section.trim();
            let (letter, list) = section.split_at_checked(1).unwrap_or(("", section));
            let counter = matches!(letter, "H" | "F") && list.bytes().all(|b| b.is_ascii_digit());
            let items =
                list.split(',').map(|item| if counter { item.to_owned() } else { self.item_with_names(names, item) });
            format!("{letter}{}", items.collect::<Vec<_>>().join(","))
        });
        std::iter::once(to_move.to_owned()).chain(sections).collect::<Vec<_>>().join(":")
    }

    /// A cell or a range, which is written out: as names its cells need not follow each other.
    fn item_with_names(&self, names: &Vocabulary, item: &str) -> String {
        let item = item.trim();
        let kind = item.trim_end_matches(|c: char| c.is_ascii_digit() || c == '-' || c == '.');
        let range = item.get(kind.len()..).and_then(|r| r.trim_end_matches('.').split_once('-'));
        let range = range.and_then(|(first, last)| Some((first.parse::<u16>().ok()?, last.parse::<u16>().ok()?)));
        match range.filter(|(first, last)| first <= last && last - first < 1024) {
            None => self.with_names(names, item),
            Some((first, last)) => {
                let cells = (first..=last).map(|n| format!("{kind}{}", self.with_names(names, &n.to_string())));
                cells.collect::<Vec<_>>().join(",")
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use rulebook_api::{CellName, Vocabulary};

    use super::GameType;
    use crate::Record;

    /// Names of a checkered board of 8 x 8, whose south-west cell is played on.
    fn names(players: [&str; 2]) -> Vocabulary {
        let mut cells = Vec::new();
        for row in 0..8_u16 {
            for column in (0..8_u16).filter(|c| (c + row) % 2 == 0) {
                let name = format!("{}{}", char::from(b'a' + column as u8), row + 1);
                cells.push(CellName { name, number: Some((7 - row) * 4 + column / 2 + 1) });
            }
        }
        Vocabulary { game: "here".into(), players: players.map(String::from).into(), cells, ..Vocabulary::default() }
    }

    fn of(text: &str) -> GameType {
        let mut record = Record::default();
        record.tag("GameType", text);
        GameType::of(&record).expect("a type").expect("that can be read")
    }

    #[test]
    fn a_number_stands_for_all_details() {
        assert_eq!(of("21"), of("21,B,8,8,N1,0"));
        assert_eq!(of("20"), of("20, W, 10, 10, N2, 0"));
        let cannot = |text: &str| {
            let mut record = Record::default();
            record.tag("GameType", text);
            GameType::of(&record).expect("a type").expect_err("it says nothing")
        };
        assert!(cannot("99").contains("99"), "{}", cannot("99"));
        for wrong in ["x", "20,", "20,W,10", "20,G,10,10,N2", "20,W,10,10,N7", "20,W,0,10,N2", "20,W,10,10,é"] {
            cannot(wrong);
        }
        assert_eq!(of("99,W,8,8,A0").board, (8, 8));
    }

    #[test]
    fn boards_and_who_begins_tell_games_apart() {
        let (white, black) = (names(["white", "black"]), names(["black", "white"]));
        assert_eq!(of("25").differs(&white), None);
        assert_eq!(of("21").differs(&black), None);
        assert!(of("21").differs(&white).is_some_and(|why| why.contains("Black begins")));
        assert!(of("25").differs(&black).is_some_and(|why| why.contains("White begins")));
        assert!(of("20").differs(&white).is_some_and(|why| why.contains("50 cells")));
        assert!(of("30").differs(&white).is_some_and(|why| why.contains("64 cells")));
    }

    #[test]
    fn numbers_count_from_the_corner_that_the_type_says() {
        let names = names(["white", "black"]);
        // From the north-west: as usual.
        assert!(of("22").as_usual(&names) && of("25").as_usual(&names));
        // Black's south-east is the north-west.
        assert!(of("21").as_usual(&names));
        let turned = of("24");
        assert!(!turned.as_usual(&names));
        // From White's south-east: 1 is what usually is 32, g1.
        assert_eq!(turned.with_names(&names, "1-5x32"), "g1-h2xb8");
        assert_eq!(turned.with_names(&names, "c3-d4"), "c3-d4");
        assert_eq!(turned.with_names(&names, "1-99"), "g1-99");
        assert_eq!(turned.position_with_names(&names, "W:W1-3,K4:BK30-31.:H0:F12"), "W:Wg1,e1,c1,Ka1:BKf8,Kd8:H0:F12");
        assert_eq!(turned.position_with_names(&names, "white: white=1"), "white: white=1");
        // From the south-west, along the rows.
        let south = of("99,W,8,8,N0");
        assert_eq!(south.with_names(&names, "1-8-32"), "a1-h2-h8");
    }
}
