// The grammar of the rules language for tree-sitter: blocks, clauses, patterns and texts, without what belongs to the checker.
// It accepts more than the language does: within a clause any row of words, numbers and signs. A test of the language server
// keeps the two lists of words equal to those of the parser.

const CLAUSE_WORDS = [
  'action', 'always', 'assume', 'board', 'cells', 'chain', 'claimable', 'clock', 'decide', 'draw',
  'forbid', 'fouls', 'let', 'lose', 'may', 'option', 'param', 'piece', 'players', 'prefer',
  'promote', 'refuse', 'region', 'setup', 'sides', 'turn', 'win', 'without',
];

const SMALL_WORDS = [
  'against', 'all', 'alone', 'along', 'and', 'as', 'at', 'because', 'by', 'can', 'cannot',
  'carries', 'column', 'columns', 'count', 'counts', 'earliest', 'else', 'every', 'exactly',
  'fewest', 'flip', 'for', 'from', 'group', 'groups', 'has', 'if', 'in', 'is', 'least', 'line',
  'lines', 'mix', 'most', 'must', 'no', 'not', 'occurs', 'of', 'off', 'on', 'or', 'pass', 'per',
  'reaches', 'restarts', 'row', 'rows', 'side', 'some', 'supposing', 'take', 'then', 'through',
  'to', 'unless', 'when', 'where', 'while', 'with',
];

// Clauses that are no more than their word and what follows it.
const PLAIN = CLAUSE_WORDS.filter(
  (word) => !['assume', 'may', 'action', 'always', 'chain', 'fouls', 'option', 'piece', 'prefer', 'promote', 'turn', 'without'].includes(word),
);

// `then` begins the next step of a turn, and is a part of a clause only where it says so.
const IN_PARTS = SMALL_WORDS.filter((word) => word !== 'then');

module.exports = grammar({
  name: 'rulebook',

  extras: ($) => [/[ \t\r\n\uFEFF]/, $.comment],

  word: ($) => $.name,

  // By default any word may be a name; behind `piece` only one that is not reserved.
  reserved: {
    none: (_) => [],
    words: (_) => [...CLAUSE_WORDS, ...SMALL_WORDS],
  },

  // Whether `piece` goes on a row of words or begins a clause is seen by the word behind it; whether a line of texts goes on, by what follows.
  conflicts: ($) => [[$.plain], [$.action], [$.always], [$.fouls], [$.piece], [$.prefer], [$.promote], [$.step], [$.result], [$.claim]],

  rules: {
    source_file: ($) => seq(optional($.version), repeat(choice($.game, $.family, $.texts))),

    version: ($) => seq('rulebook', $.number),

    game: ($) => seq('game', field('name', $.name), optional($.extends), '{', repeat($.clause), '}'),
    family: ($) => seq('family', field('name', $.name), optional($.extends), '{', repeat($.clause), '}'),
    extends: ($) =>
      seq('extends', field('parent', $.name), optional(seq('with', $.binding, repeat(seq(',', $.binding))))),
    binding: ($) => seq(field('name', $.name), '=', field('value', choice($.name, $.number))),

    clause: ($) =>
      seq(
        optional('assume'),
        choice($.plain, $.action, $.always, $.chain, $.fouls, $.option, $.piece, $.prefer, $.promote, $.turn, $.without),
      ),

    plain: ($) => seq(field('word', choice(...PLAIN)), repeat1($._part)),
    action: ($) => seq('action', field('name', $.name), repeat1(choice($._part, 'then'))),
    always: ($) => seq('always', optional(seq('after', choice('turn', 'action'), ':')), repeat1($._part)),
    chain: ($) => seq('chain', field('name', $.name), ':', choice('must', 'may'), 'go', 'on', repeat(seq(',', $.chain_part))),
    chain_part: ($) =>
      choice(
        seq('victims', 'leave', 'at', choice('end', 'once')),
        seq('may', 'turn', 'back'),
        seq('no', 'turning', 'back'),
        seq('no', 'cell', 'twice'),
      ),
    fouls: ($) => seq('fouls', 'lose', repeat1($._part)),
    option: ($) => seq('option', field('name', $._plain), 'is', field('reading', $._plain), repeat(seq('or', field('reading', $._plain)))),
    // `piece NAME` always begins a clause; in a row of words `piece` is followed by no name.
    piece: ($) => prec.dynamic(10, seq('piece', field('name', reserved('words', $.name)), repeat($._part))),
    prefer: ($) => seq('prefer', field('name', $.name), repeat1(choice($._part, 'then'))),
    promote: ($) => seq(optional('may'), 'promote', repeat1($._part)),
    turn: ($) => seq('turn', optional($.range), ':', $.step, repeat(seq('then', $.step))),
    step: ($) => choice($.result, repeat1($._part)),
    result: ($) => seq(choice('win', 'lose', 'draw'), repeat1($._part)),
    without: ($) => seq('without', choice(...CLAUSE_WORDS.filter((word) => word !== 'assume')), repeat($.name)),

    range: ($) => seq(choice($.number, $.name), optional(seq('..', choice($.number, $.name)))),

    _part: ($) =>
      choice(
        $.name,
        $.path,
        $.number,
        $.pattern,
        $.group,
        $.graph,
        $.at_setup,
        $.any_piece,
        $.sides,
        $.reading,
        ...IN_PARTS,
        $.operator,
        ':',
        ',',
      ),

    at_setup: (_) => prec(1, seq('at', 'setup')),
    sides: (_) => prec(1, seq(choice('some', 'every', 'no'), 'sides')),
    // A reading may be named by any word, also by one that begins a clause.
    reading: (_) => prec(1, seq('is', choice(...CLAUSE_WORDS))),
    any_piece: (_) => 'piece',
    pattern: ($) => seq('[', repeat1($._part), ']'),
    group: ($) => seq('(', repeat1($._part), ')'),
    graph: ($) => seq('{', repeat1($._part), '}'),

    texts: ($) => seq('texts', field('name', $.name), '{', repeat(choice($.document, $.claim)), '}'),
    document: ($) => seq('document', field('name', $.name), field('title', $.string)),
    claim: ($) =>
      prec.dynamic(
        -1,
        seq(field('id', $._id), repeat($.source), optional(seq('formerly', field('former', $._id))), repeat($.sentence)),
      ),
    source: ($) => seq(field('document', $.name), optional(seq($.number, repeat(seq(',', $.number))))),
    sentence: ($) => seq(field('language', $.name), $.string),
    _plain: ($) => choice($.name, alias(choice(...CLAUSE_WORDS, ...SMALL_WORDS), $.name)),
    _id: ($) => choice($.name, $.path),

    name: (_) => /[A-Za-z]([A-Za-z0-9]|-[A-Za-z])*/,
    // Longer than a name by a dot or by a hyphen before a digit.
    path: (_) => token(/[A-Za-z]([A-Za-z0-9]|-[A-Za-z])*(-[0-9][A-Za-z0-9]*(-[A-Za-z0-9]+)*(\.[A-Za-z]([A-Za-z0-9]|-[A-Za-z0-9])*)*|(\.[A-Za-z]([A-Za-z0-9]|-[A-Za-z0-9])*)+)/),
    number: (_) => /[0-9]+/,
    string: (_) => /"([^"\\\n\r]|\\["\\])*"/,
    comment: (_) => token(seq('//', /[^\n\r]*/)),
    operator: (_) => choice('<=', '>=', '<', '>', '=', '+', '-', '*', '..'),
  },
});
