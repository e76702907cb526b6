//! From nodes of YAML to a text in the language: the file, its blocks, their texts.

use std::ops::Range;

use rulebook_diagnostics::{Code, Diagnostic, FileId, Span, codes, nearest};
use rulebook_syntax::{Part, check_part};

use super::{
    assembled::{Assembled, placed},
    comments::{self, Comment},
    node::{Kind, Node, Scalar},
};

/// Reads the nodes of a file.
#[derive(Debug)]
pub(super) struct Reader<'y> {
    pub(super) file: FileId,
    pub(super) yaml: &'y str,
    pub(super) out: Assembled,
    pub(super) diagnostics: Vec<Diagnostic>,
    /// The comments that have not come yet.
    comments: std::iter::Peekable<std::vec::IntoIter<Comment>>,
}

/// The keys of a mapping with their values.
pub(super) type Pairs = [(Scalar, Node)];

/// The text that a file stands for, and what is wrong with its form.
pub(super) fn spec(file: FileId, yaml: &str, root: &Node) -> (Assembled, Vec<Diagnostic>) {
    let comments = comments::find(yaml, root).into_iter().peekable();
    let mut reader = Reader { file, yaml, out: Assembled::default(), diagnostics: Vec::new(), comments };
    reader.document(root);
    (reader.out, reader.diagnostics)
}

/// The value of a key.
pub(super) fn value<'n>(pairs: &'n Pairs, key: &str) -> Option<&'n Node> {
    pairs.iter().find(|(k, _)| k.text == key).map(|(_, node)| node)
}

