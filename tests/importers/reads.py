"""Read a small file as one format, for the tests of the formats that hold messages."""

from __future__ import annotations

import json
from pathlib import Path

from gates.source import SourceEvent
from tests.importers.test_contract import importer
from workbench.importers.base import HoldsSeveral, ReadingTotals, SessionHeader, TranscriptReading


class Read:
    """A conversation read to its end."""

    def __init__(self, reading: TranscriptReading) -> None:
        self.events: list[SourceEvent] = list(reading.events())
        self.header: SessionHeader = reading.header
        self.totals: ReadingTotals = reading.totals

    def stated(self, limit: int = 40) -> list[tuple[str, str]]:
        """Kind and beginning of the text of each event."""
        return [(event.kind.value, event.text[:limit]) for event in self.events]

    def ranges(self) -> list[tuple[int, int, tuple[int, ...], int | None]]:
        """Start, end, kept events and summary of each compaction."""
        found = self.totals.compactions
        return [(each.source_start, each.source_end, each.kept, each.summary) for each in found]


def read(name: str, folder: Path, content: object, file: str = "file.json", part: str | None = None) -> Read:
    """Write a file (text as it is, other values as JSON) and read it."""
    path = folder / file
    path.write_text(content if isinstance(content, str) else json.dumps(content), encoding="utf-8")
    return read_file(name, path, part)


def read_file(name: str, path: Path, part: str | None = None) -> Read:
    """Read a file, or one conversation of it."""
    made = importer(name)
    if part is not None:
        assert isinstance(made, HoldsSeveral)
        return Read(made.read_part(path, part))
    return Read(made.read(path))
