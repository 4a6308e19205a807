"""Importer for sessions of Gemini CLI (`session-*.jsonl`, before 2026 `.json`).

A whole session is read into memory, since its file repeats the history with every change.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from gates.source import EventKind, SourceEvent
from workbench.importers.base import ReadingTotals, SessionHeader, SkippedLine, TranscriptReading
from workbench.importers.conversations.files import nothing_in
from workbench.importers.events.timeline import Calls, Draft, Timeline
from workbench.importers.events.titles import title_in
from workbench.importers.events.tokens import byte_length
from workbench.importers.files.documents import loads, peek
from workbench.importers.files.line_records import LineRecord, document_of, line_records, size_of
from workbench.importers.gemini.message_history import GeminiHistory, HistoryPiece
from workbench.importers.gemini.pieces import MessagePiece
from workbench.importers.records.fitting import ContextFit, plausible
from workbench.importers.records.native_compactions import NativeCompactions
from workbench.importers.records.record_reading import answered, place_of, refused
from workbench.importers.summaries.labels import from_tags

_EXIT = re.compile(r"^Exit Code: (\d{1,9})$", re.MULTILINE)
_FEEDBACK = re.compile(r"Plan rejected\. User feedback: (?=\S)")
_ASKS = "ask_user"
_SESSION = ("projectHash", "startTime")


class GeminiCliImporter:
    """Importer for session files of Gemini CLI, both the old documents and the new lines."""

    name = "gemini-cli"
    reads_packed = True

    def sniff(self, head: bytes, name: str) -> bool:
        """Return whether the file begins with the header of a session."""
        del name
        values = peek(head)
        return any(_is_header(value) for value in values[:5])

    def read(self, path: Path) -> TranscriptReading:
        """Read a session.

        Raises:
            InputError: the file contains no message of this format.
        """
        history, skipped = GeminiHistory(), list[SkippedLine]()
        document = document_of(path)
        if isinstance(document, dict):
            history.record(LineRecord(document, 0, 0, 0))
        else:
            for record in line_records(path, size_of(path)):
                if isinstance(record, SkippedLine):
                    skipped.append(record)
                else:
                    history.record(record)
        if not history.pieces:
            raise nothing_in(path, "no messages of a Gemini CLI session", skipped)
        return _GeminiReading(history, skipped)


class _GeminiReading:
    """A session being read; `events` may be iterated once, then `totals` is complete."""

    def __init__(self, history: GeminiHistory, skipped: list[SkippedLine]) -> None:
        self._history = history
        factor, self._reported = _fitted(history)
        first = next(iter(history.pieces.values()))
        begins = any(piece.begins for piece in history.pieces.values())
        self.header = SessionHeader(
            format="gemini-cli",
            native_id=history.native_id,
            title=_title(history),
            scope_complete=not begins and first.message_id is None,
            bytes_per_token=factor,
        )
        self.totals = ReadingTotals(noise=history.noise, skipped=skipped)
        self._timeline = Timeline(factor)
        self._calls = Calls()
        self._asked: dict[str, dict[str, str]] = {}
        self._compactions = NativeCompactions(
            "imported:gemini-cli/1", headless=not self.header.scope_complete
        )
        self._ordinals: dict[str, int] = {}

    def events(self) -> Iterator[SourceEvent]:
        """Yield the events in the order in which they were first written, with dense ordinals from 0."""
        counted: set[str] = set()
        for key, entry in self._history.pieces.items():
            piece = entry.piece
            kind = piece.kind
            if kind is EventKind.USER and self._history.agent:
                kind = EventKind.META
            if entry.message_id is not None and entry.message_id not in counted and entry.sidechain is None:
                counted.add(entry.message_id)
                prompt, got = self._history.tokens.get(entry.message_id, (0, 0))
                self._compactions.usage(prompt, prompt + got)
            if kind is EventKind.USER:
                self._timeline.begin_turn()
            place = place_of(
                entry.record, entry.timestamp, message_id=entry.message_id, sidechain=entry.sidechain
            )
            reported = self._reported.get(key)
            event = self._timeline.place(self._draft(piece, kind), f"{key}#0", place, reported)
            self._ordinals[key] = event.ordinal
            yield event
            if kind is EventKind.COMPACTION and entry.sidechain is None:
                self._compacted(entry, event)
        self.totals.compactions = self._compactions.finished()

    def _draft(self, piece: MessagePiece, kind: EventKind) -> Draft:
        if kind is EventKind.TOOL_CALL:
            self._asked[piece.call_id] = _questions(piece.arguments) if piece.name == _ASKS else {}
            return self._calls.call(piece.name, piece.call_id, piece.arguments)
        if kind is not EventKind.TOOL_RESULT:
            return Draft(kind, piece.text)
        answers = _answers(piece.text, self._asked.get(piece.call_id, {}))
        if answers:
            return answered(self._calls, piece.call_id, answers, piece.failed)
        return _result(piece, self._calls)

    def _compacted(self, entry: HistoryPiece, event: SourceEvent) -> None:
        kept = {self._ordinals[key] for key in entry.kept or () if key in self._ordinals}
        if entry.begins:
            kept = set(range(event.ordinal))
        note = self._compactions.summary(
            event.ordinal, from_tags(event.text), kept=kept, trigger="unknown", line=entry.record.line
        )
        if note is not None:
            self.totals.skipped.append(note)


def _result(piece: MessagePiece, calls: Calls) -> Draft:
    text, failed = piece.text, piece.failed
    code = _EXIT.search(text)
    if not failed and code is not None and piece.name == "run_shell_command":
        failed = int(code.group(1)) != 0
    result = calls.result(piece.call_id, text, failed)
    feedback = _FEEDBACK.match(text) if piece.name == "exit_plan_mode" else None
    return refused(result, feedback.end()) if feedback is not None else result


def _questions(arguments: object) -> dict[str, str]:
    """Return the questions of a call by their numbers, which its answers refer to."""
    questions = arguments.get("questions") if isinstance(arguments, dict) else None
    numbered = enumerate(questions if isinstance(questions, list) else ())
    return {
        str(number): str(each["question"])
        for number, each in numbered
        if isinstance(each, dict) and "question" in each
    }


def _answers(text: str, asked: dict[str, str]) -> dict[str, str]:
    if not asked:
        return {}
    try:
        value = loads(text.encode("utf-8", "surrogatepass"))
    except (ValueError, RecursionError):
        return {}
    by_question = value.get("answers") if isinstance(value, dict) else None
    answers = by_question if isinstance(by_question, dict) else {}
    return {
        asked[key]: answer
        for key, answer in answers.items()
        if key in asked and isinstance(answer, str) and answer
    }


def _title(history: GeminiHistory) -> str:
    texts = (entry.piece.text for entry in history.pieces.values() if entry.piece.kind is EventKind.USER)
    words = history.summary or next(texts, "")
    return title_in(words)


def _fitted(history: GeminiHistory) -> tuple[float, dict[str, int]]:
    """Return bytes per token, and the reported tokens of messages of one piece, by the piece's key."""
    fit, pieces = ContextFit(), dict[str, list[str]]()
    for key, entry in history.pieces.items():
        own_id = entry.message_id
        if own_id is not None and own_id not in pieces:
            fit.call(history.tokens.get(own_id, (0, 0))[0])
        if own_id is not None:
            pieces.setdefault(own_id, []).append(key)
        if entry.piece.kind is EventKind.COMPACTION:
            fit.cut()
        fit.grew(byte_length(entry.piece.text))
    factor, reported = fit.factor(), dict[str, int]()
    for own_id, keys in pieces.items():
        tokens = history.tokens.get(own_id, (0, 0))[1]
        if len(keys) == 1 and plausible(tokens, byte_length(history.pieces[keys[0]].piece.text), factor):
            reported[keys[0]] = tokens
    return factor, reported


def _is_header(value: object) -> bool:
    if not isinstance(value, dict) or not isinstance(value.get("sessionId"), str) or "type" in value:
        return False
    return any(key in value for key in _SESSION)
