//! Checked rules in the language's words: conditions, numbers, sets of cells, events; programs, for which the language has
//! no words, one step a line.
//!
//! Names that a spec binds (`p`, `k`) are gone from checked rules: where somebody knows what they stand for, that is said
//! in their place.

mod sets;
mod term;

use crate::{
    Cell, CellRef, Cmp, Cond, DefId, Domain, Event, EventKind, Laid, Num, Numbers, Quant, Rules, Who, expr::Var,
};

/// What variables and players stand for, as far as it is known.
pub trait Bound {
    /// The cell.
    fn cell(&self, cell: CellRef) -> Option<Cell>;
    /// The line.
    fn line(&self, line: Var) -> Option<u16>;
    /// Who made the ply, or is making it.
    fn mover(&self) -> Option<u8>;
}

/// Nothing is known.
#[derive(Clone, Copy, Debug)]
struct Unbound;

impl Bound for Unbound {
    fn cell(&self, cell: CellRef) -> Option<Cell> {
        if let CellRef::Cell(cell) = cell { Some(cell) } else { None }
    }

    fn line(&self, _line: Var) -> Option<u16> {
        None
    }

    fn mover(&self) -> Option<u8> {
        None
    }
}

/// Puts parts of checked rules into words.
#[derive(Clone, Copy)]
pub struct Words<'a> {
    rules: &'a Rules,
    bound: &'a dyn Bound,
    viewer: Option<u8>,
}

impl std::fmt::Debug for Words<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Words").field("rules", &self.rules.name).field("viewer", &self.viewer).finish_non_exhaustive()
    }
}

impl<'a> Words<'a> {
    /// For rules about whose variables nothing is known.
    pub fn of(rules: &'a Rules) -> Self {
        Self { rules, bound: &Unbound, viewer: None }
    }

    /// Where variables stand for something, in a player's view.
    pub fn bound(rules: &'a Rules, bound: &'a dyn Bound, viewer: u8) -> Self {
        Self { rules, bound, viewer: Some(viewer) }
    }

    /// The same as another player sees it.
    fn seen_by(self, who: Who) -> Self {
        Self { viewer: self.player(who), ..self }
    }

    fn player(&self, who: Who) -> Option<u8> {
        let players = u8::try_from(self.rules.players.len()).unwrap_or(u8::MAX).max(1);
        let after = |player: u8| (player + 1) % players;
        match who {
            Who::Me => self.viewer,
            Who::Enemy => self.viewer.map(after),
            Who::Player(player) => Some(player),
            Who::Mover => self.bound.mover(),
            Who::Next => self.bound.mover().map(after),
        }
    }

    /// A condition.
    pub fn cond(&self, cond: &Cond) -> String {
        match cond {
            Cond::Const(true) => "always".into(),
            Cond::Const(false) => "never".into(),
            Cond::Not(c) => format!("not {}", self.within(c)),
            Cond::And(all) => joined(all.iter().map(|c| self.within(c)), " and "),
            Cond::Or(any) => joined(any.iter().map(|c| self.within(c)), " or "),
            Cond::Compare(a, cmp, b) => format!("{} {} {}", self.num(a), sign(*cmp), self.num(b)),
            Cond::Exists(set) => self.set(set),
            Cond::In(cell, set) => format!("{} is {}", self.cell(*cell), self.set(set)),
            Cond::Quantified(quant, domain, body) => {
                let head = self.quantified(quant, domain);
                if matches!(**body, Cond::Const(true)) {
                    return head;
                }
                let name = match domain {
                    Domain::Cells(_, var) => format!(" as {}", cell_var(*var)),
                    Domain::Lines(_, var) => format!(" as line{var}"),
                    Domain::Groups(..) | Domain::Players => String::new(),
                };
                format!("{head}{name}: {}", self.cond(body))
            }
            Cond::For(who, c) => format!("for {}: {}", self.who(*who), self.seen_by(*who).cond(c)),
            Cond::Supposing { then, .. } => format!("{}: {}", self.supposed(cond), self.cond(then)),
            Cond::Call { def, cell, line } => {
                let at = cell.map_or_else(String::new, |c| format!(" at {}", self.cell(c)));
                let on = line.map_or_else(String::new, |l| format!(" on {}", self.line(l)));
                format!("{}{at}{on}", self.def(*def))
            }
            Cond::Laid(laid) => self.laid(laid),
            Cond::Walks(from, dirs, pattern) => {
                format!("{} of {} {}", self.dirs(dirs), self.cell(*from), self.pattern(pattern))
            }
            Cond::Can(who, action) => {
                let action = action.and_then(|a| self.rules.actions.get(usize::from(a)));
                format!("{} can {}", self.who(*who), action.map_or("act", |a| a.name.as_str()))
            }
            Cond::Occurs(times) => format!("position occurs {} times", self.num(times)),
            Cond::Reaches(clock, _, limit) => {
                format!("{} reaches {}", self.rules.clocks[usize::from(clock.0)].name, self.num(limit))
            }
            Cond::Reading { option, reading } => {
                let option = &self.rules.options[usize::from(*option)];
                format!("{} is {}", option.name, option.readings[usize::from(*reading)])
            }
            Cond::Same(a, b) => format!("{} is {}", self.who(*a), self.who(*b)),
            Cond::ActorIs(kinds) => format!("piece is {}", self.kinds(*kinds)),
            Cond::LastVictimIs(kinds) => format!("last victim is {}", self.kinds(*kinds)),
            Cond::Named(_, c) => self.cond(c),
        }
    }

