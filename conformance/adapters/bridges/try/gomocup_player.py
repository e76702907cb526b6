#!/usr/bin/env python3
"""A program of ours that speaks Gomocup (renju) and takes the rules from `rulebook`, to try the bridge with.

    gomocup_player.py RULEBOOK [--wrong | --plain | --fragile | --deaf]

--wrong    does not see double fours
--plain    knows Gomocup alone, not YXBOARD and YXSHOWFORBID
--fragile  ends when there is a point to forbid
--deaf     stops answering when there is a point to forbid
"""
import sys
import time

from reference import Reference

SIZE = 15


def cell(x, y):
    return f"{chr(ord('a') + x)}{SIZE - y}"


def point(name):
    return ord(name[0]) - ord("a"), SIZE - int(name[1:])


class Brain:
    def __init__(self, rulebook, flaw):
        self.flaw = flaw
        self.game = Reference(rulebook, "renju")
        self.stones, self.black_to_move = {}, True

    def say(self, line):
        print(line, flush=True)

    def position(self):
        held = {player: ",".join(cell(*at) for at, owner in self.stones.items() if owner == player) for player in ("black", "white")}
        return f"{'black' if self.black_to_move else 'white'}: black={held['black']} white={held['white']}"

    def board(self):
        """What stands between BOARD and DONE."""
        listed, self.stones = [], {}
        for line in sys.stdin:
            if line.strip().upper() == "DONE":
                break
            x, y, field = map(int, line.split(","))
            listed.append(((x, y), field))
        # The first of the list is Black's, be it a stone or a pass.
        mine = "white" if listed and listed[0][1] == 2 else "black"
        for at, field in listed:
            if at != (-1, -1):
                if at in self.stones or not all(0 <= n < SIZE for n in at):
                    self.say("ERROR a stone that cannot be there")
                    continue
                self.stones[at] = mine if field == 1 else {"black": "white", "white": "black"}[mine]
        self.black_to_move = mine == "black"

    def turn(self):
        said = self.game.judge(self.position(), [], ["legal"])
        legal = said.get("ok", {}).get("legal")
        if not legal:
            return self.say("ERROR the game is over")
        x, y = point(legal[0])
        self.stones[x, y] = "black" if self.black_to_move else "white"
        self.black_to_move = not self.black_to_move
        self.say(f"{x},{y}")

    def forbidden(self):
        bans = self.game.judge(self.position(), [], ["forbidden", "clauses"]).get("ok", {}).get("forbidden", [])
        if bans and self.flaw == "--fragile":
            sys.exit(70)
        if bans and self.flaw == "--deaf":
            time.sleep(600)
        if self.flaw == "--wrong":
            bans = [ban for ban in bans if set(ban["clauses"]) != {"renju.double-four"}]
        return "".join("%02d%02d" % point(ban["move"]) for ban in bans)

    def hear(self, line):
        word, _, rest = line.strip().partition(" ")
        word = word.upper()
        if word == "START" and rest.strip() == str(SIZE) or word == "RESTART":
            self.stones, self.black_to_move = {}, True
            self.say("MESSAGE rulebook answers behind this")
            self.say("OK")
        elif word == "START":
            self.say("ERROR unsupported size")
        elif word == "ABOUT":
            self.say('name="Gomocup player", version="1", author="rulebook", country="none"')
        elif word == "BEGIN":
            self.turn()
        elif word == "TURN":
            x, y = map(int, rest.split(","))
            self.stones[x, y] = "black" if self.black_to_move else "white"
            self.black_to_move = not self.black_to_move
            self.turn()
        elif word == "BOARD":
            self.board()
            self.turn()
        elif word == "YXBOARD" and self.flaw != "--plain":
            self.board()
        elif word == "YXSHOWFORBID" and self.flaw != "--plain":
            self.say(f"FORBID {self.forbidden()}.")
        elif word == "END":
            sys.exit(0)
        elif word not in ("INFO", ""):
            self.say(f"UNKNOWN {word}")


brain = Brain(sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else "")
for heard in sys.stdin:
    brain.hear(heard)
