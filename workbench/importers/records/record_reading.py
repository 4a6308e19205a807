"""The reading of a transcript of records: what the agents' formats share after making drafts.

It numbers events, recognizes repeated ids and collects totals; the format interprets the records.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from gates.canonical import short_id
from gates.source import EventKind, Signal, SignalEntry, SignalKind, SourceEvent
from workbench.importers.base import ReadingTotals, SessionHeader, SkippedLine
from workbench.importers.events.remarks import repeated
from workbench.importers.events.speech import split_beside_records
from workbench.importers.events.timeline import Calls, Draft, RecordPlace, Timeline
from workbench.importers.files.documents import clean_text
from workbench.importers.files.line_records import LineRecord
from workbench.importers.records.native_compactions import NativeCompactions

_BEGINS = (EventKind.USER, EventKind.PLAN)
"""Kinds that begin a turn."""

_TARGET_LIMIT = 200


class RecordReading:
    """A transcript being read; `events` may be iterated once, then `totals` is complete.

    Args:
        header: results of a first look at the records.
        records: the records, and the lines without one.
        compactions: collector for the compactions that the format finds.
    """

    def __init__(
        self,
        header: SessionHeader,
        records: Iterable[LineRecord | SkippedLine],
        compactions: NativeCompactions,
    ) -> None:
        self.header = header
        self.totals = ReadingTotals()
        self.compactions = compactions
        self.calls = Calls()
        self.timeline = Timeline(header.bytes_per_token)
        self._records = records
        self._contents: dict[str, int] = {}
        self._derived: dict[str, int] = {}

    def events(self) -> Iterator[SourceEvent]:
        """Yield the events in file order, with dense ordinals from 0."""
        for record in self._records:
            if isinstance(record, SkippedLine):
                self.totals.skipped.append(record)
            else:
                yield from self.take(record)
        self.totals.compactions = self.compactions.finished()

    def take(self, record: LineRecord) -> Sequence[SourceEvent]:
        """Return the events of one record."""
        raise NotImplementedError

    def ignore(self) -> Sequence[SourceEvent]:
        """Count a record that is not an event."""
        self.totals.noise += 1
        return ()

    def note(self, skipped: SkippedLine | None) -> None:
        """Add a note on what could not be read, if there is one."""
        if skipped is not None:
            self.totals.skipped.append(skipped)

    def place(
        self, drafts: Sequence[Draft], native_id: str, place: RecordPlace, reported: int | None = None
    ) -> list[SourceEvent]:
        """Return the events of the drafts of one record; human words begin a turn."""
        if any(draft.kind in _BEGINS for draft in drafts):
            self.timeline.begin_turn()
        single = reported if len(drafts) == 1 else None
        return [
            self.timeline.place(draft, f"{native_id}#{number}", place, single)
            for number, draft in enumerate(drafts)
        ]

    def repeated(self, native_id: str, drafts: Sequence[Draft], line: int) -> bool:
        """Return whether a record of this id was read before; one with other words is reported."""
        states = hash(tuple((draft.kind, draft.text) for draft in drafts))
        if native_id not in self._contents:
            self._contents[native_id] = states
            return False
        if self._contents[native_id] != states:
            self.totals.rewritten += 1
            self.totals.skipped.append(repeated(line))
        return True

    def derive(self, kind: str, timestamp: str | None, drafts: Sequence[Draft]) -> str:
        """Return an id for a record without one, from its content; equal ones are numbered in file order."""
        return self.numbered(short_id("rec", kind, timestamp or "", *(draft.text for draft in drafts)))

    def numbered(self, key: str) -> str:
        """Return a possibly repeated id made unique, numbered in file order."""
        number = self._derived[key] = self._derived.get(key, 0) + 1
        return key if number == 1 else f"{key}.{number}"


def place_of(
    record: LineRecord, timestamp: object, *, message_id: str | None = None, sidechain: str | None = None
) -> RecordPlace:
    """Return the place of a record."""
    time = timestamp if isinstance(timestamp, str) else None
    return RecordPlace(record.line, record.offset, record.length, time, message_id, sidechain)


def spoken(text: str) -> list[Draft]:
    """Return the drafts of a message in the user's role: program texts apart from human words."""
    text = clean_text(text)
    pieces = split_beside_records(text)
    if len(pieces) == 1:
        return [Draft(pieces[0][0], text)]
    return [Draft(kind, text[start:end]) for kind, start, end in pieces]


def human_words(text: str) -> str:
    """Return the human words of a message in the user's role; empty if it has none."""
    return "\n".join(draft.text for draft in spoken(text) if draft.kind is EventKind.USER)


def one(kind: EventKind, text: object) -> list[Draft]:
    """Return the draft of a text; none if the value is not text or is blank."""
    if not isinstance(text, str) or not text.strip():
        return []
    return [Draft(kind, clean_text(text))]


def refused(result: Draft, start: int) -> Draft:
    """Return a result whose text from `start` on is a human's reason for refusing the call."""
    context = f"{result.tool.name} {result.tool.target[:_TARGET_LIMIT]}".strip() if result.tool else ""
    entry = SignalEntry(result.text[start:], start, len(result.text), context=context)
    return Draft(result.kind, result.text, result.tool, (Signal(SignalKind.REFUSAL, (entry,)),))


def answered(calls: Calls, call_id: str, answers: dict[str, str], failed: bool | None) -> Draft:
    """Return a question tool's result from its answers by question, which agents write as escaped JSON."""
    text = "\n".join(f"{question}\n{answer}" for question, answer in answers.items())
    return calls.result(call_id, clean_text(text), failed, {"answers": answers})
