"""Start-up of the command line, in bare interpreter starts. Run: python -m bench.bench_startup."""

from __future__ import annotations

import statistics
import subprocess
import sys
import time

from bench.usage import typed

ROUNDS = 15
COMMANDS = {
    "bare interpreter": ["-c", "pass"],
    "workbench --version": ["-m", "workbench", "--version"],
    "workbench --help": ["-m", "workbench", "--help"],
}


def seconds(arguments: list[str]) -> float:
    """Wall-clock time of one interpreter run."""
    started = time.perf_counter()
    subprocess.run([sys.executable, *arguments], capture_output=True, check=True)
    return time.perf_counter() - started


def main() -> None:
    """Interleave the rounds, so that a busy machine slows every command alike; print medians."""
    taken: dict[str, list[float]] = {name: [] for name in COMMANDS}
    for _ in range(ROUNDS):
        for name, arguments in COMMANDS.items():
            taken[name].append(seconds(arguments))
    bare = statistics.median(taken["bare interpreter"])
    for name, times in taken.items():
        middle = statistics.median(times)
        print(f"{name:24} {middle * 1000:7.1f} ms   {middle / bare:5.2f} interpreter starts")


if __name__ == "__main__":
    typed("")
    main()
