//! Captures, jump after jump. Where victims stay until the end, they block, and none is taken twice.

use alloc::vec::Vec;
use core::cell::Cell;

use crate::{
    board::Board as _,
    walks::{
        Bits, Pieces, Side, Walks, When,
        bits::{each, each_dir, each_kind, one, step},
        hops, prefer,
        ray::look,
        trails,
    },
};

/// A capture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Capture {
    /// The bit of the cell from which it begins.
    pub from: u8,
    /// The bit of the cell on which it ends.
    pub to: u8,
    /// The kind as it began.
    pub began: u8,
    /// The kind on its last landing; a promotion at the end is not in it yet.
    pub kind: u8,
    /// What is taken.
    pub victims: Bits,
}

/// How many pieces a capture has taken, and, if that matters, in what order: one number, the count in its low bits.
#[derive(Clone, Copy, Debug, Default)]
pub struct Taken(u64);

impl Taken {
    const COUNT: u64 = 0xff;

    /// One more; `marked`: it is of those whose order matters.
    #[inline(always)]
    pub(crate) fn one_more(self, marked: bool) -> Self {
        let place = 39_u64.saturating_sub(self.0 & Self::COUNT);
        Self(self.0 + 1 + (u64::from(marked) << place))
    }

    /// How many.
    #[inline(always)]
    pub(crate) fn count(self) -> u32 {
        (self.0 & Self::COUNT) as u32
    }

    /// In what order: the earlier, the greater.
    #[inline(always)]
    pub(crate) fn order(self) -> u64 {
        self.0 >> 8
    }
}

/// What becomes of the captures that are found.
pub trait Sink {
    /// A capture of that worth. `best`: only those worth most count; `meets`: another route may have led to it.
    fn found(&mut self, capture: Capture, worth: u64, best: bool, meets: bool);
}

/// Captures as a list: the preferred ones only, if there is a preference, and each once.
#[derive(Debug, Default)]
pub struct Captures {
    list: Vec<Capture>,
    best: u64,
}

impl Captures {
    /// The captures found.
    pub fn list(&self) -> &[Capture] {
        &self.list
    }

    /// What they are worth.
    pub(crate) fn best(&self) -> u64 {
        self.best
    }

    /// Makes room for new ones.
    #[inline]
    pub fn clear(&mut self) {
        self.list.clear();
        self.best = 0;
    }
}

impl Sink for Captures {
    #[inline(always)]
    fn found(&mut self, capture: Capture, worth: u64, best: bool, meets: bool) {
        if best && worth != self.best {
            if worth < self.best {
                return;
            }
            self.best = worth;
            self.list.clear();
        }
        if !(meets && self.list.contains(&capture)) {
            self.list.push(capture);
        }
    }
}

/// How many captures there are. Only those that several routes may lead to are remembered.
#[derive(Debug)]
pub struct Counter<'a> {
    /// Their number.
    pub count: u64,
    best: u64,
    met: &'a mut Captures,
}

impl<'a> Counter<'a> {
    /// Begins at nothing, with room to remember captures in.
    #[inline(always)]
    pub fn new(room: &'a mut Captures) -> Self {
        room.clear();
        Self { count: 0, best: 0, met: room }
    }

    /// What they are worth.
    pub(crate) fn best(&self) -> u64 {
        self.best
    }
}

impl Sink for Counter<'_> {
    #[inline(always)]
    fn found(&mut self, capture: Capture, worth: u64, best: bool, meets: bool) {
        if best && worth != self.best {
            if worth < self.best {
                return;
            }
            self.best = worth;
            self.count = 0;
            self.met.list.clear();
        }
        if meets {
            if self.met.list.contains(&capture) {
                return;
            }
            self.met.list.push(capture);
        }
        self.count += 1;
    }
}

