//! The bodies of the fuzz targets. Each takes any bytes; what it asserts is what has to hold of every input.

use std::sync::{Arc, LazyLock};

use rulebook_api::{Count, Game, Position, move_text, position_text, record};
use rulebook_check::{Checked, Loader, Request, check};
use rulebook_diagnostics::{Diagnostic, FileId, Sources, dump, render_human, render_json, render_short};
use rulebook_format::FormatError;
use rulebook_interpreter::Interpreter;
use rulebook_syntax::Parsed;

/// A sort of input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// Specs: parsed, checked, shown, and played a little if nothing is wrong with them.
    Specs,
    /// Positions of a bundled game.
    Positions,
    /// Moves of a bundled game.
    Moves,
    /// Conformance cases in YAML.
    Cases,
    /// Specs in YAML: what is done with specs, and brought to the language and back.
    Yaml,
}

/// Steps for one question: little, so that many inputs are tried.
const STEPS: u64 = 300_000;

impl Target {
    /// All of them.
    pub const ALL: [Self; 5] = [Self::Specs, Self::Positions, Self::Moves, Self::Cases, Self::Yaml];

    /// Its name, as of the folders of inputs.
    pub fn name(self) -> &'static str {
        match self {
            Self::Specs => "specs",
            Self::Positions => "positions",
            Self::Moves => "moves",
            Self::Cases => "cases",
            Self::Yaml => "yaml",
        }
    }

    /// Goes through everything that is done with such an input.
    pub fn run(self, input: &[u8]) {
        let Ok(text) = std::str::from_utf8(input) else { return };
        match self {
            Self::Specs => specs("input.rules", text),
            Self::Positions => positions(text),
            Self::Moves => moves(text),
            Self::Cases => cases(text),
            Self::Yaml => yaml(text),
        }
    }
}

struct Bundled;

impl Loader for Bundled {
    fn load(&self, name: &str, _: &str) -> Option<(String, String)> {
        rulebook_specs::find(name).map(|spec| (spec.display_name(), spec.text.to_owned()))
    }

    fn parse(&self, file: FileId, name: &str, text: &str) -> Parsed {
        rulebook_format::parse(file, name, text)
    }
}

/// What is read as YAML is checked like any spec; if nothing is wrong with its form, it goes into the language and back, and
/// says the same all the way.
fn yaml(text: &str) {
    specs("input.yaml", text);
    let file = FileId::default();
    let read = rulebook_format::parse_yaml(file, text);
    match rulebook_format::to_rules(file, text) {
        Ok(rules) => {
            assert_eq!(dump(&rulebook_syntax::parse(file, &rules).file), dump(&read.file), "{rules}");
            match rulebook_format::to_yaml(file, &rules) {
                Ok(again) => {
                    assert_eq!(dump(&rulebook_format::parse_yaml(file, &again).file), dump(&read.file), "{again}");
                }
                Err(FormatError::SaidTwice { .. }) => {}
                Err(error) => panic!("{error}\n{rules}"),
            }
        }
        Err(FormatError::Syntax(mistakes)) => assert!(mistakes.iter().any(Diagnostic::is_error)),
        Err(error) => panic!("{error}"),
    }
}

fn specs(name: &str, text: &str) {
    let mut sources = Sources::default();
    let root = sources.add(name, text);
    let Checked { rules, diagnostics, .. } = check(&mut sources, root, &Request::default(), &Bundled);
    for diagnostic in &diagnostics {
        let spans = std::iter::once(diagnostic.primary.span)
            .chain(diagnostic.secondary.iter().map(|label| label.span))
            .chain(diagnostic.fix.iter().map(|fix| fix.span));
        for span in spans {
            let text = &sources.file(span.file).text;
            assert!(text.get(span.start as usize..span.end as usize).is_some(), "{diagnostic:?} points nowhere");
        }
    }
    render_human(&sources, &diagnostics, true);
    render_short(&sources, &diagnostics);
    render_json(&sources, &diagnostics);
    let errors = diagnostics.iter().any(rulebook_diagnostics::Diagnostic::is_error);
    assert!(!errors || rules.is_none(), "rules beside an error");
    let Some(rules) = rules else { return };
    let game = Interpreter::new(Arc::new(rules), &[]).with_budget(STEPS);
    let mut random = fastrand::Rng::with_seed(text.len() as u64);
    let mut position = game.initial();
    for _ in 0..12 {
        look(&game, position.as_ref());
        let legal = position.legal();
        if legal.is_empty() || position.status().is_over() {
            break;
        }
        if position.play(&legal[random.usize(..legal.len())]).is_err() {
            // A legal action is played, unless what follows from it cannot be found out.
            break;
        }
    }
}

/// Asks a position everything that a caller may ask.
fn look(game: &Interpreter, position: &dyn Position) {
    let names = game.vocabulary();
    let legal = position.legal();
    move_text::texts(names, &legal[..legal.len().min(200)]);
    position.forbidden();
    position.clocks();
    position.broken_properties();
    let text = position_text::print(names, &position.setup());
    let read = position_text::parse(names, &text);
    assert!(read.is_ok(), "`{text}` was printed and cannot be read: {read:?}");
    if legal.len() < 100 {
        position.perft(1, Count::default());
    }
}

static GAMES: LazyLock<Vec<Interpreter>> = LazyLock::new(|| {
    let games = rulebook_specs::all().iter().filter_map(|spec| {
        let mut sources = Sources::default();
        let root = sources.add(spec.display_name(), spec.text);
        let request = Request { game: Some(spec.name.to_owned()), params: Vec::new() };
        let rules = check(&mut sources, root, &request, &Bundled).rules?;
        Some(Interpreter::new(Arc::new(rules), &[]).with_budget(STEPS))
    });
    games.collect()
});

/// The game that the first line names, or else the first, and the rest of the text.
fn chosen(text: &str) -> Option<(&'static Interpreter, &str)> {
    let (name, rest) = text.split_once('\n').unwrap_or(("", text));
    let game = GAMES.iter().find(|g| g.rules().name == name).or(GAMES.first())?;
    Some((game, rest))
}

fn positions(text: &str) {
    let Some((game, text)) = chosen(text) else { return };
    match position_text::parse(game.vocabulary(), text) {
        Ok(setup) => {
            if let Ok(position) = game.set_up(&setup) {
                look(game, position.as_ref());
            }
        }
        Err(error) => _ = error.picture(text),
    }
}

fn moves(text: &str) {
    let Some((game, text)) = chosen(text) else { return };
    let mut position = game.initial();
    let played = record::play_checked(game.vocabulary(), position.as_mut(), text, &mut |_, _| {});
    if let Err(why) = played {
        assert!(!why.message.is_empty(), "{why:?}");
    }
    look(game, position.as_ref());
}

fn cases(text: &str) {
    match rulebook_certify::suite::parse("input.yaml", text) {
        Ok(file) => {
            for case in file.cases.iter().take(5) {
                positions(&format!("{}\n{}", case.game(), case.position.as_deref().unwrap_or("")));
                moves(&format!("{}\n{}", case.game(), case.moves));
            }
        }
        Err(bad) => assert!(!bad.message.is_empty(), "{bad:?}"),
    }
}
