"""Fixtures that every test may use."""

from __future__ import annotations

import atexit
import gc
import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from tests.held_stores import HELD
from tests.surroundings import leave_for_good

settings.register_profile(
    "steady", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("steady")  # a busy machine must not fail a test: none asserts wall-clock times

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    # A run that was begun in the background ignores ^C, and so would every program that a test interrupts.
    signal.signal(signal.SIGINT, signal.default_int_handler)

gc.set_threshold(200_000, 50, 100)  # what is collected stays: scanning it takes a sixth of the time
leave_for_good()
_CHECKOUT = Path(__file__).resolve().parent.parent
SLOW = frozenset((_CHECKOUT / "tests" / "slow.txt").read_text(encoding="utf-8").split())
"""Modules whose tests together take over a second of CPU: stores, processes, screens, real transcripts."""

_OPENED_EACH_TIME = ("store/", "endurance/")
"""Where the subject of tests is how a store is opened, shared and let go."""
_HELD_ALL_THE_SAME = (
    *("store/boundary/", "store/context/", "store/journal/", "store/records/", "store/verify/"),
    "store/lifecycle/test_bundles.py",
)
"""What it is not, below the first of these."""
if not os.environ.get("WORKBENCH_TESTS_REOPEN"):
    HELD.install()


@pytest.fixture(autouse=True)
def _runs_judge_by_words(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whether the extra `meaning` is installed changes what a run cites; its own tests put it in place."""
    monkeypatch.setenv("WORKBENCH_RUN_MEANING", "off")


@pytest.fixture(autouse=True)
def _stores_stay_open(request: pytest.FixtureRequest) -> Iterator[None]:
    """Open a store once a test, as `tests/held_stores.py` says."""
    module = request.path.relative_to(_CHECKOUT / "tests").as_posix()
    if module.startswith(_OPENED_EACH_TIME) and not module.startswith(_HELD_ALL_THE_SAME):
        yield
        return
    HELD.begin()
    yield
    HELD.end()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what the short run leaves out."""
    for item in items:
        if item.path.relative_to(_CHECKOUT).as_posix() in SLOW:
            item.add_marker(pytest.mark.slow)


def pytest_collection_finish() -> None:
    """Let the collector run seldom, over what is new: it took a fifth of the tests of screens."""
    gc.collect()
    gc.freeze()
    atexit.register(gc.unfreeze)
    gc.set_threshold(10_000, 20, 20)


@pytest.fixture(scope="session")
def in_full() -> bool:
    """Whether tests that have a long form run it: they do where `WORKBENCH_LONG` is set."""
    return bool(os.environ.get("WORKBENCH_LONG"))


@pytest.fixture(scope="session")
def shared_data() -> Path:
    """The folder of shared transcripts; a test that uses it is skipped if there is none."""
    given = os.environ.get("WORKBENCH_SHARED_DATA")
    folder = Path(given) if given else _CHECKOUT.parent / "shared" / "data"
    if not (folder / "sessions").is_dir():
        pytest.skip(f"no shared transcripts at {folder}; set WORKBENCH_SHARED_DATA")
    return folder
