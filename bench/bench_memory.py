"""What drafting holds: the same range at the end of longer and longer sessions, out of a store.

Run: python -m bench.bench_memory [--tokens N] [--times 10 40] [--strategy S ...] [--messages 500 2000].
The events before the range are the same kind of work, asked for by questions, which bind nothing: what binds
is carried into the draft and takes room there. The peak is of what Python held while the request was made and
the strategy drafted, over that of the session which is the range alone. Then the CPU time that `memory` takes
for a talk of so many messages, over that for a shorter one. Exits 1 when either grows beyond its bound.
"""

from __future__ import annotations

import argparse
import random
import tempfile
import time
import tracemalloc
from pathlib import Path

from bench.bench_strategies import TOKENS, work
from bench.usage import reported
from gates.source import SourceRange
from store.engine import Store
from store.lifecycle.open import open_store
from store.records import imports
from tests.facts.session import SESSION, Script
from tests.store.build import NOW
from workbench import plugin_registry
from workbench.importers.base import ReadingTotals, SessionHeader
from workbench.services.drafts.draft import request_of
from workbench.services.drafts.range_choice import ChosenRange
from workbench.strategies.base import DraftRequest
from workbench.strategies.memory.drafting import MemoryStrategy

MOST = 1.3
LONGER = 1.5
"""The largest ratio of the cost of a message in a long talk to one in a short talk."""
THINGS = "invoice report garden kitchen roof fence menu poster ledger stall ticket violin survey".split()
PLACES = "spring autumn harbour village school office market museum library station".split()
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


def talk(messages: int) -> Script:
    """A conversation without tools, in which a person states, asks and changes things; the same each time."""
    chosen, script = random.Random(messages), Script()
    for number in range(messages // 2):
        place, thing = chosen.choice(PLACES), chosen.choice(THINGS)
        wordings = (
            f"The {place} {thing} costs {10 + number} euros.",
            f"I prefer the {place} {thing} to open at {6 + number % 5} am.",
            f"Actually, make the {place} {thing} {20 + number} euros instead.",
            f"Always ask Marta before you book the {place} {thing}.",
            f"My {thing} for the {place} is number {number}.",
            f"What did we say about the {thing} near the {place}?",
        )
        script.user(" ".join(chosen.sample(wordings, 2)))
        script.agent(f"Noted: the {place} {thing} goes with number {number}.")
    return script


def cpu(messages: int) -> float:
    """Seconds of CPU for the draft `memory` of a talk."""
    events = talk(messages).events
    request = DraftRequest(SourceRange(SESSION, 0, len(events) - 1), events)
    begun = time.process_time()
    MemoryStrategy().draft(request)
    return time.process_time() - begun


def growth(short: int, long: int) -> float:
    """How much more a message of the longer talk costs, printed."""
    cpu(short)  # word classes and other tables, which stay
    one, two = cpu(short), cpu(long)
    ratio = two / one * short / long
    print(f"memory: {one:.2f} s of CPU for a talk of {short:,} messages, {two:.2f} s for {long:,}")
    print(f"  a message of the longer talk costs {ratio:.2f} times as much (at most {LONGER})")
    return ratio


def main() -> int:
    """Print the ratio of every strategy at every length."""
    parser = argparse.ArgumentParser(description="Memory of drafting a range, by the session's length.")
    parser.add_argument("--tokens", type=int, default=TOKENS)
    parser.add_argument("--times", type=int, nargs="+", default=[10, 40])
    parser.add_argument("--strategy", nargs="+", default=["intentional"])
    parser.add_argument("--messages", type=int, nargs=2, default=[500, 2000])
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
    return int(growth(*given.messages) > LONGER or worst > MOST)


if __name__ == "__main__":
    reported(main)
