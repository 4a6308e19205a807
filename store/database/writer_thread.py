"""Write rows in a thread of its own, so that the next batch is read while the last one is written.

Only that thread uses the session until `settle` has returned: a session is not for two threads at once.
It keeps no order between tables beyond that of the batches and decides nothing about what is written.
"""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable
from types import TracebackType

Write = Callable[[], None]

_WAITING = 2
"""Most batches that wait while one is written: more would only cost memory."""


class BatchWriter:
    """Runs what it is given, in order, in one thread. Use it as a context manager.

    A failure ends the writing: everything given later is dropped, and `give` or `settle` raises it.
    """

    def __init__(self) -> None:
        self._waiting: queue.Queue[Write | None] = queue.Queue(_WAITING)
        self._failure: BaseException | None = None
        self._thread = threading.Thread(target=self._work, name="batch-writer", daemon=True)

    def __enter__(self) -> BatchWriter:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._waiting.put(None)
        self._thread.join()

    def give(self, write: Write) -> None:
        """Have something written, waiting while too much waits. Raises what an earlier write raised."""
        self._check()
        self._waiting.put(write)

    def settle(self) -> None:
        """Wait until everything is written. Raises what a write raised."""
        self._waiting.join()
        self._check()

    def _check(self) -> None:
        if self._failure is not None:
            raise self._failure

    def _work(self) -> None:
        while (write := self._waiting.get()) is not None:
            try:
                if self._failure is None:
                    write()
            except BaseException as error:
                self._failure = error
            finally:
                self._waiting.task_done()
        self._waiting.task_done()
