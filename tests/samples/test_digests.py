"""Reports on the sample sessions are the same bytes everywhere: committed digests (GF)."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tests.samples.digests import digests

ROOT = Path(__file__).resolve().parents[2]
GOLDEN = Path(__file__).parent / "digests.txt"
OTHERS = tuple(f"python3.{minor}" for minor in range(11, 15) if minor != sys.version_info.minor)
"""Beside the one that runs the tests, which prints the digests in two surroundings anyway."""
GIVEN = os.environ.get("WORKBENCH_PYTHONS", "").split()
"""Interpreters with the packages installed, named outright; beside them the ones on the path are tried."""


def committed() -> list[str]:
    if os.environ.get("UPDATE_GOLDEN"):
        GOLDEN.write_text("\n".join(digests()) + "\n", encoding="utf-8")
    return GOLDEN.read_text(encoding="utf-8").splitlines()


def printed(python: str, **surroundings: str) -> list[str]:
    """What another process of that Python prints, with the packages of this one."""
    own = [p for p in sys.path if p.endswith("site-packages")] if python not in GIVEN else []
    paths = os.pathsep.join([str(ROOT), *own])
    environment = {"PATH": os.environ.get("PATH", ""), "PYTHONPATH": paths, **surroundings}
    run = subprocess.run(
        [python, "-m", "tests.samples.digests"],
        cwd=ROOT, env=environment, capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip
    lacking = ("No module named", "cannot import", "command not found")
    if run.returncode and any(words in run.stderr for words in lacking):
        pytest.skip(f"{python} cannot run it: {run.stderr.strip().splitlines()[-1]}")
    assert run.returncode == 0, run.stderr
    return run.stdout.splitlines()


def test_reports_have_the_committed_digests() -> None:
    """A changed digest is a changed verdict: read what changed, then UPDATE_GOLDEN=1."""
    assert digests() == committed()


def test_threads_give_the_same_reports() -> None:
    """Two evaluations at once give what one gives."""
    with ThreadPoolExecutor(2) as pool:
        for lines in pool.map(lambda _: digests(), range(2)):
            assert lines == committed()


@pytest.mark.parametrize(
    "surroundings",
    [
        {"PYTHONHASHSEED": "1", "LC_ALL": "C", "TZ": "Pacific/Apia"},
        {"PYTHONHASHSEED": "4242", "LC_ALL": "tr_TR.UTF-8", "LANG": "tr_TR.UTF-8", "TZ": "America/Caracas"},
    ],
)
def test_hash_seed_locale_and_time_zone_change_nothing(surroundings: dict[str, str]) -> None:
    """Another process with another hash seed, locale and time zone prints the same digests."""
    assert printed(sys.executable, **surroundings) == committed()


@pytest.mark.parametrize("name", [*GIVEN, *OTHERS])
def test_every_python_found_gives_the_same_reports(name: str) -> None:
    """Each other Python of this machine prints the same digests."""
    found = shutil.which(name)
    if found is None:
        pytest.skip(f"{name} is not installed here")
    assert printed(found, PATH=os.environ["PATH"]) == committed()
