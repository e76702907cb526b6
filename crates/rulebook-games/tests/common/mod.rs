//! An engine and the interpreter, played in step and compared in every position.

#![allow(dead_code, reason = "each test uses some of it")]

use std::{collections::HashMap, fs, sync::Arc};

use rulebook_api::{Action, Count, Game, Piece, Position, Setup, position_text};
use rulebook_check::{Loader, Request, check};
use rulebook_diagnostics::Sources;
use rulebook_interpreter::Interpreter;
use rulebook_runtime::{Rules, dynamic::Dynamic};

struct Bundled;

impl Loader for Bundled {
    fn load(&self, name: &str, _: &str) -> Option<(String, String)> {
        rulebook_specs::find(name).map(|spec| (spec.display_name(), spec.text.to_owned()))
    }
}

/// The rules of a bundled game.
pub(crate) fn bundled(game: &str) -> Arc<rulebook_ir::Rules> {
    rules(game, rulebook_specs::find(game).expect("a bundled game").text)
}

/// The rules of a game by its text.
pub(crate) fn rules(game: &str, text: &str) -> Arc<rulebook_ir::Rules> {
    let mut sources = Sources::default();
    let root = sources.add(game, text);
    let checked = check(&mut sources, root, &Request { game: Some(game.into()), params: Vec::new() }, &Bundled);
    Arc::new(checked.rules.expect("rules"))
}

/// The rows of the table of published counts: position, depth, routes or distinct actions, leaves.
pub(crate) fn published(game: &str, most: u64) -> Vec<(String, u32, bool, u64)> {
    let table = concat!(env!("CARGO_MANIFEST_DIR"), "/../../conformance/data/perft.csv");
    let text = fs::read_to_string(table).expect("the table");
    let row = |line: &str| {
        let rest = line.strip_prefix(game)?.strip_prefix(',')?;
        let mut fields = rest.rsplitn(4, ',');
        let leaves: u64 = fields.next()?.parse().ok()?;
        let depth = fields.next()?.parse().ok()?;
        let routes = match fields.next()? {
            "distinct" => false,
            // Routes are found by playing every action, so that only the smaller rows are quick enough.
            "routes" if leaves <= most / 20 => true,
            _ => return None,
        };
        (leaves <= most).then_some(())?;
        Some((fields.next()?.to_owned(), depth, routes, leaves))
    };
    text.lines().filter_map(row).collect()
}

/// An engine that is compared with the interpreter.
pub(crate) struct Agreement<G: Rules> {
    /// All combinations of readings, as pairs of an option and a reading.
    pub(crate) readings: Vec<Vec<(usize, usize)>>,
    /// How many positions have been compared.
    pub(crate) compared: u64,
    rules: Arc<rulebook_ir::Rules>,
    random: fastrand::Rng,
    most_pieces: usize,
    engine: std::marker::PhantomData<G>,
}

impl<G: Rules> Agreement<G> {
    /// Nothing compared yet.
    pub(crate) fn new(rules: Arc<rulebook_ir::Rules>, seed: u64, most_pieces: usize) -> Self {
        let mut readings: Vec<Vec<(usize, usize)>> = vec![Vec::new()];
        for (option, (_, choices)) in G::NAMES.options.iter().enumerate() {
            readings = readings
                .into_iter()
                .flat_map(|chosen| (0..choices.len()).map(move |r| [chosen.clone(), vec![(option, r)]].concat()))
                .collect();
        }
        let random = fastrand::Rng::with_seed(seed);
        Self { readings, compared: 0, rules, random, most_pieces, engine: std::marker::PhantomData }
    }

    /// Compares so many positions more, under these readings.
    pub(crate) fn try_out(&mut self, readings: &[(usize, usize)], positions: u64) {
        let right = Interpreter::new(Arc::clone(&self.rules), readings);
        let engine = Dynamic::<G>::new(readings);
        assert_eq!(right.vocabulary(), engine.vocabulary());
        let enough = self.compared + positions;
        while self.compared < enough {
            let setup =
                if self.random.u8(0..4) == 0 { None } else { Some(self.made(right.vocabulary().cells.len() as u16)) };
            self.play(&right, &engine, setup.as_ref());
        }
    }

