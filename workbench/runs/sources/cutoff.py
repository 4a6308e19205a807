"""End a connection when its time is over, also while its head comes in one sign at a time.

A library's timeout is of each read; a server that sends a little before each of them ends is never met by it.
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
    """Shuts the connections that were opened under it, so many seconds from its beginning.

    Args:
        seconds: until then.
    """

    def __init__(self, seconds: float) -> None:
        self._timer = threading.Timer(seconds, self._shut)
        self._timer.daemon = True
        self._lock = threading.Lock()
        self._sockets: list[socket.socket] = []
        self.met = False
        """Whether the time was over."""

    def __enter__(self) -> Cutoff:
        self._timer.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._timer.cancel()

    def follow(self, event: str, info: dict[str, Any]) -> None:
        """Hear of each event of a request, as the library's extension `trace` gives it."""
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
    """What a call gives that cannot be broken off, such as the look-up of a name; waited for so long only.

    A call that takes longer ends by itself, in a thread that nobody waits for.

    Raises:
        TimeoutError: it took longer.
        Exception: what the call raises.
    """
    given: list[T] = []
    failed: list[Exception] = []

    def work() -> None:
        try:
            given.append(act())
        except Exception as error:  # handed to whoever waits
            failed.append(error)

    thread = threading.Thread(target=work, name="looked-up", daemon=True)
    thread.start()
    thread.join(max(0.0, seconds))
    if failed:
        raise failed[0]
    if not given:
        raise TimeoutError
    return given[0]
