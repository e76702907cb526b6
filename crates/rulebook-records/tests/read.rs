//! Reading records: what may stand in files of them, and what must not stop the rest.

use std::io::{self, Read};

use rulebook_records::{Problem, ProblemKind, Record, read};

fn all(text: impl AsRef<[u8]>) -> Vec<Record> {
    read(text.as_ref()).map(|record| record.expect("a record")).collect()
}

#[track_caller]
fn one(text: impl AsRef<[u8]>) -> Record {
    let mut records = all(text);
    assert_eq!(records.len(), 1, "{records:#?}");
    records.remove(0)
}

fn moves(record: &Record) -> Vec<&str> {
    record.texts().collect()
}

#[test]
fn what_is_written_is_read_again() {
    let mut record = Record { start: Some("white: white=a1".into()), result: Some("0-1".into()), ..Record::default() };
    record.tag("Game", "a-game");
    record.tag("Option", "one=first");
    record.tag("Option", "two=second");
    record.tag("Event", "\"quoted\", C:\\ and é");
    let texts =
        ["h8+i9", "a1#5", "a1-a4*d7", "c3xg7(d4,f6)", "pass", "-h8", "c3xe5=king#2/capture", "31-26", "10x21x17"];
    for text in texts.iter().cycle().take(60) {
        record.push(*text);
    }
    let text = record.to_text();
    assert!(text.lines().all(|line| line.len() <= 100), "{text}");
    let mut back = one(&text);
    assert_eq!(back.line, 1);
    assert_eq!((back.moves[0].line, back.moves[0].column), (8, 1));
    for place in &mut back.moves {
        (place.line, place.column) = (0, 0);
    }
    assert_eq!(back, Record { line: 1, ..record.clone() });
    // Several follow each other.
    assert_eq!(all(text.repeat(3)).len(), 3);
    // A result that is no word, and none.
    for (result, end) in [(Some("1+ - 1-"), "1+ - 1-"), (None, "*"), (Some("1-0-0"), "1-0-0")] {
        let record = Record { result: result.map(String::from), ..Record::default() };
        assert_eq!(one(record.to_text() + "a1 *").result.as_deref(), Some(end));
    }
}

#[test]
fn pdn_has_much_between_the_moves() {
    let text = r#"% a line for programs
[Event "A \"great\" one"]
[White "One"] [Black "Two"]
[Folder "C:\"]
[FEN "W:W31:B1"]

{before} 1. 32-28! 19-23?? 2.28x19 14x23(?) $14 $5; to the end { of the line
3. 37-32 ( 3. 38-32 { ) } (nested (twice)) ; )
) 3... 10-14* {[%clock w0:10:00
B0:09:58]} 4. 41-37 ... 5...
% not a move 1. 31-27
 14-19 6. 46 - 41 20 -24 5x14x23:32 C3-D4 c3:e5 a3b4 3228 7. 32–28 /FEN "W:W1:B2"/ 8. 11X22
1/2-1/2
"#;
    let record = one(text);
    assert_eq!(record.get("Event"), Some("A \"great\" one"));
    assert_eq!(record.get("Black"), Some("Two"));
    assert_eq!(record.get("Folder"), Some("C:\\"));
    assert_eq!(record.start.as_deref(), Some("W:W31:B1"));
    assert_eq!(record.result.as_deref(), Some("1/2-1/2"));
    let expected =
        "32-28 19-23 28x19 14x23 37-32 10-14 41-37 14-19 46-41 20 -24 5x14x23:32 C3-D4 c3:e5 a3b4 3228 32-28 11x22";
    assert_eq!(moves(&record), expected.split(' ').collect::<Vec<_>>());
    let glued = &record.moves[2];
    assert_eq!((glued.text.as_str(), glued.line, glued.column), ("28x19", 7, 30));
}

#[test]
fn results_end_games_and_tags_say_more_than_an_asterisk() {
    for result in ["1-0", "0-1", "1/2-1/2", "2-0", "0-2", "1-1", "0-0", "*"] {
        let games = all(format!("[Event \"a\"]\n1. 1-6 {result}\n[Event \"b\"]\n1. 1-7 *"));
        assert_eq!(games.len(), 2, "{result}");
        assert_eq!(games[0].result.as_deref(), Some(result));
        assert_eq!(moves(&games[0]), ["1-6"]);
    }
    // A move is no result, and the tag stands where only an asterisk ends the moves.
    assert_eq!(moves(&one("[Event \"a\"]\n1. 1-18 1-2 1-10 *")), ["1-18", "1-2", "1-10"]);
    assert_eq!(one("[Result \"0-2\"]\n[Event \"a\"]\n1. 1-6 *").result.as_deref(), Some("0-2"));
    assert_eq!(one("[Event \"a\"]\n[Result \"*\"]\n1. 1-6 1-0").result.as_deref(), Some("1-0"));
    assert_eq!(one("[Event \"a\"]\n1. 1-6").result, None);
}