    /// Plays a game on both, from a set-up or from the beginning.
    fn play(&mut self, right: &Interpreter, engine: &Dynamic<G>, setup: Option<&Setup>) {
        let text = |setup: &Setup| position_text::print(right.vocabulary(), setup);
        let (mut a, mut b): (Box<dyn Position>, Box<dyn Position>) = match setup {
            None => (right.initial(), engine.initial()),
            Some(setup) => match (right.set_up(setup), engine.set_up(setup)) {
                (Ok(a), Ok(b)) => (a, b),
                (a, b) => {
                    assert_eq!(a.err(), b.err(), "{}", text(setup));
                    return;
                }
            },
        };
        let mut hashes: HashMap<String, u64> = HashMap::new();
        for _ in 0..60 {
            self.compared += 1;
            let said = text(&a.setup());
            let legal = a.legal();
            assert_eq!(b.legal(), legal, "{said}");
            assert_eq!(b.forbidden(), a.forbidden(), "{said}");
            assert_eq!(b.status(), a.status(), "{said}");
            assert_eq!(b.clocks(), a.clocks(), "{said}");
            assert_eq!(b.setup(), a.setup(), "{said}");
            assert_eq!(b.broken_properties(), a.broken_properties(), "{said}");
            assert_eq!((b.to_move(), b.turns(), b.within_turn()), (a.to_move(), a.turns(), a.within_turn()), "{said}");
            Self::alone(&said, &legal, &mut hashes);
            if self.compared.is_multiple_of(16) {
                for routes in [false, true] {
                    let count = Count { routes, turns: false };
                    let depth = if legal.len() < 20 { 2 } else { 1 };
                    assert_eq!(b.perft(depth, count), a.perft(depth, count), "{said}, {depth} deep, routes: {routes}");
                }
            }
            if a.status().is_over() || legal.is_empty() {
                break;
            }
            let action = self.choose(&legal);
            a.play(&action).expect("a legal action");
            b.play(&action).expect("a legal action");
        }
    }

    /// What needs no interpreter: texts, hashes, and taking back.
    fn alone(said: &str, legal: &[Action], hashes: &mut HashMap<String, u64>) {
        let Ok(position) = rulebook_runtime::Position::<G>::parse(said) else {
            // Under other readings than the first a position may be refused here.
            return;
        };
        // A game that ended by repetition goes on from its text.
        if G::NAMES.options.is_empty() && !legal.is_empty() {
            let own: Vec<Action> = position.legal().iter().map(rulebook_runtime::Action::listed).collect();
            assert_eq!(own.len(), legal.len(), "{said}");
            assert!(own.iter().zip(legal).all(|(a, b)| a.same(b)), "{said}");
        }
        assert_eq!(position.to_string(), said);
        let hash = position.hash();
        assert_eq!(*hashes.entry(said.to_owned()).or_insert(hash), hash, "{said}");
        if !position.is_over()
            && let Some(action) = position.legal().first()
        {
            let mut game = rulebook_runtime::Game::new(position);
            game.play(action).expect("a legal action");
            assert!(game.undo());
            assert_eq!(*game.position(), position, "{said}");
            assert_eq!(game.position().standing(), position.standing(), "{said}");
            assert_eq!(game.position().hash(), hash, "{said}");
        }
    }

    /// A position made at random: few pieces or many, of all kinds and numbers.
    fn made(&mut self, cells: u16) -> Setup {
        let random = &mut self.random;
        let mut setup = Setup { to_move: random.u8(0..G::PLAYERS), ..Setup::default() };
        if G::TURNS.len() > 1 {
            let turn = random.u32(1..=u32::from(cells));
            setup.turn = Some(turn);
            setup.to_move = ((turn - 1) % u32::from(G::PLAYERS)) as u8;
        }
        let most = [self.most_pieces / 6, self.most_pieces / 3, self.most_pieces / 2, self.most_pieces];
        let most = most[random.usize(0..4)].max(3);
        let count = random.usize(2..=most);
        for i in 0..count {
            let cell = random.u16(0..cells);
            if setup.pieces.iter().all(|p| p.0 != cell) {
                let kind = random.u8(0..G::NAMES.kinds.len() as u8);
                let number = G::NAMES.kinds[usize::from(kind)].2.map_or(0, |(first, last)| random.u8(first..=last));
                let player = if random.bool() { random.u8(0..G::PLAYERS) } else { (i % usize::from(G::PLAYERS)) as u8 };
                setup.pieces.push((cell, Piece { player, kind, number }));
            }
        }
        setup.pieces.sort_unstable();
        setup
    }

    /// A random action; mostly one that takes nothing, so that games last.
    fn choose(&mut self, legal: &[Action]) -> Action {
        let quiet: Vec<&Action> = legal.iter().filter(|a| a.victims.is_empty()).collect();
        if quiet.is_empty() || self.random.u8(0..4) == 0 {
            legal[self.random.usize(0..legal.len())].clone()
        } else {
            quiet[self.random.usize(0..quiet.len())].clone()
        }
    }
}
