//! Names that fit at a place.

use gen_lsp_types::CompletionItemKind;
use rulebook_check::BUILT_IN;

use super::Offer;
use super::place::Spot;
use crate::index::{Declared, Key, Role};
use crate::library::Place;
use crate::state::{Here, State};

const COMPASS: [&str; 8] = ["north", "northeast", "east", "southeast", "south", "southwest", "west", "northwest"];

/// In the head of a block: parents, their parameters, and their values; games for texts.
pub(super) fn head(state: &State, here: &Here, spot: &Spot) -> Vec<Offer> {
    let words: Vec<&str> = spot.words.iter().map(String::as_str).collect();
    match words.as_slice() {
        ["texts"] => {
            let units = here.universe.units.iter().filter(|u| u.file == 0);
            units.map(|u| Offer::name(&u.name, "of this file", CompletionItemKind::Class)).collect()
        }
        [_, _, .., "extends"] => parents(state, here, words.get(1).copied().unwrap_or("")),
        [_, _] => vec![Offer::word("extends")],
        [_, _, "extends", _] => vec![Offer::word("with")],
        [_, _, "extends", parent, .., "with" | ","] => {
            let declared = declared_of(here, parent);
            let params = declared.map(|d| d.params.iter().cloned().collect::<Vec<_>>()).unwrap_or_default();
            params.into_iter().map(|p| Offer::name(p, Role::Param.word(), CompletionItemKind::Constant)).collect()
        }
        [_, _, "extends", parent, .., param, "="] => {
            let declared = declared_of(here, parent);
            let values: Vec<String> =
                declared.map(|d| d.readings_of(param).map(str::to_owned).collect()).unwrap_or_default();
            values.into_iter().map(|v| Offer::name(v, Role::Choice.word(), CompletionItemKind::EnumMember)).collect()
        }
        _ => Vec::new(),
    }
}

fn declared_of<'h>(here: &'h Here, unit: &str) -> Option<&'h Declared> {
    let index = here.universe.units.iter().position(|u| u.name == unit)?;
    here.universe.declared.get(index)
}

/// Games and families that can be extended.
fn parents(state: &State, here: &Here, own: &str) -> Vec<Offer> {
    let mut offers: Vec<Offer> = Vec::new();
    for unit in here.universe.units.iter().filter(|u| u.name != own) {
        let Some(spec) = here.universe.files.get(unit.file) else { continue };
        let reachable = match &spec.place {
            Place::Bundled(_) => true,
            place => unit.file == 0 || state.library.parent(&unit.name, &here.place).as_ref() == Some(place),
        };
        if reachable {
            offers.push(Offer::name(&unit.name, spec.place.name(), CompletionItemKind::Class));
        }
    }
    for spec in rulebook_specs::all() {
        if offers.iter().all(|o| o.label != spec.name) && spec.name != own {
            offers.push(Offer { rank: 2, ..Offer::name(spec.name, "bundled", CompletionItemKind::Class) });
        }
    }
    offers
}

/// In a `texts` block: ids that lack a sentence, documents, languages.
pub(super) fn texts(state: &State, here: &Here, spot: &Spot, name: &str) -> Vec<Offer> {
    let mut offers = Vec::new();
    let languages = ["en", "es"];
    if spot.first {
        offers.push(Offer { snippet: Some("document ${1:name} \"${2:title}\"".into()), ..Offer::word("document") });
        offers.extend(languages.map(|l| Offer { snippet: Some(format!("{l} \"$1\"")), rank: 2, ..Offer::word(l) }));
        let rules = state.rules(&here.place, name);
        for (checked, clause) in rules.iter().flat_map(|r| r.rules.clauses.iter().map(move |c| (r, c))) {
            let path = checked.path(clause);
            let missing: Vec<&str> = languages.into_iter().filter(|l| clause.texts.get(l).is_none()).collect();
            let lacks = if missing.is_empty() {
                String::new()
            } else {
                format!("has no sentence in {}", missing.join(" and "))
            };
            let lines: Vec<String> =
                missing.iter().enumerate().map(|(i, l)| format!("\n    {l} \"${}\"", i + 1)).collect();
            let snippet = lines.concat();
            offers.push(Offer {
                rank: if missing.is_empty() { 2 } else { 0 },
                snippet: (!missing.is_empty()).then(|| format!("{path}{snippet}")),
                ..Offer::name(path, lacks, CompletionItemKind::Reference)
            });
        }
        let declared = declared_of(here, name);
        let titled = declared.into_iter().flat_map(|d| d.players.iter().chain(&d.kinds).chain(&d.reasons));
        offers.extend(
            titled.map(|n| Offer { rank: 2, ..Offer::name(n, "its name for people", CompletionItemKind::Reference) }),
        );
        offers.push(Offer {
            rank: 2,
            ..Offer::name("title", "the game's name for people", CompletionItemKind::Reference)
        });
        return offers;
    }
    offers.extend(languages.map(|l| Offer { snippet: Some(format!("{l} \"$1\"")), ..Offer::word(l) }));
    offers.push(Offer::word("formerly"));
    let unit = here.universe.unit_of(0, name);
    let line = unit.map(|u| here.universe.line(u)).unwrap_or_default();
    for occurrence in &here.universe.occurrences {
        if let (Key::Document(name), Some(Role::Document), Some(unit)) =
            (&occurrence.key, occurrence.declares, occurrence.unit)
            && line.contains(&unit)
        {
            offers.push(Offer::name(name, Role::Document.word(), CompletionItemKind::File));
        }
    }
    offers
}

