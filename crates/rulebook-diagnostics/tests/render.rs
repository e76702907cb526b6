//! Rendering: order, carets under the right characters, and the shape of the JSON.

use rulebook_diagnostics::{Code, Diagnostic, FileId, Sources, Span, render_human, render_json, render_short};

const CODE: Code = Code("R0107");

fn sources(text: &str) -> (Sources, FileId) {
    let mut sources = Sources::default();
    let id = sources.add("a.rules", text);
    (sources, id)
}

fn span_of(id: FileId, text: &str, word: &str) -> Span {
    let start = text.find(word).expect("the word is there") as u32;
    Span::new(id, start, start + word.len() as u32)
}

/// The text above the carets of the last line with carets.
fn under_caret(rendered: &str) -> String {
    let lines: Vec<_> = rendered.lines().collect();
    let i = lines.iter().rposition(|line| line.contains('^')).expect("there is a caret");
    let from = lines[i].chars().position(|c| c == '^').unwrap_or_default();
    let count = lines[i].chars().filter(|c| *c == '^').count();
    lines[i - 1].chars().skip(from).take(count).collect()
}

#[test]
fn carets_stand_under_the_word() {
    for text in
        ["one two three", "\tone two\tthree", "one\r\n  two\r\nthree", "señal größe two x", "a\n\n\ttwo // ü", "two"]
    {
        let (sources, id) = sources(text);
        let diagnostic = Diagnostic::error(CODE, span_of(id, text, "two"), "wrong");
        let rendered = render_human(&sources, &[diagnostic], false);
        assert_eq!(under_caret(&rendered), "two", "{rendered}");
    }
}

#[test]
fn lines_and_columns_count_characters() {
    let text = "größe\r\n\tñandú two";
    let (sources, id) = sources(text);
    let diagnostic = Diagnostic::warning(CODE, span_of(id, text, "two"), "odd");
    assert_eq!(render_short(&sources, &[diagnostic]), "a.rules:2:8: warning[R0107]: odd\n");
}

#[test]
fn places_outside_of_the_text_do_no_harm() {
    let text = "é\n";
    let (sources, id) = sources(text);
    for span in [
        Span::new(id, 1, 1),
        Span::new(id, 1, 2),
        Span::new(id, 0, 1),
        Span::new(id, 9, 20),
        Span::new(FileId(7), 0, 4),
    ] {
        let diagnostic = Diagnostic::error(CODE, span, "wrong").label("here").also(span, "there").fix(span, "x");
        render_human(&sources, std::slice::from_ref(&diagnostic), false);
        render_short(&sources, std::slice::from_ref(&diagnostic));
        render_json(&sources, std::slice::from_ref(&diagnostic));
    }
    let mut empty = Sources::default();
    let id = empty.add("empty.rules", "");
    let diagnostic = Diagnostic::error(CODE, Span::new(id, 0, 0), "nothing");
    assert!(render_human(&empty, &[diagnostic], true).contains("nothing"));
}

#[test]
fn sorted_by_place_with_help_and_other_files() {
    let mut sources = Sources::default();
    let first = sources.add("a.rules", "one two\nthree");
    let second = sources.add("b.rules", "four five");
    let later = Diagnostic::error(CODE, Span::new(second, 5, 9), "later").help("think");
    let sooner = Diagnostic::error(CODE, Span::new(first, 4, 7), "sooner")
        .label("this word")
        .also(Span::new(first, 8, 13), "and this")
        .also(Span::new(second, 0, 4), "and that")
        .fix(Span::new(first, 4, 7), "2");
    let rendered = render_human(&sources, &[later, sooner], false);
    let expected = "\
error[R0107]: sooner
 --> a.rules:1:5
  |
1 | one two
  |     ^^^ this word
2 | three
  | ----- and this
  |
 ::: b.rules:1:1
  |
1 | four five
  | ---- and that
  |
help: write `2`
  |
1 - one two
1 + one 2
  |

error[R0107]: later
 --> b.rules:1:6
  |
1 | four five
  |      ^^^^
  |
  = help: think
";
    assert_eq!(rendered, expected);
}

#[test]
fn long_lines_are_named_only() {
    let text = "word ".repeat(10_000);
    let (sources, id) = sources(&text);
    let rendered = render_human(&sources, &[Diagnostic::error(CODE, Span::new(id, 5, 9), "wrong")], false);
    assert!(rendered.contains("a.rules:1:6") && rendered.len() < 1000, "{rendered}");
}

#[test]
fn json_has_every_part() {
    let text = "one two";
    let (sources, id) = sources(text);
    let span = span_of(id, text, "two");
    let diagnostic = Diagnostic::error(CODE, span, "wrong")
        .label("here")
        .also(span_of(id, text, "one"), "there")
        .help("write 2")
        .fix(span, "2");
    let expected = concat!(
        r#"[{"code":"R0107","severity":"error","message":"wrong","#,
        r#""file":"a.rules","line":1,"column":5,"end_line":1,"end_column":8,"label":"here","#,
        r#""secondary":[{"file":"a.rules","line":1,"column":1,"end_line":1,"end_column":4,"label":"there"}],"#,
        r#""help":"write 2","#,
        r#""fix":{"file":"a.rules","line":1,"column":5,"end_line":1,"end_column":8,"start":4,"end":7,"text":"2"}}]"#,
    );
    assert_eq!(render_json(&sources, &[diagnostic]), expected);
    assert_eq!(render_json(&sources, &[]), "[]");
}