impl Reader<'_> {
    fn document(&mut self, root: &Node) {
        let Some(pairs) = self.map(root, "the file") else { return };
        self.keys(pairs, &["rulebook", "blocks"], &["rulebook", "blocks"], &root.place);
        let start = pairs.first().map_or(0, |(key, _)| key.place.start);
        self.comments_before(start, "");
        if let Some((key, node)) = pairs.iter().find(|(k, _)| k.text == "rulebook") {
            self.out.words("rulebook ", &key.place);
            if let Some(version) = self.scalar(node) {
                self.out.part(version);
            }
            self.trailing(node.place.end);
            self.out.words("\n", &node.place);
        }
        let Some(blocks) = value(pairs, "blocks") else { return };
        for block in self.list(blocks).unwrap_or_default() {
            self.block(block);
        }
        self.comments_before(self.yaml.len() + 1, "");
    }

    fn block(&mut self, node: &Node) {
        self.comments_before(node.place.start, "");
        let Some(pairs) = self.map(node, "a block") else { return };
        let kinds = ["game", "family", "texts"];
        let mut found = pairs.iter().filter(|(key, _)| kinds.contains(&key.text.as_str()));
        let Some((kind, name)) = found.next() else {
            // A misspelled key is the likelier mistake.
            let keys = ["game", "family", "texts", "extends", "with", "clauses", "lines"];
            self.keys(pairs, &keys, &[], &node.place);
            self.report(
                codes::MISSING_KEY,
                &node.place,
                "this block has none of the keys `game`, `family` and `texts`",
            );
            return;
        };
        let is_texts = kind.text == "texts";
        let body = if is_texts { "lines" } else { "clauses" };
        let allowed: &[&str] =
            if is_texts { &["texts", "lines"] } else { &[kind.text.as_str(), "extends", "with", "clauses"] };
        self.keys(pairs, allowed, &[body], &node.place);
        let Some(name) = self.part(name, Part::Name) else { return };
        let (kind_place, end) = (kind.place.clone(), node.place.end);
        if comments::blank_before(self.yaml, node.place.start) {
            self.out.words("\n", &kind_place);
        }
        self.out.words(&format!("{} ", kind.text), &kind_place);
        self.out.part(name);
        self.extends(pairs);
        self.out.words(" {", &kind_place);
        self.trailing(name.place.end);
        self.out.words("\n", &kind_place);
        for node in value(pairs, body).and_then(|node| self.list(node)).unwrap_or_default() {
            self.comments_before(node.place.start, "  ");
            if is_texts { self.text_line(node) } else { self.clause(node) }
        }
        // Comments that stand as far in as the clauses do are theirs.
        let column = comments_column(self.yaml, node.place.start);
        while self.comments.peek().is_some_and(|c| c.at < end || c.column > column) {
            let Some(comment) = self.comments.next() else { break };
            self.own_line(&comment, "  ");
        }
        self.out.words("}\n", &(end.saturating_sub(1)..end));
    }

    fn extends(&mut self, pairs: &Pairs) {
        let parent = pairs.iter().find(|(k, _)| k.text == "extends");
        if let Some((key, node)) = parent
            && let Some(parent) = self.part(node, Part::Name)
        {
            self.out.words(" extends ", &key.place);
            self.out.part(parent);
        }
        let Some((key, node)) = pairs.iter().find(|(k, _)| k.text == "with") else { return };
        if parent.is_none() {
            self.report(
                codes::MISSING_KEY,
                &key.place,
                "`with` sets parameters of what the game extends: `extends` is missing",
            );
            return;
        }
        let Some(bindings) = self.map(node, "`with`") else { return };
        for (i, (name, node)) in bindings.iter().enumerate() {
            if let Some(error) = check_part(Part::Name, self.file, &name.text) {
                self.diagnostics.push(placed(error, name, self.yaml));
                continue;
            }
            let Some(value) = self.part(node, Part::Raw) else { continue };
            self.out.words(if i == 0 { " with " } else { ", " }, &key.place);
            self.out.part(name);
            self.out.words(" = ", &name.place);
            self.out.part(value);
        }
    }

    /// A line of texts: a document, or what is said of a clause.
    fn text_line(&mut self, node: &Node) {
        let Some(pairs) = self.map(node, "a line of texts") else { return };
        if comments::blank_before(self.yaml, node.place.start) {
            self.out.words("\n", &node.place);
        }
        let mut line = Assembled::default();
        let comments = self.comments_within(node.place.clone());
        let good = if value(pairs, "document").is_some() {
            self.document_line(pairs, node, &comments, &mut line)
        } else {
            self.claim(pairs, node, &comments, &mut line)
        };
        if good.is_some() {
            self.out.words("  ", &node.place);
            self.out.append(&line);
            self.trailing(node.place.end);
            self.out.words("\n", &node.place);
        }
    }

    fn document_line(&mut self, pairs: &Pairs, node: &Node, comments: &[Comment], line: &mut Assembled) -> Option<()> {
        self.keys(pairs, &["document", "title"], &["document", "title"], &node.place);
        let name = self.part(value(pairs, "document")?, Part::Document);
        let title = self.sentence(value(pairs, "title")?);
        line.words("document ", &node.place);
        line.part(name?);
        line.words(" ", &node.place);
        line.quoted(title?);
        line.comments(comments);
        Some(())
    }

    fn claim(&mut self, pairs: &Pairs, node: &Node, comments: &[Comment], line: &mut Assembled) -> Option<()> {
        let allowed = ["id", "sources", "formerly", "texts"];
        self.keys(pairs, &allowed, &["id"], &node.place);
        let before = self.diagnostics.len();
        line.part(self.part(value(pairs, "id")?, Part::Path)?);
        for source in value(pairs, "sources").and_then(|node| self.list(node)).unwrap_or_default() {
            line.words(" ", &source.place);
            self.source(source, line);
        }
        if let Some((key, node)) = pairs.iter().find(|(k, _)| k.text == "formerly")
            && let Some(old) = self.part(node, Part::Path)
        {
            line.words(" formerly ", &key.place);
            line.part(old);
        }
        line.comments(comments);
        let texts = value(pairs, "texts").and_then(|node| self.map(node, "`texts`")).unwrap_or_default();
        for (language, node) in texts {
            let two_letters = language.text.len() == 2 && language.text.bytes().all(|b| b.is_ascii_lowercase());
            if !two_letters {
                self.report(codes::WRONG_SHAPE, &language.place, "a language has two small letters, such as `en`");
                continue;
            }
            let Some(sentence) = self.sentence(node) else { continue };
            line.words("\n    ", &language.place);
            line.part(language);
            line.words(" ", &language.place);
            line.quoted(sentence);
        }
        (self.diagnostics.len() == before).then_some(())
    }

    /// A document, or a mapping from it to its paragraphs.
    fn source(&mut self, node: &Node, line: &mut Assembled) -> Option<()> {
        let Kind::Map(pairs) = &node.kind else {
            line.part(self.part(node, Part::Document)?);
            return Some(());
        };
        let [(document, paragraphs)] = pairs.as_slice() else {
            self.report(codes::WRONG_SHAPE, &node.place, "a source is one document with its paragraphs");
            return None;
        };
        if let Some(error) = check_part(Part::Document, self.file, &document.text) {
            self.diagnostics.push(placed(error, document, self.yaml));
            return None;
        }
        line.part(document);
        for (i, number) in self.list(paragraphs)?.iter().enumerate() {
            let number = self.scalar(number)?;
            if number.text.is_empty() || !number.text.bytes().all(|b| b.is_ascii_digit()) {
                self.report(codes::WRONG_SHAPE, &number.place, "a paragraph is a number");
                return None;
            }
            line.words(if i == 0 { " " } else { ", " }, &number.place);
            line.part(number);
        }
        Some(())
    }

    /// A text without line ends.
    fn sentence<'n>(&mut self, node: &'n Node) -> Option<&'n Scalar> {
        let sentence = self.scalar(node)?;
        if sentence.text.trim_end_matches('\n').contains(['\n', '\r']) {
            let error = "a sentence has no line ends";
            self.report(codes::WRONG_SHAPE, &sentence.place, error).help =
                Some(String::from("write it on one line, or folded with `>-`"));
            return None;
        }
        Some(sentence)
    }

    /// A text that is this part of a clause.
    pub(super) fn part<'n>(&mut self, node: &'n Node, part: Part) -> Option<&'n Scalar> {
        let scalar = self.scalar(node)?;
        match check_part(part, self.file, &scalar.text) {
            None => Some(scalar),
            Some(error) => {
                self.diagnostics.push(placed(error, scalar, self.yaml));
                None
            }
        }
    }

    pub(super) fn scalar<'n>(&mut self, node: &'n Node) -> Option<&'n Scalar> {
        match &node.kind {
            Kind::Scalar(scalar) if !scalar.is_null() => Some(scalar),
            _ => {
                let what = format!("a text is expected here, not {}", node.what());
                self.report(codes::WRONG_SHAPE, &node.place, what);
                None
            }
        }
    }

    pub(super) fn list<'n>(&mut self, node: &'n Node) -> Option<&'n [Node]> {
        if let Kind::List(nodes) = &node.kind {
            return Some(nodes);
        }
        let what = format!("a list is expected here, not {}", node.what());
        self.report(codes::WRONG_SHAPE, &node.place, what);
        None
    }

    pub(super) fn map<'n>(&mut self, node: &'n Node, what: &str) -> Option<&'n Pairs> {
        if let Kind::Map(pairs) = &node.kind {
            return Some(pairs);
        }
        let message = format!("{what} is a mapping: keys with their values, not {}", node.what());
        self.report(codes::WRONG_SHAPE, &node.place, message);
        None
    }

    /// Reports keys that are not known, and those that are missing.
    pub(super) fn keys(&mut self, pairs: &Pairs, known: &[&str], needed: &[&str], place: &Range<usize>) {
        for (key, _) in pairs.iter().filter(|(key, _)| !known.contains(&key.text.as_str())) {
            let near = nearest(&key.text, known.iter().copied());
            let list = known.iter().map(|k| format!("`{k}`")).collect::<Vec<_>>().join(", ");
            let file = self.file;
            let error = self.report(codes::UNKNOWN_KEY, &key.place, format!("there is no key `{}` here", key.text));
            match near {
                Some(near) => {
                    let span = Span::new(file, key.place.start as u32, key.place.end as u32);
                    *error = error.clone().help(format!("did you mean `{near}`?")).fix(span, near);
                }
                None => error.help = Some(format!("the keys are {list}")),
            }
        }
        for key in needed.iter().filter(|key| value(pairs, key).is_none()) {
            // The first line of a mapping is enough to show where.
            let first = self.yaml.get(place.clone()).and_then(|t| t.lines().next()).map_or(0, str::len);
            self.report(codes::MISSING_KEY, &(place.start..place.start + first), format!("the key `{key}` is missing"));
        }
    }

    pub(super) fn report(&mut self, code: Code, place: &Range<usize>, message: impl Into<String>) -> &mut Diagnostic {
        let span = Span::new(self.file, place.start as u32, place.end as u32);
        self.diagnostics.push(Diagnostic::error(code, span, message));
        let last = self.diagnostics.len() - 1;
        &mut self.diagnostics[last]
    }

    /// The comments before a byte, each on a line of its own.
    pub(super) fn comments_before(&mut self, at: usize, indent: &str) {
        while let Some(comment) = self.comments.next_if(|c| c.at < at) {
            self.own_line(&comment, indent);
        }
    }

    fn own_line(&mut self, comment: &Comment, indent: &str) {
        let place = comment.at..comment.at;
        if comment.blank_before {
            self.out.words("\n", &place);
        }
        self.out.words(&format!("{indent}//{}\n", comment.text), &place);
    }

    /// The comment on the line on which a node ends.
    pub(super) fn trailing(&mut self, end: usize) {
        let line_end = self.yaml.get(end..).and_then(|rest| rest.find('\n')).map_or(self.yaml.len(), |i| end + i);
        if let Some(comment) = self.comments.next_if(|c| c.trailing && c.at >= end && c.at < line_end) {
            self.out.comments(&[comment]);
        }
    }

    /// The comments between two bytes.
    pub(super) fn comments_within(&mut self, bytes: Range<usize>) -> Vec<Comment> {
        let mut found = Vec::new();
        while let Some(comment) = self.comments.next_if(|c| c.at < bytes.end) {
            found.push(comment);
        }
        found
    }
}

/// The column of a byte.
fn comments_column(yaml: &str, at: usize) -> usize {
    let before = yaml.get(..at).unwrap_or("");
    before.rsplit('\n').next().unwrap_or("").chars().count()
}
