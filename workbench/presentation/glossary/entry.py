"""One word and what it means, and a titled list of them."""

from __future__ import annotations

from typing import NamedTuple


class GlossaryEntry(NamedTuple):
    """A word as a reader meets it."""

    word: str
    meaning: str
    """In Markdown: code in backticks, nothing else."""


class GlossarySection(NamedTuple):
    """Entries of one sort."""

    title: str
    entries: tuple[GlossaryEntry, ...]


def glossary_section(title: str, *entries: tuple[str, str]) -> GlossarySection:
    """A section out of pairs."""
    return GlossarySection(title, tuple(GlossaryEntry(word, meaning) for word, meaning in entries))
