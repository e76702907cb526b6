"""American, Brazilian, International and Russian draughts, judged from the texts of their rules."""

from collections import Counter

import text
from movement import KING, MAN, Movement
from text import BOARDS, Refused, Unreadable

LAST_PLY = ("condition-after", "moves-from")

# crowns: "stop" ends the turn on the far row, "end" crowns only where the chain ends there,
# "go-on" crowns in mid-chain and the piece goes on as a king.
RULES = {
    "american": dict(size=8, first="black", flying=False, men_take_back=False, most=False, crowns="stop", options={}),
    "brazilian": dict(size=8, first="white", flying=True, men_take_back=True, most=True, crowns="end", options={
        "five-stretch": ("one-count", "per-bullet"), "main-road-last-ply": LAST_PLY,
        "main-road-leave": ("restart", "latch")}),
    "international": dict(size=10, first="white", flying=True, men_take_back=True, most=True, crowns="end", options={
        "main-road-last-ply": LAST_PLY, "main-road-leave": ("restart", "latch"),
        "five-by-capture": ("continue", "restart"), "main-road-carries": ("no", "yes")}),
    "russian": dict(size=8, first="white", flying=True, men_take_back=True, most=False, crowns="go-on", options={
        "main-road-last-ply": LAST_PLY[::-1], "main-road-needs-king": ("no", "yes")}),
}
PER_SIDE = {("russian", "fifteen"), ("russian", "road")}
# The endings, as (kings, men) of the stronger side.
THREE = ((3, 0), (2, 1), (1, 2))
SMALL = ((2, 0), (1, 1), (1, 0))


def other(player):
    return "black" if player == "white" else "white"


def material(pieces, player):
    """(kings, men)"""
    kinds = [kind for owner, kind in pieces.values() if owner == player]
    return kinds.count(KING), kinds.count(MAN)


def advance(old, holds, carries, counts, restarts, last):
    """One clock after a ply: (its value, the value that the draws of this ply see); None: not running.

    last: a ply counts if the condition held when it was played, whatever holds after it.
    """
    if old is None:
        return (0, 0) if holds else (None, None)
    counted = old + counts
    if not (holds or carries):
        return None, counted if last and counts else None
    if restarts:
        return 0, counted if last and counts else 0
    return counted, counted


