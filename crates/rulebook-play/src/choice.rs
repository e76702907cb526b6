//! Which actions are meant by the cells that somebody picks one after the other.

use rulebook_api::{Action, Notation, Vocabulary};

/// Cells picked so far, and what they may mean.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Choice {
    picked: Vec<u16>,
}

impl Choice {
    /// The cells picked so far.
    pub fn picked(&self) -> &[u16] {
        &self.picked
    }

    /// Forgets them.
    pub fn clear(&mut self) {
        self.picked.clear();
    }

    /// Picks a cell, or unpicks the last one if it is picked again; says whether it may be meant.
    pub fn pick(&mut self, names: &Vocabulary, legal: &[Action], cell: u16) -> bool {
        let mut longer = self.picked.clone();
        longer.push(cell);
        if legal.iter().any(|a| fits(names, a, &longer)) {
            self.picked = longer;
            return true;
        }
        if self.picked.last() == Some(&cell) {
            self.picked.pop();
            return true;
        }
        // Somebody who picks another beginning has changed his mind.
        if legal.iter().any(|a| fits(names, a, &[cell])) {
            self.picked = vec![cell];
            return true;
        }
        false
    }

    /// The actions all of whose cells are picked: none until then, several if cells do not tell them apart.
    pub fn meant<'a>(&self, names: &Vocabulary, legal: &'a [Action]) -> Vec<&'a Action> {
        let whole = |a: &&Action| fits(names, a, &self.picked) && is_whole(names, a, &self.picked);
        legal.iter().filter(whole).collect()
    }

    /// The cells that may be picked next, ascending.
    pub fn next(&self, names: &Vocabulary, legal: &[Action]) -> Vec<u16> {
        let mut cells: Vec<u16> = legal
            .iter()
            .filter(|a| fits(names, a, &self.picked))
            .flat_map(|a| following(names, a, &self.picked))
            .collect();
        cells.sort_unstable();
        cells.dedup();
        cells
    }
}

/// How an action is written, which is how its cells are picked.
fn notation(names: &Vocabulary, action: &Action) -> Notation {
    names.actions.get(usize::from(action.name)).map_or(Notation::Walk, |a| a.notation)
}

/// The cell of an action that has only one.
fn only_cell(action: &Action, notation: Notation) -> Option<u16> {
    if notation == Notation::Remove { action.from.or(action.to) } else { action.to.or(action.from) }
}

/// Can these cells be the first that are picked for an action?
fn fits(names: &Vocabulary, action: &Action, picked: &[u16]) -> bool {
    match notation(names, action) {
        Notation::Pass => picked.is_empty(),
        Notation::Walk => {
            let [from, onward @ ..] = picked else { return true };
            action.from == Some(*from) && walks_on(action, onward)
        }
        Notation::Place if !action.group.is_empty() => {
            let distinct = picked.iter().enumerate().all(|(i, cell)| !picked[..i].contains(cell));
            distinct && picked.iter().all(|cell| action.group.iter().any(|(c, _)| c == cell))
        }
        other => match picked {
            [] => true,
            [cell] => only_cell(action, other) == Some(*cell),
            _ => false,
        },
    }
}

/// Are these cells landed on, in this order, on some route?
fn walks_on(action: &Action, onward: &[u16]) -> bool {
    let in_order = |via: &[u16]| {
        let mut rest = via.iter();
        onward.iter().all(|cell| rest.any(|c| c == cell))
    };
    onward.is_empty() || action.to.is_some_and(|to| onward == [to]) || action.via.iter().any(|via| in_order(via))
}

/// Have all cells been picked?
fn is_whole(names: &Vocabulary, action: &Action, picked: &[u16]) -> bool {
    match notation(names, action) {
        Notation::Pass => false,
        Notation::Walk => picked.len() > 1 && picked.last().copied() == action.to,
        Notation::Place if !action.group.is_empty() => picked.len() == action.group.len(),
        _ => picked.len() == 1,
    }
}

/// The cells that may be picked next for an action that fits.
fn following(names: &Vocabulary, action: &Action, picked: &[u16]) -> Vec<u16> {
    let all: Vec<u16> = match notation(names, action) {
        Notation::Pass => Vec::new(),
        Notation::Walk if picked.is_empty() => action.from.into_iter().collect(),
        Notation::Walk => action.via.iter().flatten().copied().chain(action.to).collect(),
        Notation::Place if !action.group.is_empty() => action.group.iter().map(|(cell, _)| *cell).collect(),
        other => only_cell(action, other).into_iter().collect(),
    };
    let mut longer = picked.to_vec();
    let mut fitting = |cell: u16| {
        longer.push(cell);
        let fit = fits(names, action, &longer);
        longer.pop();
        fit
    };
    all.into_iter().filter(|&cell| fitting(cell)).collect()
}
