//! Clauses and conditions as nested lists: short enough to be compared by eye. Used by `tree.rs` only.

use std::fmt::Write as _;

use rulebook_syntax::ast::{
    Action, ActionBody, Alternative, AlwaysWhen, Arithmetic, Board, Clause, ClauseBody, Clock, Cmp, Domain, Effect,
    Event, Expr, ExprKind, GridShape, Item, Key, Laid, Material, More, Name, On, Outcome, Pattern, Phrase, PhraseWord,
    PhraseWordKind, Quant, Range, Refuse, Repeat, ResultClause, Set, Step, Word,
};

/// One clause.
pub(crate) fn clause(clause: &Clause) -> String {
    let assume = if clause.assume { "assume " } else { "" };
    format!("{assume}({})", body(&clause.body))
}

fn body(body: &ClauseBody) -> String {
    match body {
        ClauseBody::Param { name, value, choices } => {
            format!("param {} = {} from {}", name.text, word(value), names(choices))
        }
        ClauseBody::Option { name, readings } => format!("option {} {}", name.text, names(readings)),
        ClauseBody::Board(Board::Grid { width, height, shape, .. }) => {
            let shape = match shape {
                GridShape::Square => String::new(),
                GridShape::Checkered { from } => format!(" checkered {}", from.text),
                GridShape::Hexagonal => " hexagonal".to_owned(),
            };
            format!("board {} x {}{shape}", word(width), word(height))
        }
        ClauseBody::Board(Board::Graph { axes, .. }) => {
            let mut out = "board graph".to_owned();
            for axis in axes {
                let lines: Vec<_> = axis.lines.iter().map(|line| names(line).replace(' ', "-")).collect();
                _ = write!(out, " ({} {} {})", axis.forth.text, axis.back.text, lines.join(" "));
            }
            out
        }
        ClauseBody::Cells { numbered_from, .. } => format!("cells {numbered_from:?}"),
        ClauseBody::Region { name, set: s } => format!("region {} {}", name.text, set(s)),
        ClauseBody::Players(players) => format!("players {players:?}"),
        ClauseBody::Sides { strong, weak } => format!("sides {} {}", strong.text, weak.text),
        ClauseBody::Piece(piece) => {
            let mut out = format!("piece {}", piece.name.text);
            tail(&mut out, "plural", piece.plural.as_ref().map(|n| n.text.clone()));
            tail(&mut out, "letter", piece.letter.as_ref().map(|n| n.text.clone()));
            tail(&mut out, "numbered", piece.numbered.as_ref().map(range));
            let stock = piece.stock.as_ref().map(|(n, each)| expr(n) + if *each { " each" } else { "" });
            tail(&mut out, "stock", stock);
            out
        }
        ClauseBody::Setup(placings) => {
            let all: Vec<_> = placings.iter().map(|(what, on)| format!("{} {}", phrase(what), set(on))).collect();
            format!("setup {}", all.join(" "))
        }
        ClauseBody::Refuse { what, because } => {
            let what = match what {
                Refuse::When(e) => format!("when {}", expr(e)),
                Refuse::Pieces { what, on } => format!("{} on {}", phrase(what), set(on)),
                Refuse::MoreThan { count, what } => format!("more-than {} {}", expr(count), phrase(what)),
            };
            format!("refuse {what} because {}", because.text)
        }
        ClauseBody::Action(a) => action(a),
        ClauseBody::Chain(chain) => {
            let mut out =
                format!("chain {} {}", chain.action.text, if chain.must_go_on { "must-go-on" } else { "may-go-on" });
            _ = chain.leave_at_end.map(|end| write!(out, " at-end:{end}"));
            _ = chain.may_turn_back.map(|may| write!(out, " turn-back:{may}"));
            out + if chain.no_cell_twice { " no-cell-twice" } else { "" }
        }
        ClauseBody::Prefer { action, keys } => {
            let keys: Vec<_> = keys.iter().map(key).collect();
            format!("prefer {} {}", action.text, keys.join(" "))
        }
        ClauseBody::Promote { from, to, on, when, optional } => {
            format!("promote{} {} {} {} {when:?}", if *optional { "?" } else { "" }, from.text, to.text, set(on))
        }
        ClauseBody::Turn { range: r, steps } => {
            let mut out = "turn".to_owned();
            _ = r.as_ref().map(|r| write!(out, " {}", range(r)));
            for s in steps {
                _ = write!(out, " ({})", step(s));
            }
            out
        }
        ClauseBody::Forbid { words, when, unless, because } => {
            let mut out = format!("forbid {} when {}", names(words), expr(when));
            tail(&mut out, "unless", unless.as_ref().map(expr));
            out + " because " + &because.text
        }
        ClauseBody::Fouls { when, because } => format!("fouls {} because {}", expr(when), because.text),
        ClauseBody::Clock(c) => clock(c),
        ClauseBody::Result(r) => result(r),
        ClauseBody::Decide { tag } => format!("decide as {}", tag.as_ref().map_or("", |t| &t.text)),
        ClauseBody::Claimable { when } => format!("claimable {}", expr(when)),
        ClauseBody::Let { name, at, on, value } => {
            let mut out = format!("let {}", name.text);
            tail(&mut out, "at", at.as_ref().map(|n| n.text.clone()));
            tail(&mut out, "on", on.as_ref().map(|n| n.text.clone()));
            out + " " + &expr(value)
        }
        ClauseBody::Always { when, condition, tag } => {
            let when = match when {
                AlwaysWhen::Each => String::new(),
                AlwaysWhen::AfterTurn => "after-turn ".to_owned(),
                AlwaysWhen::AfterAction => "after-action ".to_owned(),
                AlwaysWhen::Reason(name) => format!("when {} ", name.text),
            };
            let mut out = format!("always {when}{}", expr(condition));
            tail(&mut out, "as", tag.as_ref().map(|n| n.text.clone()));
            out
        }
        ClauseBody::Without { what, names: all } => format!("without {} {}", what.text, names(all)),
    }
}

