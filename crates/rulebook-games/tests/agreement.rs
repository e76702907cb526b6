//! Engines against outside figures, and against the interpreter on random games and on made positions.

use std::{collections::BTreeSet, fs, sync::Arc};

use rulebook_api::{Count, Game, Piece, Position, Setup, position_text};
use rulebook_check::{Loader, Request, check};
use rulebook_diagnostics::Sources;
use rulebook_games::{american, brazilian, international, russian};
use rulebook_interpreter::Interpreter;

struct Bundled;

impl Loader for Bundled {
    fn load(&self, name: &str, _: &str) -> Option<(String, String)> {
        rulebook_specs::find(name).map(|spec| (spec.display_name(), spec.text.to_owned()))
    }
}

fn interpreter(game: &str) -> Interpreter {
    let spec = rulebook_specs::find(game).expect("a bundled game");
    let mut sources = Sources::default();
    let root = sources.add(spec.display_name(), spec.text);
    let checked = check(&mut sources, root, &Request { game: Some(game.into()), params: Vec::new() }, &Bundled);
    Interpreter::new(Arc::new(checked.rules.expect("rules")), &[])
}

/// An action as both sides can say it: from, to, victims, kind at the end; cells in board order.
type Meaning = (usize, usize, Vec<usize>, u8);

fn theirs(position: &dyn Position) -> BTreeSet<Meaning> {
    let meaning = |a: rulebook_api::Action| {
        let cell = |c: Option<u16>| usize::from(c.expect("a cell"));
        let victims = a.victims.iter().map(|v| usize::from(*v)).collect();
        (cell(a.from), cell(a.to), victims, a.piece.expect("a piece").kind)
    };
    position.legal().into_iter().map(meaning).collect()
}

/// The rows of the table of published counts: position, depth, leaves.
fn published(game: &str, most: u64) -> Vec<(String, u32, u64)> {
    let table = concat!(env!("CARGO_MANIFEST_DIR"), "/../../conformance/data/perft.csv");
    let text = fs::read_to_string(table).expect("the table");
    let row = |line: &str| {
        let rest = line.strip_prefix(game)?.strip_prefix(',')?;
        let mut fields = rest.rsplitn(4, ',');
        let leaves: u64 = fields.next()?.parse().ok()?;
        let depth = fields.next()?.parse().ok()?;
        (fields.next()? == "distinct" && leaves <= most).then_some(())?;
        Some((fields.next()?.to_owned(), depth, leaves))
    };
    text.lines().filter_map(row).collect()
}

/// A position made at random: few pieces or many, every second one of the second kind.
fn made(interpreter: &Interpreter, random: &mut fastrand::Rng) -> Option<Box<dyn Position>> {
    let cells = interpreter.vocabulary().cells.len() as u16;
    let mut setup = Setup { to_move: random.u8(0..2), ..Setup::default() };
    let most = [4, 8, 16, 24][random.usize(0..4)];
    let count = random.usize(2..=most);
    for _ in 0..count {
        let cell = random.u16(0..cells);
        if setup.pieces.iter().all(|p| p.0 != cell) {
            let piece = Piece { player: random.u8(0..2), kind: random.u8(0..2), number: 0 };
            setup.pieces.push((cell, piece));
        }
    }
    setup.pieces.sort_unstable();
    interpreter.set_up(&setup).ok()
}

/// Everything that is tried of one game.
macro_rules! agree {
    ($game:ident, $positions:expr) => {
        #[test]
        fn $game() {
            let interpreter = interpreter(stringify!($game));
            let text = |setup: &Setup| position_text::print(interpreter.vocabulary(), setup);
            let cell_of = |bit: u32| $game::BITS.iter().position(|b| u32::from(*b) == bit).expect("a cell");
            let pieces_of = |setup: &Setup| {
                let mut pieces = $game::Pieces::EMPTY;
                for (cell, piece) in &setup.pieces {
                    pieces.put(piece.player.into(), piece.kind.into(), u32::from($game::BITS[usize::from(*cell)]));
                }
                pieces
            };
            let ours = |pieces: &$game::Pieces, player: usize| {
                let list = $game::legal(pieces, player);
                let meaning = |a: &rulebook_runtime::list::Action| {
                    let mut victims: Vec<usize> = (0..64).filter(|b| a.victims >> b & 1 == 1).map(cell_of).collect();
                    victims.sort_unstable();
                    (cell_of(a.from.into()), cell_of(a.to.into()), victims, a.ends)
                };
                let set: BTreeSet<Meaning> = list.iter().map(meaning).collect();
                assert_eq!(set.len(), list.len(), "an action is listed twice");
                set
            };

            let rows = published(stringify!($game), 10_000_000);
            assert!(rows.len() >= 5, "{} rows", rows.len());
            for (position, depth, leaves) in rows {
                let setup = position_text::parse(interpreter.vocabulary(), &position).expect("a position");
                let found = $game::perft(&pieces_of(&setup), setup.to_move.into(), depth);
                assert_eq!(found, leaves, "{position} at depth {depth}");
            }
            let (first, player) = ($game::initial(), usize::from(interpreter.initial().to_move()));
            assert_eq!($game::perft(&first, player, 6), interpreter.initial().perft(6, Count::default()));

            let mut random = fastrand::Rng::with_seed(7);
            let mut compared = 0;
            while compared < $positions {
                let begin = random.u8(0..4) == 0;
                let start = if begin { Some(interpreter.initial()) } else { made(&interpreter, &mut random) };
                let Some(mut position) = start else { continue };
                for _ in 0..60 {
                    if position.status().is_over() {
                        break;
                    }
                    compared += 1;
                    let setup = position.setup();
                    let (pieces, player) = (pieces_of(&setup), usize::from(position.to_move()));
                    let expected = theirs(position.as_ref());
                    assert_eq!(ours(&pieces, player), expected, "{}", text(&setup));
                    assert_eq!($game::perft(&pieces, player, 1), expected.len() as u64, "{}", text(&setup));
                    let legal = position.legal();
                    let chosen = legal[random.usize(0..legal.len())].clone();
                    position.play(&chosen).expect("a legal action");
                    let bit = |cell: u16| $game::BITS[usize::from(cell)];
                    let victims = chosen.victims.iter().fold(0_u64, |set, v| set | 1 << bit(*v));
                    let ends = (chosen.from.map(bit), chosen.to.map(bit), victims);
                    let actions = $game::legal(&pieces, player);
                    let same = actions.iter().find(|a| (Some(a.from), Some(a.to), a.victims) == ends);
                    let next = $game::play(&pieces, player, same.expect("the same action"));
                    assert_eq!(next, pieces_of(&position.setup()), "{}", text(&setup));
                }
            }
        }
    };
}

agree!(international, 100_000);
agree!(american, 100_000);
agree!(brazilian, 100_000);
agree!(russian, 100_000);
