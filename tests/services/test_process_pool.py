"""The pool of worker processes: every item once, even if a worker dies, and nothing left behind."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from tests.cli.run import ROOT, environment
from tests.services import pool_work
from workbench.errors import WorkbenchError
from workbench.services.scores.process_pool import WorkerDied, run_pool, usable_cores


def alive(pid: int) -> bool:
    """Whether a process runs; one that ended and waits for its parent does not."""
    try:
        state = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state != "Z"


def soon(happens: Callable[[], bool], seconds: float = 60) -> bool:
    """Whether something happens within a generous time."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        if happens():
            return True
        time.sleep(0.02)
    return happens()


@pytest.mark.parametrize("jobs", [1, 3, 9])
def test_every_item_is_worked_on_once(jobs: int) -> None:
    """Each position returns its own result with any number of workers."""
    found = list(run_pool(pool_work.doubling, [5, 6, 7, 8], jobs))
    assert sorted(found) == [(0, 10), (1, 12), (2, 14), (3, 16)]


def test_no_items_need_no_worker() -> None:
    """An empty run ends at once."""
    assert list(run_pool(pool_work.doubling, [], 2)) == []


def test_a_deadly_item_is_tried_twice_and_the_rest_is_done() -> None:
    """It is returned with what killed its worker; its first death is reported."""
    stated: list[tuple[str, WorkerDied]] = []
    words = ["a", "die", "b", "c"]
    results = run_pool(pool_work.dying, words, 2, on_death=lambda word, death: stated.append((word, death)))
    died = WorkerDied(-signal.SIGKILL)
    assert dict(results) == {0: "a", 1: died, 2: "b", 3: "c"}
    assert stated == [("die", died)]
    assert died.how == "was killed by signal 9"


def test_a_worker_ends_without_a_search_for_cycles(tmp_path: Path) -> None:
    """A collection at exit would scan everything the worker holds while the caller waits for the result."""
    place = tmp_path / "found"
    assert list(run_pool(pool_work.ringing, [str(place)], 1)) == [(0, str(place))]
    assert not place.exists()


def test_an_item_whose_worker_was_killed_by_others_is_done_by_the_next(tmp_path: Path) -> None:
    """One death is no verdict on the item."""
    word = str(tmp_path / "second-time")
    assert dict(run_pool(pool_work.dying, [word, "a"], 2)) == {0: word, 1: "a"}


def test_workers_that_never_start_are_an_error() -> None:
    """Instead of starting them for ever."""
    with pytest.raises(WorkbenchError, match="ended with code 7") as caught:
        list(run_pool(pool_work.failing, ["a"], 1))
    assert caught.value.code == "worker_died"


def test_closing_ends_the_workers_at_once() -> None:
    """In the middle of an item too."""
    with closing(run_pool(pool_work.pids, [0.0, 3600.0, 3600.0], 2)) as results:
        _, pid = next(results)
        assert isinstance(pid, int)
        assert alive(pid)
    assert not alive(pid)


def test_workers_end_with_a_parent_that_was_killed(tmp_path: Path) -> None:
    """Workers also end if the parent was killed and could not notify them."""
    script = (
        "from tests.services import pool_work\n"
        "from workbench.services.scores.process_pool import run_pool\n"
        "if __name__ == '__main__':\n"
        "    for _, pid in run_pool(pool_work.pids, [0.0, 0.0, 3600.0, 3600.0], 2):\n"
        "        print(pid, flush=True)\n"
    )
    program = tmp_path / "program.py"
    program.write_text(script, encoding="utf-8")
    with subprocess.Popen(
        [sys.executable, str(program)], cwd=ROOT, env=environment(), stdout=subprocess.PIPE, text=True
    ) as parent:
        assert parent.stdout is not None
        workers = {int(parent.stdout.readline()) for _ in range(2)}
        os.kill(parent.pid, signal.SIGKILL)
    assert soon(lambda: not any(alive(pid) for pid in workers))


def test_there_is_a_core_at_least() -> None:
    """And no more than the machine has."""
    assert 1 <= usable_cores() <= (os.cpu_count() or 1)
