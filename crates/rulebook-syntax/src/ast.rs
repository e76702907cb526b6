//! The syntax tree: what the author wrote, with the place of every word. Names are not resolved here.

use rulebook_diagnostics::Span;

/// A word as written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Name {
    /// The word.
    pub text: String,
    /// Its place.
    pub span: Span,
}

/// One file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct File {
    /// The language version after `rulebook`; `None` if that line is missing.
    pub version: Option<Int>,
    /// Games, families and texts in order.
    pub units: Vec<Unit>,
}

/// A whole number as written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Int {
    /// Its value.
    pub value: u32,
    /// Its place.
    pub span: Span,
}

/// A top-level block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unit {
    /// `game … { }` or `family … { }`.
    Rules(RulesUnit),
    /// `texts … { }`.
    Texts(TextsUnit),
}

/// `game N extends M with size = 10 { … }`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RulesUnit {
    /// `family`: may be incomplete and cannot be played.
    pub is_family: bool,
    /// Its name.
    pub name: Name,
    /// What it is a variant of.
    pub extends: Option<Extends>,
    /// Its clauses that could be parsed.
    pub clauses: Vec<Clause>,
    /// The whole block.
    pub span: Span,
}

/// `extends M with size = 10, ranks = 4`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Extends {
    /// The parent.
    pub parent: Name,
    /// Parameters of the parent.
    pub bindings: Vec<(Name, Word)>,
}

/// A number or a word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Word {
    /// A number.
    Int(Int),
    /// A word, reserved or not.
    Name(Name),
}

/// One clause.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clause {
    /// `assume` stands before it: no source says this.
    pub assume: bool,
    /// From its first word (`assume` included) to its last.
    pub span: Span,
    /// What it says.
    pub body: ClauseBody,
}

/// The kinds of clauses.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(clippy::large_enum_variant, reason = "a spec has few clauses, and boxes would only lengthen every match")]
pub enum ClauseBody {
    /// `param N = V from A, B`; `choices` is empty without `from`.
    Param { name: Name, value: Word, choices: Vec<Name> },
    /// `option N is A or B`.
    Option { name: Name, readings: Vec<Name> },
    /// `board …`.
    Board(Board),
    /// `cells lettered` (`None`) or `cells numbered from top left` (both words).
    Cells { numbered_from: Option<(Name, Name)>, span: Span },
    /// `region N: SET`.
    Region { name: Name, set: Set },
    /// `players A facing north, B`.
    Players(Vec<(Name, Option<Name>)>),
    /// `sides strong, weak`.
    Sides { strong: Name, weak: Name },
    /// `piece N plural M letter K numbered 1..n stock v each`.
    Piece(Piece),
    /// `setup WORDS on SET, …`.
    Setup(Vec<(Phrase, Set)>),
    /// `refuse …`.
    Refuse { what: Refuse, because: Name },
    /// `action N KIND: BODY …`.
    Action(Action),
    /// `chain N: …`.
    Chain(Chain),
    /// `prefer N: KEY, then KEY`.
    Prefer { action: Name, keys: Vec<Key> },
    /// `promote A to B on SET, at end`.
    Promote { from: Name, to: Name, on: Set, when: PromoteWhen, optional: bool },
    /// `turn RANGE: STEP then STEP`.
    Turn { range: Option<Range>, steps: Vec<Step> },
    /// `forbid WORDS when C unless D because N`: the words are player (optional), action, kind (optional).
    Forbid { words: Vec<Name>, when: Expr, unless: Option<Expr>, because: Name },
    /// `fouls lose if C because N`.
    Fouls { when: Expr, because: Name },
    /// `clock N …`.
    Clock(Clock),
    /// `win P when C because N as PATH`, also `lose` and `draw`.
    Result(ResultClause),
    /// `decide wins before draws as PATH`.
    Decide { tag: Option<Name> },
    /// `claimable draws if C`.
    Claimable { when: Expr },
    /// `let N at p on k = EXPR`.
    Let { name: Name, at: Option<Name>, on: Option<Name>, value: Expr },
    /// `always [after turn | after action | when REASON :] C as PATH`.
    Always { when: AlwaysWhen, condition: Expr, tag: Option<Name> },
    /// `without HEAD`: the clause word, then names.
    Without { what: Name, names: Vec<Name> },
}

/// `board …`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Board {
    /// `W x H`, each a number or a parameter.
    Grid { width: Word, height: Word, shape: GridShape, span: Span },
    /// `graph { east back west: a1 d1 g1, b2 d2 f2 … }`.
    Graph { axes: Vec<Axis>, span: Span },
}

