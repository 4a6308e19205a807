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

from workbench.bootstrap import Env
from workbench.cli.main import main

ROOT = Path(__file__).resolve().parents[2]


@dataclass(frozen=True)
class Result:
    """What a command printed and how it ended."""

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
"""No test is to depend on the modes that whoever runs it switched on; what hooks keep lies beside it."""


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


def workbench(*arguments: str | Path, cwd: Path | None = None, **changes: str) -> Result:
    """Run `python -m workbench` with these arguments."""
    done = subprocess.run(
        [sys.executable, "-m", "workbench", *map(str, arguments)],
        cwd=cwd or ROOT,
        env=environment(**changes),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=False,
        timeout=120,
    )
    return Result(done.returncode, done.stdout.decode("utf-8"), done.stderr.decode("utf-8"))


def inside(*arguments: str | Path, cwd: Path, env: Env | None = None, **changes: str) -> Result:
    """The same in this process, for tests of many commands; what it prints goes through real streams."""
    out, err = io.BytesIO(), io.BytesIO()
    old_environment, old_folder = dict(os.environ), Path.cwd()
    os.environ.clear()
    os.environ.update(environment(**changes))
    os.chdir(cwd)
    try:
        with (
            contextlib.redirect_stdout(io.TextIOWrapper(out, "utf-8", write_through=True)),
            contextlib.redirect_stderr(io.TextIOWrapper(err, "utf-8", write_through=True)),
        ):
            code = main([str(each) for each in arguments], env=env)
            return Result(code, out.getvalue().decode(), err.getvalue().decode())
    finally:
        os.chdir(old_folder)
        os.environ.clear()
        os.environ.update(old_environment)


def assert_golden(name: str, text: str) -> None:
    """Hold a text to the kept one; with UPDATE_GOLDEN set it is kept in its place, to be read in review."""
    kept = Path(__file__).parent / "golden" / name
    if os.environ.get("UPDATE_GOLDEN"):
        kept.parent.mkdir(exist_ok=True)
        kept.write_text(text, encoding="utf-8")
    assert text == kept.read_text(encoding="utf-8")
