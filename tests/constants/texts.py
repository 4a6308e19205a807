"""Texts of an exact length or number of words, and what is read from them."""

from __future__ import annotations

from collections.abc import Callable


def sized(length: int, start: str = "") -> str:
    """Return a text of this many characters with the given start, ending within a word."""
    text = start + "keeps every older export beside these " * (length // 30 + 2)
    return text[: length - 3] + "xyz"


def worded(count: int, start: str = "") -> str:
    """Return a text of this many words with the given start."""
    return " ".join((start.split() + ["another"] * count)[:count])


def cut_at(limit: int, stated: Callable[[str], str], start: str = "") -> None:
    """Check that a text of `limit` characters is stated in full and one more character is cut."""
    whole, longer = sized(limit, start), sized(limit + 1, start)
    assert stated(whole) == whole
    assert stated(longer) != longer
