//! `rulebook certify`: asks another implementation, and reports which clauses it breaks.

use std::{
    cell::RefCell,
    collections::BTreeMap,
    fs,
    io::{BufWriter, IsTerminal as _, Write},
    path::{Path, PathBuf},
    rc::Rc,
    sync::Arc,
    time::{Duration, SystemTime, UNIX_EPOCH},
};

use rulebook_api::{Game, move_text, position_text};
use rulebook_certify::{
    CaseFile,
    exam::{Line, Reply, Subject},
    mutants::{count, unproved},
    process::Limits,
    profile::Profile,
    protocol::{Ask, Hello, Judge},
    report::{self, Conformity, GeneratedPlan, Report, Shard, Suspect},
    session::{self, Library, Progress, Stopped, Table, plan::Plan, suspects::Wrong},
};
use rulebook_interpreter::Interpreter;
use rulebook_ir::Rules;

use crate::{
    args::pairs,
    doctor,
    engine::{Running, readings, start_with},
    failure::Failure,
    homes,
    load::{self, playable},
    output::Output,
    report_files,
    test::read_all,
    why::reasons,
};

/// Arguments of `certify`.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The command that starts the adapter of the implementation; see `docs/adapter-protocol.md`.
    #[arg(long, value_name = "COMMAND")]
    adapter: String,
    /// Examines this game; may be repeated. Left out, all that the implementation plays.
    #[arg(long = "game", value_name = "GAME")]
    games: Vec<String>,
    /// What is demanded: readings, levels, known failures.
    #[arg(long, value_name = "FILE")]
    profile: Option<PathBuf>,
    /// Writes the report here, in all its forms, as it goes on.
    #[arg(long, value_name = "DIR")]
    report: Option<PathBuf>,
    /// Puts these cases instead of the bundled ones: files or folders.
    #[arg(long = "cases", value_name = "PATH")]
    cases: Vec<PathBuf>,
    /// Also plays games at random and compares so many positions of each game.
    #[arg(long, value_name = "N")]
    generate: Option<u64>,
    /// Where the random games begin; the same seed gives the same games.
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Puts only this part of the cases, such as `2/3`; `rulebook report merge` puts parts together.
    #[arg(long, value_name = "K/N", value_parser = shard)]
    shard: Option<Shard>,
    /// Chooses the reading of an option, as a profile does; may be repeated.
    #[arg(long = "option", value_name = "NAME=READING")]
    options: Vec<String>,
    /// With `--moves`: the value of a parameter.
    #[arg(long = "param", value_name = "NAME=VALUE", requires = "moves")]
    params: Vec<String>,
    /// Only looks at how the adapter speaks, and explains the first message that is wrong.
    #[arg(long)]
    doctor: bool,
    /// Only asks about this game: what the implementation answers, and what the rules say.
    #[arg(long, value_name = "MOVES", allow_hyphen_values = true)]
    moves: Option<String>,
    /// With `--moves`: begins from this position.
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    position: Option<String>,
    /// With `--moves`: then this move, which is not legal.
    #[arg(long, value_name = "MOVE", allow_hyphen_values = true, requires = "moves")]
    then: Option<String>,
    /// Leaves failures as large as they are found.
    #[arg(long)]
    no_shrink: bool,
    /// Seconds for an answer.
    #[arg(long, value_name = "SECONDS", default_value_t = 10.0)]
    time_limit: f64,
    /// Megabytes of memory for the adapter and all it starts.
    #[arg(long, value_name = "MB", default_value_t = 2048)]
    memory_limit: u64,
    /// Answers with one JSON object on one line.
    #[arg(long)]
    pub(crate) json: bool,
}

/// Reads `2/3`.
fn shard(text: &str) -> Result<Shard, String> {
    let parts = text.split_once('/').and_then(|(k, n)| Some((k.parse().ok()?, n.parse().ok()?)));
    match parts {
        Some((part, of)) if part >= 1 && part <= of && of <= 10_000 => Ok(Shard { part, of }),
        _ => Err(String::from("a part is written as `2/3`: the second of three")),
    }
}

