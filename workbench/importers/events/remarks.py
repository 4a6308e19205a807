"""Remarks on records that were read and give no event: repeats, no message, compactions of nothing."""

from __future__ import annotations

from workbench.importers.base import SkippedLine


def repeated(line: int) -> SkippedLine:
    """Return the remark on a record whose id occurred before."""
    return SkippedLine(
        line, "repeats the id of an earlier record with other words; the earlier one is kept", was_read=True
    )


def without_message(line: int, kind: str) -> SkippedLine:
    """Return the remark on a record of this kind without a message."""
    return SkippedLine(line, f"a {kind} record without a message", was_read=True)


def nothing_compacted(line: int, *, since_another: bool = True) -> SkippedLine:
    """Return the remark on a compaction of no events: right after another one, or before any event."""
    reason = "a compaction of events that are not in this file: its beginning is missing"
    if since_another:
        reason = "a compaction without events since the last one"
    return SkippedLine(line, reason, was_read=True)
