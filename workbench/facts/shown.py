"""Events as shown to a model: parts of their texts with secrets masked, and their size in a request.

Messages of people and of the assistant, plans, and calls of tools that plan, list work, ask or write prose
are shown whole; of thinking, other calls and results only the beginning and the end. Sidechains and harness
text are not shown. Equal events give equal parts, regardless of what follows them.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from gates.source import EventKind, SourceEvent, ToolAction
from workbench.masking import mask

BYTES_PER_TOKEN = 3
"""Bytes per token, set low so that size is overestimated and a window stays below the cap."""
PART_LENGTH = 6_000
"""Longest part of a text, in code points."""
MOST_PARTS = 4
"""Most parts of one event that are sent; of a longer one the first and the last."""
TOOL_LENGTH = 600
"""Most code points that are sent of a tool call or result."""
THINKING_LENGTH = 1_500
PROSE = (".md", ".markdown", ".txt", ".rst")
"""File suffixes of plans and notes, whose changes are sent whole."""
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
    """Return how many characters are sent for an event of this text length, with those around its parts.

    Of thinking, calls and results both ends, unless `whole`; of any other text at most `MOST_PARTS` parts.
    """
    if kind not in _WHO or not characters:
        return 0
    longest = _LONGEST.get(kind)
    if longest is not None and not whole:
        return min(characters, longest) + _frame(_WHO[kind])
    sent = min(characters, MOST_PARTS * PART_LENGTH)
    return sent + -(-sent // PART_LENGTH) * _frame(_WHO[kind])


def shown_size(kind: EventKind, characters: int, *, whole: bool = False) -> int:
    """Return the tokens that an event takes in a request, estimated from the length of its text alone."""
    return -(-most_shown(kind, characters, whole=whole) // BYTES_PER_TOKEN)


@dataclass(frozen=True, slots=True)
class SentPart:
    """A part of an event's text as it is sent."""

    ordinal: int
    who: str
    text: str

    @property
    def body(self) -> dict[str, object]:
        """The part as JSON."""
        return {"event": self.ordinal, "who": self.who, "text": self.text}

    @property
    def tokens(self) -> int:
        """Estimated size in a request, in tokens."""
        return tokens_of(json.dumps(self.body, ensure_ascii=False)) + 1


@cache
def _frame(who: str) -> int:
    """Return the characters around a part's text in a request: event number, speaker and punctuation."""
    return len(json.dumps(SentPart(100_000, who, "").body)) + 1


def tokens_of(text: str) -> int:
    """Estimate the tokens of a text, from above."""
    return -(-len(text.encode("utf-8", "replace")) // BYTES_PER_TOKEN)


def parts_of(event: SourceEvent) -> Iterator[tuple[SentPart, int]]:
    """Yield the parts of one event that are sent, each with its number of masked secrets.

    None of a sidechain.
    """
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
    """Return whether a call or result is sent whole: plans, todo lists, questions, answers, prose."""
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
    """Return where a part ends: after a line, else after a sentence or a word, else at its limit."""
    for mark in ("\n", ". ", " "):
        at = text.rfind(mark, PART_LENGTH // 2, PART_LENGTH)
        if at >= 0:
            return at + len(mark)
    return PART_LENGTH
