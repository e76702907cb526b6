; Colours. A test of the language server keeps the words equal to those of the parser.

(comment) @comment
(string) @string
(number) @number
(operator) @operator

["rulebook" "game" "family" "texts" "extends" "document" "formerly"] @keyword

; clause words
[
  "action"
  "always"
  "assume"
  "board"
  "cells"
  "chain"
  "claimable"
  "clock"
  "decide"
  "draw"
  "forbid"
  "fouls"
  "let"
  "lose"
  "may"
  "option"
  "param"
  "piece"
  "players"
  "prefer"
  "promote"
  "refuse"
  "region"
  "setup"
  "sides"
  "turn"
  "win"
  "without"
] @keyword

; small words
[
  "against"
  "all"
  "alone"
  "along"
  "and"
  "as"
  "at"
  "because"
  "by"
  "can"
  "cannot"
  "carries"
  "column"
  "columns"
  "count"
  "counts"
  "earliest"
  "else"
  "every"
  "exactly"
  "fewest"
  "flip"
  "for"
  "from"
  "group"
  "groups"
  "has"
  "if"
  "in"
  "is"
  "least"
  "line"
  "lines"
  "mix"
  "most"
  "must"
  "no"
  "not"
  "occurs"
  "of"
  "off"
  "on"
  "or"
  "pass"
  "per"
  "reaches"
  "restarts"
  "row"
  "rows"
  "side"
  "some"
  "supposing"
  "take"
  "then"
  "through"
  "to"
  "unless"
  "when"
  "where"
  "while"
  "with"
] @keyword.operator

["go" "back" "turning" "twice" "cell" "victims" "leave" "end" "once" "after"] @keyword.modifier

(game name: (name) @type)
(family name: (name) @type)
(texts name: (name) @type)
(extends parent: (name) @type)
(action name: (name) @function)
(chain name: (name) @function)
(prefer name: (name) @function)
(piece name: (name) @type)
(option name: (name) @property)
(option reading: (name) @constant)
(binding name: (name) @property)
(document name: (name) @property)
(source document: (name) @property)
(claim id: (_) @label)
(sentence language: (name) @attribute)

((name) @variable.builtin
  (#any-of? @variable.builtin
    "own"
    "enemy"
    "empty"
    "edge"
    "here"
    "mover"
    "next"
    "either"
    "victims"
    "victim"
    "stock"
    "turns"
    "actions"
    "orthogonal"
    "diagonal"
    "forward"
    "backward"
    "sideways"
    "any"
    "direction"
    "directions"
    "anywhere"
    "position"
    "its"))

["{" "}" "[" "]" "(" ")"] @punctuation.bracket
["," ":"] @punctuation.delimiter
