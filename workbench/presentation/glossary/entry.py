"""A glossary entry, and a titled list of entries."""

from __future__ import annotations

from typing import NamedTuple


class GlossaryEntry(NamedTuple):
    """A term with its meaning."""

    word: str
    meaning: str
    """Markdown with code in backticks and no other markup."""


class GlossarySection(NamedTuple):
    """A titled list of entries."""

    title: str
    entries: tuple[GlossaryEntry, ...]


def glossary_section(title: str, *entries: tuple[str, str]) -> GlossarySection:
    """Build a section from pairs of term and meaning."""
    return GlossarySection(title, tuple(GlossaryEntry(word, meaning) for word, meaning in entries))
