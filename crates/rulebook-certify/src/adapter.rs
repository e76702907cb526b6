//! The reference adapter: answers the protocol's questions from executions of games.

use std::collections::BTreeMap;

use rulebook_api::{
    Action, Forbidden, Game, Position, Status, Vocabulary,
    move_text::{self, Found},
    position_text,
};

use crate::{
    case::{ClockExpect, ClockValue, State},
    exam::Reply,
    protocol::{
        Answer, Ask, Ban, Failed, GameSaid, Hello, HelloSaid, Judge, JudgeSaid, MoveData, MoveSaid, PositionSaid,
        Question, Rejected, StatusSaid, Unsupported, VERSION,
    },
};

/// What only the caller can do: start games, and say why a move is refused.
pub trait Provider {
    /// Who is behind the adapter: name, version, language.
    fn about(&self) -> [String; 3];

    /// The readings of a game that are fixed, if it is played at all.
    fn readings(&self, game: &str) -> Option<BTreeMap<String, String>>;

    /// An execution of a game under these readings and parameters.
    ///
    /// # Errors
    /// If there is none; says what is not known.
    fn start(&mut self, judge: &Judge) -> Result<&dyn Game, String>;

    /// The clauses that refuse a move after these moves, in full; empty if that cannot be told.
    fn why(&mut self, judge: &Judge, moves: &str, action: &str) -> Vec<String>;
}

/// Answers one line with one line, without its end.
pub fn answer(provider: &mut dyn Provider, line: &str) -> String {
    let question: Question = match serde_json::from_str(line) {
        Ok(question) => question,
        Err(error) => return failed(0, format!("this is not a question of the protocol: {error}")),
    };
    let id = question.id;
    if question.protocol != VERSION {
        return failed(id, format!("version {} of the protocol is not spoken here; {VERSION} is", question.protocol));
    }
    match question {
        Question { hello: Some(hello), judge: None, .. } => write(&said(id, Some(said_hello(provider, &hello)))),
        Question { hello: None, judge: Some(judge), .. } => write(&judged(provider, id, &judge)),
        _ => failed(id, String::from("a question has exactly one verb, `hello` or `judge`")),
    }
}

/// An answer with nothing in it, or with `ok`.
fn said<T>(id: u64, ok: Option<T>) -> Answer<T> {
    Answer { protocol: VERSION, id, ok, rejected: None, unsupported: None, error: None }
}

fn failed(id: u64, message: String) -> String {
    write(&Answer::<()> { error: Some(Failed { message }), ..said(id, None) })
}

fn write<T: serde::Serialize>(answer: &Answer<T>) -> String {
    // Answers are plain data with text keys, which serde_json always can write.
    serde_json::to_string(answer).unwrap_or_default()
}

fn said_hello(provider: &dyn Provider, hello: &Hello) -> HelloSaid {
    let [name, version, language] = provider.about();
    let game = |options| GameSaid {
        asks: Ask::ALL.into(),
        options,
        moves: crate::protocol::MoveParts::Full,
        setup: true,
        each: true,
        undo: true,
    };
    let played = hello.games.keys().filter_map(|name| provider.readings(name).map(|r| (name.clone(), game(r))));
    HelloSaid { name, version, language, digest: String::new(), games: played.collect() }
}

/// Why moves could not be played to their end.
enum Stop {
    /// A verdict: in this turn, and the move with those before it if it was a move that is not legal.
    Rejected(u32, Vec<u16>, Option<(String, String)>),
    /// What is not known.
    Unsupported(String),
    /// A question that makes no sense.
    Wrong(String),
}

fn judged(provider: &mut dyn Provider, id: u64, judge: &Judge) -> Answer<JudgeSaid> {
    let game = match provider.start(judge) {
        Ok(game) => game,
        Err(what) => return Answer { unsupported: Some(Unsupported { what }), ..said(id, None) },
    };
    let names = game.vocabulary();
    match play(names, game, judge) {
        Ok(ok) => said(id, Some(ok)),
        Err(Stop::Unsupported(what)) => Answer { unsupported: Some(Unsupported { what }), ..said(id, None) },
        Err(Stop::Wrong(message)) => Answer { error: Some(Failed { message }), ..said(id, None) },
        Err(Stop::Rejected(ply, clauses, tried)) => {
            let mut clauses: Vec<String> = clauses.iter().map(|&c| names.clause(c).to_owned()).collect();
            let wanted = judge.ask.contains(&Ask::Clauses);
            if let Some((moves, action)) = tried
                && clauses.is_empty()
                && wanted
            {
                clauses = provider.why(judge, &moves, &action);
            }
            Answer { rejected: Some(Rejected { ply, clauses: wanted.then_some(clauses) }), ..said(id, None) }
        }
    }
}

