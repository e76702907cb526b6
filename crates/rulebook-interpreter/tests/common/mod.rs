//! Rules written by hand, node by node, for tests of the interpreter alone.
#![expect(dead_code, reason = "each test file uses a part")]

use std::sync::Arc;

use rulebook_interpreter::{Interpreter, InterpreterPosition};
use rulebook_ir::{
    ActionKind, ActionRule, Alternative, Board, CellRef, CellSet, Clause, ClauseId, Cond, Dirs, Effect, Item, Kind,
    Line, Outcome, Pattern, Placement, Player, Repeat, ResultRule, Rules, Set, Shape, Step, Term, Test, Texts, Turn,
    Who,
    board::{CellInfo, Direction},
};

/// The eight directions in the order of [`grid`]: orthogonal ones first.
pub(crate) const NAMES: [&str; 8] =
    ["north", "east", "south", "west", "northeast", "southeast", "southwest", "northwest"];
pub(crate) const ORTHOGONAL: [u8; 4] = [0, 1, 2, 3];
pub(crate) const DIAGONAL: [u8; 4] = [4, 5, 6, 7];

/// A rectangle of cells; on a checkered one only those of the colour of a1, whose orthogonal neighbours are two away.
pub(crate) fn grid(width: u16, height: u16, checkered: bool) -> Board {
    let exists = |c: i32, r: i32| {
        (0..i32::from(width)).contains(&c) && (0..i32::from(height)).contains(&r) && (!checkered || (c + r) % 2 == 0)
    };
    let mut cells = Vec::new();
    for row in 0..height {
        for column in 0..width {
            if exists(i32::from(column), i32::from(row)) {
                let name = format!("{}{}", char::from(b'a' + column as u8), row + 1);
                cells.push(CellInfo { name, number: None, column, row });
            }
        }
    }
    let find =
        |c: i32, r: i32| cells.iter().position(|i| i32::from(i.column) == c && i32::from(i.row) == r).map(|i| i as u16);
    let steps = [(0, 1), (1, 0), (0, -1), (-1, 0), (1, 1), (1, -1), (-1, -1), (-1, 1)];
    let back = [2, 3, 0, 1, 6, 7, 4, 5];
    let mut neighbours = Vec::new();
    for (i, (dc, dr)) in steps.into_iter().enumerate() {
        let far = if checkered && i < 4 { 2 } else { 1 };
        let next = cells.iter().map(|c| find(i32::from(c.column) + dc * far, i32::from(c.row) + dr * far)).collect();
        neighbours.push(next);
    }
    let directions = NAMES.iter().zip(back).map(|(n, back)| Direction { name: (*n).to_owned(), back }).collect();
    let mut board = Board {
        shape: Shape::Grid { width, height, checkered },
        lines_through: vec![Vec::new(); cells.len()],
        cells,
        directions,
        neighbours,
        lines: Vec::new(),
    };
    for forth in [0u8, 1, 4, 5] {
        let back = board.directions[usize::from(forth)].back;
        for start in 0..board.len() as u16 {
            if board.next(start, back).is_none() {
                let on: Vec<u16> = std::iter::successors(Some(start), |&c| board.next(c, forth)).collect();
                for (i, &c) in on.iter().enumerate() {
                    board.lines_through[usize::from(c)].push((board.lines.len() as u16, i as u16));
                }
                board.lines.push(Line { forth, cells: on });
            }
        }
    }
    board
}

/// Rules with two players and the kinds `man` and `king`, without actions.
pub(crate) fn skeleton(board: Board) -> Rules {
    let player = |name: &str| Player { name: name.to_owned(), title: Texts::default() };
    Rules {
        name: "test".to_owned(),
        family: Vec::new(),
        title: Texts::default(),
        language: 1,
        documents: Vec::new(),
        params: Vec::new(),
        options: Vec::new(),
        board,
        regions: Vec::new(),
        players: vec![player("white"), player("black")],
        kinds: vec![common_kind("man"), Kind { letter: Some('K'), ..common_kind("king") }],
        setup: Vec::new(),
        marks: vec!["taken".to_owned(), "stopped".to_owned()],
        defs: Vec::new(),
        actions: Vec::new(),
        turns: Vec::new(),
        foul: None,
        clocks: Vec::new(),
        results: Vec::new(),
        wins_first: true,
        refusals: Vec::new(),
        always: Vec::new(),
        reasons: (0..16).map(|i| (format!("reason-{i}"), Texts::default())).collect(),
        clauses: (0..32).map(|i| clause(&format!("test.clause-{i}"))).collect(),
    }
}

