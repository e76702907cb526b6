//! Puts a game together: material first, then names, then everything that is said with them.

use rulebook_diagnostics::{Code, Diagnostic, Label, Span, nearest};
use rulebook_ir::rules::{Kind, OptionRule, Param, ParamValue, Player};
use rulebook_ir::{Board, Rules, Set, Texts};
use rulebook_syntax::ast::{self, Clause, ClauseBody, GridShape, Word};

use crate::clauses::Clauses;
use crate::context::{Scope, View};
use crate::geometry::{self, MAX_CELLS, MAX_COLUMNS, Numbering, Pattern};
use crate::inherit::Merged;
use crate::symbols::{BUILT_IN, Facing, PlayerInfo, World};
use crate::{actions, clocks, lets, settings, texts};

/// Most kinds of pieces, players, definitions and clauses.
const MAX_KINDS: usize = 30;
const MAX_PLAYERS: usize = 8;
const MAX_DEFINITIONS: usize = 256;
const MAX_CLAUSES: usize = 2000;

/// Most pieces of a stock.
const MAX_STOCK: i64 = 1_000_000;

/// Most clocks, actions, options, readings of one option, and reasons.
const MAX_NAMES: usize = 250;

pub(crate) fn elaborate(
    merged: &Merged,
    asked: &[(String, String)],
    syntax_errors: bool,
    diagnostics: &mut Vec<Diagnostic>,
) -> Option<Rules> {
    let params = settings::params(merged, asked, diagnostics);
    // Without a clause that could not be parsed, names would seem unknown: say so only if all was parsed.
    missing(merged, syntax_errors, diagnostics);
    if too_many(merged, diagnostics) {
        return None;
    }
    let board = board(merged, &params, diagnostics)?;
    let mut world = World {
        spare: Diagnostic::error(Code("R0402"), merged.name.span, ""),
        game: merged.name.clone(),
        params,
        options: Vec::new(),
        board,
        players: Vec::new(),
        sides: None,
        kinds: Vec::new(),
        regions: Vec::new(),
        lets: Vec::new(),
        action_names: actions::names(merged),
        clocks: clocks::collect(merged),
        marks: Vec::new(),
        reasons: Vec::new(),
        clauses: Clauses { game: merged.name.text.clone(), list: Vec::new() },
        diagnostics,
    };
    world.pieces_and_players(merged);
    world.lets = lets::collect(merged, world.sides.as_ref(), &world.clocks);
    world.collisions();
    world.regions(merged);
    let setup = world.setup(merged);
    let results = world.results(merged);
    let turns = world.turns(merged);
    let refusals = world.refusals(merged);
    let foul = world.foul(merged);
    let actions = world.actions(merged);
    let clocks = world.clocks(merged);
    let defs = world.defs();
    let always = world.always(merged);
    world.check_termination(&defs);
    world.check_results(merged, &results, &clocks, &actions, &turns, &defs);
    world.check_kinds(merged, &setup, &actions);
    let players = world.players.iter().map(|p| Player { name: p.name.text.clone(), title: Texts::default() }).collect();
    let regions = world
        .regions
        .iter()
        .filter_map(|(n, s)| if let Set::Const(c) = s { Some((n.clone(), c.clone())) } else { None })
        .collect();
    let mut rules = Rules {
        name: merged.name.text.clone(),
        family: merged.family.clone(),
        title: Texts::default(),
        language: merged.language,
        documents: Vec::new(),
        params: world.params,
        options: world.options,
        board: world.board,
        regions,
        players,
        kinds: world.kinds,
        setup,
        marks: world.marks,
        defs,
        actions,
        turns,
        foul,
        clocks,
        results,
        wins_first: true,
        refusals,
        always,
        reasons: world.reasons.into_iter().map(|r| (r, Texts::default())).collect(),
        clauses: world.clauses.list,
    };
    texts::attach(&mut rules, merged, diagnostics);
    Some(rules)
}

/// A game needs these; a family may leave them out.
fn missing(merged: &Merged, syntax_errors: bool, diagnostics: &mut Vec<Diagnostic>) {
    if syntax_errors {
        return;
    }
    let has = |f: &dyn Fn(&ClauseBody) -> bool| merged.clauses.iter().any(|c| f(&c.body));
    let wanted: [(&str, &str, bool); 4] = [
        ("board", "board 8 x 8", has(&|b| matches!(b, ClauseBody::Board(_)))),
        ("players", "players white, black", has(&|b| matches!(b, ClauseBody::Players(_)))),
        ("piece", "piece stone", has(&|b| matches!(b, ClauseBody::Piece(_)))),
        ("turn", "turn: place", has(&|b| matches!(b, ClauseBody::Turn { .. }))),
    ];
    for (what, example, there) in wanted {
        if !there {
            diagnostics.push(
                Diagnostic::error(Code("R0210"), merged.name.span, format!("`{}` has no `{what}`", merged.name.text))
                    .help(format!("add a clause such as `{example}`")),
            );
        }
    }
}

