//! A certification from beginning to end: the cases that a program is asked, games at random, and the report.
//!
//! | module | what it holds |
//! |---|---|
//! | [`plan`] | which cases are put, and under which readings |
//! | [`failures`](self) | failures made small and told, with what would explain them |
//! | [`generate`] | games at random |
//! | [`suspects`] | wrong turns of the rules that answer as the program does |

mod failures;
pub mod generate;
pub mod plan;
pub mod suspects;

use std::{
    collections::BTreeMap,
    io::{self, Write},
    rc::Rc,
    time::{Duration, Instant},
};

use rulebook_api::Game;
use rulebook_ir::Rules;

use crate::{
    Case, Outcome, Tools,
    case::CaseStatus,
    exam::{Examined, Subject, Verdict, examine},
    protocol::{GameAsked, GameSaid, Hello, Judge},
    report::{
        BoardPicture, CaseRecord, ClauseRecord, Explanation, Footer, GameRecord, Header, Implementation, Record,
        Report, Shard, Suspect, Waived,
    },
};

use failures::Failures;
use plan::{Plan, Reading};

/// A game under readings and parameters, as the runner has it.
pub trait Table {
    /// The execution that is taken for right.
    fn game(&self) -> &dyn Game;

    /// How it is named on the command line: by its name, or by the path of its spec.
    fn named(&self) -> String;

    /// Its rules.
    fn rules(&self) -> &Rules;

    /// The clauses that refuse a move after these moves, in full; empty if that cannot be told.
    fn why(&self, position: Option<&str>, moves: &str, action: &str) -> Vec<String>;

    /// The same game with each small wrong turn of its rules, and what is wrong.
    fn wrong(&self) -> Vec<suspects::Wrong>;
}

/// Where games come from.
pub trait Library {
    /// A game under readings and parameters.
    ///
    /// # Errors
    /// If there is none; says why.
    fn open(
        &self,
        game: &str,
        options: &BTreeMap<String, String>,
        params: &BTreeMap<String, String>,
    ) -> Result<Rc<dyn Table>, String>;
}

/// Why a certification could not go on.
#[derive(Debug)]
pub enum Stopped {
    /// What was asked for makes no sense; says why.
    Wrong(String),
    /// The report could not be written.
    Write(io::Error),
}

impl From<io::Error> for Stopped {
    fn from(error: io::Error) -> Self {
        Self::Write(error)
    }
}

/// How far it has come.
#[derive(Clone, Copy, Debug)]
pub struct Progress<'a> {
    /// Cases that were put.
    pub done: usize,
    /// Of so many.
    pub of: usize,
    /// What is done now.
    pub now: &'a str,
}

/// The vocabulary for `hello`.
///
/// # Errors
/// If a game is not known.
pub fn hello(library: &dyn Library, games: &[String], runner: String) -> Result<Hello, String> {
    let nothing = BTreeMap::new();
    let mut asked = BTreeMap::new();
    for game in games {
        let table = library.open(game, &nothing, &nothing)?;
        asked.insert(game.clone(), GameAsked::of(table.game().vocabulary(), table.rules()));
    }
    Ok(Hello { runner, games: asked })
}

