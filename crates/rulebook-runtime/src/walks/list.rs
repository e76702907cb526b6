//! The legal actions as a list, and playing one of them.

use alloc::vec::Vec;

use rulebook_api::{Action as Listed, Piece};

use crate::{
    action::{Action, Deed},
    board::Board as _,
    rules::Rules,
    set::Bit,
    walks::{
        Bits, Pieces, Side, Walks, When,
        bits::{each, each_dir, each_kind, one, step},
        chain::{Capture, Sink, able, captures},
        ray::look,
        routes,
    },
};

/// Captures as actions: the preferred ones only, if there is a preference, and each once.
struct Listing<'a, G: Rules> {
    out: &'a mut Vec<Action<G>>,
    best: u64,
    player: u8,
    name: u8,
    /// What a piece of a kind becomes where it ends.
    promotion: (u8, u8, Bits),
}

impl<G: Rules<Board = Pieces<K>>, const K: usize> Sink for Listing<'_, G> {
    #[inline(always)]
    fn found(&mut self, capture: Capture, worth: u64, best: bool, meets: bool) {
        if best && worth != self.best {
            if worth < self.best {
                return;
            }
            self.best = worth;
            self.out.clear();
        }
        let (from, to, on) = self.promotion;
        let promoted = capture.kind == from && one(u32::from(capture.to)) & on != 0;
        let kind = if promoted { to } else { capture.kind };
        let action = Action {
            name: self.name,
            from: Bit::from(capture.from),
            to: Bit::from(capture.to),
            victims: capture.victims,
            piece: Some(Piece { player: self.player, kind, number: 0 }),
        };
        if !(meets && self.out.contains(&action)) {
            self.out.push(action);
        }
    }
}

/// All legal actions in canonical order: captures if there are any, else quiet moves.
#[inline]
pub fn legal<G: Rules<Board = Pieces<K>> + Walks<K>, S: Side, const K: usize>(
    pieces: &Pieces<K>,
    out: &mut Vec<Action<G>>,
) {
    out.clear();
    let able = able::<G, S, K>(pieces);
    let mut any = 0;
    each_kind!(K, |kind| any |= able[kind]);
    if any == 0 {
        quiet::<G, S, K>(pieces, out);
        return;
    }
    let promotion = <G as Walks<K>>::PROMOTION;
    let on = if promotion.when == When::AtEnd { promotion.on[S::INDEX] } else { 0 };
    let mut listing = Listing {
        out,
        best: 0,
        player: S::INDEX as u8,
        name: G::CAPTURE,
        promotion: (promotion.from as u8, promotion.to as u8, on),
    };
    captures::<G, S, K>(pieces, &able, &mut listing);
    if out.len() > 1 {
        out.sort_unstable();
    }
}

/// Moves that take nothing, piece after piece, and so in canonical order.
#[inline(always)]
fn quiet<G: Rules<Board = Pieces<K>> + Walks<K>, S: Side, const K: usize>(
    pieces: &Pieces<K>,
    out: &mut Vec<Action<G>>,
) {
    let free = <G as Walks<K>>::BOARD & !pieces.all();
    let own = pieces.owned(S::INDEX as u8);
    let mut of_kind = [0; K];
    each_kind!(K, |kind| of_kind[kind] = pieces.of::<S>(kind));
    // Pieces that cannot move are many, and nobody can guess which.
    let mut able = 0;
    each_kind!(K, |kind| {
        each_dir!(G::STEPS[S::INDEX][kind].dirs, |dir| able |= of_kind[kind] & step::<G, K>(free, -dir));
    });
    each!(able & own, |bit| {
        let from = one(bit);
        each_kind!(K, |kind| {
            if of_kind[kind] & from != 0 {
                let walk = &G::STEPS[S::INDEX][kind];
                let mut targets = 0;
                each_dir!(walk.dirs, |dir| {
                    targets |=
                        if walk.slides { look::<G, K>(from, dir, free).free } else { step::<G, K>(from, dir) & free };
                });
                // There is one.
                loop {
                    let to = targets.trailing_zeros();
                    targets &= targets.wrapping_sub(1);
                    out.push(Action {
                        name: G::QUIET,
                        from: bit as Bit,
                        to: to as Bit,
                        victims: 0,
                        piece: Some(Piece { player: S::INDEX as u8, kind: ends::<G, S, K>(kind, to), number: 0 }),
                    });
                    if targets == 0 {
                        break;
                    }
                }
            }
        });
    });
}

/// Is there a legal action (of that name)?
#[inline(always)]
pub fn any<G: Rules<Board = Pieces<K>> + Walks<K>, S: Side, const K: usize>(
    pieces: &Pieces<K>,
    name: Option<u8>,
) -> bool {
    if name != Some(G::CAPTURE) && name != Some(G::QUIET) && name.is_some() {
        return false;
    }
    // Steps are found faster than captures, and there nearly always are some.
    let steps = || {
        let free = <G as Walks<K>>::BOARD & !pieces.all();
        let mut any = 0;
        each_kind!(K, |kind| {
            each_dir!(G::STEPS[S::INDEX][kind].dirs, |dir| any |= step::<G, K>(pieces.of::<S>(kind), dir) & free);
        });
        any != 0
    };
    let takes = || {
        let mut any = 0;
        let able = able::<G, S, K>(pieces);
        each_kind!(K, |kind| any |= able[kind]);
        any != 0
    };
    match name {
        None => steps() || takes(),
        Some(name) if name == G::CAPTURE => takes(),
        Some(_) => !takes() && steps(),
    }
}

/// Does a legal action.
#[inline(always)]
pub fn act<G: Rules<Board = Pieces<K>> + Walks<K>, S: Side, const K: usize>(
    pieces: &mut Pieces<K>,
    action: &Action<G>,
) -> Deed {
    let began = pieces.piece(action.from);
    let kind = began.map_or(0, |p| p.kind);
    let ends = action.piece.map_or(kind, |p| p.kind);
    let (from, to) = (action.from as u8, action.to as u8);
    *pieces = if action.victims == 0 {
        pieces.moved::<G, S>(usize::from(kind), one(from.into()), one(to.into()))
    } else {
        pieces.captured::<G, S>(&Capture { from, to, began: kind, kind: ends, victims: action.victims })
    };
    let mut lost = [0; 4];
    lost[1 - S::INDEX] = action.victims.count_ones() as u8;
    Deed { name: action.name, actor: began, lost, promotions: u8::from(ends != kind), ..Deed::NONE }
}

/// Legal actions with all their routes.
pub fn listed<G: Rules<Board = Pieces<K>> + Walks<K>, S: Side, const K: usize>(pieces: &Pieces<K>) -> Vec<Listed> {
    let mut actions = Vec::new();
    legal::<G, S, K>(pieces, &mut actions);
    routes::add::<G, S, K>(pieces, &actions)
}

/// The kind of a piece at the end of a quiet move.
#[inline(always)]
fn ends<W: Walks<K>, S: Side, const K: usize>(kind: usize, to: u32) -> u8 {
    let promotion = W::PROMOTION;
    let promoted = kind == promotion.from && one(to) & promotion.on[S::INDEX] != 0;
    if promoted { promotion.to as u8 } else { kind as u8 }
}