/// How the cells of a grid lie.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GridShape {
    /// All cells, eight directions.
    Square,
    /// Only the cells of that cell's colour.
    Checkered { from: Name },
    /// Six directions.
    Hexagonal,
}

/// `east back west: a1 d1 g1, …`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Axis {
    /// The direction in which the lines are listed.
    pub forth: Name,
    /// Its opposite.
    pub back: Name,
    /// Lines, cell by cell.
    pub lines: Vec<Vec<Name>>,
}

/// `piece …`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// Singular.
    pub name: Name,
    /// Plural, if it is not the singular with an s.
    pub plural: Option<Name>,
    /// Letter in position text.
    pub letter: Option<Name>,
    /// Numbers on the pieces.
    pub numbered: Option<Range>,
    /// Copies in each player's stock; the flag is `each` (per number).
    pub stock: Option<(Expr, bool)>,
}

/// What is refused as a set-up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refuse {
    /// `refuse when C`.
    When(Expr),
    /// `refuse WORDS on SET`: the set names the cell at fault; read by each owner.
    Pieces { what: Phrase, on: Set },
    /// `refuse more than n WORDS per player`.
    MoreThan { count: Expr, what: Phrase },
}

/// `action N KIND: BODY where C, then all WALK`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Action {
    /// The action's name.
    pub name: Name,
    /// The kind that acts; left out if there is only one kind.
    pub kind: Option<Name>,
    /// What is done.
    pub body: ActionBody,
    /// Read before the action.
    pub condition: Option<Expr>,
    /// `then all WALK`, `must all WALK`.
    pub extras: Vec<Extra>,
}

/// What an action does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ActionBody {
    /// `pass`.
    Pass,
    /// `on SET`: a piece comes.
    On(Set),
    /// `off SET [to stock]`: a piece goes.
    Off { set: Set, to_stock: bool },
    /// `DIRECTIONS [ … ]`.
    Walk(Walk),
}

/// `DIRECTIONS [ … ]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Walk {
    /// Directions.
    pub directions: Set,
    /// What is met.
    pub pattern: Pattern,
}

/// `then all WALK` or `must all WALK`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Extra {
    /// `must`: at least one direction has to match.
    pub must: bool,
    /// The walk.
    pub walk: Walk,
}

/// `chain N: must go on, victims leave at end, no turning back`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chain {
    /// The action.
    pub action: Name,
    /// `must go on` or `may go on`.
    pub must_go_on: bool,
    /// `victims leave at end` or `at once`; `None` if not said.
    pub leave_at_end: Option<bool>,
    /// `no turning back` (`false`) or `may turn back` (`true`); `None` if not said.
    pub may_turn_back: Option<bool>,
    /// `no cell twice`.
    pub no_cell_twice: bool,
}

/// A key of `prefer`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Key {
    /// `most NUM`.
    Most(Expr),
    /// `fewest NUM`.
    Fewest(Expr),
    /// `earliest SET`.
    Earliest(Phrase),
    /// A condition; true is better.
    Holds(Expr),
}

/// When a piece is promoted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PromoteWhen {
    /// `at end`: when the action ends there.
    AtEnd,
    /// `at once`: as it lands; a chain goes on with the new kind.
    AtOnce,
    /// `and stop`: as it lands, and the action is over.
    AndStop,
}

/// A step of a turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// A result checked at that moment.
    Result(ResultClause),
    /// Alternatives by priority, `else` between them.
    Act { alternatives: Vec<Alternative>, condition: Option<Expr>, span: Span },
}

/// `place or move 2 times`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Alternative {
    /// Actions joined by `or`.
    pub actions: Vec<Name>,
    /// `n times` or `n together`.
    pub count: Option<(Int, Repeat)>,
}

/// How several actions are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Repeat {
    /// One decision after the other.
    Times,
    /// One decision, an unordered set.
    Together,
}

/// `clock N per P counts E while C, carries on while D, last ply counts if L, restarts on E if C, E`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clock {
    /// Its name.
    pub name: Name,
    /// `per strong`, `per side`, `per piece`.
    pub per: Option<Name>,
    /// What it counts.
    pub counts: Event,
    /// While it runs.
    pub condition: Option<Expr>,
    /// Into what it carries on.
    pub carries: Option<Expr>,
    /// `last ply counts if`.
    pub last_ply: Option<Expr>,
    /// What restarts it.
    pub restarts: Vec<Event>,
}

