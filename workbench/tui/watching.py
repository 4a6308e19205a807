"""Detects that another process wrote to the store, by size and time of its file; it opens nothing.

A change counts once the file has been unchanged for one interval, so that a long import is read once, at its
end, and the writer is not disturbed.
"""

from __future__ import annotations

import os
from pathlib import Path

EVERY_SECONDS = 1.5
"""Seconds between two looks at the file: one system call for it and one for its log."""

State = tuple[tuple[int, int, int] | None, ...]


class FileWatch:
    """Compares a store's file with its state when it was last read."""

    def __init__(self, location: str) -> None:
        """Watch the file at `location`; a URL is not watched."""
        path = None if "://" in location else Path(location).expanduser()
        self._files = () if path is None else (path, path.with_name(path.name + ".wal"))
        self._read = self._last = self._now()

    def changed(self) -> bool:
        """Return whether the file has changed since the last read and is still now.

        It then counts as read.
        """
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
