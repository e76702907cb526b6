//! What of a property counts do not tell, in the words of a spec.

use rulebook_ir::{
    CellRef, Cond, DefBody, Domain, Num, Rules, Set,
    visit::{self, Visitor},
};

/// What a condition asks that counts do not tell.
pub(crate) fn asks(rules: &Rules, cond: &Cond) -> Vec<String> {
    let mut asks = Asks { rules, found: Vec::new(), called: Vec::new() };
    asks.cond(cond);
    asks.found
}

struct Asks<'r> {
    rules: &'r Rules,
    found: Vec<String>,
    called: Vec<u16>,
}

impl Asks<'_> {
    fn note(&mut self, what: String) {
        if !self.found.contains(&what) {
            self.found.push(what);
        }
    }

    fn call(&mut self, def: rulebook_ir::DefId) {
        if self.called.contains(&def.0) {
            return;
        }
        self.called.push(def.0);
        let rules = self.rules;
        match &rules.defs[usize::from(def.0)].body {
            DefBody::Cond(c) => self.cond(c),
            DefBody::Num(n) => self.num(n),
            DefBody::Set(s) => self.set(s),
        }
    }

    /// Cells that a region names, if it is not the whole board.
    fn cells(&mut self, cells: &rulebook_ir::CellSet) {
        let rules = self.rules;
        if cells.len() == rules.board.len() || cells.is_empty() {
            return;
        }
        let name = rules.regions.iter().find(|(_, c)| c == cells).map(|(name, _)| name);
        self.note(name.map_or_else(
            || String::from("which cells pieces stand on"),
            |name| format!("which pieces stand on `{name}`"),
        ));
    }

    fn clock(&mut self, clock: rulebook_ir::ClockId) {
        let name = &self.rules.clocks[usize::from(clock.0)].name;
        self.note(format!("the clock `{name}`"));
    }
}

impl Visitor for Asks<'_> {
    fn cond(&mut self, cond: &Cond) {
        match cond {
            Cond::Laid(_) | Cond::Walks(..) => self.note(String::from("a pattern of cells")),
            Cond::Can(_, None) => self.note(String::from("whether a player can act")),
            Cond::Can(_, Some(action)) => {
                let name = self.rules.actions[usize::from(*action)].name.clone();
                self.note(format!("whether a player can {name}"));
            }
            Cond::Occurs(_) => self.note(String::from("how often a position has occurred")),
            Cond::Reaches(clock, ..) => self.clock(*clock),
            Cond::Quantified(_, Domain::Lines(..), _) => self.note(String::from("lines")),
            Cond::Quantified(_, Domain::Groups(..), _) => self.note(String::from("groups of cells")),
            Cond::Call { def, .. } => self.call(*def),
            _ => {}
        }
        visit::walk_cond(self, cond);
    }

    fn num(&mut self, num: &Num) {
        match num {
            Num::CountLaid { .. } => self.note(String::from("a pattern of cells")),
            Num::CountGroups(..) => self.note(String::from("groups of cells")),
            Num::Clock(clock, ..) => self.clock(*clock),
            Num::Call(def) => self.call(*def),
            _ => {}
        }
        visit::walk_num(self, num);
    }

    fn set(&mut self, set: &Set) {
        match set {
            Set::Const(cells) => self.cells(cells),
            Set::Seen(seen) => seen.iter().for_each(|cells| self.cells(cells)),
            Set::Where(def) | Set::Call(def) => self.call(*def),
            _ => {}
        }
        visit::walk_set(self, set);
    }

    fn cell(&mut self, cell: CellRef) {
        match cell {
            CellRef::Here => self.note(String::from("the cell acted on")),
            CellRef::LastVictim => self.note(String::from("the piece taken last")),
            CellRef::Cell(cell) => {
                let name = self.rules.board.cells[usize::from(cell)].name.clone();
                self.note(format!("what stands on {name}"));
            }
            CellRef::Var(_) => {}
        }
    }
}
