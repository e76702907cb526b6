//! Captures in positions where they have too many routes to go through: every state of a capture is met once, and left where
//! it leads to nothing new.
//!
//! A piece that flies takes pieces as one draws a figure without lifting the pen: each enemy is a line between the free cells
//! before it and those behind it, and is drawn once. So, as long as victims stay where they are and the piece stays what it
//! is, a state can be judged by counting:
//!
//! * only enemies whose lines hang together with the cell that the piece stands on can still be taken;
//! * a figure is drawn in one go only if at most its two ends have an odd number of lines: for two places too many that are
//!   odd, one enemy stays;
//! * if all of them have to be taken to equal the best captures known, the places where the figure can end are known too, and
//!   a state is left if those captures have been found.
//!
//! Cells that one landing may choose between count as one place, which only makes the judgement milder. What is found is
//! what a search through all routes finds, each capture once.

use alloc::{collections::BTreeMap, vec::Vec};

use crate::walks::{
    Bits, Key, Pieces, Side, Walks,
    bits::{each, one, step},
    chain::{Capture, Captures, Sink, Taken, landed},
    prefer,
    ray::look,
};

/// Legs that are looked at before a search goes on by states.
pub(crate) const MANY: u32 = 4_000;

/// A line between two sets of free cells, over an enemy, as the directions allow it to be passed.
#[derive(Clone, Copy, Debug)]
struct Line {
    enemy: Bits,
    before: Bits,
    behind: Bits,
}

/// The figure that the enemies of a position make for a piece that flies.
#[derive(Debug)]
struct Figure {
    lines: Vec<Line>,
    /// Each enemy with the pairs of places that its lines join: more than one if it may be taken in several ways.
    ways: Vec<(Bits, Vec<Bits>)>,
    /// The place of each cell, as the bit of one of its cells.
    place: [Bits; 64],
    /// What a victim is worth at least.
    least: u64,
    /// The weights of the first key.
    weights: &'static [u16],
}

/// What a state can still come to.
struct Outlook {
    /// The greatest sum of the first key among what is still taken.
    most: u64,
    /// If only taking everything comes to that: what that is, and the places where it can end.
    all: Option<(Bits, Bits)>,
}

impl Figure {
    /// The figure for a kind, if captures can be judged by it.
    fn of<W: Walks<K>, S: Side, const K: usize>(pieces: &Pieces<K>, kind: usize, empty: Bits) -> Option<Self> {
        let jump = &W::JUMPS[S::INDEX][kind];
        let changes = W::PROMOTION.from == kind && W::PROMOTION.when != crate::walks::When::AtEnd;
        let [Key::Most(weights), ..] = W::PREFER else { return None };
        if W::AT_ONCE || changes || !jump.flies || weights.contains(&0) {
            return None;
        }
        let mut figure = Self { lines: Vec::new(), ways: Vec::new(), place: [0; 64], least: 1, weights };
        figure.least = weights.iter().map(|w| u64::from(*w)).min().unwrap_or(1);
        for (bit, place) in figure.place.iter_mut().enumerate() {
            *place = one(bit as u32);
        }
        each!(pieces.prey::<W, S>(kind, pieces.enemies::<S>()), |bit| {
            for &dir in jump.dirs {
                let (before, behind) =
                    (look::<W, K>(one(bit), -dir, empty).free, look::<W, K>(one(bit), dir, empty).free);
                // Beside the enemy there has to be a free cell.
                if step::<W, K>(one(bit), -dir) & before != 0 && step::<W, K>(one(bit), dir) & behind != 0 {
                    figure.lines.push(Line { enemy: one(bit), before, behind });
                    figure.join(before);
                    figure.join(behind);
                }
            }
        });
        for line in &figure.lines {
            let way = figure.place_of(line.before) ^ figure.place_of(line.behind);
            match figure.ways.iter_mut().find(|(enemy, _)| *enemy == line.enemy) {
                Some((_, ways)) if ways.contains(&way) => {}
                Some((_, ways)) => ways.push(way),
                None => figure.ways.push((line.enemy, alloc::vec![way])),
            }
        }
        Some(figure)
    }

    /// Makes one place of the places of some cells.
    fn join(&mut self, cells: Bits) {
        let first = self.place[(cells.trailing_zeros() & 63) as usize];
        each!(cells, |bit| {
            let old = self.place[bit as usize & 63];
            for place in &mut self.place {
                if *place == old {
                    *place = first;
                }
            }
        });
    }

    fn place_of(&self, cells: Bits) -> Bits {
        self.place[(cells.trailing_zeros() & 63) as usize]
    }

    /// The enemies that can still be reached.
    fn reached(&self, at: Bits, victims: Bits) -> Bits {
        let (mut cells, mut reached) = (at, 0);
        loop {
            let before = (cells, reached);
            for line in &self.lines {
                if line.enemy & victims == 0 && line.before & cells != 0 {
                    cells |= line.behind;
                    reached |= line.enemy;
                }
            }
            if before == (cells, reached) {
                return reached;
            }
        }
    }

