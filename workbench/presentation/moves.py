"""Wording of moves and of the contexts before and after them, for commands, screens and reports."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from workbench.presentation.figures import plural

if TYPE_CHECKING:
    from workbench.services.moves.accept_rollback import ContextSize
    from workbench.services.moves.verbatim import VerbatimChange

NO_MOVE = "no move yet"
NO_SESSIONS = "No sessions yet."


def when(created_at: str) -> str:
    """Format an ISO 8601 time as date and minute."""
    return created_at[:16].replace("T", " ")


def signed(tokens: int) -> str:
    """Format a token difference with its sign."""
    return f"{tokens:+,}"


def size_words(size: ContextSize) -> str:
    """Format a context size: `395 events + 1 artifact`."""
    events = plural(size.events, "event")
    return f"{events} + {plural(len(size.artifacts), 'artifact')}" if size.artifacts else events


def stay_words(kept: int) -> str:
    """Format the kept events of a range: `48 of them stay verbatim`; empty for none."""
    return f"{kept:,} of them {'stays' if kept == 1 else 'stay'} verbatim" if kept else ""


def growth_reason(grown: int, change: VerbatimChange, number: int) -> str:
    """Return the main reason why a context is larger with `d-number` active."""
    if 2 * change.returned_tokens < grown:
        return f"d-{number} is longer than what stood there before it"
    what, are = ("events", "are") if change.returned > 1 else ("event", "is")
    whose = " that the transcript's own summary stood for" if change.native_gone else ""
    return f"{change.returned:,} {what}{whose} {are} verbatim again ({change.returned_tokens:,} tokens)"


def context_grows(grown: int, change: VerbatimChange, number: int) -> str:
    """Return a sentence on how much larger a context would be with `d-number` active, and why."""
    return f"The context grows by {grown:,} tokens: {growth_reason(grown, change, number)}."


def context_grew(grown: int, change: VerbatimChange, number: int) -> str:
    """Like `context_grows`, after `d-number` became active."""
    return f"The context grew by {grown:,} tokens: {growth_reason(grown, change, number)}."


def displaced_word(action: str) -> str:
    """Return the word for the artifacts that a move displaced: what happened to them."""
    return "displaced" if action == "accept" else "active again"


def draft_names(artifact_ids: Iterable[str], numbers: Mapping[str, int]) -> str:
    """List artifacts by number, such as `d-2, d-5`, or by id if they have none."""
    return ", ".join(f"d-{numbers[each]}" if each in numbers else each[:12] for each in artifact_ids)
