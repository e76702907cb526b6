"""The tile game (blue and red, remove one and place two), judged from the texts of its rules."""

import re

import text
from text import Refused, Unreadable

PLAYERS = ("blue", "red")
SIZE = 8
TILES_EACH = 32  # of each player, on the board and in reserve together
DEFAULTS = {"numbers": 8, "copies": 4, "line-length": 4, "line": "equal"}
LINES = ("equal", "consecutive", "different", "any")
CELLS = [(x, y) for y in range(SIZE) for x in range(SIZE)]
NAME = {(x, y): "abcdefgh"[x] + str(y + 1) for x, y in CELLS}
CELL = {name: cell for cell, name in NAME.items()}
REMOVE, PLACE = "remove", "place"


def read_cell(name):
    if name not in CELL:
        raise Unreadable(f"no such cell: {name!r}")
    return CELL[name]


def other(player):
    return "red" if player == "blue" else "blue"


def read_parameters(given):
    parameters = dict(DEFAULTS)
    for name, value in given.items():
        if name not in DEFAULTS:
            raise Unreadable(f"no such parameter: {name}")
        if name == "line":
            if value not in LINES:
                raise Unreadable(f"no such line: {value}")
        elif not re.fullmatch(r"\d+", str(value)) or int(value) < 1:
            raise Unreadable(f"not a number from 1: {name}={value}")
        parameters[name] = value if name == "line" else int(value)
    # All counts of the documents rest on 32 tiles for each player.
    if parameters["numbers"] * parameters["copies"] != TILES_EACH:
        raise Unreadable("numbers x copies must be 32")
    return parameters


def row_is_line(numbers, line):
    """numbers: those of neighbouring own tiles, read in one of the two directions."""
    steps = [b - a for a, b in zip(numbers, numbers[1:])]
    if line == "equal":
        return not any(steps)
    if line == "consecutive":
        return all(step == 1 for step in steps) or all(step == -1 for step in steps)
    if line == "different":
        return len(set(numbers)) == len(numbers)
    return True


