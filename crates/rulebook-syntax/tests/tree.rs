//! What becomes of clauses that could be read in several ways, written as nested lists.

mod listing;

use listing::clause;
use rulebook_diagnostics::FileId;
use rulebook_syntax::ast::Unit;

fn check(text: &str, expected: &str) {
    let spec = format!("rulebook 1\ngame sample {{\n  {text}\n  piece last\n}}\n");
    let parsed = rulebook_syntax::parse(FileId(0), &spec);
    assert!(parsed.diagnostics.is_empty(), "{:?}", parsed.diagnostics);
    let Some(Unit::Rules(unit)) = parsed.file.units.first() else { panic!("no game") };
    assert_eq!(unit.clauses.len(), 2, "{text}");
    let span = unit.clauses[0].span;
    let written = &spec[span.start as usize..span.end as usize];
    assert_eq!(written, text.split("//").next().unwrap_or_default().trim_end(), "the span of the clause");
    assert_eq!(clause(&unit.clauses[0]), expected);
}

fn expr(text: &str, expected: &str) {
    check(&format!("let a = {text}"), &format!("(let a {expected})"));
}

#[test]
fn or_is_looser_than_and_and_not() {
    expr("a or b and not c or d", "(or a (and b (not c)) d)");
    expr("(a or b) and c", "(and (or a b) c)");
    expr("not a = 1", "(not (= a 1))");
    expr("1 - 2 - 3 * 4 + 5 <= n", "(<= (+ (- (- 1 2) (* 3 4)) 5) n)");
    expr("not not a", "(not (not a))");
}

#[test]
fn words_end_at_reserved_words() {
    expr("own man on main-road", "[own man on main-road]");
    expr("orthogonal not backward", "[orthogonal !backward]");
    expr("three at p on k", "[three at p on k]");
    expr("mill of enemy // not of own", "[mill of enemy]");
    expr("count own piece on line - 1", "(- (count [own piece on line]) 1)");
    expr("some white king and some black king", "(and (some [white king]) (some [black king]))");
    check("region a: row 1", "(region a row:1)");
    check(
        "region a: first 3 rows not last row or columns b..g rows 2..(n - 1)",
        "(region a [first:3 !last:_ or columns:b..g rows:2..(- n 1)])",
    );
    check("region a: diagonal from a1 or diagonal", "(region a [diagonal:a1 or diagonal])");
    check("region a: diagonal from 46", "(region a diagonal:46)");
}

#[test]
fn a_colon_reaches_as_far_right_as_it_can() {
    expr("some own as q: a or b", "(some [own as q] (or a b))");
    expr("(some own as q: a) or b", "(or (some [own as q] a) b)");
    expr("some strong: every side: a and b", "(some strong (every side (and a b)))");
    expr("for mover: a and b", "(for mover (and a b))");
    expr("supposing own stone at q: a or b", "(supposing [own stone] q (or a b))");
    expr("at least 2 lines k through p: three at p on k", "(at-least:2 (lines k through p) [three at p on k])");
    expr("some group g of own: some g on first row", "(some (groups g of own) (some [g on first:_]))");
    expr(
        "exactly 1 group of own along orthogonal or diagonal",
        "(exactly:1 (groups of own along [orthogonal or diagonal]))",
    );
    expr("at most (n + 1) own", "(at-most:(+ n 1) own)");
}

#[test]
fn or_belongs_to_a_pile_when_a_number_follows() {
    expr("2 kings against 2 kings or 1 king 1 man", "(against 2:kings / 2:kings | 1:king 1:man)");
    expr("3 kings or 1 king against 1 king or a", "(or (against 3:kings | 1:king / 1:king) a)");
    expr("weak has 1 king or 2 men and b", "(and (has weak 1:king | 2:men) b)");
    expr("2 < n", "(< 2 n)");
}

