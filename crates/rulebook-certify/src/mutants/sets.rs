//! Wrong turns of sets, patterns and directions.

use rulebook_ir::{Alternative, CellSet, Dir, Dirs, Effect, Item, Laid, Num, Numbers, Pattern, Repeat, Set, Test, Who};

use super::{Mutator, legs::takes_one, ordinal, role};

/// Which ends of a pattern are open: it is asked only whether it matches, and not where it begins or ends there.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Open {
    Neither,
    Far,
    Both,
}

/// At which ends of a pattern the edge can be met, and which are open.
#[derive(Clone, Copy)]
pub(super) struct Ends {
    pub(super) near: bool,
    pub(super) far: bool,
    pub(super) open: Open,
}

impl Ends {
    /// A piece cannot land beyond the board.
    pub(super) const NONE: Self = Self { near: false, far: false, open: Open::Neither };
}

impl Mutator {
    pub(super) fn set(&mut self, set: &mut Set) {
        match set {
            Set::Const(cells) => {
                let region = self.places.regions.iter().find(|r| r.0 == *cells).map(|r| r.1);
                self.perhaps_within(region, |m| m.cells(cells));
            }
            Set::Seen(seen) => {
                if seen.len() == 2 && seen[0] != seen[1] && self.hit(|| "rows of the other player".into()) {
                    seen.swap(0, 1);
                    return;
                }
                for (player, cells) in seen.iter_mut().enumerate() {
                    let first = cells.iter().next();
                    if let Some(first) = first
                        && self.hit(|| format!("a cell of player {player}'s rows left out"))
                    {
                        cells.remove(first);
                        return;
                    }
                }
            }
            Set::Empty => {
                if self.hit(|| "empty → occupied".into()) {
                    *set = Set::Occupied;
                }
            }
            Set::Occupied => {
                if self.hit(|| "any piece → a piece of the one who acts".into()) {
                    *set = Set::OwnedBy(Who::Me);
                }
            }
            Set::OwnedBy(who) => self.who(who),
            Set::Enemies => {
                if !self.either && self.hit(|| "enemy → own".into()) {
                    *set = Set::OwnedBy(Who::Me);
                } else if self.hit(|| "enemy → any piece".into()) {
                    *set = Set::Occupied;
                }
            }
            Set::Kinds(kinds) => {
                if kinds.is_power_of_two() && self.places.kinds > 1 {
                    let other = (kinds.trailing_zeros() as usize + 1) % self.places.kinds;
                    if self.hit(|| format!("kind {} → kind {other}", kinds.trailing_zeros())) {
                        *kinds = 1 << other;
                        return;
                    }
                }
                for kind in 0..32 {
                    let bit = 1u32 << kind;
                    if kinds.count_ones() > 1 && *kinds & bit != 0 && self.hit(|| format!("kind {kind} left out")) {
                        *kinds &= !bit;
                        return;
                    }
                }
            }
            Set::And(all) => {
                self.drop_each(all, |i, _| format!("the {} word of a noun phrase dropped", ordinal(i)));
                for part in all {
                    self.set(part);
                }
            }
            Set::Or(all) => {
                self.drop_each(all, |i, _| format!("the {} part of a set dropped", ordinal(i)));
                for part in all {
                    self.set(part);
                }
            }
            Set::Not(inner) => {
                if self.hit(|| "`not` dropped".into()) {
                    *set = (**inner).clone();
                    return;
                }
                self.set(inner);
            }
            Set::For(who, inner) => {
                self.who(who);
                self.set(inner);
            }
            Set::Marked(_)
            | Set::One(_)
            | Set::LineOf(_)
            | Set::Group(_)
            | Set::LineWalked
            | Set::Where(_)
            | Set::Call(_) => {}
        }
    }

    pub(super) fn cells(&mut self, cells: &mut CellSet) {
        let ends = [cells.iter().next(), cells.iter().last()];
        for (cell, end) in ends.into_iter().zip(["first", "last"]) {
            if let Some(cell) = cell
                && self.hit(|| format!("the {end} cell left out"))
            {
                cells.remove(cell);
                return;
            }
        }
    }

    pub(super) fn who(&mut self, who: &mut Who) {
        let other = match who {
            Who::Me => Who::Enemy,
            Who::Enemy => Who::Me,
            Who::Mover => Who::Next,
            Who::Next => Who::Mover,
            Who::Player(0) => Who::Player(1),
            Who::Player(_) => Who::Player(0),
        };
        // Of two players that are both asked it makes no difference which of them the one word means.
        let seen = matches!(who, Who::Me | Who::Enemy);
        if !(seen && self.either) && self.hit(|| format!("{} → {}", role(*who), role(other))) {
            *who = other;
        }
    }

    /// Directions in which something is walked.
    pub(super) fn dirs(&mut self, dirs: &mut Dirs) {
        self.directions(dirs, |_, _| true);
    }

    /// Directions along which cells are joined to groups: a step joins both of its cells, so that of a direction and the one
    /// back either will do.
    pub(super) fn joining(&mut self, dirs: &mut Dirs) {
        let back = self.places.back.clone();
        self.directions(dirs, |dir, list| !list.contains(&back[usize::from(dir)]));
    }

