"""Caches what was parsed from small bodies of rows, while the program runs.

A run's next snapshot is made of all its earlier drafts and their reports, which never change. An entry is
found by the bytes that it was parsed from, so it is never another row's, and nothing depends on the cache.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from threading import Lock
from typing import Generic, TypeVar

MOST_BYTES = 2_000_000
"""Most bytes of bodies, as stored, whose values are cached; a value takes some twenty times as many."""
LARGEST = 50_000
"""Most bytes of one body."""

_Parsed = TypeVar("_Parsed")


class ParsedBodies(Generic[_Parsed]):
    """The values used last. They must be immutable: all readers share them."""

    def __init__(self, parse: Callable[[bytes], _Parsed]) -> None:
        self._parse = parse
        self._known: OrderedDict[bytes, _Parsed] = OrderedDict()
        self._size = 0
        self._lock = Lock()

    def of(self, body: bytes) -> _Parsed:
        """Return the value of a body. Raises what the parser raises, each time."""
        with self._lock:
            if body in self._known:
                self._known.move_to_end(body)
                return self._known[body]
        made = self._parse(body)
        if len(body) <= LARGEST:
            self._keep(body, made)
        return made

    def _keep(self, body: bytes, made: _Parsed) -> None:
        with self._lock:
            if body not in self._known:
                self._known[body] = made
                self._size += len(body)
            while self._size > MOST_BYTES:
                self._size -= len(self._known.popitem(last=False)[0])
