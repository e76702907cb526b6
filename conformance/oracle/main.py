"""The oracle's command line: answers requests line by line, or checks itself against published data."""

import csv
import json
import re
import sys
import time

DRAUGHTS = ("american", "brazilian", "international", "russian")
VARIANTS = ("canadian", "czech", "frisian", "italian", "killer", "pool", "spanish", "turkish")
BOARDS = ("breakthrough", "reversi", "pente", "connect6", "nine-mens-morris")
CONNECTION = ("connect-four", "lines-of-action", "hex")
sys.dont_write_bytecode = True  # nothing but the sources belongs in this folder
TABLE_NAMES = {"english": "american"}  # a published table's name for a game


def judge(request):
    """The reply to one request, without its id; games are imported only when asked for."""
    game = request.get("game")
    if game in DRAUGHTS:
        import draughts
        return draughts.judge(request)
    if game in VARIANTS:
        import variants
        return variants.judge(request)
    if game == "tiles":
        import tiles
        return tiles.judge(request)
    if game == "renju":
        import renju
        return renju.judge(request)
    if game in BOARDS:
        import boards
        return boards.judge(request)
    if game in CONNECTION:
        import connection
        return connection.judge(request)
    return {"error": f"no such game: {game!r}"}


def answer(line):
    """One line in, one line out: a mistake in one request must not stop the others."""
    identity = None
    try:
        request = json.loads(line)
        identity = request.get("id")
        reply = judge(request)
    except Exception as failure:
        reply = {"error": f"{type(failure).__name__}: {failure}"}
    return {"id": identity, **reply}


def serve():
    for line in sys.stdin:
        if line.strip():
            print(json.dumps(answer(line), ensure_ascii=False), flush=True)


# Checks against data that was not made by this program.

def leaves(movement, pieces, player, depth, seen):
    """The number of legal games of this many plies; `seen` remembers positions met before."""
    from draughts import other
    moves = movement.legal(pieces, player)
    if depth == 1:
        return len(moves)
    key = (frozenset(pieces.items()), depth)
    if key not in seen:
        seen[key] = sum(leaves(movement, movement.after(pieces, m), other(player), depth - 1, seen) for m in moves)
    return seen[key]


def check_leaf_counts(path, most):
    """Rows that count moves as distinct, of all draughts games, with at most so many leaves."""
    import draughts
    import variants
    good = bad = 0
    for row in csv.DictReader(open(path)):
        name = TABLE_NAMES.get(row["variant"], row["variant"])
        if name not in DRAUGHTS + VARIANTS or row["count"] != "distinct" or int(row["nodes"]) > most:
            continue
        game = (draughts if name in DRAUGHTS else variants).Game(name, {})
        pieces, to_move, _ = game.start(None if row["position"] == "initial" else row["position"])
        found = leaves(game.movement, pieces, to_move, int(row["depth"]), {})
        if found == int(row["nodes"]):
            good += 1
        else:
            bad += 1
            print(f"{name} {row['position']} depth {row['depth']}: expected {row['nodes']}, found {found}")
    return good, bad


def check_single_positions(path):
    """All legal moves of positions from the federations' articles, as pairs of numbers."""
    import draughts
    import variants
    good = bad = 0
    for row in csv.DictReader(open(path)):
        if row["variant"] not in DRAUGHTS + VARIANTS:
            continue
        column = next(name for name in row if name.startswith("legal_moves"))
        want = {tuple(map(int, re.split("[-x]", move))) for move in row[column].split()}
        reply = judge({"game": row["variant"], "position": row["fen"]})
        read = (draughts if row["variant"] in DRAUGHTS else variants).Game(row["variant"], {}).board
        number = {cell: n for n, cell in read.by_number.items()}
        found = {(number[read.read(m[0])], number[read.read(m[1])]) for m in reply["ok"]["legal"]}
        if found == want:
            good += 1
        else:
            bad += 1
            print(f"{row['variant']} {row['fen']}: expected {sorted(want)}, found {sorted(found)}")
    return good, bad


def check_replays(path):
    """Whole games: where they end and how; the same texts must be read back from what is written."""
    good = bad = 0
    for line in open(path):
        row = json.loads(line)
        if row["game"] == "renju":
            continue
        reply = judge({**row, "position": row["position"] or None})
        status, wrong = reply["ok"]["status"], []
        if row["ends_at"] not in (None, reply["ok"]["plies"]):
            wrong.append("ends_at")
        if status["state"] != row["state"] or status.get("winner") != row.get("winner"):
            wrong.append("state")
        if "reasons" in row and status.get("reasons") != row["reasons"]:
            wrong.append("reasons")
        again = judge({**row, "position": reply["ok"]["position"], "moves": ""})
        if any(again["ok"][key] != reply["ok"][key] for key in ("to_move", "pieces", "clocks", "position")):
            wrong.append("position text")
        if row["ends_at"]:
            shorter = judge({**row, "moves": " ".join(row["moves"].split()[:-1])})
            if shorter["ok"]["status"]["state"] != "ongoing":
                wrong.append("ends before its last move")
        if wrong:
            bad += 1
            print(f"{row['id']}: {', '.join(wrong)}: {status}")
        else:
            good += 1
    return good, bad


def check(data, replays, most):
    failed = 0
    for name, run in (("leaf counts", lambda: check_leaf_counts(f"{data}/perft.csv", most)),
                      ("single positions", lambda: check_single_positions(f"{data}/draughts_rule_positions.csv")),
                      ("replays", lambda: check_replays(replays))):
        began = time.time()
        good, bad = run()
        failed += bad
        print(f"{name}: {good} passed, {bad} failed, {time.time() - began:.1f} s")
    return 1 if failed else 0


if __name__ == "__main__":
    if sys.argv[1:2] == ["--check"]:
        sys.exit(check(sys.argv[2], sys.argv[3], int(sys.argv[4]) if len(sys.argv) > 4 else 50_000))
    serve()
