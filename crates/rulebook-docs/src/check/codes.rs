//! The codes of what can be wrong with pages, and their own pages, which `rulebook explain D0101` shows.

use rulebook_diagnostics::Code;

/// A kind of mistake and what is written about it.
#[derive(Clone, Copy, Debug)]
pub struct CodeInfo {
    /// Its code.
    pub code: Code,
    /// Its page in Markdown; the first line is its title.
    pub page: &'static str,
}

impl CodeInfo {
    /// The first line of its page.
    pub fn title(&self) -> &'static str {
        self.page.lines().next().unwrap_or("").trim_start_matches('#').trim()
    }
}

/// Declares a constant for each code, and the list of all pages. Both need the word, so a macro writes them.
macro_rules! codes {
    ($($(#[$doc:meta])* $name:ident = $code:ident;)*) => {
        $($(#[$doc])* pub const $name: Code = Code(stringify!($code));)*

        const ALL: &[CodeInfo] =
            &[$(CodeInfo { code: $name, page: include_str!(concat!("../../pages/", stringify!($code), ".md")) }),*];
    };
}

codes! {
    /// A claim that does not say what the clause says.
    CLAIM = D0101;
    /// A link to a clause that does not exist.
    NO_CLAUSE = D0102;
    /// An ending that no claim tells, or one too many.
    ENDINGS = D0103;
    /// A sentence that nobody has read since its clause changed.
    STALE = D0104;
    /// A sentence without a stamp.
    NO_STAMP = D0105;
    /// A block that cannot be read.
    BAD_BLOCK = D0201;
    /// A block that the rules do not play so.
    BLOCK_FAILS = D0202;
    /// A block that differs between the languages, or is in one only.
    BLOCK_PAIR = D0203;
    /// A block without an id.
    NO_ID = D0204;
    /// A number or a cell that nothing checks.
    UNCHECKED = D0301;
    /// A link to a cell of a block that is another cell.
    WRONG_CELL = D0302;
    /// A number that a block does not come to.
    WRONG_NUMBER = D0303;
    /// A generated table that is not current.
    TABLE = D0401;
    /// A file that is generated and not current.
    GENERATED = D0402;
    /// A clause without a word about it.
    MISSING = D0501;
    /// A page that is missing in a language.
    NO_PAGE = D0502;
}

/// All codes in order.
pub fn all() -> &'static [CodeInfo] {
    ALL
}

/// What is known of a code; upper and lower case are the same.
pub fn find(code: &str) -> Option<&'static CodeInfo> {
    ALL.iter().find(|info| info.code.0.eq_ignore_ascii_case(code))
}

#[cfg(test)]
mod tests {
    use super::all;

    #[test]
    fn every_page_has_a_title_and_both_examples() {
        for info in all() {
            assert!(!info.title().is_empty(), "{}", info.code.0);
            assert!(info.page.contains("\nWrong:\n") && info.page.contains("\nRight:\n"), "{}", info.code.0);
        }
    }
}
