"""Take each repair of `repairs.toml` out again, in a copy of the tree: the test that holds it must fail then.

Run: python -m bench.breakers [--only WORDS] [--table]
Prints a line for each repair: `holds` where its test passes with it and fails without, and how many of the
rows were shown so; exits 1 where one was not. With `--table` only what `tests/breakers.md` holds is printed.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
REPAIRS = Path(__file__).with_name("repairs.toml")
FOLDERS = ("gates", "store", "workbench", "tests", "bench", "sample_sessions", "docs")
PASSED, FAILED = 0, 1
"""How pytest ends; anything else is no verdict on the code."""
SECONDS = 300


@dataclass(frozen=True, slots=True)
class Repair:
    """One repair: how it is taken out, and the test that must fail then."""

    found: str
    says: str
    test: str
    file: str
    old: str
    new: str

    def taken_out(self, text: str) -> str:
        """Return the file's text without the repair.

        Raises:
            ValueError: the text to remove does not occur exactly once.
        """
        if text.count(self.old) != 1:
            raise ValueError(f"{self.file} holds what is to be taken out {text.count(self.old)} times")
        return text.replace(self.old, self.new)


def repairs() -> Iterator[Repair]:
    """All that are listed, in the order of the table."""
    for row in tomllib.loads(REPAIRS.read_text(encoding="utf-8"))["row"]:
        for repair in row["repair"]:
            yield Repair(row["found"], **repair)


def table() -> str:
    """The index of rows and tests, as Markdown."""
    lines = ["| found | held | test |", "| --- | --- | --- |"]
    lines += [f"| {repair.found} | {repair.says} | `{repair.test}` |" for repair in repairs()]
    return "\n".join(lines) + "\n"


def copy_tree(target: Path) -> None:
    """A copy of the tree to take repairs out of."""
    for name in FOLDERS:
        shutil.copytree(ROOT / name, target / name, ignore=shutil.ignore_patterns("__pycache__"))
    for path in ROOT.iterdir():
        if path.is_file():
            shutil.copy2(path, target / path.name)


def outcome(tree: Path, test: str) -> int:
    """How pytest ends on a test, run in a tree and importing from it."""
    command = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", test]
    env = {**os.environ, "PYTHONPATH": str(tree), "PYTHONDONTWRITEBYTECODE": "1"}
    try:
        done = subprocess.run(
            command, cwd=tree, env=env, capture_output=True, text=True, timeout=SECONDS, check=False
        )
    except subprocess.TimeoutExpired:
        return FAILED  # what hangs without its repair is not held up by it
    return done.returncode


def shown(tree: Path, repair: Repair, passing: dict[str, int]) -> str:
    """`holds`, or why a repair was not shown to be held."""
    path = tree / repair.file
    whole = path.read_text(encoding="utf-8")
    if repair.test not in passing:
        passing[repair.test] = outcome(tree, repair.test)
    if passing[repair.test] != PASSED:
        return f"its test does not pass as things are ({passing[repair.test]})"
    try:
        path.write_text(repair.taken_out(whole), encoding="utf-8")
        ended = outcome(tree, repair.test)
    except ValueError as error:
        return str(error)
    finally:
        path.write_text(whole, encoding="utf-8")
    if ended == FAILED:
        return "holds"
    return "its test passes without it" if ended == PASSED else f"its test ended with {ended} without it"


def main() -> int:
    """Read the command line; show what is held."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--only", metavar="WORDS", default="", help="repairs whose words hold these")
    parser.add_argument("--table", action="store_true", help="print the index of tests and do nothing")
    given = parser.parse_args()
    if given.table:
        print(table(), end="")
        return 0
    chosen = [repair for repair in repairs() if given.only in f"{repair.found}: {repair.says}"]
    missing: set[str] = set()
    with tempfile.TemporaryDirectory(prefix="breakers-") as place:
        tree = Path(place)
        copy_tree(tree)
        passing: dict[str, int] = {}
        for repair in chosen:
            said = shown(tree, repair, passing)
            if said != "holds":
                missing.add(repair.found)
            print(f"{said}: {repair.found}: {repair.says}", flush=True)
    rows = {repair.found for repair in chosen}
    print(f"{len(rows - missing)} of {len(rows)} rows: each test fails without its repair and passes with it")
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())