/// What does not change during a capture.
struct Field<'p, const K: usize> {
    pieces: &'p Pieces<K>,
    from: u8,
    began: u8,
    /// Enemies at the beginning.
    enemies: Bits,
    /// Cells without a piece; that of the piece that takes is one of them.
    empty: Bits,
    /// There are so many enemies for a piece that flies that the search may be broken off.
    guarded: bool,
    /// How many legs may still be looked at, if it is.
    left: Cell<u32>,
}

/// Fewer enemies than this are never too many to go through all routes.
const CROWD: u32 = 12;

/// The pieces of each kind that can take.
#[inline(always)]
pub fn able<W: Walks<K>, S: Side, const K: usize>(pieces: &Pieces<K>) -> [Bits; K] {
    let enemies = pieces.enemies::<S>();
    let free = W::BOARD & !pieces.all();
    let mut able = [0; K];
    each_kind!(K, |kind| {
        let prey = pieces.prey::<W, S>(kind, enemies);
        able[kind] = starts::<W, S, K>(pieces.of::<S>(kind), kind, prey, free);
    });
    able
}

/// Finds all captures of the player by the pieces that are [`able`].
#[inline(always)]
pub fn captures<W: Walks<K>, S: Side, const K: usize>(pieces: &Pieces<K>, able: &[Bits; K], out: &mut impl Sink) {
    let enemies = pieces.enemies::<S>();
    let free = W::BOARD & !pieces.all();
    let crowd = enemies.count_ones() > CROWD && prefer::ordered::<W, K>() == 0;
    let plain = prefer::plain::<W, S, K>(pieces, able);
    each_kind!(K, |kind| if hops::finds::<W, S, K>(kind) {
        hops::captures::<W, S, K>(pieces, able[kind], kind, plain, out);
    } else {
        let guarded = flies_ever::<W, S, K>(kind) && crowd;
        each!(able[kind], |bit| {
            let (from, began, empty, left) = (bit as u8, kind as u8, free | one(bit), Cell::new(trails::MANY));
            let field = Field { pieces, from, began, enemies, empty, guarded, left };
            go_on::<W, S, K>(&field, one(bit), kind, 0, 0, Taken(0), out);
            if guarded && field.left.get() == 0 {
                trails::captures::<W, S, K>(pieces, bit, kind, out);
            }
        });
    });
}

/// The pieces of a kind that can take at all: for fixed jumps all of them at once, by shifts. `enemies`: those it may take.
#[inline(always)]
pub fn starts<W: Walks<K>, S: Side, const K: usize>(own: Bits, kind: usize, enemies: Bits, free: Bits) -> Bits {
    let jump = W::JUMPS[S::INDEX][kind];
    if own == 0 {
        return 0;
    }
    let mut able = 0;
    if jump.flies {
        each!(own, |bit| {
            each_dir!(jump.dirs, |dir| {
                let next = look::<W, K>(one(bit), dir, free).next;
                if next & enemies != 0 && step::<W, K>(next, dir) & free != 0 {
                    able |= one(bit);
                }
            });
        });
        return able;
    }
    each_dir!(jump.dirs, |dir| able |= own & step::<W, K>(enemies & step::<W, K>(free, -dir), -dir));
    able
}

/// Goes on from a cell; did the piece find anything to take?
fn go_on<W: Walks<K>, S: Side, const K: usize>(
    field: &Field<'_, K>,
    at: Bits,
    kind: usize,
    came: i32,
    victims: Bits,
    taken: Taken,
    out: &mut impl Sink,
) -> bool {
    // The kind as a constant, so that its directions are constants too.
    match kind {
        0 => jumps::<W, S, K>(field, at, 0, came, victims, taken, out),
        1 if K > 1 => jumps::<W, S, K>(field, at, 1, came, victims, taken, out),
        kind => jumps::<W, S, K>(field, at, kind, came, victims, taken, out),
    }
}