/// Something that happens in a ply.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event {
    /// `entering NAME`.
    pub entering: bool,
    /// The words: `plies`, `own plies`, `capture`, `move man`, `its move king`.
    pub words: Vec<Name>,
    /// `of strong`.
    pub of: Option<Name>,
    /// `if C`.
    pub condition: Option<Expr>,
    /// The whole event.
    pub span: Span,
}

/// `win P when C because N as PATH`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ResultClause {
    /// Who wins or loses; `None` for a draw.
    pub outcome: Outcome,
    /// `at setup`: asked only of set-ups.
    pub at_setup: bool,
    /// When.
    pub condition: Expr,
    /// The reason.
    pub because: Name,
    /// An id of its own.
    pub tag: Option<Name>,
    /// The whole result.
    pub span: Span,
}

/// Win, loss or draw.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// `win P`.
    Win(Name),
    /// `lose P`.
    Lose(Name),
    /// `draw`.
    Draw,
}

/// When an `always` is looked at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AlwaysWhen {
    /// In every position.
    Each,
    /// After every completed turn.
    AfterTurn,
    /// After every action.
    AfterAction,
    /// When the game ends for that reason.
    Reason(Name),
}

/// `1` or `2..7`; a single value has no `to`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Range {
    /// First value.
    pub from: Expr,
    /// Last value, if written.
    pub to: Option<Expr>,
    /// The whole range.
    pub span: Span,
}

/// A condition, a number or a set, with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expr {
    /// What it says.
    pub kind: ExprKind,
    /// Its place.
    pub span: Span,
}

/// The kinds of expressions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ExprKind {
    /// `A or B` (two or more).
    Or(Vec<Expr>),
    /// `A and B` (two or more).
    And(Vec<Expr>),
    /// `not A`.
    Not(Box<Expr>),
    /// `some SET as q: C`, `at least 2 lines k through p: C`, `no empty`.
    Quantified { quant: Quant, domain: Domain, body: Option<Box<Expr>> },
    /// `for P: C`.
    For { player: Name, body: Box<Expr> },
    /// `supposing own stone at q: C`.
    Supposing { piece: Phrase, at: Name, body: Box<Expr> },
    /// `2 kings or 1 king 1 man against 1 king`.
    Against { strong: Material, weak: Material },
    /// `A <= B`.
    Compare { left: Box<Expr>, op: Cmp, right: Box<Expr> },
    /// `N in 4..5`.
    In { left: Box<Expr>, range: Box<Range> },
    /// `N is READING`.
    Is { left: Phrase, reading: Name },
    /// `P has 1 king`: exactly that, nothing else.
    Has { who: Phrase, material: Material },
    /// `P alone on SET`.
    Alone { who: Phrase, on: Set },
    /// `P can ACTION`, `P cannot ACTION`; the action `act` is any action.
    Can { who: Phrase, cannot: bool, action: Name },
    /// `CLOCK reaches n each`.
    Reaches { clock: Phrase, limit: Box<Expr>, each: Option<Span> },
    /// `position occurs 3 times`.
    Occurs { what: Phrase, times: Box<Expr> },
    /// `A + B`.
    Arithmetic { left: Box<Expr>, op: Arithmetic, right: Box<Expr> },
    /// A number.
    Int(u32),
    /// `count SET` or `count line [ … ] by own`.
    Count(Box<Expr>),
    /// A pattern laid on a line or walked from a cell.
    Laid(Box<Laid>),
    /// Words.
    Phrase(Phrase),
}

/// Comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cmp {
    /// `=`
    Equal,
    /// `<`
    Less,
    /// `<=`
    AtMost,
    /// `>`
    Greater,
    /// `>=`
    AtLeast,
}

/// Arithmetic.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arithmetic {
    /// `+`
    Add,
    /// `-`
    Subtract,
    /// `*`
    Multiply,
}

/// Quantifiers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Quant {
    /// `some`
    Some,
    /// `every`
    Every,
    /// `no`
    No,
    /// `at least n`
    AtLeast(Box<Expr>),
    /// `at most n`
    AtMost(Box<Expr>),
    /// `exactly n`
    Exactly(Box<Expr>),
}

