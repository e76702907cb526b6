#!/usr/bin/env python3
"""A bridge to Gomocup engines that play renju, for `rulebook certify`; see README.md.

    gomocup.py [OPTIONS] -- ENGINE [ARGUMENTS…]

Of the rules, Gomocup engines say which points Black may not play, if they know YXBOARD and YXSHOWFORBID (the dialect of
Yixin and Rapfi). That is what is asked; what is legal is never worked out from it.
"""
import argparse
import re

from engine import Broken, Deadline, Engine, Fault, Unsupported, arguments, bare, chosen, pairs, serve

SIZE = 15
NOISE = ("MESSAGE", "DEBUG", "INFO", "SUGGEST", "OK")
READINGS = "Gomocup has no word for it (say what the engine plays with --reading)"


def point(cell):
    """a1 is at the bottom left; 0,0 is at the top left."""
    x, y = ord(cell[0]) - ord("a"), SIZE - int(cell[1:])
    if not (0 <= x < SIZE and 0 <= y < SIZE):
        raise Unsupported(f"a point outside of the board: {cell}")
    return x, y


def cell(x, y):
    return f"{chr(ord('a') + x)}{SIZE - y}"


class Refused(Exception):
    """The engine does not take the stones; in its words."""


class Forbidden(Exception):
    """The move of this turn is one that the engine forbids."""


class Player:
    def __init__(self, options):
        self.options, self.engine = options, None
        self.who = {}
        self.dialect = ""  # why it cannot be asked for forbidden points

    def start(self):
        deadline = Deadline(self.options.start_limit)
        self.engine = Engine(self.options.command, self.options.directory)
        self.engine.send(f"START {SIZE}", deadline)
        while True:
            word, rest = self.told(deadline, "`START`", quiet=("MESSAGE", "DEBUG", "INFO"))
            if word == "OK":
                break
            if word in ("ERROR", "UNKNOWN"):
                raise Fault(f"the engine refuses a board of {SIZE} by {SIZE}: {rest}")
        for line in [f"rule {self.options.rule}", *(self.options.info or [])]:
            self.engine.send(f"INFO {line}", deadline)
        self.ask_name()
        self.ask_dialect()

    def ask_name(self):
        deadline = Deadline(min(2, self.options.time_limit))
        self.engine.send("ABOUT", deadline)
        who = {}
        try:
            while not who:
                line = self.engine.line(deadline, "`ABOUT`")
                if line.upper().startswith("ERROR") and "rule" in line.lower():
                    raise Fault(f"the engine refuses INFO rule {self.options.rule}: {line}")
                who = dict(re.findall(r'(\w+)\s*=\s*"([^"]*)"', line))
            self.who = who
        except Broken:
            if self.engine.process.poll() is not None:
                raise
            # Silence is no fault here: who it is does not matter for what is asked.

    def ask_dialect(self):
        """Does it know the two words? On an empty board there is nothing to be refused."""
        try:
            self.forbidden([], "black", Deadline(min(3, self.options.time_limit)))
            self.dialect = ""
        except (Refused, Unsupported, Fault) as why:
            if self.engine.process.poll() is not None:
                raise
            self.dialect = f"the engine does not know YXBOARD and YXSHOWFORBID: {why}"

    def told(self, deadline, waiting_for, quiet=NOISE):
        """The next line that says something, as its first word in capitals and the rest."""
        while True:
            word, _, rest = self.engine.line(deadline, waiting_for).partition(" ")
            if word.upper() not in quiet:
                return word.upper(), rest.strip()

    def forbidden(self, stones, to_move, deadline):
        """The points that the engine says Black may not play, with these stones on the board."""
        lines = ["YXBOARD", *self.listed(stones, to_move), "DONE", "YXSHOWFORBID"]
        self.engine.send("\n".join(lines), deadline)
        refused = ""
        while True:
            word, rest = self.told(deadline, "`YXSHOWFORBID`")
            if word == "UNKNOWN":
                raise Unsupported(rest or "UNKNOWN")
            if word == "ERROR":
                # It goes on to FORBID if the error was about a stone, but not if it does not know the question.
                refused = refused or rest or "ERROR"
                if "command" in rest.lower():
                    raise Unsupported(rest)
                continue
            if not word.startswith("FORBID"):
                raise Fault(f"`{word} {rest}`".strip() + " answers YXBOARD and YXSHOWFORBID, which is not FORBID")
            if refused:
                raise Refused(refused)
            digits = (word[len("FORBID"):] + rest).rstrip(".").strip()
            if not re.fullmatch(r"(\d{4})*", digits):
                raise Fault(f"a list of forbidden points that cannot be read: `{rest}`")
            numbers = [int(digits[i:i + 2]) for i in range(0, len(digits), 2)]
            points = list(zip(numbers[::2], numbers[1::2]))
            if any(x >= SIZE or y >= SIZE for x, y in points):
                raise Fault(f"a forbidden point outside of the board: `{rest}`")
            return points

    def listed(self, stones, to_move):
        """The stones as Gomocup lists them: 1 for those of the player to move. Black's first, then by turns as far as it goes."""
        black, white = ([at for owner, at in stones if owner == player] for player in ("black", "white"))
        field = {"black": 1 if to_move == "black" else 2, "white": 1 if to_move == "white" else 2}
        if white and not black and not self.options.passes:
            raise Unsupported("stones of White alone: engines take the first stone of a list for Black's (unless --passes is said)")
        turns = max(len(black), len(white))
        if self.options.passes:
            # As many passes as lead to the player to move, so that colours go by turns.
            turns = max(len(white), len(black) - (to_move == "white"))
            black += [None] * (turns + (to_move == "white") - len(black))
            white += [None] * (turns - len(white))
        order = []
        for turn in range(turns + 1):
            order += [("black", black[turn])] if turn < len(black) else []
            order += [("white", white[turn])] if turn < len(white) else []
        for player, at in order:
            x, y = at or (-1, -1)
            yield f"{x},{y},{field[player]}"

    def close(self):
        if self.engine:
            self.engine.close("END")
        self.engine = None


