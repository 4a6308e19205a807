"""Everything that must hold before a change lands: format, lint, types, import contracts, tests.

Run as `python tests/check.py`, which stops at the first step that fails; mypy, which uses one core for a
minute, runs beside the others and prints when it is done. `--only mypy` runs one step (format,
lint, mypy, imports, tests, or coverage: the tests with a count of the lines that they run), `--short` the
tests without those marked slow; other arguments go to pytest.
"""

from __future__ import annotations

import argparse
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryFile
from time import sleep

ROOT = Path(__file__).resolve().parent.parent
SLOW = ROOT / "tests" / "slow.txt"
BIN = Path(sys.executable).parent
WORKERS = "3"
"""One more than the cores that are counted on: tests of screens and of processes wait much of their time."""
PYTEST = ("pytest", "-q", "-n", WORKERS, "--dist", "worksteal")
STEPS: dict[str, tuple[str, ...]] = {
    "format": ("ruff", "format", "--check", "."),
    "lint": ("ruff", "check", "."),
    "mypy": ("mypy",),
    "imports": ("lint-imports",),
    "tests": PYTEST,
}
ON_REQUEST: dict[str, tuple[str, ...]] = {"coverage": (*PYTEST, "--cov", "--cov-report=term")}
"""Steps that run by name alone. The floor of coverage stands in `pyproject.toml`."""
TESTS = ("tests", "coverage")
"""Steps that take further arguments, and come last."""
BESIDE = "mypy"
PAUSE = 0.2
"""Seconds between two looks at a step that runs."""


def environment() -> dict[str, str]:
    """That of the steps: bytecode is kept, or every worker and command under test would compile all again."""
    return {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}


def without_slow() -> list[str]:
    """What leaves out the tests marked slow: their modules are not even imported."""
    return ["-m", "not slow", *(f"--ignore={name}" for name in SLOW.read_text(encoding="utf-8").split())]


@contextmanager
def compiled_tests(wanted: bool) -> Iterator[None]:
    """Have one process compile the tests, beside the first steps; each worker would do so else."""
    if not wanted:
        yield
        return
    command = [str(BIN / "pytest"), "--collect-only", "-q", "-p", "no:cacheprovider"]
    with subprocess.Popen(command, cwd=ROOT, env=environment(), stdout=subprocess.DEVNULL) as collecting:
        yield
        collecting.wait()


class Step:
    """One step as a process; a parallel step prints nothing until its output is requested."""

    def __init__(self, name: str, extra: list[str], *, beside: bool = False) -> None:
        program, *arguments = (STEPS | ON_REQUEST)[name]
        self.program = program
        self.printed = TemporaryFile() if beside else None  # noqa: SIM115 - it is read when the step has ended
        print(f"--- {program} {' '.join(arguments)}{', beside the others' * beside}", flush=True)
        command = [str(BIN / program), *arguments, *extra]
        self.process = subprocess.Popen(
            command,
            cwd=ROOT,
            env=environment(),
            stdout=self.printed,
            stderr=subprocess.STDOUT if beside else None,
        )

    def failed(self) -> bool:
        """Whether it has ended, and not well."""
        return bool(self.process.poll())

    def code(self, other: Step | None = None) -> int:
        """Wait for its end, and say how it ended; it is ended where another one fails meanwhile."""
        while other is not None and self.process.poll() is None:
            if other.failed():
                self.end()
                return 0
            sleep(PAUSE)
        code = self.process.wait()
        if self.printed is not None:
            print(f"--- {self.program}", flush=True)
            self.printed.seek(0)
            sys.stdout.write(self.printed.read().decode(errors="replace"))
        if code:
            print(f"--- {self.program} failed with exit code {code}", flush=True)
        return code

    def end(self) -> None:
        """Interrupt it, as ^C does, where it has not ended."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
            self.process.wait()
        if self.printed is not None:
            self.printed.close()


def run(names: list[str], extra: list[str], *, beside: str | None = None) -> int:
    """Run steps in order, the tests last, and one beside them; the exit code is that of the first that fails.

    Args:
        names: the steps, without the one beside them.
        extra: further arguments of the tests.
        beside: the step that starts first and is waited for last.
    """
    new = not (ROOT / ".mypy_cache").exists()
    other = Step(beside, [], beside=True) if beside else None
    step: Step | None = None
    try:
        tests = [name for name in names if name in TESTS]
        with compiled_tests(new and bool(tests) and len(names) > 1):
            for name in names:
                if name not in tests:
                    step = Step(name, [])
                    if code := step.code(other):
                        return code
        for name in tests:
            if other is None or not other.failed():
                step = Step(name, extra)
                if code := step.code(other):
                    return code
        return other.code() if other is not None else 0
    finally:
        for each in (step, other):
            if each is not None:
                each.end()


def main(given: list[str]) -> int:
    """Run the requested steps; the exit code is that of the first step that fails."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    names = (*STEPS, *ON_REQUEST)
    parser.add_argument("--only", choices=names, metavar="STEP", help=f"one of {', '.join(names)}")
    parser.add_argument("--short", action="store_true", help="leave out the tests marked slow")
    options, extra = parser.parse_known_args(given)
    extra = [*(without_slow() if options.short else ()), *extra]
    if options.only:
        return run([options.only], extra)
    return run([name for name in STEPS if name != BESIDE], extra, beside=BESIDE)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
