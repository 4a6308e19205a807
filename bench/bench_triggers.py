"""What evaluating every trigger costs: against reading the same events from the store, and in memory.

Run: python -m bench.bench_triggers [--events N]. Prints ratios of CPU time of one run, the best of
two each, and the peak of what Python held at two batches of events and at eight. Exits 1 when a bound
is passed.
"""

from __future__ import annotations

import argparse
import tempfile
import time
import tracemalloc
from collections.abc import Callable
from pathlib import Path

import duckdb

from bench.usage import reported
from gates.source import EventKind
from store.engine import Store
from store.lifecycle.open import open_store
from store.records import event_figures, sessions
from store.tables import EventRow, ImportRow, SessionRow, table_of
from workbench.services.lookup.triggers import evaluate
from workbench.strategies.triggers import scans

MOST_OF_READING = 3.0
MOST_GROWTH = 1.5
SESSION = "ses_00000000000000000000"

_KIND = (
    f"CASE ordinal % 8 WHEN 0 THEN '{EventKind.USER}' WHEN 1 THEN '{EventKind.ASSISTANT}' "
    f"WHEN 7 THEN '{EventKind.ASSISTANT}' WHEN 2 THEN '{EventKind.TOOL_CALL}' WHEN 4 THEN "
    f"'{EventKind.TOOL_CALL}' WHEN 6 THEN '{EventKind.THINKING}' ELSE '{EventKind.TOOL_RESULT}' END"
)
_EVENT = {
    "import_id": "'imp_1'",
    "ordinal": "ordinal",
    "session_id": f"'{SESSION}'",
    "kind": _KIND,
    "text": "'event ' || ordinal",
    "characters": "20 + ordinal % 900",
    "native_id": "'n' || ordinal",
    "turn": "ordinal // 8 + 1",
    "step": "ordinal // 2",
    "tokens": "5 + ordinal % 220",
    "provenance": "'estimated'",
    "call_id": "CASE WHEN ordinal % 8 IN (2, 3, 4, 5) THEN 'c' || (ordinal // 2) END",
    "line": "ordinal",
    "byte_offset": "0",
    "byte_length": "0",
    "digest": "''::BLOB",
    "chain": "''::BLOB",
}
"""What each column of a made event is; the others are null."""


def make(path: Path, events: int) -> Store:
    """A store with one session of so many events, written by the database itself."""
    store = open_store(path)
    with duckdb.connect(str(path)) as raw:
        for row, values in (
            (SessionRow, f"'{SESSION}', 'made', 'made', 'now'"),
            (ImportRow, _defaults(ImportRow)),
        ):
            raw.execute(f'INSERT INTO "{table_of(row).name}" VALUES ({values})')
        columns = ", ".join(_EVENT.get(column.name, "NULL") for column in table_of(EventRow).columns)
        raw.execute(
            f"INSERT INTO event SELECT {columns} FROM range({events}) AS made(ordinal) ORDER BY ordinal"
        )
    return store


def _defaults(row: type[ImportRow]) -> str:
    given = {"import_id": "'imp_1'", "session_id": f"'{SESSION}'", "sequence": "1"}
    texts = {"source_name", "title", "skipped", "chain", "transcript_hash", "pieces", "created_at"}
    return ", ".join(
        given.get(column.name, "''" if column.name in texts else "NULL" if column.nullable else "0")
        for column in table_of(row).columns
    )


def best(act: Callable[[], object]) -> float:
    """The least CPU seconds of two."""
    found = []
    for _ in range(2):
        began = time.process_time()
        act()
        found.append(time.process_time() - began)
    return min(found)


def peak(store: Store) -> int:
    """Bytes that Python held at most while all triggers were evaluated, without the marks themselves."""
    tracemalloc.start()
    marks = evaluate(store, SESSION, scans())
    kept, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    del marks
    return most - kept


def read_all(store: Store, events: int) -> int:
    """Read every event, texts and all, page by page."""
    pages = range(0, events, event_figures.BATCH)
    return sum(len(sessions.load_events(store, SESSION, at, at + event_figures.BATCH - 1)) for at in pages)


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="Trigger evaluation against reading.")
    parser.add_argument("--events", type=int, default=1_000_000)
    events = parser.parse_args().events
    with tempfile.TemporaryDirectory() as folder:
        store = make(Path(folder) / "big.duckdb", events)
        reading = best(lambda: read_all(store, events))
        figures = best(lambda: sum(len(rows) for rows in event_figures.batches(store, SESSION)))
        whole = best(lambda: evaluate(store, SESSION, scans()))
        ratio = whole / reading
        print(f"{events:,} events, all triggers, in CPU time:")
        print(f"  {ratio:.2f} times reading the events from the store (at most {MOST_OF_READING})")
        print(f"  {whole / figures:.2f} times reading only the figures that triggers see")
        some = 8 * event_figures.BATCH
        one, ten = (make(Path(folder) / f"{n}.duckdb", n) for n in (some // 4, some))
        growth = peak(ten) / peak(one)
        print(f"  peak memory at four times the events: {growth:.2f} times (at most {MOST_GROWTH})")
    return 1 if ratio > MOST_OF_READING or growth > MOST_GROWTH else 0


if __name__ == "__main__":
    reported(main)
