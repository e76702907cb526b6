//! `rulebook check --properties`: what holds in every game, proved by counting or only tried.

use rulebook_api::listed;
use rulebook_ir::{ClauseId, Rules};
use rulebook_proofs::{Bound, Length, Limits, Report, Spent, Stuck, Verdict, Why, analyse};
use serde_json::{Value, json};

use crate::{
    args::{Choices, pairs},
    engine::readings,
    excerpt::place,
    failure::Failure,
    load::{self, load_all},
    output::Output,
};

/// A game and what was found out about it.
pub(crate) struct Answer {
    game: load::Game,
    report: Report,
}

/// Finds out what holds in every game of a spec. A file may hold several: what is chosen has to be there in each.
pub(crate) fn answers(file: &str, choices: &Choices, limits: &Limits) -> Result<Vec<Answer>, Failure> {
    let options = pairs("option", &choices.options)?;
    let params = pairs("param", &choices.params)?;
    let one = |game: load::Game| {
        let readings = readings(&game.rules, &options)?;
        let report = analyse(&game.rules, &readings, limits);
        Ok(Answer { game, report })
    };
    load_all(file, &params)?.into_iter().map(one).collect()
}

impl Answer {
    /// Is no property refuted?
    pub(crate) fn is_yes(&self) -> bool {
        !self.report.properties.iter().any(|p| matches!(p.verdict, Verdict::Refuted(_)))
    }

    /// For people.
    pub(crate) fn show(&self, out: &mut Output) -> Result<(), Failure> {
        let (rules, report) = (&*self.game.rules, &self.report);
        let counted = match report.counted {
            Ok(states) => format!("{states} abstract positions"),
            Err(spent) => format!("not counted: {}", not_counted(spent)),
        };
        out.line(&format!("{} ({counted})", rules.name))?;
        for property in &report.properties {
            let clause = &rules.clauses[usize::from(property.clause.0)];
            out.line(&format!("  {}  {}", clause.id, place(&self.game.sources, clause.span)))?;
            Self::show_verdict(&property.verdict, out)?;
        }
        out.line(&format!("  length: {}", length(rules, &report.length)))?;
        for clause in &report.never {
            let text = place(&self.game.sources, rules.clauses[usize::from(clause.0)].span);
            out.line(&format!("  never: {} can never end a game  {text}", rules.clause_id(*clause)))?;
        }
        out.line(&format!("  stuck: {}", stuck(&report.stuck)))
    }

    fn show_verdict(verdict: &Verdict, out: &mut Output) -> Result<(), Failure> {
        match verdict {
            Verdict::Proved { asked: 0 } => out.line("    proved: it is never asked, since no game comes to it"),
            Verdict::Proved { asked } => {
                out.line(&format!("    proved: in all {asked} abstract positions in which it is asked"))
            }
            Verdict::Refuted(trace) => {
                let how = if trace.shortest { "no shorter game does" } else { "a shorter game may do, too" };
                out.line(&format!(
                    "    refuted: {} actions lead to where it does not hold ({how})",
                    trace.actions.len()
                ))?;
                out.line(&format!("      moves: {}", trace.actions.join(" ")))?;
                out.line(&format!("      position: {}", trace.position))
            }
            Verdict::Tried { positions, why } => out.line(&format!(
                "    only tried: it holds in the {positions} positions that were visited; {}",
                reason(why)
            )),
        }
    }

    /// For programs.
    pub(crate) fn json(&self) -> Value {
        let (rules, report) = (&*self.game.rules, &self.report);
        let properties: Vec<Value> = report.properties.iter().map(|p| self.property(p.clause, &p.verdict)).collect();
        let never: Vec<&str> = report.never.iter().map(|c| rules.clause_id(*c)).collect();
        let mut told = json!({
            "game": rules.name,
            "abstract_positions": report.counted.ok(),
            "properties": properties,
            "length": length_json(rules, &report.length),
            "never": never,
            "stuck": match report.stuck {
                Stuck::NotCounted => "not-counted",
                Stuck::Never => "never",
                Stuck::Maybe => "maybe",
                Stuck::Certain => "possible",
            },
        });
        if let Err(spent) = report.counted {
            told["not_counted"] = json!(not_counted(spent));
        }
        told
    }