#[test]
fn a_bracket_makes_words_a_pattern() {
    expr("line [5 own] through p, q", "(laid line {5 own} through p q)");
    expr("k [not own, own] through p", "(laid k {!own; own} through p)");
    expr("east of p [own*, empty or edge+]", "(laid [east of p] {own*; empty or edge+})");
    expr(
        "count line [not own, mix 4 own 1 empty, not own] through p by own >= 2",
        "(>= (count (laid line {!own; mix 4 own 1 empty; !own} through p by own)) 2)",
    );
    expr("line [(line-length) own] with line numbers", "(laid line {line-length own} numbers line)");
    check(
        "action place: on empty where own [piece or edge], then all any direction [take 2 enemy, own], must all east [flip enemy]",
        "(action place on empty where (laid own {piece or edge}) (then [any direction] {take 2 enemy; own}) (must east {flip enemy}))",
    );
    check("action remove man: off enemy to stock", "(action remove man off enemy to-stock)");
    check("action skip: pass", "(action skip pass)");
}

#[test]
fn conditions_of_names() {
    expr("quiet reaches 20 each", "(reaches quiet 20 each)");
    expr("position occurs 3 times", "(occurs position 3)");
    expr("weak alone on main-road", "(alone weak main-road)");
    expr("next cannot act", "(cannot next act)");
    expr("own can place", "(can own place)");
    expr("count piece in 4..5", "(in (count piece) 4..5)");
    expr("five-at-extension is no", "(is five-at-extension no)");
}

#[test]
fn clocks() {
    check(
        "clock a per strong counts plies of strong while b, last ply counts if c is yes, carries on while d, restarts on entering e if f, move man, loss of weak",
        "(clock a per strong counts plies of strong while b carries d last-ply (is c yes) restarts (entering e if f) (move man) (loss of weak))",
    );
    check(
        "clock a counts its move king while line [own] through p, last ply counts if c",
        "(clock a counts its move king while (laid line {own} through p) last-ply c)",
    );
    check("clock a counts b, restarts on c, last ply counts if d", "(clock a counts b last-ply d restarts (c))");
}

#[test]
fn turns_and_results() {
    check("turn 2..4: a or b 2 times else c if d", "(turn 2..4 (a|b*2 else c if d))");
    check(
        "turn: a then win enemy when b of enemy because c as d.e-2 then place 2 together",
        "(turn (a) (win enemy [b of enemy] because c as d.e-2) (place+2))",
    );
    check("assume draw when a because b", "assume (draw a because b)");
    check("always after turn: a = b as c", "(always after-turn (= a b) as c)");
    check("always when full: a", "(always when full a)");
    check("decide wins before draws as win.first", "(decide as win.first)");
    check("without action move king", "(without action move king)");
    check("forbid black place stone when a unless b because c", "(forbid black place stone when a unless b because c)");
    check("may promote a to b on last row, and stop", "(promote? a b last:_ AndStop)");
    check(
        "prefer a: most count b, then fewest c, then earliest victim d, then piece is d",
        "(prefer a (most (count b)) (fewest c) (earliest [victim d]) (is piece d))",
    );
    check(
        "chain a: may go on, no cell twice, may turn back, victims leave at once",
        "(chain a may-go-on at-end:false turn-back:true no-cell-twice)",
    );
    check("refuse more than 3 own man per player because a", "(refuse more-than 3 [own man] because a)");
    check("setup black man on e4 or d5, man on first n rows", "(setup [black man] [e4 or d5] man first:n)");
    check(
        "piece a plural b letter C numbered 1..n stock m each",
        "(piece a plural b letter C numbered 1..n stock m each)",
    );
}

#[test]
fn words_that_are_reserved_elsewhere() {
    check("param line = equal from equal, no, line", "(param line = equal from equal no line)");
    check("option a is no or yes or line", "(option a no yes line)");
    check(
        "board graph { east back west: a1 b1, a2 b2 north back south: a1 a2 }",
        "(board graph (east west a1-b1 a2-b2) (north south a1-a2))",
    );
    check("board n x 8 checkered from b1", "(board n x 8 checkered b1)");
}