/// In a clause.
pub(super) fn fitting(here: &Here, spot: &Spot, unit: &str, fits: bool) -> Vec<Offer> {
    let nothing = Declared::default();
    let declared = declared_of(here, unit).unwrap_or(&nothing);
    let clause = spot.words.iter().find(|w| *w != "assume").map_or("", String::as_str);
    let all = |names: &mut dyn Iterator<Item = &String>, role: Role| -> Vec<Offer> {
        names.map(|n| Offer::name(n, role.word(), kind(role))).collect()
    };
    let words = |words: &[&str]| -> Vec<Offer> {
        words.iter().map(|w| Offer { rank: 2, ..Offer::name(*w, "", CompletionItemKind::Keyword) }).collect()
    };
    let actions = || all(&mut declared.actions.iter(), Role::Action);
    let kinds = || {
        let bare = declared.bare_kinds.iter().map(|k| format!("{k}s")).collect::<Vec<_>>();
        let mut offers = all(&mut declared.kinds.iter(), Role::Kind);
        offers.extend(all(&mut declared.plurals.iter().chain(&bare), Role::Plural));
        offers
    };
    let persons = || {
        let mut offers = all(&mut declared.players.iter(), Role::Player);
        offers.extend(all(&mut declared.sides.iter(), Role::Side));
        offers.extend(words(&["mover", "next", "own", "enemy"]));
        offers
    };
    let (last, before) = (spot.back(1), spot.back(2));
    match last {
        "chain" | "prefer" | "action" if clause == last => actions(),
        "can" | "cannot" => [actions(), words(&["act"])].concat_offers(),
        ":" | "then" | "else" | "or" if clause == "turn" => actions(),
        "is" if matches!(before, "piece" | "victim") => kinds(),
        "is" => declared
            .readings_of(before)
            .map(|r| Offer::name(r, Role::Reading.word(), CompletionItemKind::EnumMember))
            .collect(),
        "because" => all(&mut declared.reasons.iter(), Role::Reason),
        "when" if clause == "always" => all(&mut declared.reasons.iter(), Role::Reason),
        "facing" => words(&["north", "east", "south", "west"]),
        "promote" => kinds(),
        "to" if clause == "promote" || spot.words.iter().any(|w| w == "promote") => kinds(),
        "per" if clause == "clock" => {
            [all(&mut declared.sides.iter().take(1), Role::Side), words(&["side", "piece"])].concat_offers()
        }
        "counts" | "on" if clause == "clock" => {
            [actions(), words(&["plies", "promotion", "loss", "steps", "entering"])].concat_offers()
        }
        "entering" => all(&mut declared.lets.iter(), Role::Let),
        "for" | "of" | "win" | "lose" => {
            [persons(), words(if clause == last { &["either"] } else { &[] })].concat_offers()
        }
        "with" => [words(&["equal", "consecutive", "different", "any"]), all(&mut declared.params.iter(), Role::Param)]
            .concat_offers(),
        "reaches" | "x" | "board" => all(&mut declared.params.iter(), Role::Param),
        "forbid" => [all(&mut declared.players.iter(), Role::Player), actions()].concat_offers(),
        "without" => words(rulebook_syntax::words::CLAUSE_WORDS),
        _ if before == "without" => removable(declared, last),
        _ if before == "forbid" && declared.players.contains(last) => actions(),
        _ if clause == last
            && matches!(
                clause,
                "let" | "clock" | "region" | "option" | "param" | "piece" | "players" | "sides" | "as"
            ) =>
        {
            Vec::new()
        }
        _ if before == "action" || before == "forbid" => kinds(),
        _ if fits => {
            let mut offers = [kinds(), persons(), condition_names(declared)].concat_offers();
            offers.extend(locals(spot));
            let free = BUILT_IN.iter().filter(|w| !rulebook_syntax::words::is_reserved(w) && **w != "piece");
            offers.extend(free.map(|w| Offer { rank: 2, ..Offer::name(*w, "", CompletionItemKind::Keyword) }));
            let walks = matches!(clause, "action") && (last == ":" || last == "all")
                || matches!(last, "along" | "forward" | "backward");
            let directions: Vec<&str> = if declared.directions.is_empty() {
                COMPASS.to_vec()
            } else {
                declared.directions.iter().map(String::as_str).collect()
            };
            offers.extend(directions.into_iter().map(|d| Offer {
                rank: if walks { 1 } else { 3 },
                ..Offer::name(d, Role::Direction.word(), CompletionItemKind::Constant)
            }));
            offers
        }
        _ => Vec::new(),
    }
}

