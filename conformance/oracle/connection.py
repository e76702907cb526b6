"""Connect Four, Lines of Action and Hex, judged from the rules as they are published."""

import text
from boards import EIGHT, FOUR, Game, LETTERS, play
from text import Refused, Unreadable


def groups(cells, steps):
    """The connected parts of a set of cells."""
    rest, found = set(cells), []
    while rest:
        open_, part = [rest.pop()], set()
        while open_:
            x, y = open_.pop()
            part.add((x, y))
            for dx, dy in steps:
                if (x + dx, y + dy) in rest:
                    rest.remove((x + dx, y + dy))
                    open_.append((x + dx, y + dy))
        found.append(part)
    return found


class ConnectFour(Game):
    players, kind = ("red", "yellow"), "disc"

    def all_cells(self):
        return [(x, y) for y in range(6) for x in range(7)]

    def lowest(self):
        """The square to which a disc falls, column by column; a full column has none."""
        heights = [[y for y in range(6) if (x, y) not in self.pieces] for x in range(7)]
        return [(x, free[0]) for x, free in enumerate(heights) if free]

    def legal(self):
        return [self.name(c) for c in self.lowest()]

    def act(self, word):
        if word not in self.legal():
            return False
        self.pieces[self.read(word)] = self.player
        self.next_turn()
        return True

    def four(self, player):
        own = set(self.of(player))
        return any(all((x + k * dx, y + k * dy) in own for k in range(4)) for x, y in own for dx, dy in FOUR)

    def refuse(self):
        if any(y > 0 and (x, y - 1) not in self.pieces for x, y in self.pieces):
            raise Refused("hanging")
        if all(map(self.four, self.players)):
            raise Refused("two-fours")

    def judge(self):
        for player in self.players:
            if self.four(player):
                return self.won(player, "four")
        if not self.free():
            self.drawn("full")


class LinesOfAction(Game):
    players, kind, size = ("black", "white"), "checker", 8
    settings = {"both-joined": ("draw", "mover-wins")}

    def first(self):
        for i in range(1, 7):
            self.pieces.update({(i, 0): "black", (i, 7): "black", (0, i): "white", (7, i): "white"})
        self.seen = [self.state()]

    def state(self):
        return frozenset(self.pieces.items()), self.player

    def moves(self):
        for x, y in self.of(self.player):
            for dx, dy in EIGHT:
                on_line = [(x + k * dx, y + k * dy) for k in range(-7, 8)]
                steps = sum(c in self.pieces for c in on_line)
                way = [(x + k * dx, y + k * dy) for k in range(1, steps + 1)]
                if way[-1] not in self.inside or self.pieces.get(way[-1]) == self.player:
                    continue
                if all(self.pieces.get(c) != self.enemy for c in way[:-1]):
                    yield (x, y), way[-1], [way[-1]] if way[-1] in self.pieces else []

    def legal(self):
        moves = [[self.name(a), self.name(b), [self.name(v) for v in taken], "checker"] for a, b, taken in self.moves()]
        return moves or ["pass"]

    def act(self, word):
        if word == "pass":
            if list(self.moves()):
                return False
        else:
            takes, cells, _ = text.read_board_move(word, self.read)
            if len(cells) != 2 or (cells[0], cells[1], [cells[1]] if takes else []) not in list(self.moves()):
                return False
            self.pieces[cells[1]] = self.pieces.pop(cells[0])
        self.next_turn()
        return True

    def refuse(self):
        if any(len(self.of(p)) > 12 for p in self.players):
            raise Refused("too-many")
        if not all(map(self.of, self.players)):
            raise Refused("nothing-left")
        self.seen = []

    def judge(self):
        self.seen.append(self.state())
        joined = [p for p in self.players if len(groups(self.of(p), EIGHT)) == 1]
        if len(joined) == 1:
            return self.won(joined[0], "joined-up")
        # Whoever is not to move has made the last move, or would have made it in a set-up.
        if joined and self.options["both-joined"] == "mover-wins":
            return self.won(self.enemy, "joined-up")
        reasons = ["both-joined-up"] if joined else []
        if self.seen.count(self.seen[-1]) >= 3:
            reasons.append("repetition")
        if reasons:
            self.status = {"state": "drawn", "reasons": sorted(reasons)}


class Hex(Game):
    players, size = ("red", "blue"), 11
    SIX = [(1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1)]

    def legal(self):
        return [self.name(c) for c in self.free()]

    def act(self, word):
        if word == "pass" or self.read(word) in self.pieces:
            return False
        self.pieces[self.read(word)] = self.player
        self.next_turn()
        return True

    def judge(self):
        last = self.size - 1
        for player, axis in (("red", 1), ("blue", 0)):
            if any({0, last} <= {c[axis] for c in part} for part in groups(self.of(player), self.SIX)):
                return self.won(player, "joined")


GAMES = {"connect-four": ConnectFour, "lines-of-action": LinesOfAction, "hex": Hex}


def judge(request):
    params = request.get("params") or {}
    if set(params) - ({"size"} if request["game"] == "hex" else set()):
        return {"error": "no such parameter"}
    kind = GAMES[request["game"]]
    if params:
        size = int(params["size"])
        if not 1 <= size <= len(LETTERS):
            return {"error": "no such size"}
        kind = type("Sized", (kind,), {"size": size})
    try:
        game = kind(request.get("options") or {})
        if request.get("position") is not None:
            game.set_up(request["position"])
        return play(game, (request.get("moves") or "").split())
    except Refused as reason:
        return {"refused": str(reason)}
    except Unreadable as why:
        return {"error": str(why)}
