//! From a mapping of YAML to a clause in the language.

use std::ops::Range;

use rulebook_diagnostics::{codes, nearest};

use super::{
    assembled::Assembled,
    comments::{Comment, blank_before},
    forms::{FORMS, Field, Form, Shape, find},
    node::{Node, Scalar},
    read::{Pairs, Reader, value},
};

/// A line of the language that is longer is broken before some of its parts.
const MOST_COLUMNS: usize = 110;

/// Where a part goes on that is broken.
const BREAK: &str = "\n     ";

/// A piece of a clause, in the order of the language.
#[derive(Clone, Debug)]
struct Piece<'n> {
    /// Words before it.
    before: &'static str,
    /// The part itself, if it is not only words.
    part: Option<&'n Scalar>,
    /// Words behind it.
    after: &'static str,
    /// The key, or the sign of the list.
    place: Range<usize>,
    /// The part may stand on a line of its own.
    breaks: bool,
}

impl Reader<'_> {
    /// Reads a clause.
    pub(super) fn clause(&mut self, node: &Node) {
        let before = self.diagnostics.len();
        let Some(pairs) = self.map(node, "a clause") else { return };
        let Some(form) = self.form(pairs, node) else { return };
        let mut known = vec!["clause", "assume"];
        known.extend(form.fields.iter().map(|field| field.key));
        let needed: Vec<&str> = form.fields.iter().filter(|f| f.needed).map(|f| f.key).collect();
        self.keys(pairs, &known, &needed, &node.place);
        self.one_of(pairs, form, node);
        let mut pieces = Vec::new();
        let assume =
            Field { key: "assume", shape: Shape::Flag, before: "assume ", after: "", needed: false, breaks: false };
        self.field(pairs, &assume, &mut pieces);
        let word = pairs.iter().find(|(k, _)| k.text == "clause").map_or(node.place.clone(), |(_, n)| n.place.clone());
        if !form.head.is_empty() {
            pieces.push(Piece { before: form.head, part: None, after: "", place: word.clone(), breaks: false });
        }
        for field in form.fields {
            self.field(pairs, field, &mut pieces);
        }
        if self.diagnostics.len() == before {
            self.put(node, &word, &pieces);
        }
    }

    /// The kind of clause.
    fn form(&mut self, pairs: &Pairs, node: &Node) -> Option<&'static Form> {
        let Some(word) = value(pairs, "clause") else {
            self.keys(pairs, &[], &["clause"], &node.place);
            // Without its kind the other keys say nothing.
            let of_clause = |d: &rulebook_diagnostics::Diagnostic| d.code != codes::UNKNOWN_KEY;
            let start = node.place.start as u32;
            self.diagnostics.retain(|d| d.primary.span.start < start || of_clause(d));
            return None;
        };
        let word = self.scalar(word)?;
        let form = find(&word.text);
        if form.is_none() {
            let near = nearest(&word.text, FORMS.iter().map(|f| f.clause));
            let words = FORMS.iter().map(|f| f.clause).collect::<Vec<_>>().join(", ");
            let help = near.map_or_else(|| format!("a clause is one of: {words}"), |n| format!("did you mean `{n}`?"));
            self.report(codes::WRONG_SHAPE, &word.place, format!("there is no clause `{}`", word.text)).help =
                Some(help);
        }
        form
    }

    /// Exactly one of some keys has to be there.
    fn one_of(&mut self, pairs: &Pairs, form: &Form, node: &Node) {
        let there: Vec<&Scalar> =
            pairs.iter().map(|(key, _)| key).filter(|k| form.one_of.contains(&k.text.as_str())).collect();
        let list = form.one_of.iter().map(|k| format!("`{k}`")).collect::<Vec<_>>().join(" and ");
        match there.as_slice() {
            [] if !form.one_of.is_empty() => {
                let first = self.yaml.get(node.place.clone()).and_then(|t| t.lines().next()).map_or(0, str::len);
                let place = node.place.start..node.place.start + first;
                self.report(codes::MISSING_KEY, &place, format!("one of the keys {list} is missing"));
            }
            [_, second, ..] => {
                let place = second.place.clone();
                self.report(codes::WRONG_SHAPE, &place, format!("only one of the keys {list} can be there"));
            }
            _ => {}
        }
    }

    /// Reads the value of a key.
    fn field<'n>(&mut self, pairs: &'n Pairs, field: &Field, pieces: &mut Vec<Piece<'n>>) -> Option<()> {
        let (key, node) = pairs.iter().find(|(k, _)| k.text == field.key)?;
        let place = key.place.clone();
        let piece = |before, part, after, place, breaks| Piece { before, part, after, place, breaks };
        match field.shape {
            Shape::One(part) => {
                let part = self.part(node, part)?;
                pieces.push(piece(field.before, Some(part), field.after, place, field.breaks));
            }
            Shape::Many(part, between) => {
                let nodes = self.list(node)?;
                if nodes.is_empty() {
                    self.report(codes::WRONG_SHAPE, &node.place, "this list is empty").help =
                        Some(format!("leave out `{}` if there is nothing to say", field.key));
                }
                for (i, node) in nodes.iter().enumerate() {
                    let Some(part) = self.part(node, part) else { continue };
                    let before = if i == 0 { field.before } else { between };
                    let after = if i + 1 == nodes.len() { field.after } else { "" };
                    let place = if i == 0 { place.clone() } else { node.place.clone() };
                    pieces.push(piece(before, Some(part), after, place, field.breaks && i == 0));
                }
            }
            Shape::Flag => match self.scalar(node)?.text.as_str() {
                "true" => pieces.push(piece(field.before, None, "", place, false)),
                "false" => {}
                _ => {
                    self.report(codes::WRONG_SHAPE, &node.place, format!("`{}` is `true` or `false`", field.key));
                }
            },
            Shape::Choice(choices) => {
                let word = self.scalar(node)?;
                if let Some((_, words)) = choices.iter().find(|(w, _)| *w == word.text) {
                    pieces.push(piece(words, None, "", place, false));
                } else {
                    let list = choices.iter().map(|(w, _)| format!("`{w}`")).collect::<Vec<_>>().join(" or ");
                    self.report(codes::WRONG_SHAPE, &word.place, format!("`{}` is {list}", field.key));
                }
            }
        }
        Some(())
    }

    /// Puts a clause down, with its comments, on one line if that is not too long.
    fn put(&mut self, node: &Node, word: &Range<usize>, pieces: &[Piece<'_>]) {
        if blank_before(self.yaml, node.place.start) {
            self.out.words("\n", word);
        }
        // What stands beside the clause word is said of the clause.
        let word_line =
            self.yaml.get(word.end..).and_then(|rest| rest.find('\n')).map_or(self.yaml.len(), |i| word.end + i);
        let comments = self.comments_within(node.place.clone());
        let (beside, comments): (Vec<Comment>, Vec<Comment>) = comments.into_iter().partition(|c| c.at < word_line);
        let mut line = clause(word, pieces, &comments, false);
        if line.text.lines().any(|l| l.chars().count() > MOST_COLUMNS) {
            line = clause(word, pieces, &comments, true);
        }
        self.out.append(&line);
        self.trailing(node.place.end);
        self.out.comments(&beside);
        self.out.words("\n", word);
    }
}

