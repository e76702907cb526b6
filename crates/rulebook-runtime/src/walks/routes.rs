//! All routes to a capture, for callers that want to tell them: directions and victims of every jump, with the landings.

use alloc::vec::Vec;

use rulebook_api::Action as Listed;

use crate::{
    action::{Action, cell},
    rules::Rules,
    set::Bit,
    walks::{
        Bits, Pieces, Side, Walks, When,
        bits::{each, one, step},
        chain::landed,
        ray::look,
    },
};

/// A capture under way.
struct Search<'a, const K: usize> {
    from: u32,
    empty: Bits,
    pieces: &'a Pieces<K>,
    /// Landings so far.
    landings: &'a mut Vec<Bit>,
    /// Directions and victims so far.
    route: &'a mut Vec<u16>,
    found: &'a mut Vec<Found>,
    /// How many legs may still be looked at.
    left: &'a mut u32,
}

/// Legs that are looked at for the routes of one position.
const MANY: u32 = 30_000;

/// A route.
struct Found {
    from: u8,
    to: u8,
    kind: u8,
    victims: Bits,
    landings: Vec<Bit>,
    route: Vec<u16>,
}

/// Adds to actions the routes that lead to them. Where these are too many to go through, an action has 0 of them, and only
/// its end is told.
pub fn add<G: Rules<Board = Pieces<K>> + Walks<K>, S: Side, const K: usize>(
    pieces: &Pieces<K>,
    actions: &[Action<G>],
) -> Vec<Listed> {
    let mut found = Vec::new();
    let mut left = MANY;
    if actions.iter().any(|a| a.victims != 0) {
        for kind in 0..K {
            each!(pieces.of::<S>(kind), |bit| {
                let mut search = Search {
                    from: bit,
                    empty: <G as Walks<K>>::BOARD & !pieces.all() | one(bit),
                    pieces,
                    landings: &mut Vec::new(),
                    route: &mut Vec::new(),
                    found: &mut found,
                    left: &mut left,
                };
                search.jumps::<G, S>(one(bit), kind, 0, 0);
            });
        }
    }
    if left == 0 {
        // Some of the captures may not have been met at all.
        let unknown = |action: &Action<G>| {
            let mut listed = action.listed();
            listed.forget_routes();
            listed
        };
        return actions.iter().map(unknown).collect();
    }
    let listed = |action: &Action<G>| {
        let mut listed = action.listed();
        let same = |f: &&Found| {
            Bit::from(f.from) == action.from
                && Bit::from(f.to) == action.to
                && f.victims == action.victims
                && action.piece.is_some_and(|p| p.kind == f.kind)
        };
        let mut routes: Vec<&[u16]> = Vec::new();
        for route in found.iter().filter(same) {
            if !routes.contains(&route.route.as_slice()) {
                routes.push(&route.route);
            }
            let landings: Vec<u16> = route.landings.iter().filter_map(|bit| cell::<G>(*bit)).collect();
            if listed.via.len() < Listed::VIA_LIMIT && !listed.via.contains(&landings) {
                listed.via.push(landings);
            }
        }
        if routes.is_empty() {
            listed.via.extend(listed.to.map(|to| alloc::vec![to]));
        } else {
            listed.routes = routes.len() as u64;
        }
        listed
    };
    actions.iter().map(listed).collect()
}

impl<const K: usize> Search<'_, K> {
    /// Goes on from a cell; was there anything to take?
    fn jumps<W: Walks<K>, S: Side>(&mut self, at: Bits, kind: usize, came: i32, victims: Bits) -> bool {
        let jump = W::JUMPS[S::INDEX][kind];
        let prey = self.pieces.prey::<W, S>(kind, self.pieces.enemies::<S>());
        let empty = if W::AT_ONCE { self.empty | victims } else { self.empty };
        let mut any = false;
        for (index, &dir) in jump.dirs.iter().enumerate() {
            if W::NO_TURNING_BACK && dir == -came {
                continue;
            }
            let next = if jump.flies { look::<W, K>(at, dir, empty).next } else { step::<W, K>(at, dir) };
            let first = step::<W, K>(next, dir);
            if next & prey & !victims == 0 || first & empty == 0 {
                continue;
            }
            let Some(left) = self.left.checked_sub(1) else { return true };
            *self.left = left;
            any = true;
            let length = self.route.len();
            self.route.extend([index as u16, next.trailing_zeros() as u16]);
            let landings = if jump.flies { look::<W, K>(next, dir, empty).free } else { first };
            let landings = Self::in_order(landings, dir);
            let mut goes_on = false;
            for bit in &landings {
                let (kind, stops) = landed::<W, S, K>(kind, one(u32::from(*bit)));
                self.landings.push(*bit);
                goes_on |= !stops && self.jumps::<W, S>(one(u32::from(*bit)), kind, dir, victims | next);
                self.landings.pop();
            }
            for bit in landings.iter().filter(|_| !goes_on) {
                self.end::<W, S>(*bit, kind, victims | next);
            }
            self.route.truncate(length);
        }
        any
    }

    /// Landing cells from near to far.
    fn in_order(mut landings: Bits, dir: i32) -> Vec<Bit> {
        let mut cells = Vec::new();
        while landings != 0 {
            let bit = if dir > 0 { landings.trailing_zeros() } else { landings.ilog2() };
            landings &= !one(bit);
            cells.push(bit as Bit);
        }
        cells
    }

    fn end<W: Walks<K>, S: Side>(&mut self, to: Bit, kind: usize, victims: Bits) {
        let landing = one(u32::from(to));
        let (mut kind, _) = landed::<W, S, K>(kind, landing);
        if W::PROMOTION.when == When::AtEnd && kind == W::PROMOTION.from && landing & W::PROMOTION.on[S::INDEX] != 0 {
            kind = W::PROMOTION.to;
        }
        let mut landings = self.landings.clone();
        landings.push(to);
        let (from, to, kind) = (self.from as u8, to as u8, kind as u8);
        self.found.push(Found { from, to, kind, victims, landings, route: self.route.clone() });
    }
}
