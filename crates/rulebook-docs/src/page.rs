//! A page, taken apart: links that claim something, blocks that are played, tables that are generated, and the rest.
//!
//! Offsets are those of the file as it is, so that a report names the right line and column.

use pulldown_cmark::{CodeBlockKind, Event, Options, Parser, Tag, TagEnd};

use crate::language::Language;

/// A page of a language.
#[derive(Clone, Debug)]
pub struct Page {
    /// Its path, as reports name it.
    pub path: String,
    /// Its place within its language: the same in all of them.
    pub name: String,
    /// Its language.
    pub language: Language,
    /// The whole text.
    pub text: String,
    /// Links that are about the rules.
    pub links: Vec<Link>,
    /// Blocks that are played.
    pub blocks: Vec<Block>,
    /// Generated tables.
    pub tables: Vec<Table>,
    /// Where prose stands that nothing checks, in bytes.
    pub prose: Vec<(usize, usize)>,
}

/// What a link is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LinkKind {
    /// `claim:` its words are compared.
    Claim,
    /// `about:` it has been read by somebody.
    About,
    /// `at:` a cell of a block.
    At,
    /// `run:` a number of the block in whose caption it stands.
    Run,
    /// `free:` no rule speaks of it.
    Free,
}

/// A link that is about the rules.
#[derive(Clone, Debug)]
pub struct Link {
    /// What it is.
    pub kind: LinkKind,
    /// What stands behind the colon.
    pub target: String,
    /// Where the target begins in the file, in bytes.
    pub target_at: usize,
    /// The visible words.
    pub words: String,
    /// Where they begin.
    pub words_at: usize,
    /// Where the whole link stands: from, to.
    pub whole: (usize, usize),
    /// It stands in the caption of the block that begins there.
    pub block: Option<usize>,
}

/// What a block is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BlockKind {
    /// A position.
    Board,
    /// A game.
    Game,
    /// A case of the suite.
    Case,
}

/// A fenced block that is played.
#[derive(Clone, Debug)]
pub struct Block {
    /// What it is.
    pub kind: BlockKind,
    /// Its game; empty for a case, whose game the suite knows.
    pub game: String,
    /// Its id; empty if it has none yet.
    pub id: String,
    /// Where the line of the fence begins, in bytes.
    pub fence_at: usize,
    /// Where that line ends.
    pub fence_end: usize,
    /// Where the block ends.
    pub end: usize,
    /// What stands in it.
    pub body: String,
    /// Where that begins.
    pub body_at: usize,
    /// Where the prose of its caption stands that nothing checks, in bytes.
    pub prose: Vec<(usize, usize)>,
}

/// A generated table.
#[derive(Clone, Debug)]
pub struct Table {
    /// Its name and arguments.
    pub what: String,
    /// Where its marker stands.
    pub marker_at: usize,
    /// What stands between the markers: from, to.
    pub inner: (usize, usize),
    /// It has no end marker.
    pub open: bool,
}

const SCHEMES: [(&str, LinkKind); 5] = [
    ("claim:", LinkKind::Claim),
    ("about:", LinkKind::About),
    ("at:", LinkKind::At),
    ("run:", LinkKind::Run),
    ("free:", LinkKind::Free),
];

impl Page {
    /// The block whose fence begins there.
    pub fn block_at(&self, fence: usize) -> Option<&Block> {
        self.blocks.iter().find(|b| b.fence_at == fence)
    }
}

/// Takes a page apart.
pub fn parse(path: &str, name: &str, language: Language, text: &str) -> Page {
    let mut page = Page {
        path: path.to_owned(),
        name: name.to_owned(),
        language,
        text: text.to_owned(),
        links: Vec::new(),
        blocks: Vec::new(),
        tables: tables(text),
        prose: Vec::new(),
    };
    read(&mut page);
    page
}

/// The Markdown that pages are written in.
pub fn options() -> Options {
    Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH | Options::ENABLE_FOOTNOTES
}

fn read(page: &mut Page) {
    let text = page.text.clone();
    let generated: Vec<(usize, usize)> = page.tables.iter().map(|t| t.inner).collect();
    let found = inline(&text, 0, None);
    page.links = found.links;
    page.prose = found.prose;
    page.prose.retain(|(start, end)| !generated.iter().any(|(from, to)| start >= from && end <= to));
    page.blocks = found.blocks;
    for block in &mut page.blocks {
        let Some((from, to)) = caption(&block.body) else { continue };
        let said = inline(&block.body[from..to], block.body_at + from, Some(block.fence_at));
        page.links.extend(said.links);
        block.prose = said.prose;
    }
    page.links.sort_by_key(|l| l.words_at);
}

/// What stands in a stretch of Markdown.
struct Inline {
    links: Vec<Link>,
    prose: Vec<(usize, usize)>,
    blocks: Vec<Block>,
}

