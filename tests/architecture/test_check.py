"""The steps of `tests/check.py`: in order, one of them beside the others, until the first that fails."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests import check

SAYS = """
import pathlib, sys, time
word, code, awaited, seconds = sys.argv[1:]
while awaited and not pathlib.Path(awaited).exists():
    time.sleep(0.01)
print(word, flush=True)
pathlib.Path(word).touch()
time.sleep(float(seconds))
sys.exit(int(code))
"""


@pytest.fixture
def steps(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, tuple[str, ...]]:
    """Steps that are made for a test: they wait for a word, print one and end with a code."""
    (tmp_path / ".mypy_cache").mkdir()
    (tmp_path / "step.py").write_text(SAYS, encoding="utf-8")
    made: dict[str, tuple[str, ...]] = {}
    monkeypatch.setattr(check, "ROOT", tmp_path)
    monkeypatch.setattr(check, "STEPS", made)
    monkeypatch.setattr(check, "PAUSE", 0.01)
    return made


def step(word: str, code: int = 0, *, after: str = "", seconds: float = 0) -> tuple[str, ...]:
    """A step that prints a word, once another step has printed its own, and ends so long after that."""
    return Path(sys.executable).name, "step.py", word, str(code), after, str(seconds)


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
    steps |= {"a": step("first"), "b": step("second", 3), "tests": step("tested")}
    assert ran(["a", "b", "tests"], capfd) == (3, ["first", "second"])
    assert ran(["a", "tests"], capfd) == (0, ["first", "tested"])


def test_one_step_runs_beside_the_others(
    steps: dict[str, tuple[str, ...]], capfd: pytest.CaptureFixture[str]
) -> None:
    """Its words come when the others are done, and its exit code counts like theirs."""
    steps |= {"a": step("first"), "tests": step("tested"), "types": step("typed", after="tested")}
    assert ran(["a", "tests"], capfd, "types") == (0, ["first", "tested", "typed"])
    (check.ROOT / "tested").unlink()
    steps["types"] = step("wrong", 1, after="tested")
    assert ran(["a", "tests"], capfd, "types") == (1, ["first", "tested", "wrong"])


def test_the_tests_end_where_the_step_beside_them_fails(
    steps: dict[str, tuple[str, ...]], capfd: pytest.CaptureFixture[str]
) -> None:
    """A failing type check ends the tests at once instead of after they have finished."""
    steps |= {
        "a": step("first"),
        "tests": step("tested", seconds=600),
        "types": step("wrong", 2, after="tested"),
    }
    assert ran(["a", "tests"], capfd, "types") == (2, ["first", "tested", "wrong"])


def test_a_failure_ends_the_step_beside_it(
    steps: dict[str, tuple[str, ...]], capfd: pytest.CaptureFixture[str]
) -> None:
    """When an ordered step fails, the parallel step is ended without waiting for it."""
    steps |= {"a": step("first", 4), "tests": step("tested"), "types": step("typed", after="never")}
    assert ran(["a", "tests"], capfd, "types") == (4, ["first"])