    /// What is possible from a cell, with these victims taken.
    fn outlook<S: Side, const K: usize>(&self, pieces: &Pieces<K>, at: Bits, victims: Bits) -> Outlook {
        let reached = self.reached(at, victims);
        let here = self.place_of(at);
        // Which places have an odd number of lines, for each way in which enemies with several lines may be taken.
        let mut odd: Vec<Bits> = alloc::vec![0];
        for (_, ways) in self.ways.iter().filter(|(enemy, _)| enemy & reached != 0) {
            let [first, others @ ..] = ways.as_slice() else { continue };
            for other in others {
                odd.extend_from_within(..);
                let half = odd.len() / 2;
                for known in &mut odd[half..] {
                    *known ^= first ^ other;
                }
            }
            for known in &mut odd {
                *known ^= first;
            }
            // Too many ways to tell: then nothing is known of what has to stay.
            if odd.len() > 64 {
                return Outlook { most: prefer::sum::<S, K>(pieces, reached, self.weights), all: None };
            }
        }
        let stay = |odd: &Bits| u64::from((odd & !here).count_ones() / 2);
        let least = odd.iter().map(stay).min().unwrap_or(0);
        let most = prefer::sum::<S, K>(pieces, reached, self.weights).saturating_sub(least * self.least);
        let ends = odd.iter().filter(|odd| stay(odd) == 0).fold(0, |ends, odd| {
            let end = odd & !here;
            ends | if end == 0 { here } else { end }
        });
        Outlook { most, all: (least == 0).then_some((victims | reached, ends)) }
    }
}

/// A state of a capture: everything on which its continuation depends.
type State = (Bits, u8, u8, i32);

/// A search by states.
struct Search<'p, const K: usize> {
    pieces: &'p Pieces<K>,
    from: u8,
    began: u8,
    empty: Bits,
    figure: Option<Figure>,
    /// States met, and whether the capture can go on from them.
    met: BTreeMap<State, bool>,
    found: Captures,
}

/// Finds all captures of one piece, each once.
pub(crate) fn captures<W: Walks<K>, S: Side, const K: usize>(
    pieces: &Pieces<K>,
    from: u32,
    kind: usize,
    out: &mut impl Sink,
) {
    let empty = W::BOARD & !pieces.all() | one(from);
    let figure = Figure::of::<W, S, K>(pieces, kind, empty);
    let (met, found) = (BTreeMap::new(), Captures::default());
    let mut search = Search { pieces, from: from as u8, began: kind as u8, empty, figure, met, found };
    search.go_on::<W, S>(one(from), kind, 0, 0, Taken::default());
    for capture in search.found.list() {
        out.found(*capture, search.found.best(), !W::PREFER.is_empty(), true);
    }
}

impl<const K: usize> Search<'_, K> {
    /// Goes on from a cell; was there anything to take?
    fn go_on<W: Walks<K>, S: Side>(&mut self, at: Bits, kind: usize, came: i32, victims: Bits, taken: Taken) -> bool {
        let way = if W::NO_TURNING_BACK { came } else { 0 };
        let state = (victims, at.trailing_zeros() as u8, kind as u8, way);
        if let Some(goes_on) = self.met.get(&state) {
            return *goes_on;
        }
        let hopeless = self.hopeless::<S>(at, kind, victims);
        let mut any = false;
        let jump = &W::JUMPS[S::INDEX][kind];
        let prey = self.pieces.prey::<W, S>(kind, self.pieces.enemies::<S>()) & !victims;
        let empty = if W::AT_ONCE { self.empty | victims } else { self.empty };
        for &dir in jump.dirs.iter().filter(|dir| !W::NO_TURNING_BACK || **dir != -came) {
            let next = if jump.flies { look::<W, K>(at, dir, empty).next } else { step::<W, K>(at, dir) };
            let first = step::<W, K>(next, dir);
            if next & prey == 0 || first & empty == 0 {
                continue;
            }
            any = true;
            if hopeless {
                break;
            }
            let landings = if jump.flies { look::<W, K>(next, dir, empty).free } else { first };
            self.leg::<W, S>(landings, kind, dir, victims | next, taken.one_more(false));
        }
        self.met.insert(state, any);
        any
    }

    /// Lands behind a victim: where the capture goes on, if it does anywhere; else it ends there.
    fn leg<W: Walks<K>, S: Side>(&mut self, landings: Bits, kind: usize, dir: i32, victims: Bits, taken: Taken) {
        let mut goes_on = false;
        each!(landings, |bit| {
            let (kind, stops) = landed::<W, S, K>(kind, one(bit));
            goes_on |= !stops && self.go_on::<W, S>(one(bit), kind, dir, victims, taken);
        });
        if goes_on {
            return;
        }
        let worth = prefer::worth::<W, S, K>(self.pieces, self.began.into(), victims, taken);
        each!(landings, |bit| {
            let (kind, _) = landed::<W, S, K>(kind, one(bit));
            let capture = Capture { from: self.from, to: bit as u8, began: self.began, kind: kind as u8, victims };
            self.found.found(capture, worth, !W::PREFER.is_empty(), true);
        });
    }

    /// Does nothing come of that state that is better than what has been found, or as good and new?
    fn hopeless<S: Side>(&self, at: Bits, kind: usize, victims: Bits) -> bool {
        let Some(figure) = self.figure.as_ref().filter(|_| kind == usize::from(self.began)) else { return false };
        let Some(one_of_best) = self.found.list().first() else { return false };
        let outlook = figure.outlook::<S, K>(self.pieces, at, victims);
        let best = prefer::sum::<S, K>(self.pieces, one_of_best.victims, figure.weights);
        let reached = prefer::sum::<S, K>(self.pieces, victims, figure.weights) + outlook.most;
        if reached != best {
            return reached < best;
        }
        let Some((all, ends)) = outlook.all else { return false };
        // With the same victims all further keys are the same too: the piece is.
        let known = |bit: usize| self.found.list().iter().any(|c| usize::from(c.to) == bit && c.victims == all);
        (0..64).filter(|bit| self.empty >> bit & 1 == 1 && figure.place[*bit] & ends != 0).all(known)
    }
}