/// Asks a program all that is planned; records are written as they come.
///
/// # Errors
/// If the plan does not fit, or the report cannot be written.
pub fn certify(
    plan: &Plan<'_>,
    library: &dyn Library,
    subject: &mut Subject<'_>,
    out: &mut dyn Write,
    progress: &mut dyn FnMut(Progress<'_>),
) -> Result<Report, Stopped> {
    let begun = Instant::now();
    let readings = plan.readings(subject, library).map_err(Stopped::Wrong)?;
    let cases = right_cases(plan, library, &readings).map_err(Stopped::Wrong)?;
    let here: Vec<&Case> = cases.iter().copied().filter(|c| plan.shard_of(c) == plan.shard.part).collect();
    let header = header(plan, library, subject, &readings, &cases, &here).map_err(Stopped::Wrong)?;
    write(out, &Record::Header(Box::new(header.clone())))?;
    let mut report = Report { header, cases: Vec::new(), generated: Vec::new(), footer: None };
    let mut failures = Failures::new(plan);
    for (done, case) in here.iter().enumerate() {
        progress(Progress { done, of: here.len(), now: &case.slug });
        let Some(reading) = readings.get(case.game()) else { continue };
        let record = put(plan, library, subject, reading, case, &mut failures);
        write(out, &Record::Case(Box::new(record.clone())))?;
        report.cases.push(record);
    }
    if let Some(generated) = plan.generated
        && plan.shard.part == 1
    {
        for (game, reading) in &readings {
            progress(Progress { done: here.len(), of: here.len(), now: game });
            let record = generate::play(plan, library, subject, reading, generated, &mut failures);
            write(out, &Record::Generated(Box::new(record.clone())))?;
            report.generated.push(record);
        }
    }
    let ends = subject.finish();
    let explanations = explain(library, &readings, &here, &report, &mut failures);
    let footer = Footer {
        questions: subject.questions(),
        seconds: begun.elapsed().as_secs_f64(),
        ..crate::report::conclude(
            &report.header,
            &report.cases,
            &report.generated,
            explanations,
            &subject.incidents,
            ends,
        )
    };
    write(out, &Record::Footer(Box::new(footer.clone())))?;
    report.footer = Some(footer);
    Ok(report)
}

/// Wrong turns of the rules that answer all cases as the program did.
fn explain(
    library: &dyn Library,
    readings: &BTreeMap<String, Reading>,
    cases: &[&Case],
    report: &Report,
    failures: &mut Failures<'_>,
) -> Vec<Explanation> {
    let mut found = Vec::new();
    for (game, reading) in readings {
        let of_game = report.cases.iter().filter(|c| c.game == *game);
        let random = report.generated.iter().filter(|g| g.game == *game);
        let mut suspects: BTreeMap<Suspect, u32> = BTreeMap::new();
        let told = of_game.clone().flat_map(|c| &c.failures).chain(random.flat_map(|g| &g.failures));
        for suspect in told.flat_map(|f| &f.suspects) {
            *suspects.entry(suspect.clone()).or_default() += 1;
        }
        if suspects.is_empty() {
            continue;
        }
        let outcomes: Vec<(&Case, Verdict)> =
            of_game.filter_map(|record| Some((*cases.iter().find(|c| c.id == record.id)?, record.outcome))).collect();
        // Wrong rules are asked what the program was asked, no more.
        let how = suspects::without_clauses(&reading.said);
        let mut play = |case: &Case, suspect: &Suspect| {
            let (table, about) = open(library, reading, case).ok()?;
            let wrong = failures.wrong(table.as_ref(), &about).iter().find(|w| w.suspect == *suspect)?;
            let mut ask = |judge: &Judge| crate::adapter::reply(wrong.game.as_ref(), judge);
            Some(examine(case, table.game(), &how, &about, &mut ask).verdict != Verdict::Fail)
        };
        found.extend(suspects::consistent(game, &outcomes, &suspects, &mut play));
    }
    found
}

/// The cases that the rules themselves pass. Under chosen readings one may be about another reading without saying so; else
/// it is the case that is wrong.
fn right_cases<'p>(
    plan: &'p Plan<'_>,
    library: &dyn Library,
    readings: &BTreeMap<String, Reading>,
) -> Result<Vec<&'p Case>, String> {
    let tools = Tools { draw: &|_| String::new(), why: &|_, _, _| None };
    let mut right = Vec::new();
    for case in plan.cases(readings) {
        let Some(reading) = readings.get(case.game()) else { continue };
        let passes = match open(library, reading, case) {
            // A reading that the program does not play is told where the case is put.
            Err(_) => true,
            Ok((table, _)) => match crate::run(case, table.game(), &tools) {
                Outcome::Passed => true,
                Outcome::Failed(failure) if reading.options.is_empty() => {
                    let why = failure.mismatches.first().map_or_else(String::new, |m| {
                        format!(": expected is {}, but the rules say {}", m.expected, m.got)
                    });
                    return Err(format!("the case {} {} does not fit the rules{why}", case.id, case.slug));
                }
                Outcome::Failed(_) => false,
            },
        };
        if passes {
            right.push(case);
        }
    }
    Ok(right)
}

/// One line, which is there even if the run ends right after.
fn write(out: &mut dyn Write, record: &Record) -> io::Result<()> {
    let line = serde_json::to_string(record).map_err(io::Error::other)?;
    writeln!(out, "{line}")?;
    out.flush()
}

fn header(
    plan: &Plan<'_>,
    library: &dyn Library,
    subject: &Subject<'_>,
    readings: &BTreeMap<String, Reading>,
    cases: &[&Case],
    here: &[&Case],
) -> Result<Header, String> {
    let mut games = BTreeMap::new();
    for (name, reading) in readings {
        let table = library.open(name, &reading.options, &BTreeMap::new())?;
        let rules = table.rules();
        let clause =
            |c: &rulebook_ir::Clause| (c.id.clone(), ClauseRecord { texts: c.texts.0.iter().cloned().collect() });
        games.insert(
            name.clone(),
            GameRecord {
                title: rules.title.0.iter().cloned().collect(),
                rules: plan::rules_digest(rules),
                options: reading.options.clone(),
                moves: reading.said.moves,
                setup: reading.said.setup,
                asks: reading.said.asks.iter().map(|a| a.word().to_owned()).collect(),
                clauses: rules.clauses.iter().map(clause).collect(),
                board: BoardPicture::of(rules),
            },
        );
    }
    let ids = |cases: &[&Case]| cases.iter().map(|c| c.id.clone()).collect();
    let said = &subject.said;
    Ok(Header {
        report: 1,
        rulebook: env!("CARGO_PKG_VERSION").to_owned(),
        implementation: Implementation {
            name: said.name.clone(),
            version: said.version.clone(),
            language: said.language.clone(),
            digest: said.digest.clone(),
        },
        adapter: plan.command.to_owned(),
        adapter_digest: plan::adapter_digest(plan.command),
        day: plan.today.clone(),
        profile: plan.profile.clone(),
        games,
        suite: plan::suite_digest(cases),
        shard: plan.shard,
        planned: ids(here),
        all: ids(cases),
        generated: plan.generated,
    })
}

