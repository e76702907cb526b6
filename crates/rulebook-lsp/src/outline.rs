//! The blocks and clauses of a document as a tree, and what can be folded.

use gen_lsp_types::{DocumentSymbol, FoldingRange, FoldingRangeKind, SymbolKind};
use rulebook_diagnostics::Span;
use rulebook_syntax::ast::{ClauseBody, RulesUnit, TextLine, TextsUnit, Unit};
use rulebook_syntax::lexemes;

use crate::library::Spec;

/// Blocks with their clauses and lines.
pub(crate) fn symbols(spec: &Spec) -> Vec<DocumentSymbol> {
    spec.parsed
        .file
        .units
        .iter()
        .map(|unit| match unit {
            Unit::Rules(rules) => {
                let kind = if rules.is_family { SymbolKind::Interface } else { SymbolKind::Class };
                let detail = rules.extends.as_ref().map(|e| format!("extends {}", e.parent.text));
                let children = clauses(spec, rules);
                symbol(spec, &rules.name.text, detail, kind, (rules.span, rules.name.span), children)
            }
            Unit::Texts(texts) => {
                let name = format!("texts {}", texts.name.text);
                symbol(spec, &name, None, SymbolKind::Namespace, (texts.span, texts.name.span), lines(spec, texts))
            }
        })
        .collect()
}

#[expect(deprecated, reason = "the type has a field that the protocol has given up")]
fn symbol(
    spec: &Spec,
    name: &str,
    detail: Option<String>,
    kind: SymbolKind,
    (whole, head): (Span, Span),
    children: Vec<DocumentSymbol>,
) -> DocumentSymbol {
    DocumentSymbol {
        name: name.to_owned(),
        detail,
        kind,
        tags: None,
        deprecated: None,
        range: spec.range(whole),
        selection_range: spec.range(Span { start: head.start.max(whole.start), end: head.end.min(whole.end), ..head }),
        children: (!children.is_empty()).then_some(children),
    }
}

fn clauses(spec: &Spec, rules: &RulesUnit) -> Vec<DocumentSymbol> {
    rules
        .clauses
        .iter()
        .map(|clause| {
            let (name, head) = label(&clause.body, spec, clause.span);
            let detail = clause.assume.then(|| "assumed".to_owned());
            symbol(spec, &name, detail, kind(&clause.body), (clause.span, head), Vec::new())
        })
        .collect()
}

fn lines(spec: &Spec, texts: &TextsUnit) -> Vec<DocumentSymbol> {
    let mut all = Vec::new();
    for line in &texts.lines {
        let (name, detail, span, head, kind) = match line {
            TextLine::Document { name, text, span } => {
                (&name.text, Some(text.clone()), *span, name.span, SymbolKind::File)
            }
            TextLine::Claim { path, texts, span, .. } => {
                (&path.text, texts.first().map(|(_, text)| text.clone()), *span, path.span, SymbolKind::String)
            }
        };
        all.push(symbol(spec, name, detail, kind, (span, head), Vec::new()));
    }
    all
}

/// What a clause is called: its word and its names; and the place of the latter.
pub(crate) fn label(body: &ClauseBody, spec: &Spec, whole: Span) -> (String, Span) {
    let (word, name) = match body {
        ClauseBody::Param { name, .. } => ("param", Some(name)),
        ClauseBody::Option { name, .. } => ("option", Some(name)),
        ClauseBody::Board(_) => ("board", None),
        ClauseBody::Cells { .. } => ("cells", None),
        ClauseBody::Region { name, .. } => ("region", Some(name)),
        ClauseBody::Players(_) => ("players", None),
        ClauseBody::Sides { .. } => ("sides", None),
        ClauseBody::Piece(piece) => ("piece", Some(&piece.name)),
        ClauseBody::Setup(_) => ("setup", None),
        ClauseBody::Refuse { because, .. } => ("refuse", Some(because)),
        ClauseBody::Action(action) => {
            let span = action.kind.as_ref().map_or(action.name.span, |kind| action.name.span.to(kind.span));
            let kind = action.kind.as_ref().map_or_else(String::new, |kind| format!(" {}", kind.text));
            return (format!("action {}{kind}", action.name.text), span);
        }
        ClauseBody::Chain(chain) => ("chain", Some(&chain.action)),
        ClauseBody::Prefer { action, .. } => ("prefer", Some(action)),
        ClauseBody::Promote { from, .. } => ("promote", Some(from)),
        ClauseBody::Turn { range, .. } => {
            let range = range.as_ref().map(|r| r.span);
            let text = range.and_then(|s| spec.text.get(s.start as usize..s.end as usize)).unwrap_or("");
            return (format!("turn {text}").trim_end().to_owned(), range.unwrap_or(whole));
        }
        ClauseBody::Forbid { because, .. } => ("forbid", Some(because)),
        ClauseBody::Fouls { because, .. } => ("fouls", Some(because)),
        ClauseBody::Clock(clock) => ("clock", Some(&clock.name)),
        ClauseBody::Result(result) => {
            let word = match result.outcome {
                rulebook_syntax::ast::Outcome::Win(_) => "win",
                rulebook_syntax::ast::Outcome::Lose(_) => "lose",
                rulebook_syntax::ast::Outcome::Draw => "draw",
            };
            (word, Some(result.tag.as_ref().unwrap_or(&result.because)))
        }
        ClauseBody::Decide { .. } => ("decide", None),
        ClauseBody::Claimable { .. } => ("claimable", None),
        ClauseBody::Let { name, .. } => ("let", Some(name)),
        ClauseBody::Always { tag, .. } => ("always", tag.as_ref()),
        ClauseBody::Without { what, names } => {
            let names: Vec<&str> = std::iter::once(what).chain(names).map(|n| n.text.as_str()).collect();
            return (format!("without {}", names.join(" ")), what.span);
        }
    };
    match name {
        Some(name) => (format!("{word} {}", name.text), name.span),
        None => (word.to_owned(), whole),
    }
}

