//! What the clauses of a block declare, read off the tree.

use std::collections::BTreeSet;

use rulebook_syntax::ast::{Board, ClauseBody, Name, RulesUnit, Step, Word};

/// What a name was declared as.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Role {
    Param,
    Choice,
    Option,
    Reading,
    Region,
    Player,
    Side,
    Kind,
    Plural,
    Action,
    Clock,
    Let,
    Reason,
    /// The id that `as` gives.
    Tag,
    Document,
    Direction,
    Game,
    Family,
    Local,
}

impl Role {
    /// What people call it.
    pub(crate) fn word(self) -> &'static str {
        match self {
            Self::Param => "parameter",
            Self::Choice => "value of a parameter",
            Self::Option => "option",
            Self::Reading => "reading",
            Self::Region => "region",
            Self::Player => "player",
            Self::Side => "side",
            Self::Kind => "kind of piece",
            Self::Plural => "plural of a kind",
            Self::Action => "action",
            Self::Clock => "clock",
            Self::Let => "definition",
            Self::Reason => "reason",
            Self::Tag => "id",
            Self::Document => "document",
            Self::Direction => "direction",
            Self::Game => "game",
            Self::Family => "family",
            Self::Local => "local name",
        }
    }
}

/// What is declared in blocks that belong together.
#[derive(Clone, Debug, Default)]
pub(crate) struct Declared {
    pub(crate) actions: BTreeSet<String>,
    pub(crate) params: BTreeSet<String>,
    /// Option and reading, or parameter and value.
    pub(crate) readings: BTreeSet<(String, String)>,
    pub(crate) clocks: BTreeSet<String>,
    pub(crate) lets: BTreeSet<String>,
    pub(crate) regions: BTreeSet<String>,
    pub(crate) players: BTreeSet<String>,
    pub(crate) sides: BTreeSet<String>,
    pub(crate) kinds: BTreeSet<String>,
    /// Plurals that are written.
    pub(crate) plurals: BTreeSet<String>,
    /// Kinds whose plural is made by an s.
    pub(crate) bare_kinds: BTreeSet<String>,
    pub(crate) reasons: BTreeSet<String>,
    /// Ids that `as` gives.
    pub(crate) tags: BTreeSet<String>,
    pub(crate) directions: BTreeSet<String>,
}

impl Declared {
    /// What a block declares.
    pub(crate) fn of(unit: &RulesUnit) -> Self {
        let mut all = Self::default();
        for clause in &unit.clauses {
            all.clause(&clause.body);
        }
        all
    }

    fn clause(&mut self, body: &ClauseBody) {
        match body {
            ClauseBody::Param { name, choices, value } => {
                self.params.insert(name.text.clone());
                self.readings.extend(choices.iter().map(|c| (name.text.clone(), c.text.clone())));
                if let Word::Name(value) = value {
                    self.readings.insert((name.text.clone(), value.text.clone()));
                }
            }
            ClauseBody::Option { name, readings } => {
                self.readings.extend(readings.iter().map(|r| (name.text.clone(), r.text.clone())));
            }
            ClauseBody::Region { name, .. } => _ = self.regions.insert(name.text.clone()),
            ClauseBody::Players(players) => self.players.extend(players.iter().map(|(p, _)| p.text.clone())),
            ClauseBody::Sides { strong, weak } => self.sides.extend([strong.text.clone(), weak.text.clone()]),
            ClauseBody::Piece(piece) => {
                self.kinds.insert(piece.name.text.clone());
                match &piece.plural {
                    Some(plural) => _ = self.plurals.insert(plural.text.clone()),
                    None => _ = self.bare_kinds.insert(piece.name.text.clone()),
                }
            }
            ClauseBody::Action(action) => _ = self.actions.insert(action.name.text.clone()),
            ClauseBody::Clock(clock) => _ = self.clocks.insert(clock.name.text.clone()),
            ClauseBody::Let { name, .. } => _ = self.lets.insert(name.text.clone()),
            ClauseBody::Result(result) => self.reason(&result.because, result.tag.as_ref()),
            ClauseBody::Turn { steps, .. } => {
                for step in steps {
                    if let Step::Result(result) = step {
                        self.reason(&result.because, result.tag.as_ref());
                    }
                }
            }
            ClauseBody::Refuse { because, .. }
            | ClauseBody::Forbid { because, .. }
            | ClauseBody::Fouls { because, .. } => self.reason(because, None),
            ClauseBody::Decide { tag } | ClauseBody::Always { tag, .. } => {
                self.tags.extend(tag.iter().map(|t| t.text.clone()));
            }
            ClauseBody::Board(Board::Graph { axes, .. }) => {
                self.directions.extend(axes.iter().flat_map(|a| [a.forth.text.clone(), a.back.text.clone()]));
            }
            ClauseBody::Board(Board::Grid { .. })
            | ClauseBody::Cells { .. }
            | ClauseBody::Setup(_)
            | ClauseBody::Chain(_)
            | ClauseBody::Prefer { .. }
            | ClauseBody::Promote { .. }
            | ClauseBody::Claimable { .. }
            | ClauseBody::Without { .. } => {}
        }
    }

