//! Sets of cells, directions and patterns in words.

use super::{Words, joined};
use crate::{Cell, CellSet, Dir, Dirs, Effect, Item, Num, Pattern, Repeat, Set, Test};

/// How many cells of a set are named one by one.
const FEW: usize = 4;

impl Words<'_> {
    /// A set of cells.
    pub fn set(&self, set: &Set) -> String {
        match set {
            Set::Const(cells) => format!("on {}", self.cells(cells)),
            Set::Seen(seen) => format!("on {}", self.seen(seen)),
            Set::Empty => "empty".into(),
            Set::Occupied => "piece".into(),
            Set::OwnedBy(who) => self.who(*who),
            Set::Enemies => "enemy".into(),
            Set::Kinds(kinds) => self.kinds(*kinds),
            Set::Marked(mark) => format!("marked {}", self.mark(*mark)),
            Set::One(cell) => self.cell(*cell),
            Set::LineOf(var) => format!("on {}", self.line(*var)),
            Set::Group(_) => "the group".into(),
            Set::LineWalked => "on line".into(),
            Set::Where(def) | Set::Call(def) => self.def(*def).to_owned(),
            Set::And(all) => joined(all.iter().map(|s| self.narrow(s)), " "),
            Set::Or(any) => joined(any.iter().map(|s| self.set(s)), " or "),
            Set::Not(s) => format!("not {}", self.narrow(s)),
            Set::For(who, s) => format!("{} of {}", self.seen_by(*who).set(s), self.who(*who)),
        }
    }

    /// The same in parentheses where words beside it would take it apart.
    fn narrow(&self, set: &Set) -> String {
        match set {
            Set::Or(_) => format!("({})", self.set(set)),
            _ => self.set(set),
        }
    }

    /// Cells that the spec lists or names: the region's name, or the first few.
    fn cells(&self, cells: &CellSet) -> String {
        let listed: Vec<Cell> = cells.iter().collect();
        if let Some((name, _)) = self.rules.regions.iter().find(|(_, region)| region.iter().eq(cells.iter())) {
            return name.clone();
        }
        if listed.len() == self.rules.board.len() {
            return "any cell".into();
        }
        let shown = joined(listed.iter().take(FEW).map(|&c| self.cell_name(c).to_owned()), " or ");
        match listed.len().saturating_sub(FEW) {
            0 => shown,
            rest => format!("{shown} or {rest} more cells"),
        }
    }

    /// Cells that depend on who looks.
    fn seen(&self, seen: &[CellSet]) -> String {
        if let Some(cells) = self.viewer.and_then(|v| seen.get(usize::from(v))) {
            return self.cells(cells);
        }
        let each = seen.iter().zip(&self.rules.players);
        format!("({})", joined(each.map(|(cells, player)| format!("{} for {}", self.cells(cells), player.name)), ", "))
    }

    /// Directions.
    pub fn dirs(&self, dirs: &Dirs) -> String {
        if dirs.anywhere {
            return "anywhere".into();
        }
        let all = &self.rules.board.directions;
        let of = |mine: &[Dir]| {
            if mine.len() == all.len() {
                return "any direction".into();
            }
            joined(mine.iter().filter_map(|&d| all.get(usize::from(d))).map(|d| d.name.clone()), " or ")
        };
        if let Some(mine) = self.viewer.and_then(|v| dirs.per_player.get(usize::from(v))) {
            return of(mine);
        }
        match dirs.per_player.split_first() {
            Some((first, others)) if others.iter().all(|o| o == first) => of(first),
            _ => {
                let each = dirs.per_player.iter().zip(&self.rules.players);
                format!("({})", joined(each.map(|(mine, player)| format!("{} for {}", of(mine), player.name)), ", "))
            }
        }
    }

    /// A pattern.
    pub fn pattern(&self, pattern: &Pattern) -> String {
        format!("[{}]", joined(pattern.items.iter().map(|item| self.item(item)), ", "))
    }

    fn item(&self, item: &Item) -> String {
        match item {
            Item::Mix(parts) => {
                format!("mix {}", joined(parts.iter().map(|(n, t)| format!("{n} {}", self.test(t))), " "))
            }
            Item::Cells { alternatives, repeat } => {
                let seen = joined(
                    alternatives.iter().map(|a| {
                        let effect = match a.effect {
                            Some(Effect::Take) => "take ",
                            Some(Effect::Flip) => "flip ",
                            None => "",
                        };
                        format!("{effect}{}", self.test(&a.test))
                    }),
                    " or ",
                );
                match repeat {
                    Repeat::Exactly(Num::Int(1)) => seen,
                    Repeat::Exactly(n) => format!("{} {seen}", self.num(n)),
                    Repeat::Star => format!("{seen}*"),
                    Repeat::Plus => format!("{seen}+"),
                }
            }
        }
    }

    fn test(&self, test: &Test) -> String {
        match (&test.set, test.edge) {
            (Set::Const(none), true) if none.is_empty() => "edge".into(),
            // What is not something may be the edge.
            (Set::Not(_), true) | (_, false) => self.set(&test.set),
            (set, true) => format!("{} or edge", self.set(set)),
        }
    }

    /// Kinds of pieces.
    pub fn kinds(&self, kinds: u32) -> String {
        if self.is_every_kind(kinds) {
            return "piece".into();
        }
        let named = self.rules.kinds.iter().enumerate().filter(|(i, _)| kinds >> i & 1 == 1);
        joined(named.map(|(_, k)| k.name.clone()), " or ")
    }

    pub(super) fn mark(&self, mark: u8) -> &str {
        self.rules.marks.get(usize::from(mark)).map_or("", String::as_str)
    }
}
