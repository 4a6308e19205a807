"""An index of a memory's statements by what lets one replace another, so that few comparisons are needed.

A later statement replaces an earlier one if it has all of its words, gives its subject another value, or
retracts it. The first two are found by words and subject, however many statements there are; a retraction has
its own wording, and is compared with the latest statements that share a word with it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from itertools import islice

from gates.language.similarity import statement
from workbench.facts.spans import EventWords
from workbench.facts.superseding.reversal import may_reverse
from workbench.facts.superseding.revision import subject_of
from workbench.strategies.memory.merging import closes, is_replaced_by, restates, topic
from workbench.strategies.memory.summary_text import SummaryBullet

MOST_NEAR = 60
"""Most statements compared per word of a retraction, the latest; a memory has no more."""

_Positions = dict[int, None]
"""Positions in the order in which they were added; an ordered set."""
Placed = tuple[SummaryBullet, EventWords]
"""A statement and its place in the messages."""


class StatedIndex:
    """Statements in the order in which they were said, without those that a later one replaced."""

    def __init__(self) -> None:
        self._kept: dict[int, Placed] = {}
        self._lists: dict[int, list[_Positions]] = {}
        """By position: every list that a statement is in."""
        self._added = 0
        self._holding: dict[str, _Positions] = defaultdict(dict)
        """By each of their words."""
        self._rarest: dict[str, _Positions] = defaultdict(dict)
        """By the rarest of their words, which a text with all of them has."""
        self._same: dict[frozenset[str], _Positions] = defaultdict(dict)
        """By all of their words, by those without numbers, and by the thing that they give a value."""
        self.comparisons = 0
        """Number of pairs that were compared."""

    def replace(self, entry: SummaryBullet) -> None:
        """Remove the statements that a later one restates, retracts or gives another value."""
        for position in sorted(self._replaceable(entry)):
            self.comparisons += 1
            if is_replaced_by(self._kept[position][0], entry):
                del self._kept[position]
                for positions in self._lists.pop(position):
                    positions.pop(position, None)

    def restated(self, entry: SummaryBullet) -> bool:
        """Return whether one of the statements says all that this one says."""
        for position in self._fuller(entry):
            self.comparisons += 1
            if restates(self._kept[position][0], entry):
                return True
        return False

    def add(self, entry: SummaryBullet, words: EventWords) -> None:
        """Add a statement."""
        position, self._added = self._added, self._added + 1
        stems = statement(entry.text).stems
        lists = [self._same[key] for key in _same_keys(entry)]
        if stems:
            rarest = min(sorted(stems), key=lambda stem: len(self._holding[stem]))
            lists += [self._rarest[rarest], *(self._holding[stem] for stem in stems)]
        for positions in lists:
            positions[position] = None
        self._kept[position], self._lists[position] = (entry, words), lists

    def placed(self) -> list[Placed]:
        """Return the remaining statements, with their places."""
        return list(self._kept.values())

    def _replaceable(self, entry: SummaryBullet) -> set[int]:
        """Return the positions of the statements that a later one might replace."""
        text = entry.source_text or entry.text
        found = {at for key in _same_keys(entry) for at in self._same.get(key, ())}
        stems = statement(entry.text).stems
        for stem in stems:
            found.update(at for at in self._rarest.get(stem, ()) if self._stems(at) <= stems)
        if closes(text) or may_reverse(text):
            for stem in statement(text).stems:
                found.update(islice(reversed(self._holding.get(stem, {})), MOST_NEAR))
        return found

    def _fuller(self, entry: SummaryBullet) -> Iterator[int]:
        """Yield the positions of the statements that have all words of this one."""
        stems = statement(entry.text).stems
        lists = [self._holding.get(stem, {}) for stem in sorted(stems)] or [
            self._same.get(key, {}) for key in _same_keys(entry)
        ]
        return (at for at in min(lists, key=len, default={}) if stems <= self._stems(at))

    def _stems(self, position: int) -> frozenset[str]:
        return statement(self._kept[position][0].text).stems


def _same_keys(entry: SummaryBullet) -> set[frozenset[str]]:
    """Return keys shared by statements that are the same except for a number, a negation or a value."""
    texts = {entry.text, entry.source_text or entry.text}
    keys = {topic(entry.text)}
    for text in texts:
        keys |= {statement(text).stems, subject_of(text).about}
    literal = frozenset((f"={entry.text.strip().casefold()}",))
    return {key for key in keys if key} or {literal}