/// Certifies.
pub(crate) fn run(args: &Args, out: &mut Output) -> Result<bool, Failure> {
    let limits = limits(args)?;
    let profile = profile(args)?;
    let shelf = Shelf::default();
    // A spec of one's own is known by the name that it gives its game.
    let mut games = Vec::new();
    for game in &args.games {
        games.push(shelf.name_of(game)?);
    }
    let wanted: Vec<String> = match games.is_empty() {
        false => games.clone(),
        true if !profile.games.is_empty() => profile.games.iter().cloned().collect(),
        true => playable().into_iter().map(str::to_owned).collect(),
    };
    let runner = format!("rulebook {}", env!("CARGO_PKG_VERSION"));
    let hello = session::hello(&shelf, &wanted, runner).map_err(Failure::usage)?;
    if args.doctor {
        return doctor::run(&args.adapter, &limits, hello, &shelf, out);
    }
    if args.moves.is_some() || args.position.is_some() {
        return one(args, &games, &limits, hello, &profile, &shelf, out);
    }
    let files = homes::to_names(read_all(&args.cases)?);
    certify(args, games, &limits, hello, &profile, &shelf, &files, out)
}

fn limits(args: &Args) -> Result<Limits, Failure> {
    if !(args.time_limit > 0.0 && args.time_limit <= 3600.0) {
        return Err(Failure::usage("a time limit is a number of seconds between 0 and 3600"));
    }
    let answer = Duration::from_secs_f64(args.time_limit);
    let usual = Limits::default();
    Ok(Limits { answer, hello: usual.hello.max(answer), memory: args.memory_limit << 20, ..usual })
}

fn profile(args: &Args) -> Result<Profile, Failure> {
    let mut profile = match &args.profile {
        None => Profile::default(),
        Some(path) => {
            let wrong = |why| Failure::usage(format!("the profile `{}` is wrong: {why}", path.display()));
            Profile::parse(&load::read(path)?).map_err(wrong)?
        }
    };
    profile.options.extend(pairs("option", &args.options)?);
    Ok(profile)
}

/// Starts the implementation.
fn start<'a>(
    args: &Args,
    limits: &Limits,
    hello: Hello,
    transcript: Option<&'a mut dyn Write>,
) -> Result<Subject<'a>, Failure> {
    Subject::start(&args.adapter, limits, hello, transcript).map_err(|trouble| {
        let stderr = trouble.stderr.trim();
        let stderr = if stderr.is_empty() { String::new() } else { format!("\nits standard error ends:\n{stderr}") };
        let hint = "`--doctor` shows the messages";
        Failure::outside(format!("the adapter does not answer `hello`: {} ({hint}){stderr}", trouble.detail))
    })
}

#[expect(clippy::too_many_arguments, reason = "what `run` has found out, each of its own type")]
fn certify(
    args: &Args,
    games: Vec<String>,
    limits: &Limits,
    hello: Hello,
    profile: &Profile,
    shelf: &Shelf,
    files: &[CaseFile],
    out: &mut Output,
) -> Result<bool, Failure> {
    let failed =
        |path: &Path, e: std::io::Error| Failure::outside(format!("`{}` cannot be written: {e}", path.display()));
    let (mut report, mut transcript): (Box<dyn Write>, Option<Box<dyn Write>>) = match &args.report {
        None => (Box::new(std::io::sink()), None),
        Some(dir) => {
            fs::create_dir_all(dir).map_err(|e| failed(dir, e))?;
            // What an earlier run left would be taken for this one's.
            report_files::remove(dir).map_err(|e| failed(dir, e))?;
            let (lines, talk) = (dir.join("report.jsonl"), dir.join("transcript.jsonl"));
            let file = fs::File::create(&lines).map_err(|e| failed(&lines, e))?;
            let talk_file = fs::File::create(&talk).map_err(|e| failed(&talk, e))?;
            (Box::new(file), Some(Box::new(BufWriter::new(talk_file))))
        }
    };
    let mut subject = start(args, limits, hello, transcript.as_mut().map(|t| t.as_mut() as &mut dyn Write))?;
    let plan = Plan {
        command: &args.adapter,
        profile,
        games,
        cases: files.iter().flat_map(|f| &f.cases).collect(),
        shard: args.shard.unwrap_or(session::WHOLE),
        generated: args.generate.map(|positions| GeneratedPlan { positions, seed: args.seed }),
        shrink: !args.no_shrink,
        today: today(),
    };
    let shown = std::io::stderr().is_terminal();
    let mut progress = |p: Progress<'_>| {
        if shown {
            eprint!("\r\x1b[K{} of {} cases: {}", p.done, p.of, p.now);
        }
    };
    let result = session::certify(&plan, shelf, &mut subject, report.as_mut(), &mut progress);
    if shown {
        eprint!("\r\x1b[K");
    }
    drop(subject);
    let result = result.map_err(|stopped| match stopped {
        Stopped::Wrong(why) => Failure::usage(why),
        Stopped::Write(e) => Failure::outside(format!("the report cannot be written: {e}")),
    })?;
    if let Some(dir) = &args.report {
        report_files::write(dir, &result)?;
    }
    answer(&result, args.json, args.report.as_deref(), out)
}

