"""The size and the limit of a draft, in tokens estimated by the bytes per token of its own source."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from gates.artifact import Item, Origin
from gates.render import artifact_text, item_line
from workbench.strategies.base import DraftRequest, as_artifact

CEILING = 0.33
"""Share of the source's tokens above which dispensable items are left out; the contract allows 35%."""

HEADING_BYTES = 40
"""Allowance for the heading of a section that an item may open."""


class Size:
    """Token estimates for one range: UTF-8 bytes over the bytes per token of the range's own events."""

    def __init__(self, request: DraftRequest) -> None:
        self._request = request
        replaced = request.replaced()
        self.source_tokens = sum(event.tokens for event in replaced)
        size = sum(len(event.text.encode("utf-8", "replace")) for event in replaced)
        ratio = size / self.source_tokens if self.source_tokens and size else 4.0
        self.bytes_per_token = min(8.0, max(1.0, ratio))

    def bytes_for(self, share: float) -> int:
        """Return the UTF-8 bytes of a share of the source's tokens."""
        return math.floor(self.source_tokens * share * self.bytes_per_token)

    def measure(self, items: Sequence[Item]) -> int:
        """Return the UTF-8 bytes of the text that an artifact of these items would give an agent."""
        text = artifact_text(as_artifact(self._request, items, "size", Origin.DRAFTED))
        return len(text.encode("utf-8", "replace"))


def line_bytes(item: Item) -> int:
    """Return the UTF-8 bytes that one item adds to an artifact's text."""
    return len(item_line(item).encode("utf-8", "replace")) + 1


def fitting(size: Size, groups: Iterable[Sequence[Item]], share: float) -> list[Item]:
    """Return the first group whole, and the later ones in order, item by item while they fit."""
    limit, chosen, used = size.bytes_for(share), [], 0
    for number, group in enumerate(groups):
        for item in group:
            cost = line_bytes(item)
            if number == 0 or used + cost + HEADING_BYTES <= limit:
                chosen.append(item)
                used = (used or size.measure([])) + cost
    return chosen
