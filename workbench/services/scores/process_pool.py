"""A pool of worker processes that survives the death of one: its item is tried once more, then reported.

Workers are spawned, never forked, so that no threads or open files of this process are copied into them; each
imports what it needs once. They end with this process, however it ends.
"""

from __future__ import annotations

import gc
import multiprocessing
import os
import signal
import threading
from collections import Counter, deque
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection, wait
from pathlib import Path
from typing import Any, Generic, TypeVar

from workbench.errors import WorkbenchError
from workbench.interpreter import much_data

T = TypeVar("T")
R = TypeVar("R")

ATTEMPTS = 2
"""Number of attempts after which a worker's death is attributed to its item."""
MOST_FAILED_STARTS = 3
_READY = "ready"
_context = multiprocessing.get_context("spawn")


@dataclass(frozen=True)
class WorkerDied:
    """The result for an item whose worker died at each attempt."""

    exit_code: int | None
    """A negative value is minus the number of the signal."""

    @property
    def how(self) -> str:
        """The way in which the worker ended, in words."""
        code = self.exit_code
        return f"was killed by signal {-code}" if code is not None and code < 0 else f"ended with code {code}"


def usable_cores() -> int:
    """Return the number of cores that this process may use, by its affinity and its container's limit."""
    try:
        cores = len(os.sched_getaffinity(0))
    except AttributeError:  # not on every system
        cores = os.cpu_count() or 1
    with suppress(OSError, ValueError):
        quota, period = Path("/sys/fs/cgroup/cpu.max").read_text(encoding="ascii").split()
        if quota != "max":
            cores = min(cores, -(-int(quota) // int(period)))
    return max(cores, 1)


def run_pool(
    opener: Callable[[], Callable[[T], R]],
    items: Sequence[T],
    jobs: int,
    *,
    on_death: Callable[[T, WorkerDied], None] = lambda _item, _death: None,
) -> Generator[tuple[int, R | WorkerDied], None, None]:
    """Work on every item in one of `jobs` processes; yield indices in `items` with results, as completed.

    `opener` is pickled to each worker and called there once; its result is called with each item. Closing the
    iterator ends the workers at once.

    Raises:
        WorkbenchError: the worker processes do not start.
    """
    pool = _Pool(opener, items, on_death)
    pool.waiting.extend(range(len(items)))
    try:
        pool.grow(min(jobs, len(items)))
        while pool.workers:
            yield from pool.step()
    finally:
        pool.end()


class _Worker:
    """One process with the index of its current item."""

    def __init__(self, opener: Callable[[], Any]) -> None:
        self.pipe, theirs = _context.Pipe()
        self.process = _context.Process(target=_serve, args=(theirs, opener), daemon=True)
        self.ready = False
        self.place: int | None = None
        with interrupts_held_back():
            self.process.start()
        theirs.close()  # so that its end is seen when the process dies


class _Pool(Generic[T, R]):
    """The workers, the waiting items, and the number of attempts at each."""

    def __init__(
        self,
        opener: Callable[[], Callable[[T], R]],
        items: Sequence[T],
        on_death: Callable[[T, WorkerDied], None],
    ) -> None:
        self.workers: list[_Worker] = []
        self.waiting: deque[int] = deque()
        self._opener = opener
        self._items = items
        self._on_death = on_death
        self._deaths: Counter[int] = Counter()
        self._failed_starts = 0

    def grow(self, count: int) -> None:
        """Start workers."""
        for _ in range(count):
            self.workers.append(_Worker(self._opener))

    def step(self) -> Iterator[tuple[int, R | WorkerDied]]:
        """Wait until a worker answers or dies; yield the finished items."""
        considered = wait([worker.pipe for worker in self.workers])
        for worker in [each for each in self.workers if each.pipe in considered]:
            try:
                received = worker.pipe.recv()
            except (EOFError, OSError):
                yield from self._lost(worker)
                continue
            if received == _READY:
                worker.ready = True
                self._failed_starts = 0
            else:
                yield received
            self._give_next(worker)

    def end(self) -> None:
        """Kill the running workers, so that no work outlives the pool."""
        for worker in self.workers:
            worker.process.kill()
        for worker in self.workers:
            worker.process.join()
            worker.pipe.close()
        self.workers.clear()

    def _give_next(self, worker: _Worker) -> None:
        worker.place = self.waiting.popleft() if self.waiting else None
        if worker.place is None:
            self._drop(worker)
            return
        with suppress(OSError):  # it died meanwhile, which the next `recv` tells
            worker.pipe.send((worker.place, self._items[worker.place]))

    def _drop(self, worker: _Worker) -> None:
        self.workers.remove(worker)
        worker.pipe.close()  # at which it ends by itself
        worker.process.join(timeout=5)
        worker.process.kill()
        worker.process.join()

    def _lost(self, worker: _Worker) -> Iterator[tuple[int, WorkerDied]]:
        place = worker.place
        self._drop(worker)
        death = WorkerDied(worker.process.exitcode)
        if place is None:
            self._failed_starts += not worker.ready
            if self._failed_starts >= MOST_FAILED_STARTS:
                raise WorkbenchError(
                    f"worker processes do not start: the last one {death.how}",
                    "--jobs 1 works in this process alone",
                    code="worker_died",
                )
        else:
            self._deaths[place] += 1
            if self._deaths[place] < ATTEMPTS:
                self._on_death(self._items[place], death)
                self.waiting.append(place)  # last, when fewer others take memory
            else:
                yield place, death
        if len(self.workers) < len(self.waiting):
            self.grow(1)


def _serve(pipe: Connection, opener: Callable[[], Callable[[Any], Any]]) -> None:
    """Run a worker: receive items, send back their index and result, until no more come."""
    threading.Thread(target=_end_with_parent, daemon=True).start()
    work = opener()
    with much_data(), suppress(EOFError, OSError):
        pipe.send(_READY)
        while True:
            place, item = pipe.recv()
            pipe.send((place, work(item)))
    gc.freeze()  # what is left needs no search for cycles: the process ends, and takes all of it along


def _end_with_parent() -> None:
    """End at once, even within an item, when the parent process is gone."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


@contextmanager
def interrupts_held_back() -> Iterator[None]:
    """Block `^C` while processes start: they inherit that, so that only this process reacts to it."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    resource_tracker.ensure_running()  # it would let interrupts through again when it is started later
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