#[test]
fn games_follow_each_other_with_anything_between() {
    let text = "This file has games.\nRound 12 of 2004\n\n[Event \"a\"]\n1. 1-6 1-0\nA word about it.\n\
                2. 3-8 4-9 0-1\n[Event \"b\"]\n\n[Event \"c\"]\n[Event \"again\"]\n{a comment}\n[Site \"s\"]\n1. 2-7\n\
                [Event \"d\"]\n1. 3-8 *\nthe end\n";
    let mut records = read(text.as_bytes());
    let games: Vec<Record> = records.by_ref().map(|r| r.expect("a record")).collect();
    let events: Vec<&str> = games.iter().map(|g| g.get("Event").unwrap_or("none")).collect();
    assert_eq!(events, ["a", "none", "b", "c", "d"]);
    assert_eq!(games.iter().map(|g| g.line).collect::<Vec<_>>(), [4, 7, 8, 10, 15]);
    assert_eq!(moves(&games[1]), ["3-8", "4-9"]);
    assert_eq!(games[3].get("Site"), Some("s"));
    assert_eq!(records.passed_over(), 4);
    assert!(all("only words, 3 of them\nand 10-20 more\n").is_empty());
}

#[test]
fn old_texts_are_read_whatever_their_bytes() {
    let latin = b"\xEF\xBB\xBF[White \"Andr\xE9\"]\r\n[Black \"Zo\xC3\xAB\"]\r\n\r\n1. 1-6\0 2-7\r\n1-0\r\n";
    let record = one(latin);
    assert_eq!((record.get("White"), record.get("Black")), (Some("Andr\u{e9}"), Some("Zo\u{eb}")));
    assert_eq!(moves(&record), ["1-6", "2-7"]);
    assert_eq!((record.moves[1].line, record.moves[1].column), (4, 9));
    // Ends of lines of old machines, and no end at all.
    let old = one("[White \"a\"]\r[Black \"b\"]\r1. 1-6\r*");
    assert_eq!((old.moves[0].line, old.moves[0].column), (3, 4));
    let problem = read(&b"\xFF\xFE[\0W\0"[..]).next().expect("something").expect_err("it is UTF-16");
    assert_eq!((problem.kind, problem.line), (ProblemKind::NotText, 1));
    assert!(problem.message.contains("UTF-8"), "{problem}");
}

#[test]
fn what_is_not_closed_costs_one_game() {
    for (open, what) in
        [("{ no end", "comment"), ("( 2. 3-8 {", "variation"), ("(((((", "variation"), ("[%clk", "bracket")]
    {
        let text = format!("[Event \"a\"]\n1. 1-6 2-7 {open}\n2. 3-8\n\n[Event \"b\"]\n1. 4-9 *\n");
        let games = all(&text);
        assert_eq!(games.len(), 2, "{open}");
        assert_eq!(moves(&games[0]), ["1-6", "2-7"]);
        let cut = games[0].cut.as_ref().expect("it is cut");
        assert_eq!((cut.kind, cut.line, cut.column), (ProblemKind::Unclosed, 2, 12), "{open}");
        assert!(cut.message.contains(what), "{cut}");
        assert_eq!(moves(&games[1]), ["4-9"]);
        assert_eq!(games[1].cut, None);
    }
    let cut = |text: &str| one(text).cut.map(|cut| (cut.kind, cut.line));
    assert_eq!(cut("[Event \"a\"]\n[White \"b"), Some((ProblemKind::Unclosed, 2)));
    assert_eq!(cut("[Event \"a\"]\n[White \"b\""), Some((ProblemKind::Unclosed, 2)));
    assert_eq!(cut("[Event \"a\"]\n1. 1-6 {"), Some((ProblemKind::Unclosed, 2)));
    // A quote that is missing costs nothing: the line is the tag.
    let lenient = one("[Event \"a]\n[White \"b\"]\n1. 1-6 *");
    assert_eq!((lenient.get("Event"), lenient.get("White"), &lenient.cut), (Some("a"), Some("b"), &None));
}

#[test]
fn one_game_is_bounded_and_the_next_is_read() {
    let next = "\n[Event \"next\"]\n1. 1-6 *\n";
    for long in [
        format!("[Event \"a\"]\n1. 1-6 {}", "x".repeat(3_000)),
        format!("[Event \"a\"]\n1. 1-6 {}", "1-6 ".repeat(100_005)),
        format!("[Event \"a\"]\n{}", "[Note \"n\"]\n".repeat(20_000)) + "1. 2-7 *",
        format!("[Event \"{}\"]\n[Site \"s\"]\n1. 2-7 *", "long ".repeat(100_000)),
    ] {
        let games = all(long + next);
        assert_eq!(games.len(), 2);
        assert_eq!(games[0].cut.as_ref().map(|cut| cut.kind), Some(ProblemKind::TooLong));
        assert_eq!(games[1].get("Event"), Some("next"));
        assert!(games[0].moves.len() <= 100_000);
    }
    // What is passed over is not kept: it may be of any length.
    let comment = format!("[Event \"a\"]\n1. 1-6 {{{}}} 2-7 1-0", "long ".repeat(1_000_000));
    assert_eq!(moves(&one(comment)), ["1-6", "2-7"]);
}

