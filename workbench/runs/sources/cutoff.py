"""End a connection when its time is over, even while its headers arrive one byte at a time.

A library's timeout is for each read; a server that sends a little before each timeout never reaches it.
"""

from __future__ import annotations

import contextlib
import socket
import threading
from collections.abc import Callable
from types import TracebackType
from typing import Any, TypeVar

T = TypeVar("T")
_CONNECTED = ("connection.connect_tcp.complete", "connection.start_tls.complete")


class Cutoff:
    """Shuts the connections that were opened under it after a number of seconds.

    Args:
        seconds: seconds from its start.
    """

    def __init__(self, seconds: float) -> None:
        self._timer = threading.Timer(seconds, self._shut)
        self._timer.daemon = True
        self._lock = threading.Lock()
        self._sockets: list[socket.socket] = []
        self.met = False
        """Whether the time is over."""

    def __enter__(self) -> Cutoff:
        self._timer.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._timer.cancel()

    def follow(self, event: str, info: dict[str, Any]) -> None:
        """Receive each event of a request, in the form of the library's extension `trace`."""
        if event not in _CONNECTED:
            return
        opened = info["return_value"].get_extra_info("socket")
        if opened is not None:
            with self._lock:
                self._sockets.append(opened)
            if self.met:
                self._shut()

    def _shut(self) -> None:
        self.met = True
        with self._lock:
            for each in self._sockets:
                with contextlib.suppress(OSError):
                    socket.socket.shutdown(each, socket.SHUT_RDWR)


def within(seconds: float, act: Callable[[], T]) -> T:
    """Return the result of a call that cannot be interrupted, such as a name lookup, if it ends in time.

    A call that takes longer continues in a thread that nothing waits for.

    Raises:
        TimeoutError: it took longer.
        Exception: what the call raises.
    """
    given: list[T] = []
    failed: list[Exception] = []

    def work() -> None:
        try:
            given.append(act())
        except Exception as error:  # re-raised by the waiting thread
            failed.append(error)

    thread = threading.Thread(target=work, name="looked-up", daemon=True)
    thread.start()
    thread.join(max(0.0, seconds))
    if failed:
        raise failed[0]
    if not given:
        raise TimeoutError
    return given[0]