fn kind(body: &ClauseBody) -> SymbolKind {
    match body {
        ClauseBody::Param { .. } => SymbolKind::Constant,
        ClauseBody::Option { .. } => SymbolKind::Enum,
        ClauseBody::Board(_) | ClauseBody::Cells { .. } | ClauseBody::Region { .. } => SymbolKind::Array,
        ClauseBody::Players(_) | ClauseBody::Sides { .. } | ClauseBody::Piece(_) => SymbolKind::Struct,
        ClauseBody::Action(_)
        | ClauseBody::Chain(_)
        | ClauseBody::Prefer { .. }
        | ClauseBody::Promote { .. }
        | ClauseBody::Turn { .. } => SymbolKind::Method,
        ClauseBody::Let { .. } => SymbolKind::Function,
        ClauseBody::Clock(_) => SymbolKind::Number,
        ClauseBody::Result(_) | ClauseBody::Decide { .. } | ClauseBody::Claimable { .. } => SymbolKind::Event,
        ClauseBody::Setup(_)
        | ClauseBody::Refuse { .. }
        | ClauseBody::Forbid { .. }
        | ClauseBody::Fouls { .. }
        | ClauseBody::Always { .. }
        | ClauseBody::Without { .. } => SymbolKind::Property,
    }
}

/// Blocks, clauses and lines of more than one line, and comments in a row.
pub(crate) fn folds(spec: &Spec) -> Vec<FoldingRange> {
    let mut folds = Vec::new();
    let mut add = |start: usize, end: usize, kind: Option<FoldingRangeKind>| {
        let (start_line, end_line) = (spec.lines.line(start), spec.lines.line(end));
        if end_line > start_line {
            folds.push(FoldingRange { start_line, end_line, kind, ..FoldingRange::default() });
        }
    };
    for unit in &spec.parsed.file.units {
        let (Unit::Rules(RulesUnit { span, .. }) | Unit::Texts(TextsUnit { span, .. })) = unit;
        add(span.start as usize, span.end as usize, Some(FoldingRangeKind::Region));
        let inner: Vec<Span> = match unit {
            Unit::Rules(rules) => rules.clauses.iter().map(|c| c.span).collect(),
            Unit::Texts(texts) => texts
                .lines
                .iter()
                .map(|line| match line {
                    TextLine::Document { span, .. } | TextLine::Claim { span, .. } => *span,
                })
                .collect(),
        };
        for span in inner {
            add(span.start as usize, span.end as usize, None);
        }
    }
    let mut row: Option<(usize, usize)> = None;
    let mut last_line = 0;
    for lexeme in lexemes(&spec.text) {
        let line = spec.lines.line(lexeme.start);
        let (from, _) = spec.lines.bounds(line);
        let alone = lexeme.is_comment() && spec.text.get(from..lexeme.start).is_some_and(|t| t.trim().is_empty());
        row = match row {
            Some((start, _)) if alone && line == last_line + 1 => Some((start, lexeme.start)),
            other => {
                if let Some((start, end)) = other {
                    add(start, end, Some(FoldingRangeKind::Comment));
                }
                alone.then_some((lexeme.start, lexeme.start))
            }
        };
        last_line = line;
    }
    if let Some((start, end)) = row {
        add(start, end, Some(FoldingRangeKind::Comment));
    }
    folds
}