/// What an execution replies to a question, as a program under examination would; it names no clauses.
pub fn reply(game: &dyn Game, judge: &Judge) -> Reply {
    match play(game.vocabulary(), game, judge) {
        Ok(said) => Reply::Ok(Box::new(said)),
        Err(Stop::Rejected(ply, ..)) => Reply::Rejected(Rejected { ply, clauses: Some(Vec::new()) }),
        Err(Stop::Unsupported(what)) => Reply::Unsupported(what),
        Err(Stop::Wrong(message)) => Reply::Error(message),
    }
}

/// A game under way, with what may be taken back.
struct Played {
    position: Box<dyn Position>,
    /// Completed turns.
    plies: u32,
    texts: Vec<String>,
}

fn play(names: &Vocabulary, game: &dyn Game, judge: &Judge) -> Result<JudgeSaid, Stop> {
    let position = match &judge.position {
        None => game.initial(),
        Some(text) => {
            let refused = |clauses| Stop::Rejected(0, clauses, None);
            let setup = position_text::parse(names, text).map_err(|_| refused(Vec::new()))?;
            game.set_up(&setup).map_err(|why| match why {
                rulebook_api::Refused::Rule { clause, .. } => refused(vec![clause]),
                rulebook_api::Refused::GaveUp => Stop::Unsupported(String::from("so many ways to go")),
                _ => refused(Vec::new()),
            })?
        }
    };
    let mut played = Played { position, plies: 0, texts: Vec::new() };
    let keeps = judge.moves.iter().any(|m| m.undo.is_some());
    let mut before: Vec<Played> = Vec::new();
    let mut plies = Vec::new();
    for data in &judge.moves {
        let known = if judge.each {
            let (said, legal) = look(names, played.position.as_ref(), &judge.ask);
            plies.push(said);
            legal
        } else {
            None
        };
        if let Some(back) = data.undo {
            for _ in 0..back {
                played = before.pop().ok_or_else(|| Stop::Wrong(String::from("more is taken back than was played")))?;
            }
            continue;
        }
        if keeps {
            let Played { position, plies, texts } = &played;
            before.push(Played { position: position.clone_box(), plies: *plies, texts: texts.clone() });
        }
        play_one(names, &mut played, data, known)?;
    }
    let (said, _) = look(names, played.position.as_ref(), &judge.ask);
    if !judge.each {
        return Ok(said);
    }
    plies.push(said);
    Ok(JudgeSaid { plies: Some(plies), ..JudgeSaid::default() })
}

/// Plays a move; legal actions and their texts may be known already.
fn play_one(
    names: &Vocabulary,
    played: &mut Played,
    data: &MoveData,
    known: Option<(Vec<Action>, Vec<String>)>,
) -> Result<(), Stop> {
    let text = data.text.as_deref().ok_or_else(|| Stop::Wrong(String::from("a move has no `text`")))?;
    let ply = played.plies + 1;
    let position = played.position.as_mut();
    if position.status().is_over() {
        return Err(Stop::Rejected(ply, Vec::new(), None));
    }
    let (legal, texts) = known.unwrap_or_else(|| (position.legal(), Vec::new()));
    if position.gave_up() {
        return Err(Stop::Unsupported(String::from("so many ways to go")));
    }
    let refused = |clauses| Stop::Rejected(ply, clauses, Some((played.texts.join(" "), text.to_owned())));
    let action = match texts.iter().position(|t| t == text) {
        Some(i) => &legal[i],
        None => {
            if let Ok(Found::Legal(action)) = move_text::find(names, text, &legal, &[]) {
                action
            } else {
                let forbidden = position.forbidden();
                let clauses = match move_text::find(names, text, &[], &forbidden) {
                    Ok(Found::Forbidden(ban)) => ban.clauses.clone(),
                    _ => Vec::new(),
                };
                return Err(refused(clauses));
            }
        }
    };
    let turns = position.turns();
    position.play(action).map_err(|_| refused(Vec::new()))?;
    played.texts.push(text.to_owned());
    let position = played.position.as_ref();
    if position.status().is_over() || position.turns() > turns || !position.within_turn() {
        played.plies += 1;
    }
    Ok(())
}

