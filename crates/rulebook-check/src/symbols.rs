//! The tables of names of a game, and what an unknown name is told.

use rulebook_diagnostics::{Code, Diagnostic, Span, nearest};
use rulebook_ir::rules::{Kind, OptionRule, Param};
use rulebook_ir::{Board, Cell, Set};
use rulebook_syntax::ast;

use crate::clauses::Clauses;
use crate::context::Scope;
use crate::lets::LetInfo;
use crate::settings::list;

/// A player and where he looks.
#[derive(Clone, Debug)]
pub(crate) struct PlayerInfo {
    pub(crate) name: ast::Name,
    pub(crate) facing: Option<Facing>,
}

/// Where a player looks: the step of his rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Facing {
    North,
    East,
    South,
    West,
}

/// A clock's name and what must be known before it is elaborated.
#[derive(Clone, Debug)]
pub(crate) struct ClockInfo {
    pub(crate) name: String,
    pub(crate) per_player: bool,
    pub(crate) per_piece: bool,
    /// It counts unqualified plies, so that `each` means something.
    pub(crate) plain_plies: bool,
}

/// Everything that names can refer to, and the mistakes found so far.
#[derive(Debug)]
pub(crate) struct World<'a> {
    pub(crate) diagnostics: &'a mut Vec<Diagnostic>,
    /// Where mistakes go once there are too many of them.
    pub(crate) spare: Diagnostic,
    pub(crate) game: ast::Name,
    pub(crate) params: Vec<Param>,
    pub(crate) options: Vec<OptionRule>,
    pub(crate) board: Board,
    pub(crate) players: Vec<PlayerInfo>,
    /// The names of the strong and the weak side.
    pub(crate) sides: Option<(String, String)>,
    pub(crate) kinds: Vec<Kind>,
    pub(crate) regions: Vec<(String, Set)>,
    pub(crate) lets: Vec<LetInfo>,
    pub(crate) action_names: Vec<String>,
    pub(crate) clocks: Vec<ClockInfo>,
    pub(crate) marks: Vec<String>,
    pub(crate) reasons: Vec<String>,
    pub(crate) clauses: Clauses,
}

/// Most mistakes that are noted of one game; nobody reads more.
const MAX_DIAGNOSTICS: usize = 500;

/// Words that mean something by themselves wherever a set, a number or a player is wanted.
pub const BUILT_IN: [&str; 26] = [
    "own",
    "enemy",
    "empty",
    "edge",
    "here",
    "piece",
    "mover",
    "next",
    "either",
    "victims",
    "victim",
    "stock",
    "turns",
    "actions",
    "orthogonal",
    "diagonal",
    "forward",
    "backward",
    "sideways",
    "any",
    "all",
    "direction",
    "directions",
    "anywhere",
    "position",
    "its",
];

