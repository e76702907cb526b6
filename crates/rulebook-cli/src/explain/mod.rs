//! `rulebook explain`: why a move is legal or not, or the page of a diagnostic.

use rulebook_api::did_you_mean;
use rulebook_api::move_text::{self, MoveTextProblem};
use rulebook_diagnostics::codes;
use rulebook_docs::check::codes as page_codes;
use serde_json::{Value, json};

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
    /// The move that is asked about.
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
    let Some(action) = args.action.as_deref().map(str::trim) else {
        return Err(Failure::usage("say which move is asked about: `--move MOVE`; or give the code of a diagnostic"));
    };
    if action.is_empty() {
        return Err(Failure::usage("`--move` is empty: say which move is asked about, as `moves` writes it"));
    }
    let running = start(&args.subject, &args.choices)?;
    let moves = args.location.moves.as_deref().unwrap_or("");
    let (position, _) = running.reach(args.location.position.as_deref(), moves)?;
    let reference = running.reach_reference(args.location.position.as_deref(), moves)?;
    let legal = position.legal();
    if let Err(error) = move_text::find(running.names(), action, &legal, &[])
        && matches!(error.problem, MoveTextProblem::Unreadable | MoveTextProblem::UnknownCell)
    {
        return Err(Failure::no("unreadable", error.message));
    }
    let reasons = reasons(&running, &reference, action);
    let allowed = reasons.iter().any(|r| r.legal);
    if args.json {
        let told: Vec<Value> = reasons.iter().map(|r| as_json(&running, r)).collect();
        out.json(&json!({ "move": action, "legal": allowed, "reasons": told }))?;
        return Ok(allowed);
    }
    out.line(&board::draw(running.rules(), running.names(), &position.setup()))?;
    out.line(&format!("{} to move\n", running.names().player(position.to_move())))?;
    for reason in &reasons {
        tell(&running, reason, out)?;
    }
    Ok(allowed)
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
fn as_json(running: &Running, told: &Told) -> Value {
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
    })
}

/// A reason for people.
fn tell(running: &Running, told: &Told, out: &mut Output) -> Result<(), Failure> {
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
    out.line("")
}
