"""What drafting holds: the same range at the end of longer and longer sessions, out of a store.

Run: python -m bench.bench_memory [--tokens N] [--times 10 40] [--strategy S ...]. The events
before the range are the same kind of work, asked for by questions, which bind nothing: what binds is carried
into the draft and takes room there. The peak is of what Python held while the request was made and the
strategy drafted, over that of the session which is the range alone. Exits 1 when it grows beyond the bound.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import tracemalloc
from pathlib import Path

from bench.bench_strategies import TOKENS, work
from store.engine import Store
from store.lifecycle.open import open_store
from store.records import imports
from tests.facts.session import Script
from tests.store.build import NOW
from workbench import plugin_registry
from workbench.importers.base import ReadingTotals, SessionHeader
from workbench.services.drafts.draft import request_of
from workbench.services.drafts.range_choice import ChosenRange

MOST = 1.3
EARLIER = "what does the {word} of src/{word}_{number}.py do?"
RANGE = "please move the {word} to src/{word}_{number}.py and test it"


def made(folder: Path, tokens: int, times: int) -> tuple[Store, ChosenRange]:
    """A store with a session `times` as long as its last range."""
    script = Script()
    work(script, (times - 1) * tokens, EARLIER)
    start = len(script.events)
    work(script, tokens, RANGE)
    transcript = folder / f"{times}.jsonl"
    transcript.write_bytes(b"{}\n")
    store = open_store(folder / f"{times}.duckdb")
    kept = imports.append(
        store,
        SessionHeader(format="written", native_id=str(times), title=f"{times} times the range"),
        script.events,
        totals=ReadingTotals(),
        source_name=transcript.name,
        transcript=transcript,
        now=NOW,
    )
    return store, ChosenRange(kept.session_id, start, len(script.events) - 1, "the end")


def peak(store: Store, chosen: ChosenRange, strategy: str) -> int:
    """Bytes that Python held at most while the range was drafted."""
    maker = plugin_registry.load("strategies", strategy)()
    maker.draft(request_of(store, chosen))  # word classes and other tables, which stay
    tracemalloc.start()
    maker.draft(request_of(store, chosen))
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return most


def main() -> int:
    """Print the ratio of every strategy at every length."""
    parser = argparse.ArgumentParser(description="Memory of drafting a range, by the session's length.")
    parser.add_argument("--tokens", type=int, default=TOKENS)
    parser.add_argument("--times", type=int, nargs="+", default=[10, 40])
    parser.add_argument("--strategy", nargs="+", default=["intentional"])
    given = parser.parse_args()
    worst = 0.0
    with tempfile.TemporaryDirectory() as folder:
        short = made(Path(folder), given.tokens, 1)
        base = {name: peak(*short, name) for name in given.strategy}
        for name in given.strategy:
            held = f"{base[name] / 2**20:.0f} MiB"
            print(f"{name}: a range of {given.tokens:,} tokens, alone in its session: {held}")
        for times in given.times:
            long = made(Path(folder), given.tokens, times)
            for name in given.strategy:
                ratio = peak(*long, name) / base[name]
                worst = max(worst, ratio)
                print(f"  {name} in a session {times} times as long: {ratio:.2f} times (at most {MOST})")
    return int(worst > MOST)


if __name__ == "__main__":
    sys.exit(main())
