"""Follow many transcripts that grow: does what `watch` holds stay the same, whatever is written?

    python -m bench.bench_watch [--appends 100000] [--files 50] [--rounds 25]

Each round appends lines to all files, one line an append, lets the files settle (on a clock of its own) and
has them taken into a store. Printed a round: appends so far, imports, resident memory, open handles, seconds.
"""

from __future__ import annotations

import argparse
import gc
import json
import os
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tests.cli.samples import Writer
from workbench.bootstrap import Env
from workbench.services.watches.follow import Follower
from workbench.services.watches.watch import Watch, WatchRequest

BETWEEN = 1_000
"""Appends after which the folder is looked at, as it would be while they come."""


@dataclass(frozen=True)
class Round:
    """The measurements after a round."""

    appends: int
    imports: int
    events: int
    memory: int
    """Resident bytes."""
    handles: int
    seconds: float


class Files:
    """Transcripts that grow by one record an append; each is written out and closed at once."""

    def __init__(self, folder: Path, count: int) -> None:
        self._writers = [Writer() for _ in range(count)]
        self._paths = [folder / f"{number:04d}.jsonl" for number in range(count)]
        self._turn = 0

    def append(self) -> None:
        """One record to the next file."""
        place = self._turn % len(self._paths)
        writer = self._writers[place]
        number = self._turn // len(self._paths)
        if number % 2:
            writer.says(f"Step {number} is done, the tests pass.")
        else:
            writer.user(f"Do step {number} of the plan in src/module_{number % 40}.py now.")
        record = writer.records.pop() | {"uuid": f"{place:08d}-0000-4000-8000-{number:012d}"}
        record |= {"sessionId": f"{place:08d}-1111-4111-8111-111111111111"}
        previous = f"{place:08d}-0000-4000-8000-{number - 1:012d}" if number else None
        with self._paths[place].open("a", encoding="utf-8") as file:
            file.write(json.dumps(record | {"parentUuid": previous}) + "\n")
        self._turn += 1


def rounds(folder: Path, appends: int, files: int, count: int) -> Iterator[Round]:
    """Append, follow and take in, and measure after each round."""
    (folder / "in").mkdir()
    growing = Files(folder / "in", files)
    clock = [0.0]
    env = Env(str(folder / "store.duckdb"), ticks=lambda: clock[0])
    watch = Watch(env, WatchRequest(), lambda _line: None)
    follower = Follower([str(folder / "in")], watch.grown)
    follower.begin()
    done = 0
    for number in range(1, count + 1):
        began = time.monotonic()
        while done < appends * number // count:
            growing.append()
            done += 1
            if done % BETWEEN == 0:
                follower.look()
                clock[0] += 0.1
        follower.look()
        clock[0] += 1_000.0
        watch.between()
        gc.collect()
        totals = watch.totals
        yield Round(
            done, totals.imports, totals.events_added, resident(), handles(), time.monotonic() - began
        )


def resident() -> int:
    """Resident bytes of this process; 0 where the system does not say."""
    try:
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    except (OSError, ValueError):
        return 0
    return pages * os.sysconf("SC_PAGE_SIZE")


def handles() -> int:
    """Open handles of this process; 0 where the system does not say."""
    try:
        return len(list(Path("/proc/self/fd").iterdir()))
    except OSError:
        return 0


def main() -> None:
    """Print a line a round, and how much was gained since the first quarter."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--appends", type=int, default=100_000)
    parser.add_argument("--files", type=int, default=50)
    parser.add_argument("--rounds", type=int, default=25)
    given = parser.parse_args()
    found: list[Round] = []
    with tempfile.TemporaryDirectory() as folder:
        for each in rounds(Path(folder), given.appends, given.files, given.rounds):
            found.append(each)
            print(
                f"{each.appends:>9,} appends {each.imports:>6,} imports {each.events:>9,} events "
                f"{each.memory / 1e6:7.1f} MB {each.handles:>4} handles {each.seconds:6.1f} s",
                flush=True,
            )
    first = found[len(found) // 4]
    print(
        f"since round {len(found) // 4 + 1}: {(found[-1].memory - first.memory) / 1e6:+.1f} MB, "
        f"{found[-1].handles - first.handles:+} handles"
    )


if __name__ == "__main__":
    main()
