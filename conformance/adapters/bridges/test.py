#!/usr/bin/env python3
"""Do the bridges let a good engine pass, find a wrong one, and end with one that breaks?

    test.py RULEBOOK

The engines are the players in `try`, which take the rules from RULEBOOK itself.
"""
import concurrent.futures
import json
import pathlib
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
CASES = HERE.parent.parent
RENJU = ["renju/edges.yaml", "renju/threes.yaml"]
# Double fours and what looks like them; of the longer files only these, as each failure is compared with many wrong rules.
FOURS = ["VN4V", "CRM1", "GA64"]
DRAUGHTS = {"international": ["international/moves.yaml"], "frisian": ["frisian/moves.yaml", "frisian/value.yaml"],
            "killer": ["killer/moves.yaml", "killer/beyond-king.yaml"]}


def some(file, ids, folder):
    """A file with only these cases; cases stand apart by a line that begins with their id."""
    text = (CASES / file).read_text(encoding="utf-8")
    cases = [part for part in text.split("\n- id: ")[1:] if part[:4] in ids]
    path = pathlib.Path(folder) / pathlib.Path(file).name
    path.write_text("".join(f"- id: {part}\n" for part in cases), encoding="utf-8")
    return path


def certify(rulebook, bridge, player, flaw, game, cases):
    limit = ["--time-limit", "1"] if flaw in ("--deaf", "--fragile") else []
    adapter = [sys.executable, HERE / bridge, *limit, "--", sys.executable, HERE / "try" / player, rulebook, *([flaw] if flaw else [])]
    command = [rulebook, "certify", "--json", "--no-shrink", "--game", game, "--adapter", " ".join(f"'{word}'" for word in adapter)]
    for file in cases:
        command += ["--cases", str(CASES / file)]
    done = subprocess.run(command, capture_output=True, text=True)
    try:
        return json.loads(done.stdout)
    except ValueError:
        return {"error": done.stdout + done.stderr}


def named(said):
    """The clauses of the cases that fail."""
    return sorted({clause for case in said["cases"] if case["outcome"] == "fail" for clause in case["clauses"]})


def told(run, said):
    """Prints what came of a run; what of it is not as expected."""
    bridge, player, flaw, game, _, passes, clause, words, outcomes = run
    if "cases" not in said:
        print(bridge, player, flaw, game)
        return [f"no report: {said}"]
    counts, clauses = said["counts"], named(said)
    counted = ", ".join(f"{n} {word}" for word, n in sorted(counts.items()))
    print(f"{bridge} {player} {flaw or '(good)'} {game}: {counted}" + (f"; failing: {', '.join(clauses)}" if clauses else ""))
    wrong = []
    if counts.get("pass", 0) < passes:
        wrong.append(f"{passes} cases have to pass")
    if set(counts) - outcomes:
        wrong.append("each outcome has to be one of " + ", ".join(sorted(outcomes)))
    if clause and clause not in clauses:
        wrong.append(f"`{clause}` has to fail")
    if words and not any(words in (case.get("detail") or "") for case in said["cases"]):
        wrong.append(f"`{words}` has to be said")
    return wrong


def main():
    rulebook = str(pathlib.Path(sys.argv[1]).resolve())
    faults, begun = 0, time.monotonic()
    folder = tempfile.TemporaryDirectory()
    fours = [*RENJU, some("renju/prohibitions.yaml", FOURS, folder.name)]
    # Bridge, player, flaw, game, cases; the least number that pass; a clause that the cases that fail have to name; words that
    # have to stand somewhere, and the only outcomes that there may be.
    good = {"pass", "unsupported"}
    runs = [("gomocup.py", "gomocup_player.py", "", "renju", fours, 11, None, "", good),
            ("gomocup.py", "gomocup_player.py", "--wrong", "renju", fours, 9, "renju.double-four", "", good | {"fail"}),
            ("gomocup.py", "gomocup_player.py", "--plain", "renju", RENJU, 0, None, "does not know YXBOARD", {"unsupported"}),
            ("gomocup.py", "gomocup_player.py", "--fragile", "renju", RENJU[:1], 0, None, "ended with code 70", good | {"error"}),
            ("gomocup.py", "gomocup_player.py", "--deaf", "renju", RENJU[:1], 0, None, "did not answer", good | {"error"})]
    for game, cases in DRAUGHTS.items():
        runs.append(("hub.py", "hub_player.py", "", game, cases, 12, None, "", good))
    one = DRAUGHTS["international"]
    runs += [("hub.py", "hub_player.py", "--wrong", "international", one, 12, "international.turn", "", good | {"fail"}),
             ("hub.py", "hub_player.py", "--silent", "international", one, 0, None, "no verdict", {"unsupported"}),
             ("hub.py", "hub_player.py", "--fragile", "international", one, 0, None, "ended with code 70", {"unsupported"}),
             ("hub.py", "hub_player.py", "--deaf", "international", one, 0, None, "did not answer", {"unsupported"})]
    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        tried = [pool.submit(certify, rulebook, *run[:5]) for run in runs]
        for run, said in zip(runs, tried):
            for fault in told(run, said.result()):
                faults += 1
                print(f"  NOT AS EXPECTED: {fault}")
    print(f"{len(runs)} runs, {faults} faults, {time.monotonic() - begun:.0f} s")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