/// A game that no person wrote is refused before it is looked at closely.
fn too_many(merged: &Merged, diagnostics: &mut Vec<Diagnostic>) -> bool {
    let count = |f: &dyn Fn(&ClauseBody) -> bool| merged.clauses.iter().filter(|c| f(&c.body)).count();
    let readings = |c: &ClauseBody| if let ClauseBody::Option { readings, .. } = c { readings.len() } else { 0 };
    let mut reasons: Vec<&str> = merged.clauses.iter().flat_map(|c| crate::clauses::reasons(&c.body)).collect();
    reasons.sort_unstable();
    reasons.dedup();
    let most_readings = merged.clauses.iter().map(|c| readings(&c.body)).max().unwrap_or(0);
    let clauses = [
        ("definitions", count(&|c| matches!(c, ClauseBody::Let { .. })), MAX_DEFINITIONS),
        ("clauses", merged.clauses.len(), MAX_CLAUSES),
        ("clocks", count(&|c| matches!(c, ClauseBody::Clock(_))), MAX_NAMES),
        ("actions", actions::names(merged).len(), MAX_NAMES),
        ("options", count(&|c| matches!(c, ClauseBody::Option { .. })), MAX_NAMES),
        ("readings of one option", most_readings, MAX_NAMES),
        ("reasons", reasons.len(), MAX_NAMES),
    ];
    for (what, count, most) in clauses {
        if count > most {
            diagnostics.push(
                Diagnostic::error(
                    Code("R0402"),
                    merged.name.span,
                    format!("`{}` has {count} {what}", merged.name.text),
                )
                .label("too large")
                .help(format!("a game has at most {most} {what}")),
            );
            return true;
        }
    }
    false
}

fn size(word: &Word, params: &[Param], diagnostics: &mut Vec<Diagnostic>) -> Option<u16> {
    let (value, span) = match word {
        Word::Int(i) => (Some(i.value), i.span),
        Word::Name(name) => {
            if let Some(Param { value: ParamValue::Int(n), .. }) = params.iter().find(|p| p.name == name.text) {
                (Some(*n), name.span)
            } else {
                let near = nearest(&name.text, params.iter().map(|p| p.name.as_str()));
                let wrong = Diagnostic::error(
                    Code("R0201"),
                    name.span,
                    format!("there is no parameter `{}` that is a number", name.text),
                );
                diagnostics.push(match near {
                    Some(near) => wrong.help(format!("did you mean `{near}`?")).fix(name.span, near),
                    None => wrong.help(format!("write a number, or declare it: `param {} = 8`", name.text)),
                });
                (None, name.span)
            }
        }
    };
    let value = value?;
    if value == 0 || value as usize > MAX_CELLS {
        diagnostics.push(
            Diagnostic::error(Code("R0402"), span, format!("a board cannot be {value} cells wide or high"))
                .label(if value == 0 { "no cell at all" } else { "too large" })
                .help(format!("a board has at least one cell and at most {MAX_CELLS} in all")),
        );
        return None;
    }
    Some(value as u16)
}

fn board(merged: &Merged, params: &[Param], diagnostics: &mut Vec<Diagnostic>) -> Option<Board> {
    let mut numbering: Numbering = None;
    let mut found = None;
    for clause in &merged.clauses {
        match &clause.body {
            ClauseBody::Board(board) => found = Some(board),
            ClauseBody::Cells { numbered_from: Some((vertical, horizontal)), .. } => {
                for (word, fitting) in [(vertical, ["top", "bottom"]), (horizontal, ["left", "right"])] {
                    if !fitting.contains(&word.text.as_str()) {
                        diagnostics.push(
                            Diagnostic::error(Code("R0201"), word.span, format!("`{}` is no corner", word.text)).help(
                                format!("write `{}` or `{}`, as in `numbered from top left`", fitting[0], fitting[1]),
                            ),
                        );
                    }
                }
                numbering = Some((vertical.text != "bottom", horizontal.text != "right"));
            }
            _ => {}
        }
    }
    match found? {
        ast::Board::Graph { axes, span } => geometry::graph(axes, *span, diagnostics),
        ast::Board::Grid { width, height, shape, span } => {
            let (width, height) = (size(width, params, diagnostics), size(height, params, diagnostics));
            let (width, height) = (width?, height?);
            if usize::from(width) * usize::from(height) > MAX_CELLS {
                geometry::too_large(usize::from(width) * usize::from(height), *span, diagnostics);
                return None;
            }
            if width > MAX_COLUMNS {
                diagnostics.push(
                    Diagnostic::error(Code("R0402"), *span, format!("this board has {width} columns"))
                        .label("too wide")
                        .help(format!("columns are named by one or two letters, so there are at most {MAX_COLUMNS}")),
                );
                return None;
            }
            let pattern = match shape {
                GridShape::Square => Pattern::Square,
                GridShape::Hexagonal => Pattern::Hexagonal,
                GridShape::Checkered { from } => {
                    if let Some((c, r)) = geometry::position_of(&from.text).filter(|(c, r)| *c < width && *r < height) {
                        Pattern::Checkered((c + r) % 2)
                    } else {
                        diagnostics.push(
                            Diagnostic::error(
                                Code("R0401"),
                                from.span,
                                format!("`{}` is not a cell of a board of {width} x {height}", from.text),
                            )
                            .help("name a cell whose colour is played on, such as `a1` or `b1`"),
                        );
                        return None;
                    }
                }
            };
            Some(geometry::grid(width, height, pattern, numbering))
        }
    }
}

