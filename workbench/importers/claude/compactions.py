"""The compactions that a Claude Code transcript mentions: what each replaced, kept, and cost.

A boundary record with a summary after it is a compaction; a title, a microcompaction and a boundary without a
summary are not. The module sees records and ordinals and does not judge summaries.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from workbench.importers.base import FoundCompaction, SkippedLine, TokenCount
from workbench.importers.claude.records import ClaudeRecord, raw_value
from workbench.importers.events.remarks import nothing_compacted
from workbench.importers.summaries.exported import exported_range, stated_links, with_items

Where = dict[str, tuple[int, int, int, int]]
"""First and last ordinal of each record, and its byte offset and length, by its id."""


@dataclass(slots=True)
class _Boundary:
    ordinal: int
    metadata: dict[str, object]
    version: str


class Compactions:
    """Collector of compactions during the second pass; `finished` returns them after the last event."""

    def __init__(self) -> None:
        self._found: list[FoundCompaction] = []
        self._texts: list[str] = []
        self._boundary: _Boundary | None = None
        self._start = 0
        self._context = 0
        self._messages: list[int] = []
        self._waiting = False
        self.exported: object = None
        """The boundary's data about an accepted artifact that was exported."""

    def message(self, ordinal: int) -> None:
        """Record that a message of the main chain begins at this ordinal."""
        self._messages.append(ordinal)

    def usage(self, context: int) -> None:
        """Record the input size of a model call of the main chain, in tokens."""
        if not context:
            return
        if self._waiting:
            self._found[-1] = replace(self._found[-1], tokens_after=TokenCount(context, "next-usage"))
            self._waiting = False
        self._context = context

    def boundary(self, record: ClaudeRecord, ordinal: int) -> None:
        """Record a boundary record at this ordinal."""
        metadata = raw_value(record.compact_metadata)
        version = record.version or "unknown"
        self._boundary = _Boundary(ordinal, metadata if isinstance(metadata, dict) else {}, version)

    def summary(
        self, record: ClaudeRecord, ordinal: int, text: str, where: Where, line: int = 0
    ) -> SkippedLine | None:
        """Add the compaction of a summary record at this ordinal; return a note if it is not one."""
        boundary = self._boundary or _Boundary(ordinal, {}, record.version or "unknown")
        start, end = self._start, boundary.ordinal - 1
        rewound = raw_value(record.summarize_metadata)
        kept: tuple[int, ...] = ()
        if isinstance(rewound, dict) and not boundary.metadata:
            start, kept = self._rewound(record, rewound, start, end, where)
        else:
            kept = _preserved(boundary.metadata, start, end, where)
        links = stated_links(self.exported, where)
        replaced, self.exported = exported_range(self.exported, end, where), None
        if replaced is not None:
            start, kept = replaced
        previous, self._start = self._start, ordinal + 1
        before, self._context = self._context, 0
        self._boundary, self._messages = None, []
        if end < start and not previous:  # it replaced events of another file: mark or summary is the range
            start = end = boundary.ordinal
        if end < start:
            return nothing_compacted(line)
        self._texts.append(text)
        self._found.append(
            FoundCompaction(
                source_start=start,
                source_end=end,
                kept=kept,
                summary=ordinal,
                trigger=_trigger(boundary.metadata, rewound is not None),
                opaque=not text.strip(),
                prompt_version=f"imported:claude-code/{boundary.version}",
                tokens_before=_count(boundary.metadata.get("preTokens"), before),
                tokens_after=_count(boundary.metadata.get("postTokens"), 0),
                stated=links,
            )
        )
        self._waiting = self._found[-1].tokens_after is None
        return None

    def finished(self) -> list[FoundCompaction]:
        """Return all compactions with their summaries as items, which are faster to parse together."""
        return list(map(with_items, self._found, self._texts))

    def _rewound(
        self, record: ClaudeRecord, rewound: dict[str, object], start: int, end: int, where: Where
    ) -> tuple[int, tuple[int, ...]]:
        count = rewound.get("messagesSummarized")
        number = count if isinstance(count, int) and 0 < count < len(self._messages) else 0
        if str(rewound.get("direction", "")).startswith("from"):
            parent = where.get(record.parent_uuid or record.logical_parent_uuid or "")
            if parent is not None and start <= parent[1] < end:
                return parent[1] + 1, ()
            return (self._messages[-number] if number else start), ()
        return start, tuple(range(self._messages[number], end + 1)) if number else ()


def _preserved(metadata: dict[str, object], start: int, end: int, where: Where) -> tuple[int, ...]:
    messages = metadata.get("preservedMessages")
    if isinstance(messages, dict):
        ids = messages.get("uuids") or messages.get("allUuids") or []
        spans = [where[uuid][:2] for uuid in ids if isinstance(uuid, str) and uuid in where]
    else:
        spans = _segment(metadata.get("preservedSegment"), end, where)
    kept = {ordinal for first, last in spans for ordinal in range(first, last + 1)}
    return tuple(sorted(ordinal for ordinal in kept if start <= ordinal <= end))


def _segment(segment: object, end: int, where: Where) -> list[tuple[int, int]]:
    if not isinstance(segment, dict):
        return []
    head, tail = where.get(str(segment.get("headUuid"))), where.get(str(segment.get("tailUuid")))
    if head is None:
        return []
    last = tail[1] if tail is not None and head[0] <= tail[1] <= end else end
    return [(head[0], last)]


def _trigger(metadata: dict[str, object], rewound: bool) -> str:
    trigger = metadata.get("trigger")
    if trigger in ("auto", "manual"):
        return str(trigger)
    return "manual" if rewound else "unknown"


def _count(reported: object, derived: int) -> TokenCount | None:
    if isinstance(reported, int) and not isinstance(reported, bool) and reported > 0:
        return TokenCount(reported, "reported")
    return TokenCount(derived, "next-usage") if derived else None
