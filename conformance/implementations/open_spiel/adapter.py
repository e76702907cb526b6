"""Adapter of open_spiel: asks its states for the legal actions, and for the returns of a finished game.

Whoever begins there is its player 0, and is here the player who begins. In checkers and Breakthrough that player sits at the other
end of the board, so these two boards are turned by half a turn.
"""
import json
import re
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE / ".installed"), str(HERE.parent / "shared")]

import pyspiel  # noqa: E402
from serve import Unsupported, installed, readings, serve  # noqa: E402

GAMES = {"american": "checkers", "breakthrough": "breakthrough", "connect-four": "connect_four", "hex": "hex",
         "lines-of-action": "lines_of_action", "nine-mens-morris": "nine_mens_morris", "reversi": "othello"}
PLAYED = {"american": {"draws": "automatic"}, "nine-mens-morris": {"flying": "allowed"}}
WHY = {"both-joined": "no reading of this is stated by the library"}
UNDO = {"american", "breakthrough"}
POINTS = "a7 d7 g7 b6 d6 f6 c5 d5 e5 a4 b4 c4 e4 f4 g4 c3 d3 e3 b2 d2 f2 a1 d1 g1".split()
CELL = re.compile(r"[a-z]\d+")


def turned(cell):
    return chr(ord("a") + ord("h") - ord(cell[0])) + str(9 - int(cell[1:]))


def between(a, b):
    """The cell between two cells of a jump, if they are two apart."""
    if abs(ord(a[0]) - ord(b[0])) == 2:
        return [chr((ord(a[0]) + ord(b[0])) // 2) + str((int(a[1:]) + int(b[1:])) // 2)]
    return []


class Game:
    def __init__(self, question, words):
        self.game, self.players = question["game"], words["players"]
        readings(question, PLAYED.get(self.game, {}), WHY)
        self.rules = pyspiel.load_game(GAMES[self.game])
        self.played = []  # of each move, its actions as pairs of player and action
        if "setup" not in question:
            self.state = self.rules.new_initial_state()
        elif self.game == "connect-four":
            self.state = self.discs(question["setup"])
        else:
            raise Unsupported("a position: of these games the library begins only with the first one")

    def discs(self, setup):
        mark = dict(zip(self.players, "xo"))
        board = [["."] * 7 for _ in range(6)]
        for owner, _, cell in setup["pieces"]:
            board[int(cell[1:]) - 1][ord(cell[0]) - ord("a")] = mark[owner]
        try:
            return self.rules.new_initial_state(json.dumps(
                {"board": board, "current_player": mark[setup["to_move"]], "is_terminal": False, "winner": ""}))
        except (RuntimeError, pyspiel.SpielError) as refusal:
            raise Unsupported(f"a position that the library refuses: {refusal}") from refusal

    def actions(self, state):
        """The moves, as fields and the actions that make them: of checkers all jumps of a capture."""
        player = state.current_player()
        for action in state.legal_actions():
            fields = self.fields(state, action)
            if not fields.get("victims"):
                yield fields, [(player, action)]
                continue
            after = state.child(action)
            further = [] if after.is_terminal() or after.current_player() != player else list(self.actions(after))
            if not further:
                yield fields, [(player, action)]
            for more, actions in further:
                yield {"from": fields["from"], "to": more["to"], "via": fields["via"] + more["via"],
                       "victims": fields["victims"] + more["victims"]}, [(player, action), *actions]

    def fields(self, state, action):
        text = state.action_to_string(state.current_player(), action)
        if self.game == "nine-mens-morris":
            cells = [POINTS[int(number)] for number in re.findall(r"\d+", text)]
            if len(cells) == 2:
                return {"from": cells[0], "to": cells[1]}
            return {"removes": cells[0]} if "Capture time" in str(state) else {"cells": cells}
        if self.game == "connect-four":
            column = chr(ord("a") + action)
            return {"cells": [column + str(1 + sum(row[action] != "." for row in json.loads(state.to_json())["board"]))]}
        if text == "pass":
            return {"pass": True}
        cells = CELL.findall(text)
        if self.game in ("american", "breakthrough"):
            cells = [turned(cell) for cell in cells]
        if len(cells) == 1:
            return {"cells": cells}
        fields = {"from": cells[0], "to": cells[1]}
        if self.game == "american" and between(*cells):
            fields |= {"via": cells[1:], "victims": between(*cells)}
        return fields

    def play(self, wanted):
        if self.state.is_terminal():
            return False
        named = [field for field in ("from", "to", "cells", "removes", "pass") if field in wanted]
        for fields, actions in self.actions(self.state):
            if not all(fields.get(field) == wanted[field] for field in named):
                continue
            if self.game == "american" and set(fields.get("victims", ())) != set(wanted.get("victims", fields.get("victims", ()))):
                continue
            for _, action in actions:
                self.state.apply_action(action)
            self.played.append(actions)
            return True
        return False

    def undo(self):
        for player, action in reversed(self.played.pop()):
            self.state.undo_action(player, action)

    def answer(self, ask):
        if not self.state.is_terminal():
            return {"legal": [fields for fields, _ in self.actions(self.state)], "status": {"state": "ongoing"}}
        first, second = self.state.returns()
        if first == second:
            return {"legal": [], "status": {"state": "drawn"}}
        return {"legal": [], "status": {"state": "won", "winner": self.players[first < second]}}


serve({"name": "open_spiel", "language": "C++", **installed("open_spiel"),
       "games": {game: {"asks": ["legal", "status"], "options": PLAYED.get(game, {}), "each": True, "undo": game in UNDO,
                        "setup": game == "connect-four"}
                 for game in GAMES}}, Game)
