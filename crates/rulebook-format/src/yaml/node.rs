//! A YAML document as a tree of nodes with their places in the file.

#![expect(clippy::result_large_err, reason = "a file has one such mistake, and it is moved once")]

use std::ops::Range;

use rulebook_diagnostics::{Diagnostic, FileId, Span, codes};
use saphyr_parser::{Event, Marker, Parser, ScalarStyle};

use super::scalar::align;

/// How deep lists and mappings may nest: more than the form of a spec ever does.
const MOST_DEPTH: usize = 16;

/// A node.
#[derive(Clone, Debug)]
pub(super) struct Node {
    /// What it is.
    pub(super) kind: Kind,
    /// Its bytes in the file.
    pub(super) place: Range<usize>,
}

/// What a node is.
#[derive(Clone, Debug)]
pub(super) enum Kind {
    /// A text or a number.
    Scalar(Scalar),
    /// A list.
    List(Vec<Node>),
    /// Keys with their values, in order.
    Map(Vec<(Scalar, Node)>),
}

/// A text with the place of each of its bytes.
#[derive(Clone, Debug)]
pub(super) struct Scalar {
    /// The text that is meant.
    pub(super) text: String,
    /// It stands there without quotes.
    pub(super) plain: bool,
    /// For each byte of the text its byte in the file.
    pub(super) bytes: Vec<u32>,
    /// What it covers in the file.
    pub(super) place: Range<usize>,
}

impl Node {
    /// What it is, for people.
    pub(super) fn what(&self) -> &'static str {
        match &self.kind {
            Kind::Scalar(scalar) if scalar.is_null() => "nothing",
            Kind::Scalar(_) => "a text",
            Kind::List(_) => "a list",
            Kind::Map(_) => "a mapping",
        }
    }
}

impl Scalar {
    /// Nothing is written there.
    pub(super) fn is_null(&self) -> bool {
        self.plain && matches!(self.text.as_str(), "" | "~" | "null")
    }
}

/// Reads the one document of a file.
pub(super) fn read(file: FileId, text: &str) -> Result<Node, Diagnostic> {
    let mut builder =
        Builder { file, text, chars: text.char_indices().map(|(i, _)| i).collect(), open: Vec::new(), root: None };
    builder.chars.push(text.len());
    // Characters one by one: with a text as a whole the library counts bytes in some places and characters in others.
    for event in Parser::new_from_iter(text.chars()) {
        match event {
            Ok((event, span)) => builder.event(event, span.start, span.end)?,
            Err(error) => {
                let at = builder.byte(error.marker());
                return Err(builder.wrong(at..at, format!("this is no YAML: {}", error.info())));
            }
        }
    }
    let end = text.len();
    builder.root.take().ok_or_else(|| builder.wrong(0..end.min(1), "the file holds no YAML"))
}

/// Lists and mappings that are open.
#[derive(Debug)]
enum Open {
    List(usize, Vec<Node>),
    Map(usize, Vec<(Scalar, Node)>, Option<Scalar>),
}

/// Puts nodes together.
#[derive(Debug)]
struct Builder<'t> {
    file: FileId,
    text: &'t str,
    /// Where each character begins.
    chars: Vec<usize>,
    open: Vec<Open>,
    root: Option<Node>,
}

impl Builder<'_> {
    fn byte(&self, marker: &Marker) -> usize {
        self.chars.get(marker.index()).copied().unwrap_or(self.text.len())
    }

    fn wrong(&self, place: Range<usize>, message: impl Into<String>) -> Diagnostic {
        Diagnostic::error(codes::NOT_YAML, Span::new(self.file, place.start as u32, place.end as u32), message)
    }

    fn event(&mut self, event: Event<'_>, start: Marker, end: Marker) -> Result<(), Diagnostic> {
        let place = self.byte(&start)..self.byte(&end);
        match event {
            Event::Alias(_) => {
                let error = self.wrong(place, "a spec has no aliases");
                return Err(error.help("write out what the alias stands for"));
            }
            Event::DocumentStart(_) if self.root.is_some() => {
                let error = self.wrong(place, "a second document begins here");
                return Err(error.help("a file holds one spec: put the other into a file of its own"));
            }
            Event::Scalar(value, style, _, _) => {
                let (bytes, place) = align(self.text, place, &value, style);
                let scalar = Scalar { text: value.into_owned(), plain: style == ScalarStyle::Plain, bytes, place };
                return self.scalar(scalar);
            }
            Event::SequenceStart(..) | Event::MappingStart(..) => {
                if self.open.len() >= MOST_DEPTH {
                    return Err(self.wrong(place, format!("this nests more than {MOST_DEPTH} deep")));
                }
                let is_list = matches!(event, Event::SequenceStart(..));
                let start = place.start;
                self.open.push(if is_list {
                    Open::List(start, Vec::new())
                } else {
                    Open::Map(start, Vec::new(), None)
                });
            }
            Event::SequenceEnd | Event::MappingEnd => return self.close(place.start),
            _ => {}
        }
        Ok(())
    }

    /// A key, or a value.
    fn scalar(&mut self, scalar: Scalar) -> Result<(), Diagnostic> {
        if let Some(Open::Map(_, pairs, key @ None)) = self.open.last_mut() {
            if let Some((first, _)) = pairs.iter().find(|(k, _)| k.text == scalar.text) {
                let (first, again) = (first.place.clone(), scalar.place.clone());
                let first = Span::new(self.file, first.start as u32, first.end as u32);
                let error = self.wrong(again, format!("`{}` is given twice", scalar.text));
                return Err(error.also(first, "first here"));
            }
            *key = Some(scalar);
            return Ok(());
        }
        let place = scalar.place.clone();
        self.value(Node { kind: Kind::Scalar(scalar), place })
    }

    /// A value of what is open.
    fn value(&mut self, node: Node) -> Result<(), Diagnostic> {
        let place = node.place.clone();
        match self.open.last_mut() {
            None => self.root = Some(node),
            Some(Open::List(_, nodes)) => nodes.push(node),
            Some(Open::Map(_, pairs, key)) => match key.take() {
                Some(key) => pairs.push((key, node)),
                None => return Err(self.wrong(place, "a key is a word, not a list or a mapping")),
            },
        }
        Ok(())
    }

    /// The end of a list or a mapping. The library places it where the next thing begins; it ends with its last node.
    fn close(&mut self, at: usize) -> Result<(), Diagnostic> {
        let flow_end = |start: usize, last: usize| match self.text.get(start..start + 1) {
            Some("[" | "{") => (at + 1).min(self.text.len()),
            _ => last,
        };
        let node = match self.open.pop() {
            Some(Open::List(start, nodes)) => {
                let end = flow_end(start, nodes.last().map_or(start, |n| n.place.end));
                Node { place: start..end.max(start), kind: Kind::List(nodes) }
            }
            Some(Open::Map(start, pairs, _)) => {
                let start = pairs.first().map_or(start, |(k, _)| start.min(k.place.start));
                let end = flow_end(start, pairs.last().map_or(start, |(k, n)| n.place.end.max(k.place.end)));
                Node { place: start..end.max(start), kind: Kind::Map(pairs) }
            }
            None => return Ok(()),
        };
        self.value(node)
    }
}