/// What a quantifier ranges over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Domain {
    /// `side(s)`: the players.
    Side(Span),
    /// `line(s) k through p`.
    Lines { name: Option<Name>, through: Vec<Name>, span: Span },
    /// `group(s) g of own along DIRECTIONS`.
    Groups { name: Option<Name>, of: Phrase, along: Option<Set>, span: Span },
    /// Cells: `SET as q`; also `strong` and `weak`, which the checker recognises.
    Cells { phrase: Phrase, name: Option<Name> },
}

/// `2 kings or 1 king 1 man`: piles joined by `or`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Material {
    /// Each pile lists counts of kinds.
    pub piles: Vec<Vec<(Int, Name)>>,
    /// The whole material.
    pub span: Span,
}

/// `line [ … ] through p, q by own with equal numbers`, `k [ … ] through p`, `east of p [ … ]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Laid {
    /// `None` is `line` (any line); else a line's name, or directions with `of p`.
    pub on: Option<Phrase>,
    /// The pattern.
    pub pattern: Pattern,
    /// Cells that have to lie in the match.
    pub through: Vec<Name>,
    /// `by WORDS`: matches are told apart by these cells.
    pub by: Option<Phrase>,
    /// `with W numbers`.
    pub numbers: Option<Name>,
    /// The whole.
    pub span: Span,
}

/// `[item, item]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pattern {
    /// Its items.
    pub items: Vec<Item>,
    /// With the brackets.
    pub span: Span,
}

/// An item of a pattern.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Item {
    /// `mix 4 own 1 empty`.
    Mix { parts: Vec<(Int, Phrase)>, span: Span },
    /// `take 2 enemy or empty`, perhaps with `*` or `+`.
    Seen { alternatives: Vec<Seen>, more: Option<More>, span: Span },
}

/// `take 2 enemy`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seen {
    /// What happens to the cells met.
    pub effect: Option<Effect>,
    /// How many of them; `None` is one.
    pub repeat: Option<Expr>,
    /// What they are.
    pub words: Phrase,
}

/// Effect of a pattern on a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// `take`
    Take,
    /// `flip`
    Flip,
}

/// Repetition of a pattern's item.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum More {
    /// `*`: none or more.
    Star,
    /// `+`: one or more.
    Plus,
}

/// Phrases joined by `or`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Set {
    /// One or more.
    pub phrases: Vec<Phrase>,
    /// The whole.
    pub span: Span,
}

/// Words side by side, which narrow; then `of P`, `at q`, `on SET`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Phrase {
    /// One or more words.
    pub words: Vec<PhraseWord>,
    /// `of P`.
    pub of: Option<Name>,
    /// `at q`.
    pub at: Option<Name>,
    /// `on SET` or `on line`.
    pub on: Option<On>,
    /// The whole.
    pub span: Span,
}

/// What follows `on`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum On {
    /// `on line`: the line walked on.
    Line(Span),
    /// `on WORDS`: a region, or a line's name.
    Words(Vec<PhraseWord>),
}

/// A word of a phrase, perhaps after `not`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PhraseWord {
    /// `not` stands before it.
    pub not: bool,
    /// The word.
    pub kind: PhraseWordKind,
    /// With `not`.
    pub span: Span,
}

/// The kinds of words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PhraseWordKind {
    /// A name.
    Name(String),
    /// `piece` or `pieces`.
    Piece,
    /// `last victim`: where the piece stood that the action took last.
    LastVictim,
    /// `first 3 rows`, `last row` (`last` is true): seen by a player; `count` is one if left out.
    Edge { last: bool, count: Option<Box<Expr>> },
    /// `row 1`, `rows 2..7`: absolute, from 1.
    Rows(Box<Range>),
    /// `column a`, `columns b..g`, or numbers from 1.
    Columns(Box<Range>),
    /// `diagonal from a1` (a name or a number).
    DiagonalFrom(Word),
}

/// `texts GAME { … }`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextsUnit {
    /// The game or family.
    pub name: Name,
    /// Its lines.
    pub lines: Vec<TextLine>,
    /// The whole block.
    pub span: Span,
}

/// A line of a `texts` block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TextLine {
    /// `document NAME "title or file"`.
    Document { name: Name, text: String, span: Span },
    /// `PATH DOC 3, 4 formerly OLD en "…" es "…"`.
    Claim {
        /// `five.limit`; dots between words.
        path: Name,
        /// Document and paragraphs.
        sources: Vec<(Name, Vec<Int>)>,
        /// An older id of this clause.
        formerly: Option<Name>,
        /// Language and sentence.
        texts: Vec<(Name, String)>,
        /// The whole line.
        span: Span,
    },
}
