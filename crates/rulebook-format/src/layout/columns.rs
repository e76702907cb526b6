//! Where words stand on their lines: columns that neighbouring lines share stay shared.

use super::lines::{INDENT, Item, Line, Role};

/// A word: its line and its number on the line.
type Place = (usize, usize);

/// Lines whose words of one kind stood so far apart, or less, were meant to be aligned.
const UNEVEN: usize = 8;

/// Blanks before a comment or a reason that nothing is aligned with.
const APART: usize = 3;

/// When columns still move after so many rounds, they are left as they are.
const MOST_ROUNDS: usize = 64;

/// Writes the lines of a spec.
pub(super) fn write(lines: &[Line<'_>], aligned: bool) -> String {
    let columns = Columns::of(lines, aligned).settle();
    let mut text = String::new();
    for (line, columns) in lines.iter().zip(&columns) {
        if line.blank_before {
            text.push('\n');
        }
        let mut at = 0;
        for (item, &column) in line.items.iter().zip(columns) {
            text.extend(std::iter::repeat_n(' ', column.saturating_sub(at)));
            text.push_str(item.text);
            at = column + item.width();
        }
        text.push('\n');
    }
    text
}

/// Which words share a column, and where lines that go on begin.
#[derive(Debug)]
struct Columns<'l, 't> {
    lines: &'l [Line<'t>],
    /// The number of each word's group, if it shares its column.
    groups: Vec<Vec<Option<usize>>>,
    /// For each group how many blanks its longest line has before the column.
    gaps: Vec<usize>,
    /// Under which word a line begins, and how far before it.
    anchors: Vec<Option<(Place, usize)>>,
}

impl<'l, 't> Columns<'l, 't> {
    fn of(lines: &'l [Line<'t>], aligned: bool) -> Self {
        let mut found = Links::new(lines);
        if aligned {
            for line in 0..lines.len() {
                for other in neighbours(lines, line) {
                    found.compare(line, other);
                }
                found.compare_paragraph(line, is_reason);
                found.compare_paragraph(line, |item| item.is_comment);
            }
        }
        let (groups, gaps) = found.groups();
        let anchors = (0..lines.len()).map(|line| if aligned { anchor(lines, line) } else { None }).collect();
        Self { lines, groups, gaps, anchors }
    }

    /// The column of every word.
    fn settle(&self) -> Vec<Vec<usize>> {
        let mut columns: Vec<Vec<usize>> = self.lines.iter().map(|l| vec![0; l.items.len()]).collect();
        let mut shared = vec![0; self.gaps.len()];
        for _ in 0..MOST_ROUNDS {
            let before = columns.clone();
            for line in 0..self.lines.len() {
                self.line(line, &shared, &mut columns);
            }
            shared.fill(0);
            for (line, groups) in self.groups.iter().enumerate() {
                for (item, group) in groups.iter().enumerate() {
                    if let Some(group) = *group {
                        shared[group] = shared[group].max(self.end(line, item - 1, &columns) + self.gaps[group]);
                    }
                }
            }
            if columns == before {
                break;
            }
        }
        columns
    }

    /// Places the words of a line.
    fn line(&self, line: usize, shared: &[usize], columns: &mut [Vec<usize>]) {
        columns[line][0] = self.first(line, columns);
        for item in 1..self.lines[line].items.len() {
            let free = self.end(line, item - 1, columns);
            let word = &self.lines[line].items[item];
            let apart = word.is_comment || matches!(word.text, "because" | "as") && word.gap > 1;
            let blanks = if apart { APART } else { 1 };
            columns[line][item] = match self.groups[line][item] {
                Some(group) => shared[group].max(free + 1),
                None if word.tight => free,
                None => free + blanks,
            };
        }
    }

    /// One past the last character of a word.
    fn end(&self, line: usize, item: usize, columns: &[Vec<usize>]) -> usize {
        columns[line][item] + self.lines[line].items[item].width()
    }

    /// Where a line begins.
    fn first(&self, line: usize, columns: &[Vec<usize>]) -> usize {
        let column = self.lines[line].items[0].column;
        let anchored = self.anchors[line].map(|((l, i), before)| columns[l][i].saturating_sub(before));
        match self.lines[line].role {
            Role::Block => 0,
            Role::Clause => INDENT,
            Role::Rest(head) => {
                let least = columns[head][0] + usize::from(self.lines[line].items[0].text != "}");
                anchored.map_or(column, |at| at.max(least))
            }
            Role::Comment(level, _) => anchored.unwrap_or(level),
        }
    }
}

/// Does a reason begin here?
fn is_reason(item: &Item<'_>) -> bool {
    item.text == "because"
}

/// Does a line hold nothing but a comment?
fn is_comment(line: &Line<'_>) -> bool {
    line.items.first().is_some_and(|item| item.is_comment)
}

