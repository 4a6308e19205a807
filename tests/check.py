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


def main(given: list[str]) -> int:
    """Run the steps in order; the exit code is that of the first one that fails."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    names = (*STEPS, *ON_REQUEST)
    parser.add_argument("--only", choices=names, metavar="STEP", help=f"one of {', '.join(names)}")
    parser.add_argument("--short", action="store_true", help="leave out the tests marked slow")
    options, extra = parser.parse_known_args(given)
    for name, step in (STEPS | ON_REQUEST).items():
        if name != options.only and (options.only or name in ON_REQUEST):
            continue
        command = [str(BIN / step[0]), *step[1:]]
        if step[0] == "pytest":
            command += [*(without_slow() if options.short else ()), *extra]
        print(f"--- {' '.join(step)}", flush=True)
        code = subprocess.run(command, cwd=ROOT, env=environment(), check=False).returncode
        if code:
            print(f"--- {step[0]} failed with exit code {code}", flush=True)
            return code
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