    /// What is supposed, without what is asked then.
    pub fn supposed(&self, cond: &Cond) -> String {
        let Cond::Supposing { owner, kind, at, .. } = cond else { return self.cond(cond) };
        format!("supposing {} {} at {}", self.who(*owner), self.kind(*kind), self.cell(*at))
    }

    /// The same in parentheses where words around it would take it apart.
    fn within(&self, cond: &Cond) -> String {
        match cond {
            Cond::Named(_, c) => self.within(c),
            Cond::And(_) | Cond::Or(_) | Cond::Quantified(..) | Cond::For(..) | Cond::Supposing { .. } => {
                format!("({})", self.cond(cond))
            }
            _ => self.cond(cond),
        }
    }

    /// A quantifier and what it ranges over; what is asked of each only if it has a name.
    pub fn quantified_briefly(&self, quant: &Quant, domain: &Domain, body: &Cond) -> String {
        let head = self.quantified(quant, domain);
        match body {
            Cond::Call { def, .. } => format!("{head}: {}", self.def(*def)),
            _ => head,
        }
    }

    /// A quantifier and what it ranges over, without what is asked of each.
    fn quantified(&self, quant: &Quant, domain: &Domain) -> String {
        let many = match quant {
            Quant::AtLeast(n) | Quant::AtMost(n) | Quant::Exactly(n) if *n != Num::Int(1) => "s",
            _ => "",
        };
        let quant = match quant {
            Quant::Some => "some".into(),
            Quant::Every => "every".into(),
            Quant::No => "no".into(),
            Quant::AtLeast(n) => format!("at least {}", self.num(n)),
            Quant::AtMost(n) => format!("at most {}", self.num(n)),
            Quant::Exactly(n) => format!("exactly {}", self.num(n)),
        };
        let over = match domain {
            Domain::Cells(set, _) => self.set(set),
            Domain::Lines(through, _) if through.is_empty() => format!("line{many}"),
            Domain::Lines(through, _) => {
                format!("line{many} through {}", joined(through.iter().map(|c| self.cell(*c)), ", "))
            }
            Domain::Groups(set, dirs, _) => format!("group{many} of {} along {}", self.set(set), self.dirs(dirs)),
            Domain::Players => format!("side{many}"),
        };
        format!("{quant} {over}")
    }

    /// A number.
    pub fn num(&self, num: &Num) -> String {
        match num {
            Num::Int(value) => value.to_string(),
            Num::Count(set) => format!("count {}", self.set(set)),
            Num::Stock(who, kinds) if self.is_every_kind(*kinds) => format!("count {} stock", self.who(*who)),
            Num::Stock(who, kinds) => format!("count {} {} stock", self.who(*who), self.kinds(*kinds)),
            Num::Victims(kinds) if self.is_every_kind(*kinds) => "count victims".into(),
            Num::Victims(kinds) => format!("count victim {}", self.kinds(*kinds)),
            Num::CountLaid { laid, by } => format!("count {} by {}", self.laid(laid), self.set(by)),
            Num::CountGroups(set, dirs) => format!("count groups of {} along {}", self.set(set), self.dirs(dirs)),
            Num::Clock(clock, ..) => self.rules.clocks[usize::from(clock.0)].name.clone(),
            Num::Turns => "turns".into(),
            Num::TurnsOf(who) => format!("turns of {}", self.who(*who)),
            Num::Actions => "actions".into(),
            Num::Call(def) => self.def(*def).to_owned(),
            Num::Add(a, b) => format!("{} + {}", self.num(a), self.num(b)),
            Num::Sub(a, b) => format!("{} - {}", self.num(a), self.num(b)),
            Num::Mul(a, b) => format!("{} * {}", self.num(a), self.num(b)),
        }
    }