/// A kind without letter, numbers or stock.
pub(crate) fn common_kind(name: &str) -> Kind {
    Kind {
        name: name.to_owned(),
        plural: format!("{name}s"),
        title: Texts::default(),
        letter: None,
        numbers: None,
        stock: None,
    }
}

fn clause(id: &str) -> Clause {
    Clause {
        id: id.to_owned(),
        span: rulebook_diagnostics::Span::default(),
        assumed: false,
        sources: Vec::new(),
        texts: Texts::default(),
        formerly: None,
        about: None,
    }
}

pub(crate) const MAN: u8 = 0;
pub(crate) const KING: u8 = 1;
pub(crate) const TAKEN: u8 = 0;
pub(crate) const STOPPED: u8 = 1;

pub(crate) fn own() -> Set {
    Set::OwnedBy(Who::Me)
}

pub(crate) fn and<const N: usize>(sets: [Set; N]) -> Set {
    Set::And(sets.into())
}

pub(crate) fn not(set: Set) -> Set {
    Set::Not(Box::new(set))
}

pub(crate) fn is_kind(kind: u8) -> Set {
    Set::Kinds(1 << kind)
}

/// Enemies that are not yet marked as taken.
pub(crate) fn victim() -> Set {
    and([Set::Enemies, not(Set::Marked(TAKEN))])
}

pub(crate) fn item(set: Set, effect: Option<Effect>, repeat: Repeat) -> Item {
    Item::Cells { alternatives: vec![Alternative { test: Test::cells(set), effect }], repeat }
}

pub(crate) fn one(set: Set) -> Item {
    item(set, None, Repeat::Exactly(rulebook_ir::Num::Int(1)))
}

pub(crate) fn take(set: Set) -> Item {
    item(set, Some(Effect::Take), Repeat::Exactly(rulebook_ir::Num::Int(1)))
}

pub(crate) fn star(set: Set) -> Item {
    item(set, None, Repeat::Star)
}

pub(crate) fn plus(set: Set) -> Item {
    item(set, None, Repeat::Plus)
}

pub(crate) fn pattern<const N: usize>(items: [Item; N]) -> Pattern {
    Pattern { items: items.into(), symmetric: false }
}

/// The same directions for both players.
pub(crate) fn dirs(all: &[u8]) -> Dirs {
    Dirs { per_player: vec![all.to_vec(), all.to_vec()], anywhere: false }
}

/// Forward diagonals, for a first player who faces north.
pub(crate) fn forward() -> Dirs {
    Dirs { per_player: vec![vec![4, 7], vec![5, 6]], anywhere: false }
}

pub(crate) fn seq<const N: usize>(terms: [Term; N]) -> Term {
    Term::Seq(terms.into())
}

pub(crate) fn pick_own(kinds: u32) -> Term {
    Term::Pick(0, and([own(), Set::Kinds(kinds)]))
}

pub(crate) fn action(name: &str, kind: ActionKind, term: Term) -> ActionRule {
    ActionRule {
        name: name.to_owned(),
        kind,
        clauses: vec![(0, ClauseId(0))],
        chain: Some(ClauseId(1)),
        term,
        prefer: Vec::new(),
        prefer_clause: None,
    }
}

pub(crate) fn decide(alternatives: &[&[u8]], times: u32) -> Step {
    Step::Act {
        alternatives: alternatives.iter().map(|a| a.to_vec()).collect(),
        times,
        together: false,
        when: Cond::Const(true),
    }
}

pub(crate) fn turn(steps: Vec<Step>) -> Turn {
    Turn { first: 1, last: None, steps, clause: ClauseId(2) }
}

pub(crate) fn result(outcome: Outcome, when: Cond, reason: u8) -> ResultRule {
    ResultRule {
        clause: ClauseId(10 + u16::from(reason)),
        outcome,
        when,
        reason,
        at_setup: false,
        claimable: Cond::Const(false),
    }
}

/// How victims and promotions go in [`checkers`].
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Promotion {
    AtEnd,
    AtOnce,
    AndStop,
}

/// What tells games of the family apart.
#[derive(Clone)]
pub(crate) struct Variant {
    pub(crate) size: u16,
    pub(crate) ranks: u16,
    pub(crate) man_captures: Dirs,
    pub(crate) flying: bool,
    pub(crate) promotion: Promotion,
    pub(crate) prefer: Vec<rulebook_ir::Key>,
    pub(crate) go_on: bool,
    pub(crate) at_once: bool,
}

