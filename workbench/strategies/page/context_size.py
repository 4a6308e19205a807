"""The tokens that a page adds to the context: its text with objective and headings, and the kept events.

They are counted as `draft` states them, by the counted tokens of the range's events, and as `--size` does, by
characters; the larger number is the page's.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence

from gates.artifact import Item
from gates.render import LEGEND, TITLE, item_line, sections
from gates.source import SourceEvent, bytes_per_token
from workbench.strategies.asked import CHARACTERS
from workbench.strategies.base import DraftRequest

ROUNDED = 8
"""Tokens that the numbers of the range and rounding may add to the estimate."""


def entering_tokens(
    request: DraftRequest, objective: str, items: Sequence[Item], kept: Collection[int]
) -> tuple[int, float]:
    """Return the tokens that such a page adds to the context, and its own bytes per token.

    Args:
        request: the range and the events.
        objective: as the page states it.
        items: in the page's order.
        kept: ordinals of the events that stay verbatim.
    """
    lines = [TITLE, LEGEND, "## Objective", objective]
    for heading, grouped in sections(items):
        lines += [f"## {heading}", *map(item_line, grouped)]
    written = len("\n\n".join(lines).encode("utf-8", "replace"))
    verbatim = [request.events[ordinal] for ordinal in kept]
    whole = written + sum(map(_size, verbatim))
    inside = [e for e in request.seen()[request.source.start :] if e.sidechain is None]
    replaced = [event for event in inside if event.ordinal not in kept]
    rate = bytes_per_token(sum(map(_size, replaced)), sum(event.tokens for event in replaced))
    counted = math.ceil(written / rate) + sum(event.tokens for event in verbatim)
    tokens = max(counted, whole // CHARACTERS) + ROUNDED
    return tokens, whole / tokens


def _size(event: SourceEvent) -> int:
    return len(event.text.encode("utf-8", "replace"))
