"""Drafts of events, one per content block, and the timeline that numbers them.

It assigns ordinals, turns and steps and estimates tokens in the same way for every format; it reads no file.
"""

from __future__ import annotations

from msgspec import Struct

from gates.source import EventKind, Signal, SourceEvent, ToolAction, ToolFact
from workbench.importers.events.replies import is_refusal, result_signals
from workbench.importers.events.tokens import estimate
from workbench.importers.events.tools import fact_of, plain_name, render_call

_CALL, _RESULT = EventKind.TOOL_CALL, EventKind.TOOL_RESULT
_KEEPS_ARGUMENTS = {"taskupdate"}
"""Tools whose result is understandable only with the call's arguments."""


class Draft(Struct, frozen=True, gc=False):
    """A content block that will become an event."""

    kind: EventKind
    text: str
    tool: ToolFact | None = None
    signals: tuple[Signal, ...] = ()


class RecordPlace(Struct, frozen=True, gc=False):
    """The place of a draft's record in the transcript, and data shared by all its blocks."""

    line: int = 0
    offset: int = 0
    length: int = 0
    timestamp: str | None = None
    message_id: str | None = None
    sidechain: str | None = None


class Calls:
    """The tool calls seen so far, so that results can repeat their fields."""

    def __init__(self) -> None:
        self._calls: dict[str, tuple[ToolFact, object]] = {}

    def call(self, name: str, call_id: str, arguments: object, target: str = "") -> Draft:
        """Return the draft of a tool call, and remember the call for its result.

        `target` names what it acts on, if the arguments do not.
        """
        fact = fact_of(name, call_id, arguments)
        if target and not fact.target:
            fact = fact._replace(target=target)
        text, signals = render_call(name, arguments)
        kept = arguments if plain_name(name) in _KEEPS_ARGUMENTS else None
        self._calls[call_id] = (fact, kept)
        return Draft(_CALL, text, fact, signals)

    def result(self, call_id: str, text: str, failed: bool | None, detail: object = None) -> Draft:
        """Return the draft of a tool's result; `detail` is the agent's record besides its text."""
        call, arguments = self._calls.get(call_id) or (ToolFact("", call_id, ToolAction.OTHER), None)
        if is_refusal(text):
            failed = True
        fact = ToolFact(call.name, call_id, call.action, call.target, failed)
        return Draft(_RESULT, text, fact, result_signals(fact, text, detail, arguments))

    def name_of(self, call_id: str) -> str:
        """Return the tool name of a call; empty if the call was not seen."""
        known = self._calls.get(call_id)
        return known[0].name if known else ""


class Timeline:
    """Numbering of events, densely from 0, with turns, steps and token estimates."""

    def __init__(self, bytes_per_token: float) -> None:
        self.factor = bytes_per_token
        self.ordinal = 0
        """The ordinal of the next event."""
        self.turn = 0
        self._steps: dict[str, int] = {}
        self._calls: dict[str, int] = {}

    def begin_turn(self) -> None:
        """Begin the next turn, at a human message."""
        self.turn += 1

    def place(
        self, draft: Draft, native_id: str, place: RecordPlace, reported: int | None = None
    ) -> SourceEvent:
        """Return the event of a draft, with the next ordinal.

        Args:
            draft: the content block.
            native_id: the transcript's own id of this block, or a derived one.
            place: the place of its record.
            reported: the tokens that the transcript reports for exactly this block.
        """
        kind, text, tool = draft.kind, draft.text, draft.tool
        message_id = place.message_id
        ordinal = self.ordinal
        self.ordinal = ordinal + 1
        step = 0
        if message_id is not None:
            step = self._steps.setdefault(message_id, len(self._steps) + 1)
            if tool is not None and kind is _CALL:
                self._calls[tool.call_id] = step
        elif tool is not None and kind is _RESULT:
            step = self._calls.get(tool.call_id, 0)
        return SourceEvent(
            ordinal,
            kind,
            text,
            native_id,
            self.turn,
            step,
            place.sidechain,
            estimate(text, self.factor) if reported is None else reported,
            "estimated" if reported is None else "reported",
            tool,
            draft.signals,
            place.timestamp,
            place.line,
            place.offset,
            place.length,
            message_id,
        )
