"""Whether words are clear in themselves, without what was said around them."""

from __future__ import annotations

from gates.retention.words import words

LEAST_CLEAR = 3
"""Content words from which the user's own words say all by themselves; one fewer where none only points."""
_POINTING = frozenset("it this that these those them they here there".split())


def is_self_contained(text: str) -> bool:
    """Whether words are clear in themselves: an action with its object, and nothing that only points."""
    read = words(text)
    content = [word for word in read if word.counts]
    points = any(word.text in _POINTING for word in read)
    return len(content) >= LEAST_CLEAR or (len(content) == LEAST_CLEAR - 1 and not points)
