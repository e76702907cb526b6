"""Renju's rules, written from their texts alone, to check expected values against.

`judge(request)` plays the moves of a request and says what the rules make of
the result. It shares nothing with any other program, on purpose.

The board is a list of 225 letters, "X" for Black, "O" for White, "." for empty,
cell a1 first and then along the row, and one more "O" for everything that is
off the board: to Black the edge is the same obstacle as a white stone.
"""

import re
from functools import lru_cache

SIZE = 15
CELLS = [f"{file}{rank}" for rank in range(1, SIZE + 1) for file in "abcdefghijklmno"]
INDEX = {name: index for index, name in enumerate(CELLS)}
OUTSIDE = SIZE * SIZE
EMPTY = ["."] * OUTSIDE + ["O"]
LETTER = {"black": "X", "white": "O"}
OTHER = {"black": "white", "white": "black"}
DIRECTIONS = ((1, 0), (0, 1), (1, 1), (1, -1))
# The first reading of each is the default.
OPTIONS = {"five-at-extension": ("not-a-three", "ignored", "free"), "foul": ("illegal", "loses")}

# Whether a stone makes a five, an overline, a four or the shape of a three in
# a line depends on five cells to each side of it and on nothing farther: these
# figures are five long at most, and one cell beyond says whether they go on.
REACH = 5
STEPS = range(-REACH, REACH + 1)


def _index(column, rank):
    inside = 0 <= column < SIZE and 0 <= rank < SIZE
    return rank * SIZE + column if inside else OUTSIDE


# ROWS[point] holds, for each direction, the eleven cells with the point in the middle.
ROWS = [
    [[_index(x + step * dx, y + step * dy) for step in STEPS] for dx, dy in DIRECTIONS]
    for y in range(SIZE)
    for x in range(SIZE)
]


class Unreadable(Exception):
    """The request cannot be understood."""


def _run(row, place):
    """First and last place of the unbroken row of X that contains the place."""
    first = last = place
    while first > 0 and row[first - 1] == "X":
        first -= 1
    while last + 1 < len(row) and row[last + 1] == "X":
        last += 1
    return first, last


def _with_stone(row, place):
    return row[:place] + "X" + row[place + 1 :]


@lru_cache(maxsize=None)
def shapes(row):
    """What the stone in the middle of eleven cells belongs to in this line.

    Answers the length of its run, its number of fours, and the places q whose
    occupation would make a straight four that contains the middle. A pure
    function of the text of the row, so remembering it for ever is safe.
    """
    middle = REACH
    first, last = _run(row, middle)
    fours, extensions = set(), []
    for place in range(len(row)):
        if row[place] != ".":
            continue
        filled = _with_stone(row, place)
        start, end = _run(filled, place)
        if not start <= middle <= end:
            continue
        if end - start == 4:
            # A four is known by its stones, not by what completes it: a
            # straight four has two completions and is still one set.
            fours.add(tuple(at for at in range(start, end + 1) if at != place))
        elif end - start == 3 and _is_straight_four(filled, start, end):
            extensions.append(place)
    return last - first + 1, len(fours), extensions


def _is_straight_four(row, start, end):
    """Whether a stone at either end of this run of four makes exactly five."""
    for place in (start - 1, end + 1):
        first, last = _run(_with_stone(row, place), place)
        if row[place] != "." or last - first != 4:
            return False
    return True


class Prohibitions:
    """Judges black stones on one board; trial stones are put there and taken back."""

    def __init__(self, board, five_at_extension):
        self.board, self.reading = board, five_at_extension
        self.known = {}

    def of(self, point):
        """The prohibitions that forbid Black this empty point; none if it makes a five."""
        five, clauses = self._figures(point)
        return [] if five else clauses

    def _figures(self, point):
        """Whether a stone here makes a five, and the forbidden figures it makes besides.

        The two are kept apart because one reading of a three asks for the
        figures at a point without regard to a five there.
        """
        # The same stones can be reached by trying them in another order.
        key = (point, "".join(self.board))
        if key in self.known:
            return self.known[key]
        self.board[point] = "X"
        lengths, fours, candidates = [], 0, []
        for cells in ROWS[point]:
            length, count, places = shapes("".join([self.board[cell] for cell in cells]))
            lengths.append(length)
            fours += count
            if places:
                candidates.append([cells[place] for place in places])
        five = 5 in lengths
        clauses = ["double-four"] if fours >= 2 else []
        # Looking into the extensions is the costly part; one line is no double.
        if len(candidates) >= 2:
            # The stone at the point stays on the board while they are judged.
            threes = sum(any(map(self._can_extend, cells)) for cells in candidates)
            if threes >= 2:
                clauses.append("double-three")
        if max(lengths) >= 6:
            clauses.append("overline")
        self.board[point] = "."
        self.known[key] = five, clauses
        return five, clauses

    def _can_extend(self, q):
        """Whether Black may play q to make a three into a straight four."""
        five, clauses = self._figures(q)
        if self.reading == "not-a-three":
            return not five and not clauses
        if self.reading == "ignored":
            return not clauses
        return five or not clauses


