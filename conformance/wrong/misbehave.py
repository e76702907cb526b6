#!/usr/bin/env python3
"""A correct adapter made to misbehave.

    misbehave.py MODE [--after N] [--match TEXT] [--marker FILE] [--children] [--stubborn]
                      [--size BYTES] [--seconds S] -- COMMAND...

COMMAND is an adapter (docs/adapter-protocol.md). Its messages are passed on, except where MODE says otherwise. What each
mode does, and what a runner has to report, is in misbehaving.yaml.

--after N     the first N messages of a process are answered rightly; 1 if it is not said, which is `hello`
--match TEXT  of the others, only messages that contain TEXT are answered wrongly
--marker FILE what crash-once leaves behind, so that the next process knows that it is not the first
--children    with any mode: first starts grandchildren that hold standard output and error open
--stubborn    with any mode: ignores the signals that ask a process to end
--size BYTES  of what `huge`, `memory` and `stderr-flood` make
--seconds S   whatever waits, or holds a pipe, ends by itself after so long; 600 if it is not said
"""

import argparse
import json
import os
import resource
import signal
import subprocess
import sys
import time

MB = 1 << 20
# These concern `hello` and look neither at --after nor at --match.
AT_HELLO = {"silent-hello", "wrong-games", "no-games", "asks-nothing"}
# These concern every message, unless --after or --match say otherwise.
FROM_START = {"wrong-protocol", "banner", "not-ending", "children"}
MODES = AT_HELLO | FROM_START | {
    "slow", "late", "silent", "crash", "crash-once", "crash-signal", "garbage", "half", "half-exit", "not-utf8", "deep",
    "wrong-id", "no-id", "text-id", "huge", "memory", "two-answers", "no-answer", "wrong-shape", "noise", "twice",
    "stderr-flood", "lying-legal", "lying-extra", "lying-twice", "lying-status", "rejects-all", "accepts-all",
    "unsupported-all", "error-all", "deaf",
}


def arguments():
    words = sys.argv[1:]
    at = words.index("--") if "--" in words else len(words)
    words, command = words[:at], words[at + 1:]
    parser = argparse.ArgumentParser(usage=__doc__.split("\n\n")[1].strip())
    parser.add_argument("mode", choices=sorted(MODES))
    parser.add_argument("--after", type=int)
    parser.add_argument("--match")
    parser.add_argument("--marker")
    parser.add_argument("--children", action="store_true")
    parser.add_argument("--stubborn", action="store_true")
    parser.add_argument("--size", type=int)
    parser.add_argument("--seconds", type=float, default=600)
    options = parser.parse_args(words)
    if not command:
        parser.error("say which adapter: -- COMMAND")
    if options.mode == "crash-once" and not options.marker:
        parser.error("crash-once needs --marker FILE")
    if options.after is None:
        options.after = 0 if options.mode in FROM_START else 1
    options.children = options.children or options.mode == "children"
    return options, command


class Adapter:
    """The correct one."""

    def __init__(self, command):
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def answer(self, line):
        """The line that answers a line. If the adapter has ended, so does this program."""
        try:
            self.process.stdin.write(line)
            self.process.stdin.flush()
            answer = self.process.stdout.readline()
        except BrokenPipeError:
            answer = b""
        if not answer:
            os._exit(self.end() or 1)
        return answer

    def end(self):
        try:
            self.process.stdin.close()
        except BrokenPipeError:
            pass
        return self.process.wait()


def send(data):
    if isinstance(data, dict):
        data = json.dumps(data, ensure_ascii=False).encode()
        data += b"\n"
    sys.stdout.buffer.write(data)
    sys.stdout.buffer.flush()


def wait(options):
    time.sleep(options.seconds)
    os._exit(0)


