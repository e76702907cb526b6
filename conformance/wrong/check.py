#!/usr/bin/env python3
"""Are the wrong rule sets still wrong in what declared.yaml says, and in nothing else?

    check.py RULEBOOK [--diff]

RULEBOOK is the command line. Each file has to check; the bundled game has to answer `right` and the file `wrong`; and apart
from comments the file may differ from the bundled game in a few lines only, which --diff shows. Needs PyYAML.
"""

import difflib
import json
import pathlib
import subprocess
import sys

import yaml

HERE = pathlib.Path(__file__).resolve().parent
SPECS = HERE.parent.parent / "specs"


def rules(path):
    """The lines of the game without comments and layout."""
    text = path.read_text(encoding="utf-8").split("\ntexts ")[0]
    lines = (" ".join(line.split("//")[0].split()) for line in text.splitlines())
    return [line for line in lines if line]


def answer(rulebook, spec, shows):
    command = [rulebook, "moves", str(spec), "--json", "--position", shows["position"]]
    if shows["moves"]:
        command += ["--moves", shows["moves"]]
    said = json.loads(subprocess.run(command, capture_output=True, text=True).stdout)
    if "error" in said:
        return {"rejected": said["error"]["ply"]} if said["error"]["kind"] in ("illegal", "forbidden") else said
    return {key: sorted(said[key]) if key == "legal" else said[key] for key in shows["right"] | shows["wrong"] if key in said}


def expected(entry):
    return {key: sorted(value) if key == "legal" else value for key, value in entry.items()}


def main():
    rulebook, faults = sys.argv[1], []
    declared = yaml.safe_load((HERE / "declared.yaml").read_text(encoding="utf-8"))
    if sorted(entry["file"] for entry in declared) != sorted(path.name for path in HERE.glob("*.rules")):
        faults.append("declared.yaml does not list just the files that are here")
    for entry in declared:
        name, game, shows = entry["file"], entry["game"], entry["shows"]
        spec = HERE / name
        if subprocess.run([rulebook, "check", spec], capture_output=True).returncode != 0:
            faults.append(f"{name}: does not check")
        for what, which in (("right", game), ("wrong", spec)):
            said = answer(rulebook, which, shows)
            # A move is rejected by one and answered by the other; what else is asked does not matter then.
            if not expected(shows[what]).items() <= said.items():
                faults.append(f"{name}: {what} should be {shows[what]}, is {said}")
        (bundled,) = SPECS.glob(f"*/{game}.rules")
        changed = [line for line in difflib.ndiff(rules(bundled), rules(spec)) if line[0] in "+-"]
        if "--diff" in sys.argv:
            print(name, *changed, sep="\n  ")
        if not 1 <= len(changed) <= 5:
            faults.append(f"{name}: {len(changed)} lines differ from the bundled game")
    print(f"{len(declared)} rule sets, {len(faults)} faults", *faults, sep="\n")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
