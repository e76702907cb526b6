//! Captures, jump after jump. Until the end the victims stay where they are: they block, and none is taken twice.

use alloc::vec::Vec;

use crate::walks::{
    Bits, Pieces, Side, Walks, When,
    bits::{each, each_dir, each_kind, one, step},
    ray::look,
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

/// What becomes of the captures that are found.
pub trait Sink {
    /// A capture of so many pieces. `most`: only those of the most pieces count; `meets`: another route may have led to it.
    fn found(&mut self, capture: Capture, taken: u32, most: bool, meets: bool);
}

/// Captures as a list: those of the most pieces only, if the rules say so, and each once.
#[derive(Debug, Default)]
pub struct Captures {
    list: Vec<Capture>,
    most: u32,
}

impl Captures {
    /// The captures found.
    pub fn list(&self) -> &[Capture] {
        &self.list
    }

    /// Makes room for new ones.
    #[inline]
    pub fn clear(&mut self) {
        self.list.clear();
        self.most = 0;
    }
}

impl Sink for Captures {
    #[inline(always)]
    fn found(&mut self, capture: Capture, taken: u32, most: bool, meets: bool) {
        if most && taken != self.most {
            if taken < self.most {
                return;
            }
            self.most = taken;
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
    most: u32,
    met: &'a mut Captures,
}

impl<'a> Counter<'a> {
    /// Begins at nothing, with room to remember captures in.
    #[inline(always)]
    pub fn new(room: &'a mut Captures) -> Self {
        room.clear();
        Self { count: 0, most: 0, met: room }
    }
}

impl Sink for Counter<'_> {
    #[inline(always)]
    fn found(&mut self, capture: Capture, taken: u32, most: bool, meets: bool) {
        if most && taken != self.most {
            if taken < self.most {
                return;
            }
            self.most = taken;
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
struct Field {
    from: u8,
    began: u8,
    /// Enemies at the beginning.
    enemies: Bits,
    /// Cells without a piece; that of the piece that takes is one of them.
    empty: Bits,
}

/// The pieces of each kind that can take.
#[inline(always)]
pub fn able<W: Walks<K>, S: Side, const K: usize>(pieces: &Pieces<K>) -> [Bits; K] {
    let enemies = pieces.enemies::<S>();
    let free = W::BOARD & !pieces.all();
    let mut able = [0; K];
    each_kind!(K, |kind| able[kind] = starts::<W, S, K>(pieces.of::<S>(kind), kind, enemies, free));
    able
}

/// Finds all captures of the player by the pieces that are [`able`].
#[inline(always)]
pub fn captures<W: Walks<K>, S: Side, const K: usize>(pieces: &Pieces<K>, able: &[Bits; K], out: &mut impl Sink) {
    let enemies = pieces.enemies::<S>();
    let free = W::BOARD & !pieces.all();
    each_kind!(K, |kind| {
        each!(able[kind], |bit| {
            let field = Field { from: bit as u8, began: kind as u8, enemies, empty: free | one(bit) };
            go_on::<W, S, K>(&field, one(bit), kind, 0, 0, out);
        });
    });
}

/// The pieces of a kind that can take at all: for fixed jumps all of them at once, by shifts.
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
                if next & enemies != 0 && step(next, dir) & free != 0 {
                    able |= one(bit);
                }
            });
        });
        return able;
    }
    each_dir!(jump.dirs, |dir| able |= own & step(enemies & step(free, -dir), -dir));
    able
}

/// Goes on from a cell; did the piece find anything to take?
fn go_on<W: Walks<K>, S: Side, const K: usize>(
    field: &Field,
    at: Bits,
    kind: usize,
    victims: Bits,
    taken: u32,
    out: &mut impl Sink,
) -> bool {
    // The kind as a constant, so that its directions are constants too.
    match kind {
        0 => jumps::<W, S, K>(field, at, 0, victims, taken, out),
        1 if K > 1 => jumps::<W, S, K>(field, at, 1, victims, taken, out),
        kind => jumps::<W, S, K>(field, at, kind, victims, taken, out),
    }
}

#[inline(always)]
fn jumps<W: Walks<K>, S: Side, const K: usize>(
    field: &Field,
    at: Bits,
    kind: usize,
    victims: Bits,
    taken: u32,
    out: &mut impl Sink,
) -> bool {
    let jump = &W::JUMPS[S::INDEX][kind];
    let mut found = false;
    each_dir!(jump.dirs, |dir| found |= leg::<W, S, K>(field, at, kind, jump.flies, dir, victims, taken, out));
    found
}

/// A jump in one direction and all that may follow; is there one?
#[inline(always)]
#[expect(clippy::too_many_arguments, reason = "all of them stay in registers")]
fn leg<W: Walks<K>, S: Side, const K: usize>(
    field: &Field,
    at: Bits,
    kind: usize,
    flies: bool,
    dir: i32,
    victims: Bits,
    taken: u32,
    out: &mut impl Sink,
) -> bool {
    let next = if flies { look::<W, K>(at, dir, field.empty).next } else { step(at, dir) };
    let first = step(next, dir);
    if next & field.enemies & !victims == 0 || first & field.empty == 0 {
        return false;
    }
    let (victims, taken) = (victims | next, taken + 1);
    let landings = if flies { look::<W, K>(next, dir, field.empty).free } else { first };
    // If some landing lets the capture go on, only such landings are played.
    let mut goes_on = false;
    each!(landings, |bit| {
        let (kind, stops) = landed::<W, S, K>(kind, one(bit));
        goes_on |= !stops && go_on::<W, S, K>(field, one(bit), kind, victims, taken, out);
    });
    if goes_on {
        return true;
    }
    each!(landings, |bit| {
        let (kind, _) = landed::<W, S, K>(kind, one(bit));
        // Two routes of fixed jumps to one capture meet only after a closed walk; a piece that flies may also land here or
        // there between two victims on a line.
        let flew = W::PROMOTION.when != When::AtEnd && W::JUMPS[S::INDEX][W::PROMOTION.from].flies;
        let meets = taken >= if flies || flew || W::JUMPS[S::INDEX][kind].flies { 2 } else { W::MEET };
        let capture = Capture { from: field.from, to: bit as u8, began: field.began, kind: kind as u8, victims };
        out.found(capture, taken, W::MOST, meets);
    });
    true
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