class Game:
    def __init__(self, name, options):
        self.name, self.options = name, options
        self.movement = Movement(RULES[name], BOARDS[RULES[name]["size"]])
        self.board = self.movement.board
        first = self.movement.rules["first"]
        self.players = (first, other(first))

    def option(self, name):
        """The reading chosen for this option; the first is the default."""
        return self.options.get(name, self.movement.rules["options"][name][0])

    def legal(self, pieces, to_move, clocks):
        return self.movement.legal(pieces, to_move)

    # Clocks: keys are names, or (name, player) for a clock of one side.

    def endings(self, pieces):
        """Which of the endings of the texts stand on the board."""
        whole = {p: material(pieces, p) for p in self.players}
        on_road = [cell for cell in pieces if cell in self.board.road]
        three, small, king_alone, weak_there = {}, {}, {}, {}
        for strong in self.players:
            weak = other(strong)
            lone = whole[weak] == (1, 0)
            three[strong] = lone and whole[strong] in THREE
            small[strong] = lone and whole[strong] in SMALL
            weak_there[strong] = lone and len(on_road) == 1 and pieces[on_road[0]][0] == weak
        return whole, three, small, weak_there

    def conditions(self, pieces):
        """{clock: (its condition holds, a running one is kept running)}"""
        whole, three, small, alone_on_road = self.endings(pieces)
        any_three, any_small = any(three.values()), any(small.values())
        road = any(three[p] and alone_on_road[p] for p in self.players)
        result = {"quiet": (True, False)}
        if self.name == "brazilian":
            result["five"] = (self.in_list(whole) or road, self.option("main-road-leave") == "latch" and any_three)
        elif self.name == "international":
            kept = (self.option("main-road-leave") == "latch" and any_three
                    or self.option("main-road-carries") == "yes" and any_small)
            result["sixteen"] = (any_three, any_small)  # a capture into the smaller ending keeps the deadline
            result["road"] = (road, kept)
            result["five"] = (any_small, False)
        elif self.name == "russian":
            result["balance"] = (True, False)
            for strong in self.players:
                kings, men = whole[strong]
                result["fifteen", strong] = (kings >= 3 and whole[other(strong)] == (1, 0), False)
                enough = kings > 0 or self.option("main-road-needs-king") == "no"
                result["road", strong] = (kings + men == 3 and enough and alone_on_road[strong], False)
        return result

    def in_list(self, whole):
        """The five endings of the Brazilian list, either colour being either side."""
        sides = tuple(sorted(whole.values(), reverse=True))
        return sides in {((2, 0), (2, 0)), ((2, 0), (1, 0)), ((2, 0), (1, 1)), ((1, 0), (1, 0)), ((1, 1), (1, 0))}

    def step_clocks(self, clocks, before, move, after):
        """(the clocks after the ply, what the draws of this ply see)"""
        mover, kind = before[move.start]
        took, man_moved, crowned = bool(move.victims), kind == MAN, kind != move.kind
        restarts = {"quiet": took or man_moved, "balance": took or crowned}
        last = set()
        if self.name != "american" and self.option("main-road-last-ply") == "moves-from":
            last = {"five"} if self.name == "brazilian" else {"road"}
        if self.name == "brazilian":
            entered = self.in_list(self.endings(after)[0]) and not self.in_list(self.endings(before)[0])
            restarts["five"] = self.option("five-stretch") == "per-bullet" and entered
        if self.name == "international":
            restarts["five"] = self.option("five-by-capture") == "restart" and took
        now, seen = {}, {}
        for key, (holds, carries) in self.conditions(after).items():
            name, side = key if isinstance(key, tuple) else (key, mover)
            now[key], seen[key] = advance(clocks.get(key), holds, carries, int(side == mover),
                                          restarts.get(name, False), name in last)
        return now, seen

    def draws(self, pieces, seen, occurrences):
        """The reasons of all draws that hold."""
        reasons = {"repetition"} if occurrences >= 3 else set()

        def limit(key, number, reason):
            if seen.get(key) is not None and seen[key] >= number:
                reasons.add(reason)

        if self.name == "russian":
            count = len(pieces)
            if all(material(pieces, p)[0] for p in self.players) and 2 <= count <= 7:
                limit("balance", 10 if count <= 3 else 60 if count <= 5 else 120, "move-limit")
            if 4 <= count <= 7:
                limit("quiet", 30 if count <= 5 else 50, "move-limit")
            for strong in self.players:
                limit(("fifteen", strong), 15, "endgame-limit")
                limit(("road", strong), 5, "endgame-limit")
        else:
            limit("quiet", {"american": 80, "brazilian": 40, "international": 50}[self.name], "move-limit")
            limit("sixteen", 32, "endgame-limit")
            limit("road", 10, "endgame-limit")
            limit("five", 10, "endgame-limit")
        return reasons

    def status(self, pieces, to_move, legal, seen, occurrences):
        """Wins come before all draws."""
        for player in self.players:
            if material(pieces, player) == (0, 0):
                return {"state": "won", "winner": other(player), "reasons": ["no-moves"]}
        if not legal:
            return {"state": "won", "winner": other(to_move), "reasons": ["no-moves"]}
        reasons = sorted(self.draws(pieces, seen, occurrences))
        if not reasons:
            return {"state": "ongoing"}
        if self.options.get("draws") == "claimed":
            return {"state": "ongoing", "claimable": reasons}
        return {"state": "drawn", "reasons": reasons}

    # Positions.

    def initial(self):
        size = self.board.size
        rows = 3 if size == 8 else 4
        pieces = {c: ("white", MAN) for c in self.board.cells if c[1] < rows}
        pieces.update({c: ("black", MAN) for c in self.board.cells if c[1] >= size - rows})
        return pieces

    def start(self, position):
        """(pieces, player to move, clocks)"""
        if position is None:
            pieces, to_move, given = self.initial(), self.players[0], {}
        else:
            setup = text.read_position(position, self.players, {"": MAN, "K": KING}, self.board.read,
                                       fen={"W": "white", "B": "black"})
            pieces = {cell: (player, kind) for cell, player, kind, _ in setup.pieces}
            to_move, given = setup.to_move, setup.clocks
            if set(setup.keys) - {"turn"}:
                raise Unreadable("a turn of draughts has one step")
            text.whole_number(setup.keys.get("turn", "1"), 1)
        if not pieces:
            raise Refused("empty-board")
        if any(kind == MAN and self.movement.on_far_row(cell, player) for cell, (player, kind) in pieces.items()):
            raise Refused("uncrowned")
        conditions = self.conditions(pieces)
        clocks = {key: 0 if holds else None for key, (holds, _) in conditions.items()}
        for name, value in given.items():
            sides = {(name, p): v for p, v in value.items()} if isinstance(value, dict) else {name: value}
            for key, number in sides.items():
                if not any(conditions.get(key, ())):
                    raise Unreadable(f"no such clock, or it cannot run here: {name}")
                clocks[key] = number
        return pieces, to_move, clocks

    def written(self, pieces, to_move, clocks):
        items = [(("K" if pieces[c][1] == KING else "") + self.board.name[c], pieces[c][0])
                 for c in self.board.order if c in pieces]
        keys = []
        for key, (holds, _) in self.conditions(pieces).items():
            if clocks[key] is not None and clocks[key] != (0 if holds else None):
                name, prefix = (key[0], key[1] + ":") if isinstance(key, tuple) else (key, "")
                keys.append((name, f"{prefix}{clocks[key]}"))
        return text.write_position(to_move, self.players, items, keys)

    def find(self, word, pieces, legal):
        """The legal moves that a move text can mean."""
        takes, cells, victims = text.read_board_move(word, self.board.read)
        start, *via, end = cells
        fits = {m for m in legal if m.start == start and m.end == end and bool(m.victims) == takes
                and (victims is None or m.victims == victims)}
        if via:
            routes = self.movement.chains(pieces, start, via) if takes and fits else set()
            seen = {move for move, saw, _ in routes if saw} & fits
            fits = ({move for move, _, exact in routes if exact} & fits) or seen
        return fits

    def listed(self, legal):
        name = self.board.name
        return sorted([name[m.start], name[m.end], sorted(name[v] for v in m.victims), m.kind] for m in legal)


