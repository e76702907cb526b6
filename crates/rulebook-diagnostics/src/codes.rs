//! All codes with their pages. A new code is one line here and one file in `pages/`.

use std::sync::LazyLock;

use crate::Code;

/// A kind of mistake and what is written about it.
#[derive(Clone, Copy, Debug)]
pub struct CodeInfo {
    /// Its code.
    pub code: Code,
    /// The first line of its page.
    pub title: &'static str,
    /// The page in Markdown: title, what is meant, a wrong and a right example.
    pub page: &'static str,
}

impl CodeInfo {
    /// The example that shows the mistake.
    pub fn wrong(&self) -> &'static str {
        block(self.page, "```rules wrong\n").unwrap_or("")
    }

    /// The same without the mistake.
    pub fn right(&self) -> &'static str {
        block(self.page, "```rules right\n").unwrap_or("")
    }
}

/// The first fenced block of a page that starts with this line.
fn block(page: &'static str, fence: &str) -> Option<&'static str> {
    let (_, rest) = page.split_once(fence)?;
    let (block, _) = rest.split_once("```")?;
    Some(block)
}

/// Declares a constant for each code, and the list of all pages. Both need the word, so a macro writes them.
macro_rules! codes {
    ($($(#[$doc:meta])* $name:ident = $code:ident;)*) => {
        $($(#[$doc])* pub const $name: Code = Code(stringify!($code));)*

        const PAGES: &[(Code, &str)] =
            &[$(($name, include_str!(concat!("../pages/", stringify!($code), ".md")))),*];
    };
}

codes! {
    // ---- R01xx: syntax
    /// The file does not start with `rulebook 1`.
    MISSING_FIRST_LINE = R0101;
    /// The file is written in another version of the language.
    WRONG_VERSION = R0102;
    /// A game, a family or texts were expected.
    NOT_A_UNIT = R0103;
    /// A block has no `}`.
    BLOCK_NOT_CLOSED = R0104;
    /// A block has no `{`.
    BLOCK_NOT_OPENED = R0105;
    /// A clause was expected.
    NOT_A_CLAUSE = R0106;
    /// Something else was expected within a clause.
    UNEXPECTED = R0107;
    /// A reserved word stands where a name is expected.
    RESERVED_WORD = R0108;
    /// A count in a pattern that is not a plain number.
    COUNT_NEEDS_PARENTHESES = R0109;
    /// `and` between the counts of one pile.
    PILE_WITH_AND = R0110;
    /// A semicolon.
    SEMICOLON = R0111;
    /// An operator of another language.
    FOREIGN_OPERATOR = R0112;
    /// A clause that needs a reason has none.
    MISSING_BECAUSE = R0113;
    /// A part of a clause is said twice.
    SAID_TWICE = R0114;
    /// No `:` behind the head of a clause.
    MISSING_COLON = R0115;
    /// The file is larger than the parser accepts.
    FILE_TOO_LARGE = R0116;
    /// A condition nests too deep.
    NESTED_TOO_DEEP = R0117;
    /// A sentence has no closing quote.
    STRING_NOT_CLOSED = R0118;
    /// A backslash before a character that needs none.
    UNKNOWN_ESCAPE = R0119;
    /// A number is too large.
    NUMBER_TOO_LARGE = R0120;
    /// A `}` without a block.
    NOTHING_TO_CLOSE = R0121;
    /// A character that the language does not use.
    UNKNOWN_CHARACTER = R0122;
    /// Two `against` that `or` does not keep apart.
    AGAINST_TWICE = R0123;
    /// A word that cannot be a name.
    NOT_A_NAME = R0124;
    /// A number or a condition stands where words have to stand.
    WORDS_EXPECTED = R0125;

    // ---- R02xx: names
    /// A name that nothing has.
    UNKNOWN_NAME = R0201;
    /// One name for two things.
    NAMED_TWICE = R0203;
    /// `extends` names nothing.
    UNKNOWN_PARENT = R0204;
    /// `without` takes out nothing.
    NOTHING_TO_REMOVE = R0205;
    /// A circle of `extends`.
    CIRCLE_OF_PARENTS = R0206;
    /// What nothing uses: an action, a definition, a clock, an option, a region or a parameter.
    NEVER_USED = R0207;
    /// A definition is used without its cell or line.
    ARGUMENT_MISSING = R0208;
    /// A clause that a game needs is missing.
    CLAUSE_MISSING = R0210;

    // ---- R03xx: types and meaning
    /// Something of another sort is wanted.
    WRONG_SORT = R0301;
    /// `own` where nobody acts.
    NOBODY_ACTS = R0302;
    /// A role where nobody has it.
    NOBODY_IS_STRONG = R0303;
    /// Sides where there are none.
    NO_SIDES = R0304;
    /// `each` on a clock of one side.
    EACH_OF_ONE = R0305;
    /// An odd number of plies.
    ODD_PLIES = R0306;
    /// A chain leaves something open.
    CHAIN_LEFT_OPEN = R0307;
    /// Probably not what is meant.
    PROBABLY_NOT_MEANT = R0308;
    /// A kind counted twice in one pile.
    COUNTED_TWICE = R0309;
    /// Words that have no meaning together.
    CANNOT_BE_SAID = R0310;
    /// A limit or stock of nothing.
    LIMIT_OF_NOTHING = R0311;
    /// Something is asked where it is not known.
    NOT_KNOWN_HERE = R0312;

    // ---- R04xx: board and geometry
    /// Not a cell of this board.
    NOT_A_CELL = R0401;
    /// Too many cells, players or kinds.
    TOO_LARGE = R0402;
    /// Lines of a graph that cannot be walked.
    BAD_GRAPH = R0403;
    /// Nobody looks anywhere.
    NO_FACING = R0404;
    /// Not the end of one diagonal.
    NOT_A_CORNER = R0405;
    /// Two pieces on one cell.
    SET_UP_TWICE = R0406;
    /// More pieces are set up than there are.
    STOCK_TOO_SMALL = R0407;

    // ---- R05xx: termination and what can be reached
    /// A definition that never ends.
    ENDLESS_DEFINITION = R0501;
    /// A chain that never ends.
    ENDLESS_CHAIN = R0502;
    /// What may be played asks what may be played.
    ASKS_ITSELF = R0503;
    /// A pattern that fits nowhere.
    MATCHES_NEVER = R0504;
    /// A result that never comes about.
    HAPPENS_NEVER = R0505;
    /// A step or a turn that is never reached.
    REACHED_NEVER = R0506;
    /// A kind of piece that never comes on the board.
    NEVER_ON_THE_BOARD = R0507;

    // ---- R06xx: texts and sources
    /// A text for nothing.
    TEXT_FOR_NOTHING = R0601;
    /// Clauses without a source.
    NO_SOURCE = R0602;
    /// Clauses without a sentence.
    NO_SENTENCE = R0603;
    /// A document that is not declared.
    UNKNOWN_DOCUMENT = R0604;

    // ---- R07xx: options and parameters
    /// A parameter that does not exist.
    UNKNOWN_PARAMETER = R0701;
    /// A value that a parameter cannot have.
    WRONG_VALUE = R0702;
    /// Parameters that break what always holds.
    BROKEN_BY_PARAMETERS = R0703;
    /// An option with one reading.
    ONE_READING = R0704;

    // ---- R08xx: the YAML form
    /// The file is no YAML, or YAML that the form does not use.
    NOT_YAML = R0801;
    /// A key that the form does not know there.
    UNKNOWN_KEY = R0802;
    /// A key that is needed there.
    MISSING_KEY = R0803;
    /// A list where a text is expected, or the like.
    WRONG_SHAPE = R0804;
}

static ALL: LazyLock<Vec<CodeInfo>> = LazyLock::new(|| {
    PAGES
        .iter()
        .map(|&(code, page)| {
            let first = page.lines().next().unwrap_or("");
            CodeInfo { code, title: first.trim_start_matches('#').trim(), page }
        })
        .collect()
});

/// All codes in the order of the table.
pub fn all() -> &'static [CodeInfo] {
    &ALL
}

/// What is known of a code, such as `R0101`; upper and lower case are the same.
pub fn find(code: &str) -> Option<&'static CodeInfo> {
    ALL.iter().find(|info| info.code.0.eq_ignore_ascii_case(code))
}

#[cfg(test)]
mod tests {
    use super::{all, find};

    #[test]
    fn codes_rise_and_have_the_form_of_codes() {
        for pair in all().windows(2) {
            assert!(pair[0].code < pair[1].code, "{} stands before {}", pair[0].code.0, pair[1].code.0);
        }
        for info in all() {
            let digits = info.code.0.strip_prefix('R').unwrap_or_default();
            assert!(digits.len() == 4 && digits.bytes().all(|b| b.is_ascii_digit()), "{}", info.code.0);
        }
    }

    #[test]
    fn every_page_has_title_text_and_both_examples() {
        for info in all() {
            let name = info.code.0;
            assert!(info.page.starts_with("# ") && !info.title.is_empty(), "{name} has no title");
            let before = info.page.split("```").next().unwrap_or_default();
            assert!(before.lines().filter(|l| !l.trim().is_empty()).count() >= 2, "{name} explains nothing");
            assert_eq!(info.page.matches("```rules wrong\n").count(), 1, "{name} needs one wrong example");
            assert_eq!(info.page.matches("```rules right\n").count(), 1, "{name} needs one right example");
            assert!(!info.wrong().is_empty() && !info.right().is_empty(), "{name} has an empty example");
            assert_eq!(info.page.matches("```").count(), 4, "{name} has other blocks or an open one");
        }
    }

    #[test]
    fn finds_codes_by_name() {
        assert_eq!(find("r0101").map(|info| info.code.0), Some("R0101"));
        assert!(find("R9999").is_none());
    }
}
