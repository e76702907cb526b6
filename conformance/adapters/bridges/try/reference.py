"""What the players here share: `RULEBOOK adapter` behind them answers for the rules."""
import json
import subprocess


class Reference:
    def __init__(self, rulebook, game, arguments=()):
        self.game, self.id = game, 0
        self.process = subprocess.Popen([rulebook, "adapter", *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.put("hello", {"runner": "player", "games": {}})

    def put(self, verb, about):
        self.id += 1
        self.process.stdin.write(json.dumps({"protocol": 1, "id": self.id, verb: about}) + "\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())

    def judge(self, position, moves, ask):
        """`position` is position text; moves are texts."""
        moves = [{"text": text, "ply": ply} for ply, text in enumerate(moves, 1)]
        start = {"position": position} if position else {}
        return self.put("judge", {"game": self.game, **start, "moves": moves, "ask": ask})
