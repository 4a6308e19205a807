"""Importer for OpenHands conversations: events of version 0 and of the SDK, and evaluation outputs.

It reads event lists, JSON Lines of events, and output files with a `history` on each line.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from gates.source import EventKind, SourceEvent
from workbench.importers.base import SessionHeader, SkippedLine, TranscriptReading
from workbench.importers.conversations.files import nothing_in, numbered_part, only_part
from workbench.importers.events.timeline import Draft
from workbench.importers.files.documents import clean_text, peek
from workbench.importers.files.last_read import LastRead
from workbench.importers.files.line_records import LineRecord, document_of, json_type, line_records, size_of
from workbench.importers.openhands import version0
from workbench.importers.openhands.outline import (
    OpenHandsOutline,
    Usages,
    drafts_of,
    is_event,
    response_id,
    scan,
)
from workbench.importers.openhands.outputs import bytes_at, is_output, outputs_of, record_at
from workbench.importers.openhands.view import MainLineView, forgotten_by
from workbench.importers.records.native_compactions import NativeCompactions
from workbench.importers.records.record_reading import RecordReading, place_of
from workbench.importers.summaries.labels import from_labels

_ANOTHER = "another conversation, among events: put it in a separate file"


class OpenHandsImporter:
    """Importer for conversations of OpenHands, version 0 and the SDK's."""

    name = "openhands"
    reads_packed = True

    def __init__(self) -> None:
        self._read = LastRead(outputs_of)

    def sniff(self, head: bytes, name: str) -> bool:
        """Return whether the file begins with events of this format, or with an output that contains some."""
        del name
        values = peek(head)[:30]
        if values and isinstance(values[0], list):
            values = values[0][:30]
        found = [value for value in values if isinstance(value, dict)]
        return any(is_event(value) or is_output(value) for value in found)

    def parts(self, path: Path) -> tuple[str, ...]:
        """Return the names of the conversations in the file: the numbers of its outputs, else `1`.

        Raises:
            InputError: the file cannot be read.
        """
        return tuple(str(number) for number in range(1, len(self._read.again(path)) + 1)) or ("1",)

    def read(self, path: Path) -> TranscriptReading:
        """Begin to read a conversation: one pass is made at once, a second one by `events`.

        Raises:
            InputError: the file contains no event of this format, or several conversations.
        """
        with self._read.once():
            return self.read_part(path, only_part(path, self.parts(path)))

    def read_part(self, path: Path, part: str) -> TranscriptReading:
        """Begin to read one conversation; the first one reports the unreadable lines of the file.

        Raises:
            InputError: the file has no conversation of this name, or it has no event of this format.
        """
        outputs = self._read.of(path)
        number = numbered_part(path, part, max(len(outputs), 1))
        records: Iterable[LineRecord | SkippedLine] = _Records(path)
        if len(outputs) > 1:
            output = record_at(path, outputs[number - 1])
            unread = _unread(path) if part == "1" else ()
            records = [*unread, *_within(output.value, output.line, output.offset, output.length)]
        outline = scan(records)
        if not outline.events:
            raise nothing_in(
                path,
                "no OpenHands events",
                hint="give the events of a conversation, or name its format with --input-format",
            )
        return _OpenHandsReading(records, outline)

    def copy(self, path: Path, part: str) -> bytes | None:
        """Return this output, or None if the file contains only one.

        Raises:
            InputError: the file cannot be read, or has several conversations and none of this name.
        """
        outputs = self._read.of(path)
        if len(outputs) < 2:
            return None
        return bytes_at(path, outputs[numbered_part(path, part, len(outputs)) - 1]) + b"\n"


def _unread(path: Path) -> Iterator[SkippedLine]:
    """Yield the lines of a file of outputs that are not outputs."""
    for record in line_records(path, size_of(path)):
        if isinstance(record, SkippedLine):
            yield record
        elif not is_output(record.value):
            yield SkippedLine(record.line, "not an output of an evaluation, unlike the other lines")


