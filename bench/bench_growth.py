"""What grows with a session: scoring its compactions, and accepting and drafting a range at its end.

Run: python -m bench.bench_growth score DATA [--peers FOLDER]
     python -m bench.bench_growth moves [--events 100000] [--folder FOLDER]
`score` puts the Claude Code transcripts of DATA with a compaction together to one session of about 51 MB
with 24 compactions and prints the CPU seconds of `score`, of each quarter of its compactions, and, where
FOLDER holds their commands, of the peers that judge the same file, each in a process of its own. `moves`
prints the CPU milliseconds of accepting and of drafting the same range at the end of sessions of 1,000
events up to those asked for: the first time ever, when what is derived of the events is made and kept; the
first time in a process after that, which is what a command is; and again in the same process, which is what
opening and then accepting a draft in the app is. Only in the last turns of these sessions does the human
direct anything: a draft must hold every decision in force, so with more of them it would not be the same
draft.
"""

from __future__ import annotations

import argparse
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from pathlib import Path

from bench.bench_scale import events_up_to, sizes
from bench.make_big import make_big
from bench.usage import present, reported
from gates.source import EventKind, SourceEvent
from store.lifecycle.open import open_store
from store.records import preparing, read_events
from tests.store.build import PER_TURN, accept, draft, header, keep, rollback
from workbench.errors import InputError

COMPACTIONS = 24
LEFT_OUT = "cipher-box-2.1.42-68599939.jsonl"
THRICE = "cc-2.1.7-3compactions.jsonl"
WITHOUT = "cc-2.0.76-todowrite-0compactions.jsonl"
MARK = b'"isCompactSummary":true'
PEERS = (
    ("ctxdrift", "--format", "json"),
    ("nauro-ballast", "match"),
)
DIRECTED = 5
"""Turns at the end of a session in which the human directs something."""
FOLLOWED = 4
"""Parts of a session over which the cost of one compaction is followed."""


WHEN = ("ever", "process", "process", "process", "again")
"""Of those that are measured more than once the least counts."""


def parts(data: Path) -> list[Path]:
    """Return the transcripts that form the session of 24 compactions, in order."""
    found = [p for p in sorted((data / "sessions" / "claude-code").glob("*.jsonl")) if MARK in p.read_bytes()]
    if not found:
        raise InputError(
            f"{data} holds no compacted transcript", "give the folder that holds sessions/claude-code"
        )
    chosen = [p for p in found if p.name != LEFT_OUT]
    chosen += [p for p in found if p.name == THRICE] * 2 + [found[0].with_name(WITHOUT)]
    return sorted(chosen)


def build(data: Path, out: Path) -> None:
    """Write the session of 24 compactions."""
    chosen = parts(data)
    make_big(out, sum(p.stat().st_size for p in chosen), chosen)


