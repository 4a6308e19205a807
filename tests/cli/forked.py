"""Run several commands at once, each in a process of its own that need not import the program again."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from tests.cli.run import ROOT, Result, environment

_FORKING = """
import json
import os
import sys
import threading
import store.lifecycle.open
import store.verify.verify
import workbench.cli.main
import workbench.importers.claude_code
import workbench.services.lookup.sessions
import workbench.services.transcript_files.import_transcripts
from workbench.__main__ import main

folder, commands = sys.argv[1], json.loads(sys.argv[2])
assert threading.active_count() == len(os.listdir("/proc/self/task")) == 1, "a fork has one thread only"
children = []
for number, words in enumerate(commands):
    child = os.fork()
    if not child:
        for stream, name in ((1, "out"), (2, "err")):
            os.dup2(os.open(f"{folder}/{number}.{name}", os.O_WRONLY | os.O_CREAT, 0o600), stream)
        sys.argv[1:] = words
        sys.exit(main())
    children.append(child)
print([os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) for child in children])
"""


def at_once(folder: Path, commands: Sequence[Sequence[str | Path]]) -> list[Result]:
    """Begin all of them before the first has ended, in `folder`; what each printed and how it ended.

    One process imports the program and has opened nothing; it forks one for every command.
    """
    words = json.dumps([[str(each) for each in command] for command in commands])
    (folder / "printed").mkdir()
    done = subprocess.run(
        [sys.executable, "-c", _FORKING, str(folder / "printed"), words],
        cwd=folder,
        env={**environment(), "PYTHONPATH": str(ROOT)},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=True,
        timeout=240,
    )
    codes = json.loads(done.stdout)
    printed = [
        [(folder / "printed" / f"{number}.{name}").read_text(encoding="utf-8") for name in ("out", "err")]
        for number in range(len(codes))
    ]
    return [Result(code, out, err) for code, (out, err) in zip(codes, printed, strict=True)]
