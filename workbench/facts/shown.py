"""Events as a model is shown them: parts of their texts, masked, and how large they are in a request.

What people, the assistant and plans say is shown whole, and calls of tools that plan, list work, ask or write
prose; of thinking, other calls and results the beginning and the end. Sidechains and harness text are not
shown. Equal events give equal parts, whatever comes after them.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from gates.source import EventKind, SourceEvent, ToolAction
from workbench.masking import mask

BYTES_PER_TOKEN = 3
"""Fewer than texts have, so that the estimate is rather too large and a window below the cap."""
PART_LENGTH = 6_000
"""Longest part of a text, in code points."""
TOOL_LENGTH = 600
"""What is sent of a tool call or result, in code points."""
THINKING_LENGTH = 1_500
PROSE = (".md", ".markdown", ".txt", ".rst")
"""Files whose changes are sent whole: plans and notes are written there."""
LEFT_OUT = "\n[...]\n"
_WHO = {
    EventKind.USER: "user",
    EventKind.ASSISTANT: "assistant",
    EventKind.PLAN: "plan",
    EventKind.THINKING: "thinking",
    EventKind.TOOL_CALL: "tool_call",
    EventKind.TOOL_RESULT: "tool_result",
}
_LONGEST = {
    EventKind.THINKING: THINKING_LENGTH,
    EventKind.TOOL_CALL: TOOL_LENGTH,
    EventKind.TOOL_RESULT: TOOL_LENGTH,
}
_INFORMATIVE = frozenset({ToolAction.PLAN, ToolAction.TODO, ToolAction.QUESTION})


def most_shown(kind: EventKind, characters: int, *, whole: bool = False) -> int:
    """Characters that are shown of an event whose text has so many; all of them where it is shown whole."""
    if kind not in _WHO or not characters:
        return 0
    return min(characters, characters if whole else _LONGEST.get(kind, characters)) + _frame(_WHO[kind])


def shown_size(kind: EventKind, characters: int, *, whole: bool = False) -> int:
    """Tokens that an event takes in a request, estimated from the length of its text alone."""
    return -(-most_shown(kind, characters, whole=whole) // BYTES_PER_TOKEN)


@dataclass(frozen=True, slots=True)
class SentPart:
    """A part of an event's text, as it is sent."""

    ordinal: int
    who: str
    text: str

    @property
    def body(self) -> dict[str, object]:
        """As JSON."""
        return {"event": self.ordinal, "who": self.who, "text": self.text}

    @property
    def tokens(self) -> int:
        """Its size in a request, estimated."""
        return tokens_of(json.dumps(self.body, ensure_ascii=False)) + 1


@cache
def _frame(who: str) -> int:
    """Characters around the text of a part in a request: its number, who said it, and marks."""
    return len(json.dumps(SentPart(100_000, who, "").body)) + 1


def tokens_of(text: str) -> int:
    """Tokens of a text, estimated from above."""
    return -(-len(text.encode("utf-8", "replace")) // BYTES_PER_TOKEN)


def parts_of(event: SourceEvent) -> Iterator[tuple[SentPart, int]]:
    """What is sent of one event, with the secrets masked in it; of sidechains and harness text nothing."""
    who = _WHO.get(event.kind)
    if who is None or event.sidechain is not None or not event.text.strip():
        return
    text, secrets = mask(event.text.encode("utf-8", "replace").decode())
    longest = _LONGEST.get(event.kind)
    if longest is not None and not is_whole(event):
        yield SentPart(event.ordinal, who, _ends(text, longest)), secrets
        return
    while text:
        cut = len(text) if len(text) <= PART_LENGTH else _cut(text)
        yield SentPart(event.ordinal, who, text[:cut]), secrets
        text, secrets = text[cut:], 0


def is_whole(event: SourceEvent) -> bool:
    """Whether a call or result is sent whole: plans, todo lists, questions, their answers, written prose."""
    tool = event.tool
    if event.signals or tool is None or event.kind is not EventKind.TOOL_CALL:
        return bool(event.signals)
    written = tool.action is ToolAction.CHANGE and tool.target.casefold().endswith(PROSE)
    return written or tool.action in _INFORMATIVE


def _ends(text: str, longest: int) -> str:
    if len(text) <= longest:
        return text
    half = longest // 2
    return text[:half] + LEFT_OUT + text[-half:]


def _cut(text: str) -> int:
    """Where a part ends: behind a line, else behind a sentence or a word, else at its limit."""
    for mark in ("\n", ". ", " "):
        at = text.rfind(mark, PART_LENGTH // 2, PART_LENGTH)
        if at >= 0:
            return at + len(mark)
    return PART_LENGTH