/// What an answer says, and the legal actions with their texts, if they were asked for.
type Looked = (JudgeSaid, Option<(Vec<Action>, Vec<String>)>);

/// What is asked about a position.
fn look(names: &Vocabulary, position: &dyn Position, ask: &[Ask]) -> Looked {
    let mut said = JudgeSaid::default();
    let mut known = None;
    let status = position.status();
    for ask in ask {
        match ask {
            Ask::Legal => {
                // A set-up that is over may still list what its pieces could do; nothing can be played there.
                let legal = if status.is_over() { Vec::new() } else { position.legal() };
                let texts = move_text::texts(names, &legal);
                said.legal = Some(texts.iter().cloned().map(MoveSaid::Text).collect());
                known = Some((legal, texts));
            }
            Ask::Forbidden => said.forbidden = Some(bans(names, &position.forbidden())),
            Ask::Status => said.status = Some(status_said(names, &status)),
            Ask::Position => {
                said.position = Some(PositionSaid::Text(position_text::print(names, &position.setup())));
            }
            Ask::Clocks => said.clocks = Some(clocks(names, &position.clocks())),
            Ask::Reasons | Ask::Clauses => {}
        }
    }
    (said, known)
}

fn bans(names: &Vocabulary, forbidden: &[Forbidden]) -> Vec<Ban> {
    let actions: Vec<Action> = forbidden.iter().map(|f| f.action.clone()).collect();
    let texts = move_text::texts(names, &actions);
    let clauses = |f: &Forbidden| f.clauses.iter().map(|&c| names.clause(c).to_owned()).collect();
    let ban = |(text, f): (String, &Forbidden)| Ban::Full { action: MoveSaid::Text(text), clauses: Some(clauses(f)) };
    texts.into_iter().zip(forbidden).map(ban).collect()
}

/// A status as an answer says it.
pub fn status_said(names: &Vocabulary, status: &Status) -> StatusSaid {
    let ids = |reasons: &[u8]| reasons.iter().map(|&r| names.reason(r).to_owned()).collect::<Vec<_>>();
    let bare = StatusSaid { state: State::Ongoing, winner: None, reason: None, reasons: None, claimable: None };
    match status {
        Status::Ongoing { claimable } if claimable.is_empty() => bare,
        Status::Ongoing { claimable } => StatusSaid { claimable: Some(ids(claimable)), ..bare },
        Status::Won { winner, reason, .. } => StatusSaid {
            state: State::Won,
            winner: Some(names.player(*winner).to_owned()),
            reason: Some(names.reason(*reason).to_owned()),
            ..bare
        },
        Status::Drawn { reasons, .. } => StatusSaid { state: State::Drawn, reasons: Some(ids(reasons)), ..bare },
    }
}

/// The clocks that run, by name and copy.
pub fn clocks(names: &Vocabulary, values: &[rulebook_api::ClockValue]) -> BTreeMap<String, ClockExpect> {
    let mut clocks = BTreeMap::new();
    for value in values {
        let (Some(clock), Some(n)) = (names.clocks.get(usize::from(value.clock)), value.value) else { continue };
        let copy = value.player.map(|p| names.player(p)).or(value.cell.map(|c| names.cell_name(c)));
        match copy {
            None => _ = clocks.insert(clock.name.clone(), ClockExpect::One(ClockValue::Running(n))),
            Some(copy) => {
                let copies = clocks.entry(clock.name.clone()).or_insert_with(|| ClockExpect::Copies(BTreeMap::new()));
                if let ClockExpect::Copies(copies) = copies {
                    copies.insert(copy.to_owned(), ClockValue::Running(n));
                }
            }
        }
    }
    clocks
}
