"""The records that the first pass over a transcript decoded, kept with their drafts for the second.

Decoding is the dearer half of reading, so what fits a bound is decoded once; what does not is left to the
second pass, which reads on from there. Nothing here knows positions, the tree or the outline.
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
"""Text that may be kept; real transcripts hold about a quarter of their bytes as text."""

_RECORD_WEIGHT = 1_000
"""What a record takes in memory besides its texts, in characters."""


class Decoded(Struct, frozen=True, gc=False):
    """One record: where it stands, and its drafts (None: they are still to be made)."""

    record: ClaudeRecord
    line: int
    offset: int
    length: int
    drafts: list[Draft] | None


class DecodedRecords:
    """Records in file order, up to a bound; taken out once, and let go as they are."""

    def __init__(self, most: int = MOST_CHARACTERS) -> None:
        self.calls = Calls()
        """The tool calls of the drafts made so far; the second pass goes on with them."""
        self.noise = 0
        """Records that are no events, among the lines before `rest`."""
        self.rest: tuple[int, int] | None = None
        """Number and byte offset of the first line that was not kept; None: all were."""
        self._left = most
        self._kept: deque[Decoded | SkippedLine] = deque()
        self._drafted: set[str] = set()

    def room(self, line: int, offset: int) -> bool:
        """Whether the line at this place can be kept; once one could not, none after it is."""
        if self.rest is None and self._left <= 0:
            self.rest = (line, offset)
        return self.rest is None

    def keep(self, record: ClaudeRecord, line: int, offset: int, length: int) -> None:
        """Keep a record; its texts are kept as drafts only, where drafts depend on nothing later."""
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
        _let_go(record, drafted=drafts is not None)
        self._left -= weight
        self._kept.append(Decoded(record, line, offset, length, drafts))

    def skip(self, line: int, reason: str) -> None:
        """Keep that a line, or the rest of it, could not be read."""
        self._kept.append(SkippedLine(line, reason))

    def take(self) -> Iterator[Decoded | SkippedLine]:
        """What was kept, in order; each is let go when the next is asked for."""
        while self._kept:
            yield self._kept.popleft()


def drafts_of(record: ClaudeRecord, calls: Calls) -> list[Draft] | None:
    """The drafts of a record by itself; None for queue records, whose drafts depend on the whole file."""
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


def _let_go(record: ClaudeRecord, *, drafted: bool) -> None:
    """Have the fields kept undecoded hold their own bytes, not the whole line's."""
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
