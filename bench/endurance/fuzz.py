"""Feed the importers, the readers of summaries and artifacts, and the gates with mutated input.

`python -m bench.endurance.fuzz --inputs 1000000` prints how many inputs each target took, how they ended and
which lines they ran; it exits 1 with the input when a promise was broken. An input that runs a line for the
first time joins the collection that later inputs are made from; `--workers` runs several processes, each with
its own seed and collection. The promises: only errors meant for a user; events are dense and have digests;
the same file gives the same result twice; a parsed artifact parses again to the same id; no gate fails on a
text; and no output can control a terminal.
"""

from __future__ import annotations

import argparse
import multiprocessing
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from bench.endurance.lines import Lines
from bench.endurance.mutations import Mutator, words_of
from bench.endurance.places import quick_folder
from gates.artifact import Artifact, Origin, parse
from gates.errors import ArtifactError
from gates.evaluate import evaluate
from gates.search.index import SourceIndex
from gates.source import EventKind, SourceEvent, SourceRange
from tests.importers.seeds import SEEDS
from tests.importers.test_contract import EXAMPLES
from tests.store.build import artifact_of
from workbench import plugin_registry
from workbench.capture.extract import capture_range
from workbench.errors import InputError
from workbench.escaping import HOSTILE, visible
from workbench.importers import sniffing
from workbench.importers.files.documents import clean_text
from workbench.importers.sniffing import detect
from workbench.importers.summaries.headings import parse_summary
from workbench.masking import mask

ROOT = Path(__file__).parents[2]
ALL_WATCHED = 10_000
WATCHED_EVERY = 8
"""After the first ones only so many inputs are watched for new lines: watching doubles their cost."""
STATED_EVERY = 50_000
OWN_SEEDS = 8
MOST_PARAGRAPHS = 12
MOST_ITEMS = 12
SESSION = "ses_0123456789abcdef"
TWICE_EVERY = 16
"""How often an input is read a second time, to hold both readings against each other."""

SUMMARY = b"""Analysis:
I looked at the exporter first.

1. Primary Request and Intent:
   - Build the exporter, never rename `columns`
2. Key Technical Concepts:
   - CSV with a header
3. Files and Code Sections:
   - **src/a.py**: holds the writer, changed to stream
     - Added `flush`
   - `tests/test_a.py`
4. Errors and fixes:
   - **TypeError** in src/a.py: fixed by the cast
     - User feedback: "do not cast again"
5. Problem Solving:
   We found that the reader was slow.
6. All user messages:
   - "keep it short"
7. Pending Tasks:
   - [ ] write tests
   - [x] read the code
8. Current Work:
   Writing the tests.
9. Optional Next Step:
   Run them. "now run them all"
"""


TALK = b"""Never raise the limit above 250 ms; the release is planned for March 5, 2026.

We moved twenty-five of the 1,200 files, 3.5 MB in 12k rows, and the second attempt took 90 seconds.

16 passed, 2 failed in 3.20s. Commit 1a2b3c4 was pushed to the pull request.

- The limit must not exceed 0.25 s, and 1.2 million rows are at most 40% of it
- [ ] Rename `store/exporter.py`, the fifth of them
- [x] The user wanted a hundred and five tests by 5 March
"""


class Fault(Exception):
    """A promise was broken by an input."""


@dataclass
class Target:
    """One thing that takes inputs."""

    name: str
    take: Callable[[bytes], str]
    corpus: list[bytes]
    ended: Counter[str] = field(default_factory=Counter)
    slowest: float = 0.0
    """CPU seconds of the input that took longest."""


@dataclass
class Done:
    """The results of one process; several add up."""

    inputs: int
    ended: dict[str, Counter[str]]
    """By target."""
    kept: Counter[str]
    slowest: dict[str, float]
    total: dict[Path, set[int]]
    """Lines there are."""
    seen: dict[Path, set[int]]
    """Lines that ran."""
    faults: dict[str, bytes] = field(default_factory=dict)
    """Promises that broke, and the first input that broke each."""

    def add(self, other: Done) -> None:
        """Count in what another process did."""
        self.inputs += other.inputs
        for name, ended in other.ended.items():
            self.ended[name] += ended
            self.slowest[name] = max(self.slowest[name], other.slowest[name])
        self.kept += other.kept
        for path, lines in other.seen.items():
            self.seen[path] |= lines
        self.faults = other.faults | self.faults

    def report(self) -> str:
        """Return the inputs run and how they ended."""
        out = []
        for name, ended in self.ended.items():
            out.append(
                f"{name}: {ended.total():,} inputs, {self.kept[name]} kept, "
                f"slowest {self.slowest[name] * 1000:.0f} ms CPU"
            )
            out += [f"  {count:9,}  {each}" for each, count in ended.most_common()]
        out.append("lines of functions that ran")
        for path, total in sorted(self.total.items()):
            if total:
                seen = len(self.seen[path])
                out.append(
                    f"  {seen:5} of {len(total):5}  {seen / len(total):4.0%}  {path.relative_to(ROOT)}"
                )
        every = sum(map(len, self.total.values()))
        out.append(f"{self.inputs:,} inputs, {sum(map(len, self.seen.values())) / every:.1%} of the lines")
        return "\n".join(out)


