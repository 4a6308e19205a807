"""A wrapper for plug-in importers that reports the errors they raise as the plug-in's, with the file name."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeVar, cast

from gates.source import SourceEvent
from workbench.errors import InputError, WorkbenchError
from workbench.importers.base import HoldsSeveral, Importer, TranscriptReading

T = TypeVar("T")

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
        return self._guard(path, lambda: GuardedReading(self._inner.read(path), self.name, path))

    def _guard(self, path: Path, call: Callable[[], T]) -> T:
        try:
            return call()
        except _PASSED:
            raise
        except Exception as error:
            raise plugin_fault(self.name, path.name, error) from error


class GuardedParts(GuardedImporter):
    """Wrapper for a plug-in's importer whose files may contain several conversations."""

    def __init__(self, inner: HoldsSeveral, name: str) -> None:
        super().__init__(cast("Importer", inner), name)
        self._several = inner

    def parts(self, path: Path) -> tuple[str, ...]:
        """Return the names of the conversations in a file.

        Raises:
            InputError: the importer cannot read the file, or failed.
        """
        return self._guard(path, lambda: tuple(self._several.parts(path)))

    def read_part(self, path: Path, part: str) -> TranscriptReading:
        """Begin to read one of the conversations.

        Raises:
            InputError: the importer cannot read the conversation, or failed.
        """
        return self._guard(path, lambda: GuardedReading(self._several.read_part(path, part), self.name, path))

    def copy(self, path: Path, part: str) -> bytes | None:
        """Return the part of the file to store for this conversation, or None for the whole file.

        Raises:
            InputError: the importer cannot read the file, or failed.
        """
        return self._guard(path, lambda: self._several.copy(path, part))


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


def load_guarded(name: str, load: Callable[[], object]) -> GuardedImporter:
    """Return a plug-in's importer in the wrapper that it needs; `load` returns its class.

    Raises:
        InputError: the class cannot be loaded or created.
    """
    try:
        made = cast("Callable[[], object]", load())()
    except Exception as error:
        raise InputError(
            f"the importer {name!r} of a plug-in cannot be loaded: {type(error).__name__}: {error}",
            "install what it needs, or report it to its author; --input-format names another importer",
            code="plugin_failed",
        ) from error
    if isinstance(made, HoldsSeveral):
        return GuardedParts(made, name)
    return GuardedImporter(cast("Importer", made), name)


def plugin_fault(name: str, path: str, error: Exception) -> InputError:
    """Return the error that names the plug-in instead of this program."""
    return InputError(
        f"{path} cannot be read: the importer {name!r} of a plug-in failed: {type(error).__name__}: {error}",
        "report it to its author; --input-format names another importer",
        code="plugin_failed",
    )
