"""An index of statements that finds the one whose value a later statement replaces (`updates`).

A statement is found by a common word, a whole topic, a name or a family of coded names; of a frequent word
only the latest statements are compared.
"""

from __future__ import annotations

from bisect import bisect_left, insort
from collections import defaultdict
from collections.abc import Hashable, Iterator, Mapping

from workbench.facts.spans import EventWords
from workbench.facts.superseding.updates import SHORTEST, TENSE, named_old, topic_of, updates

REPLACED_AT = 0.45
"""Least score (`updates`) at which a later statement replaces the value of an earlier one."""
MOST_NEAR = 40
"""Earlier statements with one word in common that are compared, the latest first."""

_Placed = tuple[EventWords, int]


class Updatable:
    """Valid statements, by their positions, each with the place that stated it last."""

    def __init__(self, stated: Mapping[int, tuple[EventWords, str]]) -> None:
        self._stated = dict(stated)
        self._under: dict[Hashable, list[_Placed]] = defaultdict(list)
        for position, (place, text) in stated.items():
            for key in set(_filed_keys(text)):
                insort(self._under[key], (place, position))

    def by(self, place: EventWords, text: str) -> int | None:
        """Return the position of the statement whose value `text`, at `place`, replaces; of equals, None.

        The statement is no longer valid, and is removed from the index.
        """
        scores = {at: updates(text, self._stated[at][1]) for at in self._before(place, text)}
        best = max(scores.values(), default=0.0)
        chosen = [at for at, score in scores.items() if score == best]
        if best < REPLACED_AT or len(chosen) > 1:
            return None
        earlier_place, earlier = self._stated.pop(chosen[0])
        for key in set(_filed_keys(earlier)):
            self._under[key].remove((earlier_place, chosen[0]))
        return chosen[0]

    def _before(self, place: EventWords, text: str) -> set[int]:
        found: set[int] = set()
        for key in set(_looked_up(text)):
            held = self._under.get(key, [])
            end = bisect_left(held, (place, -1))
            found.update(at for _, at in held[max(0, end - MOST_NEAR) : end])
        return found


def _filed_keys(text: str) -> Iterator[Hashable]:
    topic = topic_of(text)
    yield "topic", topic.stems
    for stem in topic.stems:
        yield "stem", stem
        yield from (("form", form) for form in _forms(stem))
    yield from (("family", family) for family in topic.families)
    yield from (("word", word) for word in topic.words)


def _looked_up(text: str) -> Iterator[Hashable]:
    topic = topic_of(text)
    yield "topic", topic.stems
    for stem in topic.stems:
        yield "form", stem
        yield from (("stem", form) for form in _forms(stem))
    yield from (("family", family) for family in topic.families)
    yield from (("word", word) for word in named_old(text))


def _forms(stem: str) -> Iterator[str]:
    """Yield a stem and its beginnings that may be another form of the word."""
    yield stem
    yield from (stem[:end] for end in range(max(SHORTEST, len(stem) - TENSE), len(stem)))
