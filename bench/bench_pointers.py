"""What a move costs: against opening the same file and committing one row, and against the history's length.

Run: python -m bench.bench_pointers [TRANSCRIPT] [--moves N]. Scoring is left out of the moves and
printed beside them. With a transcript, its first 150,000 tokens give the share of an acceptance during which
the file is held for writing. Exits 1 when a bound is passed.
"""

from __future__ import annotations

import argparse
import os
import tempfile
import time
from bisect import bisect_left
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from itertools import accumulate
from pathlib import Path
from statistics import median
from typing import Any

import duckdb
import orjson

from bench.usage import present, reported
from gates.policy import DEFAULT_POLICY
from gates.snapshot.model import derive_snapshot_id
from store import pointers
from store.boundary import acceptance, move_rules
from store.database.bulk_insert import insert_rows
from store.engine import Store
from store.lifecycle.open import open_store
from store.pointer_table import PointerRow
from store.records import artifacts, blobs, sessions, snapshots
from store.tables import SnapshotRow, table_of
from store.values import Pointer
from tests.store.build import NOW, accept, draft, events_of, keep, rollback
from workbench.bootstrap import Env
from workbench.services.drafts import draft_command as drafting
from workbench.services.drafts import range_choice
from workbench.services.drafts.ranges import figures, tool_pairs, whole_range
from workbench.services.transcript_files import import_transcripts

REPEATS = 25
TURNS = 30
STANDING = 4
"""Artifacts that stay active while another one is accepted and rolled back."""

RANGE_TOKENS = 150_000
"""The minimum size of the accepted range of a transcript, in tokens."""

MOST_OF_ONE_ROW = 5.0
MOST_GROWTH = 1.3
MOST_HELD = 0.25


@dataclass
class Clock:
    """Seconds spent scoring, and holding the file for writing."""

    scoring: float = 0.0
    holding: float = 0.0


@dataclass(frozen=True)
class Figures:
    """Median seconds at one length of history."""

    length: int
    accept: float
    rollback: float
    scoring: float
    one_row: float

    def show(self) -> str:
        """One line, times as multiples of committing one row."""
        return (
            f"{self.length:>6} moves: accept {self.accept / self.one_row:4.1f}, "
            f"rollback {self.rollback / self.one_row:4.1f} times one row ({self.one_row * 1000:.0f} ms); "
            f"scoring {self.scoring * 1000:.0f} ms, left out"
        )


@contextmanager
def watched(clock: Clock) -> Iterator[None]:
    """Time scoring and write transactions while they happen."""
    judge, writing = acceptance.judge, Store.writing

    def timed_judge(*given: Any) -> Any:
        began = time.perf_counter()
        try:
            return judge(*given)
        finally:
            clock.scoring += time.perf_counter() - began

    @contextmanager
    def timed_writing(store: Store, **given: Any) -> Iterator[Any]:
        began = time.perf_counter()
        with writing(store, **given) as session:
            yield session
        clock.holding += time.perf_counter() - began

    vars(acceptance)["judge"] = timed_judge
    setattr(Store, "writing", timed_writing)  # noqa: B010 (a method is replaced for the measurement)
    try:
        yield
    finally:
        vars(acceptance)["judge"] = judge
        setattr(Store, "writing", writing)  # noqa: B010 (and put back)


def seconds(act: Callable[[], object]) -> float:
    """How long a call takes."""
    began = time.perf_counter()
    act()
    return time.perf_counter() - began


def commit_one_row(path: Path) -> None:
    """Open the file, commit one row and close it."""
    with duckdb.connect(str(path)) as raw:
        raw.execute("INSERT INTO blob VALUES (?, 1, 'x'::BLOB)", [os.urandom(32).hex()])


def lengthen(store: Store, session_id: str, name: str, length: int) -> None:
    """Make the history `length` moves long: accepted and rolled back in turn, chained as ever."""
    newest = pointers.history(store, session_id)
    head = max(newest, key=lambda move: move.sequence)
    accepted = next(move for move in newest if move.artifact_id == name and move.action == "accept")
    template = snapshots.latest(store, session_id)
    if template is None:
        raise AssertionError("there is no history to lengthen")
    rows: tuple[list[Any], list[Any]] = ([], [])
    while head.sequence < length:
        back = head.action == "accept"
        next_move = move_rules.undoing(head, actor="a", reason=None, now=NOW) if back else replace(accepted)
        head = move_rules.chained(move_rules.Chain(session_id, head), next_move)
        body = {**template.body, "sequence": head.sequence}
        body["snapshot_id"] = derive_snapshot_id(body)
        rows[0].append(_row(PointerRow, _pointer_values(head)))
        facts = {"snapshot_id": body["snapshot_id"], "session_id": session_id, "sequence": head.sequence}
        packed = {"pointer_id": head.pointer_id, "body": blobs.pack(body), "created_at": NOW}
        rows[1].append(_row(SnapshotRow, {**facts, **packed}))
    with store.writing() as session:
        insert_rows(session, PointerRow, rows[0])
        insert_rows(session, SnapshotRow, rows[1])


