"""Everything that must hold before a change lands: format, lint, types, import contracts, tests.

Run as `python tests/check.py`, which stops at the first step that fails. `--only mypy` runs one step (format,
lint, mypy, imports, tests, or coverage: the tests with a count of the lines that they run), `--short` the
tests without those marked slow; other arguments go to pytest.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

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


def environment() -> dict[str, str]:
    """That of the steps: bytecode is kept, or every worker and command under test would compile all again."""
    return {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}


def without_slow() -> list[str]:
    """What leaves out the tests marked slow: their modules are not even imported."""
    return ["-m", "not slow", *(f"--ignore={name}" for name in SLOW.read_text(encoding="utf-8").split())]


@contextmanager
def compiled_tests(wanted: bool) -> Iterator[None]:
    """Have one process compile the tests of a new checkout, beside mypy; each worker would do so else."""
    if not wanted or (ROOT / ".mypy_cache").exists():
        yield
        return
    command = [str(BIN / "pytest"), "--collect-only", "-q", "-p", "no:cacheprovider"]
    with subprocess.Popen(command, cwd=ROOT, env=environment(), stdout=subprocess.DEVNULL) as collecting:
        yield
        collecting.wait()


def run(names: list[str], extra: list[str]) -> int:
    """Run steps in order; the exit code is that of the first one that fails."""
    for name in names:
        program, *arguments = (STEPS | ON_REQUEST)[name]
        print(f"--- {program} {' '.join(arguments)}", flush=True)
        code = subprocess.run(
            [str(BIN / program), *arguments, *extra], cwd=ROOT, env=environment(), check=False
        ).returncode
        if code:
            print(f"--- {program} failed with exit code {code}", flush=True)
            return code
    return 0


def main(given: list[str]) -> int:
    """Run the steps in order; the exit code is that of the first one that fails."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    names = (*STEPS, *ON_REQUEST)
    parser.add_argument("--only", choices=names, metavar="STEP", help=f"one of {', '.join(names)}")
    parser.add_argument("--short", action="store_true", help="leave out the tests marked slow")
    options, extra = parser.parse_known_args(given)
    chosen = [
        name for name in names if name == options.only or (options.only is None and name not in ON_REQUEST)
    ]
    tests = [name for name in chosen if name in ("tests", "coverage")]
    with compiled_tests(bool(tests) and len(chosen) > 1):
        code = run([name for name in chosen if name not in tests], [])
    return code or run(tests, [*(without_slow() if options.short else ()), *extra])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
