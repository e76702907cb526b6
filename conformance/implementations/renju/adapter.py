"""Adapter of renju: plays its board, and asks it which points are fouls."""
import random
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE / ".installed"), str(HERE.parent / "shared")]

from renju import BoardStatus, RenjuBoard, Rule, WinReason, get_foul_type, strxy_to_coordinate  # noqa: E402
from serve import Unsupported, installed, readings, serve  # noqa: E402

SIZE = 15
PASS = (-1, -1)
REASONS = {WinReason.FIVE_IN_A_ROW: "five", WinReason.DRAW: "full", WinReason.OVERLINE: "foul",
           WinReason.DOUBLE_FOUR: "foul", WinReason.DOUBLE_THREE: "foul"}
PLAYED = {"five-at-extension": "not-a-three"}


def point(cell):
    return strxy_to_coordinate(cell[0], cell[1:])


def cell(x, y):
    return f"{chr(ord('a') + x)}{y + 1}"


def begin(setup):
    """A board of its own with these stones: its moves alternate, so whoever has fewer stones passes first.

    In some orders a stone ends the game too early; others are tried then.
    """
    stones = {player: [point(at) for owner, _, at in setup["pieces"] if owner == player] for player in ("black", "white")}
    black, white = stones["black"], stones["white"]
    turns = max(len(white), len(black) - 1) if setup["to_move"] == "white" else max(len(white), len(black))
    order = random.Random(1)
    for _ in range(200):
        board = RenjuBoard(rule=Rule.RENJU)
        first = [PASS] * (turns + (setup["to_move"] == "white") - len(black)) + black
        second = [PASS] * (turns - len(white)) + white
        moves = [move for pair in zip(first, second) for move in pair] + first[len(second):]
        for played, move in enumerate(moves, 1):
            board.play_move(*move)
            if board.status != BoardStatus.ONGOING:
                break
        if not moves or (played == len(moves) and REASONS.get(board.reason) != "foul"):
            return board
        order.shuffle(black)
        order.shuffle(white)
    raise Unsupported("a position that the library's moves do not lead to: in every order that was tried the game ended before")


class Game:
    def __init__(self, question, words):
        options = dict(question.get("options", {}))
        self.foul_loses = options.pop("foul", "illegal") == "loses"  # it says what a foul is; both readings can be asked
        readings({"options": options, "params": question.get("params", {})}, PLAYED, {})
        self.board = begin(question["setup"]) if "setup" in question else RenjuBoard(rule=Rule.RENJU)

    def fouls(self):
        """The points that are fouls for the player to move."""
        if self.board.current_player != "black" or self.board.status != BoardStatus.ONGOING:
            return set()
        grid = [[0] * SIZE for _ in range(SIZE)]
        for index, (x, y) in enumerate(self.board.moves):
            if (x, y) != PASS:
                grid[x][y] = 1 + index % 2
        return {(x, y) for x in range(SIZE) for y in range(SIZE) if grid[x][y] == 0 and get_foul_type(grid, x, y)}

    def play(self, wanted):
        if self.board.status != BoardStatus.ONGOING or len(wanted.get("cells", ())) != 1:
            return False
        x, y = point(wanted["cells"][0])
        if [x, y] in self.board.moves:
            return False
        self.board.play_move(x, y)
        return self.foul_loses or REASONS.get(self.board.reason) != "foul"

    def undo(self):
        self.board.undo()

    def answer(self, ask):
        over = self.board.status != BoardStatus.ONGOING
        fouls = set() if self.foul_loses else self.fouls()
        empty = [(x, y) for y in range(SIZE) for x in range(SIZE) if [x, y] not in self.board.moves]
        reason = REASONS.get(self.board.reason)
        status = {BoardStatus.ONGOING: {"state": "ongoing"},
                  BoardStatus.BLACK_WIN: {"state": "won", "winner": "black", "reason": reason},
                  BoardStatus.WHITE_WIN: {"state": "won", "winner": "white", "reason": reason},
                  BoardStatus.DRAW: {"state": "drawn", "reasons": [reason]}}[self.board.status]
        return {"legal": [] if over else [{"cells": [cell(*at)]} for at in empty if at not in fouls],
                "forbidden": [{"cells": [cell(*at)]} for at in sorted(fouls)],
                "status": status}


serve({"name": "renju", "language": "Python", **installed("renju"),
       "games": {"renju": {"asks": ["legal", "forbidden", "status", "reasons"], "options": PLAYED,
                           "each": True, "undo": True}}}, Game)
