"""The entries of a session file in order: the replaced events, then the context with its summaries.

Shared by the exporters of resumable session files, which differ in their record formats. Calls issued
together precede their results, and none occurs without the other. For a session of the same agent each entry
carries the original record, so that arguments, images and recorded results are preserved.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Literal

from gates.artifact import Artifact
from gates.render import sections
from gates.source import EventKind, SourceEvent, SourceLink, parse_chunk_id
from workbench.exporters.base import ExportContext, NativeRecord, ReplacedRange
from workbench.exporters.pairing import CallNames, PairedCall, orphan_text, pairs_of, role_of
from workbench.exporters.summaries import session_text


@dataclass(frozen=True, slots=True)
class SpokenWords:
    """A message. `whole`: its record contains nothing else, so the content can be copied as it is."""

    role: Literal["system", "user", "assistant"]
    text: str
    event: SourceEvent
    record: NativeRecord | None = None
    whole: bool = False


@dataclass(frozen=True, slots=True)
class ToolUse:
    """A tool call."""

    call: PairedCall
    event: SourceEvent
    record: NativeRecord | None = None
    other: NativeRecord | None = None
    """The record of its result."""
    arguments: dict[str, Any] | None = None
    """Structured arguments, if they are known and no record has them."""


@dataclass(frozen=True, slots=True)
class ToolAnswer:
    """The result of an earlier call."""

    call: PairedCall
    event: SourceEvent
    record: NativeRecord | None = None
    other: NativeRecord | None = None
    """The record of its call."""


@dataclass(frozen=True, slots=True)
class SummaryEntry:
    """A summary in place of events: an accepted artifact's, or the transcript's own if `event` is set."""

    text: str
    event: SourceEvent | None = None
    source: ReplacedRange | None = None
    """The range that it replaces; None if unknown."""
    links: tuple[tuple[SourceLink, ...], ...] = ()
    """Links of an accepted artifact's statements, in the order of its text."""

    @property
    def key(self) -> EntryKey:
        """Key by which a repetition of it is found."""
        if self.event is not None or self.source is None:
            return self.event.ordinal if self.event is not None else -1
        return self.source.start, self.source.end


EntryKey = int | tuple[int, int]
"""An event's ordinal, or the range of an accepted artifact."""

Entry = SpokenWords | ToolUse | ToolAnswer | SummaryEntry

STAYS = "The summary above stays in the context."
"""Written after a summary that stays, so that the next summary's range does not begin directly after it."""

_STATES_ANEW = frozenset({"codex"})
"""Agents that send their model their own instructions again when a session is resumed."""


@dataclass(frozen=True, slots=True)
class SessionPlan:
    """A session file in order. Without a summary, `opening` is empty and the whole context is in `tail`."""

    replaced: tuple[Entry, ...]
    """Everything up to the last summary; kept events of it are repeated after the summary.

    Summaries of earlier accepted artifacts follow their ranges, as compactions of their own.
    """
    opening: tuple[Entry, ...]
    """The context up to and including its last summary."""
    tail: tuple[Entry, ...]
    """The context after that summary."""
    staying: frozenset[EntryKey] = frozenset()
    """Replaced summaries that stay in the context when the next one is added; `STAYS` follows each."""


def plan_of(context: ExportContext) -> SessionPlan:
    """Return the entries of a session file for this context."""
    replaced = tuple(_entries(_history(context), context))
    stated = tuple(_entries(_context_parts(context), context))
    last = max((place for place, entry in enumerate(stated) if isinstance(entry, SummaryEntry)), default=-1)
    current = [each for each in (*replaced, *stated[last : last + 1]) if isinstance(each, SummaryEntry)]
    staying = frozenset(one.key for one, other in pairwise(current) if _stays(one, other))
    return SessionPlan(replaced, stated[: last + 1], stated[last + 1 :], staying)


def _stays(earlier: SummaryEntry, later: SummaryEntry) -> bool:
    """Return whether a summary stays when the next one is added: that one's range begins after it."""
    if later.source is None:
        return False
    if earlier.event is None:
        return earlier.source is not None and later.source.start > earlier.source.end
    return later.source.start > earlier.event.ordinal + (later.event is not None)


def _history(context: ExportContext) -> Iterator[SourceEvent | Artifact]:
    """Yield the replaced events, with the earlier accepted artifacts after their ranges.

    Between artifacts, the transcript's own summaries are left out, as in the context.
    """
    active = [segment.artifact for segment in context.segments if segment.artifact is not None]
    waiting = active[:-1] if context.replaced else []
    outside = range(active[0].source.source_start, active[-1].source.source_start) if waiting else range(0)
    for event in context.replaced:
        while waiting and event.ordinal > waiting[0].source.source_end:
            yield waiting.pop(0)
        if event.kind is not EventKind.COMPACTION or event.ordinal not in outside:
            yield event
    yield from waiting


def _context_parts(context: ExportContext) -> Iterator[SourceEvent | Artifact]:
    for segment in context.segments:
        if segment.artifact is not None:
            yield segment.artifact
        yield from segment.events


