"""Feed the importers, the reader of summaries and the artifact parser with what nobody would write.

`python -m tests.endurance.fuzz --inputs 1000000` prints how many inputs each target took, how they ended and
which lines they ran; it exits 1 with the input when a promise was broken. An input that runs a line for the
first time joins the ones that later inputs are made of. What is promised: nothing but the errors that are
told to a user; events are dense and have digests; the same file reads the same twice; a parsed artifact
parses again to the same id; nothing that comes out can steer a terminal.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from gates.artifact import Artifact, parse
from gates.errors import ArtifactError
from tests.endurance.lines import Lines
from tests.endurance.mutations import Mutator, words_of
from tests.importers.test_contract import EXAMPLES
from tests.store.build import artifact_of
from workbench import plugins
from workbench.errors import InputError
from workbench.escaping import HOSTILE, visible
from workbench.importers.headings import parse_summary
from workbench.importers.sniffing import detect
from workbench.masking import mask

ROOT = Path(__file__).parents[2]
ALL_WATCHED = 20_000
WATCHED_EVERY = 8
"""After the first ones only so many inputs are watched for new lines: watching doubles their cost."""
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


def importing(name: str, suffix: str, folder: Path) -> Callable[[bytes], str]:
    """Read a file as one format."""
    made = plugins.load("importers", name)()
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
        self.mutator = Mutator(words_of(files), seed)
        self.inputs = 0
        self.current = b""
        seeds = {name: made().encode("utf-8", "surrogatepass") for name, (_, made) in EXAMPLES.items()}
        self.targets = [
            Target(name, importing(name, Path(EXAMPLES[name][0]).suffix, folder), list(seeds.values()))
            for name in plugins.names("importers")
            if name in EXAMPLES
        ]
        example = artifact_of("ses_0123456789abcdef", 0, 2)
        self.targets.append(Target("artifact", parsing, [_json(example)]))
        self.targets.append(Target("summary", summarising, [SUMMARY]))

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

    def report(self) -> str:
        """What was run and how it ended."""
        out = []
        for target in self.targets:
            taken = sum(target.ended.values())
            out.append(
                f"{target.name}: {taken:,} inputs, {len(target.corpus)} kept, "
                f"slowest {target.slowest * 1000:.0f} ms CPU"
            )
            out += [f"  {count:9,}  {name}" for name, count in target.ended.most_common()]
        out.append("lines of functions that ran")
        for path, total in sorted(self.lines.total.items()):
            seen = len(self.lines.seen[path])
            if total:
                out.append(
                    f"  {seen:5} of {len(total):5}  {seen / len(total):4.0%}  {path.relative_to(ROOT)}"
                )
        out.append(f"{self.inputs:,} inputs, {self.lines.share():.1%} of the lines")
        return "\n".join(out)


def _json(artifact: Artifact) -> bytes:
    return artifact.model_dump_json().encode()


def main() -> int:
    """Read the command line, fuzz, print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--inputs", type=int, default=1_000_000)
    parser.add_argument("--minutes", type=float, default=600, help="stop then, however many there were")
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        fuzzer = Fuzzer(Path(folder), options.seed)
        limit = time.monotonic() + options.minutes * 60
        faults: dict[str, bytes] = {}
        while fuzzer.inputs < options.inputs and time.monotonic() < limit:
            try:
                fuzzer.one()
            except Fault as fault:
                if str(fault) not in faults:
                    faults[str(fault)] = fuzzer.current
                    print(f"BROKEN by input {fuzzer.inputs}: {fault}\n{fuzzer.current!r}", flush=True)
    print(fuzzer.report())
    print(f"{len(faults)} promises broken")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