fn tail(out: &mut String, label: &str, value: Option<String>) {
    _ = value.map(|value| write!(out, " {label} {value}"));
}

fn names(all: &[Name]) -> String {
    all.iter().map(|n| n.text.as_str()).collect::<Vec<_>>().join(" ")
}

fn word(word: &Word) -> String {
    match word {
        Word::Int(int) => int.value.to_string(),
        Word::Name(name) => name.text.clone(),
    }
}

fn action(action: &Action) -> String {
    let mut out = format!("action {}", action.name.text);
    _ = action.kind.as_ref().map(|kind| write!(out, " {}", kind.text));
    let body = match &action.body {
        ActionBody::Pass => " pass".to_owned(),
        ActionBody::On(s) => format!(" on {}", set(s)),
        ActionBody::Off { set: s, to_stock } => format!(" off {}{}", set(s), if *to_stock { " to-stock" } else { "" }),
        ActionBody::Walk(walk) => format!(" {} {}", set(&walk.directions), pattern(&walk.pattern)),
    };
    out.push_str(&body);
    tail(&mut out, "where", action.condition.as_ref().map(expr));
    for extra in &action.extras {
        let word = if extra.must { "must" } else { "then" };
        _ = write!(out, " ({word} {} {})", set(&extra.walk.directions), pattern(&extra.walk.pattern));
    }
    out
}

fn key(key: &Key) -> String {
    match key {
        Key::Most(e) => format!("(most {})", expr(e)),
        Key::Fewest(e) => format!("(fewest {})", expr(e)),
        Key::Earliest(p) => format!("(earliest {})", phrase(p)),
        Key::Holds(e) => expr(e),
    }
}

fn step(step: &Step) -> String {
    match step {
        Step::Result(r) => result(r),
        Step::Act { alternatives, condition, .. } => {
            let mut out = alternatives.iter().map(alternative).collect::<Vec<_>>().join(" else ");
            tail(&mut out, "if", condition.as_ref().map(expr));
            out
        }
    }
}

fn alternative(alternative: &Alternative) -> String {
    let count = match &alternative.count {
        None => String::new(),
        Some((n, Repeat::Times)) => format!("*{}", n.value),
        Some((n, Repeat::Together)) => format!("+{}", n.value),
    };
    names(&alternative.actions).replace(' ', "|") + &count
}

fn clock(clock: &Clock) -> String {
    let mut out = format!("clock {}", clock.name.text);
    tail(&mut out, "per", clock.per.as_ref().map(|n| n.text.clone()));
    tail(&mut out, "counts", Some(event(&clock.counts)));
    tail(&mut out, "while", clock.condition.as_ref().map(expr));
    tail(&mut out, "carries", clock.carries.as_ref().map(expr));
    tail(&mut out, "last-ply", clock.last_ply.as_ref().map(expr));
    let restarts: Vec<_> = clock.restarts.iter().map(|e| format!("({})", event(e))).collect();
    tail(&mut out, "restarts", (!restarts.is_empty()).then(|| restarts.join(" ")));
    out
}