class Bridge:
    def __init__(self, options):
        self.options, self.player = options, Player(options)

    def hello(self, words):
        self.player.close()
        self.player.start()
        who = self.player.who
        game = {"asks": [] if self.player.dialect else ["forbidden"], "options": self.options.readings}
        return {"ok": {"name": who.get("name") or self.options.command[0].split("/")[-1], "version": who.get("version", ""),
                       "games": {"renju": game} if "renju" in words else {}}}

    def judge(self, question):
        player, deadline = self.player, Deadline(self.options.time_limit)
        chosen(question, self.options.readings, READINGS)
        if player.engine is None:
            player.start()
            deadline = Deadline(self.options.time_limit)
        if player.dialect:
            raise Unsupported(player.dialect)
        stones, to_move = [], "black"
        if "setup" in question:
            bare(question["setup"])
            stones = [(owner, point(at)) for owner, _, at, *_ in question["setup"]["pieces"]]
            to_move = question["setup"]["to_move"]
        elif "position" in question:
            raise Unsupported("a position that is given only as text")
        wanted = "forbidden" in question["ask"]
        if not wanted and not question["moves"]:
            raise Unsupported("whether a position is allowed: Gomocup engines take what they are given")
        ply = 0
        try:
            for move in question["moves"]:
                stones, to_move = self.played(stones, to_move, move, deadline)
                ply = move["ply"]
            # The stones of the last move too are shown to the engine: it may refuse them.
            points = player.forbidden(stones, to_move, deadline)
        except Refused:
            return {"rejected": {"ply": ply}}
        except Forbidden as at:
            return {"rejected": {"ply": at.args[0]}}
        if not wanted:
            return {"ok": {}}
        if to_move == "white":
            if points:
                raise Unsupported("points that White may not play: what the engine lists here may be Black's")
            return {"ok": {"forbidden": []}}
        taken = {at for _, at in stones}
        if taken & set(points):
            raise Fault("the engine forbids a point that is not empty: " + " ".join(cell(*at) for at in taken & set(points)))
        return {"ok": {"forbidden": [{"cells": [cell(*at)]} for at in points]}}

    def played(self, stones, to_move, move, deadline):
        """One more stone, unless the engine says that it may not be there."""
        cells, ply = move.get("cells", []), move["ply"]
        if len(cells) != 1:
            raise Unsupported(f"a move that is not a stone: {move.get('text')}")
        at = point(cells[0])
        if any(at == other for _, other in stones):
            try:
                self.player.forbidden([*stones, (to_move, at)], "white" if to_move == "black" else "black", deadline)
            except Refused:
                raise Forbidden(ply) from None
            raise Unsupported("a stone on a point that is not empty: the engine says nothing about it")
        if to_move == "black" and at in self.player.forbidden(stones, to_move, deadline):
            raise Forbidden(ply)
        return [*stones, (to_move, at)], "white" if to_move == "black" else "black"

    def broken(self):
        self.player.close()

    def close(self):
        self.player.close()


def main():
    parser = argparse.ArgumentParser(usage="gomocup.py [OPTIONS] -- ENGINE [ARGUMENTS…]")
    parser.add_argument("--directory", help="where the engine is started")
    parser.add_argument("--rule", default="4", help="the number of renju in INFO rule: 4 in Gomocup, 2 in the protocol of Yixin")
    parser.add_argument("--info", action="append", metavar="TEXT", help="a further line of INFO; may be repeated")
    parser.add_argument("--passes", action="store_true", help="fills missing stones with passes (-1,-1), so that colours go by turns")
    parser.add_argument("--reading", action="append", metavar="OPTION=READING", help="a reading that the engine is known to play")
    parser.add_argument("--time-limit", type=float, default=8, help="seconds for all that one question needs (8)")
    parser.add_argument("--start-limit", type=float, default=12, help="seconds from the start to OK (12)")
    options = arguments(parser)
    # A point on YXSHOWFORBID's list is one that Black may not play: that is this reading, and no other can be asked for.
    options.readings = {"foul": "illegal", **pairs(options.reading)}
    serve(Bridge(options))


if __name__ == "__main__":
    main()
