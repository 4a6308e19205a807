"""Finds characters that occur in a text as separate words, not inside a longer one. Case matters; pure."""

from __future__ import annotations

import re


def occurs_in(words: str, hay: str) -> bool:
    """Return whether a run of characters occurs in a text, not inside a longer word; empty ones do not.

    Case matters.
    """
    position = hay.find(words) if words else -1
    while position >= 0 and not apart(words, hay, position):
        position = hay.find(words, position + 1)
    return position >= 0


def apart(words: str, hay: str, position: int) -> bool:
    """Return whether words at a position of a text do not lie inside a longer word."""
    after = position + len(words)
    before = position == 0 or not joins(hay[position - 1], words[0])
    return before and (after == len(hay) or not joins(hay[after], words[-1]))


def joins(outside: str, inside: str) -> bool:
    """Return whether two neighbouring characters belong to one word."""
    return (outside.isalnum() or outside == "_") and (inside.isalnum() or inside == "_")


def has_symbol(name: str, line: str) -> bool:
    """Return whether a line of code contains a symbol, whose name comes without its leading underscores."""
    return re.search(rf"(?<![^\W_])_{{0,2}}{re.escape(name)}(?!\w)", line) is not None


REACH = 160
"""Characters before a position that are searched for the words right before it."""


def stands_before(pattern: re.Pattern[str], text: str, at: int) -> bool:
    """Return whether a pattern that ends with `$` matches right before a position.

    At most `REACH` characters are read.
    """
    return pattern.search(text, max(0, at - REACH), at) is not None