    fn laid(&self, laid: &Laid) -> String {
        let on = laid.line.map_or_else(|| "line".into(), |var| self.line(var));
        let through = match laid.through.as_slice() {
            [] => String::new(),
            cells => format!(" through {}", joined(cells.iter().map(|c| self.cell(*c)), ", ")),
        };
        let numbers = match laid.numbers {
            Numbers::Equal => " with equal numbers",
            Numbers::Consecutive => " with consecutive numbers",
            Numbers::Different => " with different numbers",
            Numbers::Any => "",
        };
        format!("{on} {}{through}{numbers}", self.pattern(&laid.pattern))
    }

    /// An event of a clock.
    pub fn event(&self, event: &Event) -> String {
        let what = match &event.kind {
            EventKind::Ply => "plies".into(),
            EventKind::AnyAction => "steps".into(),
            EventKind::Action(name, kinds) => {
                let action = self.rules.actions[usize::from(*name)].name.as_str();
                if self.is_every_kind(*kinds) { action.into() } else { format!("{action} {}", self.kinds(*kinds)) }
            }
            EventKind::Promotion => "promotion".into(),
            EventKind::Loss => "loss".into(),
            EventKind::Entering(cond) => format!("entering {}", self.within(cond)),
        };
        let its = match event.its {
            Some(true) => "its ",
            Some(false) => "other ",
            None => "",
        };
        let by = event.by.map_or_else(String::new, |who| format!(" of {}", self.who(who)));
        format!("{its}{what}{by}")
    }

    /// A player.
    pub fn who(&self, who: Who) -> String {
        let known = self.player(who).and_then(|p| self.rules.players.get(usize::from(p)));
        match (who, known) {
            (Who::Me, _) => "own".into(),
            (Who::Enemy, _) => "enemy".into(),
            (_, Some(player)) => player.name.clone(),
            (Who::Mover, None) => "mover".into(),
            (Who::Next | Who::Player(_), None) => "next".into(),
        }
    }

    /// A line by its ends.
    pub fn line_name(&self, line: u16) -> String {
        match self.rules.board.lines.get(usize::from(line)).map(|l| l.cells.as_slice()) {
            Some([only]) => self.cell_name(*only).to_owned(),
            Some([first, .., last]) => format!("{}-{}", self.cell_name(*first), self.cell_name(*last)),
            Some([]) | None => "the line".into(),
        }
    }

    /// The name of a cell.
    pub fn cell_name(&self, cell: Cell) -> &'a str {
        self.rules.board.cells.get(usize::from(cell)).map_or("", |c| c.name.as_str())
    }

    fn line(&self, var: Var) -> String {
        self.bound.line(var).map_or_else(|| format!("line{var}"), |line| self.line_name(line))
    }

    fn cell(&self, cell: CellRef) -> String {
        match (self.bound.cell(cell), cell) {
            (Some(cell), _) => self.cell_name(cell).to_owned(),
            (None, CellRef::Here) => "here".into(),
            (None, CellRef::LastVictim) => "last victim".into(),
            (None, CellRef::Var(var)) => cell_var(var),
            (None, CellRef::Cell(_)) => "a cell".into(),
        }
    }

    fn def(&self, def: DefId) -> &'a str {
        &self.rules.defs[usize::from(def.0)].name
    }

    fn kind(&self, kind: u8) -> &'a str {
        self.rules.kinds.get(usize::from(kind)).map_or("piece", |k| k.name.as_str())
    }

    fn is_every_kind(&self, kinds: u32) -> bool {
        (0..self.rules.kinds.len()).all(|kind| kinds >> kind & 1 == 1)
    }
}

/// A cell variable of which nothing is known.
fn cell_var(var: Var) -> String {
    format!("cell{var}")
}

fn sign(cmp: Cmp) -> &'static str {
    match cmp {
        Cmp::Equal => "=",
        Cmp::Less => "<",
        Cmp::AtMost => "<=",
        Cmp::Greater => ">",
        Cmp::AtLeast => ">=",
    }
}

fn joined(parts: impl Iterator<Item = String>, with: &str) -> String {
    parts.collect::<Vec<_>>().join(with)
}
