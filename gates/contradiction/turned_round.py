"""Changes that a claim states in the reverse direction.

Warning: `change_turned`, a change from one thing to another that the session reports in the other direction.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from gates.artifact import Item
from gates.contradiction.in_place import CANDIDATES, LEAST_REST, text_of
from gates.findings import Found
from gates.language.code_lines import is_code
from gates.language.similarity import statement
from gates.search.index import SourceIndex, TextSegment
from gates.search.linking import SpanSearch

HALF = 0.5
"""Share of the words of the longer of two sides of changes that both must contain to be the same."""

_SIDE = r"(?:`[^`\n]{1,60}`|\"[^\"\n]{1,40}\"|[\w@#./:<>()\[\]{}=-]{1,40})"
_SIDES = rf"{_SIDE}(?: {_SIDE}){{0,3}}"
_THE = r"(?:the |an? |all |using )?"
_PATTERNS = tuple(
    re.compile(words, re.IGNORECASE)
    for words in (
        rf"\bfrom {_THE}(?P<old>{_SIDES}?) (?:in)?to {_THE}(?P<new>{_SIDES})",
        rf"(?P<old>{_SIDES}) ?(?:->|→|=>) ?(?P<new>{_SIDES})",
        rf"(?P<new>{_SIDES}),? (?:instead of|rather than|in place of) {_THE}(?P<old>{_SIDES})",
        rf"\breplac(?:ed?|es|ing) {_THE}(?P<old>{_SIDES}?) (?:with|by) {_THE}(?P<new>{_SIDES})",
        rf"(?P<old>{_SIDES}) (?:is|was|were|got|(?:has|have) been) replaced (?:with|by) "
        rf"{_THE}(?P<new>{_SIDES})",
    )
)
_CHANGES = re.compile(
    r"\b(?:bump|chang|convert|decreas|fix|increas|lower|migrat|mov|rais|renam|replac|switch|updat|rework)\w*\b",
    re.I,
)
_ARROW, _CHOICE = 1, 2
_GOES_BACK = re.compile(
    r"\b(?:not|never|without|avoid\w*|prevent\w*|transition\w*|toggl\w+|revert\w*|und(?:o|oes|oing|id|one)"
    r"|mistak\w+|wrong\w*|back)\b|n't\b",
    re.I,
)
"""Words of a change that is denied, undone, or one of several back and forth."""
_DECIDES = re.compile(
    r"\b(?:use|prefer|keep|choose|chose|chosen|want|need|should|must|shall|will|let's|go with|now)\b"
    r"|\bdecided\b",
    re.I,
)
"""Words of a choice. Without them `A instead of B` tells what something does, which an edit may change."""


@dataclass(frozen=True, slots=True)
class Change:
    """A change from an old thing to a new one, by the stems of each side that the other does not have."""

    old: frozenset[str]
    new: frozenset[str]
    chosen: bool
    """Whether one is chosen instead of the other, which need not have been there before."""


def same(one: frozenset[str], other: frozenset[str]) -> bool:
    """Return whether two sides have half of the words of the longer in common; two words if both have two."""
    common = len(one & other)
    return common >= min(2, len(one), len(other)) and common >= HALF * max(1, len(one), len(other))


@lru_cache(maxsize=20_000)
def changes_of(text: str) -> tuple[Change, ...]:
    """Return the changes that a text states."""
    if not any(
        mark in text
        for mark in ("from", "From", "->", "→", "=>", "instead", "rather", "replac", "Replac", "place of")
    ):
        return ()
    return tuple(_changes(text))


def _changes(text: str) -> Iterator[Change]:
    for place, pattern in enumerate(_PATTERNS):
        if place == _ARROW and (sum(map(text.count, ("->", "→", "=>"))) > 1 or not _CHANGES.search(text)):
            continue  # a chain or a state transition is not a change
        for match in pattern.finditer(text):
            before, after = ("new", "old") if place == _CHOICE else ("old", "new")
            sides = {before: _stems(match[before], last=True), after: _stems(match[after], last=False)}
            old, new = sides["old"], sides["new"]
            if old - new and new - old:
                yield Change(old - new, new - old, place == _CHOICE)


_NAMED = re.compile(r"`[^`]+`|\w*[a-z][A-Z]\w*|\w+_\w+")


def _stems(side: str, *, last: bool) -> frozenset[str]:
    """Return the stems of one side; if the word next to the other side is a name, only that word's."""
    near = side.split(" ")[-1 if last else 0].strip('().,:"')
    return statement(near if _NAMED.fullmatch(near) else side.strip('().,:`"')).stems


def turned_round(item: Item, index: SourceIndex, search: SpanSearch) -> list[Found]:
    """Return this rule's finding on one item."""
    if item.speaker == "user" or is_code(item.text) or "\n" in item.text:
        return []
    mine = changes_of(item.text)
    if not mine or _GOES_BACK.search(item.text):
        return []
    stems = statement(item.text).stems
    near = search.top(stems, CANDIDATES)
    theirs = [(each, segment) for segment in near for each in changes_of(text_of(segment, index))]
    for change in mine:
        rest = stems - change.old - change.new
        if any(change.old & other.old and change.new & other.new for other, _ in theirs):
            continue
        for other, segment in theirs:
            if (
                change.chosen == other.chosen
                and same(change.old, other.new)
                and same(change.new, other.old)
                and len(rest & segment.stems) >= min(LEAST_REST, max(1, len(rest)))
                and _stands(other, segment, index)
            ):
                message = f"the session has this change the other way round: {text_of(segment, index)[:120]}"
                return [Found("change_turned", "warning", message, (*item.links, search.link_of(segment)))]
    return []


def _stands(change: Change, segment: TextSegment, index: SourceIndex) -> bool:
    """Return whether a change of the session is asserted, and is no state that was edited since."""
    text = text_of(segment, index)
    if _GOES_BACK.search(text):
        return False
    if not change.chosen or _CHANGES.search(text) or _DECIDES.search(text):
        return True
    changed = (places[-1] for places in index.facts.changes.values())
    return max(changed, default=-1) < segment.ordinal