/// Puts one case, and makes its failures small.
fn put(
    plan: &Plan<'_>,
    library: &dyn Library,
    subject: &mut Subject<'_>,
    reading: &Reading,
    case: &Case,
    failures: &mut Failures<'_>,
) -> CaseRecord {
    let begun = Instant::now();
    let mut told = Vec::new();
    let examined = match open(library, reading, case) {
        Err(why) => Examined::not_run(why),
        Ok((table, about)) => {
            let how = &reading.said;
            let examined = examine(case, table.game(), how, &about, &mut |judge| subject.judge(judge));
            let until = Instant::now() + Duration::from_secs(10);
            for shown in examined.shown.iter().take(2) {
                let failure = failures.tell(table.as_ref(), how, &about, shown, subject, until);
                if !told.contains(&failure) {
                    told.push(failure);
                }
            }
            examined
        }
    };
    let waiver = plan.profile.waiver(&case.id, &plan.today).filter(|_| examined.verdict == Verdict::Fail);
    CaseRecord {
        id: case.id.clone(),
        game: case.game().to_owned(),
        slug: case.slug.clone(),
        clauses: case.clauses.clone(),
        polarity: case.polarity,
        level: case.level,
        disputed: case.status == CaseStatus::Disputed,
        why: case.why.clone(),
        outcome: examined.verdict,
        detail: examined.detail,
        unasked: examined.unasked,
        failures: told,
        waived: waiver.map(|w| Waived { reason: w.reason.clone(), link: w.link.clone(), expires: w.expires.clone() }),
        milliseconds: u64::try_from(begun.elapsed().as_millis()).unwrap_or(u64::MAX),
    }
}

/// The game of a case under its readings, and what its questions say of them.
fn open(library: &dyn Library, reading: &Reading, case: &Case) -> Result<(Rc<dyn Table>, Judge), String> {
    for (name, wanted) in &case.options {
        if let Some(played) = reading.options.get(name)
            && played != wanted
        {
            return Err(format!(
                "it plays the reading `{played}` of the option `{name}`; this case is about `{wanted}`"
            ));
        }
    }
    let mut options = reading.options.clone();
    options.extend(case.options.clone());
    let params: BTreeMap<String, String> = case.params.iter().map(|(n, v)| (n.clone(), v.text())).collect();
    let table = library.open(case.game(), &options, &params)?;
    Ok((table, Judge { game: case.game().to_owned(), options, params, ..Judge::default() }))
}

/// Compares one line of play: what the program answers, and what the rules say.
///
/// # Errors
/// If the rules do not allow it.
pub fn one_line(
    table: &dyn Table,
    how: &GameSaid,
    about: &Judge,
    line: &crate::exam::Line,
    illegal: Option<&str>,
    subject: &mut Subject<'_>,
) -> Result<(crate::exam::Reply, Vec<crate::exam::Difference>), String> {
    use crate::{
        exam::{Seen, Shown},
        protocol::Ask,
    };
    let mut ask: Vec<Ask> = how.asks.iter().copied().filter(|a| *a != Ask::Reasons).collect();
    if illegal.is_some() {
        // Which clauses it is refused for is shown, but not compared.
        ask.retain(|a| *a != Ask::Clauses);
    }
    let shown = Shown {
        line: line.clone(),
        illegal: illegal.map(str::to_owned),
        clauses: Vec::new(),
        ask,
        differences: Vec::new(),
    };
    let seen = Seen { game: table.game(), said: how };
    let judge = seen.question(about, &shown).ok_or("the rules do not allow this line of play")?;
    let reply = subject.judge(&judge);
    let differences = seen.differs(&shown, &judge, &reply).unwrap_or_default();
    Ok((reply, differences))
}

/// The part that a case belongs to, by a hash of its id.
pub(crate) fn part_of(id: &str, of: u32) -> u32 {
    use sha2::{Digest as _, Sha256};
    let hash = Sha256::digest(id.as_bytes());
    let number = u32::from_be_bytes([hash[0], hash[1], hash[2], hash[3]]);
    number % of.max(1) + 1
}

/// All parts of one.
pub const WHOLE: Shard = Shard { part: 1, of: 1 };