def importing(name: str, suffix: str, folder: Path) -> Callable[[bytes], str]:
    """Read a file as one format."""
    made = plugin_registry.load("importers", name)()
    path = folder / f"input{suffix}"
    turn = iter(range(10**12))

    def once() -> tuple[str, list[str]]:
        try:
            reading = made.read(path)
            events = list(reading.events())
        except InputError as error:
            _harmless(error.message)
            return f"refused: {error.code}", []
        if [event.ordinal for event in events] != list(range(len(events))):
            raise Fault("ordinals are not dense")
        for event in events[:3]:
            _harmless(event.text)
        for each in reading.totals.skipped:
            _harmless(each.reason)
        for found in reading.totals.compactions:
            if not all(isinstance(each, int) for each in (found.source_start, found.source_end, *found.kept)):
                raise Fault("a compaction has a range of something else than positions")
        kind = "read" if events else "nothing in it"
        kind += ", with compactions" if reading.totals.compactions else ""
        return kind, [event.digest() for event in events]

    def take(content: bytes) -> str:
        path.write_bytes(content)
        with suppress(InputError):
            detect(path)
        first = once()
        if next(turn) % TWICE_EVERY == 0 and once() != first:
            raise Fault("the same file read differently the second time")
        return first[0]

    return take


def parsing(content: bytes) -> str:
    """Parse an artifact."""
    try:
        artifact = parse(content)
    except ArtifactError as error:
        for each in (str(error), *error.args):
            _harmless(str(each))
        return "refused"
    if parse(artifact.to_json()).artifact_id != artifact.artifact_id:
        raise Fault("a parsed artifact has another id when it is parsed again")
    return "parsed"


def summarising(content: bytes) -> str:
    """Read a summary into items."""
    text = content.decode("utf-8", "surrogateescape")
    items, _ = parse_summary(text)
    for item in items:
        _harmless(item.text)
    return "items" if items else "no items"


def judging(content: bytes) -> str:
    """Judge the statements of a text against its own paragraphs."""
    text = clean_text(content.decode("utf-8", "replace"))
    said = [part for part in text.split("\n\n") if part.strip()][:MOST_PARAGRAPHS]
    items, _ = parse_summary(text)
    if not said or not items:
        return "nothing to judge"
    kinds = (EventKind.USER, EventKind.ASSISTANT, EventKind.TOOL_RESULT)
    events = tuple(SourceEvent(n, kinds[n % 3], part, f"n{n}", tokens=9) for n, part in enumerate(said))
    place = SourceRange(SESSION, 0, len(events) - 1)
    made = artifact_of(SESSION, 0, place.end).model_copy(update={"origin": Origin.IMPORTED})
    captured = capture_range(SESSION, events, 0, place.end)
    index = SourceIndex.build(place, events, scope_complete=True)
    report = evaluate(made.with_items(items[:MOST_ITEMS]), index, captured)
    for name, gate in report.gates.items():
        raised = [each.message for each in gate.findings if each.rule == "gate_raised"]
        if raised:
            raise Fault(f"gate {name}: {raised[0]}")
    return "judged"


def _harmless(text: str) -> None:
    if HOSTILE.search(visible(text)):
        raise Fault("a character that a terminal obeys was left")
    masked, _ = mask(text[:500])
    if mask(masked)[1]:
        raise Fault("masking twice masks more")


