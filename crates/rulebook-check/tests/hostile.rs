//! Specs that no person writes: too large, too deep, too many. Each gets an answer soon, and the answer names the limit.

use std::time::{Duration, Instant};

use rulebook_check::{Loader, Request, check};
use rulebook_diagnostics::{Diagnostic, Sources, render_human};

struct Nowhere;

impl Loader for Nowhere {
    fn load(&self, _: &str, _: &str) -> Option<(String, String)> {
        None
    }
}

/// Generous for a slow machine, and short enough to notice work that grows with the square of the size.
const WALL: Duration = Duration::from_secs(60);

/// The codes of the errors in a text.
fn errors(text: &str) -> Vec<&'static str> {
    let start = Instant::now();
    let mut sources = Sources::default();
    let root = sources.add("hostile.rules", text);
    let checked = check(&mut sources, root, &Request::default(), &Nowhere);
    let errors: Vec<Diagnostic> = checked.diagnostics.into_iter().filter(Diagnostic::is_error).collect();
    render_human(&sources, &errors, false);
    let (took, shown) = (start.elapsed(), text.get(..200.min(text.len())).unwrap_or(""));
    assert!(took < WALL, "{took:?} for {shown}");
    assert_eq!(checked.rules.is_none(), !errors.is_empty(), "{shown}");
    errors.iter().map(|d| d.code.0).collect()
}

/// A small game with more clauses.
fn game(clauses: &str) -> String {
    format!(
        "rulebook 1\ngame example {{\n  board 8 x 8\n  players white facing north, black facing south\n  \
         piece stone\n  action place stone: on empty\n  turn: place\n{clauses}\n}}\n"
    )
}

fn lines(count: usize, line: impl Fn(usize) -> String) -> String {
    (0..count).map(|i| line(i) + "\n").collect()
}

#[test]
fn a_file_of_ten_megabytes_is_refused() {
    assert_eq!(errors(&game(&"  // nothing\n".repeat(800_000))), ["R0116"]);
    assert_eq!(errors(&"{".repeat(10 << 20)), ["R0116"]);
}

#[test]
fn as_large_as_a_file_may_be() {
    let fill = (1 << 20) - 1000;
    for piece in ["( ", "let a = ", "take ", "}"] {
        assert!(!errors(&game(&piece.repeat(fill / piece.len()))).is_empty(), "{piece}");
    }
}

#[test]
fn boards_have_so_many_cells() {
    let board = |size: &str| game("").replace("8 x 8", size);
    assert_eq!(errors(&board("32 x 32")), Vec::<&str>::new());
    assert_eq!(errors(&board("100 x 50")), ["R0402"]);
    assert_eq!(errors(&board("4294967295 x 4294967295")), ["R0402", "R0402"]);
    assert_eq!(errors(&board("1 x 1024")), Vec::<&str>::new());
    assert_eq!(errors(&board("1024 x 1")), ["R0402"]);
    let points = lines(5000, |i| format!(" a{}", i + 1));
    assert_eq!(errors(&board(&format!("graph {{ north back south:{points} }}"))), ["R0402"]);
}

#[test]
fn so_many_of_everything() {
    assert_eq!(errors(&game(&lines(10_000, |i| format!("piece p{i} letter K"))))[0], "R0402");
    assert_eq!(errors(&game(&lines(31, |i| format!("piece p{i} letter {}", letter(i))))).last(), Some(&"R0402"));
    assert_eq!(errors(&game(&lines(5_000, |i| format!("draw when no empty because r{i}")))), ["R0402"]);
    assert_eq!(errors(&game(&lines(300, |i| format!("draw when no empty because r{i}")))), ["R0402"]);
    assert_eq!(errors(&game(&lines(300, |i| format!("clock c{i} counts plies")))), ["R0402"]);
    assert_eq!(errors(&game(&lines(300, |i| format!("action a{i} stone: pass")))), ["R0402"]);
    assert_eq!(errors(&game(&lines(300, |i| format!("option o{i} is a or b")))), ["R0402"]);
    assert_eq!(errors(&game(&lines(300, |i| format!("let d{i} = no empty")))), ["R0402"]);
    let readings: Vec<String> = (0..5000).map(|i| format!("r{i}")).collect();
    assert_eq!(errors(&game(&format!("option o is {}", readings.join(" or ")))), ["R0402"]);
    let players: Vec<String> = (0..5000).map(|i| format!("p{i}")).collect();
    let many = game("").replace("white facing north, black facing south", &players.join(", "));
    assert_eq!(errors(&many), ["R0402"]);
}

