//! What prohibitions ask of a placed piece, read from their conditions: facts that lines add up to.

use rulebook_ir::{CellRef, ClauseId, Cmp, Cond, DefBody, Domain, Laid, Num, Quant, Rules, Set, expr::Var};

use super::{
    formula::{Formula, and, not},
    template::{Template, Viewer, together},
};
use crate::Refusal;

/// What the lines through a placed piece add up to: at least so many.
#[derive(Clone, Debug)]
pub(super) struct Fact<'r> {
    /// The number to be reached.
    pub(super) least: u32,
    /// Different sets of counted cells, instead of lines.
    pub(super) counts: bool,
    /// The ways to lay it.
    pub(super) templates: Vec<Template>,
    /// What must hold of the supposed piece, if the templates suppose one.
    pub(super) rest: Option<Formula>,
    /// Where it is said, if it supposes a piece: what it is recognised by when it speaks of itself.
    said: Option<&'r Cond>,
}

/// Reads conditions on a placed piece, as a player sees them.
#[derive(Debug)]
pub(super) struct Reader<'r> {
    rules: &'r Rules,
    viewer: Viewer,
    clause: ClauseId,
    /// The facts found.
    pub(super) facts: Vec<Fact<'r>>,
    depth: u32,
}

/// A definition within a definition, and so on: no deeper than this.
const DEEPEST: u32 = 64;

impl<'r> Reader<'r> {
    pub(super) fn new(rules: &'r Rules, player: u8, clause: ClauseId) -> Self {
        Self { rules, viewer: Viewer(player), clause, facts: Vec::new(), depth: 0 }
    }

    /// What follows is said by that clause.
    pub(super) fn of_clause(&mut self, clause: ClauseId) -> &mut Self {
        self.clause = clause;
        self
    }

    fn refuse<T>(&self, what: &str) -> Result<T, Refusal> {
        Err(Refusal::clause(self.rules, self.clause, what))
    }

    fn understood<T>(&self, result: Result<T, &'static str>) -> Result<T, Refusal> {
        result.or_else(|what| self.refuse(what))
    }