/// The piece behind which a comment stands.
fn owner(pieces: &[Piece<'_>], comment: &Comment) -> usize {
    let start = |i: &usize| pieces[*i].part.map_or(pieces[*i].place.start, |part| part.place.start);
    (0..pieces.len()).filter(|i| start(i) < comment.at).max_by_key(start).unwrap_or(0)
}

/// A clause in the language.
fn clause(word: &Range<usize>, pieces: &[Piece<'_>], comments: &[Comment], broken: bool) -> Assembled {
    let mut line = Assembled::default();
    line.words("  ", word);
    for (i, piece) in pieces.iter().enumerate() {
        let after_comment = line.text.ends_with(BREAK);
        match piece.before.split_once(' ') {
            Some((sign, rest)) if broken && piece.breaks => {
                line.words(sign, &piece.place);
                line.words(BREAK, &piece.place);
                line.words(rest.trim_start(), &piece.place);
            }
            _ if after_comment => line.words(piece.before.trim_start_matches(' '), &piece.place),
            _ => line.words(piece.before, &piece.place),
        }
        if let Some(part) = piece.part {
            line.part(part);
        }
        line.words(piece.after, &piece.place);
        for comment in comments.iter().filter(|c| owner(pieces, c) == i) {
            let lead = if comment.trailing { "   //" } else { "\n     //" };
            let place = comment.at..comment.at;
            line.words(lead, &place);
            line.words(&comment.text, &place);
            line.words(BREAK, &place);
        }
    }
    line
}
