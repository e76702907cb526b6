//! The comments of a YAML file.

use std::ops::Range;

use super::node::{Kind, Node};

/// A comment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Comment {
    /// What follows the `#`.
    pub(super) text: String,
    /// The byte of its `#`.
    pub(super) at: usize,
    /// Something stands before it on its line.
    pub(super) trailing: bool,
    /// Its column, from 0.
    pub(super) column: usize,
    /// An empty line stands before it.
    pub(super) blank_before: bool,
}

/// All comments of a file, in order.
pub(super) fn find(yaml: &str, root: &Node) -> Vec<Comment> {
    let mut texts = Vec::new();
    collect(root, &mut texts);
    texts.sort_by_key(|place| place.start);
    let mut comments = Vec::new();
    let mut texts = texts.into_iter().peekable();
    let mut at = 0;
    while let Some(found) = yaml.get(at..).and_then(|rest| rest.find('#')) {
        let hash = at + found;
        while texts.next_if(|place| place.end <= hash).is_some() {}
        if let Some(inside) = texts.peek().filter(|place| place.contains(&hash)) {
            at = inside.end.max(hash + 1);
            continue;
        }
        at = hash + 1;
        let before = yaml.get(..hash).unwrap_or("");
        if !before.is_empty() && !before.ends_with([' ', '\t', '\n', '\r', '\u{feff}']) {
            continue;
        }
        let rest = yaml.get(hash + 1..).unwrap_or("");
        let text = rest.split(['\n', '\r']).next().unwrap_or("");
        let line = before.rsplit(['\n', '\r']).next().unwrap_or("");
        comments.push(Comment {
            text: text.trim_end().to_owned(),
            at: hash,
            trailing: !line.trim().is_empty(),
            column: line.chars().count(),
            blank_before: blank_before(yaml, hash),
        });
        at = hash + 1 + text.len();
    }
    comments
}

/// Does an empty line stand before the line of a byte?
pub(super) fn blank_before(yaml: &str, at: usize) -> bool {
    let before = yaml.get(..at).unwrap_or("");
    let mut lines = before.rsplit('\n').skip(1);
    let empty = lines.next().is_some_and(|line| line.trim().is_empty());
    empty && lines.next().is_some()
}

/// The places of all keys and texts.
fn collect(node: &Node, texts: &mut Vec<Range<usize>>) {
    match &node.kind {
        Kind::Scalar(scalar) => texts.push(scalar.place.clone()),
        Kind::List(nodes) => nodes.iter().for_each(|node| collect(node, texts)),
        Kind::Map(pairs) => {
            for (key, node) in pairs {
                texts.push(key.place.clone());
                collect(node, texts);
            }
        }
    }
}
