"""The app compared with another viewer of the same transcript: time to the first rows, and for the same key.

The other program is `ccv` of the package ccviewer 0.1.0, which reads the file again at every start; the app
reads its store. The cost of the import is printed beside it.
"""

from __future__ import annotations

import re
import time
from pathlib import Path

from bench.app_measures import Keys, Start, beside, measure_starts, opened
from bench.app_report import Report
from bench.app_sessions import imported
from bench.make_big import make_big
from bench.terminal import Display, Terminal

MEGABYTES = 50
OWN_ROW = re.compile(r"❯ +0 +\d+ +\w+ +\d+ ")
THEIR_ROW = re.compile(r"\d\d:\d\d")
KEYS = [b"\x1b[B"] * 20
"""Cursor down: its `j` does nothing while the tree of projects has the focus."""
TABS = 1
"""From the tree of projects to the table."""


def own_rows(display: Display) -> bool:
    """The first event is there."""
    return OWN_ROW.search(display.text) is not None


def their_rows(display: Display) -> bool:
    """The table has rows, each with a time."""
    rows = [line for line in display.lines[4:] if THEIR_ROW.search(line[39:60])]
    return len(rows) >= 3


def beside_viewer(report: Report, viewer: Path, transcripts: Path, place: Path) -> None:
    """First rows and a key on one transcript of 50 MB in both programs."""
    big = place / "big.jsonl"
    if not big.exists():
        make_big(big, MEGABYTES * 1_000_000, sorted(transcripts.rglob("cc-2*.jsonl")))
    began = time.perf_counter()
    store = imported(place / "big.duckdb", big)
    report.note(f"importing {MEGABYTES} MB once: {time.perf_counter() - began:.1f} s (0 when it was kept)")
    theirs = [str(viewer), str(big)]
    kinds = (Start(opened(store), (("own", own_rows),)), Start(theirs, (("theirs", their_rows),)))
    measure_starts(kinds, 1)  # not counted: it compiles
    found = measure_starts(kinds, 3)
    detail = f"{found.middle('own') * 1000:.0f} ms beside {found.middle('theirs') * 1000:.0f} ms"
    report.bound("first rows beside ccviewer", found.ratio("own", "theirs"), 1.0, detail)
    with Terminal(opened(store)) as own, Terminal(theirs) as other:
        own.until(own_rows)
        other.until(their_rows)
        own.quiet(1.0)
        for _ in range(TABS):
            other.send(b"\t")
            other.quiet(0.3)
        mine, its = Keys(), Keys()
        beside(((own, mine), (other, its)), KEYS)
    detail = f"{mine.middle * 1000:.1f} ms beside {its.middle * 1000:.1f} ms"
    report.bound("key beside ccviewer, median", mine.middle / its.middle, 1.0, detail)
