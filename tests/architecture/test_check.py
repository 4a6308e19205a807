"""The steps of `tests/check.py`: in order, one of them beside the others, until the first that fails."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests import check

SAYS = "import sys, time; time.sleep(float(sys.argv[1])); print(sys.argv[2]); sys.exit(int(sys.argv[3]))"

NAMES_ITSELF = """
import os, pathlib, sys
pathlib.Path(sys.argv[1] + ".new").write_text(str(os.getpid()))
os.replace(sys.argv[1] + ".new", sys.argv[1])
print("tested")
"""
FAILS_AFTER = """
import os, pathlib, sys, time
file = pathlib.Path(sys.argv[1])
while not file.exists():
    time.sleep(0.01)
try:
    while True:
        os.kill(int(file.read_text()), 0)
        time.sleep(0.01)
except ProcessLookupError:
    print("wrong")
    sys.exit(1)
"""
"""Fails once the other process is over and waited for, however long that takes."""


@pytest.fixture
def steps(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, tuple[str, ...]]:
    """Steps that are made for a test: they wait, print a word and end with a code."""
    (tmp_path / ".mypy_cache").mkdir()
    made: dict[str, tuple[str, ...]] = {}
    monkeypatch.setattr(check, "ROOT", tmp_path)
    monkeypatch.setattr(check, "STEPS", made)
    monkeypatch.setattr(check, "PAUSE", 0.01)
    return made


def step(seconds: float, word: str, code: int = 0) -> tuple[str, ...]:
    """A step that takes so long, prints a word and ends so."""
    return Path(sys.executable).name, "-c", SAYS, str(seconds), word, str(code)


def ran(
    names: list[str], capfd: pytest.CaptureFixture[str], beside: str | None = None
) -> tuple[int, list[str]]:
    """The exit code, and the words that were printed."""
    code = check.run(names, [], beside=beside)
    return code, [line for line in capfd.readouterr().out.splitlines() if not line.startswith("---")]


def test_steps_run_until_one_fails(
    steps: dict[str, tuple[str, ...]], capfd: pytest.CaptureFixture[str]
) -> None:
    """Steps run in order; those after the first failure are not started."""
    steps |= {"a": step(0, "first"), "b": step(0, "second", 3), "tests": step(0, "tested")}
    assert ran(["a", "b", "tests"], capfd) == (3, ["first", "second"])
    assert ran(["a", "tests"], capfd) == (0, ["first", "tested"])


def test_one_step_runs_beside_the_others(
    steps: dict[str, tuple[str, ...]], capfd: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """Its words come when the others are done, and its exit code counts like theirs."""
    steps |= {"a": step(0, "first"), "tests": step(0, "tested"), "types": step(0.5, "typed")}
    assert ran(["a", "tests"], capfd, "types") == (0, ["first", "tested", "typed"])
    for name, script in (("tests", NAMES_ITSELF), ("types", FAILS_AFTER)):
        (tmp_path / f"{name}.py").write_text(script)
        program = (Path(sys.executable).name, str(tmp_path / f"{name}.py"))
        steps[name] = (*program, str(tmp_path / "pid"))
    assert ran(["a", "tests"], capfd, "types") == (1, ["first", "tested", "wrong"])


def test_the_tests_end_where_the_step_beside_them_fails(
    steps: dict[str, tuple[str, ...]], capfd: pytest.CaptureFixture[str]
) -> None:
    """A failing type check ends the tests at once instead of after they have finished."""
    steps |= {"a": step(0, "first"), "tests": step(600, "tested"), "types": step(0.5, "wrong", 2)}
    assert ran(["a", "tests"], capfd, "types") == (2, ["first", "wrong"])


def test_a_failure_ends_the_step_beside_it(
    steps: dict[str, tuple[str, ...]], capfd: pytest.CaptureFixture[str]
) -> None:
    """When an ordered step fails, the parallel step is ended without waiting for it."""
    steps |= {"a": step(0, "first", 4), "tests": step(0, "tested"), "types": step(600, "typed")}
    assert ran(["a", "tests"], capfd, "types") == (4, ["first"])