def _pointer_values(move: Pointer) -> dict[str, Any]:
    values = {name: getattr(move, name) for name in Pointer.__dataclass_fields__}
    lists = {name: orjson.dumps(values[name]).decode() for name in ("displaced", "confirmed")}
    return {**values, **lists}


def _row(row: Any, values: dict[str, Any]) -> tuple[Any, ...]:
    return tuple(values[column.name] for column in table_of(row).columns)


class Course:
    """One store in which an artifact is accepted and rolled back in turn, and what that took."""

    def __init__(self, folder: Path, length: int) -> None:
        folder.mkdir()
        self.store = open_store(folder / "store.duckdb")
        session_id = keep(self.store, events_of(TURNS), folder).session_id
        for turn in range(STANDING):
            accept(self.store, draft(self.store, session_id, turn * 3, turn * 3 + 2))
        self.name = draft(self.store, session_id, TURNS - 6, TURNS - 1)
        accept(self.store, self.name)
        rollback(self.store, self.name)
        lengthen(self.store, session_id, self.name, length)
        self.length = length
        self.source = artifacts.get(self.store, self.name).artifact.source
        head = pointers.head(self.store, session_id)
        self.expect = head.pointer_id if head else None
        self.times: dict[str, list[float]] = {"accept": [], "rollback": [], "scoring": [], "one_row": []}

    def step(self) -> None:
        """Accept, roll back, and commit one row beside them."""
        clock = Clock()
        with watched(clock):
            took = seconds(self._accept)
        self.times["accept"].append(took - clock.scoring)
        self.times["scoring"].append(clock.scoring)
        self.times["rollback"].append(seconds(self._rollback))
        self.times["one_row"].append(seconds(lambda: commit_one_row(self.store.path)))

    def figures(self) -> Figures:
        """The medians so far."""
        return Figures(self.length, **{key: median(values) for key, values in self.times.items()})

    def _accept(self) -> None:
        move = pointers.accept_compaction(
            self.store,
            self.name,
            self.source.session_id,
            self.source.source_start,
            self.source.source_end,
            expect=self.expect,
            actor="a",
            confirm=("C",),
            now=NOW,
            policy=DEFAULT_POLICY,
        )
        self.expect = move.pointer.pointer_id

    def _rollback(self) -> None:
        move = pointers.rollback_compaction(self.store, self.name, expect=self.expect, actor="a", now=NOW)
        self.expect = move.pointer.pointer_id


def history_costs(folder: Path, most: int) -> list[str]:
    """Print the cost of moves with a short and a long history, and return the failures.

    Both are measured in turn, so that other load affects both equally.
    """
    courses = [Course(folder / str(length), length) for length in (10, most)]
    for _ in range(REPEATS):
        for course in courses:
            course.step()
    figures = [course.figures() for course in courses]
    for each in figures:
        print(each.show())
    short, long = figures
    growth = {act: getattr(long, act) / getattr(short, act) for act in ("accept", "rollback")}
    print(", ".join(f"{act} grows {ratio:.2f} times" for act, ratio in growth.items()))
    wanting = [f"{act} grows" for act, ratio in growth.items() if ratio > MOST_GROWTH]
    for each in figures:
        slow = max(each.accept, each.rollback) / each.one_row
        wanting += [f"a move at {each.length} costs {slow:.1f} rows"] if slow > MOST_OF_ONE_ROW else []
    return wanting


def held_share(folder: Path, transcript: Path) -> list[str]:
    """Print for how much of the acceptance of a transcript's long range the file is held for writing."""
    env = Env(store_location=str(folder / "real.duckdb"))
    done = import_transcripts.import_paths(env, [str(transcript)]).imported[0].appended
    store = env.open_store()
    events = sessions.load_events(store, done.session_id)
    spent = list(accumulate(event.tokens if event.sidechain is None else 0 for event in events))
    if spent[-1] < RANGE_TOKENS:
        raise SystemExit(f"{transcript.name} holds {spent[-1]} tokens: give one with {RANGE_TOKENS}")
    start, end = whole_range(tool_pairs(figures(events)), 0, bisect_left(spent, RANGE_TOKENS))
    tokens = spent[end]
    drafted = drafting.draft(env, range_choice.choose_range(env, done.session_id, (start, end)))
    if drafted.judged is None:
        raise AssertionError("the draft does not parse")
    clock = Clock()
    with watched(clock):
        whole = seconds(lambda: accept(store, drafted.judged.artifact_id if drafted.judged else ""))
    share = clock.holding / whole
    print(
        f"accepting {tokens} tokens ({len(drafted.judged.artifact.items)} items): {whole:.2f} s, "
        f"scoring {clock.scoring:.2f} s, held for writing {share:.0%} of it (at most {MOST_HELD:.0%})"
    )
    return ["the file is held too long"] if share > MOST_HELD else []


def main() -> int:
    """Read the command line, measure, say what was found wanting."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("transcript", nargs="?", type=present)
    parser.add_argument("--moves", type=int, default=10_000)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        wanting = history_costs(Path(folder), given.moves)
        if given.transcript:
            wanting += held_share(Path(folder), given.transcript)
    for each in wanting:
        print(f"too much: {each}")
    return int(bool(wanting))


if __name__ == "__main__":
    reported(main)
