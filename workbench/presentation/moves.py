"""Words of moves and of the contexts before and after them, the same in commands, screens and reports."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from workbench.presentation.figures import plural

if TYPE_CHECKING:
    from workbench.services.moves.accept_rollback import ContextSize

NO_MOVE = "no move yet"
NO_SESSIONS = "No sessions yet."


def when(created_at: str) -> str:
    """Date and minute of an ISO 8601 time."""
    return created_at[:16].replace("T", " ")


def signed(tokens: int) -> str:
    """A difference with its sign."""
    return f"{tokens:+,}"


def size_words(size: ContextSize) -> str:
    """`395 events + 1 artifact`."""
    events = plural(size.events, "event")
    return f"{events} + {plural(len(size.artifacts), 'artifact')}" if size.artifacts else events


def displaced_word(action: str) -> str:
    """What became of the artifacts that a move is said to have displaced."""
    return "displaced" if action == "accept" else "active again"


def draft_names(artifact_ids: Iterable[str], numbers: Mapping[str, int]) -> str:
    """Artifacts by their numbers, `d-2, d-5`; by their ids where they have none."""
    return ", ".join(f"d-{numbers[each]}" if each in numbers else each[:12] for each in artifact_ids)
