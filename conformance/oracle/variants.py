"""Canadian, Czech, Frisian, Italian, killer, pool, Spanish and Turkish draughts: what the four games have not."""

import draughts
from draughts import RULES as FOUR, Game as Four, advance, material, other
from movement import KING, MAN, Move
import text
from text import Board

DIAGONAL = [(dx, dy) for dx in (-1, 1) for dy in (-1, 1)]
STRAIGHT = [(0, 1), (0, -1), (1, 0), (-1, 0)]

# What is left out is as in the first line. `men`: which ways men take, "ahead" or "all"; `best`: what the greatest capture is
# measured by, given the kinds of the victims in their order and that of the piece that takes.
PLAIN = dict(size=8, dark_a1=True, first="white", flying=True, men="all", kings_from_men=True, ways=DIAGONAL, whole=False,
             crowns="end", at_once=False, right_behind=False, best=None, options={})


def most(victims, kind):
    return len(victims)


def frisian_value(victims, kind):
    kings = victims.count(KING)  # a king is worth just less than two men
    return 2 * kings + (len(victims) - kings), -kings, kind == KING


def italian_order(victims, kind):
    return len(victims), kind == KING, victims.count(KING), [v == KING for v in victims]


RULES = {name: {**PLAIN, **rules} for name, rules in {
    "canadian": dict(size=12, best=most, options=FOUR["international"]["options"]),
    "czech": dict(men="ahead", best=lambda victims, kind: kind == KING),
    "frisian": dict(size=10, best=frisian_value, ways=DIAGONAL + [(2 * dx, 2 * dy) for dx, dy in STRAIGHT]),
    "italian": dict(dark_a1=False, flying=False, men="ahead", kings_from_men=False, crowns="stop", best=italian_order),
    "killer": dict(size=10, best=most, right_behind=True),
    "pool": dict(first="black"),
    "spanish": dict(dark_a1=False, men="ahead", best=lambda victims, kind: (len(victims), victims.count(KING))),
    "turkish": dict(whole=True, men="ahead", ways=STRAIGHT, at_once=True, best=most),
}.items()}


class VariantBoard(Board):
    """Cells of either colour, or all cells; numbers where the field numbers them."""

    def __init__(self, rules):
        self.size = size = rules["size"]
        colour = 0 if rules["dark_a1"] else 1
        self.cells = [(x, y) for y in range(size) for x in range(size) if rules["whole"] or (x + y) % 2 == colour]
        self.road = {(i, i) for i in range(size)}
        ordered = sorted(self.cells, key=lambda c: (-c[1], c[0]))
        self.by_number = dict(enumerate(ordered, 1))
        number = {cell: n for n, cell in self.by_number.items()}
        self.name = {c: str(number[c]) if size > 8 else "abcdefgh"[c[0]] + str(c[1] + 1) for c in self.cells}
        self.order = ordered if size > 8 else self.cells
        self.rays = {c: {way: self.ray(c, *way) for way in rules["ways"] + DIAGONAL} for c in self.cells}


BOARDS = {name: VariantBoard(rules) for name, rules in RULES.items()}


def forward(player):
    return 1 if player == "white" else -1


