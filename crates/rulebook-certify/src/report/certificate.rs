//! The certificate: what an implementation conforms to, or the clauses that it breaks.

use std::fmt::Write as _;

use super::{Conformity, Report};
use crate::protocol::MoveParts;

/// The certificate as text.
pub fn certificate(report: &Report) -> String {
    let (header, footer) = (&report.header, report.conclusion());
    let who = &header.implementation;
    let mut text = String::new();
    let version = if who.version.is_empty() { String::new() } else { format!(" {}", who.version) };
    // Writing to a string does not fail.
    _ = writeln!(text, "{}{version}\n", who.name);
    if let Err(why) = report.complete() {
        _ = writeln!(text, "No certificate: {why}.");
        return text;
    }
    let said = match footer.conformity {
        Conformity::Conforms => "conforms to",
        Conformity::Breaks => "does not conform to",
        Conformity::NotShown => "has not been shown to conform to",
    };
    _ = writeln!(text, "{said} the profile `{}` of", header.profile.name);
    for (name, game) in &header.games {
        let readings: Vec<String> = game.options.iter().map(|(o, r)| format!("{o}={r}")).collect();
        let readings = if readings.is_empty() { String::new() } else { format!(", {}", readings.join(", ")) };
        _ = writeln!(text, "  {name}{readings}\n    rules {}", game.rules);
    }
    _ = writeln!(text, "with the cases\n    suite {}", header.suite);
    _ = writeln!(text, "of rulebook {}, on {}\n    adapter {}", header.rulebook, header.day, header.adapter_digest);
    if !who.digest.is_empty() {
        _ = writeln!(text, "    program {}", who.digest);
    }
    let profile = &header.profile;
    let demanded: Vec<&str> = profile.levels.iter().map(|l| l.word()).collect();
    _ = writeln!(text, "\nDemanded are cases of the levels: {}.", demanded.join(", "));
    list(
        &mut text,
        "Clauses that the profile does not demand",
        &profile.without_clauses.iter().cloned().collect::<Vec<_>>(),
    );
    let answers: Vec<String> = profile.without_answers.iter().map(|a| a.word().to_owned()).collect();
    list(&mut text, "Answers that the profile does not demand", &answers);
    for (name, game) in &header.games {
        if game.moves == MoveParts::FromTo {
            _ = writeln!(text, "\nIn {name}, captures between the same cells were not told apart.");
        }
        if !game.setup {
            _ = writeln!(text, "\nIn {name}, no game could begin from a position.");
        }
    }
    let counts: Vec<String> = footer.counts.iter().map(|(word, n)| format!("{n} {word}")).collect();
    _ = writeln!(text, "\nCases: {}.", counts.join(", "));
    for generated in &report.generated {
        _ = writeln!(
            text,
            "Played at random: {}, {} games, {} positions compared: {}.",
            generated.game,
            generated.games,
            generated.positions,
            generated.outcome.word()
        );
    }
    if let Some(plan) = header.generated {
        _ = writeln!(text, "(seed {})", plan.seed);
    }
    list(&mut text, "Because", &footer.reasons);
    list(&mut text, "Clauses that are broken, those first that explain most", &footer.broken);
    let explanations: Vec<String> = footer
        .explanations
        .iter()
        .take(5)
        .map(|e| format!("`{}` changed: {} ({})", e.suspect.clause, e.suspect.what, counted(e.cases.len())))
        .collect();
    let title = "Changes of the rules that answer as it does in so many failing cases, and contradict none that passes";
    list(&mut text, title, &explanations);
    list(&mut text, "Clauses of which nothing could be examined", &footer.unexamined);
    let waived: Vec<String> = report
        .cases
        .iter()
        .filter_map(|c| c.waived.as_ref().map(|w| format!("{} until {}: {} ({})", c.id, w.expires, w.reason, w.link)))
        .collect();
    list(&mut text, "Known failures that were let pass", &waived);
    list(&mut text, "To be known besides", &footer.notes);
    let unasked: std::collections::BTreeSet<&str> =
        report.cases.iter().flat_map(|c| &c.unasked).map(|a| a.word()).collect();
    list(
        &mut text,
        "Not told by the implementation, and so not compared",
        &unasked.iter().map(|a| (*a).to_owned()).collect::<Vec<_>>(),
    );
    if !footer.ends {
        _ = writeln!(text, "\nIt does not end when its input ends, and had to be ended.");
    }
    text
}

fn counted(cases: usize) -> String {
    if cases == 1 { String::from("1 failing case") } else { format!("{cases} failing cases") }
}

fn list(text: &mut String, title: &str, items: &[String]) {
    if !items.is_empty() {
        _ = writeln!(text, "\n{title}:");
        for item in items {
            _ = writeln!(text, "  {item}");
        }
    }
}
