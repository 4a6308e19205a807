"""A cache of one parsed file, for reading its conversations one after the other."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Generic, TypeVar

_File = TypeVar("_File")


class LastRead(Generic[_File]):
    """Cache that reads a file once for all its conversations.

    Args:
        load: reads a whole file; `of` raises what it raises.
    """

    def __init__(self, load: Callable[[Path], _File]) -> None:
        self._load = load
        self._kept: tuple[Path, _File] | None = None

    def of(self, path: Path) -> _File:
        """Return the file's contents, reading it unless it was read last."""
        if self._kept is None or self._kept[0] != path:
            self._kept = None
            self._kept = (path, self._load(path))
        return self._kept[1]

    def again(self, path: Path) -> _File:
        """Return the file's current contents, ignoring the cache."""
        self.forget()
        return self.of(path)

    def forget(self) -> None:
        """Release the cached contents."""
        self._kept = None

    @contextmanager
    def once(self) -> Iterator[None]:
        """Release the cached contents after the block."""
        try:
            yield
        finally:
            self.forget()