fn event(event: &Event) -> String {
    let mut out = format!("{}{}", if event.entering { "entering " } else { "" }, names(&event.words));
    tail(&mut out, "of", event.of.as_ref().map(|n| n.text.clone()));
    tail(&mut out, "if", event.condition.as_ref().map(expr));
    out
}

fn result(result: &ResultClause) -> String {
    let who = match &result.outcome {
        Outcome::Win(name) => format!("win {}", name.text),
        Outcome::Lose(name) => format!("lose {}", name.text),
        Outcome::Draw => "draw".to_owned(),
    };
    let mut out = format!("{who} {} because {}", expr(&result.condition), result.because.text);
    tail(&mut out, "as", result.tag.as_ref().map(|n| n.text.clone()));
    out
}

fn range(range: &Range) -> String {
    expr(&range.from) + &range.to.as_ref().map(|to| format!("..{}", expr(to))).unwrap_or_default()
}

fn list(head: &str, all: &[Expr]) -> String {
    format!("({head} {})", all.iter().map(expr).collect::<Vec<_>>().join(" "))
}

fn expr(e: &Expr) -> String {
    match &e.kind {
        ExprKind::Or(all) => list("or", all),
        ExprKind::And(all) => list("and", all),
        ExprKind::Not(inner) => format!("(not {})", expr(inner)),
        ExprKind::Quantified { quant: q, domain: d, body } => {
            let body = body.as_ref().map(|b| format!(" {}", expr(b))).unwrap_or_default();
            format!("({} {}{body})", quant(q), domain(d))
        }
        ExprKind::For { player, body } => format!("(for {} {})", player.text, expr(body)),
        ExprKind::Supposing { piece, at, body } => format!("(supposing {} {} {})", phrase(piece), at.text, expr(body)),
        ExprKind::Against { strong, weak } => format!("(against {} / {})", material(strong), material(weak)),
        ExprKind::Compare { left, op, right } => {
            let op = match op {
                Cmp::Equal => "=",
                Cmp::Less => "<",
                Cmp::AtMost => "<=",
                Cmp::Greater => ">",
                Cmp::AtLeast => ">=",
            };
            format!("({op} {} {})", expr(left), expr(right))
        }
        ExprKind::In { left, range: r } => format!("(in {} {})", expr(left), range(r)),
        ExprKind::Is { left, reading } => format!("(is {} {})", phrase(left), reading.text),
        ExprKind::Has { who, material: m } => format!("(has {} {})", phrase(who), material(m)),
        ExprKind::Alone { who, on } => format!("(alone {} {})", phrase(who), set(on)),
        ExprKind::Can { who, cannot, action } => {
            format!("({} {} {})", if *cannot { "cannot" } else { "can" }, phrase(who), action.text)
        }
        ExprKind::Reaches { clock, limit, each } => {
            format!("(reaches {} {}{})", phrase(clock), expr(limit), if each.is_some() { " each" } else { "" })
        }
        ExprKind::Occurs { what, times } => format!("(occurs {} {})", phrase(what), expr(times)),
        ExprKind::Arithmetic { left, op, right } => {
            let op = match op {
                Arithmetic::Add => "+",
                Arithmetic::Subtract => "-",
                Arithmetic::Multiply => "*",
            };
            format!("({op} {} {})", expr(left), expr(right))
        }
        ExprKind::Int(n) => n.to_string(),
        ExprKind::Count(inner) => format!("(count {})", expr(inner)),
        ExprKind::Laid(l) => laid(l),
        ExprKind::Phrase(p) => phrase(p),
    }
}

fn quant(quant: &Quant) -> String {
    match quant {
        Quant::Some => "some".to_owned(),
        Quant::Every => "every".to_owned(),
        Quant::No => "no".to_owned(),
        Quant::AtLeast(n) => format!("at-least:{}", expr(n)),
        Quant::AtMost(n) => format!("at-most:{}", expr(n)),
        Quant::Exactly(n) => format!("exactly:{}", expr(n)),
    }
}

