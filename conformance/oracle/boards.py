"""Breakthrough, reversi, pente, connect6 and nine men's morris, judged from the rules as their authorities publish them."""

import re
from itertools import combinations

import text
from text import Refused, Unreadable

LETTERS = "abcdefghijklmnopqrs"
EIGHT = [(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if (dx, dy) != (0, 0)]
FOUR = [(1, 0), (0, 1), (1, 1), (1, -1)]


class Game:
    """What the five share: pieces of one kind as {cell: player}, turns in alternation, an end."""

    kind = "stone"
    counted = False   # whether a position has to say which turn comes next
    clock = None
    settings = {}     # option: its readings, the first one being the default

    def __init__(self, options):
        self.options = {name: readings[0] for name, readings in self.settings.items()}
        for name, reading in options.items():
            if reading not in self.settings.get(name, ()):
                raise Unreadable(f"no such option: {name}={reading}")
            self.options[name] = reading
        self.cells = self.all_cells()
        self.cell = {self.name(c): c for c in self.cells}
        self.pieces = {}
        self.turn = 1
        self.begun = False  # whether a part of the turn has been played
        self.status = {"state": "ongoing"}
        self.first()

    # What most of them do alike.

    def all_cells(self):
        return [(x, y) for y in range(self.size) for x in range(self.size)]

    def name(self, cell):
        return LETTERS[cell[0]] + str(cell[1] + 1)

    def read(self, name):
        if name not in self.cell:
            raise Unreadable(f"no such cell: {name!r}")
        return self.cell[name]

    def first(self):
        pass

    @property
    def player(self):
        return self.players[(self.turn - 1) % 2]

    @property
    def enemy(self):
        return self.players[self.turn % 2]

    def of(self, player):
        return [c for c in self.cells if self.pieces.get(c) == player]

    def free(self):
        return [c for c in self.cells if c not in self.pieces]

    def along(self, cell, direction, n):
        """Whose pieces the next n cells hold: None for an empty one, "edge" beyond the board."""
        x, y = cell
        cells = [(x + direction[0] * k, y + direction[1] * k) for k in range(1, n + 1)]
        return [self.pieces.get(c) if c in self.inside else "edge" for c in cells]

    @property
    def inside(self):
        return self.cell.values()

    def longest(self, player):
        best = 0
        for cell in self.of(player):
            for direction in FOUR:
                run = self.along(cell, direction, self.size)
                length = 1
                while length <= len(run) and run[length - 1] == player:
                    length += 1
                best = max(best, length)
        return best

    def won(self, player, reason):
        self.status = {"state": "won", "winner": player, "reasons": [reason]}

    def drawn(self, reason):
        self.status = {"state": "drawn", "reasons": [reason]}

    def next_turn(self):
        self.turn += 1
        self.begun = False
        self.judge()

    def clocks(self):
        return {}

    # Position text.

    def set_up(self, position):
        setup = text.read_position(position, self.players, {"": self.kind}, self.read)
        self.pieces = {cell: player for cell, player, _, _ in setup.pieces}
        self.begun = False
        if "turn" in setup.keys:
            self.turn = text.whole_number(setup.keys["turn"], 1)
        elif self.counted and (self.pieces or setup.to_move != self.players[0]):
            raise Unreadable("turn= is needed")
        else:
            self.turn = 1 + self.players.index(setup.to_move)
        if self.player != setup.to_move:
            raise Refused("turn")
        if set(setup.clocks) - {self.clock}:
            raise Unreadable("no such clock")
        self.read_clock(setup.clocks.get(self.clock))
        self.refuse()
        self.judge()

    def read_clock(self, value):
        pass

    def refuse(self):
        pass


class Breakthrough(Game):
    players, kind, size = ("white", "black"), "pawn", 8

    def first(self):
        for x in range(8):
            self.pieces.update({(x, 0): "white", (x, 1): "white", (x, 6): "black", (x, 7): "black"})

    def ahead(self):
        return 1 if self.player == "white" else -1

    def moves(self):
        for x, y in self.of(self.player):
            for dx in (-1, 0, 1):
                to = (x + dx, y + self.ahead())
                if to not in self.inside:
                    continue
                if to not in self.pieces:
                    yield (x, y), to, []
                elif dx and self.pieces[to] == self.enemy:
                    yield (x, y), to, [to]

    def legal(self):
        return [[self.name(a), self.name(b), [self.name(v) for v in taken], "pawn"] for a, b, taken in self.moves()]

    def act(self, word):
        if word == "pass":
            return False
        takes, cells, _ = text.read_board_move(word, self.read)
        wanted = (cells[0], cells[-1], [cells[-1]] if takes else [])
        if len(cells) != 2 or wanted not in self.moves():
            return False
        self.pieces[cells[1]] = self.pieces.pop(cells[0])
        self.next_turn()
        return True

    def arrived(self, player):
        return any(y == (7 if player == "white" else 0) for _, y in self.of(player))

    def refuse(self):
        if not self.pieces:
            raise Refused("empty-board")
        if all(map(self.arrived, self.players)):
            raise Refused("both-arrived")

    def judge(self):
        for player in self.players:
            if self.arrived(player):
                return self.won(player, "arrived")
        for player, other in (self.players, self.players[::-1]):
            if not self.of(other):
                return self.won(player, "captured")


class Reversi(Game):
    players, kind, size = ("black", "white"), "disc", 8

    def first(self):
        self.pieces = {(3, 4): "black", (4, 3): "black", (3, 3): "white", (4, 4): "white"}

    def flips(self, cell, player):
        """All discs outflanked by a disc of that player on this empty cell."""
        found = []
        for dx, dy in EIGHT:
            line = []
            x, y = cell[0] + dx, cell[1] + dy
            while self.pieces.get((x, y), player) != player:
                line.append((x, y))
                x, y = x + dx, y + dy
            if self.pieces.get((x, y)) == player:
                found += line
        return found

    def placeable(self, player):
        return [c for c in self.free() if self.flips(c, player)]

    def legal(self):
        return [self.name(c) for c in self.placeable(self.player)] or ["pass"]

    def act(self, word):
        if word not in self.legal():
            return False
        if word != "pass":
            cell = self.read(word)
            self.pieces.update({c: self.player for c in [cell] + self.flips(cell, self.player)})
        self.next_turn()
        return True

    def refuse(self):
        if any(c not in self.pieces for c in ((3, 3), (3, 4), (4, 3), (4, 4))):
            raise Refused("empty-centre")

    def judge(self):
        if any(map(self.placeable, self.players)):
            return
        black, white = (len(self.of(p)) for p in self.players)
        if black == white:
            self.drawn("equal")
        else:
            self.won("black" if black > white else "white", "more-discs")


class Pente(Game):
    players, size, clock = ("white", "black"), 19, "taken"
    settings = {"second-stone": ("free", "away")}
    taken = {}

    def first(self):
        self.taken = {p: 0 for p in self.players}

    def allowed(self):
        middle = (9, 9)
        if not self.pieces:
            return [middle]
        third_turn = len(self.of(self.player)) == 1 and len(self.of(self.enemy)) == 1 and not any(self.taken.values())
        if third_turn and self.options["second-stone"] == "away":
            return [c for c in self.free() if max(abs(c[0] - 9), abs(c[1] - 9)) >= 3]
        return self.free()

    def legal(self):
        return [self.name(c) for c in self.allowed()]

    def act(self, word):
        if word == "pass" or self.read(word) not in self.allowed():
            return False
        cell = self.read(word)
        self.pieces[cell] = self.player
        lost = []
        for dx, dy in EIGHT:
            if self.along(cell, (dx, dy), 3) == [self.enemy, self.enemy, self.player]:
                lost += [(cell[0] + dx, cell[1] + dy), (cell[0] + 2 * dx, cell[1] + 2 * dy)]
        for c in lost:
            del self.pieces[c]
        self.taken[self.player] += len(lost)
        self.next_turn()
        return True

    def clocks(self):
        return {"taken": self.taken}

    def read_clock(self, value):
        if value is not None and not isinstance(value, dict):
            raise Unreadable("whose taken?")
        self.taken = {p: (value or {}).get(p, 0) for p in self.players}

    def refuse(self):
        if all(self.longest(p) >= 5 for p in self.players):
            raise Refused("two-fives")

    def judge(self):
        for player in self.players:
            if self.longest(player) >= 5:
                return self.won(player, "five")
        for player in self.players:
            if self.taken[player] >= 10:
                return self.won(player, "captures")
        if not self.free():
            self.drawn("full")


class Connect6(Game):
    players, size, counted = ("black", "white"), 19, True

    def legal(self):
        free = [self.name(c) for c in self.free()]
        return free if self.turn == 1 else ["+".join(pair) for pair in combinations(free, 2)]

    def act(self, word):
        if word == "pass":
            return False
        cells = [self.read(name) for name in word.split("+")]
        wanted = 1 if self.turn == 1 else 2
        if len(cells) != wanted or len(set(cells)) != wanted or any(c in self.pieces for c in cells):
            return False
        self.pieces.update({c: self.player for c in cells})
        self.next_turn()
        return True

    def refuse(self):
        if all(self.longest(p) >= 6 for p in self.players):
            raise Refused("two-sixes")

    def judge(self):
        for player in self.players:
            if self.longest(player) >= 6:
                return self.won(player, "six")
        if not self.free():
            self.drawn("full")


class Morris(Game):
    """Points are (column, row) around the empty middle (0, 0); square r has the points at distance r."""

    players, kind, counted, clock = ("white", "black"), "man", True, "quiet"
    settings = {"flying": ("allowed", "none")}
    quiet = 0

    def first(self):
        self.seen = [self.state()]

    def all_cells(self):
        axis = [(x, y) for y in range(-3, 4) for x in range(-3, 4)]
        return [(x, y) for x, y in axis if (x, y) != (0, 0) and {abs(x), abs(y)} <= {0, max(abs(x), abs(y))}]

    def name(self, cell):
        return "abcdefg"[cell[0] + 3] + str(cell[1] + 4)

    def lines(self):
        for r in (1, 2, 3):
            for s in (-r, r):
                yield [(-r, s), (0, s), (r, s)]
                yield [(s, -r), (s, 0), (s, r)]
        for s in (-1, 1):
            yield [(s, 0), (2 * s, 0), (3 * s, 0)]
            yield [(0, s), (0, 2 * s), (0, 3 * s)]

    def beside(self, a, b):
        return any(a in line and b in line and abs(line.index(a) - line.index(b)) == 1 for line in self.lines())

    def in_mill(self, cell):
        owner = self.pieces[cell]
        return any(cell in line and all(self.pieces.get(c) == owner for c in line) for line in self.lines())

    def placing(self):
        return self.turn <= 18

    def state(self):
        return frozenset(self.pieces.items()), self.player, min(self.turn, 19)

    def moves(self):
        men = self.of(self.player)
        flies = len(men) == 3 and self.options["flying"] == "allowed"
        return [(a, b) for a in men for b in self.free() if flies or self.beside(a, b)]

    def removable(self):
        men = self.of(self.enemy)
        return [c for c in men if not self.in_mill(c)] or men

    def legal(self):
        if self.begun:
            return ["-" + self.name(c) for c in self.removable()]
        if self.placing():
            return [self.name(c) for c in self.free()]
        return [[self.name(a), self.name(b), [], "man"] for a, b in self.moves()]

    def act(self, word):
        if word == "pass":
            return False
        if word.startswith("-"):
            cell = self.read(word[1:])
            if not self.begun or cell not in self.removable():
                return False
            del self.pieces[cell]
            self.quiet = 0
            self.next_turn()
            return True
        step = re.fullmatch(r"(?:([a-g]\d)-)?([a-g]\d)", word)
        if not step:
            raise Unreadable(f"not a move: {word!r}")
        origin, cell = step[1] and self.read(step[1]), self.read(step[2])
        if self.begun or self.placing() == bool(origin):
            return False
        if cell in self.pieces or (origin and (origin, cell) not in self.moves()):
            return False
        self.pieces.pop(origin, None)
        self.pieces[cell] = self.player
        if self.in_mill(cell):
            self.begun = True
        else:
            self.quiet += 1
            self.next_turn()
        return True

    def clocks(self):
        return {"quiet": self.quiet}

    def read_clock(self, value):
        if isinstance(value, dict):
            raise Unreadable("quiet is no player's")
        self.quiet = value or 0

    def refuse(self):
        if any(len(self.of(p)) > 9 for p in self.players):
            raise Refused("too-many")
        self.seen = []

    def judge(self):
        self.seen.append(self.state())
        if self.placing():
            return
        for player, other in (self.players, self.players[::-1]):
            if len(self.of(other)) < 3:
                return self.won(player, "too-few")
        if not self.moves():
            return self.won(self.enemy, "no-moves")
        reasons = []
        if self.quiet >= 100:
            reasons.append("move-limit")
        if self.seen.count(self.seen[-1]) >= 3:
            reasons.append("repetition")
        if reasons:
            self.status = {"state": "drawn", "reasons": reasons}


GAMES = {
    "breakthrough": Breakthrough,
    "reversi": Reversi,
    "pente": Pente,
    "connect6": Connect6,
    "nine-mens-morris": Morris,
}


def judge(request):
    if request.get("params"):
        return {"error": "this game has no parameters"}
    try:
        game = GAMES[request["game"]](request.get("options") or {})
        if request.get("position") is not None:
            game.set_up(request["position"])
        return play(game, (request.get("moves") or "").split())
    except Refused as reason:
        return {"refused": str(reason)}
    except Unreadable as why:
        return {"error": str(why)}


def play(game, actions):
    first_turn = game.turn
    for word in actions:
        ply = game.turn - first_turn + 1
        if game.status["state"] != "ongoing":
            return {"rejected": {"ply": ply, "why": "over"}}
        if not game.act(word):
            return {"rejected": {"ply": ply, "why": "illegal"}}
    over = game.status["state"] != "ongoing"
    items = [(game.name(c), game.pieces[c]) for c in game.cells if c in game.pieces]
    keys = [("turn", game.turn)] if game.counted else []
    return {"ok": {
        "to_move": game.player,
        "legal": [] if over else game.legal(),
        "status": game.status,
        "plies": game.turn - first_turn,
        "position": text.write_position(game.player, game.players, items, keys),
        "clocks": game.clocks(),
        "pieces": sorted([name, player, game.kind, None] for name, player in items),
    }}
