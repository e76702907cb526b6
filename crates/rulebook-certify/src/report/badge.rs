//! A badge for a page about the implementation.

use super::{Conformity, Report, boards::escape};

/// An SVG picture: what was examined, and whether it conforms. Never a percentage.
pub fn badge(report: &Report) -> String {
    let footer = report.conclusion();
    let games = report.header.games.keys().cloned().collect::<Vec<_>>().join(", ");
    let label = format!("rulebook: {games}");
    let (word, colour) = match (report.complete().is_ok(), footer.conformity) {
        (false, _) => (String::from("incomplete"), "#6b7280"),
        (true, Conformity::Conforms) => (String::from("conforms"), "#15803d"),
        (true, Conformity::NotShown) => (String::from("not shown"), "#a16207"),
        (true, Conformity::Breaks) => match footer.broken.len() {
            0 => (String::from("does not conform"), "#b91c1c"),
            1 => (String::from("1 clause broken"), "#b91c1c"),
            n => (format!("{n} clauses broken"), "#b91c1c"),
        },
    };
    let wide = |text: &str| text.chars().count() as u32 * 7 + 12;
    let (left, right) = (wide(&label), wide(&word));
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{whole}\" height=\"20\" role=\"img\" aria-label=\"{title}\">\
         <title>{title}</title>\
         <rect width=\"{whole}\" height=\"20\" rx=\"3\" fill=\"#374151\"/>\
         <path d=\"M{left} 0h{bare}a3 3 0 0 1 3 3v14a3 3 0 0 1-3 3h-{bare}z\" fill=\"{colour}\"/>\
         <g fill=\"#fff\" font-family=\"Verdana,DejaVu Sans,sans-serif\" font-size=\"11\" text-anchor=\"middle\">\
         <text x=\"{x1}\" y=\"14\">{l}</text><text x=\"{x2}\" y=\"14\">{r}</text></g></svg>\n",
        whole = left + right,
        bare = right.saturating_sub(3),
        title = escape(&format!("{label}: {word}")),
        x1 = left / 2,
        x2 = left + right / 2,
        l = escape(&label),
        r = escape(&word),
    )
}
