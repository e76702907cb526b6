"""Reads and writes the position text and the move text that all games share."""

import re

# The keys that are no clocks; everything else after a semicolon must be the name of a clock.
PLAIN_KEYS = ("turn", "step", "here")


class Unreadable(Exception):
    """The text says nothing that could be judged (an error, not a verdict of the rules)."""


class Refused(Exception):
    """The text is well formed, but no rule allows the set-up; the argument is the reason id."""


class Setup:
    """What a position text says, before any rule has looked at it."""

    def __init__(self, to_move):
        self.to_move = to_move
        self.pieces = []  # (cell, player, kind, number); two on one cell are still possible here
        self.keys = {}    # plain keys: name -> text
        self.clocks = {}  # clocks: name -> number, or {player: number} for a clock of one side


def read_position(text, players, letters, read_cell, numbered=False, fen=None):
    """Read either form.

    players: names, in the order of play; letters: letter -> kind, "" being the first kind;
    read_cell: name -> the game's own cell, raising Unreadable; fen: letter -> player, or None
    where the field has no such form.
    """
    if not isinstance(text, str) or not text.strip():
        raise Unreadable("empty position")
    head, *tail = [part.strip() for part in text.split(";")]
    if fen and re.match(r"[WB]:", head):
        setup = read_fen(head, letters, read_cell, fen)
    else:
        setup = read_own_form(head, players, letters, read_cell, numbered)
    for part in tail:
        read_key(part, setup, players)
    cells = [piece[0] for piece in setup.pieces]
    if len(cells) != len(set(cells)):
        raise Refused("occupied")
    return setup


def read_own_form(head, players, letters, read_cell, numbered):
    """`white: white=g5,Kb6 black=Kf8`"""
    to_move, colon, rest = head.partition(":")
    to_move = to_move.strip()
    if not colon or to_move not in players:
        raise Unreadable(f"no player to move in {head!r}")
    setup = Setup(to_move)
    named = set()
    for group in rest.split():
        player, equals, items = group.partition("=")
        if not equals or player not in players or player in named:
            raise Unreadable(f"not the pieces of a player: {group!r}")
        named.add(player)
        for item in items.split(",") if items else []:
            setup.pieces.append(read_item(item, player, letters, read_cell, numbered))
    return setup


def read_item(item, player, letters, read_cell, numbered):
    """`c3`, `31`, `Kb8`, `a1#5`"""
    match = re.fullmatch(r"([A-Z]?)([a-z]?\d+)(?:#(\d+))?", item)
    if not match or match[1] not in letters or bool(match[3]) != numbered:
        raise Unreadable(f"not a piece: {item!r}")
    number = int(match[3]) if match[3] else None
    return read_cell(match[2]), player, letters[match[1]], number


def read_fen(head, letters, read_cell, fen):
    """`W:WKb6,d8:BKb8`; also numbers, and ranges of them (`W21-32`), as the field writes them."""
    first, *groups = "".join(head.split()).rstrip(".").split(":")
    setup = Setup(fen[first])
    for group in groups:
        if not group or group[0] not in fen:
            raise Unreadable(f"not a colour's pieces: {group!r}")
        player = fen[group[0]]
        for item in group[1:].split(",") if group[1:] else []:
            span = re.fullmatch(r"(K?)(\d+)-(\d+)", item)
            if span:
                names = [span[1] + str(n) for n in range(int(span[2]), int(span[3]) + 1)]
            else:
                names = [item]
            for name in names:
                setup.pieces.append(read_item(name, player, letters, read_cell, False))
    return setup


