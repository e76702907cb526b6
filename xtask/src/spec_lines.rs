//! How long a game's rules are: its own lines and those that it inherits, draw rules and texts apart.

use std::collections::{BTreeMap, BTreeSet};

use rulebook_diagnostics::{FileId, Span};
use rulebook_syntax::ast::{Clause, ClauseBody, Outcome, RulesUnit, Unit};

/// What a line belongs to. Of several things on one line the first of these counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Sort {
    Rules,
    Draws,
    Replaced,
    Texts,
}

/// Numbers of lines.
#[derive(Clone, Copy, Debug, Default)]
struct Count {
    rules: usize,
    draws: usize,
    texts: usize,
    comments: usize,
    replaced: usize,
}

/// A unit of the chain from a game to its oldest family.
struct Link {
    text: &'static str,
    unit: RulesUnit,
    texts: Vec<Span>,
}

/// Prints a line for each game.
pub(crate) fn run(games: &[String]) -> Result<(), String> {
    say!("{:<20} {:>6} {:>6} {:>6} {:>9} {:>9}", "game", "rules", "draws", "texts", "comments", "replaced");
    let all: Vec<&str> = if games.is_empty() {
        rulebook_specs::all().iter().map(|s| s.name).collect()
    } else {
        games.iter().map(String::as_str).collect()
    };
    for name in all {
        let chain = chain(name)?;
        if games.is_empty() && chain.first().is_none_or(|l| l.unit.is_family) {
            continue;
        }
        let count = count(&chain);
        let Count { rules, draws, texts, comments, replaced } = count;
        say!("{name:<20} {rules:>6} {draws:>6} {texts:>6} {comments:>9} {replaced:>9}");
    }
    Ok(())
}

/// The units from a game to its oldest family.
fn chain(name: &str) -> Result<Vec<Link>, String> {
    let mut chain: Vec<Link> = Vec::new();
    let mut next = Some(name.to_owned());
    while let Some(name) = next {
        if chain.iter().any(|l| l.unit.name.text == name) {
            return Err(format!("{name} extends itself"));
        }
        let spec = rulebook_specs::find(&name).ok_or_else(|| format!("there is no bundled spec `{name}`"))?;
        let file = rulebook_syntax::parse(FileId::default(), spec.text).file;
        let (mut unit, mut texts) = (None, Vec::new());
        for part in file.units {
            match part {
                Unit::Rules(rules) if rules.name.text == name => unit = Some(rules),
                Unit::Rules(_) => {}
                Unit::Texts(block) => texts.push(block.span),
            }
        }
        let unit = unit.ok_or_else(|| format!("specs/{} does not hold `{name}`", spec.path))?;
        next = unit.extends.as_ref().map(|e| e.parent.text.clone());
        chain.push(Link { text: spec.text, unit, texts });
    }
    Ok(chain)
}

/// Counts the lines of a chain.
fn count(chain: &[Link]) -> Count {
    let kept = kept(chain);
    let draws = draws(chain, &kept);
    let mut count = Count::default();
    for (i, link) in chain.iter().enumerate() {
        let mut start = 0_usize;
        for line in link.text.split_inclusive('\n') {
            let range = start..start + line.len();
            start = range.end;
            let on_line = |span: Span| (span.start as usize) < range.end && span.end as usize > range.start;
            if line.trim().is_empty() {
                continue;
            }
            let clauses = link.unit.clauses.iter().enumerate().filter(|(_, c)| on_line(c.span)).map(|(j, _)| {
                if !kept.contains(&(i, j)) {
                    Sort::Replaced
                } else if draws.contains(&(i, j)) {
                    Sort::Draws
                } else {
                    Sort::Rules
                }
            });
            let texts = link.texts.iter().filter(|s| on_line(**s)).map(|_| Sort::Texts);
            if line.trim_start().starts_with("//") {
                count.comments += 1;
                continue;
            }
            match clauses.chain(texts).min() {
                // A head, a brace, the version: part of the rules.
                Some(Sort::Rules) | None => count.rules += 1,
                Some(Sort::Draws) => count.draws += 1,
                Some(Sort::Replaced) => count.replaced += 1,
                Some(Sort::Texts) => count.texts += 1,
            }
        }
    }
    count
}

/// The clauses that no nearer unit replaces or takes away.
fn kept(chain: &[Link]) -> BTreeSet<(usize, usize)> {
    let mut heads: BTreeSet<String> = BTreeSet::new();
    let mut kept = BTreeSet::new();
    for (i, link) in chain.iter().enumerate() {
        let mut of_unit = Vec::new();
        for (j, clause) in link.unit.clauses.iter().enumerate() {
            let head = head(&clause.body);
            if !head.iter().any(|h| heads.contains(h)) {
                kept.insert((i, j));
            }
            // Results and refusals are added to inherited ones; only `without` takes them away.
            if !matches!(clause.body, ClauseBody::Result(_) | ClauseBody::Refuse { .. }) {
                of_unit.extend(head);
            }
            if let ClauseBody::Without { what, names } = &clause.body {
                let names: Vec<&str> = names.iter().map(|n| n.text.as_str()).collect();
                of_unit.push(format!("{} {}", what.text, names.join(" ")).trim().to_owned());
            }
        }
        heads.extend(of_unit);
    }
    kept
}

