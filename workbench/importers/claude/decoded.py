"""The records that the first pass over a transcript decoded, kept with their drafts for the second pass.

Decoding is the more expensive half of reading, so records within a bound are decoded once; the second pass
decodes the rest of the file. This module does not know positions, the tree or the outline.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator

from msgspec import Struct

from workbench.importers.base import SkippedLine
from workbench.importers.claude.blocks import (
    assistant_drafts,
    attachment_drafts,
    system_drafts,
    user_drafts,
)
from workbench.importers.claude.records import NOTHING, ClaudeRecord
from workbench.importers.events.timeline import Calls, Draft

MOST_CHARACTERS = 22_000_000
"""Upper bound for the text kept, in characters; about a quarter of a real transcript's bytes is text."""

_RECORD_WEIGHT = 1_000
"""Memory of a record besides its texts, in characters."""


class Decoded(Struct, frozen=True, gc=False):
    """A record with its place in the file and its drafts (None: not made yet)."""

    record: ClaudeRecord
    line: int
    offset: int
    length: int
    drafts: list[Draft] | None


class DecodedRecords:
    """Records in file order, up to a bound; each is released when it is taken."""

    def __init__(self, most: int = MOST_CHARACTERS) -> None:
        self.calls = Calls()
        """The tool calls of the drafts made so far; the second pass continues with them."""
        self.noise = 0
        """Records that are not events, among the lines before `rest`."""
        self.rest: tuple[int, int] | None = None
        """Number and byte offset of the first line that was not kept; None if all were."""
        self._left = most
        self._kept: deque[Decoded | SkippedLine] = deque()
        self._drafted: set[str] = set()

    def room(self, line: int, offset: int) -> bool:
        """Return whether the line at this place can be kept; after the first refusal, no later line can."""
        if self.rest is None and self._left <= 0:
            self.rest = (line, offset)
        return self.rest is None

    def keep(self, record: ClaudeRecord, line: int, offset: int, length: int) -> None:
        """Keep a record; its texts are kept only as drafts, if the drafts depend on no later record."""
        uuid, weight = record.uuid, _RECORD_WEIGHT
        drafts = drafts_of(record, self.calls) if uuid not in self._drafted else None
        if drafts is not None:
            if drafts and uuid is not None:
                self._drafted.add(uuid)
            for draft in drafts:
                weight += len(draft.text)
            if record.message is not None and record.message.content is not None:
                record.message.content = ""
            record.tool_use_result = record.attachment = NOTHING
        _copy_fields(record, drafted=drafts is not None)
        self._left -= weight
        self._kept.append(Decoded(record, line, offset, length, drafts))

    def skip(self, line: int, reason: str) -> None:
        """Keep a note that a line, or the rest of it, could not be read."""
        self._kept.append(SkippedLine(line, reason))

    def take(self) -> Iterator[Decoded | SkippedLine]:
        """Yield what was kept, in order; each entry is released when the next is requested."""
        while self._kept:
            yield self._kept.popleft()


def drafts_of(record: ClaudeRecord, calls: Calls) -> list[Draft] | None:
    """Return the drafts of a record alone; None for queue records, whose drafts depend on the whole file."""
    kind = record.type
    if kind == "assistant":
        return assistant_drafts(record, calls)
    if kind == "user":
        return user_drafts(record, calls)
    if kind == "system":
        return system_drafts(record)
    if kind == "attachment":
        return attachment_drafts(record)
    return None


def _copy_fields(record: ClaudeRecord, *, drafted: bool) -> None:
    """Copy the undecoded fields, so that they do not keep the whole line in memory."""
    if not drafted:
        record.tool_use_result = record.tool_use_result.copy()
        record.attachment = record.attachment.copy()
    if record.compact_metadata is not NOTHING:
        record.compact_metadata = record.compact_metadata.copy()
    if record.summarize_metadata is not NOTHING:
        record.summarize_metadata = record.summarize_metadata.copy()
    if record.origin is not NOTHING:
        record.origin = record.origin.copy()
    if record.workbench_replaced is not NOTHING:
        record.workbench_replaced = record.workbench_replaced.copy()