fn domain(domain: &Domain) -> String {
    match domain {
        Domain::Side(_) => "side".to_owned(),
        Domain::Lines { name, through, .. } => {
            let mut out = "lines".to_owned();
            _ = name.as_ref().map(|n| write!(out, " {}", n.text));
            tail(&mut out, "through", (!through.is_empty()).then(|| names(through)));
            format!("({out})")
        }
        Domain::Groups { name, of, along, .. } => {
            let mut out = "groups".to_owned();
            _ = name.as_ref().map(|n| write!(out, " {}", n.text));
            tail(&mut out, "of", Some(phrase(of)));
            tail(&mut out, "along", along.as_ref().map(set));
            format!("({out})")
        }
        Domain::Cells { phrase: p, name: None } => phrase(p),
        Domain::Cells { phrase: p, name: Some(name) } => format!("[{} as {}]", inner(p), name.text),
    }
}

fn material(material: &Material) -> String {
    let pile = |pile: &Vec<(rulebook_syntax::ast::Int, Name)>| {
        pile.iter().map(|(n, kind)| format!("{}:{}", n.value, kind.text)).collect::<Vec<_>>().join(" ")
    };
    material.piles.iter().map(pile).collect::<Vec<_>>().join(" | ")
}

fn laid(laid: &Laid) -> String {
    let mut out = format!("laid {} {}", laid.on.as_ref().map_or("line".to_owned(), phrase), pattern(&laid.pattern));
    tail(&mut out, "through", (!laid.through.is_empty()).then(|| names(&laid.through)));
    tail(&mut out, "by", laid.by.as_ref().map(phrase));
    tail(&mut out, "numbers", laid.numbers.as_ref().map(|n| n.text.clone()));
    format!("({out})")
}

fn pattern(pattern: &Pattern) -> String {
    format!("{{{}}}", pattern.items.iter().map(item).collect::<Vec<_>>().join("; "))
}

fn item(item: &Item) -> String {
    match item {
        Item::Mix { parts, .. } => {
            let parts: Vec<_> = parts.iter().map(|(n, what)| format!("{} {}", n.value, inner(what))).collect();
            format!("mix {}", parts.join(" "))
        }
        Item::Seen { alternatives, more, .. } => {
            let seen = |seen: &rulebook_syntax::ast::Seen| {
                let effect = match seen.effect {
                    Some(Effect::Take) => "take ",
                    Some(Effect::Flip) => "flip ",
                    None => "",
                };
                let repeat = seen.repeat.as_ref().map(|n| expr(n) + " ").unwrap_or_default();
                format!("{effect}{repeat}{}", inner(&seen.words))
            };
            let more = match more {
                Some(More::Star) => "*",
                Some(More::Plus) => "+",
                None => "",
            };
            alternatives.iter().map(seen).collect::<Vec<_>>().join(" or ") + more
        }
    }
}

fn set(set: &Set) -> String {
    let all: Vec<_> = set.phrases.iter().map(inner).collect();
    bracketed(all.join(" or "))
}

fn phrase(phrase: &Phrase) -> String {
    bracketed(inner(phrase))
}

fn bracketed(text: String) -> String {
    if text.contains(' ') { format!("[{text}]") } else { text }
}

fn inner(phrase: &Phrase) -> String {
    let mut out = words(&phrase.words);
    tail(&mut out, "of", phrase.of.as_ref().map(|n| n.text.clone()));
    tail(&mut out, "at", phrase.at.as_ref().map(|n| n.text.clone()));
    let on = phrase.on.as_ref().map(|on| match on {
        On::Line(_) => "line".to_owned(),
        On::Words(all) => words(all),
    });
    tail(&mut out, "on", on);
    out
}

fn words(all: &[PhraseWord]) -> String {
    let one = |word: &PhraseWord| {
        let text = match &word.kind {
            PhraseWordKind::Name(name) => name.clone(),
            PhraseWordKind::Piece => "piece".to_owned(),
            PhraseWordKind::LastVictim => "last:victim".to_owned(),
            PhraseWordKind::Edge { last, count } => {
                let count = count.as_ref().map_or("_".to_owned(), |n| expr(n));
                format!("{}:{count}", if *last { "last" } else { "first" })
            }
            PhraseWordKind::Rows(r) if r.to.is_none() => format!("row:{}", range(r)),
            PhraseWordKind::Rows(r) => format!("rows:{}", range(r)),
            PhraseWordKind::Columns(r) => format!("columns:{}", range(r)),
            PhraseWordKind::DiagonalFrom(cell) => format!("diagonal:{}", self::word(cell)),
        };
        format!("{}{text}", if word.not { "!" } else { "" })
    };
    all.iter().map(one).collect::<Vec<_>>().join(" ")
}
