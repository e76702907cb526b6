//! `rulebook explain`: why a move is legal or not and what it does, where a position's clocks stand or why it is over, or
//! the page of a diagnostic.

mod effects;
mod position;
mod tree;

use rulebook_api::move_text::{self, MoveTextProblem};
use rulebook_api::{Position as _, did_you_mean};
use rulebook_diagnostics::codes;
use rulebook_docs::check::codes as page_codes;
use rulebook_interpreter::{InterpreterPosition, Judged, KeyFinding, judged, keys};
use rulebook_ir::ClauseId;
use serde_json::{Value, json};

use self::tree::Tree;
use crate::{
    args::{Choices, PlaceArgs},
    board,
    engine::{Running, start},
    excerpt::{excerpt, place},
    failure::Failure,
    output::Output,
    view,
    why::{Told, reasons},
};

/// Arguments of `explain`.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// A bundled game's name, the path of a `.rules` file, or the code of a diagnostic such as R0106.
    #[arg(value_name = "GAME|CODE")]
    subject: String,
    #[command(flatten)]
    choices: Choices,
    #[command(flatten)]
    location: PlaceArgs,
    /// The move that is asked about; without it the position is explained: its clocks, and why the game is over.
    #[arg(long = "move", value_name = "MOVE", allow_hyphen_values = true)]
    action: Option<String>,
    /// Answers with one JSON object on one line.
    #[arg(long)]
    pub(crate) json: bool,
}

/// Explains.
pub(crate) fn run(args: &Args, out: &mut Output) -> Result<bool, Failure> {
    if is_code(&args.subject) && args.action.is_none() {
        return page(args, out);
    }
    let action = args.action.as_deref().map(str::trim);
    if action.is_some_and(str::is_empty) {
        return Err(Failure::usage("`--move` is empty: say which move is asked about, as `moves` writes it"));
    }
    let running = start(&args.subject, &args.choices)?;
    let moves = args.location.moves.as_deref().unwrap_or("");
    let (position, _) = running.reach(args.location.position.as_deref(), moves)?;
    let reference = running.reach_reference(args.location.position.as_deref(), moves)?;
    let Some(action) = action else { return of_position(args, &running, &reference, out) };
    let legal = position.legal();
    if let Err(error) = move_text::find(running.names(), action, &legal, &[])
        && matches!(error.problem, MoveTextProblem::Unreadable | MoveTextProblem::UnknownCell)
    {
        return Err(Failure::no("unreadable", error.message));
    }
    let reasons = reasons(&running, &reference, action);
    let allowed = reasons.iter().any(|r| r.legal);
    if args.json {
        let told: Vec<Value> = reasons.iter().map(|r| as_json(&running, &reference, r)).collect();
        out.json(&json!({ "move": action, "legal": allowed, "reasons": told }))?;
        return Ok(allowed);
    }
    out.line(&board::draw(running.rules(), running.names(), &position.setup()))?;
    out.line(&format!("{} to move\n", running.names().player(position.to_move())))?;
    for reason in &reasons {
        tell(&running, &reference, reason, out)?;
    }
    Ok(allowed)
}

/// Explains a position.
fn of_position(
    args: &Args,
    running: &Running,
    position: &InterpreterPosition,
    out: &mut Output,
) -> Result<bool, Failure> {
    if args.json {
        out.json(&position::json(running, position))?;
        return Ok(true);
    }
    let setup = position.setup();
    out.line(&board::draw(running.rules(), running.names(), &setup))?;
    out.line(&format!("{} to move\n", running.names().player(position.to_move())))?;
    let mut tree = Tree::new(running, setup.pieces);
    position::tell(running, position, &mut tree);
    tree.finish(&[]).iter().try_for_each(|line| out.line(line))?;
    Ok(true)
}

/// What was asked of an action, and the keys of the preference by which another is better.
fn asked(position: &InterpreterPosition, told: &Told) -> (Vec<Judged>, Vec<KeyFinding>) {
    let Some(action) = &told.of else { return Default::default() };
    let better = told.better.as_ref().filter(|_| told.verdict == "worse");
    (judged(position, action), better.map_or_else(Vec::new, |better| keys(position, action, better)))
}

/// Has it the form of a code?
fn is_code(subject: &str) -> bool {
    subject.strip_prefix(['R', 'r', 'D', 'd']).is_some_and(|d| d.len() == 4 && d.bytes().all(|b| b.is_ascii_digit()))
}