impl World<'_> {
    pub(crate) fn error(&mut self, code: &'static str, span: Span, message: impl Into<String>) -> &mut Diagnostic {
        self.push(Diagnostic::error(Code(code), span, message))
    }

    pub(crate) fn warn(&mut self, code: &'static str, span: Span, message: impl Into<String>) -> &mut Diagnostic {
        self.push(Diagnostic::warning(Code(code), span, message))
    }

    fn push(&mut self, diagnostic: Diagnostic) -> &mut Diagnostic {
        if self.diagnostics.len() >= MAX_DIAGNOSTICS {
            self.spare = diagnostic;
            return &mut self.spare;
        }
        self.diagnostics.push(diagnostic);
        let last = self.diagnostics.len() - 1;
        &mut self.diagnostics[last]
    }

    /// Says so where something counted is asked of a set-up, in which nothing has been counted.
    pub(crate) fn needs_counting(&mut self, what: &str, span: Span, scope: &Scope) {
        if scope.uncounted {
            let text = format!("`{what}` is counted while a game is played, and a set-up is judged by its board alone");
            self.error("R0312", span, text).help = Some("say by pieces and cells what is refused".into());
        }
    }

    /// Says so where a prohibition asks whether any piece's clock has come so far.
    pub(crate) fn needs_one_board(&mut self, what: &str, span: Span, scope: &Scope) {
        if scope.forbids {
            let text = format!(
                "`{what}` asks the clocks of all pieces, and here the piece that acts has moved on while its clock has not"
            );
            self.error("R0312", span, text).help =
                Some("ask the clock of the piece that acts: `its CLOCK >= n`, with the clock's name".into());
        }
    }

    /// Says that a name is unknown, and offers the nearest of those that would fit.
    pub(crate) fn unknown(&mut self, what: &str, name: &str, span: Span, fitting: &[String]) {
        if self.diagnostics.len() >= MAX_DIAGNOSTICS {
            return;
        }
        let near = nearest(name, fitting.iter().map(String::as_str)).map(str::to_owned);
        let wrong = self.error("R0201", span, format!("there is no {what} `{name}`"));
        match near {
            Some(near) => {
                wrong.help = Some(format!("did you mean `{near}`?"));
                wrong.fix = Some(rulebook_diagnostics::Fix { span, text: near });
            }
            None if !fitting.is_empty() && fitting.len() <= 12 => {
                wrong.help = Some(format!("there is {}", list(fitting)));
            }
            None => {}
        }
    }

    pub(crate) fn kind(&self, word: &str) -> Option<u8> {
        self.kinds.iter().position(|k| k.name == word || k.plural == word).map(|i| i as u8)
    }

    /// A kind that has to exist.
    pub(crate) fn kind_or_error(&mut self, name: &ast::Name) -> Option<u8> {
        let found = self.kind(&name.text);
        if found.is_none() {
            let kinds: Vec<String> = self.kinds.iter().map(|k| k.name.clone()).collect();
            self.unknown("kind of piece", &name.text, name.span, &kinds);
        }
        found
    }

    pub(crate) fn all_kinds(&self) -> u32 {
        self.kinds.iter().enumerate().fold(0, |bits, (i, _)| bits | 1 << i)
    }

    pub(crate) fn player(&self, word: &str) -> Option<u8> {
        self.players.iter().position(|p| p.name.text == word).map(|i| i as u8)
    }

    pub(crate) fn action(&self, word: &str) -> Option<u8> {
        self.action_names.iter().position(|a| a == word).map(|i| i as u8)
    }

    pub(crate) fn action_or_error(&mut self, name: &ast::Name) -> Option<u8> {
        let found = self.action(&name.text);
        if found.is_none() {
            let names = self.action_names.clone();
            self.unknown("action", &name.text, name.span, &names);
        }
        found
    }

    pub(crate) fn param(&self, word: &str) -> Option<&Param> {
        self.params.iter().find(|p| p.name == word)
    }

    pub(crate) fn reason(&mut self, name: &str) -> u8 {
        if let Some(i) = self.reasons.iter().position(|r| r == name) {
            return i as u8;
        }
        self.reasons.push(name.to_owned());
        self.reasons.len() as u8 - 1
    }

    pub(crate) fn mark(&mut self, name: &str) -> u8 {
        if let Some(i) = self.marks.iter().position(|m| m == name) {
            return i as u8;
        }
        self.marks.push(name.to_owned());
        self.marks.len() as u8 - 1
    }

    /// The cell of that name; else says where the name points to instead.
    pub(crate) fn cell_or_error(&mut self, name: &str, span: Span) -> Option<Cell> {
        let found = self.board.cell(name);
        if found.is_none() {
            let near: Vec<String> = match crate::geometry::position_of(name) {
                Some((c, r)) => {
                    let mut cells: Vec<_> = self.board.cells.iter().collect();
                    cells.sort_by_key(|x| x.column.abs_diff(c).max(x.row.abs_diff(r)));
                    cells.iter().take(3).map(|c| c.name.clone()).collect()
                }
                None => self.board.cells.iter().take(3).map(|c| c.name.clone()).collect(),
            };
            let wrong = self.error("R0401", span, format!("`{name}` is not a cell of this board"));
            wrong.help = Some(format!("cells are named like {}", list(&near)));
        }
        found
    }

    /// All names that could stand where a set of cells is wanted.
    pub(crate) fn set_words(&self, scope: &Scope) -> Vec<String> {
        let mut words: Vec<String> = ["own", "enemy", "empty", "edge", "here", "piece"].map(str::to_owned).to_vec();
        words.extend(scope.cells.iter().map(|c| c.0.clone()));
        words.extend(scope.lines.iter().map(|c| c.0.clone()));
        words.extend(scope.groups.iter().map(|c| c.0.clone()));
        words.extend(self.players.iter().map(|p| p.name.text.clone()));
        if let Some((strong, weak)) = &self.sides {
            words.extend([strong.clone(), weak.clone()]);
        }
        words.extend(self.kinds.iter().flat_map(|k| [k.name.clone(), k.plural.clone()]));
        words.extend(self.regions.iter().map(|r| r.0.clone()));
        words.extend(self.lets.iter().map(|l| l.name.text.clone()));
        words
    }
}