class Fuzzer:
    """Rounds over all targets, guided by the lines that their inputs run."""

    def __init__(self, folder: Path, seed: int) -> None:
        files = sorted((ROOT / "workbench" / "importers").rglob("*.py"))
        files.append(ROOT / "gates" / "artifact.py")
        self.lines = Lines(files)
        judged = sorted((ROOT / "gates" / "language").rglob("*.py"))
        self.mutator = Mutator(words_of([*files, *judged]), seed)
        self.inputs = 0
        self.current = b""
        seeds = {name: made().encode("utf-8", "surrogatepass") for name, (_, made) in EXAMPLES.items()}
        starts = [*seeds.values(), *(made().encode() for made in SEEDS)]
        self.targets = [
            Target(
                name, importing(name, Path(EXAMPLES[name][0]).suffix, folder), _corpus(starts, seeds[name])
            )
            for name in plugin_registry.names("importers")
            if name in EXAMPLES
        ]
        example = artifact_of(SESSION, 0, 2)
        self.targets.append(Target("artifact", parsing, [_json(example)]))
        self.targets.append(Target("summary", summarising, [SUMMARY]))
        self.targets.append(Target("judging", judging, [TALK, SUMMARY]))

    def one(self) -> None:
        """One input for the next target.

        Raises:
            Fault: a promise was broken; `current` is the input.
        """
        target = self.targets[self.inputs % len(self.targets)]
        self.inputs += 1
        choose = self.mutator.random.choice
        # Half of the time the newest ones: what they opened is explored first.
        pool = target.corpus[-8:] if self.mutator.random.random() < 0.5 else target.corpus
        self.current = self.mutator.change(choose(pool), choose(target.corpus))
        before, began = self.lines.count, time.process_time()
        if self.inputs < ALL_WATCHED or self.inputs // len(self.targets) % WATCHED_EVERY == 0:
            self.lines.start()
        try:
            ended = target.take(self.current)
        except Fault:
            raise
        except Exception as error:
            frame = traceback.extract_tb(error.__traceback__)[-1]
            where = f"{Path(frame.filename).name}:{frame.lineno} {frame.line}"
            raise Fault(f"{target.name} raised {type(error).__name__}: {error} at {where}") from error
        finally:
            self.lines.stop()
        target.slowest = max(target.slowest, time.process_time() - began)
        target.ended[ended] += 1
        if self.lines.count > before:
            target.corpus.append(self.current)

    def done(self) -> Done:
        """Return the results so far."""
        return Done(
            self.inputs,
            {each.name: each.ended for each in self.targets},
            Counter({each.name: len(each.corpus) for each in self.targets}),
            {each.name: each.slowest for each in self.targets},
            self.lines.total,
            self.lines.seen,
        )


def _corpus(seeds: list[bytes], own: bytes) -> list[bytes]:
    """The seeds of all formats, and the target's own several times: most others it refuses at once."""
    return [*seeds, *[own] * OWN_SEEDS]


def _json(artifact: Artifact) -> bytes:
    return artifact.model_dump_json().encode()


@contextmanager
def _plugins_known() -> Iterator[None]:
    """Which plug-ins are installed is asked once: asking for every input was three quarters of its cost."""
    asked = sniffing._points
    found = tuple(asked())
    sniffing._points = lambda: found
    try:
        yield
    finally:
        sniffing._points = asked


def fuzz(seed: int, *, inputs: int, minutes: float) -> Done:
    """Run the requested number of inputs, or as many as fit into the time."""
    limit = time.monotonic() + minutes * 60
    faults: dict[str, bytes] = {}
    with tempfile.TemporaryDirectory(dir=quick_folder()) as folder, _plugins_known():
        fuzzer = Fuzzer(Path(folder), seed)
        while fuzzer.inputs < inputs and time.monotonic() < limit:
            try:
                fuzzer.one()
            except Fault as fault:
                if str(fault) not in faults:
                    faults[str(fault)] = fuzzer.current
                    print(f"BROKEN by input {fuzzer.inputs}: {fault}\n{fuzzer.current!r}", flush=True)
            if fuzzer.inputs % STATED_EVERY == 0:
                print(f"seed {seed}: {fuzzer.inputs:,} inputs", file=sys.stderr, flush=True)
    done = fuzzer.done()
    done.faults = faults
    return done


def main() -> int:
    """Read the command line, fuzz, print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--inputs", type=int, default=1_000_000)
    parser.add_argument("--minutes", type=float, default=600, help="stop then, however many there were")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--workers", type=int, default=1, help="processes, each with a seed of its own")
    options = parser.parse_args()
    workers = range(options.workers)
    share = partial(fuzz, inputs=-(-options.inputs // options.workers), minutes=options.minutes)
    with ProcessPoolExecutor(options.workers, multiprocessing.get_context("spawn")) as pool:
        first, *others = pool.map(share, [options.seed + number for number in workers])
    for other in others:
        first.add(other)
    print(first.report())
    print(f"{len(first.faults)} promises broken")
    return 1 if first.faults else 0


if __name__ == "__main__":
    sys.exit(main())
