"""How fast the app is, as ratios to empty Textual apps in the same run, from process and key to display.

Run: python -m bench.bench_app FOLDER_OF_TRANSCRIPTS [--viewer CCV] [--keep FOLDER] [--rounds N].
Every program keeps its compiled modules, as an installed one does: in a folder of the run's own, filled by a
first start that is not counted. Without --viewer, the program of another viewer in an environment of its own,
that part is left out. --keep keeps the stores, of which one has a million events, for another run. Exits 1
when a bound is passed.
"""

from __future__ import annotations

import argparse
import os
import tempfile
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

from bench.app_beside import beside_viewer
from bench.app_measures import (
    EMPTY,
    KEYS,
    SCROLL,
    Keys,
    Start,
    beside,
    full,
    holds_of,
    library,
    measure_starts,
    opened,
    says,
)
from bench.app_report import Report
from bench.app_search import searching
from bench.app_sessions import written
from bench.terminal import Terminal
from bench.usage import present, reported

SMALL, LARGE = 1_000, 1_000_000
NAMES = {SMALL: "1,000 events", LARGE: "1,000,000 events"}
LANDED = {"timeline": " 2 of ", "claims": " 3 of "}
"""The counter's text after the keys, which shows that they were processed."""
FIRST_EVENT = says("Keep the amber index")


def starts(report: Report, stores: dict[int, Path], rounds: int) -> None:
    """First frame, rows of the library, rows of a session opened at once."""
    kinds = [Start(EMPTY, (("empty", full),))]
    for size, store in stores.items():
        listed = says(f"A session of {size}")
        kinds.append(Start(library(store), ((f"frame {size}", full), (f"listed {size}", listed))))
        kinds.append(Start(opened(store), ((f"rows {size}", FIRST_EVENT),)))
    measure_starts(kinds, 1)  # not counted: it compiles
    found = measure_starts(kinds, rounds)
    report.note(f"an empty Textual app: {found.middle('empty') * 1000:.0f} ms to its first frame")
    for kind, words, most in (
        ("frame", "first frame", 1.5),
        ("listed", "its row in the library", 3.0),
        ("rows", "events of a session opened at once", 3.0),
    ):
        for size, name in NAMES.items():
            key = f"{kind} {size}"
            detail = f"{found.middle(key) * 1000:.0f} ms"
            report.bound(f"{words}, {name}", found.ratio(key, "empty"), most, detail)
        longer = found.ratio(f"{kind} {LARGE}", f"{kind} {SMALL}")
        report.bound(f"{words}, 1,000,000 beside 1,000", longer, 1.2)


def keys(report: Report, stores: dict[int, Path]) -> None:
    """The same keys on timeline and claims of both sizes, and in an empty scrolling view."""
    peaks: dict[int, float] = {}
    for screen in ("timeline", "claims"):
        with ExitStack() as stack:
            yardstick = stack.enter_context(Terminal(SCROLL))
            yardstick.until(full)
            taken = {size: Keys() for size in stores}
            base = Keys()
            programs = [(yardstick, base)]
            for size, store in stores.items():
                terminal = stack.enter_context(Terminal(opened(store)))
                terminal.until(FIRST_EVENT)
                if screen == "claims":
                    terminal.quiet(0.5)
                    terminal.send(b"4")
                    terminal.until(says("linked span"))
                terminal.quiet(1.0)
                programs.append((terminal, taken[size]))
            beside(programs, KEYS)
            for terminal, _ in programs[1:]:
                terminal.quiet(0.3)
                if LANDED[screen] not in terminal.display.text:
                    raise AssertionError(f"the keys led elsewhere:\n{terminal.display.text}")
            for size, (terminal, _) in zip(stores, programs[1:], strict=True):
                peaks[size] = max(peaks.get(size, 0.0), terminal.peak_megabytes)
        report.note(f"an empty scrolling view: {base.middle * 1000:.1f} ms, p95 {base.slow * 1000:.1f} ms")
        for size, name in NAMES.items():
            own = taken[size]
            for words, mine, its, most in (
                ("median", own.middle, base.middle, 3.0),
                ("p95", own.slow, base.slow, 6.0),
            ):
                report.bound(f"key on {screen}, {name}, {words}", mine / its, most, f"{mine * 1000:.1f} ms")
    more = peaks[LARGE] - peaks[SMALL]
    report.bound("megabytes more for 1,000,000 events", more, 100, f"peak {peaks[LARGE]:.0f} MB")


def library_memory(report: Report, stores: dict[int, Path]) -> None:
    """The library beside a long session, its details read."""
    peaks = {}
    for size, store in stores.items():
        with Terminal(library(store)) as terminal:
            terminal.until(says("Drafts"))
            terminal.until(says("Context now"), seconds=120)
            terminal.quiet(0.5)
            peaks[size] = terminal.peak_megabytes
    more = peaks[LARGE] - peaks[SMALL]
    report.bound("megabytes more in the library", more, 100, f"peak {peaks[LARGE]:.0f} MB")


def holds(report: Report, stores: dict[int, Path], place: Path) -> None:
    """The longest holds of the interface's thread; they are printed, they have no bound."""
    for size, name in NAMES.items():
        found = holds_of(stores[size], place / "holds.json", KEYS)
        words = ", ".join(f"{took * 1000:.0f} ms at {when:.1f} s" for took, when, _ in found[:4])
        report.note(f"longest holds of the interface's thread, {name}: {words}")


def main() -> int:
    """Measure everything; exit 1 when a bound is passed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("transcripts", type=present)
    parser.add_argument("--viewer", type=present)
    parser.add_argument("--keep", type=Path)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--only", choices=("starts", "keys", "memory", "holds", "search", "viewer"))
    given = parser.parse_args()
    report = Report()
    with tempfile.TemporaryDirectory() as folder:
        place = given.keep or Path(folder)
        os.environ.update(PYTHONDONTWRITEBYTECODE="", PYTHONPYCACHEPREFIX=str(Path(folder) / "compiled"))
        stores = {size: written(place / f"{size}.duckdb", size) for size in (SMALL, LARGE)}
        parts: dict[str, Callable[[], None]] = {
            "starts": lambda: starts(report, stores, given.rounds),
            "keys": lambda: keys(report, stores),
            "memory": lambda: library_memory(report, stores),
            "holds": lambda: holds(report, stores, place),
            "search": lambda: searching(report, stores[LARGE], NAMES[LARGE]),
        }
        if given.viewer:
            parts["viewer"] = lambda: beside_viewer(report, given.viewer, given.transcripts, place)
        for name, part in parts.items():
            if given.only in (None, name):
                part()
    return report.end()


if __name__ == "__main__":
    reported(main)