/// What conditions name.
fn condition_names(declared: &Declared) -> Vec<Offer> {
    let sets = [
        (&declared.lets, Role::Let),
        (&declared.regions, Role::Region),
        (&declared.clocks, Role::Clock),
        (&declared.params, Role::Param),
    ];
    let mut offers: Vec<Offer> =
        sets.iter().flat_map(|(set, role)| set.iter().map(|n| Offer::name(n, role.word(), kind(*role)))).collect();
    let options = declared.readings.iter().map(|(option, _)| option).filter(|o| declared.is_option(o));
    offers.extend(options.map(|o| Offer::name(o, Role::Option.word(), kind(Role::Option))));
    offers
}

/// Names that the clause itself has bound so far.
fn locals(spot: &Spot) -> Vec<Offer> {
    let mut offers = Vec::new();
    for pair in spot.words.windows(2) {
        let binds = match pair[0].as_str() {
            "as" | "line" | "lines" | "group" | "groups" => true,
            "at" | "on" => {
                spot.words.first().is_some_and(|w| w == "let" || w == "assume")
                    && !spot.words.iter().take_while(|w| **w != pair[1]).any(|w| w == "=")
            }
            _ => false,
        };
        let name = pair[1].as_str();
        if binds && rulebook_syntax::words::is_name(name) {
            offers.push(Offer { rank: 0, ..Offer::name(name, Role::Local.word(), CompletionItemKind::Variable) });
        }
    }
    offers
}

/// What `without` can take out of that sort.
fn removable(declared: &Declared, what: &str) -> Vec<Offer> {
    let (set, role) = match what {
        "action" | "chain" | "prefer" => (&declared.actions, Role::Action),
        "clock" => (&declared.clocks, Role::Clock),
        "let" => (&declared.lets, Role::Let),
        "region" => (&declared.regions, Role::Region),
        "param" => (&declared.params, Role::Param),
        "piece" | "promote" => (&declared.kinds, Role::Kind),
        _ => (&declared.reasons, Role::Reason),
    };
    set.iter().map(|n| Offer::name(n, role.word(), kind(role))).collect()
}

fn kind(role: Role) -> CompletionItemKind {
    match role {
        Role::Param | Role::Direction => CompletionItemKind::Constant,
        Role::Option => CompletionItemKind::Enum,
        Role::Reading | Role::Choice => CompletionItemKind::EnumMember,
        Role::Action | Role::Let => CompletionItemKind::Function,
        Role::Clock => CompletionItemKind::Event,
        Role::Kind | Role::Plural | Role::Player | Role::Side => CompletionItemKind::Struct,
        Role::Game | Role::Family => CompletionItemKind::Class,
        Role::Region | Role::Reason | Role::Tag | Role::Document | Role::Local => CompletionItemKind::Variable,
    }
}

/// Rows of offers, one after the other.
trait ConcatOffers {
    fn concat_offers(self) -> Vec<Offer>;
}

impl<const N: usize> ConcatOffers for [Vec<Offer>; N] {
    fn concat_offers(self) -> Vec<Offer> {
        self.into_iter().flatten().collect()
    }
}