def start_children(options):
    """One grandchild that ends with its group, one in a session of its own; both hold what we write to."""
    sleep = [sys.executable, "-c", f"import time; time.sleep({options.seconds})"]
    subprocess.Popen(sleep, stdin=subprocess.DEVNULL)
    # Its parent ends at once, so that it does not even stand below us.
    script = f"import subprocess; subprocess.Popen({sleep!r}, stdin=subprocess.DEVNULL, start_new_session=True)"
    subprocess.run([sys.executable, "-c", script], stdin=subprocess.DEVNULL, check=True)


def parts(answer):
    """The objects that hold `legal`, `status` and so on: one, or with `each` one for every ply."""
    ok = answer.get("ok")
    if not isinstance(ok, dict):
        return []
    return ok["plies"] if "plies" in ok else [ok]


def illegal(part, cells):
    """A move that is not in the list, of the kind that the list has."""
    moves = part["legal"]
    texts = [m if isinstance(m, str) else m.get("text", "") for m in moves]
    if any("#" in t for t in texts):
        listed = {t.split("#")[0] for t in texts}
        taken = [c for c in cells if c not in listed]
        return taken[0] + "#1" if taken else None
    if texts and all(t.startswith("-") for t in texts):
        others = [c for c in cells if "-" + c not in texts]
        return "-" + others[0] if others else None
    if texts and all(t in cells for t in texts):
        taken = [c for c in cells if c not in texts]
        return taken[0] if taken else None
    for cell in cells[1:]:
        text = f"{cells[0]}-{cell}"
        if text not in texts:
            return text
    return None


def change(mode, question, answer, cells):
    """The right answer made wrong."""
    verb = question.get("judge")
    if mode == "wrong-protocol":
        answer["protocol"] = 2
    elif mode == "wrong-id":
        answer["id"] = answer["id"] + 1000
    elif mode == "no-id":
        del answer["id"]
    elif mode == "text-id":
        answer["id"] = str(answer["id"])
    elif mode == "two-answers":
        if "rejected" in answer:
            answer["ok"] = {"legal": []}
        else:
            answer["rejected"] = {"ply": 1}
    elif mode == "no-answer":
        for key in ("ok", "rejected", "unsupported", "error"):
            answer.pop(key, None)
    elif mode == "wrong-shape":
        if verb is None:
            answer["ok"] = 7
        elif parts(answer):
            for part in parts(answer):
                for key in list(part):
                    part[key] = 7
        else:
            answer["rejected"] = {"ply": "first"}
    elif mode in ("wrong-games", "no-games", "asks-nothing") and "ok" in answer:
        if mode == "wrong-games":
            answer["ok"]["games"]["tiddlywinks"] = {"asks": ["legal", "status"]}
        elif mode == "no-games":
            answer["ok"]["games"] = {}
        else:
            for game in answer["ok"]["games"].values():
                game["asks"] = []
    elif verb is None:
        pass
    elif mode == "lying-legal":
        for part in parts(answer):
            if "legal" in part:
                part["legal"] = part["legal"][:-1]
    elif mode == "lying-extra":
        for part in parts(answer):
            if "legal" in part:
                move = illegal(part, cells.get(verb["game"], []))
                part["legal"] += [move] if move else []
    elif mode == "lying-twice":
        for part in parts(answer):
            if "legal" in part:
                part["legal"] = part["legal"] * 2
    elif mode == "lying-status":
        for part in parts(answer):
            if "status" in part:
                part["status"] = {"state": "ongoing"}
    else:
        keep = {key: answer[key] for key in ("protocol", "id")}
        said = {
            "rejects-all": {"rejected": {"ply": 1 if verb["moves"] else 0, "clauses": []}},
            "unsupported-all": {"unsupported": {"what": "whatever was asked"}},
            "error-all": {"error": {"message": "RuntimeError: on purpose"}},
        }
        if mode in said:
            return {**keep, **said[mode]}
        if mode == "accepts-all" and "rejected" in answer:
            empty = {"legal": [], "status": {"state": "ongoing"}, "forbidden": []}
            part = {key: empty[key] for key in verb["ask"] if key in empty}
            return {**keep, "ok": {"plies": [part] * (len(verb["moves"]) + 1)} if verb.get("each") else part}
    return answer