class Game:
    """tiles is {cell: (player, number)}; a turn is a removal (not in turn 1) and two placements."""

    def __init__(self, parameters):
        self.parameters = parameters
        self.tiles = {}
        self.turn = 1        # the turn that is being played or comes next, over both players
        self.step = PLACE
        self.placements = 2  # still to be done in this turn
        self.here = None     # the cell last acted on in an unfinished turn
        self.status = {"state": "ongoing"}

    @property
    def player(self):
        return PLAYERS[(self.turn - 1) % 2]

    def reserve(self, player):
        return TILES_EACH - sum(owner == player for owner, _ in self.tiles.values())

    def has_line(self, player):
        length = self.parameters["line-length"]
        for x, y in CELLS:
            for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1)):
                run = [self.tiles.get((x + i * dx, y + i * dy)) for i in range(length)]
                if all(tile and tile[0] == player for tile in run):
                    if row_is_line([number for _, number in run], self.parameters["line"]):
                        return True
        return False

    # What may be done.

    def removable(self):
        return [cell for cell in CELLS if cell in self.tiles and self.tiles[cell][0] != self.player]

    def placeable(self):
        """(cell, number): any empty cell, the one just emptied too, and any number in reserve."""
        used = [number for owner, number in self.tiles.values() if owner == self.player]
        held = [n for n in range(1, self.parameters["numbers"] + 1) if used.count(n) < self.parameters["copies"]]
        return [(cell, n) for cell in CELLS if cell not in self.tiles for n in held]

    def legal(self):
        if self.status["state"] != "ongoing":
            return []
        if self.step == REMOVE:
            return ["-" + NAME[cell] for cell in self.removable()]
        return [f"{NAME[cell]}#{number}" for cell, number in self.placeable()]

    # Doing it.

    def act(self, word):
        """Do the action if it is legal; whether it was."""
        removal = re.fullmatch(r"-([a-z]\d+)", word)
        placement = re.fullmatch(r"([a-z]\d+)#(\d+)", word)
        if not removal and not placement:
            raise Unreadable(f"not a move: {word!r}")
        cell = read_cell((removal or placement)[1])
        if removal:
            if self.step != REMOVE or cell not in self.removable():
                return False
            self.remove(cell)
        else:
            tile = (cell, int(placement[2]))
            if self.step != PLACE or tile not in self.placeable():
                return False
            self.place(*tile)
        return True

    def remove(self, cell):
        """The tile goes back to its owner; then a line that is left wins, before any lack of tiles."""
        del self.tiles[cell]
        self.here = cell
        self.step = PLACE
        enemy = other(self.player)
        if self.has_line(enemy):
            self.status = {"state": "won", "winner": enemy, "reasons": ["survived"]}
        elif self.reserve(self.player) < 2:
            self.status = {"state": "drawn", "reasons": ["reserve"]}

    def place(self, cell, number):
        """A line made here is only provisional, so nothing is judged."""
        self.tiles[cell] = (self.player, number)
        self.here = cell
        self.placements -= 1
        if self.placements == 0:
            self.turn += 1
            self.step, self.placements, self.here = REMOVE, 2, None

    # Position text.

    def set_up(self, position):
        setup = text.read_position(position, PLAYERS, {"": "tile"}, read_cell, numbered=True)
        if setup.clocks:
            raise Unreadable("this game has no clocks")
        for cell, player, _, number in setup.pieces:
            if not 1 <= number <= self.parameters["numbers"]:
                raise Unreadable(f"no such number: {number}")
            self.tiles[cell] = (player, number)
        held = list(self.tiles.values())
        if any(held.count(tile) > self.parameters["copies"] for tile in held):
            raise Refused("stock")
        if "turn" in setup.keys:
            self.turn = text.whole_number(setup.keys["turn"], 1)
        elif self.tiles or setup.to_move != PLAYERS[0]:
            raise Unreadable("turn= is needed")
        if self.player != setup.to_move:
            raise Refused("turn")  # Blue has the odd turns, Red the even ones
        self.step = setup.keys.get("step", self.first_step())
        if self.step not in (REMOVE, PLACE) or (self.step == REMOVE and self.turn == 1):
            raise Unreadable("no such step in this turn")
        self.here = read_cell(setup.keys["here"]) if "here" in setup.keys else None
        if self.step == PLACE and self.one_is_placed():
            self.placements = 1

    def first_step(self):
        return PLACE if self.turn == 1 else REMOVE

    def one_is_placed(self):
        """Whether a set-up at the step `place` stands before the second placement.

        The name of the step is the same for both. The cell last acted on tells them apart: it is
        empty after a removal. Without it the documents' count does: turn t begins with t tiles
        (turn 1 with none), so there are t again, or one, when one has been placed.
        """
        if self.here is not None:
            return self.tiles.get(self.here, (None,))[0] == self.player
        return len(self.tiles) == self.turn

    def written(self):
        items = [(f"{NAME[c]}#{self.tiles[c][1]}", self.tiles[c][0]) for c in CELLS if c in self.tiles]
        keys = []
        if self.turn != 1 or self.tiles:
            keys.append(("turn", self.turn))
        if self.step != self.first_step():
            keys.append(("step", self.step))
        if self.here is not None:
            keys.append(("here", NAME[self.here]))
        return text.write_position(self.player, PLAYERS, items, keys)


def judge(request):
    if request.get("options"):
        return {"error": "this game has no options"}
    try:
        game = Game(read_parameters(request.get("params") or {}))
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
        # Turns are counted as in a game record: the first one played here is 1.
        ply = game.turn - first_turn + 1
        if game.status["state"] != "ongoing":
            return {"rejected": {"ply": ply, "why": "over"}}
        if not game.act(word):
            return {"rejected": {"ply": ply, "why": "illegal"}}
    return {"ok": {
        "to_move": game.player,
        "legal": game.legal(),
        "status": game.status,
        "plies": game.turn - first_turn,
        "position": game.written(),
        "clocks": {},
        "pieces": sorted([NAME[c], player, "tile", number] for c, (player, number) in game.tiles.items()),
    }}