#[inline(always)]
fn jumps<W: Walks<K>, S: Side, const K: usize>(
    field: &Field<'_, K>,
    at: Bits,
    kind: usize,
    came: i32,
    victims: Bits,
    taken: Taken,
    out: &mut impl Sink,
) -> bool {
    let jump = &W::JUMPS[S::INDEX][kind];
    let mut found = false;
    each_dir!(jump.dirs, |dir| if !W::NO_TURNING_BACK || dir != -came {
        found |= leg::<W, S, K>(field, at, kind, jump.flies, dir, victims, taken, out);
    });
    found
}

/// A jump in one direction and all that may follow; is there one?
#[inline(always)]
#[expect(clippy::too_many_arguments, reason = "all of them stay in registers")]
fn leg<W: Walks<K>, S: Side, const K: usize>(
    field: &Field<'_, K>,
    at: Bits,
    kind: usize,
    flies: bool,
    dir: i32,
    victims: Bits,
    taken: Taken,
    out: &mut impl Sink,
) -> bool {
    // Those that left at once are no longer in the way.
    let empty = if W::AT_ONCE { field.empty | victims } else { field.empty };
    let prey = field.pieces.prey::<W, S>(kind, field.enemies);
    let next = if flies { look::<W, K>(at, dir, empty).next } else { step::<W, K>(at, dir) };
    let first = step::<W, K>(next, dir);
    if next & prey & !victims == 0 || first & empty == 0 {
        return false;
    }
    let ordered = prefer::ordered::<W, K>();
    let marked = ordered != 0 && next & field.pieces.kinds(ordered) != 0;
    if flies && field.guarded {
        // What has been found then is found again by states; it has been remembered.
        let Some(left) = field.left.get().checked_sub(1) else { return true };
        field.left.set(left);
    }
    let (victims, taken) = (victims | next, taken.one_more(marked));
    let landings = if flies { look::<W, K>(next, dir, empty).free } else { first };
    // If some landing lets the capture go on, only such landings are played.
    let mut goes_on = false;
    each!(landings, |bit| {
        let (kind, stops) = landed::<W, S, K>(kind, one(bit));
        goes_on |= !stops && go_on::<W, S, K>(field, one(bit), kind, dir, victims, taken, out);
    });
    if goes_on {
        return true;
    }
    each!(landings, |bit| {
        let (kind, _) = landed::<W, S, K>(kind, one(bit));
        // Two routes of fixed jumps to one capture meet only after a closed walk; a piece that flies may also land here or
        // there between two victims on a line.
        let flew = W::PROMOTION.when != When::AtEnd && W::JUMPS[S::INDEX][W::PROMOTION.from].flies;
        let flew = flew || flies || W::JUMPS[S::INDEX][kind].flies;
        let meets = field.guarded || taken.count() >= if flew { 2 } else { W::MEET };
        let capture = Capture { from: field.from, to: bit as u8, began: field.began, kind: kind as u8, victims };
        let worth = prefer::worth::<W, S, K>(field.pieces, field.began.into(), victims, taken);
        out.found(capture, worth, !W::PREFER.is_empty(), meets);
    });
    true
}

/// May a piece of that kind fly before its capture has ended?
#[inline(always)]
fn flies_ever<W: Walks<K>, S: Side, const K: usize>(kind: usize) -> bool {
    let promotion = W::PROMOTION;
    let changes = promotion.from == kind && promotion.when == When::AtOnce;
    W::JUMPS[S::INDEX][kind].flies || changes && W::JUMPS[S::INDEX][promotion.to].flies
}

/// What a piece is after landing, and whether it has to stop.
#[inline(always)]
pub(crate) fn landed<W: Walks<K>, S: Side, const K: usize>(kind: usize, landing: Bits) -> (usize, bool) {
    let promotion = W::PROMOTION;
    if promotion.when == When::AtEnd || kind != promotion.from || landing & promotion.on[S::INDEX] == 0 {
        return (kind, false);
    }
    (promotion.to, promotion.when == When::AndStop)
}
