"""The second pass over a Claude Code transcript: its events, one per content block, in file order.

It keeps ids and positions of earlier events but no texts, and a bad line never fails the file.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from gates.canonical import short_id
from gates.source import EventKind, SourceEvent
from workbench.importers.base import ReadingTotals, SessionHeader, SkippedLine
from workbench.importers.claude.blocks import queued_text
from workbench.importers.claude.compactions import Compactions, Where
from workbench.importers.claude.decoded import DecodedRecords, drafts_of
from workbench.importers.claude.outline import TALK, ClaudeOutline, spoken_lines
from workbench.importers.claude.records import ClaudeRecord, length_of, raw_value, record_in, records_in
from workbench.importers.events.remarks import repeated, without_message
from workbench.importers.events.speech import split_speech
from workbench.importers.events.timeline import Calls, Draft, RecordPlace, Timeline
from workbench.importers.files.documents import lines_of
from workbench.importers.summaries.exported import spans_of

_BEGINS = {EventKind.USER, EventKind.PLAN}
"""Kinds that begin a turn."""


class ClaudeReading:
    """A transcript being read; `events` may be iterated once, then `totals` is complete."""

    def __init__(self, path: Path, outline: ClaudeOutline, decoded: DecodedRecords) -> None:
        self._path = path
        self._outline = outline
        self._decoded = decoded
        native_id = outline.native_id
        if outline.agent is not None:
            native_id = f"{native_id}/agent-{outline.agent}"
        self.header = SessionHeader(
            format="claude-code",
            native_id=native_id,
            title=outline.title,
            scope_complete=outline.scope_complete,
            bytes_per_token=outline.bytes_per_token,
        )
        self.totals = ReadingTotals()
        self._timeline = Timeline(outline.bytes_per_token)
        self._calls = decoded.calls
        self._compactions = Compactions()
        self._where: Where = {}
        self._agents: dict[str, str] = {}
        self._derived: dict[str, int] = {}
        self._message: str | None = None

    def events(self) -> Iterator[SourceEvent]:
        """Yield the events in file order, with dense ordinals from 0."""
        for each in self._decoded.take():
            if isinstance(each, SkippedLine):
                self.totals.skipped.append(each)
            else:
                yield from self._record(each.record, each.line, each.offset, each.length, each.drafts)
        self.totals.noise += self._decoded.noise
        if self._decoded.rest is not None:
            yield from self._read_on(self._decoded.rest)
        self.totals.compactions = self._compactions.finished()

    def _read_on(self, begin: tuple[int, int]) -> Iterator[SourceEvent]:
        """Yield the events of the lines that the first pass had no room to keep."""
        noise, broken = self._outline.noise, self._outline.broken
        for number, offset, data in lines_of(self._path, self._outline.size, begin):
            if number < len(noise) and noise[number]:
                self.totals.noise += noise[number]
                continue
            whole = record_in(data) if number not in broken else None
            if whole is not None:
                yield from self._record(whole, number, offset, length_of(data))
                continue
            records, reason = records_in(data)
            if reason is not None:
                self.totals.skipped.append(SkippedLine(number, reason))
            for start, length, record in records:
                yield from self._record(record, number, offset + start, length)

    def _record(
        self, record: ClaudeRecord, line: int, offset: int, length: int, drafts: list[Draft] | None = None
    ) -> Sequence[SourceEvent]:
        kind, uuid = record.type, record.uuid
        if spans_of(record.workbench_repeats, self._where):  # kept: the original is before the summary
            self.totals.noise += 1
            return ()
        if uuid is not None and uuid in self._where:
            if self._differs(record, uuid):
                self.totals.rewritten += 1
                self.totals.skipped.append(repeated(line))
            return ()
        if drafts is None:
            drafts = self._drafts(record, line)
        if not drafts:
            if kind in TALK and (record.message is None or record.message.content is None):
                self.totals.skipped.append(without_message(line, kind))
            else:
                self.totals.noise += 1
            return ()
        native_id = uuid or self._derive(drafts, record)
        place = RecordPlace(
            line, offset, length, record.timestamp, _message_id(record), self._sidechain(record)
        )
        first = self._timeline.ordinal
        if uuid is not None:
            self._where[uuid] = (first, first + len(drafts) - 1, offset, length)
        events = self._place(drafts, native_id, place)
        if place.sidechain is None:
            self._follow(record, drafts, first, line)
        return events

    def _drafts(self, record: ClaudeRecord, line: int) -> list[Draft]:
        drafts = drafts_of(record, self._calls)
        if drafts is not None:
            return drafts
        queued = record.type == "queue-operation" and record.operation == "enqueue"
        return self._queued(record) if queued and line not in self._outline.withdrawn else []

    def _queued(self, record: ClaudeRecord) -> list[Draft]:
        text = queued_text(record)
        spoken = [text[start:end] for kind, start, end in split_speech(text) if kind is EventKind.USER]
        words = "\n".join(spoken)
        lines = spoken_lines(words)
        if lines <= self._outline.spoken:
            return []
        self._outline.spoken |= lines
        return [Draft(EventKind.USER, words)]

    def _place(self, drafts: list[Draft], native_id: str, place: RecordPlace) -> list[SourceEvent]:
        reported = self._outline.reported.get(place.message_id) if place.message_id else None
        if len(drafts) == 1:
            if drafts[0].kind in _BEGINS:
                self._timeline.begin_turn()
            return [self._timeline.place(drafts[0], f"{native_id}#0", place, reported)]
        events: list[SourceEvent] = []
        begun = False
        for number, draft in enumerate(drafts):
            if not begun and draft.kind in _BEGINS:
                self._timeline.begin_turn()
                begun = True
            events.append(self._timeline.place(draft, f"{native_id}#{number}", place, reported))
        return events

    def _follow(self, record: ClaudeRecord, drafts: list[Draft], first: int, line: int) -> None:
        tracker, message = self._compactions, record.message
        if record.type == "system":
            if record.subtype == "compact_boundary":
                tracker.boundary(record, first)
                tracker.exported = raw_value(record.workbench_replaced)
        elif summary := [place for place in enumerate(drafts) if place[1].kind is EventKind.COMPACTION]:
            number, draft = summary[0]
            note = tracker.summary(record, first + number, draft.text, self._where, line)
            self.totals.skipped += [note] if note is not None else []
        elif message is not None:
            if message.id is None or message.id != self._message:
                tracker.message(first)
                self._message = message.id
            if record.type == "assistant" and message.usage is not None:
                tracker.usage(message.usage.context())

    def _sidechain(self, record: ClaudeRecord) -> str | None:
        if not record.is_sidechain:
            return self._outline.sidechains.get(record.uuid or "")
        if self._outline.agent is not None:
            return None
        uuid = record.uuid or ""
        sidechain = self._agents.get(record.parent_uuid or "")
        if record.agent_id or sidechain is None:
            sidechain = f"agent-{record.agent_id or uuid[:8] or 'unknown'}"
        self._agents[uuid] = sidechain
        return sidechain

    def _differs(self, record: ClaudeRecord, uuid: str) -> int:
        _, _, offset, length = self._where[uuid]
        with self._path.open("rb") as file:
            file.seek(offset)
            earlier = records_in(file.read(length))[0]
        states = [(draft.kind, draft.text) for draft in drafts_of(record, Calls()) or ()]
        before = [(d.kind, d.text) for _, _, one in earlier for d in drafts_of(one, Calls()) or ()]
        return int(states != before)

    def _derive(self, drafts: list[Draft], record: ClaudeRecord) -> str:
        key = short_id("rec", record.type or "", record.timestamp or "", *(draft.text for draft in drafts))
        number = self._derived[key] = self._derived.get(key, 0) + 1
        return key if number == 1 else f"{key}.{number}"


def _message_id(record: ClaudeRecord) -> str | None:
    if record.type != "assistant" or record.message is None:
        return None
    return record.message.id or record.uuid