#[test]
fn records_of_gomocup_count_from_the_top() {
    let text = "Piskvorky 15x15, 11:11, 1\n8,8,0\n1,1,1500\n15, 15, 3\n9,1\npbrain-a.exe\npbrain-b.exe\n-1\n0,Free\n\
                Piskvorky 30x20, 0:0, 0\n30,20,0\n0\n[Event \"other\"]\n1. 1-6 *\n\
                Piskvorky 15x15, 0:0, 0\n8,8,0\n16,1,0\n1,1,0\nPiskvorky what\n1,1,0\n";
    let games = all(text);
    assert_eq!(moves(&games[0]), ["h8", "a15", "o1", "i15"]);
    assert_eq!((games[0].moves[1].line, games[0].moves[1].column), (3, 1));
    // The second of the two began.
    assert_eq!((games[0].get("Black"), games[0].get("White")), (Some("pbrain-b.exe"), Some("pbrain-a.exe")));
    assert_eq!((games[0].get("Board"), &games[0].result), (Some("15x15"), &None));
    assert_eq!(moves(&games[1]), ["ad1"]);
    assert_eq!(games[2].get("Event"), Some("other"));
    let cut = games[3].cut.as_ref().expect("16 is off the board");
    assert_eq!((cut.line, moves(&games[3])), (17, vec!["h8"]));
    assert!(cut.message.contains("16,1"), "{cut}");
    assert_eq!(games[4].cut.as_ref().map(|cut| cut.kind), Some(ProblemKind::Malformed));
    assert_eq!(games.len(), 5, "{games:#?}");
}

/// Gives one byte at a time.
struct Slowly<'a>(&'a [u8]);
impl Read for Slowly<'_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let [first, rest @ ..] = self.0 else { return Ok(0) };
        into[0] = *first;
        self.0 = rest;
        Ok(1)
    }
}

#[test]
fn every_beginning_of_a_text_is_answered() {
    let text = "\u{feff}[Event \"\\\"a\\\" é\"]\r\n[FEN \"W:W1:B2\"]\n1. 1-6! {c} (2-7 (x)) 3-8(d4,f6) $1 ;\n% x\n1-0\n\
                Piskvorky 15x15, 0:0, 0\n8,8,0\n9,9\na\nb\n-1\n0,x\n";
    for end in 0..=text.len() {
        let records = read(&text.as_bytes()[..end]).count();
        assert!(records <= 3, "{end}");
    }
    // One byte at a time is as good as all at once.
    let slowly: Vec<Record> = read(Slowly(text.as_bytes())).map(|r| r.expect("a record")).collect();
    assert_eq!(slowly, all(text));
}

#[test]
fn random_bytes_are_answered() {
    // A generator of its own, so that the same bytes come on every machine.
    let mut state = 0x2545_F491_4F6C_DD1D_u64;
    let mut random = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state
    };
    let signs = b"[]\"{}();%$*-x:./\\ \n\r\x00019azE\xE9\xC3Piskvorky 15x15,";
    for round in 0..2_000 {
        let any = round % 2 == 0;
        let bytes: Vec<u8> = (0..random() % 400)
            .map(|_| if any { random() as u8 } else { signs[random() as usize % signs.len()] })
            .collect();
        // Every record begins on a line of its own or behind another, so there cannot be more of them than bytes.
        assert!(read(bytes.as_slice()).count() <= bytes.len());
    }
}

/// Gives the beginning of a game, then fails.
struct Failing(bool);
impl Read for Failing {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        if std::mem::replace(&mut self.0, true) {
            return Err(io::Error::other("the disk is gone"));
        }
        let text = b"[Event \"a\"]\n1. 1-6 ";
        into[..text.len()].copy_from_slice(text);
        Ok(text.len())
    }
}

#[test]
fn a_reader_that_fails_is_told_behind_what_was_read() {
    let mut records = read(Failing(false));
    assert_eq!(moves(&records.next().expect("one").expect("read")), ["1-6"]);
    let Problem { kind, line, message, .. } = records.next().expect("the problem").expect_err("it failed");
    assert_eq!((kind, line), (ProblemKind::Input, 2));
    assert!(message.contains("the disk is gone"), "{message}");
    assert!(records.next().is_none());
}
