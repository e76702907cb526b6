//! Figures that come from outside: published leaf counts, and verdicts on which five programs agree.

use std::{
    fmt::Write as _,
    io::Write as _,
    process::{Command, Stdio},
};

use serde_json::Value;

fn rulebook(args: &[&str], input: &str) -> String {
    let mut child = Command::new(env!("CARGO_BIN_EXE_rulebook"))
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    // Written from a thread of its own, since the program answers while it reads.
    let mut stdin = child.stdin.take().expect("piped");
    let input = input.to_owned();
    let writer = std::thread::spawn(move || stdin.write_all(input.as_bytes()));
    let output = child.wait_with_output().expect("the program ends");
    writer.join().expect("written").expect("read to its end");
    String::from_utf8(output.stdout).expect("text")
}

fn data(name: &str) -> Vec<String> {
    let path = format!("{}/../../conformance/data/{name}", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(path).expect("the data are there");
    text.lines().filter(|l| !l.starts_with('#')).map(str::to_owned).collect()
}

#[test]
fn leaf_counts_are_the_published_ones() {
    let rows = data("perft.csv");
    let mut checked = 0;
    for row in rows.iter().skip(1) {
        let fields: Vec<&str> = row.split(',').collect();
        // Positions have commas of their own: the last three fields and the first one are fixed.
        let [game, position @ .., count, depth, leaves] = fields.as_slice() else { panic!("a row is short: {row}") };
        let position = position.join(",");
        // More leaves are counted by the tests of the engines, and by `cargo xtask perft --long`.
        if leaves.parse::<u64>().expect("a number") > 20_000 {
            continue;
        }
        let mut args = vec!["perft", game, depth, "--json"];
        if position != "initial" {
            args.extend(["--position", &position]);
        }
        if *count == "routes" {
            args.push("--routes");
        }
        for engine in ["interpreter", "compiled"] {
            let args = [&args[..], &["--engine", engine]].concat();
            let answer: Value = serde_json::from_str(&rulebook(&args, "")).expect("one line of JSON");
            assert_eq!(answer["nodes"].to_string(), *leaves, "{engine}: {row}");
        }
        checked += 1;
    }
    assert!(checked >= 40, "only {checked} rows");
}

fn cell(index: usize) -> String {
    format!("{}{}", char::from(b'a' + (index % 15) as u8), index / 15 + 1)
}

#[test]
fn verdicts_are_those_of_five_programs() {
    let lines = data("renju-verdicts.txt");
    assert!(lines.len() >= 40);
    let mut positions = String::new();
    for line in &lines {
        let of = |stone| line.bytes().take(225).enumerate().filter(move |(_, b)| *b == stone).map(|(i, _)| cell(i));
        let (black, white): (Vec<_>, Vec<_>) = (of(b'X').collect(), of(b'O').collect());
        _ = writeln!(positions, "black: black={} white={}", black.join(","), white.join(","));
    }
    for (reading, place) in [("not-a-three", None), ("ignored", Some(0)), ("free", Some(1))] {
        let option = format!("five-at-extension={reading}");
        let answers = rulebook(&["moves", "renju", "--positions", "-", "--json", "--option", &option], &positions);
        assert_eq!(answers.lines().count(), lines.len());
        for (line, answer) in lines.iter().zip(answers.lines()) {
            let answer: Value = serde_json::from_str(answer).expect("JSON");
            let forbidden: Vec<&str> =
                answer["forbidden"].as_array().expect("a list").iter().filter_map(|f| f["move"].as_str()).collect();
            for index in (0..225).filter(|i| line.as_bytes()[*i] == b'.') {
                let name = cell(index);
                let mut verdict = char::from(line.as_bytes()[226 + index]);
                let other = line[451..].split(' ').find_map(|d| d.strip_prefix(&format!("{name}:")));
                if let (Some(place), Some(other)) = (place, other) {
                    verdict = other.chars().nth(place).expect("two readings");
                }
                assert_eq!(forbidden.contains(&name.as_str()), "346".contains(verdict), "{name} ({reading}) of {line}");
            }
        }
    }
}