/// The lines before a line with which it may be aligned: the one before it, and for the first line of a clause that of the
/// clause before. Empty lines separate; lines of comments do not.
fn neighbours(lines: &[Line<'_>], line: usize) -> Vec<usize> {
    let mut found = Vec::new();
    if is_comment(&lines[line]) || lines[line].role == Role::Block {
        return found;
    }
    for other in (0..line).rev() {
        if lines[other + 1].blank_before || lines[other].role == Role::Block {
            break;
        }
        if is_comment(&lines[other]) {
            continue;
        }
        let first_of_clause = lines[other].role == Role::Clause;
        if found.is_empty() || first_of_clause {
            found.push(other);
        }
        if first_of_clause || lines[line].role != Role::Clause {
            break;
        }
    }
    found
}

/// The word of the lines above under which a line goes on.
fn anchor(lines: &[Line<'_>], line: usize) -> Option<(Place, usize)> {
    let head = match lines[line].role {
        Role::Rest(head) | Role::Comment(_, Some(head)) => head,
        Role::Block | Role::Clause | Role::Comment(_, None) => return None,
    };
    let [first, rest @ ..] = lines[line].items.as_slice() else { return None };
    // A comment that stands where clauses stand belongs to none.
    if first.is_comment && first.column <= INDENT {
        return None;
    }
    let under = |column: usize| {
        let above = (head..line).rev().filter(|&l| first.is_comment || !is_comment(&lines[l]));
        above.into_iter().find_map(|l| {
            let item = lines[l].items.iter().position(|item| item.column == column)?;
            Some((l, item))
        })
    };
    let joins = matches!(first.text, "and" | "or" | "then");
    let second = rest.first().filter(|item| joins && !item.is_comment);
    let same = under(first.column).map(|place| (place, 0));
    same.or_else(|| second.and_then(|item| Some((under(item.column)?, first.width() + 1))))
}

/// Words that share a column, as they are found.
#[derive(Debug)]
struct Links<'l, 't> {
    lines: &'l [Line<'t>],
    /// For each line the number of its first word.
    first: Vec<usize>,
    /// For each word another of its group, itself if it is the group's first.
    parent: Vec<usize>,
}

impl<'l, 't> Links<'l, 't> {
    fn new(lines: &'l [Line<'t>]) -> Self {
        let mut first = Vec::with_capacity(lines.len());
        let mut count = 0;
        for line in lines {
            first.push(count);
            count += line.items.len();
        }
        Self { lines, first, parent: (0..count).collect() }
    }

    /// Finds the words that two lines align.
    fn compare(&mut self, line: usize, other: usize) {
        let lines = self.lines;
        for i in 1..lines[line].items.len() {
            for j in 1..lines[other].items.len() {
                let names_document = i == j && [line, other].iter().all(|&l| lines[l].items[0].text == "document");
                self.compare_words((line, i), (other, j), names_document);
            }
        }
    }

    /// Puts two words into one group if they are aligned.
    fn compare_words(&mut self, place: Place, other: Place, of_a_kind: bool) {
        let [one, two] = [place, other].map(|(line, item)| &self.lines[line].items[item]);
        let wide = one.gap > 1 || two.gap > 1;
        if wide && !one.tight && !two.tight && is_alike(one, two, of_a_kind) {
            let [one, two] = [place, other].map(|(line, item)| self.root(self.first[line] + item));
            self.parent[one.max(two)] = one.min(two);
        }
    }

    /// Finds the lines before, of those that no empty line separates, whose comments (or reasons) stand under this line's:
    /// all of them, since a column of reasons goes on below a line that is too long for it.
    fn compare_paragraph(&mut self, line: usize, kind: impl Fn(&Item<'_>) -> bool) {
        let lines = self.lines;
        if is_comment(&lines[line]) || lines[line].role == Role::Block {
            return;
        }
        let place = |l: usize| lines[l].items.iter().skip(1).position(&kind).map(|i| i + 1);
        let Some(i) = place(line) else { return };
        for other in (0..line).rev().take_while(|&l| !lines[l + 1].blank_before && lines[l].role != Role::Block) {
            if let Some(j) = place(other) {
                self.compare_words((line, i), (other, j), false);
            }
        }
    }

    fn root(&self, mut word: usize) -> usize {
        while self.parent[word] != word {
            word = self.parent[word];
        }
        word
    }

    /// The group of each word, and the smallest gap of each group.
    fn groups(&self) -> (Vec<Vec<Option<usize>>>, Vec<usize>) {
        let mut members = vec![0; self.parent.len()];
        for word in 0..self.parent.len() {
            members[self.root(word)] += 1;
        }
        let mut gaps = vec![usize::MAX; self.parent.len()];
        let mut groups = Vec::with_capacity(self.lines.len());
        for (line, first) in self.lines.iter().zip(&self.first) {
            let of = |(i, item): (usize, &Item<'_>)| {
                let group = self.root(first + i);
                let shared = members[group] > 1;
                if shared {
                    gaps[group] = gaps[group].min(item.gap.max(1));
                }
                shared.then_some(group)
            };
            groups.push(line.items.iter().enumerate().map(of).collect());
        }
        (groups, gaps)
    }
}

/// Do two words of neighbouring lines share a column, or were they meant to? Of some kinds of words this is clear even if
/// they are a little uneven.
fn is_alike(one: &Item<'_>, two: &Item<'_>, of_a_kind: bool) -> bool {
    if one.is_comment != two.is_comment {
        return false;
    }
    let apart = one.column.abs_diff(two.column);
    let of_a_kind = of_a_kind || one.is_comment || is_reason(one) && is_reason(two);
    apart == 0 || of_a_kind && apart <= UNEVEN
}
