"""How the store's costs grow with events, with moves and with active artifacts: ratios to the smallest size.

Run: python -m bench.bench_scale [--events 10000000] [--moves 100000] [--active 200]. Times are CPU
seconds of this process, each the least of a few tries; every store is made anew. Sizes grow tenfold to what
is asked. An acceptance reads and scores every event from the session's first to the end of its range, so one
at the end grows with the session; it is measured up to a million events only.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from bench.bench_pointers import Course, lengthen
from bench.usage import reported
from gates.source import EventKind, SourceEvent, ToolAction, ToolFact
from store import pointers
from store.context import fold
from store.engine import Store
from store.lifecycle.open import open_store
from store.records import sessions
from store.verify import verify
from tests.store.build import PER_TURN, TOPICS, accept, directive, draft, events_of, header, keep, rollback

TRIES = 3
LATE_UP_TO = 1_000_000
PAGE = 50


@dataclass(frozen=True)
class Row:
    """The measurements at one size."""

    size: int
    values: dict[str, float | None]


def events_up_to(count: int) -> Iterator[SourceEvent]:
    """A long session, made as it is read."""
    for ordinal in range(count):
        turn, place = divmod(ordinal, PER_TURN)
        topic = TOPICS[turn % len(TOPICS)]
        command = f"pytest tests/{topic}_{turn}"
        kind, text, tool = (
            (EventKind.USER, directive(turn), None),
            (EventKind.ASSISTANT, f"I am reading storage/{topic}_{turn}.py before I touch it. " * 4, None),
            (
                EventKind.TOOL_CALL,
                f"Bash\ncommand: {command}",
                ToolFact("Bash", f"call-{turn}", ToolAction.COMMAND, command),
            ),
            (
                EventKind.TOOL_RESULT,
                f"{turn + 3} passed in 0.1s",
                ToolFact("Bash", f"call-{turn}", ToolAction.COMMAND, command, failed=False),
            ),
        )[place]
        yield SourceEvent(
            ordinal,
            kind,
            text,
            f"n{ordinal}",
            turn=turn + 1,
            step=turn + 1,
            tokens=max(1, len(text) // 4),
            tool=tool,
            line=ordinal + 1,
        )


def least(act: Callable[[], object], tries: int = TRIES) -> float:
    """CPU seconds of the quickest of some tries."""
    best = sys.float_info.max
    for _ in range(tries):
        began = time.process_time()
        act()
        best = min(best, time.process_time() - began)
    return best


def at_events(folder: Path, count: int) -> Row:
    """Import so many events, then read, accept, roll back and look around."""
    folder.mkdir()
    store = open_store(folder / "store.duckdb")
    empty = store.path.stat().st_size
    found: list[str] = []

    def bring_in() -> None:
        found.append(keep(store, events_up_to(count), folder, head=header("scale")).session_id)

    took = least(bring_in, 1)
    (session_id,) = found
    size = store.path.stat().st_size
    turns = count // PER_TURN
    early, late = draft(store, session_id, 1, 3), draft(store, session_id, turns - 4, turns - 2)
    small = count <= LATE_UP_TO
    accepts = [_accept_and_back(store, early) for _ in range(TRIES)]
    values: dict[str, float | None] = {
        "import, us an event": took / count * 1e6,
        "file, bytes an event": (size - empty) / count,
        "page in the middle, ms": least(lambda: sessions.page(store, session_id, count // 2, PAGE)) * 1e3,
        "accept at the start, ms": min(each[0] for each in accepts) * 1e3,
        "rollback, ms": min(each[1] for each in accepts) * 1e3,
        "accept at the end, ms": _accept_and_back(store, late)[0] * 1e3 if small else None,
        "history, ms": least(lambda: pointers.history(store, session_id)) * 1e3,
        "verify, us an event": least(lambda: verify.verify(store), 1) / count * 1e6,
    }
    store.path.unlink()
    return Row(count, values)


def _accept_and_back(store: Store, name: str) -> tuple[float, float]:
    return least(lambda: accept(store, name), 1), least(lambda: rollback(store, name), 1)


def at_moves(folder: Path, count: int) -> Row:
    """Measure a history of this many moves with four active artifacts."""
    course = Course(folder, 10)
    session_id = course.source.session_id
    lengthen(course.store, session_id, course.name, count)
    head = pointers.head(course.store, session_id)
    course.expect = head.pointer_id if head else None
    size = course.store.path.stat().st_size
    for _ in range(TRIES):
        course.step()
    return Row(
        count,
        {
            "accept, ms": least(course._accept, 1) * 1e3,
            "rollback, ms": least(course._rollback, 1) * 1e3,
            "head, ms": least(lambda: pointers.head(course.store, session_id)) * 1e3,
            "context, ms": least(lambda: fold.view(course.store, session_id)) * 1e3,
            "history, us a move": least(lambda: pointers.history(course.store, session_id)) / count * 1e6,
            "file, bytes a move": size / count,
        },
    )


def at_active(folder: Path, count: int) -> Row:
    """Measure with this many artifacts active beside the one that is accepted and rolled back."""
    folder.mkdir()
    store = open_store(folder / "store.duckdb")
    session_id = keep(store, events_of(count + 2), folder).session_id
    for turn in range(count):
        accept(store, draft(store, session_id, turn, turn))
    name = draft(store, session_id, count, count + 1)
    times = [_accept_and_back(store, name) for _ in range(TRIES)]
    return Row(
        count,
        {
            "accept, ms": min(each[0] for each in times) * 1e3,
            "rollback, ms": min(each[1] for each in times) * 1e3,
            "context, ms": least(lambda: fold.view(store, session_id)) * 1e3,
        },
    )


def sizes(first: int, most: int) -> list[int]:
    """Tenfold from the first, and the most."""
    found = []
    while first < most:
        found.append(first)
        first *= 10
    return [*found, most]


def curve(title: str, rows: list[Row]) -> list[str]:
    """A table of one curve: the figures, and in brackets the ratio to those of the smallest size."""
    lines = ["", title, f"{'':26}" + "".join(f"{row.size:>16,}" for row in rows)]
    for name in rows[0].values:
        base = rows[0].values[name]
        cells = []
        for row in rows:
            value = row.values[name]
            ratio = f"({value / base:.2f})" if value is not None and base else ""
            cells.append("-" if value is None else f"{value:,.1f} {ratio:>8}")
        lines.append(f"{name:26}" + "".join(f"{cell:>16}" for cell in cells))
    return lines


def main() -> int:
    """Read the command line, measure, print each curve as soon as it is known."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--events", type=int, default=10_000_000)
    parser.add_argument("--moves", type=int, default=100_000)
    parser.add_argument("--active", type=int, default=200)
    parser.add_argument("--folder", type=Path, help="where the stores lie (default: a temporary folder)")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory(dir=given.folder) as place:
        at_events(Path(place) / "warm-up", 100)
        for title, least_size, most, measure in (
            ("events of a session", 1_000, given.events, at_events),
            ("moves of a session", 100, given.moves, at_moves),
            ("active artifacts", 5, given.active, at_active),
        ):
            rows = []
            for size in sizes(least_size, most):
                rows.append(measure(Path(place) / f"{title.split()[0]}-{size}", size))
                print(f"{title}: {size:,} done", file=sys.stderr, flush=True)
            print("\n".join(curve(title, rows)), flush=True)
    return 0


if __name__ == "__main__":
    reported(main)
