//! Seeded changes of inputs: words and lines taken out, doubled, exchanged, brought over from another input.

use fastrand::Rng;

/// What hardly anybody writes.
const STRANGE: [&str; 24] = [
    "0",
    "1",
    "4294967295",
    "99999999999",
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    ":",
    ",",
    "..",
    "=",
    "\"",
    "not",
    "or",
    "and",
    "*",
    "+",
    "é",
    "\u{feff}",
    "\n",
    "- &a [*a, *a]",
];

/// Some changes of an input; `other` lends parts of itself.
pub fn mutate(random: &mut Rng, input: &[u8], other: &[u8]) -> Vec<u8> {
    let mut made = input.to_vec();
    for _ in 0..random.usize(1..6) {
        change(random, &mut made, other);
    }
    made.truncate(64 << 10);
    made
}

fn change(random: &mut Rng, made: &mut Vec<u8>, other: &[u8]) {
    let (start, end) = word(random, made);
    match random.u8(..9) {
        0 => _ = made.drain(start..end),
        1 => {
            let copy = made[start..end].to_vec();
            let at = random.usize(..=made.len());
            made.splice(at..at, copy);
        }
        2 => {
            let (from, to) = word(random, other);
            made.splice(start..end, other[from..to].iter().copied());
        }
        3 => {
            let strange = STRANGE[random.usize(..STRANGE.len())];
            made.splice(start..end, strange.bytes());
        }
        4 => {
            let (from, to) = line(random, other);
            let at = line(random, made).0;
            made.splice(at..at, other[from..to].iter().copied());
        }
        5 => {
            let (from, to) = line(random, made);
            made.drain(from..to);
        }
        6 => {
            // Much of the same.
            let copy = made[start..end].repeat(random.usize(2..200));
            made.splice(start..end, copy);
        }
        7 if !made.is_empty() => {
            let at = random.usize(..made.len());
            made[at] = random.u8(..);
        }
        _ => {
            let (from, to) = line(random, made);
            let copy = made[from..to].to_vec();
            let at = line(random, made).0;
            made.splice(at..at, copy);
        }
    }
}

/// The bounds of some word, with the blanks before it.
fn word(random: &mut Rng, text: &[u8]) -> (usize, usize) {
    around(random, text, |b| b.is_ascii_whitespace() || b",:[](){}".contains(&b))
}

/// The bounds of some line.
fn line(random: &mut Rng, text: &[u8]) -> (usize, usize) {
    around(random, text, |b| b == b'\n')
}

fn around(random: &mut Rng, text: &[u8], apart: impl Fn(u8) -> bool) -> (usize, usize) {
    let at = random.usize(..=text.len());
    let start = text[..at].iter().rposition(|&b| apart(b)).unwrap_or(0);
    let end = text[at..].iter().position(|&b| apart(b)).map_or(text.len(), |i| at + i);
    (start, end)
}
