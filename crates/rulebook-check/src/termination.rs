//! Recursion ends: every circle of definitions adds a trial piece to an empty cell.
//!
//! Along such a circle the number of empty cells falls, so it is never longer than the board. A call that
//! lies under no trial has weight 0; a circle of calls of weight 0 never ends.

use rulebook_diagnostics::{Code, Diagnostic};
use rulebook_ir::visit::{Visitor, walk_cond, walk_def, walk_num, walk_set};
use rulebook_ir::{Cond, Def, DefId, Num, Set};

use crate::symbols::World;

impl World<'_> {
    pub(crate) fn check_termination(&mut self, defs: &[Def]) {
        let calls: Vec<Vec<DefId>> = defs
            .iter()
            .map(|def| {
                let mut found = Calls(Vec::new());
                walk_def(&mut found, def);
                found.0
            })
            .collect();
        let mut reported: Vec<usize> = Vec::new();
        for start in 0..defs.len() {
            let mut path = vec![start];
            if let Some(circle) = circle(&calls, start, start, &mut path, &mut vec![false; defs.len()])
                && !circle.iter().any(|d| reported.contains(d))
            {
                reported.extend(&circle);
                let names: Vec<String> = circle.iter().map(|&d| defs[d].name.clone()).collect();
                let first = &self.lets[start];
                let mut wrong = Diagnostic::error(
                    Code("R0501"),
                    first.name.span,
                    format!("`{}` asks itself without adding a piece: this never ends", first.name.text),
                )
                .label(format!("{} → {}", names.join(" → "), names[0]))
                .help("put one of these calls under `supposing own … at q`, with `some empty … as q`");
                for &d in circle.iter().skip(1) {
                    wrong = wrong.also(self.lets[d].name.span, "through this");
                }
                self.diagnostics.push(wrong);
            }
        }
    }
}

/// A way from `at` back to `start` by calls of weight 0. A definition from which none was found is not asked again.
fn circle(
    calls: &[Vec<DefId>],
    start: usize,
    at: usize,
    path: &mut Vec<usize>,
    dead: &mut [bool],
) -> Option<Vec<usize>> {
    for next in &calls[at] {
        let next = usize::from(next.0);
        if next == start {
            return Some(path.clone());
        }
        if !dead[next] {
            dead[next] = true;
            path.push(next);
            let found = circle(calls, start, next, path, dead);
            path.pop();
            if found.is_some() {
                return found;
            }
        }
    }
    None
}

/// Collects calls that lie under no trial.
struct Calls(Vec<DefId>);

impl Visitor for Calls {
    fn cond(&mut self, cond: &Cond) {
        match cond {
            // A trial adds a piece: what is asked under it has weight 1.
            Cond::Supposing { .. } => {}
            Cond::Call { def, .. } => self.0.push(*def),
            other => walk_cond(self, other),
        }
    }

    fn num(&mut self, num: &Num) {
        match num {
            Num::Call(def) => self.0.push(*def),
            other => walk_num(self, other),
        }
    }

    fn set(&mut self, set: &Set) {
        match set {
            Set::Where(def) | Set::Call(def) => self.0.push(*def),
            other => walk_set(self, other),
        }
    }
}
