//! `rulebook graph`: which clause of a game uses which.

use std::fmt::Write as _;

use clap::ValueEnum;
use rulebook_ir::{
    ClauseId, ClockId, Cond, DefId, Num, Rules, Set, Step, Term,
    visit::{self, Visitor},
};
use serde_json::{Value, json};

use crate::{args::pairs, failure::Failure, load::load, output::Output};

/// Arguments of `graph`.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// A bundled game's name, or the path of a `.rules` file or of a spec in YAML.
    #[arg(value_name = "GAME")]
    name: String,
    /// Gives a parameter a value; may be repeated.
    #[arg(long = "param", value_name = "NAME=VALUE", allow_hyphen_values = true)]
    params: Vec<String>,
    /// Shows only this clause, what it uses, and what uses it; its id without the game's name will do.
    #[arg(long, value_name = "ID")]
    clause: Option<String>,
    /// How it is shown.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    /// The same as `--format json`.
    #[arg(long)]
    json: bool,
}

impl Args {
    /// Is the answer to be JSON?
    pub(crate) fn json(&self) -> bool {
        self.json || self.format == Format::Json
    }
}

/// How a graph is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// Lines.
    Text,
    /// For Graphviz.
    Dot,
    /// For Mermaid, which many sites draw.
    Mermaid,
    /// One JSON object.
    Json,
}

/// Prints the graph.
pub(crate) fn run(args: &Args, out: &mut Output) -> Result<bool, Failure> {
    let rules = load(&args.name, &pairs("param", &args.params)?)?.rules;
    let mut edges = edges(&rules);
    if let Some(wanted) = &args.clause {
        let clause = find_clause(&rules, wanted)?;
        edges.retain(|(from, to)| *from == clause || *to == clause);
        if edges.is_empty() && !args.json() {
            out.line(&format!("{} uses nothing and is used by nothing", rules.clause_id(clause)))?;
            return Ok(true);
        }
    }
    let id = |clause: ClauseId| rules.clause_id(clause);
    match if args.json { Format::Json } else { args.format } {
        Format::Json => {
            let edges: Vec<Value> = edges.iter().map(|(a, b)| json!({ "from": id(*a), "to": id(*b) })).collect();
            out.json(&json!({ "game": rules.name, "extends": rules.family, "uses": edges }))?;
        }
        Format::Text => {
            if !rules.family.is_empty() {
                out.line(&format!("{} extends {}", rules.name, rules.family.join(", which extends ")))?;
            }
            let mut last = None;
            for (from, to) in &edges {
                if last != Some(from) {
                    out.line(&format!("{} uses", id(*from)))?;
                    last = Some(from);
                }
                out.line(&format!("  {}", id(*to)))?;
            }
        }
        Format::Dot => {
            let mut text = format!("digraph \"{}\" {{\n  rankdir=LR\n  node [shape=box]\n", rules.name);
            for (a, b) in &edges {
                _ = writeln!(text, "  \"{}\" -> \"{}\"", id(*a), id(*b));
            }
            text.push_str("}\n");
            out.text(&text)?;
        }
        Format::Mermaid => {
            let mut text = String::from("flowchart LR\n");
            for (a, b) in &edges {
                _ = writeln!(text, "  c{}[\"{}\"] --> c{}[\"{}\"]", a.0, id(*a), b.0, id(*b));
            }
            out.text(&text)?;
        }
    }
    Ok(true)
}

/// The clause of an id, with or without the game's name.
pub(crate) fn find_clause(rules: &Rules, wanted: &str) -> Result<ClauseId, Failure> {
    let full = format!("{}.{wanted}", rules.name);
    let found = rules.clauses.iter().position(|c| {
        c.id == wanted || c.id == full || c.formerly.as_deref().is_some_and(|old| old == wanted || old == full)
    });
    found.and_then(|i| u16::try_from(i).ok()).map(ClauseId).ok_or_else(|| {
        let hint = rulebook_api::did_you_mean(&full, rules.clauses.iter().map(|c| c.id.as_str()));
        Failure::usage(format!("{} has no clause `{wanted}`{hint}", rules.name))
    })
}

/// What is named by the parts of a clause.
#[derive(Default)]
struct Uses {
    defs: Vec<DefId>,
    clocks: Vec<ClockId>,
    options: Vec<u8>,
    actions: Vec<u8>,
    named: Vec<ClauseId>,
}

