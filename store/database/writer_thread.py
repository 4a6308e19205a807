"""Write rows in a thread of its own, so that the next batch is read while the last one is written.

Only that thread uses the session until `settle` has returned: a session is not for two threads at once.
It keeps no order between tables beyond that of the batches and decides nothing about what is written.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from types import TracebackType

Write = Callable[[], None]

_WAITING = 2
"""Most batches that wait while one is written: more would only cost memory."""


class BatchWriter:
    """Runs what it is given, in order, in one thread. Use it as a context manager.

    A failure ends the writing: everything given later is dropped, and `give` or `settle` raises it.
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
        """Have something written, waiting while too much waits. Raises what an earlier write raised."""
        self._await(_WAITING)
        self._given.append(self._pool.submit(self._run, write))

    def settle(self) -> None:
        """Wait until everything is written. Raises what a write raised."""
        self._await(0)

    def _await(self, most: int) -> None:
        """Wait until at most so many wait themselves."""
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
