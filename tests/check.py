"""Everything that must hold before a change lands: format, lint, types, import contracts, tests.

Run as `python tests/check.py`; extra arguments go to pytest. Stops at the first step that fails.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BIN = Path(sys.executable).parent
WORKERS = "3"
"""One more than the cores that are counted on: tests of screens and of processes wait much of their time."""
STEPS: tuple[tuple[str, ...], ...] = (
    ("ruff", "format", "--check", "."),
    ("ruff", "check", "."),
    ("mypy",),
    ("lint-imports",),
    ("pytest", "-q", "-n", WORKERS, "--dist", "worksteal"),
)


def main(extra: list[str]) -> int:
    """Run the steps in order; the exit code is that of the first one that fails."""
    for step in STEPS:
        command = [str(BIN / step[0]), *step[1:], *(extra if step[0] == "pytest" else [])]
        print(f"--- {' '.join(step)}", flush=True)
        code = subprocess.run(command, cwd=ROOT, check=False).returncode
        if code:
            print(f"--- {step[0]} failed with exit code {code}", flush=True)
            return code
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
