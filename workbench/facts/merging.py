"""Merges restatements: of two statements that say the same, the fuller one is kept.

A commitment that still binds takes precedence over one that does not. The survivors do not depend on the
order of the input.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from gates.language.similarity import statement, subsumes
from workbench.facts.commitment import Basis, Commitment, CommitmentKind
from workbench.facts.superseding.retaken import rejects, retakes


class Survivors:
    """Texts of which none subsumes another; lookups touch only texts that share a rare stem."""

    def __init__(self) -> None:
        self.texts: list[str] = []
        self._by_stem: dict[str, set[int]] = defaultdict(set)
        self._under_rarest: dict[str, list[int]] = defaultdict(list)
        """Each text under that one of its stems which the fewest earlier texts have."""
        self._literal: dict[str, int] = {}

    def fuller(self, text: str) -> int | None:
        """Return the position of a text that states everything in `text`, or None."""
        stems = statement(text).stems
        if not stems:
            return self._literal.get(text.strip().casefold())
        rarest_first = sorted((self._by_stem.get(stem, set()) for stem in stems), key=len)
        return next(
            (p for p in sorted(set.intersection(*rarest_first)) if subsumes(self.texts[p], text)), None
        )

    def contained(self, text: str) -> int | None:
        """Return the position of the first text that `text` states in full, or None."""
        return next(iter(self._contained(text)), None)

    def restates(self, text: str) -> bool:
        """Return whether a text is already stated, in full or by a text with at least half of its stems."""
        if self.fuller(text) is not None:
            return True
        size = len(statement(text).stems)
        return any(2 * len(statement(self.texts[p]).stems) >= size for p in self._contained(text))

    def _contained(self, text: str) -> list[int]:
        stems = statement(text).stems
        if not stems:
            literal = self._literal.get(text.strip().casefold())
            return [] if literal is None else [literal]
        whole = sorted({p for stem in stems for p in self._under_rarest.get(stem, ())})
        return [p for p in whole if subsumes(text, self.texts[p])]

    def add(self, text: str) -> int:
        """Add a text and return its position."""
        position = len(self.texts)
        self.texts.append(text)
        stems = statement(text).stems
        if stems:
            rarest = min(stems, key=lambda stem: (len(self._by_stem.get(stem, ())), stem))
            self._under_rarest[rarest].append(position)
        for stem in stems:
            self._by_stem[stem].add(position)
        self._literal.setdefault(text.strip().casefold(), position)
        return position


def merge(commitments: Iterable[Commitment]) -> list[Commitment]:
    """Merge restatements, so that no two of a kind subsume each other; in order of first mention."""
    merged: list[Commitment] = []
    items = list(commitments)
    for kind in CommitmentKind:
        merged += _merge_kind([c for c in items if c.kind is kind])
    return sorted(merged, key=lambda c: (c.born, c.words[0], c.kind.value, c.text))


def _merge_kind(items: list[Commitment]) -> list[Commitment]:
    survivors = Survivors()
    kept: list[Commitment] = []
    # By the event of the last place: only an item of the same event can be the answer alone.
    replies: dict[int, set[int]] = defaultdict(set)
    for item in sorted(items, key=_precedence):
        position = survivors.fuller(item.text)
        if position is None and not item.counts:
            position = survivors.contained(item.text)
        if position is not None and item.status == "superseded":
            by = kept[position].text
            if by == item.replaced_by or retakes(by, item.text) or rejects(by, item.text):
                position = None  # the two choose differently
        if position is None:
            in_same_event = sorted(replies.get(item.words[0].ordinal, ()))
            position = next((p for p in in_same_event if _answers_within(item, kept[p])), None)
        if position is None:
            position = survivors.add(item.text)
            kept.append(item)
            if item.basis is Basis.REPLY and len(item.words) > 1:
                replies[item.words[-1].ordinal].add(position)
        elif kept[position].counts == item.counts:
            before = kept[position].words[-1].ordinal
            kept[position] = kept[position].joined(item)
            if position in replies.get(before, ()):
                replies[kept[position].words[-1].ordinal].add(position)
    return kept


def _answers_within(item: Commitment, fuller: Commitment) -> bool:
    """Return whether an item is only the answer part of a question-and-answer item, judged by position."""
    if item.basis is Basis.REPLY or len(item.words) != 1:
        return False
    own, last = item.words[0], fuller.words[-1]
    return last.ordinal == own.ordinal and last.start <= own.start and own.end <= last.end


def _precedence(item: Commitment) -> tuple[bool, int, bool, int, int, str]:
    """Return the order in which items survive; what replaced an item of the same words goes before it."""
    size = len(statement(item.text).stems)
    return not item.counts, -size, item.status == "superseded", -item.touched[-1], item.born, item.text