def has_five(board, player):
    """Whether the player has a winning row: Black exactly five, White five or more."""
    letter = LETTER[player]

    def own(column, rank):
        # The edge is written "O" and must not pass for a white stone here.
        at = _index(column, rank)
        return at != OUTSIDE and board[at] == letter

    for point in range(OUTSIDE):
        if board[point] != letter:
            continue
        rank, column = divmod(point, SIZE)
        for dx, dy in DIRECTIONS:
            if own(column - dx, rank - dy):
                continue  # counted from where this row begins
            length = 0
            while own(column + length * dx, rank + length * dy):
                length += 1
            if length == 5 or (length > 5 and player == "white"):
                return True
    return False


class Game:
    def __init__(self, board, to_move, options):
        self.board, self.to_move, self.options = board, to_move, options
        self.plies = 0
        self.status = {"state": "ongoing"}

    def empty(self):
        return [point for point in range(OUTSIDE) if self.board[point] == "."]

    def prohibitions(self):
        return Prohibitions(self.board, self.options["five-at-extension"])

    def restricted(self):
        """Whether the mover has points that may not be played at all."""
        return self.to_move == "black" and self.options["foul"] == "illegal"

    def settle(self, foul_by=None):
        """Sets the status; wins are asked before draws, and a five before a foul."""
        for player in ("black", "white"):
            if has_five(self.board, player):
                self.status = {"state": "won", "winner": player, "reasons": ["five"]}
                return
        if foul_by:
            self.status = {"state": "won", "winner": OTHER[foul_by], "reasons": ["foul"]}
        elif not self.empty():
            self.status = {"state": "drawn", "reasons": ["full"]}
        elif self.restricted() and all(map(self.prohibitions().of, self.empty())):
            self.status = {"state": "drawn", "reasons": ["no-legal-point"]}

    def play(self, point):
        """Plays one stone; answers why it was rejected, or None."""
        if self.status["state"] != "ongoing":
            return {"why": "over", "clauses": []}
        if self.board[point] != ".":
            return {"why": "occupied", "clauses": []}
        mover = self.to_move
        clauses = self.prohibitions().of(point) if mover == "black" else []
        if clauses and self.restricted():
            return {"why": "forbidden", "clauses": clauses}
        self.board[point] = LETTER[mover]
        self.to_move = OTHER[mover]
        self.plies += 1
        self.settle(foul_by=mover if clauses else None)
        return None

    def report(self):
        points = self.empty() if self.status["state"] == "ongoing" else []
        rules = self.prohibitions()
        found = {CELLS[at]: rules.of(at) if self.restricted() else [] for at in points}
        pieces = [[c, who, "stone", 0] for who in LETTER for c in cells_of(self.board, who)]
        return {
            "to_move": self.to_move,
            "legal": sorted(c for c in found if not found[c]),
            "forbidden": [{"move": c, "clauses": found[c]} for c in sorted(found) if found[c]],
            "status": self.status,
            "plies": self.plies,
            "position": write_position(self.board, self.to_move),
            "clocks": {},
            "pieces": sorted(pieces),
        }


def read_cell(text):
    if text not in INDEX:
        raise Unreadable(f"no such cell: {text}")
    return INDEX[text]


def read_position(text):
    """`TO_MOVE: PLAYER=cell,cell PLAYER=cell`, where a player may be left out or empty."""
    head = re.fullmatch(r"\s*(black|white)\s*:(.*)", text, re.DOTALL)
    if not head:
        raise Unreadable("a position begins with the player to move and a colon")
    board, seen = EMPTY.copy(), set()
    for part in head[2].split():
        player, equals, cells = part.partition("=")
        if not equals or player not in LETTER or player in seen:
            raise Unreadable(f"not a player's stones: {part}")
        seen.add(player)
        for cell in cells.split(",") if cells else []:
            point = read_cell(cell)
            if board[point] != ".":
                raise Unreadable(f"two stones on one cell: {cell}")
            board[point] = LETTER[player]
    return board, head[1]


def cells_of(board, player):
    return [CELLS[point] for point in range(OUTSIDE) if board[point] == LETTER[player]]


def write_position(board, to_move):
    stones = {player: ",".join(cells_of(board, player)) for player in LETTER}
    return f"{to_move}:" + "".join(f" {who}={text}" for who, text in stones.items() if text)


def read_options(given):
    options = {name: readings[0] for name, readings in OPTIONS.items()}
    for name, reading in (given or {}).items():
        if name not in OPTIONS or reading not in OPTIONS[name]:
            raise Unreadable(f"no such option or reading: {name}={reading}")
        options[name] = reading
    return options


def judge(request):
    """What the rules say about a position and the moves played from it."""
    try:
        if request.get("game") != "renju":
            raise Unreadable("the game is not renju")
        options = read_options(request.get("options"))
        position = request.get("position")
        board, to_move = (EMPTY.copy(), "black") if position is None else read_position(position)
        moves = [read_cell(text) for text in (request.get("moves") or "").split()]
    except Unreadable as problem:
        return {"error": str(problem)}
    if has_five(board, "black") and has_five(board, "white"):
        return {"refused": "two-fives"}
    game = Game(board, to_move, options)
    game.settle()
    for ply, point in enumerate(moves, start=1):
        if rejection := game.play(point):
            return {"rejected": {"ply": ply, **rejection}}
    return {"ok": game.report()}
