//! Judging one record: is every move legal, does the game end where it says, and with the result that it says?

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex},
};

use rulebook_api::{Position, Refused, Status, listed, position_text};
use rulebook_ir::Shape;
use rulebook_records::{Record, notation::pdn::GameType};

use crate::{
    args::Engine,
    engine::{Running, start_with},
    failure::Failure,
    records::play::Play,
    records::score::Score,
    records::verdict::{Fault, Judgement, Verdict},
    refusal, view,
};

/// Names with their values: readings of options, values of parameters.
type Pairs = Vec<(String, String)>;

/// How many sets of readings are kept ready.
const KEPT: usize = 64;

/// A game, ready to judge records of it.
pub(crate) struct Judge {
    name: String,
    options: Pairs,
    params: Pairs,
    engine: Option<Engine>,
    /// What a record without a type is taken for; records of other types are other games.
    game_type: Option<GameType>,
    given: Arc<Running>,
    /// The game under the readings that records name.
    others: Mutex<BTreeMap<(Pairs, Pairs), Arc<Running>>>,
}

impl Judge {
    /// For a game under chosen readings.
    pub(crate) fn new(
        name: &str,
        options: Pairs,
        params: Pairs,
        engine: Option<Engine>,
        game_type: Option<u32>,
    ) -> Result<Self, Failure> {
        let given = Arc::new(start_with(name, &options, &params, engine)?);
        let game_type = game_type.map(|number| fitting(number, &given)).transpose()?;
        let others = Mutex::new(BTreeMap::new());
        Ok(Self { name: name.to_owned(), options, params, engine, game_type, given, others })
    }

    /// The game under the readings given.
    pub(crate) fn running(&self) -> &Running {
        &self.given
    }

    /// Judges a record.
    pub(crate) fn judge(&self, record: &Record) -> Judgement {
        let (running, game_type) = match self.of_this_game(record) {
            Ok(found) => found,
            Err(judgement) => return *judgement,
        };
        let mut judgement = judge_moves(&running, game_type.as_ref(), record);
        judgement.game_type = game_type.filter(|_| record.get("GameType").is_some()).map(|t| t.number);
        judgement
    }

    /// The game that is played in a record, and how its cells are numbered; if it is this one.
    fn of_this_game(&self, record: &Record) -> Result<(Arc<Running>, Option<GameType>), Box<Judgement>> {
        let names = self.given.names();
        let fault =
            |reason: &str, message| Fault { line: record.line, reason: reason.into(), message, ..Fault::default() };
        let other = |reason, message| Box::new(Judgement::refused(Verdict::OtherGame, fault(reason, message)));
        if let Some(game) = record.get("Game")
            && game != names.game
        {
            return Err(other("game", format!("it is a record of `{game}`, not of `{}`", names.game)));
        }
        let game_type = match GameType::of(record) {
            None => self.game_type,
            Some(Err(message)) => return Err(other("game-type", message)),
            Some(Ok(found)) => {
                if let Some(wanted) = self.game_type.filter(|wanted| wanted.number != found.number) {
                    let message = format!("it is of GameType {}, not {}", found.number, wanted.number);
                    return Err(Box::new(Judgement { game_type: Some(found.number), ..*other("game-type", message) }));
                }
                if let Some(message) = found.differs(names) {
                    return Err(Box::new(Judgement { game_type: Some(found.number), ..*other("game-type", message) }));
                }
                Some(found)
            }
        };
        if let Some(size) =
            record.get("Board").filter(|size| size.split_once('x').is_some_and(|(w, h)| number(w) && number(h)))
            && let Some(here) = board(&self.given)
            && here != *size
        {
            return Err(other("board", format!("it is played on a board of {size}, not of {here}")));
        }
        let running = self.under_readings(record).map_err(|message| other("readings", message))?;
        Ok((running, game_type))
    }

    /// The game under the readings and parameters that a record names beside those given.
    fn under_readings(&self, record: &Record) -> Result<Arc<Running>, String> {
        let options = merged(&self.options, record.all("Option"), "option")?;
        let params = merged(&self.params, record.all("Param"), "parameter")?;
        if options == self.options && params == self.params {
            return Ok(Arc::clone(&self.given));
        }
        let key = (options, params);
        if let Ok(others) = self.others.lock()
            && let Some(running) = others.get(&key)
        {
            return Ok(Arc::clone(running));
        }
        // With parameters of its own a game has no compiled engine, whatever was asked for.
        let engine = self.engine.filter(|_| key.1.is_empty());
        let running = Arc::new(start_with(&self.name, &key.0, &key.1, engine).map_err(|failure| failure.message)?);
        if let Ok(mut others) = self.others.lock()
            && others.len() < KEPT
        {
            others.insert(key, Arc::clone(&running));
        }
        Ok(running)
    }
}

/// The type of that number, which has to fit the game.
fn fitting(number: u32, running: &Running) -> Result<GameType, Failure> {
    let game_type = GameType::numbered(number).ok_or_else(|| {
        Failure::usage(format!("no board is known here for the GameType {number}; leave `--game-type` out"))
    })?;
    match game_type.differs(running.names()) {
        None => Ok(game_type),
        Some(_) => Err(Failure::usage(format!(
            "`{}` cannot be the GameType {number}: its board, or who begins, is another",
            running.names().game
        ))),
    }
}

