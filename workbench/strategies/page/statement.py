"""One statement that a page may hold: its item, where its words stand, and how likely it binds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from gates.artifact import Item, ItemKind
from workbench.facts.proposals.fold import words_of
from workbench.facts.spans import EventWords

SHORT_RULE = 160
"""Characters of a rule that stands among the rules, be its message kept as a whole or not."""


@dataclass(frozen=True, slots=True)
class PageStatement:
    """One statement, with the words that say it."""

    item: Item
    places: tuple[EventWords, ...]
    """The last one says its present state."""
    tokens: frozenset[str]
    likelihood: float
    group: str
    """`state` and `counted` come first; then `likely`, `file`."""
    informative: bool = True
    """It may stand as an item; else it only says what keeping its event is worth."""
    stated_in: frozenset[int] | None = None
    """Events each of which says it in full; None where its places are its own words."""
    pinned: bool = False
    """It is stated on the page whatever is kept: what was refused is marked as refused there."""

    @property
    def stays(self) -> bool:
        """It is stated though its event is kept: state at the end, files, open, refused or forbidden."""
        rule = self.item.kind is ItemKind.CONSTRAINT and self.size <= SHORT_RULE
        return rule or self.pinned or self.group in ("state", "file") or self.item.status == "open"

    @property
    def size(self) -> int:
        """Characters as an item."""
        return len(self.item.text)


def made_of(
    item: Item, places: Sequence[EventWords], likelihood: float, group: str, *, informative: bool = True
) -> PageStatement:
    """A statement of an item; its words are those of the item."""
    return PageStatement(item, tuple(places), words_of(item.text), likelihood, group, informative)


def wording_once(counted: Sequence[PageStatement]) -> list[PageStatement]:
    """Without what another one says word for word at the same place, as an answer beside its question."""
    return [
        each
        for n, each in enumerate(counted)
        if each.pinned
        or each.item.status == "open"
        or not any(m != n and _holds(other, each) for m, other in enumerate(counted))
    ]


def _holds(other: PageStatement, each: PageStatement) -> bool:
    inside = each.item.text in other.item.text and len(each.item.text) < len(other.item.text)
    ordinals = {words.ordinal for words in other.places}
    return inside and other.item.kind is not ItemKind.OPEN_WORK and each.places[-1].ordinal in ordinals
