"""One word and what it means, and a titled list of them."""

from __future__ import annotations

from typing import NamedTuple


class Entry(NamedTuple):
    """A word as a reader meets it."""

    word: str
    meaning: str
    """In Markdown: code in backticks, nothing else."""


class Section(NamedTuple):
    """Entries of one sort."""

    title: str
    entries: tuple[Entry, ...]


def section(title: str, *entries: tuple[str, str]) -> Section:
    """A section out of pairs."""
    return Section(title, tuple(Entry(word, meaning) for word, meaning in entries))