class Movement:
    """pieces is {cell: (player, kind)}; captures are found route by route, as the order of victims can matter."""

    def __init__(self, name):
        self.rules, self.board = RULES[name], BOARDS[name]

    def on_far_row(self, cell, player):
        return cell[1] == (self.board.size - 1 if player == "white" else 0)

    def ways(self, player, kind, taking):
        for dx, dy in self.rules["ways"] if taking or self.rules["whole"] else DIAGONAL:
            behind = dy * forward(player) < 0
            if kind == KING or not behind or (taking and self.rules["men"] == "all"):
                yield dx, dy

    def jumps(self, pieces, cell, player, kind, blocked, not_back_from):
        """(victim, landing cells, direction) of each possible jump."""
        flies = kind == KING and self.rules["flying"]
        for way in self.ways(player, kind, taking=True):
            if not_back_from and way == (-not_back_from[0], -not_back_from[1]):
                continue
            ray = self.board.rays[cell][way]
            for at, here in enumerate(ray):
                if here not in pieces:
                    if flies:
                        continue
                    break
                owner, victim = pieces[here]
                takeable = owner != player and here not in blocked
                takeable &= kind == KING or self.rules["kings_from_men"] or victim == MAN
                landings = []
                for beyond in ray[at + 1:] if takeable else []:
                    if beyond in pieces or (landings and not flies):
                        break
                    landings.append(beyond)
                if landings:
                    yield here, landings, way
                break

    def captures(self, pieces, start):
        """All complete captures of the piece there: (move, kinds of victims in order, landing cells in between)."""
        player, kind = pieces[start]
        without = {cell: piece for cell, piece in pieces.items() if cell != start}  # it counts as empty meanwhile

        def jumps(left, cell, taken, way):
            blocked = () if self.rules["at_once"] else taken
            return list(self.jumps(left, cell, player, kind, blocked, way if self.rules["at_once"] else None))

        def go(left, cell, taken, way, via):
            crowned = kind == MAN and taken and self.on_far_row(cell, player)
            stops = crowned and self.rules["crowns"] == "stop"
            on = [] if stops else jumps(left, cell, taken, way)
            if not on:
                kinds = [pieces[v][1] for v in taken]
                behind = taken and (abs(cell[0] - taken[-1][0]), abs(cell[1] - taken[-1][1])) == (1, 1)
                if taken and not (self.rules["right_behind"] and kinds[-1] == KING and not behind):
                    yield Move(start, cell, frozenset(taken), KING if crowned else kind), kinds, via[:-1]
                return
            for victim, landings, way in on:
                now = taken + (victim,)
                after = {c: p for c, p in left.items() if c != victim} if self.rules["at_once"] else left
                # Landing cells from which it goes on, if there are any: the capture has to go on where it can.
                onward = [c for c in landings if jumps(after, c, now, way) and not self.stops(c, player, kind)]
                for landing in onward or landings:
                    yield from go(after, landing, now, way, via + [landing])

        yield from go(without, start, (), None, [])

    def stops(self, cell, player, kind):
        return kind == MAN and self.rules["crowns"] == "stop" and self.on_far_row(cell, player)

    def all_captures(self, pieces, player):
        """Those that may be chosen: all, or the best."""
        found = [(move, self.worth(pieces, move, kinds), via) for cell, (owner, _) in pieces.items() if owner == player
                 for move, kinds, via in self.captures(pieces, cell)]
        best = max((worth for _, worth, _ in found), default=None)
        return [(move, via) for move, worth, via in found if worth == best]

    def worth(self, pieces, move, kinds):
        return self.rules["best"](kinds, pieces[move.start][1]) if self.rules["best"] else 0

    def legal(self, pieces, player, tired=()):
        captures = {move for move, _ in self.all_captures(pieces, player)}
        if captures:
            return captures
        quiet = set()
        for cell, (owner, kind) in pieces.items():
            if owner != player or cell in tired:
                continue
            for way in self.ways(player, kind, taking=False):
                ray = self.board.rays[cell][way]
                for end in ray if kind == KING and self.rules["flying"] else ray[:1]:
                    if end in pieces:
                        break
                    crowned = kind == KING or self.on_far_row(end, player)
                    quiet.add(Move(cell, end, frozenset(), KING if crowned else MAN))
        return quiet

    def after(self, pieces, move):
        player = pieces[move.start][0]
        rest = {cell: piece for cell, piece in pieces.items() if cell != move.start and cell not in move.victims}
        rest[move.end] = (player, move.kind)
        return rest


