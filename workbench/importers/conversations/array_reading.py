"""The reading of a message array: what the chat formats share after converting messages to drafts.

It numbers events and collects totals; the drafts of a message come from the format's own importer.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Protocol

from gates.canonical import short_id
from gates.source import EventKind, SourceEvent
from workbench.importers.base import ReadingTotals, SessionHeader
from workbench.importers.conversations.steps import INSTRUCTIONS
from workbench.importers.conversations.summaries import summary_body
from workbench.importers.events.speech import is_summary, split_speech
from workbench.importers.events.timeline import Calls, Draft, RecordPlace, Timeline
from workbench.importers.events.titles import title_in
from workbench.importers.events.tokens import DEFAULT_FACTOR, byte_length, clamp
from workbench.importers.files.arrays import ArrayMessage, MessageArray
from workbench.importers.files.documents import clean_text, compact
from workbench.importers.records.native_compactions import NativeCompactions

_FEWEST_TOKENS = 200
_IN_ARRAYS = (EventKind.USER,)
"""Kinds that are searched for summaries; one that `workbench context` wrote is a program's text, `meta`."""


class FormatDrafter(Protocol):
    """The format-specific part of a reading."""

    version: str
    """Version of what compacts; `unknown` if the file does not state it."""

    def drafts(self, message: ArrayMessage) -> list[Draft]:
        """Return the drafts of one message, one per content block."""

    def summary(self, text: str) -> str | None:
        """Return the summary in a compaction of the format's own kind, or None if it is encrypted."""


class ArrayReading:
    """A conversation being read; `events` may be iterated once, then `totals` is complete."""

    def __init__(self, name: str, conversation: MessageArray, drafter: FormatDrafter) -> None:
        self._conversation = conversation
        self._drafter = drafter
        self._drafts = [
            (each, summaries_apart(drafter.drafts(each), _IN_ARRAYS)) for each in conversation.messages
        ]
        factor = _fitted(self._drafts, conversation.extras.get("usage"))
        spoken = (
            draft.text for _, drafts in self._drafts for draft in drafts if draft.kind is EventKind.USER
        )
        title = title_in(next(spoken, ""))
        begin = _opening_summary(self._drafts)
        headless = begin is not None
        self._compactions = NativeCompactions(f"imported:{name}/{drafter.version}", headless=headless)
        self._compactions.begin = begin
        self.header = SessionHeader(name, conversation.native_id, title, not headless, factor)
        self.totals = ReadingTotals(noise=conversation.noise, skipped=list(conversation.skipped))
        self._timeline = Timeline(factor)

    def events(self) -> Iterator[SourceEvent]:
        """Yield the events in file order, with dense ordinals from 0."""
        ids: dict[str, int] = {}
        for message, drafts in self._drafts:
            native_id = self._native_id(message)
            number = ids[native_id] = ids.get(native_id, 0) + 1
            native_id = native_id if number == 1 else f"{native_id}.{number}"
            assistant = message.body.get("role") == "assistant"
            timestamp = message.body.get("timestamp")
            place = RecordPlace(
                message.line,
                message.offset,
                message.length,
                timestamp if isinstance(timestamp, str) else None,
                native_id if assistant else None,
            )
            if not drafts:
                self.totals.noise += 1
            if any(draft.kind is EventKind.USER for draft in drafts):
                self._timeline.begin_turn()
            for position, draft in enumerate(drafts):
                event = self._timeline.place(
                    draft, f"{native_id}#{position}", place, _reported(message, drafts)
                )
                if event.kind is EventKind.COMPACTION:
                    self._summary(event, message.line)
                yield event
        self.totals.compactions += self._compactions.finished()

    def _summary(self, event: SourceEvent, line: int) -> None:
        """Record a summary, of the format's own kind or in the user's role, as a compaction."""
        own = not is_summary(event.text)
        text = self._drafter.summary(event.text) if own else summary_body(event.text)
        trigger = "api" if own else "unknown"
        note = self._compactions.summary(event.ordinal, text, line=line, trigger=trigger)
        if note is not None:
            self.totals.skipped.append(note)

    def _native_id(self, message: ArrayMessage) -> str:
        """Return the message's id; if it has none, an id derived from its content and place.

        The first message's derived id distinguishes conversations. Many files begin with the same
        instructions: then it covers everything up to the first human words. Conversations of one file that
        begin alike are distinguished by their first records.
        """
        native_id = message.native_id()
        if message.position or native_id == message.body.get("id"):
            return native_id
        if self._conversation.begins_like:
            own = (each for each in self._conversation.messages if each.line == message.line)
            return short_id("msg", native_id, *(compact(each.body) for each in own))
        if message.body.get("role") == "user":
            return native_id
        opening: list[str] = []
        for each, drafts in self._drafts:
            opening.append(compact(each.body))
            if any(draft.kind is EventKind.USER for draft in drafts):
                break
        return short_id("msg", native_id, *opening)


