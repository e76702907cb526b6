//! Programs of actions in words, one step a line.

use std::fmt::Write as _;

use super::{Words, cell_var};
use crate::{Cond, Term};

impl Words<'_> {
    /// A program, indented by its structure. Slots are called as cell variables are: `cell0` is where the piece began,
    /// `cell1` where it stands.
    pub fn program(&self, term: &Term) -> String {
        let mut text = String::new();
        self.write(term, 0, &mut text);
        text
    }

    fn write(&self, term: &Term, depth: usize, text: &mut String) {
        let margin = "  ".repeat(depth);
        let mut line = |words: String| _ = writeln!(text, "{margin}{words}");
        match term {
            Term::Nothing => line("nothing".into()),
            Term::Pass => line("pass".into()),
            Term::Seq(parts) => parts.iter().for_each(|part| self.write(part, depth, text)),
            Term::Choice(parts) => {
                for (i, part) in parts.iter().enumerate() {
                    _ = writeln!(text, "{margin}{}", if i == 0 { "either" } else { "or" });
                    self.write(part, depth + 1, text);
                }
            }
            Term::Priority(first, second) => {
                line("if possible".into());
                self.write(first, depth + 1, text);
                _ = writeln!(text, "{margin}else");
                self.write(second, depth + 1, text);
            }
            Term::Loop(body) => {
                line("round".into());
                self.write(body, depth + 1, text);
            }
            Term::Again => line("another round".into()),
            Term::Test(cond, _) => line(format!("only if {}", self.cond(cond))),
            Term::Forbid { clause, when, unless } => {
                let unless = match unless {
                    Cond::Const(false) => String::new(),
                    unless => format!(" unless {}", self.cond(unless)),
                };
                line(format!("forbidden by {} when {}{unless}", self.rules.clause_id(*clause), self.cond(when)));
            }
            Term::When(cond, then) => {
                line(format!("if {}", self.cond(cond)));
                self.write(then, depth + 1, text);
            }
            Term::Pick(slot, set) => line(format!("for each {} as {}", self.set(set), cell_var(*slot))),
            Term::Legs { from, dirs, pattern, no_turning_back, body } => {
                let back = if *no_turning_back { ", not turning back" } else { "" };
                let way = format!("{} {}", self.dirs(dirs), self.pattern(pattern));
                line(format!("for each leg from {}: {way}{back}", cell_var(*from)));
                self.write(body, depth + 1, text);
            }
            Term::Land(slot) => line(format!("for each landing cell as {}", cell_var(*slot))),
            Term::Strike(None) => line("the leg takes and flips".into()),
            Term::Strike(Some(mark)) => line(format!("the leg marks what it takes: {}", self.mark(*mark))),
            Term::Shift(from, to) => line(format!("the piece goes from {} to {}", cell_var(*from), cell_var(*to))),
            Term::Put { kind, at, stock } => {
                let from = if *stock { " from the stock" } else { "" };
                line(format!("an own {} comes{from} on {}", self.kind(*kind), cell_var(*at)));
            }
            Term::Off { at, stock } => {
                let to = if *stock { "to the stock of its owner" } else { "for good" };
                line(format!("the piece on {} goes {to}", cell_var(*at)));
            }
            Term::Become(slot, kind) => {
                line(format!("the piece on {} becomes a {}", cell_var(*slot), self.kind(*kind)));
            }
            Term::Mark(cell, mark) => line(format!("{} is marked: {}", self.cell(*cell), self.mark(*mark))),
            Term::TakeMarked(mark) => line(format!("all that is marked leaves: {}", self.mark(*mark))),
            Term::Fan { from, dirs, pattern, must } => {
                let must = if *must { ", which has to match" } else { "" };
                let way = format!("{} {}", self.dirs(dirs), self.pattern(pattern));
                line(format!("in every direction from {}: {way}{must}", cell_var(*from)));
            }
        }
    }
}
