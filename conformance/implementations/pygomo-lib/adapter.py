"""Adapter of pygomo-lib: asks its Renju board for the empty points, the forbidden ones, and a win."""
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE / ".installed"), str(HERE.parent / "shared")]

from pygomo.board import BLACK, WHITE, BitBoard, RenjuBitBoard  # noqa: E402
from pygomo.protocol.models import Move  # noqa: E402
from serve import Unsupported, installed, readings, serve  # noqa: E402

SIZE = 15
PLAYED = {"foul": "illegal"}
WHY = {"five-at-extension": "the library does not try whether a three can be extended, so it has no reading of this"}
COLOUR = {"black": BLACK, "white": WHITE}


def cell(move):
    return f"{chr(ord('a') + move.col)}{move.row + 1}"


def point(name):
    return Move((ord(name[0]) - ord("a"), int(name[1:]) - 1))


class Game:
    def __init__(self, question, words):
        readings(question, PLAYED, WHY)
        self.board, self.won = RenjuBitBoard(SIZE), None
        if "setup" not in question:
            return
        setup = question["setup"]
        for owner, _, at in setup["pieces"]:
            BitBoard.place(self.board, point(at), COLOUR[owner])  # of its base class, which puts any stone anywhere
        self.won = self.board.check_win()
        if not self.won and self.board.current_player != COLOUR[setup["to_move"]]:
            raise Unsupported(f"{len(setup['pieces'])} stones with {setup['to_move']} to move; the library takes the player to move "
                              "from the number of stones")

    def play(self, wanted):
        if self.won or self.board.is_full() or len(wanted.get("cells", ())) != 1:
            return False
        move = point(wanted["cells"][0])
        if not self.board.place(move):
            return False
        self.won = self.board.check_win(move)
        return True

    def undo(self):
        self.board.undo()
        self.won = self.board.check_win()

    def answer(self, ask):
        if self.won:
            status = {"state": "won", "winner": "black" if self.won.winner == BLACK else "white"}
        else:
            status = {"state": "drawn" if self.board.is_full() else "ongoing"}
        if status["state"] != "ongoing":
            return {"legal": [], "forbidden": [], "status": status}
        forbidden = [cell(move) for move in self.board.get_forbidden_moves()]
        legal = [cell(move) for move in self.board.get_legal_moves()]
        return {"legal": [{"cells": [at]} for at in legal if at not in forbidden],
                "forbidden": [{"cells": [at]} for at in forbidden], "status": status}


serve({"name": "pygomo-lib", "language": "Python", **installed("pygomo-lib"),
       "games": {"renju": {"asks": ["legal", "forbidden", "status"], "options": PLAYED, "each": True, "undo": True}}}, Game)
