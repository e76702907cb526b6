//! Numbers in digits and in words, both ways.

use super::{Language, Token};

/// How a number is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// `20`.
    Digits,
    /// `twenty`.
    Words,
    /// `20th`, `twentieth`.
    Ordinal,
}

/// A number that stands at a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Numeral {
    /// Its value.
    pub value: u32,
    /// How it is written.
    pub style: Style,
    /// How many tokens it takes.
    pub tokens: usize,
}

/// The number that begins at this token, if one does.
pub fn numeral(language: Language, tokens: &[Token], at: usize) -> Option<Numeral> {
    let word = tokens.get(at)?.text.as_str();
    let words = language.words();
    if word.starts_with(|c: char| c.is_ascii_digit()) {
        let digits = word.trim_end_matches(|c: char| !c.is_ascii_digit());
        let ending = word[digits.len()..].trim_start_matches('.');
        let value = digits.parse().ok()?;
        if ending.is_empty() {
            return Some(Numeral { value, style: Style::Digits, tokens: 1 });
        }
        return words.ordinal_endings.contains(&ending).then_some(Numeral { value, style: Style::Ordinal, tokens: 1 });
    }
    if let Some((_, value)) = words.ordinals.iter().find(|(w, _)| *w == word) {
        return Some(Numeral { value: *value, style: Style::Ordinal, tokens: 1 });
    }
    let below = |at: usize| -> Option<(u32, usize)> {
        let value = |at: usize| {
            let word = tokens.get(at)?.text.as_str();
            words.numbers.iter().find(|(w, _)| *w == word).map(|(_, v)| *v)
        };
        let first = value(at)?;
        if first < 20 || first % 10 != 0 {
            return Some((first, 1));
        }
        let skip = usize::from(!words.joins_tens.is_empty());
        let joined = skip == 0 || tokens.get(at + 1).is_some_and(|t| t.text == words.joins_tens);
        match value(at + 1 + skip) {
            // `thirty three`, not `twenty or two`.
            Some(unit @ 1..=9) if joined => Some((first + unit, 2 + skip)),
            _ => Some((first, 1)),
        }
    };
    let hundred = |at: usize| {
        let word = tokens.get(at)?.text.as_str();
        words.hundreds.iter().find(|(w, _)| *w == word).map(|(_, v)| *v)
    };
    let (mut value, mut taken) = match (hundred(at), below(at)) {
        (Some(h), _) => (h, 1),
        (None, Some((n @ 1..=9, 1))) if hundred(at + 1) == Some(100) => (n * 100, 2),
        (None, Some((n, taken))) => return Some(Numeral { value: n, style: Style::Words, tokens: taken }),
        (None, None) => return None,
    };
    let and = usize::from(tokens.get(at + taken).is_some_and(|t| t.text == "and"));
    if let Some((rest, more)) = below(at + taken + and) {
        value += rest;
        taken += and + more;
    }
    Some(Numeral { value, style: Style::Words, tokens: taken })
}

/// A number, written as another one was.
pub fn write(language: Language, value: u32, style: Style) -> String {
    let words = language.words();
    let digits = value.to_string();
    let word = |v: u32| words.numbers.iter().find(|(_, n)| *n == v).map(|(w, _)| *w);
    match style {
        Style::Digits => digits,
        Style::Ordinal => {
            let word = words.ordinals.iter().find(|(_, n)| *n == value).map(|(w, _)| (*w).to_owned());
            word.unwrap_or_else(|| match language {
                Language::En => format!("{digits}{}", english_ending(value)),
                Language::Es => format!("{digits}.ª"),
            })
        }
        Style::Words => match (word(value), value) {
            (Some(w), _) => w.to_owned(),
            (None, 21..=99) => match (word(value / 10 * 10), word(value % 10)) {
                (Some(ten), Some(unit)) if words.joins_tens.is_empty() => format!("{ten}-{unit}"),
                (Some(ten), Some(unit)) => format!("{ten} {} {unit}", words.joins_tens),
                _ => digits,
            },
            _ => digits,
        },
    }
}

fn english_ending(value: u32) -> &'static str {
    match (value % 100, value % 10) {
        (11..=13, _) => "th",
        (_, 1) => "st",
        (_, 2) => "nd",
        (_, 3) => "rd",
        _ => "th",
    }
}

#[cfg(test)]
mod tests {
    use super::{Style, numeral, write};
    use crate::language::{Language, tokens};

    fn read(language: Language, text: &str) -> Option<(u32, Style)> {
        let all = tokens(text);
        numeral(language, &all, 0).filter(|n| n.tokens == all.len()).map(|n| (n.value, n.style))
    }

    #[test]
    fn numbers_are_read_as_they_are_written() {
        for value in 0..=99 {
            for language in Language::ALL {
                for style in [Style::Digits, Style::Words] {
                    let text = write(language, value, style);
                    assert_eq!(read(language, &text), Some((value, style)), "{text}");
                }
            }
        }
    }

    #[test]
    fn hundreds_and_ordinals_are_read() {
        let en = |t: &str| read(Language::En, t).map(|(v, _)| v);
        assert_eq!(en("one hundred and eighty-six"), Some(186));
        assert_eq!(en("a hundred"), None);
        assert_eq!(en("15th"), Some(15));
        assert_eq!(en("third"), Some(3));
        let es = |t: &str| read(Language::Es, t).map(|(v, _)| v);
        assert_eq!(es("ciento ochenta y seis"), Some(186));
        assert_eq!(es("15.ª"), Some(15));
        assert_eq!(es("tercera"), Some(3));
        assert_eq!(es("cien"), Some(100));
        assert_eq!(es("veintidós"), Some(22));
    }
}