fn letter(i: usize) -> char {
    char::from(b'A' + (i % 26) as u8)
}

#[test]
fn families_in_a_row() {
    let row = |count: usize| {
        let families = lines(count, |i| format!("family f{i} extends f{} {{}}", i + 1));
        let last = game("").replace("game example", &format!("family f{count}"));
        format!("{last}{families}game example extends f0 {{}}\n")
    };
    assert_eq!(errors(&row(14)), Vec::<&str>::new());
    assert_eq!(errors(&row(15)), ["R0402"]);
    assert_eq!(errors(&row(5000)), ["R0402"]);
}

#[test]
fn depth_of_nesting() {
    for (open, close) in [("(", ")"), ("not ", ""), ("some empty as q: supposing white stone at q: ", "")] {
        let deep = |times: usize| {
            game(&format!("  draw when {}no empty{} because full", open.repeat(times), close.repeat(times)))
        };
        assert_eq!(errors(&deep(49)), Vec::<&str>::new(), "{open}");
        assert_eq!(errors(&deep(5_000)), ["R0117"], "{open}");
    }
    assert!(!errors(&"game a { ".repeat(10_000)).is_empty());
}

#[test]
fn huge_numbers_mean_what_they_say() {
    assert_eq!(errors(&game("").replace("turn: place", "turn: place 999999999 times")), ["R0310"]);
    assert_eq!(errors(&game("  win white when line [999999999 white] because long")), Vec::<&str>::new());
    assert_eq!(
        errors(&game("  win white when line [mix 999999999 white 4294967295 empty] because long")),
        Vec::<&str>::new()
    );
    let product = "4294967295 * 4294967295 * 4294967295 * 4294967295";
    assert_eq!(errors(&game(&format!("  draw when at most ({product}) white because few"))), Vec::<&str>::new());
    let clock = "  clock quiet counts plies\n  draw when quiet reaches (4294967295 * 4294967295) each because late";
    assert_eq!(errors(&game(clock)), Vec::<&str>::new());
    assert_eq!(errors(&game("  turn 4294967295: place\n  turn 1..4294967295: place")), Vec::<&str>::new());
    assert!(!errors(&game("  draw when no white on row 99999999999 because gone")).is_empty());
    assert_eq!(errors(&game("  draw when no white on rows 0..4294967295 because gone")), Vec::<&str>::new());
    assert_eq!(errors(&game("  draw when no white on first 4294967295 rows because gone")), Vec::<&str>::new());
}

#[test]
fn long_patterns_and_long_conditions() {
    let items = |item: &str, count: usize| vec![item; count].join(", ");
    for item in ["empty*", "empty", "empty or white or black*", "white+", "take black"] {
        let clause = format!("  action slide stone: any direction [{}]\n  turn 9: slide", items(item, 5_000));
        errors(&game(&clause));
    }
    let words = vec!["row 1"; 5_000].join(" or ");
    assert_eq!(
        errors(&game(&format!("  region strip: {words}\n  draw when no white on strip because gone"))),
        Vec::<&str>::new()
    );
    let all = vec!["no empty"; 5_000].join(" and ");
    assert_eq!(errors(&game(&format!("  draw when {all} because full"))), Vec::<&str>::new());
    assert_eq!(errors(&game(&lines(1_900, |_| "  draw when no white on i9 because gone".into()))).len(), 500);
}

#[test]
fn definitions_that_double_at_each_step() {
    let doubling = lines(250, |i| format!("let d{} = d{i} + d{i}", i + 1));
    assert_eq!(
        errors(&game(&format!("let d0 = count white\n{doubling}draw when d250 > 3 because full"))),
        Vec::<&str>::new()
    );
    let wide = |i: usize| format!("let c{} = {}", i + 1, vec![format!("c{i}"); 100].join(" and "));
    let all = lines(250, wide);
    assert_eq!(errors(&game(&format!("let c0 = no empty\n{all}draw when c250 because full"))), Vec::<&str>::new());
}