/// Pairs given and pairs of a record, which must not contradict each other.
fn merged<'a>(given: &Pairs, said: impl Iterator<Item = &'a str>, what: &str) -> Result<Pairs, String> {
    let mut pairs = given.clone();
    for text in said {
        let Some((name, value)) = text.split_once('=') else {
            return Err(format!("the {what} `{text}` has no equals sign: it looks like `NAME=VALUE`"));
        };
        let (name, value) = (name.trim(), value.trim());
        match pairs.iter().find(|(known, _)| known == name) {
            Some((_, here)) if here == value => {}
            Some((_, here)) => return Err(format!("it was played under `{name}={value}`, not `{name}={here}`")),
            None => pairs.push((name.to_owned(), value.to_owned())),
        }
    }
    Ok(pairs)
}

/// Is it a number?
fn number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit())
}

/// The size of a board of columns and rows.
fn board(running: &Running) -> Option<String> {
    match running.rules().board.shape {
        Shape::Grid { width, height, .. } | Shape::Hexagonal { width, height } => Some(format!("{width}x{height}")),
        Shape::Graph => None,
    }
}

/// Judges the first position, the moves and the result.
fn judge_moves(running: &Running, game_type: Option<&GameType>, record: &Record) -> Judgement {
    let names = running.names();
    let renumbered = game_type.filter(|t| !t.as_usual(names));
    let start = record.start.as_ref().map(|text| match renumbered {
        Some(t) => t.position_with_names(names, text),
        None => text.clone(),
    });
    let position = match begin(running, start.as_deref()) {
        Ok(position) => position,
        Err(refused) => {
            let (verdict, fault) = *refused;
            return Judgement::refused(verdict, Fault { line: record.line, ply: Some(0), ..fault });
        }
    };
    let words =
        record.moves.iter().map(|m| renumbered.map_or_else(|| m.text.clone(), |t| t.with_names(names, &m.text)));
    let mut play = Play::new(running, record, start.as_deref(), words.collect());
    let (position, judgement) = play.go(position);
    match judgement {
        Some(judgement) => judgement,
        None => judge_end(running, record, position.as_ref(), play.plies()),
    }
}

/// The first position.
fn begin(running: &Running, start: Option<&str>) -> Result<Box<dyn Position>, Box<(Verdict, Fault)>> {
    let names = running.names();
    let Some(text) = start else { return Ok(running.game.initial()) };
    let unreadable =
        |message| Box::new((Verdict::Unreadable, Fault { reason: "position".into(), message, ..Fault::default() }));
    let setup = position_text::parse(names, text)
        .map_err(|why| unreadable(format!("the first position cannot be read: {}", why.message)))?;
    if setup.here.is_some() && setup.step == 0 {
        return Err(unreadable(String::from("the first position has `here=` without its `step=`")));
    }
    running.game.set_up(&setup).map_err(|why| {
        let failure = refusal::refused(names, running.rules(), &why);
        let reason = match &why {
            Refused::Rule { reason, .. } => names.reason(*reason),
            Refused::GaveUp => return unreadable(failure.message),
            _ => "position",
        };
        let (reason, message) = (reason.to_owned(), failure.message);
        Box::new((Verdict::Illegal, Fault { reason, clauses: failure.clauses, message, ..Fault::default() }))
    })
}

/// Judges a game of which all moves were played.
fn judge_end(running: &Running, record: &Record, position: &dyn Position, plies: u32) -> Judgement {
    let names = running.names();
    let status = position.status();
    let place = record.moves.last().map_or((record.line, 1), |m| (m.line, m.column));
    let mut judgement = Judgement {
        verdict: Verdict::Legal,
        fault: None,
        plies,
        status: view::status(names, &status),
        game_type: None,
    };
    if let Some(cut) = &record.cut {
        judgement.verdict = Verdict::Unreadable;
        let message = format!("{}; the moves before are legal", cut.message);
        let (line, column, reason) = (cut.line, cut.column, String::from("cut"));
        judgement.fault = Some(Fault { ply: Some(plies), line, column, reason, message, ..Fault::default() });
        return judgement;
    }
    let recorded = record.result.as_deref().unwrap_or("*");
    let differs = match (&status, Score::read(recorded, names.players.len())) {
        (Status::Won { winner, .. }, Score::Won(said)) => *winner != said,
        (Status::Won { .. }, Score::Drawn) | (Status::Drawn { .. }, Score::Won(_)) => true,
        (Status::Ongoing { .. }, _) | (_, Score::Unknown) | (Status::Drawn { .. }, Score::Drawn) => false,
    };
    if differs {
        let (reason, clauses) = ending(running, &status);
        let end = view::status_text(names, running.rules(), &status);
        let message = format!("the record says {recorded}, but {end}{}", named(&clauses));
        let (line, column) = place;
        judgement.verdict = Verdict::ResultDiffers;
        judgement.fault = Some(Fault { ply: Some(plies), line, column, reason, clauses, message, ..Fault::default() });
    }
    judgement
}

/// For which reason a game ended, and the clauses that say so.
pub(crate) fn ending(running: &Running, status: &Status) -> (String, Vec<String>) {
    let names = running.names();
    match status {
        Status::Ongoing { .. } => (String::new(), Vec::new()),
        Status::Won { reason, clause, .. } => (names.reason(*reason).to_owned(), view::clauses(names, &[*clause])),
        Status::Drawn { reasons, clauses } => {
            (reasons.first().map_or("", |r| names.reason(*r)).to_owned(), view::clauses(names, clauses))
        }
    }
}

/// Clauses in parentheses behind a sentence.
pub(crate) fn named(clauses: &[String]) -> String {
    if clauses.is_empty() {
        return String::new();
    }
    format!(" ({})", listed(clauses.iter().map(|c| format!("`{c}`")), "and"))
}