/// Reads a stretch of Markdown that begins at this byte of its file.
fn inline(text: &str, base: usize, within: Option<usize>) -> Inline {
    let mut found = Inline { links: Vec::new(), prose: Vec::new(), blocks: Vec::new() };
    let mut link: Option<Link> = None;
    let mut code = false;
    for (event, range) in Parser::new_ext(text, options()).into_offset_iter() {
        match event {
            Event::Start(Tag::Link { dest_url, .. }) => {
                link = SCHEMES.iter().find_map(|(scheme, kind)| {
                    let target = dest_url.strip_prefix(scheme)?.to_owned();
                    let target_at = text[range.clone()].rfind(scheme).map_or(range.start, |at| range.start + at);
                    Some(Link {
                        kind: *kind,
                        target_at: base + target_at + scheme.len(),
                        target,
                        words: String::new(),
                        words_at: usize::MAX,
                        whole: (base + range.start, base + range.end),
                        block: within,
                    })
                });
            }
            Event::End(TagEnd::Link) => found.links.extend(link.take()),
            Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(info))) => {
                code = true;
                found.blocks.extend(block(text, &info, range));
            }
            Event::Start(Tag::CodeBlock(CodeBlockKind::Indented)) => code = true,
            Event::End(TagEnd::CodeBlock) => code = false,
            Event::Text(_) if !code => match &mut link {
                Some(link) => {
                    link.words_at = link.words_at.min(base + range.start);
                    text[link.words_at - base..range.end].clone_into(&mut link.words);
                }
                None => found.prose.push((base + range.start, base + range.end)),
            },
            _ => {}
        }
    }
    found
}

/// Where the caption stands in a block: behind its key, to the next key.
fn caption(body: &str) -> Option<(usize, usize)> {
    const KEY: &str = "caption:";
    let mut at = 0;
    let mut begun = None;
    for line in body.split_inclusive('\n') {
        match begun {
            None if line.starts_with(KEY) => begun = Some(at + KEY.len()),
            Some(from) if line.starts_with(|c: char| c.is_ascii_alphabetic()) => return Some((from, at)),
            _ => {}
        }
        at += line.len();
    }
    begun.map(|from| (from, body.len()))
}

/// The block of this fence, if it is one of ours.
fn block(text: &str, info: &str, range: std::ops::Range<usize>) -> Option<Block> {
    let mut words = info.split_whitespace();
    let (kind, game, id) = match words.next()? {
        "board" => (BlockKind::Board, words.next().unwrap_or(""), words.next().unwrap_or("")),
        "game" => (BlockKind::Game, words.next().unwrap_or(""), words.next().unwrap_or("")),
        "case" => (BlockKind::Case, "", words.next().unwrap_or("")),
        _ => return None,
    };
    let whole = &text[range.clone()];
    let fence_end = range.start + whole.find('\n').unwrap_or(whole.len());
    let body_at = (fence_end + 1).min(range.end);
    let body_end = text[body_at..range.end].rfind("```").map_or(range.end, |at| body_at + at);
    Some(Block {
        kind,
        game: game.to_owned(),
        id: id.to_owned(),
        fence_at: range.start,
        fence_end,
        end: range.end,
        body: text[body_at..body_end].to_owned(),
        body_at,
        prose: Vec::new(),
    })
}

/// The markers of generated tables.
fn tables(text: &str) -> Vec<Table> {
    const BEGIN: &str = "<!-- table:";
    const END: &str = "<!-- end -->";
    let mut found: Vec<Table> = Vec::new();
    let mut at = 0;
    let mut inside_code = false;
    for line in text.split_inclusive('\n') {
        let trimmed = line.trim();
        if trimmed.starts_with("```") {
            inside_code = !inside_code;
        }
        if !inside_code {
            if let Some(what) = trimmed.strip_prefix(BEGIN).and_then(|t| t.strip_suffix("-->")) {
                let inner = at + line.len();
                let what = what.split_whitespace().collect::<Vec<_>>().join(" ");
                found.push(Table { what, marker_at: at, inner: (inner, inner), open: true });
            } else if trimmed == END
                && let Some(table) = found.last_mut().filter(|t| t.open)
            {
                table.inner.1 = at;
                table.open = false;
            }
        }
        at += line.len();
    }
    found
}

#[cfg(test)]
mod tests {
    use super::{BlockKind, LinkKind, parse};
    use crate::language::Language;

    const TEXT: &str = "# Título\n\nTablas tras [20 **jugadas** por bando](claim:brazilian.quiet.limit) y [más](about:a.b#12).\n\n\
        ```game brazilian AB12\nposition: \"x\"\n```\n\n<!-- table: limits american -->\n| 1 |\n<!-- end -->\n\nFin [aquí](x.md).\n";

    #[test]
    fn a_page_is_taken_apart_where_it_stands() {
        let page = parse("docs/es/x.md", "x.md", Language::Es, TEXT);
        assert_eq!(page.links.len(), 2);
        let link = &page.links[0];
        assert_eq!((link.kind, link.target.as_str()), (LinkKind::Claim, "brazilian.quiet.limit"));
        assert_eq!(&TEXT[link.words_at..link.words_at + link.words.len()], "20 **jugadas** por bando");
        assert!(TEXT[link.target_at..].starts_with("brazilian.quiet.limit"));
        let block = &page.blocks[0];
        assert_eq!((block.kind, block.game.as_str(), block.id.as_str()), (BlockKind::Game, "brazilian", "AB12"));
        assert_eq!(block.body, "position: \"x\"\n");
        assert_eq!(&TEXT[block.body_at..block.body_at + 8], "position");
        let table = &page.tables[0];
        assert_eq!((table.what.as_str(), &TEXT[table.inner.0..table.inner.1]), ("limits american", "| 1 |\n"));
        let prose: Vec<&str> = page.prose.iter().map(|(from, to)| &TEXT[*from..*to]).collect();
        assert_eq!(prose, ["Título", "Tablas tras ", " y ", ".", "Fin ", "aquí", "."]);
    }
}
