"""What people stated in folded messages that the new summary does not hold: told, since its message is gone.

A summary is bounded and keeps what guides what is done next; what it left out a person may want to say again.
"""

from __future__ import annotations

from collections.abc import Sequence

from gates.language.similarity import coverage, statement
from workbench.facts.sentences.prose import statements
from workbench.strategies.memory.state import ChatMessage
from workbench.strategies.memory.summary_text import parse

HELD_AT = 0.6
"""Share of a statement's words that a bullet must hold to have kept it."""
FEWEST = 2
"""Content words from which a sentence states something."""


def unsaid(messages: Sequence[ChatMessage], before: str, after: str) -> tuple[str, ...]:
    """The user's statements in messages, and the bullets before, that no bullet of the new summary holds."""
    kept = [statement(entry.text).stems for entry in parse(after)]
    stated = [entry.text for entry in parse(before)]
    for message in messages:
        if message.role == "user":
            stated += [each.text for each in statements(message.text) if not each.text.endswith(("?", ":"))]
    lost = [text for text in dict.fromkeys(stated) if not _held(text, kept)]
    return tuple(lost)


def _held(text: str, kept: Sequence[frozenset[str]]) -> bool:
    """Whether a bullet holds a statement; what states nothing need not be held."""
    stems = statement(text).stems
    return len(stems) < FEWEST or any(coverage(stems, bullet) >= HELD_AT for bullet in kept)
