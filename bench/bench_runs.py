"""A snapshot run of many steps over a store: CPU a step, and bytes kept for what was said. Not a test.

Run it with `python -m bench.bench_runs [STEPS] [LENGTH] [SAVED]`; every step logs a plan, a call and its
result: some 2,000 characters, or with the length `short` less than 100. `together` saves a step as one state.
`pairs` compares the next snapshots of a run of so many steps with those of one of 60: CPU and calls.
The ratio `at most` is the largest of file and log since the last line: just before they are settled.
"""

from __future__ import annotations

import random
import tempfile
import time
from collections.abc import Callable
from contextlib import nullcontext
from cProfile import Profile
from functools import cached_property, partial
from pathlib import Path
from statistics import mean

from sqlalchemy import text

from bench.usage import reported, typed
from gates.source import EventKind
from store.database.file_modes import log_bytes
from workbench.services.runs.run_repository import StoreKeeper
from workbench.strategies import RunEvent, SnapshotRun
from workbench.strategies.keeping import SavedRun

_WORDS = (
    "batch table export customer invoice column header parser client server token cache queue worker index "
    "retry schema folder metric report"
).split()
_EVERY = 60
_ROUND = 5
"""Snapshots that are compared as one: 30 steps, in which the user states three rules."""
_BODIES = "run_state snapshot artifact report capture blob linked_artifact".split()


class Talk:
    """The messages of the run, from a fixed seed."""

    def __init__(self, *, short: bool = False) -> None:
        self._short = short
        self._random = random.Random(1)
        self.characters = 0

    def words(self, count: int) -> str:
        """So many words."""
        return self._counted(" ".join(self._random.choice(_WORDS) for _ in range(count)))

    def _counted(self, said: str) -> str:
        self.characters += len(said)
        return said

    def step(self, run: SnapshotRun, number: int) -> None:
        """One whole step."""
        if self._short:
            self._log(run, number, self._counted(f"Step {number} next."), self.words(3))
            return
        if number % 10 == 1:
            limit = self._random.randint(2, 900)
            rule = f"Use a {self.words(1)} limit of {limit} for the {self.words(2)}. {self.words(20)}"
            run.log("USER", RunEvent(EventKind.USER, rule))
        plan = f"The {self.words(1)} {number} needs {self._random.randint(2, 900)} rows. {self.words(40)}."
        self._log(run, number, plan, "\n".join(self.words(10) for _ in range(24)))

    def _log(self, run: SnapshotRun, number: int, plan: str, stated: str) -> None:
        run.log("PLAN_DONE", RunEvent(EventKind.ASSISTANT, plan))
        call = self._counted(f"read src/{self._random.choice(_WORDS)}{number}.py")
        run.log("ACT_DONE", RunEvent(EventKind.TOOL_CALL, call, f"c{number}", "read"))
        run.log("OBSERVE_DONE", RunEvent(EventKind.TOOL_RESULT, stated, f"c{number}", "read", failed=False))
        run.end_step(f"m{number}")


class Watched(StoreKeeper):
    """A keeper that notes how large the file was before and after each state was saved."""

    @cached_property
    def sizes(self) -> list[int]:
        """The sizes since they were cleared, in bytes."""
        return []

    def save(self, run: SavedRun) -> None:
        """Store a state."""
        self.sizes.append(self._bytes())
        super().save(run)
        self.sizes.append(self._bytes())

    def empty_log(self) -> None:
        """Note how large the file is before it is settled."""
        super().empty_log()
        self.sizes.append(self._bytes())

    def _bytes(self) -> int:
        """Return the bytes of the file and its log."""
        return self.store.path.stat().st_size + log_bytes(self.store.path)


def kept(keeper: StoreKeeper) -> dict[str, int]:
    """Bytes of the bodies in each table that has any."""
    with keeper.store.reading() as session:
        return {
            table: int(
                session.execute(
                    text(f"SELECT coalesce(sum(octet_length(body)), 0) FROM {table}")
                ).scalar_one()
            )
            for table in _BODIES
        }


