#!/usr/bin/env python3
"""A bridge to Hub engines (draughts on 10 x 10, such as Scan), for `rulebook certify`; see README.md.

    hub.py [OPTIONS] -- ENGINE [ARGUMENTS…]

Hub has no question for legal moves or results. What an engine says of the rules is whether it takes a position and moves
(`pos`), or answers `error`; `ping` and `pong` mark where its answer ends. So the bridge has verdicts, and no `asks`.
"""
import argparse
import re

from engine import Broken, Deadline, Engine, Fault, Unsupported, arguments, bare, chosen, pairs, serve

VARIANTS = {"international": "normal", "frisian": "frisian", "killer": "killer"}
LETTERS = {("white", "man"): "w", ("white", "king"): "W", ("black", "man"): "b", ("black", "king"): "B"}
FIRST = "W" + "b" * 20 + "e" * 10 + "w" * 20
READINGS = "Hub chooses no readings (say what the engine plays with --reading)"
CANDIDATES, STEPS = 256, 20000  # how many ways to write a capture are tried, and how long they are looked for

# The squares 1 to 50 from the top left as columns and rows of the whole board.
PLACE = {n: (2 * ((n - 1) % 5) + ((n - 1) // 5 + 1) % 2, (n - 1) // 5) for n in range(1, 51)}
SQUARE = {place: n for n, place in PLACE.items()}
DIAGONALS = [(1, 1), (1, -1), (-1, 1), (-1, -1)]
ALL_WAYS = DIAGONALS + [(2, 0), (-2, 0), (0, 2), (0, -2)]


def along(square, way):
    """The squares from here to the edge."""
    column, row = PLACE[square]
    while True:
        column, row = column + way[0], row + way[1]
        if (column, row) not in SQUARE:
            return
        yield SQUARE[column, row]


class Captures:
    """Which pieces a capture may mean that is told only by where it begins and ends (and perhaps by its landing squares).

    Hub wants the pieces taken, and the last move of a question tells no more than its text. So all sets of pieces are
    collected that one could reach by jumping, and the engine is asked about each: it decides, not the bridge. The strict ones
    come first: kings fly, men do not, a piece taken stays where it is. The loose ones also fly with men, leap over several
    pieces at once and over pieces taken before, for engines that allow what they should not.
    """

    def __init__(self, board, move, ways):
        self.board, self.to, self.ways = dict(board), int(move["to"]), ways
        self.via = [int(cell) for cell in move.get("via", [])]
        self.start = int(move["from"])
        self.piece = self.board.pop(self.start, None)
        self.mine = self.piece[0] if self.piece else None
        self.left = STEPS
        self.found = []

    def all(self):
        """The sets, as tuples; true if none can be missing."""
        if self.piece is None:
            return [], True
        for loose in (False, True):
            self.seen = set()
            self.walk(self.start, frozenset(), 0, loose)
        return self.found, self.left > 0 and len(self.found) < CANDIDATES

    def walk(self, here, taken, landings, loose):
        self.left -= 1
        if (here, taken, landings) in self.seen or self.left <= 0 or len(self.found) >= CANDIDATES:
            return
        self.seen.add((here, taken, landings))
        exact = len(self.via) > 1
        if taken and here == self.to and (not exact or landings == len(self.via)):
            victims = tuple(sorted(taken))
            if victims not in self.found:
                self.found.append(victims)
        for way in self.ways:
            for landing, victims in self.leg(here, way, taken, loose):
                if not exact or landings < len(self.via) and self.via[landings] == landing:
                    self.walk(landing, taken | victims, landings + 1, loose)

    def leg(self, here, way, taken, loose):
        short = not loose and self.piece[1] == "man"
        over = set()
        for distance, square in enumerate(along(here, way), 1):
            if square not in self.board:
                if over:
                    yield square, frozenset(over)
                if short and distance >= (2 if over else 1):
                    return
                continue
            if loose and over and square == self.to:
                yield square, frozenset(over)
            if square in taken or self.board[square][0] == self.mine:
                if not loose:
                    return
            elif over and not loose:
                return
            else:
                over.add(square)


class Player:
    """An engine that has been told which variant it plays, which Hub says once and for all."""

    def __init__(self, options, variant):
        self.options, self.variant, self.engine = options, variant, None
        self.moves, self.positions = "", ""  # why the engine's silence about these would be no verdict

    def start(self):
        """From `hub` to `wait`: who it is and what can be set."""
        deadline = Deadline(self.options.start_limit)
        self.engine = Engine(self.options.command, self.options.directory)
        self.engine.send("hub", deadline)
        who, params = {}, {}
        while True:
            word, words = told(self.engine.line(deadline, "`hub`"))
            if word == "id":
                who.update(words)
            elif word == "param" and "name" in words:
                params[words["name"]] = words
            elif word == "wait":
                return who, params

    def ready(self, params=None):
        """Makes it ready, and asks two questions whose answers are certain: does it say anything of what cannot be?"""
        self.begin(params)
        self.moves = self.probe(FIRST, ["25-20"], "the first position and a move from an empty square")
        self.positions = self.probe("W" + "e" * 50, [], "a board without pieces")

    def begin(self, params=None):
        """From `wait` to `ready`; from the start if it has not been started."""
        if params is None:
            _, params = self.start()
        deadline = Deadline(self.options.start_limit)
        declared = params.get("variant", {}).get("value", "normal")
        wanted = {**({"variant": self.variant} if declared != self.variant else {}), **self.options.params}
        for name, value in wanted.items():
            self.engine.send(f'set-param name={name} value={quoted(value)}', deadline)
        self.engine.send("init", deadline)
        while True:
            word, words = told(self.engine.line(deadline, "`init`"))
            if word == "error":
                raise Fault(f"the engine does not take its parameters: {words.get('message', '')}")
            if word == "ready":
                return

    def probe(self, position, moves, what):
        try:
            if self.refuses(position, moves, Deadline(self.options.time_limit)):
                return ""
            return f"the engine says nothing when it is given {what}, so that it takes others is no verdict"
        except Broken as how:
            self.close()
            self.begin()
            return f"the engine breaks when it is given {what}: {how}"

    def refuses(self, position, moves, deadline):
        """What the engine says against a position and moves; empty if it takes them."""
        line = f"pos pos={position}" + (f' moves="{" ".join(moves)}"' if moves else "")
        self.engine.send(f"{line}\nping", deadline)
        against = ""
        while True:
            word, words = told(self.engine.line(deadline, "`pos` and `ping`"))
            if word == "pong":
                return against
            if word == "error":
                message = words.get("message") or "no message"
                if "command" in message.lower():
                    raise Fault(f"the engine does not understand `pos` or `ping`: {message}")
                against = against or message

    def close(self):
        if self.engine:
            self.engine.close("quit")
        self.engine = None


def told(line):
    """A line of Hub: its command, and what follows as a dictionary."""
    word, _, rest = line.partition(" ")
    found = re.findall(r'([^\s="]+)(?:\s*=\s*(?:"([^"]*)"|([^\s"]*)))?', rest)
    return word, {name: a or b for name, a, b in found}


def quoted(value):
    return value if re.fullmatch(r'[^\s="]+', value) else f'"{value}"'


class Bridge:
    def __init__(self, options):
        self.options, self.game, self.player = options, None, None

    def hello(self, words):
        self.close()
        self.player = Player(self.options, "normal")
        who, params = self.player.start()
        values = params.get("variant", {}).get("values", "normal").split()
        games = {game: {"asks": [], "options": self.options.readings} for game, variant in VARIANTS.items()
                 if variant in values and game in words}
        if games:
            # Engines take their time until they are ready; `hello` has more of it than other questions.
            self.game = next(iter(games))
            self.player.variant = VARIANTS[self.game]
            self.player.ready(params)
        return {"ok": {"name": who.get("name", "a Hub engine"), "version": who.get("version", ""), "games": games}}

    def judge(self, question):
        game = question["game"]
        chosen(question, self.options.readings, READINGS)
        if game not in VARIANTS:
            raise Unsupported(f"{game}: Hub has no word for it")
        if self.player is None or self.game != game:
            # One at a time: tables of engines are large.
            self.close()
            self.game, self.player = game, Player(self.options, VARIANTS[game])
            self.player.ready()
        player = self.player
        setup = question.get("setup")
        if setup:
            bare(setup)
            board = {int(cell): (owner, kind) for owner, kind, cell, *_ in setup["pieces"]}
            position = setup["to_move"][0].upper() + "".join(LETTERS.get(board.get(n), "e") for n in range(1, 51))
        elif "position" in question:
            raise Unsupported("a position that is given only as text")
        else:
            board = {n: ("white", "man") if FIRST[n] == "w" else ("black", "man") for n in range(1, 51) if FIRST[n] != "e"}
            position = FIRST
        # Of verdicts on moves only a refusal of the position can be had from an engine that does not judge moves.
        why = player.moves if question["moves"] else player.positions
        if why:
            raise Unsupported(why)
        return self.verdict(player, position, board, question["moves"], ALL_WAYS if game == "frisian" else DIAGONALS)

    def verdict(self, player, position, board, moves, ways):
        deadline = Deadline(self.options.time_limit)
        head, last, complete = [], [()], True
        for index, move in enumerate(moves):
            if "from" not in move or "to" not in move:
                raise Unsupported(f"a move that Hub cannot write: {move.get('text')}")
            origin, to = int(move["from"]), int(move["to"])
            victims = [int(cell) for cell in move.get("victims", [])]
            takes = "x" in move.get("text", "") or victims or "via" in move
            written = lambda taken: f"{origin}x{to}" + "".join(f"x{n}" for n in taken) if takes else f"{origin}-{to}"
            if index + 1 < len(moves):
                head.append(written(victims))
                piece = board.pop(origin, None)
                for n in victims:
                    board.pop(n, None)
                if piece:
                    board[to] = (piece[0], move.get("piece", piece[1]))
                continue
            sets = [tuple(victims)]
            if takes and not victims:
                sets, complete = Captures(board, move, ways).all()
            last = [[*head, written(taken)] for taken in sets or [()]]
        if not moves:
            return {"rejected": {"ply": 0}} if player.refuses(position, [], deadline) else {"ok": {}}
        if not all(player.refuses(position, line, deadline) for line in last):
            return {"ok": {}}
        # It refuses something: what?
        for plies in range(len(head) + 1):
            if player.refuses(position, head[:plies], deadline):
                return {"rejected": {"ply": moves[plies - 1]["ply"] if plies else 0}}
        if not complete:
            raise Unsupported("Hub wants the pieces that a capture takes, and there are too many that this one may mean")
        return {"rejected": {"ply": moves[-1]["ply"]}}

    def close(self):
        if self.player:
            self.player.close()
        self.game = self.player = None

    broken = close  # it is started anew by the next question


def main():
    parser = argparse.ArgumentParser(usage="hub.py [OPTIONS] -- ENGINE [ARGUMENTS…]")
    parser.add_argument("--directory", help="where the engine is started")
    parser.add_argument("--param", action="append", metavar="NAME=VALUE", help="a parameter of the engine; may be repeated")
    parser.add_argument("--reading", action="append", metavar="OPTION=READING", help="a reading that the engine is known to play")
    parser.add_argument("--time-limit", type=float, default=8, help="seconds for all that one question needs (8)")
    parser.add_argument("--start-limit", type=float, default=12, help="seconds from the start to `wait`, and from `init` to `ready` (12)")
    options = arguments(parser)
    options.params, options.readings = pairs(options.param), pairs(options.reading)
    serve(Bridge(options))


if __name__ == "__main__":
    main()
