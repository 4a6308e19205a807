"""Checks whether words are self-contained, that is, clear without their context."""

from __future__ import annotations

from gates.retention.words import words

LEAST_CLEAR = 3
"""Fewest content words that are self-contained; one fewer if no word only points to something."""
_POINTING = frozenset("it this that these those them they here there".split())


def is_self_contained(text: str) -> bool:
    """Return whether words are self-contained: an action with its object, and nothing that only points."""
    read = words(text)
    content = [word for word in read if word.counts]
    points = any(word.text in _POINTING for word in read)
    return len(content) >= LEAST_CLEAR or (len(content) == LEAST_CLEAR - 1 and not points)