impl Visitor for Uses {
    fn cond(&mut self, cond: &Cond) {
        match cond {
            Cond::Call { def, .. } => self.defs.push(*def),
            Cond::Reaches(clock, ..) => self.clocks.push(*clock),
            Cond::Reading { option, .. } => self.options.push(*option),
            Cond::Can(_, Some(action)) => self.actions.push(*action),
            Cond::Named(clause, _) => self.named.push(*clause),
            _ => {}
        }
        visit::walk_cond(self, cond);
    }

    fn num(&mut self, num: &Num) {
        match num {
            Num::Call(def) => self.defs.push(*def),
            Num::Clock(clock, ..) => self.clocks.push(*clock),
            _ => {}
        }
        visit::walk_num(self, num);
    }

    fn set(&mut self, set: &Set) {
        if let Set::Call(def) | Set::Where(def) = set {
            self.defs.push(*def);
        }
        visit::walk_set(self, set);
    }

    fn term(&mut self, term: &Term) {
        match term {
            Term::Forbid { clause, .. } | Term::Test(_, Some(clause)) => self.named.push(*clause),
            _ => {}
        }
        visit::walk_term(self, term);
    }
}

/// All pairs of a clause and one that it uses, in the order of the clauses.
fn edges(rules: &Rules) -> Vec<(ClauseId, ClauseId)> {
    let mut edges = Vec::new();
    let mut add = |from: ClauseId, look: &dyn Fn(&mut Uses)| {
        let mut uses = Uses::default();
        look(&mut uses);
        let defs = uses.defs.iter().map(|d| rules.defs[usize::from(d.0)].clause);
        let clocks = uses.clocks.iter().map(|c| rules.clocks[usize::from(c.0)].clause);
        let options = uses.options.iter().map(|o| rules.options[usize::from(*o)].clause);
        let actions = uses.actions.iter().flat_map(|a| rules.actions[usize::from(*a)].clauses.iter().map(|(_, c)| *c));
        let all = defs.chain(clocks).chain(options).chain(actions).chain(uses.named.iter().copied());
        edges.extend(all.filter(|to| *to != from).map(|to| (from, to)));
    };
    for def in &rules.defs {
        add(def.clause, &|v| visit::walk_def(v, def));
    }
    for action in &rules.actions {
        for (_, clause) in &action.clauses {
            add(*clause, &|v| v.term(&action.term));
        }
        if let Some(clause) = action.prefer_clause {
            add(clause, &|v| action.prefer.iter().for_each(|key| visit::walk_key(v, key)));
        }
        add_forbids(&action.term, &mut add);
    }
    for turn in &rules.turns {
        add(turn.clause, &|v| {
            for step in &turn.steps {
                match step {
                    Step::Act { alternatives, when, .. } => {
                        v.actions.extend(alternatives.iter().flatten());
                        v.cond(when);
                    }
                    Step::Stop(result) => v.named.push(result.clause),
                }
            }
        });
    }
    let stops = rules.turns.iter().flat_map(|t| &t.steps).filter_map(|s| match s {
        Step::Stop(result) => Some(result),
        Step::Act { .. } => None,
    });
    for result in rules.results.iter().chain(stops) {
        add(result.clause, &|v| {
            v.cond(&result.when);
            v.cond(&result.claimable);
        });
    }
    for clock in &rules.clocks {
        add(clock.clause, &|v| {
            for cond in [&clock.runs, &clock.carries, &clock.last_ply] {
                v.cond(cond);
            }
            visit::walk_event(v, &clock.feed);
            for restart in &clock.restarts {
                visit::walk_event(v, &restart.event);
                v.cond(&restart.when);
            }
        });
    }
    for refusal in &rules.refusals {
        add(refusal.clause, &|v| visit::walk_refusal(v, &refusal.what));
    }
    rules.always.iter().for_each(|always| add(always.clause, &|v| v.cond(&always.cond)));
    if let Some(foul) = &rules.foul {
        add(foul.clause, &|v| v.cond(&foul.when));
    }
    edges.sort();
    edges.dedup();
    edges
}

/// Adds what a clause uses, which a look at its parts tells.
type Add<'a> = dyn FnMut(ClauseId, &dyn Fn(&mut Uses)) + 'a;

/// What prohibitions within a program use.
fn add_forbids(term: &Term, add: &mut Add<'_>) {
    match term {
        Term::Forbid { clause, when, unless } => add(*clause, &|v| {
            v.cond(when);
            v.cond(unless);
        }),
        Term::Seq(parts) | Term::Choice(parts) => parts.iter().for_each(|p| add_forbids(p, add)),
        Term::Priority(a, b) => {
            add_forbids(a, add);
            add_forbids(b, add);
        }
        Term::Loop(body) | Term::When(_, body) | Term::Legs { body, .. } => add_forbids(body, add),
        _ => {}
    }
}