/// Shows what came out.
pub(crate) fn answer(report: &Report, json: bool, dir: Option<&Path>, out: &mut Output) -> Result<bool, Failure> {
    let footer = report.conclusion();
    let conforms = footer.conformity == Conformity::Conforms && report.complete().is_ok();
    if json {
        let failures: Vec<_> = report
            .cases
            .iter()
            .filter(|c| c.outcome != rulebook_certify::exam::Verdict::Pass)
            .map(|c| {
                serde_json::json!({ "id": c.id, "slug": c.slug, "clauses": c.clauses, "outcome": c.outcome,
                    "detail": c.detail, "failures": c.failures.iter().map(|f| &f.command).collect::<Vec<_>>() })
            })
            .collect();
        out.json(&serde_json::json!({
            "implementation": report.header.implementation,
            "conformity": footer.conformity,
            "counts": footer.counts,
            "broken": footer.broken,
            "explanations": footer.explanations,
            "unexamined": footer.unexamined,
            "reasons": footer.reasons,
            "notes": footer.notes,
            "generated": report.generated.iter().map(|g| serde_json::json!({
                "game": g.game, "games": g.games, "positions": g.positions, "outcome": g.outcome,
                "milliseconds": g.milliseconds, "failures": g.failures.iter().map(|f| &f.command).collect::<Vec<_>>(),
            })).collect::<Vec<_>>(),
            "cases": failures,
        }))?;
        return Ok(conforms);
    }
    out.text(&report::certificate(report))?;
    let failures = report.cases.iter().flat_map(|c| c.failures.iter().map(move |f| (c.id.as_str(), f)));
    let random = report.generated.iter().flat_map(|g| g.failures.iter().map(|f| ("random", f)));
    for (id, failure) in failures.chain(random) {
        out.line("")?;
        for d in &failure.differences {
            out.line(&format!("{id} {}: expected {}; got {}", d.kind.word(), d.expected, d.got))?;
        }
        out.line(&format!("  {}", failure.command))?;
    }
    let mut others = report.cases.iter().filter(|c| c.failures.is_empty() && !c.detail.is_empty()).peekable();
    if others.peek().is_some() {
        out.line("")?;
    }
    for case in others {
        out.line(&format!("{} {}: {}", case.id, case.outcome.word(), case.detail))?;
    }
    if let Some(dir) = dir {
        out.line(&format!("\nThe report is in `{}`; `report.html` can be opened in a browser.", dir.display()))?;
    }
    Ok(conforms)
}

