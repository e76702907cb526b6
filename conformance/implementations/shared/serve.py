"""What the adapters in Python share: lines in, lines out, and the order of a `judge`. It knows no game and no library.

An adapter gives `serve` who it is and a class. An object of that class is one game:

* `Game(question, words)` begins it; `words` is what `hello` said of this game;
* `play(move)` plays a move, and is false if the library does not list it;
* `undo()` takes the last move back, if the adapter says `undo`;
* `answer(ask)` is what was asked of where the game stands, by name.

Each of them may raise `Rejected` (the library refuses), or `Unsupported` (the library does not know this).
"""
import hashlib
import importlib.metadata
import json
import sys


class Rejected(Exception):
    """The library refuses; for `Game(…)` that is the position."""


class Unsupported(Exception):
    """The library does not know this, in words."""


def installed(distribution):
    """The version of an installed distribution, and a digest of its files."""
    found = importlib.metadata.distribution(distribution)
    files = sorted(f"{file} {file.hash.value}" for file in found.files or [] if file.hash)
    return {"version": found.version, "digest": "sha256:" + hashlib.sha256("\n".join(files).encode()).hexdigest()}


def readings(question, played, why):
    """Refuses readings other than those that the library plays: `played` by option, and `why` not, by option."""
    for option, reading in question.get("options", {}).items():
        if played.get(option) != reading:
            raise Unsupported(f"{option}={reading}: {why.get(option, 'the library does not have this reading')}")
    for name, value in question.get("params", {}).items():
        raise Unsupported(f"{name}={value}: the library does not have this parameter")


def chosen(wanted, moves):
    """The library's move that is meant: of pairs of a move and its parts, the first that fits; `None` if there is none.

    `via` decides only where several are left: the question names one route, the library may know another.
    """
    found = [(move, parts) for move, parts in moves if (parts["from"], parts["to"]) == (wanted.get("from"), wanted.get("to"))]
    if "victims" in wanted:
        found = [f for f in found if set(f[1].get("victims", ())) == set(wanted["victims"])]
    if "via" in wanted and len(found) > 1:
        found = [f for f in found if f[1].get("via") == wanted["via"]] or found
    return found[0][0] if found else None


def judge(question, game_class, words):
    try:
        game = game_class(question, words[question["game"]])
    except Rejected:
        return {"rejected": {"ply": 0}}
    ask, each = question["ask"], question.get("each", False)
    plies = [game.answer(ask)] if each else []
    for move in question["moves"]:
        if "undo" in move:
            for _ in range(move["undo"]):
                game.undo()
        elif not game.play(move):
            return {"rejected": {"ply": move["ply"]}}
        if each:
            plies.append(game.answer(ask))
    return {"ok": {"plies": plies} if each else game.answer(ask)}


def serve(who, game_class):
    """Answers until the input ends. What a library prints goes to standard error."""
    out, sys.stdout = sys.stdout, sys.stderr
    words = {}
    for line in sys.stdin:
        message = json.loads(line)
        try:
            if "hello" in message:
                words = message["hello"]["games"]
                answer = {"ok": who}
            else:
                answer = judge(message["judge"], game_class, words)
        except Unsupported as what:
            answer = {"unsupported": {"what": str(what)}}
        except Exception as fault:
            answer = {"error": {"message": f"{type(fault).__name__}: {fault}"}}
        out.write(json.dumps({"protocol": 1, "id": message["id"], **answer}) + "\n")
        out.flush()