class Game(Four):
    """The draws of each variant, and what is remembered of single kings in Frisian draughts."""

    def __init__(self, name, options):
        # The draws of Canadian draughts are those of the international game.
        self.variant, self.name = name, "international" if name == "canadian" else name
        self.options, self.movement = options, Movement(name)
        self.board = self.movement.board
        first = self.movement.rules["first"]
        self.players = (first, other(first))

    def initial(self):
        rows = {8: range(3), 10: range(4), 12: range(5)}[self.board.size]
        if self.movement.rules["whole"]:
            rows = (1, 2)
        top = self.board.size - 1
        pieces = {c: ("white", MAN) for c in self.board.cells if c[1] in rows}
        pieces.update({c: ("black", MAN) for c in self.board.cells if top - c[1] in rows})
        return pieces

    def faces(self, pieces, strong, kings):
        """So many kings, and nothing else, against one king and nothing else."""
        return material(pieces, strong) == (kings, 0) and material(pieces, other(strong)) == (1, 0)

    def conditions(self, pieces):
        if self.variant == "canadian":
            return super().conditions(pieces)
        if self.variant == "italian":
            return {"quiet": (True, False)}
        if self.variant == "pool":
            return {("thirteen", p): (self.faces(pieces, p, 3), False) for p in self.players}
        if self.variant == "frisian":
            found = {"seven": (any(self.faces(pieces, p, 2) for p in self.players), False),
                     "two": (self.faces(pieces, "white", 1), False)}
            for cell, (player, _) in pieces.items():
                found["tired", self.board.name[cell]] = (material(pieces, player)[1] > 0, False)
            return found
        return {}

    def step_clocks(self, clocks, before, move, after):
        if self.variant == "canadian":
            return super().step_clocks(clocks, before, move, after)
        mover, kind = before[move.start]
        name = self.board.name
        now, seen = {}, {}
        for key, (holds, carries) in self.conditions(after).items():
            old, counts, restarts = clocks.get(key), 1, False
            if key == "quiet":
                restarts = bool(move.victims) or kind == MAN
            elif key[0] == "thirteen":
                counts = int(key[1] == mover)
            elif key[0] == "tired":
                owner = after[self.board.read(key[1])][0]
                itself = key[1] == name[move.end]
                old = clocks.get(("tired", name[move.start])) if itself else old
                counts = int(itself and kind == KING and not move.victims)
                restarts = owner == mover and (not itself or bool(move.victims))
            now[key], seen[key] = advance(old, holds, carries, counts, restarts, False)
        return now, seen

    def draws(self, pieces, seen, occurrences):
        if self.variant == "canadian":
            return super().draws(pieces, seen, occurrences)
        limits = {"quiet": (80, "move-limit"), "seven": (14, "endgame-limit"), "two": (4, "endgame-limit"),
                  "thirteen": (13, "endgame-limit"), "tired": (None, None)}
        reasons = {"repetition"} if occurrences >= 3 and self.variant != "frisian" else set()
        for key, value in seen.items():
            limit, reason = limits[key[0] if isinstance(key, tuple) else key]
            if limit and value is not None and value >= limit:
                reasons.add(reason)
        if self.variant == "turkish" and self.faces(pieces, "white", 1):
            if not self.movement.all_captures(pieces, self.to_move):
                reasons.add("bare-kings")
        return reasons

    def legal(self, pieces, to_move, clocks):
        self.to_move = to_move
        tired = {self.board.read(key[1]) for key, value in clocks.items()
                 if key[0] == "tired" and (value or 0) > 2 and pieces[self.board.read(key[1])] == (to_move, KING)}
        return self.movement.legal(pieces, to_move, tired)

    def find(self, word, pieces, legal):
        takes, cells, victims = text.read_board_move(word, self.board.read)
        start, *via, end = cells
        fits = {m for m in legal if m.start == start and m.end == end and bool(m.victims) == takes
                and (victims is None or m.victims == victims)}
        if via and fits:
            player = pieces[start][0]
            routes = [(m, between) for m, between in self.movement.all_captures(pieces, player) if m in fits]
            exact = {m for m, between in routes if between == via}
            fits = exact or {m for m, between in routes if contains(between, via)}
        return fits


def contains(cells, wanted):
    """Do the wanted cells come among these, in this order?"""
    rest = iter(cells)
    return all(cell in rest for cell in wanted)


def judge(request):
    return draughts.judge(request, RULES, Game)
