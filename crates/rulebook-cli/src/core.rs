//! What a clause comes down to in the checked rules, in words.

use rulebook_ir::{ClauseId, Cond, Copies, DefBody, Key, Outcome, ResultRule, Rules, Step, Term, words::Words};

/// Lines that say what the clause is in the core. Clauses that only name or place things say so.
pub(crate) fn of(rules: &Rules, clause: ClauseId) -> Vec<String> {
    let words = Words::of(rules);
    let mut lines = Vec::new();
    for def in rules.defs.iter().filter(|d| d.clause == clause) {
        let cell = if def.cell { " at cell0" } else { "" };
        let line = if def.line { " on line0" } else { "" };
        let body = match &def.body {
            DefBody::Cond(c) => words.cond(c),
            DefBody::Num(n) => words.num(n),
            DefBody::Set(s) => words.set(s),
        };
        lines.push(format!("{}{cell}{line} holds for", def.name));
        lines.push(format!("  {body}"));
    }
    for action in &rules.actions {
        let mine = action.clauses.iter().any(|(_, c)| *c == clause) || action.chain == Some(clause);
        if mine {
            lines.push(format!("{}, as a program for all kinds of pieces", action.name));
            lines.extend(words.program(&action.term).lines().map(|l| format!("  {l}")));
        }
        if action.prefer_clause == Some(clause) {
            lines.push(format!("of all runs of {} those that are best by", action.name));
            lines.extend(action.prefer.iter().map(|key| format!("  {}", of_key(&words, key))));
        }
        prohibitions(&words, &action.term, clause, &mut lines);
    }
    for turn in rules.turns.iter().filter(|t| t.clause == clause) {
        let to = turn.last.map_or_else(|| " on".to_owned(), |last| format!(" to {last}"));
        lines.push(format!("turns {}{to}", turn.first));
        lines.extend(turn.steps.iter().map(|step| format!("  {}", of_step(rules, &words, step))));
    }
    for clock in rules.clocks.iter().filter(|c| c.clause == clause) {
        let copies = match clock.copies {
            Copies::One => "one clock",
            Copies::PerPlayer => "one clock for each player",
            Copies::PerPiece => "one clock for each piece",
        };
        lines.push(format!("{copies}, which after every ply"));
        lines.push(format!("  counts {}", words.event(&clock.feed)));
        for (what, cond) in [("runs while", &clock.runs), ("carries on while", &clock.carries)] {
            lines.push(format!("  {what} {}", words.cond(cond)));
        }
        lines.push(format!("  shows its last value if {}", words.cond(&clock.last_ply)));
        for restart in &clock.restarts {
            lines.push(format!("  restarts on {} if {}", words.event(&restart.event), words.cond(&restart.when)));
        }
    }
    let stops = rules.turns.iter().flat_map(|t| &t.steps).filter_map(|s| match s {
        Step::Stop(result) => Some(result),
        Step::Act { .. } => None,
    });
    let results = rules.results.iter().chain(stops).filter(|r| r.clause == clause);
    lines.extend(results.map(|r| of_result(&words, r)));
    lines.extend(rules.always.iter().filter(|a| a.clause == clause).map(|a| format!("always {}", words.cond(&a.cond))));
    for foul in rules.foul.iter().filter(|f| f.clause == clause) {
        lines.push(format!("prohibitions may be played, and lose, if {}", words.cond(&foul.when)));
    }
    if lines.is_empty() {
        lines.push("It names or places something, and comes down to no condition or program of its own.".into());
    }
    lines
}

fn of_key(words: &Words<'_>, key: &Key) -> String {
    match key {
        Key::Most(n) => format!("most {}", words.num(n)),
        Key::Fewest(n) => format!("fewest {}", words.num(n)),
        Key::Holds(c) => words.cond(c),
        Key::Earliest(kinds) => format!("earliest {}", words.kinds(*kinds)),
    }
}

fn of_step(rules: &Rules, words: &Words<'_>, step: &Step) -> String {
    match step {
        Step::Stop(result) => of_result(words, result),
        Step::Act { alternatives, times, together, when } => {
            let name = |a: &u8| rules.actions[usize::from(*a)].name.as_str();
            let each = alternatives.iter().map(|names| names.iter().map(name).collect::<Vec<_>>().join(" or "));
            let often = match (*times, *together) {
                (1, _) => String::new(),
                (n, true) => format!(", {n} as one unordered set"),
                (n, false) => format!(", {n} times"),
            };
            let only = match when {
                Cond::Const(true) => String::new(),
                when => format!(", if {}", words.cond(when)),
            };
            format!("{}{often}{only}", each.collect::<Vec<_>>().join(" else "))
        }
    }
}

fn of_result(words: &Words<'_>, result: &ResultRule) -> String {
    let who = match result.outcome {
        Outcome::Win(who) => format!("{} wins", words.who(who)),
        Outcome::Lose(who) => format!("{} loses", words.who(who)),
        Outcome::WinEach => "the first player for whom it holds wins".into(),
        Outcome::Draw => "drawn".into(),
    };
    let setup = if result.at_setup { " (asked of set-ups only)" } else { "" };
    let claim = match &result.claimable {
        Cond::Const(false) => String::new(),
        cond => format!("; it may be claimed, and does not end the game, if {}", words.cond(cond)),
    };
    format!("{who}{setup} when {}{claim}", words.cond(&result.when))
}

fn prohibitions(words: &Words<'_>, term: &Term, wanted: ClauseId, lines: &mut Vec<String>) {
    match term {
        Term::Forbid { clause, .. } if *clause == wanted => {
            lines.extend(words.program(term).lines().map(str::to_owned));
        }
        Term::Seq(parts) | Term::Choice(parts) => parts.iter().for_each(|p| prohibitions(words, p, wanted, lines)),
        Term::Priority(a, b) => {
            prohibitions(words, a, wanted, lines);
            prohibitions(words, b, wanted, lines);
        }
        Term::Loop(body) | Term::When(_, body) | Term::Legs { body, .. } => prohibitions(words, body, wanted, lines),
        _ => {}
    }
}
