"""Run commands in processes of their own that need not import the program again.

One process for each worker of the tests imports it and opens nothing; it forks one child for every command.
What a test says of the interpreter's own start (its options, its locale, what lies on its path, a terminal,
a signal) needs `python -m workbench` instead.
"""

from __future__ import annotations

import atexit
import os
import shlex
import subprocess
import sys
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

from tests.held_stores import HELD

ROOT = Path(__file__).resolve().parents[2]
SECONDS = 120
_SERVER = """
import json, os, select, socket, sys, threading, time
import store.lifecycle.open
import workbench.cli.commands.hooks
import workbench.cli.commands.score
import workbench.cli.formats.kinds
import workbench.cli.parser
import workbench.importers.claude_code
import workbench.services.lookup.sessions
import workbench.services.scores.score_many
import workbench.services.transcript_files.import_transcripts
from workbench.__main__ import program

def serve(caller):
    head, descriptors, *_ = socket.recv_fds(caller, 8, 3)
    body = b""
    while len(body) < int.from_bytes(head, "big"):
        body += caller.recv(65536)
    asked = json.loads(body)
    child = os.fork()
    if child:
        code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        caller.sendall(str(code).encode())
        os._exit(0)
    for stream, descriptor in enumerate(descriptors):
        os.dup2(descriptor, stream)
    os.closerange(3, max(descriptors) + 1)
    os.chdir(asked["folder"])
    os.environ.clear()
    os.environ.update(asked["environment"])
    time.tzset()
    sys.argv[1:] = asked["words"]
    program()

assert threading.active_count() == len(os.listdir("/proc/self/task")) == 1, "a fork has one thread only"
listening = socket.socket(socket.AF_UNIX)
listening.bind(sys.argv[1])
listening.listen(16)
address = sys.argv[1]
sys.argv[:] = ["workbench"]
os.write(1, b"ready")
served = 0
while 0 not in select.select([listening, 0], [], [])[0]:
    caller = listening.accept()[0]
    if not os.fork():
        listening.close()
        serve(caller)
    caller.close()
    served += 1
    while served and os.waitpid(-1, os.WNOHANG)[0]:
        served -= 1
os.unlink(address)
os.rmdir(os.path.dirname(address))
while served:
    served -= bool(os.waitpid(-1, 0))
"""
_CLIENT = """
import json, os, socket, sys
def ask(place, words, folder, environment, descriptors, seconds=None):
    body = json.dumps({"words": words, "folder": folder, "environment": environment}).encode()
    with socket.socket(socket.AF_UNIX) as asked:
        asked.settimeout(seconds)
        asked.connect(place)
        socket.send_fds(asked, [len(body).to_bytes(8, "big")], descriptors)
        asked.sendall(body)
        return int(asked.recv(16))
if __name__ == "__main__":
    code = ask(sys.argv[1], sys.argv[2:], os.getcwd(), dict(os.environ), [0, 1, 2])
    sys.exit(code if code >= 0 else 128 - code)
"""


@cache
def _server() -> str:
    """The address of this worker's process, which ends with it."""
    address = str(Path(mkdtemp(prefix="warm-")) / "s")  # the server removes both, also where this was killed
    made = subprocess.Popen(
        [sys.executable, "-c", _SERVER, address],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONUTF8": "1"},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    atexit.register(made.communicate)
    assert made.stdout is not None
    assert made.stdout.read(5) == b"ready"
    return address


def answered(
    words: Sequence[str], folder: Path, environment: Mapping[str, str], descriptors: Sequence[int]
) -> int:
    """Run one command with these streams; its exit code, negative where a signal ended it."""
    HELD.end()
    ask = _client()["ask"]
    return int(ask(_server(), list(words), str(folder), dict(environment), list(descriptors), SECONDS))


@cache
def _client() -> dict[str, Any]:
    made: dict[str, Any] = {"__name__": "client"}
    exec(_CLIENT, made)
    return made


def program(place: Path) -> Path:
    """Write the command `workbench` for scripts, which has such a process run it."""
    place.mkdir(parents=True, exist_ok=True)
    client = place / ".client.py"
    client.write_text(_CLIENT)
    made = place / "workbench"
    words = shlex.join([sys.executable, "-IS", str(client), _server()])
    made.write_text(f'#!/bin/sh\nexec {words} "$@"\n')
    made.chmod(0o755)
    return made
