//! Blocks of pages as conformance cases.

use std::collections::BTreeMap;

use rulebook_certify::{
    Case, Polarity,
    case::{CaseSource, CaseStatus, Expect, Level, Why, Word},
};
use serde::Deserialize;

use crate::{
    language::Language,
    page::{Block, BlockKind},
};

/// What stands in a block.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Content {
    /// Where it begins; left out, the first position.
    #[serde(default)]
    pub position: Option<String>,
    /// The moves.
    #[serde(default)]
    pub moves: String,
    /// Readings.
    #[serde(default)]
    pub options: BTreeMap<String, String>,
    /// Parameters.
    #[serde(default)]
    pub params: BTreeMap<String, Word>,
    /// The clauses that it shows.
    #[serde(default)]
    pub clauses: Vec<String>,
    /// What it shows of them.
    #[serde(default)]
    pub polarity: Option<Polarity>,
    /// How binding it is.
    #[serde(default)]
    pub level: Level,
    /// Where it comes from.
    #[serde(default)]
    pub source: Option<CaseSource>,
    /// A document works it out.
    #[serde(default)]
    pub worked_example: bool,
    /// The twin that answers otherwise.
    #[serde(default)]
    pub pair: Option<String>,
    /// What is then so.
    #[serde(default)]
    pub expect: Expect,
    /// What is said below the picture.
    #[serde(default)]
    pub caption: String,
    /// Cells that are marked.
    #[serde(default)]
    pub marks: Vec<String>,
    /// Moves that are drawn as arrows: `a1-b2`.
    #[serde(default)]
    pub arrows: Vec<String>,
}

impl Content {
    /// Reads a block.
    ///
    /// # Errors
    /// If it is not of this form; the line is that within the block, from 1.
    pub fn read(body: &str) -> Result<Self, (Option<usize>, String)> {
        if body.trim().is_empty() {
            return Ok(Self::default());
        }
        serde_yaml::from_str(body).map_err(|e| {
            let text = e.to_string();
            let at = text.rfind(" at line ").unwrap_or(text.len());
            (e.location().map(|l| l.line()), text[..at].to_owned())
        })
    }
}

/// What a block shows: its case, and how it is drawn.
#[derive(Clone, Debug)]
pub struct Shown {
    /// The case.
    pub case: Case,
    /// What is said below, in the page's language.
    pub caption: String,
    /// Cells that are marked.
    pub marks: Vec<String>,
    /// Arrows.
    pub arrows: Vec<String>,
}

/// Makes a case of a block.
///
/// # Errors
/// If the block is wrong; with the line within it.
pub fn shown(
    block: &Block,
    page: &str,
    language: Language,
    suite: &dyn Fn(&str) -> Option<Case>,
) -> Result<Shown, (Option<usize>, String)> {
    let content = Content::read(&block.body)?;
    if block.kind == BlockKind::Case {
        let case = suite(&block.id).ok_or_else(|| (None, format!("the suite has no case `{}`", block.id)))?;
        if content
            != (Content {
                caption: content.caption.clone(),
                marks: content.marks.clone(),
                arrows: content.arrows.clone(),
                ..Content::default()
            })
        {
            return Err((
                None,
                String::from(
                    "a `case` has its position, moves and expectation from the suite; only `caption`, `marks` and `arrows` may be given",
                ),
            ));
        }
        let caption = if content.caption.is_empty() { language.why(&case.why).to_owned() } else { content.caption };
        return Ok(Shown { caption, marks: content.marks, arrows: content.arrows, case });
    }
    if content.caption.trim().is_empty() {
        return Err((None, String::from("a block needs a `caption`: what the reader sees in it")));
    }
    if content.clauses.is_empty() {
        return Err((None, String::from("a block needs the `clauses` that it shows")));
    }
    let Some(polarity) = content.polarity else {
        return Err((None, String::from("a block needs a `polarity`: accepts, rejects, ends or continues")));
    };
    if content.expect == Expect::default() {
        return Err((None, String::from("a block needs an `expect`: nothing would notice if it were wrong")));
    }
    if block.kind == BlockKind::Board && !content.moves.is_empty() {
        return Err((None, String::from("a `board` has no moves; a `game` has")));
    }
    let mut why = Why::default();
    *language.why_mut(&mut why) = plain(&content.caption);
    let stem = page.rsplit(['/', '\\']).next().unwrap_or(page).trim_end_matches(".md");
    let case = Case {
        id: block.id.clone(),
        slug: format!("{}/pages/{stem}-{}", block.game, block.id.to_lowercase()),
        game: None,
        clauses: content.clauses,
        polarity,
        pair: content.pair,
        level: content.level,
        source: content.source,
        worked_example: content.worked_example,
        status: CaseStatus::Active,
        options: content.options,
        params: content.params,
        position: content.position,
        moves: content.moves.split_whitespace().collect::<Vec<_>>().join(" "),
        expect: content.expect,
        why,
    };
    Ok(Shown { case, caption: content.caption, marks: content.marks, arrows: content.arrows })
}

/// A caption without its links.
fn plain(caption: &str) -> String {
    let page = crate::page::parse("", "", Language::En, caption);
    let mut text = caption.to_owned();
    for link in page.links.iter().rev() {
        text.replace_range(link.whole.0..link.whole.1, &link.words);
    }
    text
}
