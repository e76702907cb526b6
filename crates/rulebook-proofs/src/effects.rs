//! The terms that change the board, on counts.

use rulebook_ir::{CellRef, Slot};

use crate::{
    counting::{Actor, Counting},
    deed::{Change, Deed, Way, Ways},
    state::Class,
};

impl Counting<'_> {
    /// The deeds that a name can mean, each with the class of the named cell: one if it is known, else one for each
    /// class that there is.
    fn resolved(&self, slot: Slot, deed: &Deed) -> Vec<(Deed, u8, Class)> {
        let Some(named) = deed.get(slot) else { return Vec::new() };
        if let Some(class) = named.class {
            return vec![(deed.clone(), named.group, class)];
        }
        let classes = (0..self.layout.classes()).filter(|&c| deed.state.count(c) > 0);
        classes
            .map(|class| {
                let mut deed = deed.clone();
                deed.named.iter_mut().filter(|n| n.group == named.group).for_each(|n| n.class = Some(class));
                (deed, named.group, class)
            })
            .collect()
    }

    /// Does something to a named cell, in every way in which it can be done.
    fn to_named(&self, slot: Slot, deed: &Deed, what: impl Fn(&mut Deed, u8, Class) -> bool) -> Ways {
        let all = self.resolved(slot, deed);
        let sure = all.len() == 1;
        let mut ways = Ways::default();
        for (mut deed, group, class) in all {
            if what(&mut deed, group, class) {
                deed.normalise();
                ways.merge(vec![Way { deed, sure, again: false }]);
                ways.some |= sure;
            }
        }
        ways
    }

    pub(crate) fn land(slot: Slot, deed: &Deed) -> Ways {
        let Some(leg) = &deed.leg else { return Ways::default() };
        let landing = leg.landing;
        let mut deed = deed.clone();
        let group = deed.new_group();
        deed.name(slot, group, Some(landing));
        if let Some(leg) = &mut deed.leg {
            leg.landed = Some(group);
        }
        deed.normalise();
        Ways::one(deed, true)
    }

    pub(crate) fn strike(&self, mark: Option<u8>, deed: &Deed) -> Ways {
        let layout = self.layout;
        let Some(leg) = &deed.leg else { return Ways::default() };
        let mut done = deed.clone();
        let mover = deed.state.mover;
        let after = |class: Class, change: Change| match (change, mark) {
            (Change::Take, Some(mark)) => class | 1 << mark,
            (Change::Take, None) => layout.with(class, None),
            (Change::Flip, _) => layout.with(class, layout.standing(class).map(|(_, kind)| (mover, kind))),
        };
        for affected in &leg.effects {
            let to = after(affected.class, affected.change);
            done.lost |= affected.change == Change::Take;
            if !done.change_unnamed(affected.class, to, affected.cells) {
                return Ways::default();
            }
        }
        // The cell landed on is one of those, or none of them.
        let landing = leg.landing_effect.map_or(leg.landing, |change| after(leg.landing, change));
        let landed = leg.landed;
        done.named.iter_mut().filter(|n| Some(n.group) == landed).for_each(|n| n.class = Some(landing));
        Ways::one(done, true)
    }

    pub(crate) fn shift(&self, from: Slot, to: Slot, deed: &Deed) -> Ways {
        let layout = self.layout;
        let Some(start) = deed.get(from) else { return Ways::default() };
        let targets = self.resolved(to, deed);
        let one = targets.len() == 1;
        let mut ways = Ways::default();
        for (deed, target, empty) in targets {
            let more = self.to_named(from, &deed, |deed, group, class| {
                let Some(piece) = layout.standing(class) else { return false };
                if start.group == target {
                    return true;
                }
                if layout.standing(empty).is_some() {
                    // The piece does not move if both names mean its cell.
                    deed.name(from, target, Some(class));
                    return empty == class;
                }
                let (left, reached) = (layout.with(class, None), layout.with(empty, Some(piece)));
                let done = deed.change_named(group, class, left) && deed.change_named(target, empty, reached);
                // These two are different cells, whatever classes they have.
                for named in &mut deed.named {
                    if named.group == group {
                        named.class = Some(left);
                    } else if named.group == target {
                        named.class = Some(reached);
                    }
                }
                deed.name(from, target, Some(reached));
                done
            });
            ways.some |= one && more.some;
            ways.merge(more.list.into_iter().map(|w| Way { sure: w.sure && one, ..w }).collect());
        }
        ways
    }

    pub(crate) fn put(&self, kind: u8, at: Slot, stock: bool, deed: &Deed) -> Ways {
        let layout = self.layout;
        let player = deed.state.mover;
        let limited = stock && self.rules.kinds[usize::from(kind)].stock.is_some();
        self.to_named(at, deed, |deed, group, class| {
            if layout.standing(class).is_some() {
                return false;
            }
            if limited {
                let reserve = &mut deed.state.reserve[layout.reserve(player, kind)];
                let Some(left) = reserve.checked_sub(1) else { return false };
                *reserve = left;
            }
            if deed.actor == Actor::Nobody {
                deed.actor = Actor::Kind(kind);
            }
            deed.change_named(group, class, layout.with(class, Some((player, kind))))
        })
    }

    pub(crate) fn off(&self, at: Slot, stock: bool, deed: &Deed) -> Ways {
        let layout = self.layout;
        self.to_named(at, deed, |deed, group, class| {
            let Some((player, kind)) = layout.standing(class) else { return false };
            if stock && self.rules.kinds[usize::from(kind)].stock.is_some() {
                deed.state.reserve[layout.reserve(player, kind)] += 1;
            }
            deed.lost = true;
            deed.change_named(group, class, layout.with(class, None))
        })
    }

    pub(crate) fn promote(&self, slot: Slot, to: u8, deed: &Deed) -> Ways {
        let layout = self.layout;
        self.to_named(slot, deed, |deed, group, class| {
            let Some((player, kind)) = layout.standing(class) else { return false };
            deed.promoted |= kind != to;
            deed.change_named(group, class, layout.with(class, Some((player, to))))
        })
    }

    pub(crate) fn mark(&self, cell: CellRef, mark: u8, deed: &Deed) -> Ways {
        if let CellRef::Var(slot) = cell {
            return self.to_named(slot, deed, |deed, group, class| deed.change_named(group, class, class | 1 << mark));
        }
        let mut ways = Ways::default();
        for class in (0..self.layout.classes()).filter(|&c| deed.state.count(c) > 0) {
            let mut deed = deed.clone();
            if deed.change_unnamed(class, class | 1 << mark, 1) {
                ways.merge(vec![Way { deed, sure: false, again: false }]);
            }
        }
        // A cell that does not exist leaves no run at all.
        ways
    }

    pub(crate) fn take_marked(&self, mark: u8, deed: &Deed) -> Ways {
        let layout = self.layout;
        let mut deed = deed.clone();
        for class in 0..layout.classes() {
            let cells = deed.state.count(class);
            if cells == 0 || layout.marks_of(class) >> mark & 1 == 0 || layout.standing(class).is_none() {
                continue;
            }
            let to = layout.with(class, None);
            if !deed.state.change(class, to, cells) {
                return Ways::default();
            }
            deed.lost = true;
            // All cells of the class are taken, so that every name keeps its meaning.
            deed.named.iter_mut().filter(|n| n.class == Some(class)).for_each(|n| n.class = Some(to));
        }
        Ways::one(deed, true)
    }
}