    fn directions(&mut self, dirs: &mut Dirs, matters: impl Fn(Dir, &[Dir]) -> bool) {
        if dirs.per_player.len() == 2
            && dirs.per_player[0] != dirs.per_player[1]
            && self.hit(|| "directions of the other player".into())
        {
            dirs.per_player.swap(0, 1);
            return;
        }
        for (player, list) in dirs.per_player.iter_mut().enumerate() {
            for index in 0..list.len() {
                if matters(list[index], list)
                    && self.hit(|| format!("the {} direction of player {player} dropped", ordinal(index)))
                {
                    list.remove(index);
                    return;
                }
            }
        }
    }

    pub(super) fn pattern(&mut self, pattern: &mut Pattern, ends: Ends) {
        let before = self.done.is_some();
        if pattern.items.len() > 1 {
            self.drop_each(&mut pattern.items, |i, _| format!("the {} item of a pattern dropped", ordinal(i)));
        }
        // Only an item with nothing to match beyond it can meet the edge.
        let near = pattern.items.iter().take_while(|i| may_be_nothing(i)).count();
        let far = pattern.items.iter().rev().take_while(|i| may_be_nothing(i)).count();
        let count = pattern.items.len();
        // A piece that meets no cell goes nowhere: the only item of a walk has to match one.
        // Nor does one land on a victim that stays.
        let walk = !ends.near && !ends.far;
        let behind = self.victims_block && count > 1 && takes_one(&pattern.items[count - 2]);
        let lands = walk && (count == 1 || behind);
        for (index, item) in pattern.items.iter_mut().enumerate() {
            let edge = (ends.near && index <= near) || (ends.far && count - 1 - index <= far);
            let open = (ends.open == Open::Both && index == 0) || (ends.open != Open::Neither && index + 1 == count);
            self.item(item, edge, open, lands && index + 1 == count);
        }
        // What was changed may read differently from the other end.
        if self.done.is_some() && !before {
            pattern.symmetric = false;
        }
    }

    /// `open`: more of it may match where one does. `only`: it has to match something anyway.
    fn item(&mut self, item: &mut Item, edge: bool, open: bool, only: bool) {
        match item {
            Item::Mix(parts) => {
                for (count, test) in parts {
                    if self.hit(|| format!("{count} → {}", *count + 1)) {
                        *count += 1;
                        return;
                    }
                    if *count > 1 && self.hit(|| format!("{count} → {}", *count - 1)) {
                        *count -= 1;
                        return;
                    }
                    self.test(test, edge);
                }
            }
            Item::Cells { alternatives, repeat } => {
                if alternatives.len() > 1 {
                    self.drop_each(alternatives, |i, _| format!("the {} alternative of an item dropped", ordinal(i)));
                }
                // Where another alternative is the edge, it counts already.
                let counts = alternatives.iter().any(|a| a.test.edge);
                for alternative in alternatives.iter_mut() {
                    let edge = edge && (alternative.test.edge || !counts);
                    self.alternative(alternative, edge);
                }
                match repeat {
                    Repeat::Star => {
                        if self.hit(|| "none or more → one or more".into()) {
                            *repeat = Repeat::Plus;
                        } else if self.hit(|| "none or more → one".into()) {
                            *repeat = Repeat::Exactly(Num::Int(1));
                        }
                    }
                    Repeat::Plus => {
                        if self.hit(|| "one or more → exactly one".into()) {
                            *repeat = Repeat::Exactly(Num::Int(1));
                        } else if !only && self.hit(|| "one or more → none or more".into()) {
                            *repeat = Repeat::Star;
                        }
                    }
                    Repeat::Exactly(Num::Int(1)) => {
                        // Where more of it match at an open end, one of it does.
                        if !open && self.hit(|| "one → one or more".into()) {
                            *repeat = Repeat::Plus;
                        }
                    }
                    Repeat::Exactly(n) => self.num(n),
                }
            }
        }
    }

    fn alternative(&mut self, alternative: &mut Alternative, edge: bool) {
        match alternative.effect {
            Some(Effect::Take) if self.hit(|| "`take` dropped".into()) => alternative.effect = None,
            Some(Effect::Flip) if self.hit(|| "`flip` dropped".into()) => alternative.effect = None,
            _ => {}
        }
        self.test(&mut alternative.test, edge);
    }

    fn test(&mut self, test: &mut Test, edge: bool) {
        if edge
            && self.hit(|| if test.edge { "the edge no longer counts".into() } else { "the edge counts too".into() })
        {
            test.edge = !test.edge;
            return;
        }
        self.set(&mut test.set);
    }

    pub(super) fn laid(&mut self, laid: &mut Laid, counted: bool) {
        let anywhere = !counted && laid.through.is_empty() && laid.numbers == Numbers::Any;
        let open = if anywhere { Open::Both } else { Open::Neither };
        self.pattern(&mut laid.pattern, Ends { near: true, far: true, open });
        self.drop_each(&mut laid.through, |i, _| format!("the {} cell of `through` dropped", ordinal(i)));
        if laid.numbers != Numbers::Any {
            for other in [Numbers::Equal, Numbers::Consecutive, Numbers::Different, Numbers::Any] {
                if other != laid.numbers && self.hit(|| format!("numbers {:?} → {other:?}", laid.numbers)) {
                    laid.numbers = other;
                    laid.pattern.symmetric = false;
                    return;
                }
            }
        }
    }
}

pub(super) fn may_be_nothing(item: &Item) -> bool {
    match item {
        Item::Cells { repeat: Repeat::Plus, .. } => false,
        Item::Cells { repeat: Repeat::Exactly(Num::Int(n)), .. } => *n < 1,
        Item::Cells { .. } => true,
        Item::Mix(parts) => parts.iter().all(|(n, _)| *n == 0),
    }
}