def misbehave(options, adapter, line, question, cells):
    mode = options.mode
    if mode in ("silent", "silent-hello"):
        return
    if mode == "deaf":
        wait(options)
    if mode == "crash":
        os._exit(70)
    if mode == "crash-once":
        try:
            os.close(os.open(options.marker, os.O_CREAT | os.O_EXCL))
        except FileExistsError:
            send(adapter.answer(line))
            return
        os._exit(70)
    if mode == "crash-signal":
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        signal.signal(signal.SIGSEGV, signal.SIG_DFL)
        os.kill(os.getpid(), signal.SIGSEGV)
    if mode == "garbage":
        send(b"Traceback (most recent call last):\n")
        return
    if mode == "not-utf8":
        send(b'{"protocol":1,"id":%d,"ok":{"legal":["\xff\xfe"]}}\n' % question["id"])
        return
    if mode == "deep":
        send(b'{"protocol":1,"id":%d,"ok":' % question["id"] + b"[" * MB + b"]" * MB + b"}\n")
        return
    if mode == "huge":
        send(b'{"protocol":1,"id":%d,"ok":{"legal":["' % question["id"])
        for _ in range((options.size or 200 * MB) // MB):
            send(b"a" * MB)
        send(b'"]}}\n')
        return

    answer = adapter.answer(line)
    if mode == "slow":
        time.sleep(options.seconds)
        send(answer)
    elif mode == "late":
        # Says nothing to this question, and puts its answer before the next one's.
        options.held = answer
    elif mode in ("half", "half-exit"):
        send(answer[: len(answer) // 2])
        if mode == "half-exit":
            os._exit(0)
        wait(options)
    elif mode == "memory":
        held = []
        for _ in range((options.size or 8192 * MB) // (32 * MB)):
            held.append(bytearray(b"\x01") * (32 * MB))
            time.sleep(0.02)
        send(answer)
    elif mode == "stderr-flood":
        chunk = b"still thinking about it\n" * (MB // 24)
        if not options.flooded:
            options.flooded = True
            for _ in range((options.size or 1024 * MB) // MB):
                os.write(2, chunk)
        send(answer)
    elif mode in ("noise", "banner"):
        if mode == "noise" or not options.flooded:
            options.flooded = True
            send(b"INFO engine: 12045 nodes\n")
        send(answer)
    elif mode == "twice":
        send(answer)
        send(answer)
    elif mode in ("not-ending", "children"):
        send(answer)
    else:
        send(change(mode, question, json.loads(answer), cells))


def main():
    options, command = arguments()
    options.flooded, options.held = False, None
    if options.stubborn:
        for name in ("SIGTERM", "SIGINT", "SIGHUP"):
            signal.signal(getattr(signal, name), signal.SIG_IGN)
    adapter = Adapter(command)
    if options.children:
        start_children(options)
    cells = {}
    for number, line in enumerate(iter(sys.stdin.buffer.readline, b""), 1):
        question = json.loads(line)
        if "hello" in question:
            games = question["hello"].get("games", {})
            cells = {name: [cell["name"] for cell in game["cells"]] for name, game in games.items() if "cells" in game}
        if options.held:
            send(options.held)
            options.held = None
        if options.mode in AT_HELLO:
            hit = "hello" in question
        else:
            compact = json.dumps(question, ensure_ascii=False, separators=(",", ":"))
            matches = options.match is None or options.match in compact or options.match.encode() in line
            hit = number > options.after and matches
        if hit:
            misbehave(options, adapter, line, question, cells)
        else:
            send(adapter.answer(line))
    if options.mode == "not-ending":
        wait(options)
    code = adapter.end()
    os._exit(code if code >= 0 else 1)


if __name__ == "__main__":
    try:
        main()
    except BrokenPipeError:
        os._exit(1)
