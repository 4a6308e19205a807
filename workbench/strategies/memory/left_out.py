"""Statements of people that a new summary leaves out, reported because their messages are gone.

A summary is bounded and keeps what guides the work; a person may want to repeat what it left out.
"""

from __future__ import annotations

from collections.abc import Sequence

from gates.language.similarity import coverage, statement
from workbench.facts.sentences.prose import statements
from workbench.strategies.memory.state import ChatMessage
from workbench.strategies.memory.summary_text import parse

HELD_AT = 0.6
"""Share of a statement's words that a bullet must contain to have kept it."""
FEWEST = 2
"""Fewest content words of a sentence that states something."""


def unsaid(messages: Sequence[ChatMessage], before: str, after: str) -> tuple[str, ...]:
    """Return the user's statements and the earlier bullets that no bullet of the new summary covers."""
    kept = [statement(entry.text).stems for entry in parse(after)]
    stated = [entry.text for entry in parse(before)]
    for message in messages:
        if message.role == "user":
            stated += [each.text for each in statements(message.text) if not each.text.endswith(("?", ":"))]
    lost = [text for text in dict.fromkeys(stated) if not _held(text, kept)]
    return tuple(lost)


def _held(text: str, kept: Sequence[frozenset[str]]) -> bool:
    """Return whether a bullet covers a statement; a text that states nothing need not be covered."""
    stems = statement(text).stems
    return len(stems) < FEWEST or any(coverage(stems, bullet) >= HELD_AT for bullet in kept)
