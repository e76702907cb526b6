//! The rules of the grammar in the author's words.

use std::borrow::Cow;

use crate::grammar::Rule;

/// How much it says that a rule was expected.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Weight {
    /// The clause cannot go on without one of these.
    Needed,
    /// Mostly a way to go on, sometimes needed.
    Likely,
    /// Could always follow, such as `and` after a condition.
    Possible,
    /// One more word in a row of words.
    Least,
    /// Never worth a word.
    Hidden,
}

/// How much it says that this rule was expected.
pub(crate) fn weight(rule: Rule) -> Weight {
    match rule {
        Rule::EOI | Rule::unit_ahead => Weight::Hidden,
        Rule::open_bracket | Rule::laid | Rule::pattern => Weight::Likely,
        Rule::word | Rule::kw_line => Weight::Least,
        Rule::sum_op
        | Rule::times_op
        | Rule::tail
        | Rule::cmp
        | Rule::comparison
        | Rule::more
        | Rule::dots
        | Rule::tag
        | Rule::through
        | Rule::shape
        | Rule::comma
        | Rule::kw_and
        | Rule::kw_or
        | Rule::kw_of
        | Rule::kw_at
        | Rule::kw_on
        | Rule::kw_as
        | Rule::kw_by
        | Rule::kw_with
        | Rule::kw_else
        | Rule::kw_each
        | Rule::kw_facing
        | Rule::kw_where
        | Rule::kw_while
        | Rule::kw_unless
        | Rule::kw_if
        | Rule::kw_is
        | Rule::kw_through
        | Rule::kw_along => Weight::Possible,
        _ => Weight::Needed,
    }
}

/// What the author would call it.
pub(crate) fn describe(rule: Rule) -> Cow<'static, str> {
    Cow::Borrowed(match rule {
        Rule::expr | Rule::conj | Rule::term | Rule::compare => "a condition",
        Rule::sum | Rule::product | Rule::factor => "a number or words",
        Rule::value | Rule::range => "a number",
        Rule::int => "a number such as `8`",
        Rule::raw | Rule::size => "a number or a word",
        Rule::name | Rule::plain | Rule::player | Rule::axis_line => "a name",
        Rule::set | Rule::phrase | Rule::words | Rule::word | Rule::placing => "words for cells, pieces or directions",
        Rule::words_or_laid | Rule::any_line => "words, or `line` and a pattern",
        Rule::cell_domain | Rule::domain => "what to look among, such as `own piece`",
        Rule::laid | Rule::pattern | Rule::open_bracket => "a pattern in `[` and `]`",
        Rule::item | Rule::seen | Rule::repeat => "what stands on a cell, such as `empty`",
        Rule::mix | Rule::mixed => "a number and what is counted, such as `4 own`",
        Rule::material | Rule::pile => "numbers of pieces",
        Rule::walk | Rule::place | Rule::remove | Rule::pass => "directions and a pattern, `on`, `off` or `pass`",
        Rule::extra => "`then all` or `must all`",
        Rule::tail | Rule::cmp | Rule::comparison => "a comparison such as `=`",
        Rule::sum_op | Rule::times_op => "`+`, `-` or `*`",
        Rule::more => "`*` or `+`",
        Rule::event => "something that happens, such as `plies`",
        Rule::clock_part => "`carries on while`, `last ply counts if` or `restarts on`",
        Rule::chain_part => "`victims leave at …`, `no turning back`, `may turn back` or `no cell twice`",
        Rule::leaving => "`victims leave at end` or `at once`",
        Rule::turning => "`no turning back`, `may turn back`",
        Rule::no_cell_twice => "`no cell twice`",
        Rule::going_on => "`must go on` or `may go on`",
        Rule::promote_when => "`at end`, `at once` or `and stop`",
        Rule::step | Rule::act | Rule::alternative => "the name of an action, or a result",
        Rule::key => "`most`, `fewest`, `earliest` or a condition",
        Rule::shape => "`checkered from …` or `hexagonal`",
        Rule::grid | Rule::graph => "a size such as `8 x 8`, or `graph`",
        Rule::axis => "two directions such as `east back west`",
        Rule::head_word => "the first word of a clause",
        Rule::clause | Rule::next_clause => "the next clause",
        Rule::promote => "`promote`",
        Rule::result | Rule::outcome => "a result",
        Rule::tag => "`as` and a name",
        Rule::through => "`through` and a cell",
        Rule::too_many => "`more than`",
        Rule::extends => "`extends` and a name",
        Rule::binding => "a parameter with its value",
        Rule::kw_because => "the word `because` and a reason",
        Rule::source => "a document and its paragraphs",
        Rule::local | Rule::lang => "a language such as `en`",
        Rule::formerly => "`formerly` and a name",
        Rule::string => "a sentence in quotes",
        Rule::path | Rule::text_line | Rule::claim => "the name of a clause",
        Rule::document => "`document`",
        Rule::document_name => "a document",
        Rule::stock => "`stock` and a number",
        Rule::per => "`per` and a side",
        Rule::edge | Rule::rows => "rows",
        Rule::columns => "columns",
        Rule::last_victim => "`last victim`",
        Rule::from_corner => "a diagonal",
        Rule::colon => "`:`",
        Rule::comma => "`,`",
        Rule::dots => "`..`",
        Rule::equals => "`=`",
        Rule::open_brace => "`{`",
        Rule::close_brace | Rule::block_end => "`}`",
        Rule::close_bracket => "`]`",
        Rule::open_paren => "`(`",
        Rule::close_paren => "`)`",
        Rule::EOI => "the end of the file",
        _ => return keyword(rule).map_or(Cow::Borrowed("something else"), |word| Cow::Owned(format!("`{word}`"))),
    })
}