def _entries(parts: Iterable[SourceEvent | Artifact], context: ExportContext) -> Iterator[Entry]:
    found, names = list(parts), CallNames()
    events = [part for part in found if isinstance(part, SourceEvent)]
    pairs = pairs_of(events)
    native = _Native(context.records, events)
    waiting: list[tuple[ToolUse, ToolAnswer]] = []
    for part in found:
        if isinstance(part, SourceEvent) and part.ordinal in pairs:
            result = pairs[part.ordinal]
            if result is None:
                continue  # stated with its call
            pair = _pair(part, result, names, native, context)
            if waiting and not pair[0].call.beside(waiting[-1][0].call):
                yield from _stated(waiting)
                waiting = []
            waiting.append(pair)
            continue
        entry = _summary_entry(part) if isinstance(part, Artifact) else _words(part, context, native)
        if entry is not None:
            yield from _stated(waiting)
            waiting = []
            yield entry
    yield from _stated(waiting)


def _stated(waiting: Sequence[tuple[ToolUse, ToolAnswer]]) -> Iterator[Entry]:
    yield from (use for use, _ in waiting)
    yield from (answer for _, answer in waiting)


def _pair(
    event: SourceEvent, result: SourceEvent, names: CallNames, native: _Native, context: ExportContext
) -> tuple[ToolUse, ToolAnswer]:
    call = names.call(event, result)
    asked, answered = native.of(event), native.of(result)
    arguments = context.arguments.get(event.ordinal)
    return ToolUse(call, event, asked, answered, arguments), ToolAnswer(call, result, answered, asked)


def _summary_entry(artifact: Artifact) -> SummaryEntry:
    source = artifact.source
    range_ = ReplacedRange(source.source_start, source.source_end, source.kept)
    links = tuple(item.links for _, items in sections(artifact.items) for item in items)
    return SummaryEntry(session_text(artifact).strip(), source=range_, links=links)


def _words(event: SourceEvent, context: ExportContext, native: _Native) -> Entry | None:
    transcript = context.format
    if event.kind is EventKind.COMPACTION:
        source = context.compactions.get(event.ordinal)
        return SummaryEntry(event.text.strip(), event, source) if event.text.strip() else None
    role = role_of(event, transcript)
    if role is None or native.repeats(event) or (role == "system" and transcript in _STATES_ANEW):
        return None
    text = orphan_text(event) if event.tool else event.text
    whole = native.whole(event)
    return SpokenWords(role, text, event, native.of(event), whole) if whole or text.strip() else None


class _Native:
    """The records of a sequence of events, and which of them it contains completely."""

    def __init__(self, records: Mapping[int, NativeRecord], events: Sequence[SourceEvent]) -> None:
        self._records = records
        self._there = {event.ordinal for event in events}
        self._plain = {event.ordinal for event in events if event.tool is None}

    def of(self, event: SourceEvent) -> NativeRecord | None:
        """Return the record that an event was read from."""
        return self._records.get(event.ordinal)

    def whole(self, event: SourceEvent) -> bool:
        """Return whether the sequence has all events of this event's record and none of them is a tool's."""
        record = self.of(event)
        return record is not None and self._plain.issuperset(record.ordinals)

    def repeats(self, event: SourceEvent) -> bool:
        """Return whether an earlier event of the same record has already written all of it."""
        record = self.of(event)
        return record is not None and self.whole(event) and _first_stated(record) != event.ordinal


def _first_stated(record: NativeRecord) -> int:
    return min(record.ordinals)


def content_blocks(record: NativeRecord | None) -> list[Any]:
    """Return the content blocks of a record's message; none if it is plain text or a block is malformed."""
    message = record.body.get("message") if record is not None else None
    content = message.get("content") if isinstance(message, dict) else None
    blocks = content if isinstance(content, list) else []
    return (
        blocks if all(isinstance(each, dict) and isinstance(each.get("type"), str) for each in blocks) else []
    )


def _key_of(entry: Entry) -> EntryKey:
    return entry.key if isinstance(entry, SummaryEntry) else entry.event.ordinal


class Repeats:
    """Where entries before a summary are written in the new file, so that repetitions can refer to them.

    An import can then tell which events a compaction kept and which ones each summary replaced.
    """

    def __init__(self) -> None:
        self._places: dict[EntryKey, str] = {}

    def record(self, entry: Entry, records: Sequence[str]) -> None:
        """Record that the entry was written as these records of the new file."""
        keys = [_key_of(entry)]
        if isinstance(entry, SpokenWords) and entry.whole and entry.record is not None:
            keys = [*sorted(entry.record.ordinals)]
        if len(keys) == len(records):
            self._places.update(zip(keys, records, strict=True))
        elif records:
            self._places.update({key: f"{records[0]}#{n}" for n, key in enumerate(keys)})

    def of(self, entry: Entry) -> str | None:
        """Return where the same entry was written before, or None."""
        return self._places.get(_key_of(entry))

    def mark(self, summary: SummaryEntry) -> dict[str, Any] | None:
        """Return a summary's range by places in the file: first event, kept events, links."""
        if summary.source is None:
            return None
        inside = range(summary.source.start, summary.source.end + 1)
        first = next((self._places[each] for each in inside if each in self._places), None)
        if first is None:
            return None
        kept = [self._places[each] for each in summary.source.kept if each in self._places]
        links = [[*self._links(each)] for each in summary.links]
        return {"from": first, "kept": kept, **({"links": links} if any(links) else {})}

    def _links(self, links: Sequence[SourceLink]) -> Iterator[dict[str, Any]]:
        """Yield links by places; links to events that are not in the new file are dropped."""
        for link in links:
            chunk = parse_chunk_id(link.chunk_id)
            if chunk is not None and link.ordinal in self._places:
                place = {"in": self._places[link.ordinal], "part": chunk[2], "start": link.span.start}
                yield {**place, "quote": link.quote}