impl Variant {
    pub(crate) fn russian() -> Self {
        Self {
            size: 8,
            ranks: 3,
            man_captures: dirs(&DIAGONAL),
            flying: true,
            promotion: Promotion::AtOnce,
            prefer: Vec::new(),
            go_on: true,
            at_once: false,
        }
    }

    pub(crate) fn international() -> Self {
        Self {
            size: 10,
            ranks: 4,
            promotion: Promotion::AtEnd,
            prefer: vec![rulebook_ir::Key::Most(rulebook_ir::Num::Victims(u32::MAX))],
            ..Self::russian()
        }
    }

    pub(crate) fn american() -> Self {
        Self { man_captures: forward(), flying: false, promotion: Promotion::AndStop, ..Self::russian() }
    }
}

/// A game of men and kings on a checkered board: capture else move; a player who cannot act has lost.
pub(crate) fn checkers(variant: &Variant) -> Rules {
    let mut rules = skeleton(grid(variant.size, variant.size, true));
    let board = &rules.board;
    let row = |r: u16| board.cells.iter().enumerate().filter(move |(_, c)| c.row == r).map(|(i, _)| i as u16);
    let last: Vec<CellSet> = vec![row(variant.size - 1).collect(), row(0).collect()];
    let setup: Vec<Placement> = (0..variant.ranks)
        .flat_map(|r| {
            let white = row(r).map(|cell| Placement { cell, player: 0, kind: MAN });
            let black = row(variant.size - 1 - r).map(|cell| Placement { cell, player: 1, kind: MAN });
            white.chain(black).collect::<Vec<_>>()
        })
        .collect();
    rules.setup = setup;

    let promote_if = Cond::In(CellRef::Var(1), and([is_kind(MAN), Set::Seen(last)]));
    let promote = |stop: bool| {
        let become_king = Term::Become(1, KING);
        let all = if stop { seq([become_king, Term::Mark(CellRef::Var(1), STOPPED)]) } else { become_king };
        Term::When(promote_if.clone(), Box::new(all))
    };
    let landed = match variant.promotion {
        Promotion::AtEnd => Term::Nothing,
        Promotion::AtOnce => promote(false),
        Promotion::AndStop => promote(true),
    };
    let settled = if variant.promotion == Promotion::AtEnd { promote(false) } else { Term::Nothing };
    let empties = |e: Item, flying: Item| if variant.flying { flying } else { e };
    let king_capture = if variant.flying {
        pattern([star(Set::Empty), take(victim()), plus(Set::Empty)])
    } else {
        pattern([take(victim()), one(Set::Empty)])
    };
    let mark = if variant.at_once { None } else { Some(TAKEN) };
    let end = seq([Term::Land(2), Term::Strike(mark), Term::Shift(1, 2), landed.clone()]);
    let on = seq([
        Term::Land(2),
        Term::Strike(mark),
        Term::Shift(1, 2),
        landed.clone(),
        Term::Test(Cond::Not(Box::new(Cond::In(CellRef::Var(1), Set::Marked(STOPPED)))), None),
        Term::Again,
    ]);
    let body = if variant.go_on { Term::Priority(Box::new(on), Box::new(end)) } else { Term::Choice(vec![on, end]) };
    let legs = |kind: u8, dirs: &Dirs, pattern: Pattern, body: &Term| {
        seq([
            Term::Test(Cond::In(CellRef::Var(1), is_kind(kind)), None),
            Term::Legs {
                from: 1,
                dirs: dirs.clone(),
                pattern,
                no_turning_back: variant.at_once,
                body: Box::new(body.clone()),
            },
        ])
    };
    let round = Term::Choice(vec![
        legs(MAN, &variant.man_captures, pattern([take(victim()), one(Set::Empty)]), &body),
        legs(KING, &dirs(&DIAGONAL), king_capture, &body),
    ]);
    let mut capture = action(
        "capture",
        ActionKind::Walk,
        seq([pick_own(3), Term::Loop(Box::new(round)), Term::TakeMarked(TAKEN), settled.clone()]),
    );
    capture.prefer.clone_from(&variant.prefer);
    capture.prefer_clause = Some(ClauseId(3));
    let step = seq([Term::Land(2), Term::Strike(None), Term::Shift(1, 2), landed]);
    let king_move = pattern([empties(one(Set::Empty), plus(Set::Empty))]);
    let walk = Term::Choice(vec![
        legs(MAN, &forward(), pattern([one(Set::Empty)]), &step),
        legs(KING, &dirs(&DIAGONAL), king_move, &step),
    ]);
    let go = action("move", ActionKind::Walk, seq([pick_own(3), walk, settled]));
    rules.actions = vec![go, capture];
    rules.turns = vec![turn(vec![decide(&[&[1], &[0]], 1)])];
    let cannot = Cond::Not(Box::new(Cond::Can(Who::Next, None)));
    rules.results = vec![
        result(Outcome::Win(Who::Mover), cannot, 0),
        result(Outcome::WinEach, Cond::Not(Box::new(Cond::Exists(Set::Enemies))), 1),
        result(Outcome::Draw, Cond::Occurs(rulebook_ir::Num::Int(3)), 2),
    ];
    rules
}