def read_key(part, setup, players):
    """`five=3`, `fifteen=white:3`, `turn=3`, `step=place`, `here=c3`"""
    key, equals, value = (piece.strip() for piece in part.partition("="))
    if not equals or not key or not value:
        raise Unreadable(f"not key=value: {part!r}")
    if key in PLAIN_KEYS:
        if key in setup.keys:
            raise Unreadable(f"{key} is given twice")
        setup.keys[key] = value
        return
    for one in value.split(","):
        # Whose it is: a player's, or that of the piece on a cell.
        side, colon, count = one.rpartition(":")
        if not re.fullmatch(r"\d+", count) or (colon and side not in players and not re.fullmatch(r"[a-z]?\d+", side)):
            raise Unreadable(f"not the value of a clock: {part!r}")
        if colon:
            sides = setup.clocks.setdefault(key, {})
            if not isinstance(sides, dict) or side in sides:
                raise Unreadable(f"{key} is given twice")
            sides[side] = int(count)
        elif key in setup.clocks:
            raise Unreadable(f"{key} is given twice")
        else:
            setup.clocks[key] = int(count)


def whole_number(text, least):
    """A number of the text, for example that of `turn`."""
    if not re.fullmatch(r"\d+", text) or int(text) < least:
        raise Unreadable(f"not a number from {least}: {text!r}")
    return int(text)


def write_position(to_move, players, pieces, keys):
    """pieces: (written item, player) in the order wanted; keys: (name, value) pairs.

    A player without pieces is left out, which the grammar allows.
    """
    groups = []
    for player in players:
        items = [item for item, owner in pieces if owner == player]
        if items:
            groups.append(f" {player}={','.join(items)}")
    return f"{to_move}:" + "".join(groups) + "".join(f"; {key}={value}" for key, value in keys)


def read_board_move(text, read_cell):
    """`c3-d4`, `c3xe5xg7`, `c3xg7(d4,f6)` -> (is a capture, cells, set of victims or None)."""
    match = re.fullmatch(r"([a-z]?\d+)((?:-[a-z]?\d+)+|(?:x[a-z]?\d+)+)(?:\(([^()]+)\))?", text)
    if not match:
        raise Unreadable(f"not a move: {text!r}")
    takes = match[2][0] == "x"
    cells = [match[1]] + match[2][1:].split(match[2][0])
    victims = None
    if match[3]:
        victims = set()
        for name in match[3].split(","):
            if not re.fullmatch(r"[a-z]?\d+", name):
                raise Unreadable(f"not a move: {text!r}")
            victims.add(read_cell(name))
    return takes, [read_cell(name) for name in cells], victims


# The boards of draughts: their cells and the two ways of naming them.

class Board:
    """The dark cells of a square board, a1 dark, as (column, row) from (0, 0), with their rays."""

    def __init__(self, size):
        self.size = size
        self.cells = [(x, y) for y in range(size) for x in range(size) if (x + y) % 2 == 0]
        self.road = {(i, i) for i in range(size)}
        # Numbers run row by row from White's top left.
        ordered = sorted(self.cells, key=lambda c: (-c[1], c[0]))
        self.by_number = {n: cell for n, cell in enumerate(ordered, 1)}
        number = {cell: n for n, cell in self.by_number.items()}
        self.name = {c: str(number[c]) if size == 10 else "abcdefgh"[c[0]] + str(c[1] + 1) for c in self.cells}
        # The order in which a position is printed: that of numbers, or of rows from a1.
        self.order = ordered if size == 10 else self.cells
        self.rays = {c: {(dx, dy): self.ray(c, dx, dy) for dx in (-1, 1) for dy in (-1, 1)} for c in self.cells}

    def ray(self, cell, dx, dy):
        x, y = cell
        found = []
        while 0 <= x + dx < self.size and 0 <= y + dy < self.size:
            x, y = x + dx, y + dy
            found.append((x, y))
        return found

    def read(self, name):
        cell = None
        if re.fullmatch(r"\d+", name):
            cell = self.by_number.get(int(name))
        elif re.fullmatch(r"[a-j][1-9]\d?", name):
            cell = ("abcdefghij".index(name[0]), int(name[1:]) - 1)
        if cell not in self.rays:
            raise Unreadable(f"no such cell: {name!r}")
        return cell


BOARDS = {8: Board(8), 10: Board(10)}
