//! The report as one page that needs nothing else: clauses against implementations, and games that can be stepped through.

use std::{collections::BTreeMap, fmt::Write as _};

use serde_json::json;

use super::{Failure, Matrix, Report, Suspect, boards::escape, certificate};

const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");

/// A page about one or several implementations.
pub fn html(reports: &[Report]) -> String {
    let mut page = String::new();
    let names: Vec<String> = reports.iter().map(|r| r.header.implementation.name.clone()).collect();
    // Writing to a string does not fail.
    _ = write!(
        page,
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\
         <title>{}</title><style>{STYLE}</style></head><body>\n<header><h1>{}</h1>\
         <p class=\"languages\"><button data-language=\"en\">English</button> \
         <button data-language=\"es\">Español</button></p></header>\n<main>\n",
        escape(&names.join(", ")),
        escape(&names.join(", "))
    );
    for report in reports {
        _ = writeln!(page, "<pre class=\"certificate\">{}</pre>", escape(&certificate(report)));
    }
    clauses(&mut page, reports);
    for (index, report) in reports.iter().enumerate() {
        failures(&mut page, index, report);
    }
    _ = write!(
        page,
        "</main>\n<script type=\"application/json\" id=\"games\">{}</script>\n<script>{SCRIPT}</script>\n</body></html>\n",
        data(reports)
    );
    page
}

/// What is said in both languages.
fn both(en: &str, es: &str) -> String {
    format!("<span lang=\"en\">{}</span><span lang=\"es\">{}</span>", escape(en), escape(es))
}

/// Clauses against implementations.
fn clauses(page: &mut String, reports: &[Report]) {
    let matrices: Vec<Matrix> = reports.iter().map(|r| Matrix::of(&r.cases)).collect();
    let mut rows: BTreeMap<&str, Vec<Option<&super::ClauseRow>>> = BTreeMap::new();
    for (i, matrix) in matrices.iter().enumerate() {
        for row in &matrix.rows {
            rows.entry(&row.clause).or_insert_with(|| vec![None; reports.len()])[i] = Some(row);
        }
    }
    _ = write!(
        page,
        "<h2>{}</h2>\n<div class=\"wide\"><table><thead><tr><th>{}</th>",
        both("Clauses", "Cláusulas"),
        both("clause", "cláusula")
    );
    for report in reports {
        let who = &report.header.implementation;
        _ = write!(page, "<th>{} {}</th>", escape(&who.name), escape(&who.version));
    }
    page.push_str("</tr></thead><tbody>\n");
    for (clause, cells) in rows {
        let texts = reports.iter().find_map(|r| r.header.games.values().find_map(|g| g.clauses.get(clause)));
        let text = |language: &str| texts.and_then(|t| t.texts.get(language)).map_or("", String::as_str);
        _ = write!(page, "<tr><td><code>{}</code><br>{}</td>", escape(clause), both(text("en"), text("es")));
        for (report, cell) in cells.iter().enumerate() {
            match cell {
                None => page.push_str("<td class=\"none\">–</td>"),
                Some(row) => {
                    let counts: Vec<String> = row.counts.iter().map(|(v, n)| format!("{n} {}", v.word())).collect();
                    let links: Vec<String> =
                        row.failing.iter().map(|id| format!("<a href=\"#{report}-{0}\">{0}</a>", escape(id))).collect();
                    _ = write!(
                        page,
                        "<td class=\"{}\">{} {}</td>",
                        row.word(),
                        escape(&counts.join(", ")),
                        links.join(" ")
                    );
                }
            }
        }
        page.push_str("</tr>\n");
    }
    page.push_str("</tbody></table></div>\n");
}

/// Every failure, with its game.
fn failures(page: &mut String, index: usize, report: &Report) {
    let failing: Vec<_> = report.cases.iter().filter(|c| !c.failures.is_empty()).collect();
    let random: Vec<_> = report.generated.iter().filter(|g| !g.failures.is_empty()).collect();
    if failing.is_empty() && random.is_empty() {
        return;
    }
    let consistent: Vec<Suspect> = report.conclusion().explanations.into_iter().map(|e| e.suspect).collect();
    let name = &report.header.implementation.name;
    _ = writeln!(page, "<h2>{}: {}</h2>", escape(name), both("what differs", "qué difiere"));
    for case in failing {
        _ = write!(
            page,
            "<section id=\"{index}-{id}\"><h3>{id} <code>{}</code></h3><p>{}</p>",
            escape(&case.slug),
            both(&case.why.en, &case.why.es),
            id = escape(&case.id)
        );
        page.push_str("<ul>");
        for clause in &case.clauses {
            let texts = report.header.games.get(&case.game).and_then(|g| g.clauses.get(clause));
            let text = |language: &str| texts.and_then(|t| t.texts.get(language)).map_or("", String::as_str);
            _ = write!(page, "<li><code>{}</code> {}</li>", escape(clause), both(text("en"), text("es")));
        }
        page.push_str("</ul>");
        for (i, failure) in case.failures.iter().enumerate() {
            show(page, &format!("{index}-{}-{i}", case.id), failure, &consistent);
        }
        page.push_str("</section>\n");
    }
    for generated in random {
        _ = write!(
            page,
            "<section><h3>{} {}</h3>",
            escape(&generated.game),
            both("played at random", "jugado al azar")
        );
        for (i, failure) in generated.failures.iter().enumerate() {
            show(page, &format!("{index}-{}-random-{i}", generated.game), failure, &consistent);
        }
        page.push_str("</section>\n");
    }
}

fn show(page: &mut String, key: &str, failure: &Failure, consistent: &[Suspect]) {
    _ = write!(page, "<div class=\"game\" data-game=\"{}\"></div><ul class=\"differences\">", escape(key));
    for difference in &failure.differences {
        _ = write!(
            page,
            "<li>{} <q>{}</q>, {} <q>{}</q></li>",
            both("expected", "se esperaba"),
            escape(&difference.expected),
            both("got", "llegó"),
            escape(&difference.got)
        );
    }
    for suspect in failure.suspects.iter().filter(|s| consistent.contains(s)).take(4) {
        _ = write!(
            page,
            "<li>{} <code>{}</code> ({})</li>",
            both("it answers as if this were changed:", "responde como si se hubiera cambiado:"),
            escape(&suspect.clause),
            escape(&suspect.what)
        );
    }
    _ = write!(page, "</ul><pre class=\"command\">{}</pre>", escape(&failure.command));
}

/// What the script draws.
fn data(reports: &[Report]) -> String {
    let mut boards = serde_json::Map::new();
    let mut games = serde_json::Map::new();
    let mut add = |key: String, game: &str, failure: &Failure| {
        games.insert(
            key,
            json!({ "board": game, "pictures": failure.boards, "moves": failure.moves.split_whitespace().collect::<Vec<_>>(),
                    "illegal": failure.illegal, "position": failure.position }),
        );
    };
    for (index, report) in reports.iter().enumerate() {
        for (name, game) in &report.header.games {
            boards.insert(name.clone(), json!(game.board));
        }
        for case in &report.cases {
            for (i, failure) in case.failures.iter().enumerate() {
                add(format!("{index}-{}-{i}", case.id), &case.game, failure);
            }
        }
        for generated in &report.generated {
            for (i, failure) in generated.failures.iter().enumerate() {
                add(format!("{index}-{}-random-{i}", generated.game), &generated.game, failure);
            }
        }
    }
    // No `<` of a text may begin or end an element.
    json!({ "boards": boards, "games": games }).to_string().replace('<', "\\u003c")
}