/// What names a clause, so that a nearer one with the same head replaces it.
fn head(body: &ClauseBody) -> Option<String> {
    let head = match body {
        ClauseBody::Param { name, .. } => format!("param {}", name.text),
        ClauseBody::Option { name, .. } => format!("option {}", name.text),
        ClauseBody::Board(_) => String::from("board"),
        ClauseBody::Cells { .. } => String::from("cells"),
        ClauseBody::Region { name, .. } => format!("region {}", name.text),
        ClauseBody::Players(_) => String::from("players"),
        ClauseBody::Sides { .. } => String::from("sides"),
        ClauseBody::Piece(piece) => format!("piece {}", piece.name.text),
        ClauseBody::Setup(_) => String::from("setup"),
        ClauseBody::Action(action) => {
            format!("action {} {}", action.name.text, action.kind.as_ref().map_or("", |k| k.text.as_str()))
        }
        ClauseBody::Chain(chain) => format!("chain {}", chain.action.text),
        ClauseBody::Prefer { action, .. } => format!("prefer {}", action.text),
        ClauseBody::Promote { from, .. } => format!("promote {}", from.text),
        ClauseBody::Clock(clock) => format!("clock {}", clock.name.text),
        ClauseBody::Let { name, .. } => format!("let {}", name.text),
        ClauseBody::Claimable { .. } => String::from("claimable"),
        ClauseBody::Decide { .. } => String::from("decide"),
        ClauseBody::Result(result) if result.outcome == Outcome::Draw => {
            return Some(format!("draw {}", result.because.text));
        }
        ClauseBody::Refuse { because, .. } => format!("refuse {}", because.text),
        ClauseBody::Turn { .. }
        | ClauseBody::Forbid { .. }
        | ClauseBody::Fouls { .. }
        | ClauseBody::Result(_)
        | ClauseBody::Always { .. }
        | ClauseBody::Without { .. } => return None,
    };
    Some(head.trim().to_owned())
}

/// The clauses that only serve draws: clocks, drawn results, and what only these mention.
fn draws(chain: &[Link], kept: &BTreeSet<(usize, usize)>) -> BTreeSet<(usize, usize)> {
    let clause = |&(i, j): &(usize, usize)| &chain[i].unit.clauses[j];
    let words: BTreeMap<(usize, usize), BTreeSet<&str>> =
        kept.iter().map(|at| (*at, mentioned(chain[at.0].text, clause(at)))).collect();
    let mut draws: BTreeSet<(usize, usize)> = kept.iter().filter(|at| is_of_draws(&clause(at).body)).copied().collect();
    loop {
        let more: Vec<(usize, usize)> = kept
            .iter()
            .filter(|at| !draws.contains(*at))
            .filter(|at| {
                let Some(name) = helper(&clause(at).body) else { return false };
                let mut users = kept.iter().filter(|user| user != at && words[*user].contains(name)).peekable();
                users.peek().is_some() && users.all(|user| draws.contains(user))
            })
            .copied()
            .collect();
        if more.is_empty() {
            return draws;
        }
        draws.extend(more);
    }
}

/// Is it about draws on its own?
fn is_of_draws(body: &ClauseBody) -> bool {
    match body {
        ClauseBody::Clock(_) | ClauseBody::Claimable { .. } | ClauseBody::Decide { .. } => true,
        ClauseBody::Result(result) => result.outcome == Outcome::Draw,
        ClauseBody::Without { what, .. } => what.text == "draw" || what.text == "clock",
        _ => false,
    }
}

/// The name of a clause that exists to be mentioned by others.
fn helper(body: &ClauseBody) -> Option<&str> {
    match body {
        ClauseBody::Let { name, .. } | ClauseBody::Region { name, .. } | ClauseBody::Option { name, .. } => {
            Some(&name.text)
        }
        _ => None,
    }
}

/// The words of a clause, without comments.
fn mentioned<'a>(text: &'a str, clause: &Clause) -> BTreeSet<&'a str> {
    let written = text.get(clause.span.start as usize..clause.span.end as usize).unwrap_or("");
    let code = written.lines().map(|l| l.split("//").next().unwrap_or(""));
    code.flat_map(|l| l.split(|c: char| !c.is_alphanumeric() && c != '-')).filter(|w| !w.is_empty()).collect()
}
