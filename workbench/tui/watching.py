"""Notices that somebody else wrote to the store, by the size and time of its file; it opens nothing.

A change counts once the file has been still for one look, so that a long import is read once, at its end,
and whoever writes is not disturbed.
"""

from __future__ import annotations

import os
from pathlib import Path

EVERY_SECONDS = 1.5
"""How often the file is looked at: one call of the system for it and one for its log."""

State = tuple[tuple[int, int, int] | None, ...]


class FileWatch:
    """Compares a store's file with how it was when it was last read."""

    def __init__(self, location: str) -> None:
        """`location` is a path; a URL is not watched."""
        path = None if "://" in location else Path(location).expanduser()
        self._files = () if path is None else (path, path.with_name(path.name + ".wal"))
        self._read = self._last = self._now()

    def changed(self) -> bool:
        """Whether the file is another than when it was last read, and still; then it counts as read."""
        now = self._now()
        if now == self._read or now != self._last:
            self._last = now
            return False
        self._read = now
        return True

    def _now(self) -> State:
        return tuple(_state(each) for each in self._files)


def _state(path: Path) -> tuple[int, int, int] | None:
    try:
        found = os.stat(path)  # noqa: PTH116 (one call, no object)
    except OSError:
        return None
    return found.st_ino, found.st_size, found.st_mtime_ns
