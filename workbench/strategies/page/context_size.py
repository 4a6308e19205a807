"""The tokens that a page adds to the context: its text with objective and headings, and the kept events.

They are counted at the rate that was fitted to the range's events when the transcript was imported.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from gates.artifact import Item
from gates.render import LEGEND, TITLE, item_line, sections
from gates.source import SourceEvent, bytes_per_token
from workbench.strategies.asked import CHARACTERS
from workbench.strategies.base import DraftRequest

LEAST_RATE = 3.5
"""Fewest bytes per token of text; a lower rate counts what the agent adds unseen, such as its thinking."""
ROUNDED = 8
"""Tokens that the numbers of the range and rounding may add to the estimate."""


def text_rate(request: DraftRequest) -> float:
    """Return the UTF-8 bytes per token of the range's events, 4 if the fitted rate is not one of text."""
    inside = [e for e in request.seen()[request.source.start :] if e.sidechain is None]
    rate = bytes_per_token(sum(map(_size, inside)), sum(event.tokens for event in inside))
    return rate if rate >= LEAST_RATE else float(CHARACTERS)


def entering_tokens(
    request: DraftRequest, rate: float, objective: str, items: Sequence[Item], kept: Iterable[int]
) -> int:
    """Return the tokens that a page of these items and kept events adds to the context.

    Args:
        request: the range and the events.
        rate: the range's bytes per token (`text_rate`).
        objective: as the page states it.
        items: in the page's order.
        kept: ordinals of the events that stay verbatim.
    """
    lines = [TITLE, LEGEND, "## Objective", objective]
    for heading, grouped in sections(items):
        lines += [f"## {heading}", *map(item_line, grouped)]
    written = len("\n\n".join(lines).encode("utf-8", "replace"))
    verbatim = sum(_size(request.events[ordinal]) for ordinal in kept)
    return int((written + verbatim) / rate) + ROUNDED


def _size(event: SourceEvent) -> int:
    return len(event.text.encode("utf-8", "replace"))
