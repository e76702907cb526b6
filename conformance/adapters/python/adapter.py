"""A template of an adapter for `rulebook certify`. It runs as it is, and plays Breakthrough; see ../README.md."""
import json
import sys

# The game: replace this part with calls of your library. A board is a dictionary from cells to players.
FIRST = {c + r: player for player, rows in (("white", "12"), ("black", "78")) for r in rows for c in "abcdefgh"}
OTHER = {"white": "black", "black": "white"}
LAST_ROW = {"white": "8", "black": "1"}


def arrived(board):
    return {player for cell, player in board.items() if cell[1] == LAST_ROW[player]}


def legal(board, player):
    if arrived(board) or len(set(board.values())) < 2:
        return
    for cell in [c for c in board if board[c] == player]:
        row = int(cell[1]) + (1 if player == "white" else -1)
        for aside in (-1, 0, 1):
            to = chr(ord(cell[0]) + aside) + str(row)
            if to[0] in "abcdefgh" and (to not in board or (aside and board[to] != player)):
                yield {"from": cell, "to": to}


# The adapter: one question a line, one answer a line.
def hello():
    return {"ok": {"name": "template-python", "version": "1", "language": "Python",
                   "games": {"breakthrough": {"asks": ["legal"]}}}}


def judge(question):
    board, player = dict(FIRST), "white"
    if "setup" in question:
        board = {cell: owner for owner, kind, cell in question["setup"]["pieces"]}
        player = question["setup"]["to_move"]
    if not board or len(arrived(board)) == 2:
        return {"rejected": {"ply": 0}}
    for move in question["moves"]:
        if {"from": move.get("from"), "to": move.get("to")} not in list(legal(board, player)):
            return {"rejected": {"ply": move["ply"]}}
        board[move["to"]] = board.pop(move["from"])
        player = OTHER[player]
    return {"ok": {"legal": list(legal(board, player))}}


for line in sys.stdin:
    message = json.loads(line)
    try:
        answer = hello() if "hello" in message else judge(message["judge"])
    except Exception as fault:  # the adapter's or the library's own; never a verdict
        answer = {"error": {"message": repr(fault)}}
    print(json.dumps({"protocol": 1, "id": message["id"], **answer}), flush=True)
