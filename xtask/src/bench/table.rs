//! The table of speeds: a line for each row, with a column for each build.

/// The rows of a build.
pub(super) struct Column {
    pub(super) name: &'static str,
    pub(super) rows: Vec<Row>,
}

/// What the measuring program tells of a row.
#[derive(Clone, Debug)]
pub(super) struct Row {
    pub(super) section: String,
    pub(super) name: String,
    unit: String,
    rate: f64,
    ratio: Option<f64>,
    yardstick: Option<f64>,
    floor: Option<f64>,
    aim: Option<f64>,
}

impl Row {
    /// Reads a line of fields between tabs.
    pub(super) fn read(line: &str) -> Option<Self> {
        let mut fields = line.split('\t');
        let mut text = || fields.next().map(str::to_owned);
        let (section, name, unit) = (text()?, text()?, text()?);
        let mut number = || fields.next().and_then(|field| field.parse().ok());
        let rate = number()?;
        let (ratio, yardstick, floor, aim) = (number(), number(), number(), number());
        Some(Self { section, name, unit, rate, ratio, yardstick, floor, aim })
    }

    /// How the ratio stands to what is wanted.
    fn verdict(&self) -> &'static str {
        match (self.ratio, self.floor, self.aim) {
            (Some(ratio), _, Some(aim)) if ratio >= aim => "aim",
            (Some(ratio), Some(floor), _) if ratio >= floor => "floor",
            (Some(_), Some(_), _) => "BELOW",
            _ => "",
        }
    }
}

/// All lines of the table.
pub(super) fn lines(columns: &[Column]) -> Vec<String> {
    let Some(first) = columns.first() else { return Vec::new() };
    let mut lines = Vec::new();
    let mut section = "";
    for (index, row) in first.rows.iter().enumerate() {
        if row.section != section {
            section = &row.section;
            lines.push(String::new());
            lines.push(heading(section, columns));
        }
        let cells = columns.iter().filter_map(|column| column.rows.get(index)).map(cell);
        let wanted = match (row.floor, row.aim) {
            (Some(floor), Some(aim)) => format!("  {} / {}", short(floor), short(aim)),
            _ => String::new(),
        };
        lines.push(format!("{:<42}{}{wanted}", row.name, cells.collect::<String>()).trim_end().to_owned());
    }
    lines
}

fn heading(section: &str, columns: &[Column]) -> String {
    let names = columns.iter().map(|column| format!("  {:<47}", column.name));
    format!("{section:<42}{}  floor / aim", names.collect::<String>())
}

/// Rate, ratio, how it stands to the target, and the rate of the yardstick.
fn cell(row: &Row) -> String {
    let rate = format!("{:>8} {}/s", short(row.rate), row.unit);
    let ratio = row.ratio.map_or_else(String::new, |ratio| format!("{} x", short(ratio)));
    let yardstick = row.yardstick.map_or_else(String::new, |rate| format!("({})", short(rate)));
    format!("  {rate:<17}{ratio:>10} {yardstick:<11}{:<8}", row.verdict())
}

/// A number with three digits that count.
pub(super) fn short(number: f64) -> String {
    match number.abs() {
        n if n >= 9.995e8 => format!("{:.2} G", number / 1e9),
        n if n >= 9.995e5 => format!("{:.1} M", number / 1e6),
        n if n >= 9.995e3 => format!("{:.1} k", number / 1e3),
        n if n >= 99.95 => format!("{number:.0}"),
        n if n >= 9.995 => format!("{number:.1}"),
        n if n >= 0.0995 => format!("{number:.2}"),
        _ => format!("{number:.4}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_is_read_and_judged() {
        let row = Row::read("perft\tdepth 3\tleaves\t1000000\t1.5\t2000000\t1.3\t2.4").expect("a row");
        assert_eq!(row.verdict(), "floor");
        let plain = Row::read("growth\ta\tplies\t1\t\t\t\t").expect("a row");
        assert_eq!((plain.verdict(), plain.ratio), ("", None));
        assert!(Row::read("perft\tdepth 3").is_none());
        let lines = lines(&[Column { name: "native", rows: vec![row] }]);
        assert!(lines[2].contains("1.50 x") && lines[2].ends_with("1.30 / 2.40"), "{lines:?}");
    }

    #[test]
    fn numbers_are_short() {
        assert_eq!(["1.24 G", "343.0 k", "2.40"].map(str::to_owned), [1.2412e9, 343_000.0, 2.4].map(short));
    }
}
