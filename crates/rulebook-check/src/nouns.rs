//! Noun phrases: words side by side narrow, `or` widens, `not` excludes.

use rulebook_diagnostics::Span;
use rulebook_ir::{CellRef, CellSet, Set, Test, Who};
use rulebook_syntax::ast::{self, On, Phrase, PhraseWord, PhraseWordKind, Word};

use crate::context::{Scope, View};
use crate::fold::{and_sets, or_sets};
use crate::lets::LetKind;
use crate::symbols::{Facing, World};

/// What a word of a phrase means.
pub(crate) enum Meaning {
    /// Cells, and whether the edge belongs to them.
    Cells(Set, bool),
    /// A definition.
    Let(usize),
}

impl World<'_> {
    /// A set of cells; mistakes give the empty set.
    pub(crate) fn set(&mut self, set: &ast::Set, scope: &Scope) -> Set {
        let sets = set.phrases.iter().map(|p| self.phrase_set(p, scope)).collect();
        or_sets(sets)
    }

    /// A set of cells said by one phrase; the edge is no cell.
    pub(crate) fn phrase_set(&mut self, phrase: &Phrase, scope: &Scope) -> Set {
        self.phrase_test(phrase, scope).set
    }

    /// What a pattern looks for.
    pub(crate) fn phrase_test(&mut self, phrase: &Phrase, scope: &Scope) -> Test {
        let inner = match &phrase.of {
            Some(_) => scope.with_view(View::Own),
            None => scope.clone(),
        };
        let mut edge = true;
        let mut sets = Vec::new();
        for word in &phrase.words {
            let Some(meaning) = self.meaning(word, &inner) else { continue };
            let (set, on_edge) = match meaning {
                Meaning::Cells(set, on_edge) => (set, on_edge),
                Meaning::Let(index) => (self.let_set(index, phrase, word, &inner), false),
            };
            edge &= on_edge != word.not;
            sets.push(if word.not { Set::Not(Box::new(set)) } else { set });
        }
        match &phrase.on {
            Some(On::Line(span)) => {
                if !scope.walked {
                    self.error("R0301", *span, "`on line` means the line walked on, and nothing is walked here").help =
                        Some(
                            "it may stand in the count of a walked pattern, like `[(count piece on line) empty]`"
                                .into(),
                        );
                }
                sets.push(Set::LineWalked);
                edge = false;
            }
            Some(On::Words(words)) => {
                let on = Phrase { words: words.clone(), of: None, at: None, on: None, span: phrase.span };
                sets.push(self.phrase_set(&on, scope));
                edge = false;
            }
            None => {}
        }
        if sets.is_empty() {
            edge = false;
        }
        let mut set = and_sets(sets);
        if let Some(of) = &phrase.of
            && let Some(who) = self.who(&of.text, of.span, scope)
        {
            set = Set::For(who, Box::new(set));
        }
        Test { set, edge }
    }

    /// What a word means where cells are wanted; says so if nothing.
    fn meaning(&mut self, word: &PhraseWord, scope: &Scope) -> Option<Meaning> {
        let cells = |set| Some(Meaning::Cells(set, false));
        match &word.kind {
            PhraseWordKind::Piece => cells(unspent(Set::Occupied, scope)),
            PhraseWordKind::LastVictim => {
                self.needs_deed(word.span, scope).then_some(Meaning::Cells(Set::One(CellRef::LastVictim), false))
            }
            PhraseWordKind::Edge { last, count } => {
                let count = count.as_deref().map_or(1, |e| self.constant(e, scope));
                cells(self.edge_rows(*last, count, word.span))
            }
            PhraseWordKind::Rows(range) => {
                let (from, to) = self.constant_range(range, scope);
                cells(self.where_cell(|_, row| (from..=to).contains(&(i64::from(row) + 1))))
            }
            PhraseWordKind::Columns(range) => {
                let from = self.column(&range.from, scope);
                let to = range.to.as_ref().map_or(from, |to| self.column(to, scope));
                cells(self.where_cell(|column, _| (from..=to).contains(&(i64::from(column) + 1))))
            }
            PhraseWordKind::DiagonalFrom(corner) => cells(self.diagonal_from(corner, word.span)),
            PhraseWordKind::Name(name) => self.name_meaning(name, word.span, scope),
        }
    }

    fn name_meaning(&mut self, name: &str, span: Span, scope: &Scope) -> Option<Meaning> {
        let cells = |set| Some(Meaning::Cells(set, false));
        if let Some(cell) = scope.cell(name) {
            return cells(Set::One(cell));
        }
        if let Some(line) = scope.line(name) {
            return cells(Set::LineOf(line));
        }
        if let Some(group) = scope.group(name) {
            return cells(Set::Group(group));
        }
        match name {
            "empty" => return cells(Set::Empty),
            "edge" => return Some(Meaning::Cells(Set::Const(CellSet::new(self.board.len())), true)),
            "here" => {
                let Some(here) = scope.here else {
                    self.error("R0301", span, "nothing has been acted on, so there is no `here`");
                    return None;
                };
                return cells(Set::One(here));
            }
            "own" => {
                self.needs_view(View::Own, name, span, scope);
                return cells(unspent(Set::OwnedBy(Who::Me), scope));
            }
            "enemy" => {
                self.needs_view(View::Own, name, span, scope);
                return cells(unspent(Set::Enemies, scope));
            }
            "mover" => return cells(Set::OwnedBy(Who::Mover)),
            "next" => return cells(Set::OwnedBy(Who::Next)),
            "victim" | "victims" => {
                self.error("R0301", span, "the victims are counted, not found on the board").help = Some(
                    "write `count victims`, `count victim KIND`, or `last victim` for the cell of the last one".into(),
                );
                return None;
            }
            _ => {}
        }
        if let Some((strong, weak)) = &self.sides {
            let who = if name == strong {
                Some(Who::Me)
            } else if name == weak {
                Some(Who::Enemy)
            } else {
                None
            };
            if let Some(who) = who {
                self.needs_view(View::Roles, name, span, scope);
                return cells(Set::OwnedBy(who));
            }
        }
        if let Some(player) = self.player(name) {
            return cells(unspent(Set::OwnedBy(Who::Player(player)), scope));
        }
        if let Some(kind) = self.kind(name) {
            // The only kind there is says no more than "piece".
            let set = if self.kinds.len() == 1 { Set::Occupied } else { Set::Kinds(1 << kind) };
            return cells(unspent(set, scope));
        }
        if let Some((_, set)) = self.regions.iter().find(|r| r.0 == name) {
            return cells(set.clone());
        }
        if let Some(index) = self.lets.iter().position(|l| l.name.text == name) {
            return Some(Meaning::Let(index));
        }
        if let Some(cell) = self.board.cell(name) {
            return cells(Set::Const(std::iter::once(cell).collect::<CellSet>().or(&CellSet::new(self.board.len()))));
        }
        if crate::geometry::position_of(name).is_some() {
            self.cell_or_error(name, span);
        } else if self.direction_words(name).is_some() {
            self.error("R0301", span, format!("`{name}` is a direction; a set of cells is wanted here"));
        } else if self.param(name).is_some() || self.clocks.iter().any(|c| c.name == name) {
            self.error("R0301", span, format!("`{name}` is a number; a set of cells is wanted here")).help =
                Some(format!("so many cells of a pattern are said in parentheses: `({name}) own`"));
        } else {
            let fitting = self.set_words(scope);
            self.unknown("piece, region or set", name, span, &fitting);
        }
        None
    }

    pub(crate) fn needs_view(&mut self, wanted: View, word: &str, span: Span, scope: &Scope) {
        let (strong, weak) = self.sides.clone().unwrap_or_else(|| ("strong".into(), "weak".into()));
        match (wanted, scope.view) {
            (_, View::Open) | (View::Own | View::Open | View::Nobody, View::Own) | (View::Roles, View::Roles) => {}
            (View::Roles, View::Own | View::Nobody) => {
                self.error("R0303", span, format!("nobody is {strong} here, so `{word}` means no one")).help =
                    Some(format!("close the condition: `some {strong}: …`, or use a clock `per {strong}`"));
            }
            (_, View::Roles) => {
                self.error(
                    "R0302",
                    span,
                    format!("`{word}` is said of a player who acts; here the sides are `{strong}` and `{weak}`"),
                )
                .help = Some(format!("write `{}`", if word == "own" { &strong } else { &weak }));
            }
            (_, View::Nobody) => {
                self.error("R0302", span, format!("nobody acts here, so `{word}` is no one's")).help =
                    Some("name the player, or say whose: `for white: …`, `of mover`, `some side: …`".into());
            }
        }
    }

    /// A player by role or name.
    pub(crate) fn who(&mut self, word: &str, span: Span, scope: &Scope) -> Option<Who> {
        let role = match word {
            "mover" => Some(Who::Mover),
            "next" => Some(Who::Next),
            "own" => {
                self.needs_view(View::Own, word, span, scope);
                Some(Who::Me)
            }
            "enemy" => {
                self.needs_view(View::Own, word, span, scope);
                Some(Who::Enemy)
            }
            _ => None,
        };
        if let Some(role) = role.or_else(|| self.player(word).map(Who::Player)) {
            return Some(role);
        }
        if let Some((strong, weak)) = self.sides.clone() {
            for (name, who) in [(strong, Who::Me), (weak, Who::Enemy)] {
                if word == name {
                    self.needs_view(View::Roles, word, span, scope);
                    return Some(who);
                }
            }
        }
        let mut fitting: Vec<String> = ["mover", "next", "own", "enemy"].map(str::to_owned).to_vec();
        fitting.extend(self.players.iter().map(|p| p.name.text.clone()));
        if let Some((strong, weak)) = &self.sides {
            fitting.extend([strong.clone(), weak.clone()]);
        }
        self.unknown("player", word, span, &fitting);
        None
    }

    /// A definition where a set is wanted: a set, or the cells for which a condition holds.
    fn let_set(&mut self, index: usize, phrase: &Phrase, word: &PhraseWord, scope: &Scope) -> Set {
        let info = &self.lets[index];
        let (def, kind, cell, name) = (info.def, info.kind, info.cell.is_some(), info.name.text.clone());
        self.check_let_view(index, word.span, scope);
        match kind {
            LetKind::Set => Set::Call(def),
            LetKind::Cond if cell && phrase.at.is_none() => Set::Where(def),
            LetKind::Cond | LetKind::Num => {
                let what = if kind == LetKind::Num { "a number" } else { "a condition" };
                self.error("R0301", word.span, format!("`{name}` is {what}; a set of cells is wanted here"));
                self.nothing()
            }
        }
    }

    pub(crate) fn nothing(&self) -> Set {
        Set::Const(CellSet::new(self.board.len()))
    }

    pub(crate) fn where_cell(&self, fits: impl Fn(u16, u16) -> bool) -> Set {
        Set::Const(self.cells_where(fits))
    }

    fn cells_where(&self, fits: impl Fn(u16, u16) -> bool) -> CellSet {
        let mut set = CellSet::new(self.board.len());
        for (i, cell) in self.board.cells.iter().enumerate() {
            if fits(cell.column, cell.row) {
                set.insert(i as u16);
            }
        }
        set
    }

    fn edge_rows(&mut self, last: bool, count: i64, span: Span) -> Set {
        if self.players.iter().any(|p| p.facing.is_none()) {
            self.error(
                "R0404",
                span,
                "rows are counted from a player's side, and it is not said where the players look",
            )
            .help = Some("write `players white facing north, black facing south`".into());
            return self.nothing();
        }
        let width = self.board.cells.iter().map(|c| c.column).max().unwrap_or(0);
        let height = self.board.cells.iter().map(|c| c.row).max().unwrap_or(0);
        let seen: Vec<CellSet> = self
            .players
            .iter()
            .map(|p| {
                self.cells_where(|c, r| {
                    let (at, end) = match p.facing {
                        Some(Facing::South) => (height - r, height),
                        Some(Facing::East) => (c, width),
                        Some(Facing::West) => (width - c, width),
                        Some(Facing::North) | None => (r, height),
                    };
                    i64::from(if last { end - at } else { at }) < count
                })
            })
            .collect();
        Set::Seen(seen)
    }

    fn diagonal_from(&mut self, corner: &Word, span: Span) -> Set {
        let (text, at) = match corner {
            Word::Int(i) => (i.value.to_string(), i.span),
            Word::Name(n) => (n.text.clone(), n.span),
        };
        let Some(cell) = self.cell_or_error(&text, at) else { return self.nothing() };
        let through = self.board.lines_through[usize::from(cell)].clone();
        let mut diagonals: Vec<CellSet> = Vec::new();
        for (line, _) in through {
            let line = &self.board.lines[usize::from(line)];
            let name = &self.board.directions[usize::from(line.forth)].name;
            if line.cells.len() > 1 && matches!(name.as_str(), "northeast" | "southeast" | "southwest" | "northwest") {
                diagonals.push(line.cells.iter().copied().collect());
            }
        }
        if diagonals.len() == 1 {
            return Set::Const(diagonals.remove(0).or(&CellSet::new(self.board.len())));
        }
        let count = diagonals.len();
        self.error("R0405", span, format!("{count} diagonals go through `{text}`")).help =
            Some("name a cell at the end of one diagonal: a corner".into());
        self.nothing()
    }

    /// A cell by variable, `here`, or name.
    pub(crate) fn cell_ref(&mut self, name: &ast::Name, scope: &Scope) -> CellRef {
        if let Some(cell) = scope.cell(&name.text) {
            return cell;
        }
        if name.text == "here"
            && let Some(here) = scope.here
        {
            return here;
        }
        if let Some(cell) = self.board.cell(&name.text) {
            return CellRef::Cell(cell);
        }
        let mut fitting: Vec<String> = scope.cells.iter().map(|c| c.0.clone()).collect();
        fitting.push("here".into());
        self.unknown("cell", &name.text, name.span, &fitting);
        CellRef::Cell(0)
    }
}

/// Victims that are still on the board are neither `own` nor `enemy`.
fn unspent(set: Set, scope: &Scope) -> Set {
    match scope.spent {
        Some(mark) => Set::And(vec![set, Set::Not(Box::new(Set::Marked(mark)))]),
        None => set,
    }
}
