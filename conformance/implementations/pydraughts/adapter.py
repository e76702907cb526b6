"""Adapter of pydraughts: asks its boards for legal moves and for the winner."""
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE / ".installed"), str(HERE.parent / "shared")]

import draughts  # noqa: E402
from serve import Unsupported, chosen, installed, readings, serve  # noqa: E402

VARIANTS = {"international": "standard", "american": "english", "russian": "russian", "brazilian": "brazilian",
            "italian": "italian", "turkish": "turkish", "frisian": "frisian"}

# Its count for the main road asks for a king, and for the lone king to stand there after the counted ply; its counts of five moves
# begin again after a capture or, on 10 x 10, after any move of a man.
PLAYED = {"international": {"five-by-capture": "restart"},
          "russian": {"main-road-last-ply": "condition-after", "main-road-needs-king": "yes"},
          "brazilian": {"main-road-last-ply": "condition-after"}}
WHY = {"main-road-leave": "the library counts from the last capture, wherever the lone king stood since",
       "five-stretch": "the library counts from the last capture, whatever ending there was since",
       "main-road-last-ply": "the library has no count for a lone king on the main road",
       "main-road-carries": "the library has no count for a lone king on the main road"}


def played(game):
    return ({} if game == "frisian" else {"draws": "automatic"}) | PLAYED.get(game, {})


def number(game, cell):
    """The library's number of a cell: from a1 upwards in Russian, Brazilian and Turkish draughts, else from the top left."""
    if cell.isdigit():
        return int(cell)
    column, row = ord(cell[0]) - ord("a"), int(cell[1])
    if game == "turkish":
        return (row - 1) * 8 + column + 1
    return (row - 1 if game in ("russian", "brazilian") else 8 - row) * 4 + column // 2 + 1


class Game:
    def __init__(self, question, words):
        game = question["game"]
        readings(question, played(game), WHY)
        numbers = {cell["name"]: number(game, cell["name"]) for cell in words["cells"]}
        self.name = {number: name for name, number in numbers.items()}
        fen = "startpos"
        if "setup" in question:
            setup = question["setup"]
            for clock, value in setup.get("clocks", {}).items():
                raise Unsupported(f"a position with the count {clock}={value}; the library's positions have no counts")
            sides = [player[0].upper() + ",".join(("K" if kind == "king" else "") + str(numbers[cell])
                                                  for owner, kind, cell in setup["pieces"] if owner == player)
                     for player in ("white", "black")]
            fen = ":".join([setup["to_move"][0].upper(), *sides])
        self.board = draughts.Board(VARIANTS[game], fen)

    def as_move(self, move):
        squares = [self.name[jump[0]] for jump in move.board_move] + [self.name[move.board_move[-1][1]]]
        fields = {"from": squares[0], "to": squares[-1]}
        if move.captures:
            fields |= {"via": squares[1:], "victims": [self.name[square] for square in move.captures]}
        return fields

    def play(self, wanted):
        if self.board.is_over():
            return False
        move = chosen(wanted, ((move, self.as_move(move)) for move in self.board.legal_moves()))
        if move is None:
            return False
        self.board.push(move)
        return True

    def undo(self):
        self.board.pop()

    def answer(self, ask):
        winner = self.board.winner()
        if winner is None:
            return {"legal": [self.as_move(move) for move in self.board.legal_moves()], "status": {"state": "ongoing"}}
        if winner == 0:
            return {"legal": [], "status": {"state": "drawn"}}
        return {"legal": [], "status": {"state": "won", "winner": "white" if winner == draughts.WHITE else "black"}}


serve({"name": "pydraughts", "language": "Python", **installed("pydraughts"),
       "games": {game: {"asks": ["legal", "status"], "options": played(game), "each": True, "undo": True}
                 for game in VARIANTS}}, Game)