def main(steps: int, *, short: bool, together: bool) -> None:
    """Print a line for every 60 steps, with the file without that of an empty store; then bytes by table."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "run.duckdb"
        keeper, talk = Watched.open(str(path), actor="bench"), Talk(short=short)
        empty, first, most = path.stat().st_size, 0.0, 0.0
        print(f"an empty store has {empty:,} bytes")
        run = SnapshotRun("bench", keeper, "Move the exporter", "the tests pass")
        began = time.process_time()
        for number in range(1, steps + 1):
            with run.saved_together() if together else nullcontext():
                talk.step(run, number)
            most = max(most, (max(keeper.sizes) - empty) / talk.characters)
            keeper.sizes.clear()
            if number % _EVERY == 0:
                used = (time.process_time() - began) / _EVERY
                first = first or used
                bodies, size = sum(kept(keeper).values()), path.stat().st_size - empty
                ratios = f"{size / talk.characters:.1f} of the file, {most:.1f} at most"
                print(
                    f"{number:>6} steps  {used:.3f} s CPU a step, {used / first:.2f} of the first {_EVERY}; "
                    f"{talk.characters:,} said, {bodies / talk.characters:.1f} bytes of bodies a character, "
                    f"{ratios}",
                    flush=True,
                )
                began, most = time.process_time(), 0.0
        print(kept(keeper))


def pairs(steps: int, *, short: bool) -> None:
    """Print what a snapshot and its steps take after `steps` and after 60 steps: CPU seconds, and calls."""
    with tempfile.TemporaryDirectory() as folder:
        early, late = (_begun(Path(folder), count, short=short) for count in (_EVERY, steps))
        used: list[tuple[float, float]] = []
        for _ in range(2 * _ROUND):
            used.append((_cpu(early), _cpu(late)))
            print(f"CPU {used[-1][0]:.3f} s after {_EVERY}, {used[-1][1]:.3f} s after {steps}", flush=True)
        for name, of in (("least", min), ("mean", mean)):
            one, other = (of(each) for each in zip(*used, strict=True))
            print(f"{name}: {one:.3f} and {other:.3f} s, {other / one:.2f} times")
        calls = [_calls(partial(_several, six)) // _ROUND for six in (early, late)]
        print(f"calls: {calls[0]:,} and {calls[1]:,}, {calls[1] / calls[0]:.2f} times")


def _begun(folder: Path, steps: int, *, short: bool) -> Callable[[], None]:
    """Return a function that adds steps up to a snapshot to a run of so many steps."""
    keeper, talk = StoreKeeper.open(str(folder / f"{steps}.duckdb"), actor="bench"), Talk(short=short)
    run, number = SnapshotRun(f"bench{steps}", keeper, "Move the exporter", "the tests pass"), 0

    def up_to_snapshot() -> None:
        nonlocal number
        before = run.snapshot
        while run.snapshot is before:
            number += 1
            with run.saved_together():
                talk.step(run, number)

    while number < steps:
        up_to_snapshot()
    return up_to_snapshot


def _several(six: Callable[[], None]) -> None:
    for _ in range(_ROUND):
        six()


def _cpu(six: Callable[[], None]) -> float:
    began = time.process_time()
    six()
    return time.process_time() - began


def _calls(six: Callable[[], None]) -> int:
    """Return the number of functions that are called, those written in C as well."""
    profile = Profile()
    profile.runcall(six)
    return sum(each.callcount for each in profile.getstats())


if __name__ == "__main__":
    given = typed("[STEPS] [LENGTH] [SAVED]") or ["240"]
    how: Callable[..., None] = pairs if "pairs" in given else partial(main, together="together" in given)
    reported(lambda: how(int(given[0]), short="short" in given))
