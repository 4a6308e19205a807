"""A wrapper for plug-in importers that reports the errors they raise as the plug-in's, with the file name."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from gates.source import SourceEvent
from workbench.errors import InputError, WorkbenchError
from workbench.importers.base import Importer, TranscriptReading

_PASSED = (WorkbenchError, OSError, MemoryError, RecursionError)
"""Exceptions that callers further out report in their own words."""


class GuardedImporter:
    """Wrapper that calls a plug-in's importer and reports its faults as `InputError`s that name it."""

    def __init__(self, inner: Importer, name: str) -> None:
        self._inner = inner
        self.name = name
        self.reads_packed = getattr(inner, "reads_packed", False) is True

    def sniff(self, head: bytes, name: str) -> bool:
        """Return whether the importer recognizes the file; one that raises does not."""
        try:
            return bool(self._inner.sniff(head, name))
        except Exception:
            return False

    def read(self, path: Path) -> TranscriptReading:
        """Begin to read a file with the plug-in's importer.

        Raises:
            InputError: the importer cannot read the file, or failed.
        """
        try:
            return GuardedReading(self._inner.read(path), self.name, path)
        except _PASSED:
            raise
        except Exception as error:
            raise plugin_fault(self.name, path.name, error) from error


class GuardedReading:
    """Wrapper for a plug-in's reading."""

    def __init__(self, inner: TranscriptReading, name: str, path: Path) -> None:
        self._inner = inner
        self._name = name
        self._path = path
        self.header = inner.header
        self.totals = inner.totals

    def events(self) -> Iterator[SourceEvent]:
        """Yield the plug-in's events.

        Raises:
            InputError: the plug-in failed.
        """
        events = iter(self._inner.events())
        while True:
            try:
                event = next(events, None)
            except _PASSED:
                raise
            except Exception as error:
                raise plugin_fault(self._name, self._path.name, error) from error
            if event is None:
                self.totals = self._inner.totals
                return
            yield event


def plugin_fault(name: str, path: str, error: Exception) -> InputError:
    """Return the error that names the plug-in instead of this program."""
    return InputError(
        f"{path} cannot be read: the importer {name!r} of a plug-in failed: {type(error).__name__}: {error}",
        "tell its author; --input-format names another importer",
        code="plugin_failed",
    )
