"""Finds what a preference rejects: `A instead of B`, `rather A than B`, `prefer A to B`."""

from __future__ import annotations

from gates.retention.words import Word, base_stem

REJECTING = frozenset(("instead of", "rather than", "as opposed to"))
_PREFERRING = frozenset(map(base_stem, ("prefer", "favour", "favor")))


def rejects(words: tuple[Word, ...], place: int) -> bool:
    """Return whether the word at a place leads to what is rejected."""
    if place < 0:
        return False
    text = words[place].text
    if text in REJECTING:
        return True
    if text not in ("than", "to", "over"):
        return False
    for word in reversed(words[:place]):
        if word.kind == "break":
            return False
        if ("rather" in word.text.split()) if text == "than" else (base_stem(word.text) in _PREFERRING):
            return words[place - 1].counts
    return False


def preference(words: tuple[Word, ...]) -> int | None:
    """Return the place of the word that leads to what is rejected, or None if nothing is."""
    return next((place for place in range(len(words)) if rejects(words, place)), None)
