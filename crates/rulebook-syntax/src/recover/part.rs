//! A part of a clause on its own, as other forms of a spec give it.

use rulebook_diagnostics::{Diagnostic, FileId, Span, codes};

use super::Reader;
use crate::explain_error::Context;
use crate::grammar::Rule;
use crate::places::Places;
use crate::tokens::Tokens;

/// What a part of a clause is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Part {
    /// `count own man > 3`, also a number or a pattern laid on a line.
    Expr,
    /// `own man or king on main-road`.
    Set,
    /// `capture if size > 8`.
    Event,
    /// `1..18`.
    Range,
    /// `8`, `size`, `(size + 1)`.
    Value,
    /// A name, which is no reserved word.
    Name,
    /// One or more names.
    Names,
    /// A name, which may be a reserved word.
    Plain,
    /// A number or a name, which may be a reserved word.
    Raw,
    /// `quiet.limit-4-5`.
    Path,
    /// A number or a name.
    Size,
    /// `east back west: a1 b1 c1, a2 b2`.
    Axis,
    /// `white facing north`.
    Player,
    /// `man on first 3 rows`.
    Placing,
    /// `man on last row`, `more than 9 men per player`.
    Refused,
    /// `forward diagonal [empty]`, `on empty`, `off enemy to stock`, `pass`.
    Body,
    /// `then all any direction [flip enemy+, own]`.
    Extra,
    /// `capture else move`, `draw when reserve because empty`.
    Step,
    /// `most count victims`.
    Key,
    /// `clock quiet`: the head of a clause.
    Head,
    /// The name of a document.
    Document,
}

impl Part {
    fn rule(self) -> Rule {
        match self {
            Self::Expr => Rule::lone_expr,
            Self::Set => Rule::lone_set,
            Self::Event => Rule::lone_event,
            Self::Range => Rule::lone_range,
            Self::Value => Rule::lone_value,
            Self::Name => Rule::lone_name,
            Self::Names => Rule::lone_names,
            Self::Plain => Rule::lone_plain,
            Self::Raw => Rule::lone_raw,
            Self::Path => Rule::lone_path,
            Self::Size => Rule::lone_size,
            Self::Axis => Rule::lone_axis,
            Self::Player => Rule::lone_player,
            Self::Placing => Rule::lone_placing,
            Self::Refused => Rule::lone_refused,
            Self::Body => Rule::lone_body,
            Self::Extra => Rule::lone_extra,
            Self::Step => Rule::lone_step,
            Self::Key => Rule::lone_key,
            Self::Head => Rule::lone_head,
            Self::Document => Rule::lone_document,
        }
    }
}

/// What is wrong with a text that should be this part of a clause and nothing else. Its places are bytes of the text.
pub fn check_part(part: Part, file: FileId, text: &str) -> Option<Diagnostic> {
    let tokens = Tokens::new(text);
    if tokens.len() == 0 {
        let end = text.len() as u32;
        return Some(Diagnostic::error(codes::UNEXPECTED, Span::new(file, 0, end), "nothing is written here"));
    }
    let mut reader = Reader { file, tokens: &tokens, places: Places::default(), diagnostics: Vec::new(), at: 0 };
    let failure = reader.matches(part.rule(), 0, None).err()?;
    reader.explain(&failure, 0, Context::Part);
    reader.diagnostics.pop()
}

/// How far the grammar gets in a text that should begin with a clause: the first byte of the token that it looks at in vain,
/// or the length of the text if a whole clause stands there and nothing else. For programs that ask what may follow.
pub fn reach(clause: &str) -> usize {
    let tokens = Tokens::new(clause);
    let reader = Reader { file: FileId(0), tokens: &tokens, places: Places::default(), diagnostics: Vec::new(), at: 0 };
    let at = match reader.matches(Rule::whole_clause, 0, None) {
        Ok((_, next)) => next,
        Err(failure) => failure.at,
    };
    if at < tokens.len() { tokens.get(at).start } else { clause.len() }
}

#[cfg(test)]
mod tests {
    use rulebook_diagnostics::FileId;

    use super::{Part, check_part};

    fn wrong(part: Part, text: &str) -> Option<(String, u32)> {
        check_part(part, FileId(0), text).map(|d| (d.message, d.primary.span.start))
    }

    #[test]
    fn a_part_is_that_part_and_nothing_else() {
        assert_eq!(wrong(Part::Expr, "count own man > 3 and (a or b) // so"), None);
        assert_eq!(wrong(Part::Body, "forward diagonal [take enemy, empty]"), None);
        assert_eq!(wrong(Part::Event, "its move king if tired > 2"), None);
        assert_eq!(wrong(Part::Step, "place or move 2 times else skip if over"), None);
        assert_eq!(wrong(Part::Plain, "no"), None);
        assert_eq!(wrong(Part::Path, "quiet.limit-4-5"), None);
        assert_eq!(wrong(Part::Head, "action move man"), None);
        let (message, at) = wrong(Part::Expr, "no empty because full").expect("a reason is no part of a condition");
        assert!(message.contains("found `because`"), "{message}");
        assert_eq!(at, 9);
        assert!(wrong(Part::Name, "no").is_some() && wrong(Part::Name, "a b").is_some());
        assert_eq!(wrong(Part::Expr, " // nothing"), Some((String::from("nothing is written here"), 0)));
        let (message, _) = wrong(Part::Expr, "(a or b").expect("it is not closed");
        assert!(message.starts_with("this stops short: expected") && message.contains("`)`"), "{message}");
        assert!(wrong(Part::Expr, &"(".repeat(100_000)).is_some());
    }
}