/// The word of a rule that stands for a single word.
pub(crate) fn keyword(rule: Rule) -> Option<String> {
    format!("{rule:?}").strip_prefix("kw_").map(str::to_owned)
}

/// What was expected, the important things only: `a`, `a or b`, `a, b or c`.
pub(crate) fn list(expected: &[Rule]) -> String {
    if expected.contains(&Rule::kw_board) {
        return "a clause".to_owned();
    }
    // The end of the block says no more than the next clause does.
    let next_clause = expected.contains(&Rule::next_clause);
    let expected: Vec<Rule> = expected.iter().copied().filter(|r| !(next_clause && *r == Rule::block_end)).collect();
    let heaviest = expected.iter().map(|r| weight(*r)).min();
    let mut all = described(&expected, |w| Some(w) == heaviest);
    // The reason is what is missing, whatever else could stand there.
    if let Some(i) = all.iter().position(|text| text.contains("because")) {
        all.swap(0, i);
    }
    joined(&all)
}

/// How the clause could go on, if all that it needs is the next clause.
pub(crate) fn ways_on(expected: &[Rule]) -> Option<String> {
    let ends = |r: &Rule| matches!(r, Rule::next_clause | Rule::block_end);
    let needed = expected.iter().filter(|r| weight(**r) == Weight::Needed);
    if !expected.contains(&Rule::next_clause) || !needed.into_iter().all(ends) {
        return None;
    }
    let ways = described(expected, |w| w == Weight::Possible);
    (!ways.is_empty()).then(|| joined(&ways))
}

/// The descriptions of the rules of some weight, each once.
fn described(expected: &[Rule], wanted: impl Fn(Weight) -> bool) -> Vec<Cow<'static, str>> {
    let mut all = Vec::new();
    for &rule in expected.iter().filter(|r| wanted(weight(**r))) {
        let text = describe(rule);
        if !all.contains(&text) {
            all.push(text);
        }
    }
    all
}

fn joined(all: &[Cow<'static, str>]) -> String {
    match all {
        [] => "something else".to_owned(),
        [one] => one.to_string(),
        [first @ .., last] if all.len() <= 6 => format!("{} or {last}", first.join(", ")),
        _ => format!("{} or the like", all.get(..5).unwrap_or_default().join(", ")),
    }
}
