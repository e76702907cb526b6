"""How pieces of the four draughts games move and take."""

from collections import namedtuple

MAN, KING = "man", "king"
Move = namedtuple("Move", "start end victims kind")  # kind: what the piece is afterwards


def forward(player):
    return 1 if player == "white" else -1


class Movement:
    """What may be moved and taken; pieces is {cell: (player, kind)}."""

    def __init__(self, rules, board):
        self.rules, self.board = rules, board

    def on_far_row(self, cell, player):
        return cell[1] == (self.board.size - 1 if player == "white" else 0)

    def directions(self, cell, player, kind, men_both_ways):
        for (dx, dy), ray in self.board.rays[cell].items():
            if kind == KING or men_both_ways or dy == forward(player):
                yield ray

    def jumps(self, pieces, cell, player, kind, taken):
        """(victim, landing cells) of each possible jump; a piece taken already blocks."""
        for ray in self.directions(cell, player, kind, self.rules["men_take_back"]):
            flies = kind == KING and self.rules["flying"]
            for at, here in enumerate(ray):
                if here in pieces:
                    if pieces[here][0] != player and here not in taken:
                        landings = []
                        for beyond in ray[at + 1:]:
                            if beyond in pieces or (landings and not flies):
                                break
                            landings.append(beyond)
                        if landings:
                            yield here, landings
                    break
                if not flies:
                    break

    def chains(self, pieces, start, via=()):
        """All complete captures from start, as triples (move, saw, exact).

        saw: the landing cells in between contain `via` in this order; exact: they are just those.
        Orders of the same victims that meet on one cell have the same future, so each such state
        is looked at once, however many routes lead to it.
        """
        player, kind = pieces[start]
        pieces = {cell: piece for cell, piece in pieces.items() if cell != start}  # it counts as empty meanwhile
        found, visited = set(), set()
        todo = [(start, kind, frozenset(), 0, True)]
        while todo:
            state = todo.pop()
            if state in visited:
                continue
            visited.add(state)
            cell, kind, taken, matched, exact = state
            arrived = kind == MAN and taken and self.on_far_row(cell, player)
            if arrived and self.rules["crowns"] == "go-on":
                kind, arrived = KING, False
            ends_here = arrived and self.rules["crowns"] == "stop"
            jumps = [] if ends_here else list(self.jumps(pieces, cell, player, kind, taken))
            if not jumps:
                if taken:
                    move = Move(start, cell, taken, KING if arrived else kind)
                    found.add((move, matched == len(via), exact and matched == len(via)))
                continue
            if taken:  # a landing cell in between, now that the chain goes on
                if matched < len(via) and via[matched] == cell:
                    matched += 1
                else:
                    exact = False
            for victim, landings in jumps:
                now = taken | {victim}
                if self.rules["crowns"] == "go-on" and len(landings) > 1:
                    # Only Russian kings need this: elsewhere there is one landing cell, or the most are taken anyway.
                    landings = [c for c in landings if any(self.jumps(pieces, c, player, kind, now))] or landings
                todo.extend((landing, kind, now, matched, exact) for landing in landings)
        return found

    def legal(self, pieces, player):
        own = [(cell, kind) for cell, (owner, kind) in pieces.items() if owner == player]
        captures = {move for cell, kind in own if any(self.jumps(pieces, cell, player, kind, ()))
                    for move, _, _ in self.chains(pieces, cell)}
        if captures:
            most = max(len(move.victims) for move in captures)
            return {m for m in captures if not self.rules["most"] or len(m.victims) == most}
        quiet = set()
        for cell, kind in own:
            for ray in self.directions(cell, player, kind, False):
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