pub(crate) fn game(rules: Rules) -> Interpreter {
    Interpreter::new(Arc::new(rules), &[])
}

pub(crate) fn initial(rules: Rules) -> InterpreterPosition {
    game(rules).position_initial()
}

/// A set-up from a list like `a1 c3 Kd4` for each player.
pub(crate) fn board(game: &Interpreter, to_move: u8, first: &str, second: &str) -> rulebook_api::Setup {
    let rules = game.rules();
    let mut pieces: Vec<(u16, rulebook_api::Piece)> = Vec::new();
    for (player, list) in [(0, first), (1, second)] {
        for item in list.split_whitespace() {
            let (kind, name) = item.strip_prefix('K').map_or((MAN, item), |name| (KING, name));
            let cell = rules.board.cell(name).expect("a cell");
            pieces.push((cell, rulebook_api::Piece { player, kind, number: 0 }));
        }
    }
    pieces.sort_unstable();
    rulebook_api::Setup { to_move, pieces, ..rulebook_api::Setup::default() }
}

/// The position of [`board`].
pub(crate) fn position(game: &Interpreter, to_move: u8, first: &str, second: &str) -> InterpreterPosition {
    game.position_set_up(&board(game, to_move, first, second)).expect("a legal set-up")
}

/// An action as text: `a1-b2`, `a1xc3(b2)`, `+c3`, `-c3`, `pass`, and what it becomes.
pub(crate) fn text(rules: &Rules, action: &rulebook_api::Action) -> String {
    let name = |c: u16| rules.board.cells[usize::from(c)].name.clone();
    let victims: Vec<String> = action.victims.iter().map(|&c| name(c)).collect();
    let taken = if victims.is_empty() { String::new() } else { format!("({})", victims.join(",")) };
    if !action.group.is_empty() {
        return action.group.iter().map(|(c, _)| name(*c)).collect::<Vec<_>>().join("+");
    }
    match (action.from, action.to) {
        (Some(from), Some(to)) => {
            let king = if action.piece.is_some_and(|p| p.kind == KING) { "K" } else { "" };
            let sign = if victims.is_empty() { "-" } else { "x" };
            format!("{king}{}{sign}{}{taken}", name(from), name(to))
        }
        (Some(from), None) => format!("-{}", name(from)),
        (None, Some(to)) => {
            let number = action.piece.map_or(0, |p| p.number);
            let number = if number == 0 { String::new() } else { format!("#{number}") };
            format!("+{}{number}{taken}", name(to))
        }
        (None, None) => "pass".to_owned(),
    }
}

/// The legal actions as texts, sorted.
pub(crate) fn legal(position: &InterpreterPosition) -> Vec<String> {
    use rulebook_api::Position;
    let mut all: Vec<String> = position.legal().iter().map(|a| text(position.rules(), a)).collect();
    all.sort();
    all
}

/// The forbidden actions as texts with their clauses, sorted.
pub(crate) fn forbidden(position: &InterpreterPosition) -> Vec<(String, Vec<u16>)> {
    use rulebook_api::Position;
    let mut all: Vec<(String, Vec<u16>)> =
        position.forbidden().into_iter().map(|f| (text(position.rules(), &f.action), f.clauses)).collect();
    all.sort();
    all
}

/// Plays an action by its text.
pub(crate) fn play(position: &mut InterpreterPosition, wanted: &str) {
    use rulebook_api::Position;
    let found = position.legal().into_iter().find(|a| text(position.rules(), a) == wanted);
    let action = found.unwrap_or_else(|| panic!("{wanted} is not among {:?}", legal(position)));
    position.play(&action).expect("a legal action");
}
