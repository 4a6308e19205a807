"""Run the command line in a process of its own, or in this one with a fixed environment."""

from __future__ import annotations

import contextlib
import io
import json
import os
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.cli.warm import answered
from workbench.bootstrap import Env
from workbench.cli.main import main

ROOT = Path(__file__).resolve().parents[2]


@dataclass(frozen=True)
class Result:
    """Output and exit code of a command."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> dict[str, Any]:
        """The one object on stdout."""
        body = json.loads(self.out)
        assert isinstance(body, dict)
        return body


_NOWHERE = tempfile.TemporaryDirectory(prefix="workbench-tests-")
NO_CONFIG = str(Path(_NOWHERE.name) / "config.toml")
"""A configuration path that does not exist, so no test depends on the user's modes.

Hook files are kept beside it.
"""


def environment(**changes: str) -> dict[str, str]:
    """A small environment: no terminal, no colours, UTF-8, no store and no configuration of the user's."""
    kept = {key: os.environ[key] for key in ("PATH", "HOME", "TMPDIR", "SYSTEMROOT") if key in os.environ}
    ours = {
        "PYTHONPATH": str(ROOT),
        "PYTHONUTF8": "1",
        "WORKBENCH_ACTOR": "ann",
        "WORKBENCH_CONFIG": NO_CONFIG,
    }
    return {**kept, **ours, **changes}


def python(script: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run a script in a process of its own, in that environment."""
    return subprocess.run(
        [sys.executable, "-c", script, *arguments],
        cwd=ROOT,
        env=environment(),
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )


def workbench(*arguments: str | Path, cwd: Path | None = None, **changes: str) -> Result:
    """Run `workbench` with these arguments, in a process of its own.

    It is forked from one that has imported the program, unless the changes are the interpreter's.
    """
    words, folder = [str(each) for each in arguments], cwd or ROOT
    if any(name.startswith(("PYTHON", "LC_", "LANG")) for name in changes):
        done = subprocess.run(
            [sys.executable, "-m", "workbench", *words],
            cwd=folder,
            env=environment(**changes),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            check=False,
            timeout=300,
        )
        return Result(done.returncode, done.stdout.decode("utf-8"), done.stderr.decode("utf-8"))
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err, Path(os.devnull).open() as nothing:
        streams = (nothing.fileno(), out.fileno(), err.fileno())
        code = answered(words, folder, environment(**changes), streams)
        out.seek(0)
        err.seek(0)
        return Result(code, out.read().decode("utf-8"), err.read().decode("utf-8"))


class _Terminal(io.TextIOWrapper):
    """A stream that reports to be a terminal."""

    def isatty(self) -> bool:
        return True


def inside(
    *arguments: str | Path, cwd: Path, env: Env | None = None, typed: str | None = None, **changes: str
) -> Result:
    """Run a command in this process, for tests of many commands; its output goes through real streams.

    `typed` is input on a simulated terminal, which only the streams report; a test of terminal behaviour
    needs a process on a real one. None: there is no terminal.
    """
    out, err = io.BytesIO(), io.BytesIO()
    kind = io.TextIOWrapper if typed is None else _Terminal
    old_environment, old_folder, old_input = dict(os.environ), Path.cwd(), sys.stdin
    os.environ.clear()
    os.environ.update(environment(**changes))
    os.chdir(cwd)
    if typed is not None:
        sys.stdin = _Terminal(io.BytesIO(typed.encode()), "utf-8")
    try:
        with (
            contextlib.redirect_stdout(kind(out, "utf-8", write_through=True)),
            contextlib.redirect_stderr(kind(err, "utf-8", write_through=True)),
        ):
            code = main([str(each) for each in arguments], env=env)
            return Result(code, out.getvalue().decode(), err.getvalue().decode())
    finally:
        sys.stdin = old_input
        os.chdir(old_folder)
        os.environ.clear()
        os.environ.update(old_environment)


def seen(*arguments: str | Path, cwd: Path, typed: str = "", **changes: str) -> tuple[int, str]:
    """Run a command on a plain terminal with typed input; return the exit code and all visible text."""
    stated = inside(*arguments, cwd=cwd, env=None, typed=typed, TERM="dumb", **changes)
    return stated.code, stated.out + stated.err


def assert_golden(name: str, text: str) -> None:
    """Hold a text to the kept one; with UPDATE_GOLDEN set it is kept in its place, to be read in review."""
    kept = Path(__file__).parent / "golden" / name
    if os.environ.get("UPDATE_GOLDEN"):
        kept.parent.mkdir(exist_ok=True)
        kept.write_text(text, encoding="utf-8")
    assert text == kept.read_text(encoding="utf-8")
