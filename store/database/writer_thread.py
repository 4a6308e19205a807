"""Writes rows in a thread, so that the next batch is read while the last one is being written.

Only that thread uses the session until `settle` has returned, because a session must not be shared. It writes
batches in order and decides nothing about their content.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from types import TracebackType

Write = Callable[[], None]

_WAITING = 2
"""Largest number of waiting batches; more would only cost memory."""


class BatchWriter:
    """Runs callables in order in one thread. Use it as a context manager.

    After a failure everything submitted later is dropped, and `give` or `settle` raises the error.
    """

    def __init__(self) -> None:
        self._pool = ThreadPoolExecutor(max_workers=1, thread_name_prefix="batch-writer")
        self._given: deque[Future[None]] = deque()
        self._failure: BaseException | None = None

    def __enter__(self) -> BatchWriter:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._pool.shutdown()

    def give(self, write: Write) -> None:
        """Submit a write, waiting while too many are queued. Raises the error of an earlier write."""
        self._await(_WAITING)
        self._given.append(self._pool.submit(self._run, write))

    def settle(self) -> None:
        """Wait until everything is written. Raises the error of a write."""
        self._await(0)

    def _await(self, most: int) -> None:
        """Wait until at most `most` writes are queued."""
        while len(self._given) > most:
            self._given.popleft().result()
        if self._failure is not None:
            raise self._failure

    def _run(self, write: Write) -> None:
        if self._failure is not None:
            return
        try:
            write()
        except BaseException as error:
            self._failure = error
            raise
