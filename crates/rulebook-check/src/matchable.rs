//! Patterns that fit nowhere on the board, whatever stands on it.
//!
//! Of a cell only that is asked which the board alone decides; where pieces decide, it is taken to be possible. So a
//! pattern that is reported really never matches.

use rulebook_diagnostics::Span;
use rulebook_ir::{Cell, Dirs, Item, Num, Pattern, Repeat, Set, Test};
use rulebook_syntax::ast;

use crate::symbols::World;

/// Along what a pattern is matched.
#[derive(Debug)]
pub(crate) enum Tracks<'d> {
    /// Laid on lines.
    Lines,
    /// Walked from any cell; a piece that lands needs a cell at the end.
    Walks { dirs: &'d Dirs, lands: bool },
}

/// A row of cells, with the edge at its end (and, laid, at its beginning).
type Row = Vec<Option<Cell>>;

impl World<'_> {
    /// Warns of a pattern that can never match, at the item at which it fails.
    pub(crate) fn check_matches(&mut self, written: &ast::Pattern, pattern: &Pattern, tracks: &Tracks<'_>) {
        let lands = matches!(tracks, Tracks::Walks { lands: true, .. });
        let mut farthest = 0;
        for viewer in 0..self.players.len().max(1) as u8 {
            for row in self.rows(tracks, viewer) {
                let laid = matches!(tracks, Tracks::Lines);
                let starts = if laid { row.len() } else { 1 };
                for start in 0..starts {
                    match self.reach(pattern, &row[start..], viewer, lands) {
                        None => return,
                        Some(item) => farthest = farthest.max(item),
                    }
                }
            }
        }
        self.report(written, pattern, farthest, tracks);
    }

    fn report(&mut self, written: &ast::Pattern, pattern: &Pattern, farthest: usize, tracks: &Tracks<'_>) {
        let lands = matches!(tracks, Tracks::Walks { lands: true, .. });
        let Some(span) = written.items.get(farthest).map(item_span) else { return };
        let behind_edge = farthest > 0 && only_edge(&pattern.items[farthest - 1]);
        let longest = self.board.lines.iter().map(|l| l.cells.len()).max().unwrap_or(0);
        let (text, help) = if lands && farthest + 1 == pattern.items.len() && only_edge(&pattern.items[farthest]) {
            ("a piece cannot land on the edge, so this never matches", "end the pattern with a cell".to_owned())
        } else if behind_edge {
            ("behind the edge comes nothing, so this never matches", "let the pattern end with `edge`".to_owned())
        } else if !self.possible(&pattern.items[farthest]) {
            ("no cell of this board can ever be this", "see whether the words exclude each other".to_owned())
        } else if self.has_room(pattern, tracks) {
            let help = "look at which cells the words mean, and which way is walked".to_owned();
            ("such cells never follow one another here, so this never matches", help)
        } else {
            (
                "no line of this board has room for this, so the pattern never matches",
                format!("the longest line has {longest} cells"),
            )
        };
        self.warn("R0504", span, text).help = Some(help);
    }

    /// Is some row long enough for the pattern, whatever its cells are?
    fn has_room(&self, pattern: &Pattern, tracks: &Tracks<'_>) -> bool {
        let least: usize = pattern.items.iter().map(|item| self.lengths(item).0).fold(0, usize::saturating_add);
        let longest = |viewer| self.rows(tracks, viewer).map(|row| row.iter().flatten().count()).max().unwrap_or(0);
        (0..self.players.len().max(1) as u8).any(|viewer| longest(viewer) >= least)
    }

    /// Can some cell, or the edge, be what the item wants?
    fn possible(&self, item: &Item) -> bool {
        let cells = || (0..self.board.len() as Cell).map(Some).chain([None]);
        (0..self.players.len().max(1) as u8).any(|viewer| cells().any(|cell| fits(item, cell, viewer)))
    }

    /// All rows along which a pattern could be matched.
    fn rows<'r>(&'r self, tracks: &'r Tracks<'_>, viewer: u8) -> Box<dyn Iterator<Item = Row> + 'r> {
        match tracks {
            Tracks::Lines => Box::new(self.board.lines.iter().flat_map(|line| {
                let forth: Row =
                    std::iter::once(None).chain(line.cells.iter().copied().map(Some)).chain([None]).collect();
                let back = forth.iter().rev().copied().collect();
                [forth, back]
            })),
            Tracks::Walks { dirs, .. } if dirs.anywhere => {
                Box::new((0..self.board.len() as Cell).map(|to| vec![Some(to)]))
            }
            Tracks::Walks { dirs, .. } => {
                let along = dirs.per_player.get(usize::from(viewer)).map_or(&[][..], Vec::as_slice);
                let starts = (0..self.board.len() as Cell).flat_map(|from| along.iter().map(move |&dir| (from, dir)));
                Box::new(starts.map(|(from, dir)| {
                    let ahead = &self.board.neighbours[usize::from(dir)];
                    let next = |&at: &Cell| ahead[usize::from(at)].filter(|&to| to != from);
                    let walked = std::iter::successors(next(&from), next).take(self.board.len());
                    walked.map(Some).chain([None]).collect()
                }))
            }
        }
    }

    /// Nothing if the pattern can match from the beginning of the row; else the item that it never got past.
    fn reach(&self, pattern: &Pattern, row: &[Option<Cell>], viewer: u8, lands: bool) -> Option<usize> {
        let mut places = vec![false; row.len() + 1];
        places[0] = true;
        for (i, item) in pattern.items.iter().enumerate() {
            let last = lands && i + 1 == pattern.items.len();
            let (fewest, most) = self.lengths(item);
            let mut after = vec![false; row.len() + 1];
            for start in (0..places.len()).filter(|&p| places[p]) {
                let mut count = 0;
                loop {
                    let landed = !last || (start + count > 0 && row[start + count - 1].is_some());
                    if count >= fewest && count <= most && landed {
                        after[start + count] = true;
                    }
                    if count >= most || start + count >= row.len() || !fits(item, row[start + count], viewer) {
                        break;
                    }
                    count += 1;
                }
            }
            if !after.contains(&true) {
                return Some(i);
            }
            places = after;
        }
        None
    }

    /// How many cells an item covers at least and at most.
    fn lengths(&self, item: &Item) -> (usize, usize) {
        let most = self.board.len() + 2;
        match item {
            Item::Cells { repeat: Repeat::Plus, .. } => (1, most),
            Item::Cells { repeat: Repeat::Exactly(Num::Int(n)), .. } => {
                let n = usize::try_from(*n).unwrap_or(0);
                (n, n)
            }
            Item::Cells { repeat: Repeat::Star | Repeat::Exactly(_), .. } => (0, most),
            Item::Mix(parts) => {
                let n = parts.iter().map(|(n, _)| *n as usize).fold(0, usize::saturating_add);
                (n, n)
            }
        }
    }
}