/// Asks about one game.
fn one(
    args: &Args,
    games: &[String],
    limits: &Limits,
    hello: Hello,
    profile: &Profile,
    shelf: &Shelf,
    out: &mut Output,
) -> Result<bool, Failure> {
    let [game] = games else {
        return Err(Failure::usage("`--moves` asks about one game: say which with `--game`"));
    };
    let params: BTreeMap<String, String> = pairs("param", &args.params)?.into_iter().collect();
    let table = shelf.open(game, &profile.options, &params).map_err(Failure::usage)?;
    let running = shelf.running(game, &profile.options, &params)?;
    let names = table.game().vocabulary();
    let start_text = args.position.as_deref();
    let setup = match start_text {
        None => None,
        Some(text) => Some(position_text::parse(names, text).map_err(|e| Failure::no("position", e.message))?),
    };
    let mut line = Line { start: setup, moves: Vec::new() };
    let mut position = running.begin(start_text)?;
    for text in move_text::split(args.moves.as_deref().unwrap_or_default()) {
        let legal = position.legal();
        let found = move_text::find(names, text, &legal, &[]).map_err(|e| Failure::no("illegal", e.message))?;
        let move_text::Found::Legal(action) = found else {
            return Err(Failure::no("illegal", format!("`{text}` is forbidden: give it as `--then`")));
        };
        position.play(action).map_err(|e| Failure::no("illegal", format!("`{text}` is not played: {e:?}")))?;
        line.moves.push(action.clone());
    }
    if let Some(action) = &args.then
        && matches!(move_text::find(names, action, &position.legal(), &[]), Ok(move_text::Found::Legal(_)))
    {
        return Err(Failure::usage(format!("`{action}` is legal here: give it as the last of `--moves`")));
    }
    let mut subject = start(args, limits, hello, None)?;
    let Some(how) = subject.said.games.get(game).cloned() else {
        return Err(Failure::usage(format!("{} does not play `{game}`", subject.said.name)));
    };
    let about = Judge { game: game.clone(), options: profile.options.clone(), params, ..Judge::default() };
    let (reply, differences) =
        session::one_line(table.as_ref(), &how, &about, &line, args.then.as_deref(), &mut subject)
            .map_err(|why| Failure::no("illegal", why))?;
    let verdict = matches!(reply, Reply::Ok(_) | Reply::Rejected(_));
    if args.json {
        out.json(&serde_json::json!({
            "implementation": { "name": subject.said.name, "version": subject.said.version },
            "position": position_text::print(names, &position.setup()),
            "answer": reply_json(&reply),
            "differences": differences,
        }))?;
        return Ok(differences.is_empty() && verdict);
    }
    out.line(&crate::board::draw(table.rules(), names, &position.setup()))?;
    out.line(&position_text::print(names, &position.setup()))?;
    let said = match &reply {
        Reply::Ok(said) => serde_json::to_string(said).unwrap_or_default(),
        Reply::Rejected(r) => format!("rejected at ply {}", r.ply),
        Reply::Unsupported(what) => format!("unsupported: {what}"),
        Reply::Error(message) => format!("error: {message}"),
        Reply::Broken(trouble) => format!("{}: {}", trouble.kind.word(), trouble.detail),
        Reply::NotAsked(why) => why.clone(),
    };
    out.line(&format!("{} answers: {said}", subject.said.name))?;
    for d in &differences {
        out.line(&format!("{}: expected {}; got {}", d.kind.word(), d.expected, d.got))?;
        for (what, moves) in [("missing", &d.missing), ("not legal", &d.extra)] {
            if !moves.is_empty() {
                out.line(&format!("  {what}: {}", moves.join(" ")))?;
            }
        }
    }
    if differences.is_empty() && verdict {
        let told = how.asks.iter().any(|a| !matches!(a, Ask::Reasons | Ask::Clauses));
        out.line(if told || args.then.is_some() {
            "The rules say the same."
        } else {
            "The rules accept these moves too; more cannot be asked of this adapter."
        })?;
    }
    Ok(differences.is_empty() && verdict)
}

/// An answer, as the adapter gave it.
fn reply_json(reply: &Reply) -> serde_json::Value {
    match reply {
        Reply::Ok(said) => serde_json::json!({ "ok": said }),
        Reply::Rejected(rejected) => serde_json::json!({ "rejected": { "ply": rejected.ply } }),
        Reply::Unsupported(what) => serde_json::json!({ "unsupported": { "what": what } }),
        Reply::Error(message) => serde_json::json!({ "error": { "message": message } }),
        Reply::Broken(trouble) => serde_json::json!({ trouble.kind.word(): { "detail": trouble.detail } }),
        Reply::NotAsked(why) => serde_json::json!({ "not-asked": { "why": why } }),
    }
}

