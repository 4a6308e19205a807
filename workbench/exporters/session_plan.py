"""What a session file tells, in order: the replaced events, then the context with its summaries.

Shared by the exporters that write files an agent resumes; they differ in how a record looks. Calls issued
together come before their results, and there is never one without the other. Of a session of the same agent,
each entry has the transcript's own record, so that arguments, images and recorded results stay as they were.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from gates.artifact import Artifact
from gates.source import EventKind, SourceEvent
from workbench.exporters.base import ExportContext, NativeRecord
from workbench.exporters.pairing import CallNames, PairedCall, orphan_text, pairs_of, role_of
from workbench.exporters.summaries import context_text


@dataclass(frozen=True, slots=True)
class SpokenWords:
    """What somebody said. `whole`: the record holds nothing else, its content can be taken as it is."""

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
    """The record of its answer."""


@dataclass(frozen=True, slots=True)
class ToolAnswer:
    """The result of a call that was stated before."""

    call: PairedCall
    event: SourceEvent
    record: NativeRecord | None = None
    other: NativeRecord | None = None
    """The record of its call."""


@dataclass(frozen=True, slots=True)
class Stand:
    """A summary in place of events: an accepted artifact's, or the transcript's own (`event` is set)."""

    text: str
    event: SourceEvent | None = None


Entry = SpokenWords | ToolUse | ToolAnswer | Stand

_STATES_ANEW = frozenset({"codex"})
"""Agents that give their model their own instructions again when a session is resumed."""


@dataclass(frozen=True, slots=True)
class SessionPlan:
    """A session file in order. Without a summary `opening` is empty and all of the context is `tail`."""

    replaced: tuple[Entry, ...]
    """All that was said up to the last summary; what was kept of it is repeated behind that."""
    opening: tuple[Entry, ...]
    """The context up to its last summary, which is the last of these."""
    tail: tuple[Entry, ...]
    """What follows that summary."""


def plan_of(context: ExportContext) -> SessionPlan:
    """The entries of a session file for this context."""
    replaced = tuple(_entries(context.replaced, context))
    said = tuple(_entries(_context_parts(context), context))
    last = max((place for place, entry in enumerate(said) if isinstance(entry, Stand)), default=-1)
    return SessionPlan(replaced, said[: last + 1], said[last + 1 :])


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
            pair = _pair(part, result, names, native)
            if waiting and not pair[0].call.beside(waiting[-1][0].call):
                yield from _stated(waiting)
                waiting = []
            waiting.append(pair)
            continue
        entry = _stand(part) if isinstance(part, Artifact) else _words(part, context.format, native)
        if entry is not None:
            yield from _stated(waiting)
            waiting = []
            yield entry
    yield from _stated(waiting)


def _stated(waiting: Sequence[tuple[ToolUse, ToolAnswer]]) -> Iterator[Entry]:
    yield from (use for use, _ in waiting)
    yield from (answer for _, answer in waiting)


def _pair(
    event: SourceEvent, result: SourceEvent, names: CallNames, native: _Native
) -> tuple[ToolUse, ToolAnswer]:
    call = names.call(event, result)
    asked, answered = native.of(event), native.of(result)
    return ToolUse(call, event, asked, answered), ToolAnswer(call, result, answered, asked)


def _stand(artifact: Artifact) -> Stand:
    return Stand(context_text(artifact).strip())


def _words(event: SourceEvent, transcript: str, native: _Native) -> Entry | None:
    if event.kind is EventKind.COMPACTION:
        return Stand(event.text.strip(), event) if event.text.strip() else None
    role = role_of(event, transcript)
    if role is None or native.repeats(event) or (role == "system" and transcript in _STATES_ANEW):
        return None
    text = orphan_text(event) if event.tool else event.text
    whole = native.whole(event)
    return SpokenWords(role, text, event, native.of(event), whole) if whole or text.strip() else None


class _Native:
    """The records of a stretch of events, and which of them it holds whole."""

    def __init__(self, records: Mapping[int, NativeRecord], events: Sequence[SourceEvent]) -> None:
        self._records = records
        self._there = {event.ordinal for event in events}
        self._plain = {event.ordinal for event in events if event.tool is None}

    def of(self, event: SourceEvent) -> NativeRecord | None:
        """The record that an event came out of."""
        return self._records.get(event.ordinal)

    def whole(self, event: SourceEvent) -> bool:
        """Whether all of the event's record is in this stretch, and nothing of it is a tool's."""
        record = self.of(event)
        return record is not None and self._plain.issuperset(record.ordinals)

    def repeats(self, event: SourceEvent) -> bool:
        """Whether an earlier event of the same record has stated all of it."""
        record = self.of(event)
        return record is not None and self.whole(event) and _first_stated(record) != event.ordinal


def _first_stated(record: NativeRecord) -> int:
    return min(record.ordinals)


def content_blocks(record: NativeRecord | None) -> list[Any]:
    """The content blocks of a record's message; none where it is one text, or one is not as it should be."""
    message = record.body.get("message") if record is not None else None
    content = message.get("content") if isinstance(message, dict) else None
    blocks = content if isinstance(content, list) else []
    return (
        blocks if all(isinstance(each, dict) and isinstance(each.get("type"), str) for each in blocks) else []
    )
