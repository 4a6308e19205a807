"""Stores for the state machine: copies of one with imported, captured and drafted sessions.

Most runs take such a session, since making one costs more than everything a run does with it. Each store is
released after its last session; `verify` walks the first, every fourth, and the last one.
"""

from __future__ import annotations

import shutil
import tempfile
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from bench.endurance.oracle import Drafted
from bench.endurance.places import quick_folder
from store.engine import Store
from store.lifecycle.open import open_store
from store.records import artifacts, captures, sessions
from store.verify import verify
from tests.store.build import NOW, PER_TURN, artifact_of, capture_of, events_of, header, keep

TURNS = 4
VERIFIED_EVERY = 4
_DRAFTED = (
    (0, 0, None), (1, 1, None), (2, 2, None), (0, 1, None), (1, 2, None), (2, 3, None), (0, 3, None),
    (0, 1, 1), (2, 3, 3),
)  # fmt: skip
"""First and last turn of each draft, and the turn whose decision it forgot."""


@dataclass(frozen=True)
class Prepared:
    """A session that is ready for moves."""

    native_id: str
    session_id: str
    drafts: tuple[Drafted, ...]


class Stores:
    """The store that runs share, changed for a new one when its prepared sessions are used up."""

    def __init__(self, sessions_each: int) -> None:
        self._place = Path(tempfile.mkdtemp(prefix="machine-", dir=quick_folder()))
        self._template = self._place / "template.duckdb"
        made = open_store(self._template)
        held: Any = made._engine.connect()
        self._prepared = [_prepare(made, self._place, f"ready-{n}") for n in range(sessions_each)]
        held.close()
        self.number = 0
        self.verified = 0
        self.folder = self._place
        self._held: Any = None
        self._next()

    def take(self) -> tuple[Store, Prepared]:
        """Return a store and an unused prepared session of it."""
        if not self._waiting:
            if self.number % VERIFIED_EVERY == 1:
                self.check()
            self._held.close()
            shutil.rmtree(self.folder)
            self._next()
        return self.store, self._waiting.pop()

    def check(self) -> None:
        """Check that every record in the current store verifies."""
        found = verify.verify(self.store)
        assert found.ok, found.problems[:5]
        self.verified += 1

    def close(self) -> None:
        """Close the store and remove everything."""
        self._held.close()
        shutil.rmtree(self._place)

    def _next(self) -> None:
        self.number += 1
        self.folder = self._place / str(self.number)
        self.folder.mkdir()
        shutil.copy(self._template, self.folder / "store.duckdb")
        self.store = open_store(self.folder / "store.duckdb")
        # One connection stays open, so that each operation joins its database instead of opening the file.
        self._held = self.store._engine.connect()
        self._waiting = self._prepared[::-1]


@dataclass
class Done:
    """The results of a process; several add up."""

    runs: int = 0
    steps: int = 0
    stores: int = 0
    verified: int = 0
    ended: Counter[str] = field(default_factory=Counter)
    broken: str = ""

    def add(self, other: Done) -> None:
        """Count in what another process did."""
        self.runs += other.runs
        self.steps += other.steps
        self.stores += other.stores
        self.verified += other.verified
        self.ended += other.ended
        self.broken = self.broken or other.broken

    def report(self) -> str:
        """How often each step ended how."""
        every = max(self.steps, 1)
        lines = [f"{name:28} {count:8} {count / every:6.1%}" for name, count in sorted(self.ended.items())]
        lines.append(f"{self.runs:,} runs of {self.steps:,} steps in {self.stores} stores")
        return "\n".join(lines)


def capture(store: Store, session_id: str, first: int, last: int) -> None:
    """Keep the capture of some turns, without which nothing can be accepted."""
    start, end = range_of(first, last)
    digest = sessions.events_digest(store, session_id, end)
    found = capture_of(session_id, first, last)
    captures.put(store, session_id, start, end, found, events_digest=digest, now=NOW)


def range_of(first: int, last: int) -> tuple[int, int]:
    """The events of some turns."""
    return first * PER_TURN, last * PER_TURN + PER_TURN - 1


def imported(store: Store, folder: Path, native_id: str, turns: int) -> Any:
    """Import a transcript of that many turns; another line of it for each."""
    content = b"line\n" * turns
    return keep(store, events_of(turns, tag=native_id), folder, head=header(native_id), content=content)


def _prepare(store: Store, folder: Path, native_id: str) -> Prepared:
    session_id = imported(store, folder, native_id, TURNS).session_id
    for first, last in {(first, last): None for first, last, _ in _DRAFTED}:
        capture(store, session_id, first, last)
    made = []
    with store.writing() as session:
        for first, last, lacks in _DRAFTED:
            artifact = artifact_of(session_id, first, last)
            if lacks is not None:
                artifact = artifact.with_items(artifact.items[:-1])
            kept = artifacts.insert(session, artifact, now=NOW, check=True)
            made.append(Drafted(kept.artifact_id, first, last, lacks, frozenset()))
    return Prepared(native_id, session_id, tuple(made))
