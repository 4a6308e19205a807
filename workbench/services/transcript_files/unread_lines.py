"""Lines of transcripts that `score` could not read: a damaged file is no proof that nothing was lost."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from workbench.importers.base import SkippedLine
from workbench.services.transcript_files.transcripts import Transcript

FIRST = 5
"""Number of lines listed per transcript; the others are counted."""


@dataclass(frozen=True, slots=True)
class UnreadLines:
    """The lines of one transcript that could not be read, completely or in part."""

    target: str
    lines: int
    unfinished: bool
    """Whether the last one is the file's last line, has no line end, and may still be being written."""
    first: tuple[tuple[int, str], ...]
    """Line number, from 1, and reason of the first few."""

    def counted(self, *, unfinished: bool) -> int:
        """Return how many lines count; `unfinished` says whether the unfinished one does."""
        return self.lines - (self.unfinished and not unfinished)

    def to_json(self) -> dict[str, Any]:
        """Return one entry of `unread[]`."""
        first = [{"line": line, "reason": reason} for line, reason in self.first]
        return {"target": self.target, "lines": self.lines, "unfinished": self.unfinished, "first": first}


def unread_lines(transcript: Transcript) -> UnreadLines | None:
    """Return the lines of a transcript that could not be read; None if there are none."""
    torn = [each for each in transcript.skipped if not each.was_read]
    if not torn:
        return None
    first = tuple((each.line, each.reason) for each in torn[:FIRST])
    return UnreadLines(transcript.path, len(torn), _unfinished(transcript, torn), first)


def _unfinished(transcript: Transcript, torn: Sequence[SkippedLine]) -> bool:
    """Return whether the file ends in an unreadable line without a line end."""
    if any(event.line > torn[-1].line for event in transcript.events):
        return False
    try:
        with Path(transcript.path).open("rb") as file:
            count = sum(1 for _ in file)
            file.seek(-1, 2)
            return count == torn[-1].line and file.read(1) != b"\n"
    except (OSError, ValueError):
        return False
