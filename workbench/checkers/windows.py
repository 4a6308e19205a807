"""Windows of a range of events for a model: masked parts, each window below a size limit.

A window begins with the last part of the one before it, so that an answer is beside its question. Equal
events give equal windows, whatever follows them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from gates.source import SourceEvent
from workbench.facts.shown import (
    LEFT_OUT,
    PART_LENGTH,
    THINKING_LENGTH,
    TOOL_LENGTH,
    SentPart,
    parts_of,
    tokens_of,
)

__all__ = [
    "LEFT_OUT",
    "OVERLAP_LENGTH",
    "PART_LENGTH",
    "THINKING_LENGTH",
    "TOOL_LENGTH",
    "RequestWindow",
    "SentPart",
    "tokens_of",
    "windows_of",
]

OVERLAP_LENGTH = 1_500
"""Maximum length of a part that is repeated at the start of the next window."""


@dataclass(frozen=True, slots=True)
class RequestWindow:
    """The part of a range that one request shows."""

    parts: tuple[SentPart, ...]
    masked: int
    """Number of secrets masked in the parts that it shows for the first time."""

    @property
    def ordinals(self) -> tuple[int, ...]:
        """Ordinals of the events shown, ascending."""
        return tuple(sorted({part.ordinal for part in self.parts}))


def windows_of(events: Sequence[SourceEvent], most_tokens: int) -> Iterator[RequestWindow]:
    """Yield the windows of events, each of at most `most_tokens`, unless a single part is larger."""
    parts: list[SentPart] = []
    size = masked = 0
    fresh = False
    for event in events:
        for part, secrets in parts_of(event):
            if fresh and size + part.tokens > most_tokens:
                yield RequestWindow(tuple(parts), masked)
                last = parts[-1]
                again = len(last.text) <= OVERLAP_LENGTH and last.tokens + part.tokens <= most_tokens
                parts = [last] if again else []
                size, masked, fresh = last.tokens if again else 0, 0, False
            parts.append(part)
            size, masked, fresh = size + part.tokens, masked + secrets, True
    if fresh:
        yield RequestWindow(tuple(parts), masked)