def spent(command: Sequence[str]) -> float | None:
    """CPU seconds of a command; None where it fails."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    took = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return took if done.returncode in (0, 1, 2) else None


def judge(path: str) -> None:
    """Score the transcript; print the CPU seconds until each compaction was judged, and the peak memory."""
    from workbench.bootstrap import Env
    from workbench.interpreter import held_to_the_end, much_data
    from workbench.services.scores.score import Scorer
    from workbench.services.scores.score_inputs import ScoreRequest

    began = time.process_time()
    with much_data(), held_to_the_end():
        times = [
            time.process_time() - began
            for _ in Scorer(Env(store_location="unused"), ScoreRequest(targets=(path,))).score(path)
        ]
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    print(*(f"{each:.3f}" for each in times), peak)


def judged(path: Path) -> list[float]:
    """Return the output of `judge` for a transcript, run in a separate process."""
    command = [sys.executable, "-m", __spec__.name, "judge", str(path)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return [float(each) for each in done.stdout.split()]


def costs(times: Sequence[float]) -> list[float]:
    """The seconds of each compaction."""
    return [after - before for before, after in pairwise((0.0, *times))]


def score_row(data: Path, peers: Path | None) -> int:
    """Print the row of the long session."""
    with tempfile.TemporaryDirectory() as place:
        path = Path(place) / "long.jsonl"
        build(data, path)
        *times, peak = judged(path)
        print(
            f"{path.stat().st_size / 1e6:.1f} MB, {len(times)} compactions: {times[-1]:.1f} s, {peak:.0f} MB"
        )
        show_growth(data, costs(times))
        for name, *given in PEERS if peers else ():
            took = spent([str(Path(str(peers)) / name), *given, str(path)])
            shown = "does not run" if took is None else f"{took:.1f} s, ours {times[-1] / took:.2f} of it"
            print(f"{name}: {shown}")
    return int(len(times) != COMPACTIONS)


def show_growth(data: Path, each: Sequence[float]) -> None:
    """Print the cost of a compaction in each quarter, and in its own session."""
    alone = [cost for own in parts(data) for cost in costs(judged(own)[:-1])]
    size = len(each) // FOLLOWED
    quarters = [slice(at, at + size) for at in range(0, size * FOLLOWED, size)]
    shown = ", ".join(f"{sum(each[q]) / size:.2f} s ({sum(alone[q]) / size:.2f} s alone)" for q in quarters)
    print(f"one compaction of each quarter: {shown}")
    ratios = [sum(each[q]) / sum(alone[q]) for q in quarters]
    print("of the same alone, against the first quarter:", *(f"{r / ratios[0]:.2f}" for r in ratios))


def quiet(count: int) -> Iterator[SourceEvent]:
    """A long session in which the human directs something in the last turns only."""
    for event in events_up_to(count):
        early = event.kind is EventKind.USER and event.ordinal < count - DIRECTED * PER_TURN
        yield event._replace(text=f"Thanks, that is turn {event.turn}.") if early else event


def move_row(folder: Path, count: int) -> dict[str, float]:
    """Milliseconds of accepting and drafting the last turns of a session of so many events."""
    from workbench.bootstrap import Env
    from workbench.interpreter import much_data
    from workbench.services.drafts import draft_command as drafting
    from workbench.services.drafts.range_choice import choose_range
    from workbench.services.judgement import kept_readings

    folder.mkdir(parents=True)
    store = open_store(folder / "store.duckdb")
    session_id = keep(store, quiet(count), folder, head=header("growth")).session_id
    turns = count // PER_TURN
    name = draft(store, session_id, turns - 4, turns - 2)
    values: dict[str, float] = {}

    def measure(what: str, when: str, act: Callable[[], object]) -> None:
        if when != "again":
            preparing.forget()
            kept_readings.forget()
            read_events.forget()
        began = time.process_time()
        with much_data():
            act()
        took = (time.process_time() - began) * 1e3
        values[f"{what}, {when}"] = min(took, values.get(f"{what}, {when}", took))

    env = Env(store_location=str(folder / "store.duckdb"))
    where = ((turns - 4) * PER_TURN, (turns - 1) * PER_TURN - 1)
    for when in WHEN:
        measure("accept", when, lambda: accept(store, name))
        rollback(store, name)
    for when in WHEN:
        measure("draft", when, lambda: drafting.draft(env, choose_range(env, session_id, where)))
    return values


def main() -> int:
    """Read the command line and print the rows."""
    parser = argparse.ArgumentParser(description=__doc__)
    rows = parser.add_subparsers(dest="row", required=True)
    scoring = rows.add_parser("score")
    scoring.add_argument("data", type=present)
    scoring.add_argument("--peers", type=present)
    rows.add_parser("judge").add_argument("path")
    moving = rows.add_parser("moves")
    moving.add_argument("--events", type=int, default=100_000)
    moving.add_argument("--folder", type=present)
    given = parser.parse_args()
    if given.row == "judge":
        judge(given.path)
        return 0
    if given.row == "score":
        return score_row(given.data, given.peers)
    with tempfile.TemporaryDirectory(dir=given.folder) as place:
        move_row(Path(place) / "warm-up", 100)
        base: dict[str, float] = {}
        for count in sizes(1_000, given.events):
            values = move_row(Path(place) / str(count), count)
            base = base or values
            shown = ", ".join(
                f"{name} {took:,.0f} ms ({took / base[name]:.1f})" for name, took in values.items()
            )
            print(f"{count:,} events: {shown}", flush=True)
    return 0


if __name__ == "__main__":
    reported(main)