    /// A condition on the piece on the cell of these variables.
    pub(super) fn formula(&mut self, cond: &'r Cond, at: &[Var]) -> Result<Formula, Refusal> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return self.refuse("definitions too deep in each other");
        }
        let here = |c: &CellRef| matches!(c, CellRef::Var(v) if at.contains(v));
        let read = match cond {
            Cond::Const(value) => Formula::Const(*value),
            Cond::Named(_, c) => self.formula(c, at)?,
            Cond::Not(c) => not(self.formula(c, at)?),
            Cond::And(all) => {
                let known = self.facts.len();
                let mut parts = Vec::new();
                for part in all {
                    let part = self.formula(part, at)?;
                    if part == Formula::Const(false) {
                        // What the others need is needed no more.
                        self.facts.truncate(known);
                        parts = vec![part];
                        break;
                    }
                    parts.push(part);
                }
                and(parts)
            }
            Cond::Or(any) => {
                let parts: Result<Vec<_>, _> = any.iter().map(|c| self.formula(c, at)).collect();
                not(and(parts?.into_iter().map(not).collect()))
            }
            Cond::Reading { option, reading } => Formula::Reading(*option, *reading),
            Cond::Same(a, b) => match (self.viewer.is_me(*a), self.viewer.is_me(*b)) {
                (Some(a), Some(b)) => Formula::Const(a == b),
                _ => return self.refuse("a prohibition that asks whose turn is next"),
            },
            Cond::Call { def, cell: Some(cell), line: None } if here(cell) => {
                match &self.rules.defs[usize::from(def.0)].body {
                    DefBody::Cond(body) => self.formula(body, &[0])?,
                    DefBody::Num(_) | DefBody::Set(_) => return self.refuse("a definition that is no condition"),
                }
            }
            Cond::Laid(laid) if laid.line.is_none() && laid.through.len() == 1 && here(&laid.through[0]) => {
                let templates = self.templates(laid, false, 0)?;
                self.fact(Fact { least: 1, counts: false, templates, rest: None, said: None })
            }
            Cond::Compare(Num::CountLaid { laid, by }, cmp, Num::Int(n)) => self.counted(laid, by, *cmp, *n, at)?,
            Cond::Quantified(quant, Domain::Lines(through, line), body) if through.len() == 1 && here(&through[0]) => {
                let number = |n: &Num| if let Num::Int(n) = n { Some(*n) } else { None };
                let (least, below, wanted) = match quant {
                    Quant::Some => (Some(1), None, true),
                    Quant::No => (Some(1), None, false),
                    Quant::AtLeast(n) => (number(n), None, true),
                    Quant::AtMost(n) => (number(n).map(|n| n + 1), None, false),
                    Quant::Exactly(n) => (number(n), number(n).map(|n| n + 1), true),
                    Quant::Every => (None, None, true),
                };
                let Some(least) = least else { return self.refuse("a number of lines that is not constant") };
                let CellRef::Var(at) = through[0] else { return self.refuse("lines through no cell") };
                let reached = self.lines(cond, body, at, *line, least)?;
                let reached = if wanted { reached } else { not(reached) };
                match below {
                    Some(below) => {
                        let more = self.lines(cond, body, at, *line, below)?;
                        and(vec![reached, not(more)])
                    }
                    None => reached,
                }
            }
            _ => {
                return self
                    .refuse("a prohibition that asks for something else than patterns on lines through the piece");
            }
        };
        self.depth -= 1;
        Ok(read)
    }

    /// The same fact twice is one.
    fn fact(&mut self, fact: Fact<'r>) -> Formula {
        let same = |f: &Fact<'_>| {
            (f.least, f.counts, &f.templates) == (fact.least, fact.counts, &fact.templates)
                && f.said.is_none()
                && fact.said.is_none()
        };
        let known = self.facts.iter().position(same);
        Formula::Fact(known.unwrap_or_else(|| {
            self.facts.push(fact);
            self.facts.len() - 1
        }))
    }

    fn templates(&self, laid: &Laid, trial: bool, by: u8) -> Result<Vec<Template>, Refusal> {
        self.understood(self.viewer.templates(&laid.pattern, laid.numbers, trial, by))
    }

    fn counted(&mut self, laid: &Laid, by: &Set, cmp: Cmp, n: i64, at: &[Var]) -> Result<Formula, Refusal> {
        let through = matches!(laid.through.as_slice(), [CellRef::Var(v)] if at.contains(v));
        if laid.line.is_some() || !through {
            return self.refuse("a count of patterns elsewhere than through the piece");
        }
        let by = self.understood(self.viewer.states(by))?;
        let templates = self.templates(laid, false, by)?;
        // Sets of one line are never those of another only if each has a cell besides that of the piece.
        if templates.iter().any(|t| t.counted.count_ones() <= u32::from(t.allowed(0, false) & by != 0)) {
            return self.refuse("a count of sets that two lines may share");
        }
        let mut at_least = |n: i64| match u32::try_from(n) {
            Ok(0) | Err(_) => Formula::Const(n <= 0),
            Ok(least) => self.fact(Fact { least, counts: true, templates: templates.clone(), rest: None, said: None }),
        };
        Ok(match cmp {
            Cmp::AtLeast => at_least(n),
            Cmp::Greater => at_least(n + 1),
            Cmp::Less => not(at_least(n)),
            Cmp::AtMost => not(at_least(n + 1)),
            Cmp::Equal => and(vec![at_least(n), not(at_least(n + 1))]),
        })
    }

    /// At least so many lines through the piece have something.
    fn lines(&mut self, said: &'r Cond, body: &'r Cond, at: Var, line: Var, least: i64) -> Result<Formula, Refusal> {
        let Ok(least) = u32::try_from(least) else { return Ok(Formula::Const(least <= 0)) };
        if least == 0 {
            return Ok(Formula::Const(true));
        }
        let same = |f: &Fact<'_>| f.least == least && f.said.is_some_and(|s| std::ptr::eq(s, said));
        if let Some(known) = self.facts.iter().position(same) {
            return Ok(Formula::Fact(known));
        }
        let (body, at, line) = self.on_line(body, at, line)?;
        let fact = Fact { least, counts: false, templates: Vec::new(), rest: None, said: None };
        match body {
            Cond::Laid(laid) if laid.line == Some(line) && through(laid, &[at]) => {
                let templates = self.templates(laid, false, 0)?;
                Ok(self.fact(Fact { templates, ..fact }))
            }
            Cond::Quantified(Quant::Some, Domain::Cells(Set::And(set), second), then) => {
                let empty = match set.as_slice() {
                    [Set::Empty, Set::LineOf(l)] | [Set::LineOf(l), Set::Empty] => *l == line,
                    _ => false,
                };
                let Cond::Supposing { owner, at: on, then, .. } = &**then else {
                    return self.refuse("an empty cell on which no piece is supposed");
                };
                if !empty || *on != CellRef::Var(*second) || self.viewer.is_me(*owner) != Some(true) {
                    return self.refuse(
                        "a piece supposed elsewhere than on an empty cell of the line, or of the other player",
                    );
                }
                // Known before its own condition is read, which may speak of it again.
                let index = self.facts.len();
                self.facts.push(Fact { said: Some(said), ..fact });
                let parts = match &**then {
                    Cond::And(parts) => parts.as_slice(),
                    one => std::slice::from_ref(one),
                };
                let mut templates: Option<Vec<Template>> = None;
                let mut rest = Vec::new();
                for part in parts {
                    match part {
                        Cond::Laid(laid) if laid.line == Some(line) => {
                            if !through(laid, &[at, *second]) {
                                return self.refuse("a pattern on the line that is not laid through both pieces");
                            }
                            let these = self.templates(laid, true, 0)?;
                            templates = Some(match templates {
                                Some(before) => self.understood(together(&before, &these))?,
                                None => these,
                            });
                        }
                        other => rest.push(self.formula(other, &[*second])?),
                    }
                }
                let Some(templates) = templates else {
                    return self.refuse("a supposed piece that no pattern on the line ties to the one played");
                };
                self.facts[index].templates = templates;
                self.facts[index].rest = Some(and(rest));
                Ok(Formula::Fact(index))
            }
            _ => self.refuse("a condition on a line that is no pattern through the piece"),
        }
    }

    /// A condition on a line, behind the definitions that name it, with its variables there.
    fn on_line(&self, cond: &'r Cond, at: Var, line: Var) -> Result<(&'r Cond, Var, Var), Refusal> {
        let (mut cond, mut cell, mut line) = (cond, at, line);
        for _ in 0..DEEPEST {
            cond = match cond {
                Cond::Named(_, c) => c,
                Cond::Call { def, cell: Some(CellRef::Var(c)), line: Some(l) } if *c == cell && *l == line => {
                    (cell, line) = (0, 0);
                    match &self.rules.defs[usize::from(def.0)].body {
                        DefBody::Cond(body) => body,
                        DefBody::Num(_) | DefBody::Set(_) => return self.refuse("a definition that is no condition"),
                    }
                }
                _ => return Ok((cond, cell, line)),
            };
        }
        self.refuse("definitions too deep in each other")
    }
}

/// Is it laid through just these cells?
fn through(laid: &Laid, cells: &[Var]) -> bool {
    let all = |c: &CellRef| matches!(c, CellRef::Var(v) if cells.contains(v));
    laid.through.len() == cells.len()
        && laid.through.iter().all(all)
        && cells.iter().all(|v| laid.through.contains(&CellRef::Var(*v)))
}