    fn reason(&mut self, because: &Name, tag: Option<&Name>) {
        self.reasons.insert(because.text.clone());
        self.tags.extend(tag.map(|t| t.text.clone()));
    }

    /// Adds what a relative declares.
    pub(crate) fn add(&mut self, other: &Self) {
        let sets = [
            (&mut self.actions, &other.actions),
            (&mut self.params, &other.params),
            (&mut self.clocks, &other.clocks),
            (&mut self.lets, &other.lets),
            (&mut self.regions, &other.regions),
            (&mut self.players, &other.players),
            (&mut self.sides, &other.sides),
            (&mut self.kinds, &other.kinds),
            (&mut self.plurals, &other.plurals),
            (&mut self.bare_kinds, &other.bare_kinds),
            (&mut self.reasons, &other.reasons),
            (&mut self.tags, &other.tags),
            (&mut self.directions, &other.directions),
        ];
        for (have, more) in sets {
            have.extend(more.iter().cloned());
        }
        self.readings.extend(other.readings.iter().cloned());
    }

    /// Is it something that a condition may name?
    pub(crate) fn is_noun(&self, name: &str) -> bool {
        [&self.params, &self.clocks, &self.lets, &self.regions, &self.players, &self.sides, &self.kinds, &self.plurals]
            .iter()
            .any(|set| set.contains(name))
            || self.reasons.contains(name)
            || self.tags.contains(name)
            || self.is_option(name)
            || self.single(name).is_some()
    }

    /// What a name that conditions or texts use was declared as.
    pub(crate) fn role(&self, name: &str) -> Option<Role> {
        let sets = [
            (&self.clocks, Role::Clock),
            (&self.lets, Role::Let),
            (&self.kinds, Role::Kind),
            (&self.plurals, Role::Plural),
            (&self.regions, Role::Region),
            (&self.players, Role::Player),
            (&self.sides, Role::Side),
            (&self.params, Role::Param),
            (&self.directions, Role::Direction),
            (&self.reasons, Role::Reason),
            (&self.tags, Role::Tag),
        ];
        let option = self.is_option(name).then_some(Role::Option);
        option.or_else(|| sets.into_iter().find(|(set, _)| set.contains(name)).map(|(_, role)| role))
    }

    /// Has it readings?
    pub(crate) fn is_option(&self, name: &str) -> bool {
        self.readings.iter().any(|(option, _)| option == name) && !self.params.contains(name)
    }

    /// The readings of an option, or the values of a parameter.
    pub(crate) fn readings_of(&self, name: &str) -> impl Iterator<Item = &str> {
        self.readings.iter().filter(move |(option, _)| option == name).map(|(_, reading)| reading.as_str())
    }

    /// The kind of which this is the plural made by an s.
    pub(crate) fn single(&self, name: &str) -> Option<&str> {
        let single = name.strip_suffix('s')?;
        let declared = self.lets.contains(name) || self.kinds.contains(name) || self.plurals.contains(name);
        self.bare_kinds.get(single).filter(|_| !declared).map(String::as_str)
    }

    /// The action that an event names, which may stand with an s.
    pub(crate) fn action_of_event(&self, word: &str) -> Option<(&str, bool)> {
        if let Some(action) = self.actions.get(word) {
            return Some((action, false));
        }
        self.actions.get(word.strip_suffix('s')?).map(|action| (action.as_str(), true))
    }
}