/// Today, as 2027-01-31.
fn today() -> String {
    let days = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |d| d.as_secs() / 86_400);
    // Days since 1970 as a date: years of 365.2425 days beginning in March, so that leap days come last.
    let z = days + 719_468;
    let era = z / 146_097;
    let day_of_era = z % 146_097;
    let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * shifted + 2) / 5 + 1;
    let month = if shifted < 10 { shifted + 3 } else { shifted - 9 };
    let year = year_of_era + era * 400 + u64::from(month <= 2);
    format!("{year:04}-{month:02}-{day:02}")
}

/// Games that have been started.
#[derive(Default)]
pub(crate) struct Shelf {
    /// Paths of specs by the name of their game.
    paths: RefCell<BTreeMap<String, String>>,
    running: RefCell<BTreeMap<String, Rc<Running>>>,
}

impl Shelf {
    /// The name of a game that is given by name or path.
    fn name_of(&self, game: &str) -> Result<String, Failure> {
        if rulebook_specs::find(game).is_some() {
            return Ok(game.to_owned());
        }
        let name = load::load(game, &[])?.rules.name.clone();
        self.paths.borrow_mut().insert(name.clone(), game.to_owned());
        Ok(name)
    }

    /// A game under readings and parameters.
    pub(crate) fn running(
        &self,
        game: &str,
        options: &BTreeMap<String, String>,
        params: &BTreeMap<String, String>,
    ) -> Result<Rc<Running>, Failure> {
        let key = format!("{game} {options:?} {params:?}");
        if let Some(running) = self.running.borrow().get(&key) {
            return Ok(Rc::clone(running));
        }
        let list = |map: &BTreeMap<String, String>| map.iter().map(|(a, b)| (a.clone(), b.clone())).collect::<Vec<_>>();
        let path = self.paths.borrow().get(game).cloned();
        let spec = path.as_deref().unwrap_or(game);
        let running = Rc::new(start_with(spec, &list(options), &list(params), None)?);
        self.running.borrow_mut().insert(key, Rc::clone(&running));
        Ok(running)
    }
}

impl Library for Shelf {
    fn open(
        &self,
        game: &str,
        options: &BTreeMap<String, String>,
        params: &BTreeMap<String, String>,
    ) -> Result<Rc<dyn Table>, String> {
        let running = self.running(game, options, params).map_err(|f| f.message)?;
        let named = self.paths.borrow().get(game).cloned().unwrap_or_else(|| game.to_owned());
        Ok(Rc::new(Laid { named, running, options: options.clone() }))
    }
}

/// A game of the shelf, under readings.
struct Laid {
    named: String,
    running: Rc<Running>,
    options: BTreeMap<String, String>,
}

/// Steps after which a wrong turn of the rules counts as one that never ends.
const FUEL: u64 = 30_000;

impl Table for Laid {
    fn game(&self) -> &dyn Game {
        self.running.game.as_ref()
    }

    fn named(&self) -> String {
        self.named.clone()
    }

    fn rules(&self) -> &Rules {
        self.running.rules()
    }

    fn why(&self, position: Option<&str>, moves: &str, action: &str) -> Vec<String> {
        let Ok(position) = self.running.reach_reference(position, moves) else { return Vec::new() };
        let told = reasons(&self.running, &position, action);
        let refusals = told.iter().filter(|t| !t.legal);
        refusals.flat_map(|t| t.clauses.iter().map(|c| self.rules().clause_id(*c).to_owned())).collect()
    }

    fn wrong(&self) -> Vec<Wrong> {
        let rules = self.rules();
        let options: Vec<(String, String)> = self.options.iter().map(|(a, b)| (a.clone(), b.clone())).collect();
        let Ok(chosen) = readings(rules, &options) else { return Vec::new() };
        let wrong = |number| {
            let mutant = unproved(rules, number)?;
            let clause = mutant.clause.map_or_else(|| rules.name.clone(), |c| rules.clause_id(c).to_owned());
            let game = Interpreter::new(Arc::clone(&mutant.rules), &chosen).with_fuel(FUEL);
            Some(Wrong { suspect: Suspect { clause, what: mutant.what.clone() }, game: Box::new(game) })
        };
        (0..count(rules)).filter_map(wrong).collect()
    }
}
