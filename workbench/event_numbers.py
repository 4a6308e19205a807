"""Parses the number of an event as a person types it."""

from __future__ import annotations

_MOST_DIGITS = 18
"""Far more than any session needs; far fewer than the interpreter refuses to read."""


def event_number(text: str) -> int | None:
    """Return the ordinal in a text of digits alone; None if it is anything else, or absurdly long."""
    return int(text) if text.isdecimal() and len(text) <= _MOST_DIGITS else None
