"""Whether sentences of a passage answer a question, beyond being the nearest that were found.

They state the main words of the question (`carrying`), state more than the question itself, and are about it.
A value in them belongs to what is named up to it, not to what only a later sentence names.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from workbench.runs.language.kinds_of_things import inflected, standing_for
from workbench.runs.ranking.carrying import FIRM, carried
from workbench.runs.ranking.expected_answers import ExpectedAnswer
from workbench.runs.ranking.questions import LIGHT_WEIGHT

_REFERS = re.compile(
    r"\b(?:it|its|they|their|them|he|his|him|she|her|this|that|these|those|both|each|one)\b", re.I
)
"""Words that refer to something named before."""
OF_ITS_KIND = 0.5
"""Minimum match of the thing that a question asks about: by a word for it or for its kind."""
_WITHOUT_VALUE = ("", "reason", "sequel", "speech")
"""Kinds of answers that are not values, which a few words of one sentence could give."""


@dataclass(frozen=True, slots=True)
class StatedWindow:
    """Up to two sentences with their stems and those of their context."""

    texts: Sequence[str]
    stated: Sequence[frozenset[str]]
    whole: frozenset[str]
    """Stems of the passage."""
    above: frozenset[str]
    """Stems of its headings."""
    topic: frozenset[str]
    """Stems of its headings and of the first sentence of the paragraph."""
    met: bool
    """Whether a sentence has something of the expected kind."""


@dataclass(frozen=True, slots=True)
class AnswerRules:
    """The rules for one question."""

    expected: ExpectedAnswer
    weight: Mapping[str, float]
    """Weight of each of its stems."""
    names: frozenset[str]
    predicate: str
    head: str
    """The stem of the last word of a compound that the question asks about."""
    match: Callable[[str, frozenset[str]], float]
    """How far words state a stem, from 0 to 1."""

    def answers(self, window: StatedWindow) -> bool:
        """Return whether a window answers, with the rest of its passage."""
        own, known = frozenset().union(*window.stated), self._known_by_then(window)
        if self.expected.kind == "reason" and not window.met:
            return False
        return (
            self._carries(known, window.whole, window.topic)
            and self.is_about(" ".join(window.texts), known, window.above)
            and not self._named_later(own, known | window.topic)
            and self._adds(own)
        )

    def says_what_was_done(self, own: frozenset[str]) -> bool:
        """Return whether words themselves state the action of the question, if it has one."""
        return not self.predicate or self.match(self.predicate, own) > 0

    def _carries(self, own: frozenset[str], whole: frozenset[str], topic: frozenset[str]) -> bool:
        """Return whether words, with the rest of their passage, state the main words of the question."""
        stated, near_by = (
            {stem: max(self.match(stem, stems), self._headed(stem, topic)) for stem in self.weight}
            for stems in (own, whole)
        )
        if self.head and near_by.get(self.head, 1.0) < OF_ITS_KIND:
            return False
        here = {stem: max(self.match(stem, own), self.match(stem, topic)) for stem in self.weight}
        return carried(stated, near_by, self.weight, self.names, self.predicate, here)

    def _headed(self, stem: str, above: frozenset[str]) -> float:
        """Return how far headings state a stem, if they have a form of it or a synonym; else 0."""
        return self.match(stem, above) if above & (inflected(stem) | standing_for(stem)) else 0.0

    def _known_by_then(self, window: StatedWindow) -> frozenset[str]:
        """Return the stems up to the last value of the expected kind: no later sentence names its thing."""
        last = len(window.stated)
        if self.expected.kind not in _WITHOUT_VALUE:
            met = [number for number, text in enumerate(window.texts, 1) if self.expected.met(text)]
            last = max(met, default=last)
        return frozenset().union(*window.stated[:last])

    def _named_later(self, own: frozenset[str], known: frozenset[str]) -> bool:
        """Return whether only words after a value name something of the question."""
        telling = [stem for stem, weight in self.weight.items() if weight > LIGHT_WEIGHT]
        return any(self.match(stem, own) >= FIRM and not self.match(stem, known) for stem in telling)

    def is_about(self, text: str, own: frozenset[str], above: frozenset[str]) -> bool:
        """Return whether the stems of a text or its headings are part of the question, or it refers back.

        The first sentence of a paragraph names the subject of the others if they refer back.
        """
        if _REFERS.search(text):
            return True
        return any(max(self.match(stem, own), self.match(stem, above)) >= FIRM for stem in self.weight)

    def _adds(self, own: frozenset[str]) -> bool:
        """Return whether words state more than the question; a yes-or-no question needs no more."""
        return not self.expected.kind or any(not self._repeats(stem) for stem in own)

    def _repeats(self, stem: str) -> bool:
        """Return whether a stem is in the question, in some form."""
        return stem in self.weight or not inflected(stem).isdisjoint(self.weight)
