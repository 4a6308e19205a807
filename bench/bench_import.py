"""Rate and peak memory of an import into a new store, the service call after imports.

Run: python -m bench.bench_import FOLDER_OF_TRANSCRIPTS. Each size is imported by a process of
its own; the yardstick is `orjson.loads` over the same lines in that process. Both are run several times in
turn, and each import is compared with the yardstick just before and just after it, since a shared machine is
quicker in one second than in another; the median of these rates counts. First a few lines are imported into
a store of their own, so that neither the loading of modules nor the first use of a library is measured. Peak
memory is that of the first import. The rate is bound for 50 MB, and stated for 200 MB.
"""

from __future__ import annotations

import resource
import subprocess
import sys
import tempfile
import time
from itertools import islice, pairwise
from pathlib import Path
from statistics import mean, median

import orjson

from bench.make_big import make_big
from bench.usage import reported, typed

BOUND_SIZE = 50
SIZES = (BOUND_SIZE, 200)
LEAST_RATE = 0.15
MOST_MEGABYTES = 400
MOST_GROWTH = 1.3
REPEATS = 7
WARM_UP_LINES = 200


def measure(path: Path, folder: Path) -> None:
    """Import several times; print bytes, seconds of an import and of orjson, the rate, peak megabytes."""
    import duckdb  # noqa: F401 (imports are not what is measured)
    import pyarrow  # noqa: F401

    few = folder / "few.jsonl"
    with path.open("rb") as lines:
        few.write_bytes(b"".join(islice(lines, WARM_UP_LINES)))
    timed_import(few, folder / "few.duckdb")
    importing: list[float] = []
    decoding = [timed_decoding(path)]
    peak = 0
    for number in range(REPEATS):
        importing.append(timed_import(path, folder / f"{number}.duckdb"))
        peak = peak or resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
        decoding.append(timed_decoding(path))
    yardsticks = map(mean, pairwise(decoding))
    rate = median(yardstick / took for yardstick, took in zip(yardsticks, importing, strict=True))
    print(path.stat().st_size, median(importing), median(decoding), rate, peak)


def timed_import(path: Path, target: Path) -> float:
    """Seconds of the service call into a store that is not there yet."""
    from workbench.bootstrap import Env
    from workbench.interpreter import much_data
    from workbench.services.transcript_files.import_transcripts import import_paths

    env = Env(store_location=str(target))
    started = time.perf_counter()
    with much_data():
        import_paths(env, [str(path)])
    return time.perf_counter() - started


def timed_decoding(path: Path) -> float:
    """Seconds that `orjson.loads` takes for the lines; reading them is not counted."""
    seconds = 0.0
    with path.open("rb") as lines:
        for line in lines:
            started = time.perf_counter()
            try:
                orjson.loads(line)
            except orjson.JSONDecodeError:
                continue
            finally:
                seconds += time.perf_counter() - started
    return seconds


def main(folder: str) -> int:
    """Import each size in its own process; exit 1 when a bound is passed."""
    transcripts = sorted(Path(folder).rglob("cc-2*.jsonl"))
    if not transcripts:
        print(f"{folder} holds no transcript named cc-2*.jsonl", file=sys.stderr)
        return 2
    peaks: list[int] = []
    failed = False
    with tempfile.TemporaryDirectory() as place:
        for megabytes in SIZES:
            big = Path(place) / f"{megabytes}.jsonl"
            make_big(big, megabytes * 1_000_000, transcripts)
            stores = Path(place) / f"{megabytes}"
            stores.mkdir()
            arguments = [sys.executable, "-m", __spec__.name, "--one", str(big), str(stores)]
            done = subprocess.run(arguments, capture_output=True, text=True, check=True)
            size, importing, decoding, rate, peak = (float(part) for part in done.stdout.split())
            peaks.append(int(peak))
            bound = f" (at least {LEAST_RATE})" if megabytes == BOUND_SIZE else ""
            failed = failed or peaks[0] > MOST_MEGABYTES or (megabytes == BOUND_SIZE and rate < LEAST_RATE)
            print(
                f"{size / 1e6:6.1f} MB   import {importing:6.2f} s   orjson {decoding:5.2f} s   "
                f"rate {rate:.3f} of orjson{bound}   peak {peak:.0f} MB"
            )
    growth = peaks[-1] / peaks[0]
    print(f"peak memory grows {growth:.2f} times from {SIZES[0]} to {SIZES[-1]} MB (at most {MOST_GROWTH})")
    return int(failed or growth > MOST_GROWTH)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--one"]:
        measure(Path(sys.argv[2]), Path(sys.argv[3]))
    else:
        reported(lambda: main(*typed("FOLDER_OF_TRANSCRIPTS")))