/// Shows the page of a diagnostic.
fn page(args: &Args, out: &mut Output) -> Result<bool, Failure> {
    let of_specs = codes::find(&args.subject).map(|i| (i.code.0, i.title, i.page));
    let of_pages = || page_codes::find(&args.subject).map(|i| (i.code.0, i.title(), i.page));
    let Some((code, title, page)) = of_specs.or_else(of_pages) else {
        let all = codes::all().iter().map(|c| c.code.0).chain(page_codes::all().iter().map(|c| c.code.0));
        let hint = did_you_mean(&args.subject.to_uppercase(), all);
        return Err(Failure::usage(format!("there is no diagnostic `{}`{hint}", args.subject)));
    };
    if args.json {
        out.json(&json!({ "code": code, "title": title, "page": page }))?;
    } else {
        out.line(page.trim_end())?;
    }
    Ok(true)
}

/// A reason as JSON.
fn as_json(running: &Running, position: &InterpreterPosition, told: &Told) -> Value {
    let (judged, keys) = asked(position, told);
    let id = |clause: ClauseId| running.rules().clause_id(clause);
    let asked = judged.iter().map(|j| {
        json!({
            "clause": id(j.clause),
            "stops": j.stops,
            "when": tree::as_json(running, &j.when),
            "unless": j.unless.as_ref().map(|f| tree::as_json(running, f)),
        })
    });
    let keys = keys.iter().map(|k| json!({ "key": k.says, "move": k.mine, "instead": k.better, "decides": k.decides }));
    let does = told.of.as_ref().filter(|_| told.legal).and_then(|a| effects::of(running, position, a));
    let clauses = told.clauses.iter().map(|c| {
        let clause = &running.rules().clauses[usize::from(c.0)];
        json!({
            "id": clause.id,
            "text": view::texts(&clause.texts),
            "place": place(&running.spec.sources, clause.span),
            "spec": running.spec.sources.text(clause.span),
        })
    });
    json!({
        "verdict": told.verdict,
        "move": told.action,
        "instead": told.instead,
        "message": told.message,
        "clauses": clauses.collect::<Vec<_>>(),
        "asked": asked.collect::<Vec<_>>(),
        "preference": keys.collect::<Vec<_>>(),
        "does": does.map(|d| d.json),
    })
}

/// A reason for people.
fn tell(running: &Running, position: &InterpreterPosition, told: &Told, out: &mut Output) -> Result<(), Failure> {
    out.line(&told.message)?;
    for id in &told.clauses {
        let clause = &running.rules().clauses[usize::from(id.0)];
        out.line(&format!("\n{}", clause.id))?;
        for (language, text) in &clause.texts.0 {
            out.line(&format!("  {language}: {text}"))?;
        }
        for source in &clause.sources {
            let paragraphs: Vec<String> = source.paragraphs.iter().map(u32::to_string).collect();
            out.line(&format!("  source: {} {}", source.document, paragraphs.join(", ")))?;
        }
        out.line(&excerpt(&running.spec.sources, clause.span))?;
    }
    let tree = reasoning(running, position, told);
    tree.finish(&told.clauses).iter().try_for_each(|line| out.line(line))?;
    out.line("")
}

/// The reasoning behind a reason, level by level.
fn reasoning<'a>(running: &'a Running, position: &InterpreterPosition, told: &Told) -> Tree<'a> {
    let (judged, keys) = asked(position, told);
    let mut tree = Tree::new(running, position.setup().pieces);
    if let Some(does) = told.of.as_ref().filter(|_| told.legal).and_then(|a| effects::of(running, position, a)) {
        tree.say("\nWhat it does");
        does.lines.iter().for_each(|line| tree.say(format!("  {line}")));
        position::tell_end(&does.after, &mut tree);
    }
    if !keys.is_empty() {
        let (mine, better) = (told.action.as_deref().unwrap_or(""), told.instead.as_deref().unwrap_or(""));
        tree.say("\nWhat is preferred, key by key");
        for key in &keys {
            let shown = |values: &[i64]| values.iter().map(i64::to_string).collect::<Vec<_>>().join(" ");
            let decides = if key.decides { ": this decides" } else { "" };
            tree.say(format!(
                "  {}: `{mine}` {}, `{better}` {}{decides}",
                key.says,
                shown(&key.mine),
                shown(&key.better)
            ));
        }
    }
    if !judged.is_empty() {
        tree.say("\nWhat was asked, on the board as it would be after the move");
        for one in &judged {
            tree.on(&one.pieces);
            let verdict = match (one.stops, &one.unless) {
                (true, _) => "stops the move",
                (false, Some(unless)) if unless.holds => "would stop the move, but is lifted",
                (false, _) => "does not stop the move",
            };
            tree.clause(one.clause, verdict);
            tree.findings(std::slice::from_ref(&one.when));
            if let Some(unless) = &one.unless {
                tree.say("  unless");
                tree.findings(std::slice::from_ref(unless));
            }
        }
    }
    tree
}