class _Records:
    """The events of a file, from any of its wrappings; may be iterated more than once."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._size = size_of(path)
        self._document = document_of(path)

    def __iter__(self) -> Iterator[LineRecord | SkippedLine]:
        if self._document is not None:
            yield from _within(self._document, 0, 0, 0)
            return
        read = False
        for record in line_records(self._path, self._size):
            if isinstance(record, SkippedLine) or not is_output(record.value):
                yield record
            elif read:
                yield SkippedLine(record.line, _ANOTHER)
            else:
                read = True
                yield from _within(record.value, record.line, record.offset, record.length)


def _within(value: object, line: int, offset: int, length: int) -> Iterator[LineRecord | SkippedLine]:
    """Yield the events of a document: a list, pairs of action and observation, an output, or one event."""
    if isinstance(value, dict) and isinstance(value.get("history"), list):
        value = value["history"]
    for each in value if isinstance(value, list) else [value]:
        for event in each if isinstance(each, list) else [each]:
            if isinstance(event, dict):
                yield LineRecord(event, line, offset, length)
            else:
                yield SkippedLine(line, f"a JSON {json_type(event)}, not an event")


class _OpenHandsReading(RecordReading):
    def __init__(self, records: Iterable[LineRecord | SkippedLine], outline: OpenHandsOutline) -> None:
        header = SessionHeader(
            format="openhands",
            native_id="",
            title=outline.title,
            scope_complete=outline.scope_complete,
            bytes_per_token=outline.bytes_per_token,
        )
        compactions = NativeCompactions(
            f"imported:openhands/{outline.version}", headless=not outline.scope_complete
        )
        super().__init__(header, records, compactions)
        self._outline = outline
        self._view = MainLineView()
        self._usages = Usages()
        self._delegates: list[str] = []
        """Sidechains of the delegates at work, the innermost last."""
        self._delegated = 0
        self._asked = False

    def take(self, record: LineRecord) -> Sequence[SourceEvent]:
        """Return the events of one record."""
        event = record.value
        if not is_event(event):
            return self.ignore()
        if event.get("observation") == "delegate" and self._delegates:
            self._delegates.pop()
        event_id, condensed = str(event.get("id", "")), _condensation(event)
        drafts = drafts_of(event, self.calls) if condensed is None else [_summary(condensed)]
        sidechain = self._delegates[-1] if self._delegates else self._outline.sidechains.get(event_id)
        if sidechain is None:
            _, context, output = self._usages.of(event)
            self.compactions.usage(context, context + output)
        self._requested(event)
        if drafts and event_id and self.repeated(event_id, drafts, record.line):
            return ()
        events = self._placed(record, drafts, event_id, sidechain) if drafts else self.ignore()
        if condensed is not None and sidechain is None:
            self._condensed(record, condensed, events[0])
        elif events and sidechain is None:
            self._view.add(event_id, range(events[0].ordinal, events[-1].ordinal + 1))
        if event.get("action") == "delegate":
            self._delegated += 1
            self._delegates.append(f"delegate-{self._delegated}")
        return events

    def _placed(
        self, record: LineRecord, drafts: list[Draft], event_id: str, sidechain: str | None
    ) -> Sequence[SourceEvent]:
        timestamp = record.value.get("timestamp")
        response = response_id(record.value)
        native_id = event_id or self.derive(
            "event", timestamp if isinstance(timestamp, str) else None, drafts
        )
        place = place_of(record, timestamp, message_id=response, sidechain=sidechain)
        return self.place(drafts, native_id, place, self._outline.reported.get(response or ""))

    def _requested(self, event: dict[str, Any]) -> None:
        kinds = (event.get("kind"), event.get("action"))
        if "CondensationRequest" in kinds or "condensation_request" in kinds:
            self._asked = True

    def _condensed(self, record: LineRecord, condensed: dict[str, Any], event: SourceEvent) -> None:
        kept = self._view.forget(forgotten_by(condensed))
        summary = condensed.get("summary")
        note = self.compactions.summary(
            event.ordinal,
            from_labels(clean_text(summary)) if isinstance(summary, str) and summary.strip() else None,
            kept=kept,
            trigger="api" if self._asked else "auto",
            line=record.line,
        )
        self._asked = False
        self.note(note)


def _condensation(event: dict[str, Any]) -> dict[str, Any] | None:
    """Return the body of a condensation of either version; None for other events."""
    if event.get("kind") == "Condensation":
        return event
    args = event.get("args")
    if event.get("action") == "condensation" and isinstance(args, dict) and version0.is_event(event):
        return args
    return None


def _summary(condensed: dict[str, Any]) -> Draft:
    summary = condensed.get("summary")
    text = (
        clean_text(summary)
        if isinstance(summary, str) and summary.strip()
        else "[forgotten without a summary]"
    )
    return Draft(EventKind.COMPACTION, text)
