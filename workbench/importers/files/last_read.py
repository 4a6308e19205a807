"""What was read of one file, kept while its conversations are taken one by one, and no longer."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Generic, TypeVar

_File = TypeVar("_File")


class LastRead(Generic[_File]):
    """Reads a file once for all its conversations.

    Args:
        load: reads a file as a whole; what it raises is raised by `of`.
    """

    def __init__(self, load: Callable[[Path], _File]) -> None:
        self._load = load
        self._kept: tuple[Path, _File] | None = None

    def of(self, path: Path) -> _File:
        """What is in a file; it is read where another was read last, or none is kept."""
        if self._kept is None or self._kept[0] != path:
            self._kept = None
            self._kept = (path, self._load(path))
        return self._kept[1]

    def again(self, path: Path) -> _File:
        """What is in a file now, whatever is kept."""
        self.forget()
        return self.of(path)

    def forget(self) -> None:
        """Let go of what is kept."""
        self._kept = None

    @contextmanager
    def once(self) -> Iterator[None]:
        """Keep nothing past the block."""
        try:
            yield
        finally:
            self.forget()
