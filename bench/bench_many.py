"""Score many transcripts: on one core and on several, and from a hundred to ten thousand.

Run: python -m bench.bench_many --files 1000 --rounds 3 [--from FOLDER]
     python -m bench.bench_many --slope 100,1000,10000

The transcripts are copies of a small one of the tests and of those under FOLDER that are smaller than 40 KB,
one in `--each` of a sample session of 400 KB, each copy with a session id and words of its own. Rounds
alternate between one worker and several; the ratios of all rounds and the best are printed. Exit 1 when the
bytes differ.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from bench.usage import present, reported
from tests.cli.samples import SESSION, write_transcript
from workbench.services.scores.process_pool import usable_cores
from workbench.services.transcript_files.transcripts import transcripts_under

ROOT = Path(__file__).resolve().parents[1]
SAMPLE = ROOT / "sample_sessions" / "clean-run.jsonl"
LARGEST = 40_000


def originals(folder: Path, others: Path | None) -> list[Path]:
    """The small ones that are copied: one of the tests, and those of a folder."""
    folder.mkdir()
    found = [write_transcript(folder / "small.jsonl")]
    if others is not None:
        found += [path for path in transcripts_under(others) if 2_000 < path.stat().st_size < LARGEST]
    return found


def copies(folder: Path, sources: list[Path], count: int, each: int) -> int:
    """Make this many copies, each a separate session; return the bytes written."""
    folder.mkdir()
    written = 0
    for number in range(count):
        source = SAMPLE if number % each == 0 else sources[number % len(sources)]
        text = source.read_text(encoding="utf-8")
        own = hashlib.sha256(str(number).encode()).hexdigest()
        text = text.replace(SESSION, f"{own[:8]}-{own[8:12]}-4{own[13:16]}-8{own[17:20]}-{own[20:32]}")
        text = text.replace("upload", f"upload{number % 997}")
        body = text.encode("utf-8")
        (folder / f"{number:06d}-{source.name}").write_bytes(body)
        written += len(body)
    return written


def score(folder: Path, jobs: int, *more: str) -> tuple[float, float, str]:
    """Wall and CPU seconds of a command, and the digest of what it printed."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    started = time.perf_counter()
    done = subprocess.run(
        [sys.executable, "-m", "workbench", "score", folder.name, "--json", "--jobs", str(jobs), *more],
        cwd=folder.parent,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        check=False,
    )
    wall = time.perf_counter() - started
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return wall, cpu, hashlib.sha256(done.stdout).hexdigest()


def beside(folder: Path, jobs: int, rounds: int) -> Iterator[tuple[float, bool]]:
    """One worker and several, in turn: the ratio of wall times, and whether the bytes were the same."""
    for _ in range(rounds):
        one, one_cpu, first = score(folder, 1)
        many, many_cpu, second = score(folder, jobs)
        print(
            f"1 job {one:.1f} s ({one_cpu:.1f} of CPU); {jobs} jobs {many:.1f} s ({many_cpu:.1f} of CPU); "
            f"ratio {one / many:.2f}; load {os.getloadavg()[0]:.1f}; "
            f"bytes {'same' if first == second else 'DIFFER'}",
            flush=True,
        )
        yield one / many, first == second


def slope(folder: Path, sources: list[Path], counts: list[int], each: int, jobs: int) -> None:
    """Seconds for each of several numbers of files."""
    for count in counts:
        place = folder / f"files-{count}"
        size = copies(place, sources, count, each)
        wall, cpu, _ = score(place, jobs, "--out", str(folder / f"results-{count}.parquet"))
        largest = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // 1024
        print(
            f"{count} files, {size / 1e6:.1f} MB: {wall:.1f} s, {cpu:.1f} s of CPU, "
            f"{1000 * cpu / count:.1f} ms and {cpu / size * 1e6:.3f} s/MB; "
            f"largest process {largest} MB; load {os.getloadavg()[0]:.1f}",
            flush=True,
        )


def main() -> int:
    """Run the requested measurements."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--files", type=int, default=1000)
    parser.add_argument("--each", type=int, default=5)
    parser.add_argument("--jobs", type=int, default=usable_cores())
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--from", dest="others", type=present)
    parser.add_argument("--slope", help="numbers of files, as in 100,1000,10000")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        sources = originals(folder / "originals", args.others)
        print(f"{len(sources)} originals, {sum(each.stat().st_size for each in sources) / 1e6:.2f} MB")
        if args.slope:
            slope(folder, sources, [int(each) for each in args.slope.split(",")], args.each, args.jobs)
            return 0
        print(f"{args.files} copies, {copies(folder / 'files', sources, args.files, args.each) / 1e6:.1f} MB")
        found = list(beside(folder / "files", args.jobs, args.rounds))
    print(f"best ratio {max(ratio for ratio, _ in found):.2f} of {len(found)}")
    return int(not all(same for _, same in found))


if __name__ == "__main__":
    reported(main)