def summaries_apart(
    drafts: Sequence[Draft], kinds: Sequence[EventKind] = (EventKind.USER, EventKind.META)
) -> list[Draft]:
    """Return the drafts, with texts of these kinds that are a program's summary as compactions."""
    return [
        Draft(EventKind.COMPACTION, each.text) if each.kind in kinds and is_summary(each.text) else each
        for each in drafts
    ]


def _opening_summary(drafts: list[tuple[ArrayMessage, list[Draft]]]) -> int | None:
    """Return the ordinal of the summary that precedes all speech; None if there is none."""
    kinds = (each.kind for _, found in drafts for each in found)
    first = next((found for found in enumerate(kinds) if found[1] not in INSTRUCTIONS), None)
    return first[0] if first is not None and first[1] is EventKind.COMPACTION else None


def text_drafts(text: str, kind: EventKind) -> list[Draft]:
    """Return the drafts of a text; parts that a harness inserted into a user's text are separate."""
    text = clean_text(text)
    if not text.strip():
        return []
    if kind is not EventKind.USER:
        return [Draft(kind, text)]
    pieces = split_speech(text)
    if len(pieces) == 1:
        return [Draft(pieces[0][0], text)]
    return [Draft(piece, text[start:end]) for piece, start, end in pieces]


def call_of(
    calls: Calls, name: object, call_id: object, arguments: object, position: int, target: str = ""
) -> Draft:
    """Return the draft of a tool call; a call without an id gets one derived from its position.

    `target` names what it acts on, if the arguments do not.
    """
    own_id = call_id if isinstance(call_id, str) and call_id else short_id("call", position, str(name))
    return calls.call(str(name or ""), own_id, arguments, target)


def size_of(base64_text: str) -> int:
    """Return the number of bytes that a base64 text encodes."""
    return len(base64_text) * 3 // 4 - base64_text[-2:].count("=")


def _fitted(drafts: list[tuple[ArrayMessage, list[Draft]]], usage: object) -> float:
    """Return bytes per token from the largest prompt that the file reports, else the default."""
    best: tuple[int, int] = (0, 0)
    size = 0
    for message, found in drafts:
        if message.body.get("role") == "assistant":
            best = max(best, (_prompt_tokens(message.body.get("usage")), size))
        size += sum(byte_length(draft.text) for draft in found)
    best = max(best, (_prompt_tokens(usage), size))
    return clamp(best[1] / best[0]) if best[0] >= _FEWEST_TOKENS and best[1] else DEFAULT_FACTOR


def _prompt_tokens(usage: object) -> int:
    if not isinstance(usage, dict):
        return 0
    if "prompt_tokens" in usage:
        return _count(usage["prompt_tokens"])
    cached = _count(usage.get("cache_read_input_tokens")) + _count(usage.get("cache_creation_input_tokens"))
    return _count(usage.get("input_tokens")) + cached


def _reported(message: ArrayMessage, drafts: list[Draft]) -> int | None:
    usage: Any = message.body.get("usage")
    if len(drafts) != 1 or not isinstance(usage, dict) or message.body.get("role") != "assistant":
        return None
    return _count(usage.get("completion_tokens", usage.get("output_tokens"))) or None


def _count(value: object) -> int:
    return value if isinstance(value, int) and not isinstance(value, bool) and value > 0 else 0
