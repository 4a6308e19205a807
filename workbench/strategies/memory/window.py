"""The verbatim window of a memory's draft: the newest messages of the range, whole, while they are short."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from gates.source import EventKind, SourceEvent
from gates.tool_calls import calls_with_results
from workbench.strategies.memory.state import DEFAULT_POLICIES

WINDOW_TOKENS = 500
"""Most tokens (characters / 4) of the kept messages together."""
SHARE = 0.1
"""Largest share of the range's characters for kept messages; none are kept of a short range."""


@dataclass(frozen=True, slots=True)
class VerbatimWindow:
    """Messages that stay verbatim."""

    kept: frozenset[int] = frozenset()
    """Ordinals of the kept events."""
    characters: int = 0

    @property
    def tokens(self) -> int:
        """Characters / 4, rounded up."""
        return -(-self.characters // 4)

    def holds(self, ordinals: Iterable[int]) -> bool:
        """Return whether all of the given events stay verbatim."""
        wanted = set(ordinals)
        return bool(wanted) and wanted <= self.kept


def newest(
    messages: Iterable[SourceEvent], most_tokens: int, window: VerbatimWindow | None = None
) -> VerbatimWindow:
    """Return a window with the newest K messages (S4: 6) as far as they fit, without a gap from the end."""
    window = window or VerbatimWindow()
    for event in list(messages)[: -DEFAULT_POLICIES.window - 1 : -1]:
        wider = widened(window, [event], most_tokens)
        if wider is None:
            break
        window = wider
    return window


def widened(window: VerbatimWindow, events: Sequence[SourceEvent], most_tokens: int) -> VerbatimWindow | None:
    """Return the window with more events, all or none; None if it has no room for them."""
    fresh = [event for event in events if event.ordinal not in window.kept]
    characters = window.characters + sum(len(event.text) for event in fresh)
    if fresh and characters > 4 * most_tokens:
        return None
    return VerbatimWindow(window.kept | {event.ordinal for event in fresh}, characters)


def together(events: Sequence[SourceEvent]) -> dict[int, tuple[SourceEvent, ...]]:
    """Return what may stay verbatim, by ordinal: a message, or a result with its call, never apart."""
    found: dict[int, tuple[SourceEvent, ...]] = {e.ordinal: (e,) for e in events if is_message(e)}
    for call, result in calls_with_results(events, sidechains=False):
        found[result.ordinal] = (call, result)
    return found


def is_message(event: SourceEvent) -> bool:
    """Return whether an event is a message of the conversation: a human's, or the agent's to a human."""
    spoken = event.kind in (EventKind.USER, EventKind.ASSISTANT)
    return spoken and event.sidechain is None and bool(event.text.strip())