impl World<'_> {
    /// Players, sides, kinds, options, and the clauses that say them.
    fn pieces_and_players(&mut self, merged: &Merged) {
        let mut sides_at = None;
        for Clause { assume, span, body } in &merged.clauses {
            let path = match body {
                ClauseBody::Board(_) => "board".to_owned(),
                ClauseBody::Cells { .. } => "cells".to_owned(),
                ClauseBody::Param { name, .. } => format!("param.{}", name.text),
                ClauseBody::Players(players) => {
                    self.take_players(players);
                    "players".to_owned()
                }
                ClauseBody::Sides { strong, weak } => {
                    self.sides = Some((strong.text.clone(), weak.text.clone()));
                    sides_at = Some(strong.span.to(weak.span));
                    "sides".to_owned()
                }
                ClauseBody::Piece(piece) => format!("piece.{}", piece.name.text),
                ClauseBody::Option { name, readings } => {
                    let clause = self.clauses.id(&name.text, *span, *assume);
                    self.check_readings(name, readings);
                    let readings = readings.iter().map(|r| r.text.clone()).collect();
                    self.options.push(OptionRule { name: name.text.clone(), readings, clause });
                    continue;
                }
                _ => continue,
            };
            self.clauses.id(&path, *span, *assume);
        }
        if let Some(span) = sides_at.filter(|_| self.players.len() != 2 && !self.players.is_empty()) {
            let count = self.players.len();
            self.error("R0304", span, format!("sides are told apart only between two players; here are {count}"));
        }
        for clause in &merged.clauses {
            if let ClauseBody::Piece(piece) = &clause.body {
                self.take_kind(piece);
            }
        }
    }

    /// An option asks something: it has two readings, and no two are the same.
    fn check_readings(&mut self, name: &ast::Name, readings: &[ast::Name]) {
        if let [only] = readings {
            self.error(
                "R0704",
                name.span,
                format!("`{}` has only one reading, so there is nothing to choose", name.text),
            )
            .help = Some(format!("name the other: `option {} is {} or …`", name.text, only.text));
        }
        for (i, reading) in readings.iter().enumerate() {
            if let Some(first) = readings[..i].iter().find(|r| r.text == reading.text) {
                self.error("R0203", reading.span, format!("`{}` has the reading `{}` twice", name.text, reading.text))
                    .secondary
                    .push(Label { span: first.span, text: "first here".into() });
            }
        }
    }

    fn take_players(&mut self, players: &[(ast::Name, Option<ast::Name>)]) {
        if let Some((name, _)) = players.get(MAX_PLAYERS) {
            let count = players.len();
            self.error("R0402", name.span, format!("these are {count} players")).help =
                Some(format!("a game has at most {MAX_PLAYERS} players"));
        }
        for (name, facing) in players.iter().take(MAX_PLAYERS) {
            let looks = match facing.as_ref().map(|f| (f.text.as_str(), f.span)) {
                Some(("north", _)) => Some(Facing::North),
                Some(("east", _)) => Some(Facing::East),
                Some(("south", _)) => Some(Facing::South),
                Some(("west", _)) => Some(Facing::West),
                Some((other, at)) => {
                    self.unknown(
                        "direction to face:",
                        other,
                        at,
                        &["north", "east", "south", "west"].map(str::to_owned),
                    );
                    None
                }
                None => None,
            };
            if self.player(&name.text).is_some() {
                self.error("R0203", name.span, format!("there are two players `{}`", name.text));
            }
            self.players.push(PlayerInfo { name: name.clone(), facing: looks });
        }
    }

    fn take_kind(&mut self, piece: &ast::Piece) {
        let nobody = Scope::new(View::Nobody);
        let numbers = piece.numbered.as_ref().map(|range| {
            let (from, to) = self.constant_range(range, &nobody);
            if from < 1 || to > 255 {
                self.error("R0310", range.span, "numbers on pieces go from 1 to 255 at most");
            }
            (u8::try_from(from).unwrap_or(1).max(1), u8::try_from(to).unwrap_or(u8::MAX).max(1))
        });
        let stock = piece.stock.as_ref().map(|(count, each)| {
            let n = self.constant(count, &nobody);
            if *each && numbers.is_none() {
                self.error("R0310", count.span, "`each` is said of numbers, and these pieces have none").help =
                    Some("take out `each`, or add `numbered 1..n`".into());
            }
            if n < 1 {
                self.error("R0311", count.span, "a stock of none is no stock");
            }
            if n > MAX_STOCK {
                self.error("R0402", count.span, format!("a stock of {n} is too large")).help =
                    Some(format!("a stock has at most {MAX_STOCK} pieces; without `stock` there is no limit"));
            }
            (u32::try_from(n).unwrap_or(0), *each)
        });
        if self.kinds.len() >= MAX_KINDS {
            self.error("R0402", piece.name.span, format!("a game has at most {MAX_KINDS} kinds of pieces"));
            return;
        }
        let letter = match &piece.letter {
            Some(letter) => {
                let mut chars = letter.text.chars();
                match (chars.next(), chars.next()) {
                    (Some(c), None) if c.is_ascii_uppercase() => Some(c),
                    _ => {
                        self.error("R0310", letter.span, "a kind's letter is one capital letter").help =
                            Some("write for example `letter K`".into());
                        None
                    }
                }
            }
            None => None,
        };
        if letter.is_none() && !self.kinds.is_empty() && self.kinds.iter().any(|k| k.letter.is_none()) {
            self.error(
                "R0310",
                piece.name.span,
                format!("position text cannot tell `{}` from the first kind", piece.name.text),
            )
            .help = Some(format!(
                "give it a letter: `piece {} letter {}`",
                piece.name.text,
                piece.name.text.chars().next().unwrap_or('X').to_ascii_uppercase()
            ));
        }
        let plural = piece.plural.as_ref().map_or_else(|| format!("{}s", piece.name.text), |p| p.text.clone());
        self.kinds.push(Kind {
            name: piece.name.text.clone(),
            plural,
            title: Texts::default(),
            letter,
            numbers,
            stock,
        });
    }

    /// One name, one thing.
    fn collisions(&mut self) {
        let mut known: Vec<(String, &str, Option<Span>)> =
            BUILT_IN.iter().map(|w| ((*w).to_owned(), "a word of the language", None)).collect();
        let mut named: Vec<(String, &str, Option<Span>)> = Vec::new();
        named.extend(self.players.iter().map(|p| (p.name.text.clone(), "a player", Some(p.name.span))));
        if let Some((strong, weak)) = &self.sides {
            named.extend([(strong.clone(), "a side", None), (weak.clone(), "a side", None)]);
        }
        named.extend(self.kinds.iter().map(|k| (k.name.clone(), "a kind of piece", None)));
        named.extend(self.lets.iter().map(|l| (l.name.text.clone(), "a definition", Some(l.name.span))));
        named.extend(self.clocks.iter().map(|c| (c.name.clone(), "a clock", None)));
        named.extend(self.params.iter().map(|p| (p.name.clone(), "a parameter", None)));
        named.extend(self.options.iter().map(|o| (o.name.clone(), "an option", None)));
        for (name, what, span) in named {
            if let Some((_, other, first)) = known.iter().find(|k| k.0 == name) {
                if *other == what {
                    // Said already: there are two of them.
                    continue;
                }
                let (other, first) = ((*other).to_owned(), *first);
                let at = span.or(first).unwrap_or(self.game.span);
                self.error("R0203", at, format!("`{name}` is {what} and {other}")).help =
                    Some("one name means one thing: rename one of them".into());
                continue;
            }
            known.push((name, what, span));
        }
    }

    fn regions(&mut self, merged: &Merged) {
        for Clause { assume, span, body } in &merged.clauses {
            let ClauseBody::Region { name, set } = body else { continue };
            self.clauses.id(&format!("region.{}", name.text), *span, *assume);
            let cells = self.set(set, &Scope::new(View::Nobody));
            if matches!(&cells, Set::Const(c) if c.is_empty()) {
                self.warn("R0308", set.span, format!("the region `{}` has no cells", name.text));
            }
            if !matches!(cells, Set::Const(_) | Set::Seen(_)) {
                self.error("R0301", set.span, "a region depends on the board alone, not on pieces").help =
                    Some("write rows, columns, cells, or a diagonal".into());
                let nothing = self.nothing();
                self.regions.push((name.text.clone(), nothing));
                continue;
            }
            self.regions.push((name.text.clone(), cells));
        }
    }
}