def judge(request, rules=RULES, game_of=Game):
    name, options = request["game"], request.get("options") or {}
    known = {**rules[name]["options"], "draws": ("automatic", "claimed")}
    for option, reading in options.items():
        if reading not in known.get(option, ()):
            return {"error": f"no such option or reading: {option}={reading}"}
    if request.get("params"):
        return {"error": f"{name} has no parameters"}
    game = game_of(name, options)
    try:
        return play(game, request.get("position"), (request.get("moves") or "").split())
    except Refused as reason:
        return {"refused": str(reason)}
    except Unreadable as why:
        return {"error": str(why)}


def play(game, position, moves):
    pieces, to_move, clocks = game.start(position)
    legal = game.legal(pieces, to_move, clocks)
    seen = Counter([(to_move, frozenset(pieces.items()))])  # the set-up is an occurrence
    status = game.status(pieces, to_move, legal, clocks, 1)
    for ply, word in enumerate(moves, 1):
        if status["state"] != "ongoing":
            return {"rejected": {"ply": ply, "why": "over"}}
        fits = game.find(word, pieces, legal)
        if len(fits) != 1:
            return {"rejected": {"ply": ply, "why": "ambiguous" if fits else "illegal"}}
        move, before = fits.pop(), pieces
        pieces, to_move = game.movement.after(before, move), other(to_move)
        clocks, limits = game.step_clocks(clocks, before, move, pieces)
        legal = game.legal(pieces, to_move, clocks)
        seen[to_move, frozenset(pieces.items())] += 1
        status = game.status(pieces, to_move, legal, limits, seen[to_move, frozenset(pieces.items())])
    # A set-up with the pieces of one side only is over, but shows what these can do.
    one_sided = not moves and len({player for player, _ in pieces.values()}) == 1
    shown = {}
    for key, value in clocks.items():
        if value is not None and isinstance(key, tuple):
            shown.setdefault(key[0], {})[key[1]] = value
        elif value is not None:
            shown[key] = value
    name = game.board.name
    return {"ok": {
        "to_move": to_move,
        "legal": game.listed(legal) if status["state"] == "ongoing" or one_sided else [],
        "status": status,
        "plies": len(moves),
        "position": game.written(pieces, to_move, clocks),
        "clocks": shown,
        "pieces": sorted([name[c], player, kind, None] for c, (player, kind) in pieces.items()),
    }}