    fn property(&self, clause: ClauseId, verdict: &Verdict) -> Value {
        let clause = &self.game.rules.clauses[usize::from(clause.0)];
        let mut told = json!({ "id": clause.id, "place": place(&self.game.sources, clause.span) });
        match verdict {
            Verdict::Proved { asked } => {
                told["verdict"] = json!("proved");
                told["asked"] = json!(asked);
            }
            Verdict::Refuted(trace) => {
                told["verdict"] = json!("refuted");
                told["moves"] = json!(trace.actions);
                told["position"] = json!(trace.position);
                told["shortest"] = json!(trace.shortest);
            }
            Verdict::Tried { positions, why } => {
                told["verdict"] = json!("tried");
                told["positions"] = json!(positions);
                told["why"] = json!(reason(why));
            }
        }
        told
    }
}

/// Why counting does not decide a property.
fn reason(why: &Why) -> String {
    match why {
        Why::NotCounted => String::from("the game could not be counted"),
        Why::Asks(what) if what.is_empty() => String::from(
            "counting does not decide it, since what a rule looks at (cells, lines, clocks) is not counted",
        ),
        Why::Asks(what) => format!("counting does not tell {}", listed(what, "and")),
        Why::Possible(actions) => format!(
            "by the counts alone it could break after {actions} actions, but where pieces stand may prevent that, and counting forgets it"
        ),
    }
}

/// Why not everything was counted.
fn not_counted(spent: Spent) -> String {
    match spent {
        Spent::States(states) => format!("there are more than the limit allows ({states} were met)"),
        Spent::Time(states) => format!("time was up ({states} were met)"),
        Spent::Runs => String::from("an action can be done in too many ways"),
        Spent::Size => String::from("there are too many kinds of pieces or marks"),
    }
}

fn length(rules: &Rules, length: &Length) -> String {
    match length {
        Length::NotCounted => String::from("not known"),
        Length::AtMost { turns, actions } => {
            format!("every game ends, after at most {turns} completed turns and {actions} actions")
        }
        Length::Ends(bounds) => {
            let why: Vec<String> = bounds.iter().map(|b| bound(rules, b)).collect();
            format!("every game ends: {}", why.join("; "))
        }
        Length::Unbounded { cycle } => format!(
            "nothing that can be counted bounds a game: {} may go on for ever without a count that changes; a result that counts plies without restarting, or repetition, would end it",
            listed(cycle, "and")
        ),
    }
}

fn bound(rules: &Rules, bound: &Bound) -> String {
    match bound {
        Bound::Ahead { action, kind } => format!("a {kind} only goes ahead ({action}), so it runs out of cells"),
        Bound::Clock { clock, clause } => {
            format!("what is left does not restart the clock `{clock}` ({})", rules.clause_id(*clause))
        }
        Bound::Repetition(clause) => {
            format!("a position that comes again too often ends it ({})", rules.clause_id(*clause))
        }
    }
}

fn length_json(rules: &Rules, length: &Length) -> Value {
    match length {
        Length::NotCounted => json!({ "known": false }),
        Length::AtMost { turns, actions } => json!({ "known": true, "ends": true, "turns": turns, "actions": actions }),
        Length::Ends(bounds) => {
            let why: Vec<String> = bounds.iter().map(|b| bound(rules, b)).collect();
            json!({ "known": true, "ends": true, "because": why })
        }
        Length::Unbounded { cycle } => json!({ "known": true, "ends": false, "cycle": cycle }),
    }
}

fn stuck(stuck: &Stuck) -> &'static str {
    match stuck {
        Stuck::NotCounted => "not known",
        Stuck::Never => "never; whoever is to move has something to choose, or the game is over",
        Stuck::Maybe => "counting cannot exclude that a player has nothing to choose while the game goes on",
        Stuck::Certain => "with some counts that seem possible nothing can be chosen, and no result ends the game",
    }
}
