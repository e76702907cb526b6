"""What the bridges share: an engine behind pipes that can never make its bridge wait, and the lines of the adapter protocol.

It knows no game and no protocol of the field.
"""
import json
import os
import queue
import select
import shlex
import signal
import subprocess
import sys
import threading
import time

LONGEST = 1 << 20   # bytes of a line of an engine that are looked at
GRACE = 0.5         # seconds to end by itself


class Unsupported(Exception):
    """The engine, or its protocol, cannot say this; in words."""


class Fault(Exception):
    """The engine did what its protocol does not allow; in words."""


class Broken(Fault):
    """It ended, or is silent: it has to be started anew."""


class Deadline:
    def __init__(self, seconds):
        self.at, self.seconds = time.monotonic() + seconds, seconds

    def left(self):
        return max(0.0, self.at - time.monotonic())


class Engine:
    """A child process that speaks lines. It stays in the group of the bridge, so that whoever ends the group ends it too."""

    def __init__(self, command, directory=None):
        try:
            self.process = subprocess.Popen(command, cwd=directory, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0)
        except OSError as why:
            raise Broken(f"the engine cannot be started: {why}") from None
        os.set_blocking(self.process.stdin.fileno(), False)
        self.lines = queue.Queue(4096)  # an engine that writes more than is read is held up itself
        threading.Thread(target=self.listen, daemon=True).start()

    def listen(self):
        rest = b""
        while True:
            try:
                data = os.read(self.process.stdout.fileno(), 65536)
            except (OSError, ValueError):
                data = b""
            if not data:
                break
            # Some engines end lines with CR alone.
            *lines, rest = (rest + data).replace(b"\r", b"\n").split(b"\n")
            for line in lines:
                text = line[:LONGEST].decode("utf-8", "replace").strip()
                if text:
                    self.lines.put(text)
            if len(rest) > LONGEST:
                rest = rest[:LONGEST]
        self.lines.put(None)

    def send(self, text, deadline):
        """Writes lines; an engine that does not read holds nothing up for longer than the deadline."""
        data = memoryview(text.encode() + b"\n")
        pipe = self.process.stdin.fileno()
        while data:
            _, ready, _ = select.select([], [pipe], [], deadline.left())
            if not ready:
                raise Broken(f"the engine did not read `{first(text)}` within {deadline.seconds:g} s")
            try:
                data = data[os.write(pipe, data):]
            except BlockingIOError:
                continue
            except OSError:
                raise Broken(f"the engine {self.ending()} before it read `{first(text)}`") from None

    def line(self, deadline, waiting_for):
        """The next line that is not empty."""
        try:
            line = self.lines.get(timeout=deadline.left())
        except queue.Empty:
            raise Broken(f"the engine did not answer {waiting_for} within {deadline.seconds:g} s") from None
        if line is None:
            self.lines.put(None)
            raise Broken(f"the engine {self.ending()} without an answer to {waiting_for}")
        if deadline.left() == 0:  # it talks, but does not come to an end
            raise Broken(f"the engine did not answer {waiting_for} within {deadline.seconds:g} s")
        return line

    def ending(self):
        try:
            code = self.process.wait(0.2)
        except subprocess.TimeoutExpired:
            return "closed its output"
        return f"ended with code {code}" if code >= 0 else f"was ended by signal {-code}"

    def close(self, farewell=None):
        """Lets it end by itself for a moment, then ends it."""
        try:
            if farewell and self.process.poll() is None:
                self.send(farewell, Deadline(GRACE / 2))
        except Broken:
            pass
        try:
            self.process.stdin.close()
        except OSError:
            pass
        try:
            self.process.wait(GRACE)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        # The listener may be held up by a full queue.
        while self.lines.full():
            self.lines.get_nowait()


def first(text):
    return text.split("\n")[0][:60]


def arguments(parser, words=None):
    """Options stand before `--`, the engine and its arguments behind it."""
    words = sys.argv[1:] if words is None else words
    at = words.index("--") if "--" in words else len(words)
    options = parser.parse_args(words[:at])
    options.command = words[at + 1:]
    if len(options.command) == 1:  # a command line in quotes
        options.command = shlex.split(options.command[0])
    if not options.command:
        parser.error("say which engine: -- COMMAND…")
    return options


def pairs(words):
    """NAME=VALUE, repeated, as a dictionary."""
    for word in words or []:
        if "=" not in word:
            sys.exit(f"`{word}` has to be NAME=VALUE")
    return dict(word.split("=", 1) for word in words or [])


def chosen(question, played, why):
    """Refuses readings and parameters that the protocol of the field cannot choose, except those that are known to be played."""
    for option, reading in question.get("options", {}).items():
        if played.get(option) != reading:
            raise Unsupported(f"the reading {option}={reading}: {why}")
    for name, value in question.get("params", {}).items():
        raise Unsupported(f"{name}={value}: {why}")


def bare(setup):
    """Refuses what the protocols of the field cannot set up: they know pieces and the player to move."""
    for key in ("clocks", "turn", "step", "here"):
        if setup.get(key):
            raise Unsupported(f"a position with `{key}`: the protocol has no place for it")


def serve(bridge):
    """Answers until the input ends. `bridge` has `hello(words)`, `judge(question)`, `broken()` and `close()`."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    try:
        for line in sys.stdin:
            message = json.loads(line)
            try:
                said = bridge.hello(message["hello"]["games"]) if "hello" in message else bridge.judge(message["judge"])
            except Unsupported as what:
                said = {"unsupported": {"what": str(what)}}
            except Fault as fault:
                # Whatever comes from this engine now may belong to another question.
                bridge.broken()
                said = {"error": {"message": str(fault)}}
            except Exception as fault:
                bridge.broken()
                said = {"error": {"message": f"the bridge: {type(fault).__name__}: {fault}"}}
            print(json.dumps({"protocol": 1, "id": message["id"], **said}), flush=True)
    finally:
        bridge.close()
