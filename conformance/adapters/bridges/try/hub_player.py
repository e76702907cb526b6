#!/usr/bin/env python3
"""A program of ours that speaks Hub and takes the rules from `rulebook`, to try the bridge with.

    hub_player.py RULEBOOK [--wrong | --silent | --fragile | --deaf]

--wrong    a capture need not be made: takes a step of a man although there is something to take
--silent   takes everything, as engines do that trust who sends
--fragile  ends when it is given what cannot be
--deaf     stops answering when it is given what cannot be
"""
import re
import sys
import time

from reference import Reference

GAMES = {"normal": "international", "frisian": "frisian", "killer": "killer"}
FIRST = "W" + "b" * 20 + "e" * 10 + "w" * 20


def text_of(position):
    side = {"W": "white", "B": "black"}[position[0]]
    held = {"w": [], "b": []}
    for number, piece in enumerate(position[1:], 1):
        if piece != "e":
            held[piece.lower()].append(f"K{number}" if piece.isupper() else str(number))
    return f"{side}: white={','.join(held['w'])} black={','.join(held['b'])}"


def squares_of(text):
    """Position text as squares."""
    squares = {}
    for player, letter in (("white", "w"), ("black", "b")):
        for item in re.search(player + r"=(\S*)", text.split(";")[0])[1].split(",") if player + "=" in text else []:
            if item:
                squares[int(item.lstrip("K"))] = letter.upper() if item[0] == "K" else letter
    return squares


def move_text(word):
    """`28x19x23` as rulebook writes it."""
    numbers = re.findall(r"\d+", word)
    if "x" not in word:
        return "-".join(numbers)
    return f"{numbers[0]}x{numbers[1]}" + (f"({','.join(sorted(numbers[2:], key=int))})" if numbers[2:] else "")


class Engine:
    def __init__(self, rulebook, flaw):
        self.rulebook, self.flaw, self.variant = rulebook, flaw, "normal"
        self.start, self.moves = None, []

    def pos(self, position, moves):
        """Why a position and moves are refused, or nothing."""
        if not re.fullmatch("[WB][wbWBe]{50}", position):
            return "bad position"
        start, played = text_of(position), []
        if self.game.judge(start, [], []).get("rejected"):
            return "bad position"
        for word in moves:
            if not re.fullmatch(r"\d+(-\d+|x\d+(x\d+)*)", word):
                return "bad move"
            said = self.game.judge(start, [*played, move_text(word)], [])
            if "ok" in said:
                played.append(move_text(word))
                continue
            if self.flaw != "--wrong" or "-" not in word:
                return "illegal move"
            # Would it be legal if there were nothing to take?
            where = self.game.judge(start, played, ["position"])["ok"]["position"]
            origin, to = map(int, word.split("-"))
            squares, side = squares_of(where), where.split(":")[0]
            if squares.get(origin) != side[0] or to in squares or not self.step(side, origin, to):
                return "illegal move"
            squares[to] = squares.pop(origin)
            board = "".join(squares.get(n, "e") for n in range(1, 51))
            start, played = text_of({"white": "B", "black": "W"}[side] + board), []
        self.start, self.moves = start, played
        return ""

    def step(self, side, origin, to):
        """Is this a step of a man when it is alone, but for an enemy out of its way?"""
        other = {"white": "black", "black": "white"}[side]
        far = 5 if {origin, to}.isdisjoint({5, 10}) else 46
        return "ok" in self.game.judge(f"{side}: {side}={origin} {other}=K{far}", [f"{origin}-{to}"], [])

    def chosen(self):
        """The first legal move, as Hub writes it."""
        said = self.game.judge(self.start, self.moves, ["legal", "position"])["ok"]
        if not said["legal"]:
            return ""
        word = said["legal"][0]
        after = squares_of(self.game.judge(self.start, [*self.moves, word], ["position"])["ok"]["position"])
        origin, *landings = re.findall(r"\d+", word.split("(")[0])
        if "x" not in word:
            return f"{origin}-{landings[-1]}"
        gone = [n for n in squares_of(said["position"]) if n not in after and n != int(origin)]
        return "x".join([origin, landings[-1], *map(str, gone)])

    def say(self, line):
        print(line, flush=True)

    def hear(self, line):
        word, _, rest = line.strip().partition(" ")
        words = {name: a or b for name, a, b in re.findall(r'([\w-]+)(?:=(?:"([^"]*)"|(\S*)))?', rest)}
        if word == "hub":
            self.say('id name="Hub player" version=1 author=rulebook')
            self.say('param name=variant value=normal type=enum values="normal frisian killer"')
            self.say("wait")
        elif word == "set-param":
            self.variant = words["value"] if words.get("name") == "variant" else self.variant
        elif word == "init":
            self.game = Reference(self.rulebook, GAMES[self.variant])
            self.say("ready")
        elif word == "pos":
            against = self.pos(words.get("pos", FIRST), words.get("moves", "").split())
            if against and self.flaw == "--fragile":
                sys.exit(70)
            if against and self.flaw == "--deaf":
                time.sleep(600)
            if against and self.flaw != "--silent":
                self.say(f'error message="{against}"')
        elif word == "go":
            move = self.chosen()
            self.say(f"done move={move}" if move else "done")
        elif word == "ping":
            self.say("pong")
        elif word == "quit":
            sys.exit(0)
        elif word not in ("level", "new-game", "stop", "ponder-hit", ""):
            self.say('error message="bad command"')


engine = Engine(sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else "")
for heard in sys.stdin:
    engine.hear(heard)
