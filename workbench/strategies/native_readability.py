"""Readability of a transcript's summary for a reader without its lists and headings.

A line that only introduced a list says nothing without it, nor does the title of a section, nor `None yet`. A
line like `Understanding how ...` describes the work and is no constraint, nor is the title of a ticket.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from gates.artifact import Item, ItemKind
from gates.language.similarity import statement

_LEADS = re.compile(
    r"\b(?:by|showing|shows|including|includes|with|for|from|to|that|as|such|like|following|is|are|was|were|"
    r"of|and|or|the|a|an|where|which|because|namely)[:\s]*$",
    re.IGNORECASE,
)
"""The end of a line that continues in the list under it."""
_TITLES = re.compile(
    r"(?:all user messages|user messages|pending tasks?|current work|problem solving|key technical concepts|"
    r"files and code sections|errors and fixes|primary request(?: and intent)?|next steps?|summary|analysis)",
    re.IGNORECASE,
)
_NOTHING = re.compile(
    r"(?:none|nothing|n/?a|not applicable|(?:no|none) (?:yet|so far))\b(?: (?:yet|so far|at this point))?"
    r"(?:[,;:.]? ?[(–—-][^.\n]{0,60})?[.)]{0,2}",
    re.IGNORECASE,
)
"""An entry that says that there is nothing under its heading."""
_COUNTS_ONLY = re.compile(
    r"(?:`[^`\n]{1,80}`: )?(?:major|minor|several|various|multiple|numerous|some|key|main|many|other)"
    r"(?: [a-z-]{2,20}){1,8}[.:]?",
    re.IGNORECASE,
)
"""An entry that only announces those under it: `Major changes needed`."""
_TICKET = re.compile(r"\[?[A-Z][A-Z0-9]{1,9}-\d{1,6}\]?(?::| [–—-]) ")
"""The beginning of a line that names a ticket: its title says what is wrong, not what is to hold."""
_AT_HAND = re.compile(r"[A-Z][a-z]{2,16}ing\b(?! (?:must|should|shall|is|are)\b)")
_BINDS = re.compile(
    r"\b(?:must|never|always|only|not|no|without|don't|avoid|keep|should|shall|required?)\b", re.I
)


@dataclass(frozen=True, slots=True)
class ReadableStatements:
    """The statements that can be read alone, and those that cannot."""

    items: tuple[Item, ...]
    unreadable: tuple[Item, ...]


def readable(items: Sequence[Item]) -> ReadableStatements:
    """Return the statements of a summary without those that say nothing alone."""
    kept = tuple(_named(item) for item in items if _has_content(item.text))
    return ReadableStatements(kept, tuple(item for item in items if not _has_content(item.text)))


def _has_content(text: str) -> bool:
    bare = text.strip().rstrip(":")
    if any(each.fullmatch(bare) for each in (_TITLES, _NOTHING, _COUNTS_ONLY)) or not statement(bare).stems:
        return False
    return "\n" in bare or _LEADS.search(bare) is None


def _named(item: Item) -> Item:
    """Return a constraint that binds nothing as a claim."""
    at_hand = _AT_HAND.match(item.text) is not None and _BINDS.search(item.text) is None
    if item.kind is ItemKind.CONSTRAINT and (at_hand or _TICKET.match(item.text)):
        return item.model_copy(update={"kind": ItemKind.CLAIM})
    return item
