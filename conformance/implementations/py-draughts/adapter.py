"""Adapter of py-draughts: asks its boards for legal moves, results and the rule that draws."""
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE / ".installed"), str(HERE.parent / "shared")]

import draughts  # noqa: E402
from serve import Rejected, Unsupported, chosen, installed, readings, serve  # noqa: E402

BOARDS = {"international": draughts.StandardBoard, "american": draughts.AmericanBoard, "russian": draughts.RussianBoard,
          "brazilian": draughts.BrazilianBoard, "frisian": draughts.FrisianBoard}

# The rules of the library that draw, and what they are called here. American checkers names only one of its two:
# what is drawn there and is no repetition is drawn by the count of moves.
DRAWS = {"is_threefold_repetition": "repetition", "is_25_moves_rule": "move-limit", "is_16_moves_rule": "endgame-limit",
         "is_5_moves_rule": "endgame-limit", "is_15_moves_rule": "move-limit", "is_3_kings_vs_1_rule": "endgame-limit"}

# It counts captures within an ending on, as the first of the two readings does; it has no count for the main road.
PLAYED = {"international": {"draws": "automatic", "five-by-capture": "continue"}}
ROAD = "the library has no count for a lone king on the main road"
WHY = {"main-road-last-ply": ROAD, "main-road-leave": ROAD, "main-road-carries": ROAD, "main-road-needs-king": ROAD,
       "five-stretch": "the library has no count of five moves on this board"}


def played(game):
    return PLAYED.get(game, {"draws": "automatic"} if game != "frisian" else {})


class Game:
    def __init__(self, question, words):
        readings(question, played(question["game"]), WHY)
        # Squares are numbered alike here and there, 1 at the top left, on all these boards.
        self.name = {cell["number"] - 1: cell["name"] for cell in words["cells"]}
        number = {cell["name"]: cell["number"] for cell in words["cells"]}
        board = BOARDS[question["game"]]
        if "setup" not in question:
            self.board = board()
            return
        setup = question["setup"]
        fields = {player: ",".join(("K" if kind == "king" else "") + str(number[cell])
                                   for owner, kind, cell in setup["pieces"] if owner == player) for player in ("white", "black")}
        try:
            self.board = board.from_fen(f"{setup['to_move'][0].upper()}:W{fields['white']}:B{fields['black']}")
        except ValueError as refusal:
            raise Rejected(refusal) from refusal
        for clock, value in setup.get("clocks", {}).items():
            if clock != "quiet":
                raise Unsupported(f"a position with the count {clock}={value}; of all counts the library takes only halfmove_clock")
            self.board.halfmove_clock = value

    def cells(self, squares):
        return [self.name[square] for square in squares]

    def as_move(self, move):
        squares = self.cells(move.square_list)
        fields = {"from": squares[0], "to": squares[-1]}
        if move.captured_list:
            fields |= {"via": squares[1:], "victims": self.cells(move.captured_list)}
        return fields

    def play(self, wanted):
        if self.board.game_over:
            return False
        move = chosen(wanted, ((move, self.as_move(move)) for move in self.board.legal_moves))
        if move is None:
            return False
        self.board.push(move)
        return True

    def undo(self):
        self.board.pop()

    def answer(self, ask):
        over = self.board.game_over
        return {"legal": [] if over else [self.as_move(move) for move in self.board.legal_moves], "status": self.status(over)}

    def status(self, over):
        if not over:
            return {"state": "ongoing"}
        if self.board.result == "1/2-1/2":
            reasons = {DRAWS[rule] for rule in DRAWS if getattr(self.board, rule, False)}
            return {"state": "drawn", "reasons": sorted(reasons or {"move-limit"})}
        return {"state": "won", "winner": "white" if self.board.result == "1-0" else "black", "reason": "no-moves"}


serve({"name": "py-draughts", "language": "Python", **installed("py-draughts"),
       "games": {game: {"asks": ["legal", "status", "reasons"], "options": played(game), "each": True, "undo": True}
                 for game in BOARDS}}, Game)
