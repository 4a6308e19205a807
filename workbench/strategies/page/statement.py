"""One statement that a page may contain: its item, the places of its words, and its likelihood to bind."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from gates.artifact import Item, ItemKind
from gates.source import SourceEvent
from workbench.facts.proposals.fold import words_of
from workbench.facts.spans import EventWords

SHORT_RULE = 160
"""Most characters of a rule that is stated even if its message is kept."""

COMMITTED = "Committed: "
"""Words before a line of a commit's message: what it says was done."""
POSTED = "Posted: "
"""Words before a line that a command sent to a pull request or a service: nothing says that it was done."""
_COMMITS = re.compile(r"\bgit\b[^\n;&|]{0,60}\bcommit\b")
_POSTS = re.compile(
    r"(?:^(?:\w{1,30}: )?|[;&|(])\s{0,4}(?:\w{1,30}=\S{1,80} )?(?:gh|glab|hub|curl)\b", re.MULTILINE
)


@dataclass(frozen=True, slots=True)
class PageStatement:
    """One statement, with the places of its words."""

    item: Item
    places: tuple[EventWords, ...]
    """The last one states its present state."""
    tokens: frozenset[str]
    likelihood: float
    group: str
    """`state` and `counted` come first; then `likely`, `file`."""
    informative: bool = True
    """Whether it may be an item; else it only adds to the worth of keeping its event."""
    stated_in: frozenset[int] | None = None
    """Events each of which states it in full; None if its places are its own words."""
    pinned: bool = False
    """Whether it is always stated, whatever is kept: a refused request is marked as refused there."""

    @property
    def stays(self) -> bool:
        """Whether it is stated although its event is kept: state, files, open work, refusals, rules."""
        rule = self.item.kind is ItemKind.CONSTRAINT and self.size <= SHORT_RULE
        return rule or self.pinned or self.group in ("state", "file") or self.item.status == "open"

    @property
    def size(self) -> int:
        """Characters as an item."""
        return len(self.item.text)


def made_of(
    item: Item, places: Sequence[EventWords], likelihood: float, group: str, *, informative: bool = True
) -> PageStatement:
    """Return a statement of an item; its words are those of the item."""
    return PageStatement(item, tuple(places), words_of(item.text), likelihood, group, informative)


def lead_of_text(call: SourceEvent, start: int) -> str:
    """Return the words before a line that a command tells people: committed, or posted.

    `start` is where the line begins: of a command that commits and then posts, the nearer one counts.
    """
    before = call.text[:start]
    committed = max((found.start() for found in _COMMITS.finditer(before)), default=-1)
    posted = max((found.start() for found in _POSTS.finditer(before)), default=-1)
    return POSTED if posted > committed else COMMITTED


def wording_once(counted: Sequence[PageStatement]) -> list[PageStatement]:
    """Return the statements without those that another one at the same place contains verbatim."""
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