/// Could the cell, or the edge, be what the item wants?
fn fits(item: &Item, cell: Option<Cell>, viewer: u8) -> bool {
    let test = |t: &Test| match cell {
        Some(cell) => may_hold(&t.set, cell, viewer),
        None => t.edge,
    };
    match item {
        Item::Cells { alternatives, .. } => alternatives.iter().any(|a| test(&a.test)),
        Item::Mix(parts) => parts.iter().any(|(_, t)| test(t)),
    }
}

fn item_span(item: &ast::Item) -> Span {
    match item {
        ast::Item::Mix { span, .. } | ast::Item::Seen { span, .. } => *span,
    }
}

/// Nothing but the edge matches it.
fn only_edge(item: &Item) -> bool {
    match item {
        Item::Cells { alternatives, .. } => {
            alternatives.iter().all(|a| a.test.edge && matches!(&a.test.set, Set::Const(cells) if cells.is_empty()))
        }
        Item::Mix(_) => false,
    }
}

/// Could the cell be in the set, as far as the board alone says?
pub(crate) fn may_hold(set: &Set, cell: Cell, viewer: u8) -> bool {
    match set {
        Set::Const(cells) => cells.contains(cell),
        Set::Seen(seen) => seen.get(usize::from(viewer)).is_some_and(|cells| cells.contains(cell)),
        Set::And(all) => all.iter().all(|s| may_hold(s, cell, viewer)) && !contradictory(all),
        Set::Or(all) => all.iter().any(|s| may_hold(s, cell, viewer)),
        Set::Not(inner) => match inner.as_ref() {
            Set::Const(cells) => !cells.contains(cell),
            Set::Seen(seen) => !seen.get(usize::from(viewer)).is_some_and(|cells| cells.contains(cell)),
            _ => true,
        },
        _ => true,
    }
}

/// Do some of these exclude each other on every cell?
fn contradictory(all: &[Set]) -> bool {
    let occupied = |s: &Set| matches!(s, Set::Occupied | Set::OwnedBy(_) | Set::Enemies | Set::Kinds(_));
    let kinds = all.iter().filter_map(|s| if let Set::Kinds(k) = s { Some(*k) } else { None });
    let exclusive = kinds.reduce(|a, b| a & b) == Some(0);
    let has = |set: &Set| all.contains(set);
    let own_enemy = has(&Set::OwnedBy(rulebook_ir::Who::Me)) && has(&Set::Enemies);
    exclusive || own_enemy || (has(&Set::Empty) && all.iter().any(occupied))
}
