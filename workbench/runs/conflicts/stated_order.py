"""Which of two events a text states to have come first, for a question that names both.

`What came first, the roof or the floor?` is answered by an order, which no figure or name shows. A text
states it by `first`, by `only after`, by what was done already and by what was not done yet.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from gates.language.sentence_spans import sentence_texts
from workbench.runs.language.kinds_of_things import inflected
from workbench.runs.language.terms import asked_stems, stems

_EARLIER = re.compile(r"\b(?:first|earlier|sooner|before|last|later|after)\b", re.I)
_EITHER = re.compile(
    r"[,:]\s*(?P<one>[^,:?]{3,80}?),?\s+or\s+(?P<other>[^,:?]{3,80})\?|"
    r"^\s*(?:was|were|did|is|are|had|has|do|does)\s+(?P<a>[^,?]{3,80}?)\s+(?:before|after)\s+(?P<b>[^,?]{3,80})\?",
    re.I,
)
"""Two events that a question compares: `X or Y`, `was X before Y`."""
_FIRST = re.compile(r"^\W*first(?:ly)?\b|\bfirst\b(?=\s*(?:[.,;!]|$|and\b|then\b|of all\b|came\b))", re.I)
"""`First` as an adverb; a first flight is no order."""
_SINCE = re.compile(
    r"\b(?:only |not )?(?:after|once|when|as soon as|now that|until)\s+(?P<sub>[^,;:]+?)"
    r"(?:,\s*|;\s*|:\s*|\s+(?=(?:did|was|were|could|do|have|had|can)\s+(?:we|they|the|she|he|it|i|our|anyone)\b)|$)",
    re.I,
)
_BEFORE = re.compile(r"\bbefore\s+(?P<sub>[^,;:]+)", re.I)
_ALREADY = re.compile(r"\balready\b", re.I)
_NOT_YET = re.compile(
    r"\b(?:no|not|none|nor|neither|n't)\b.*\b(?:yet|so far)\b|\bstill (?:missing|to come)\b", re.I
)
_THEN = re.compile(r"^\W*(?:and\s+)?(?:then|afterwards|after that|later|next|finally|last)\b", re.I)
_PARTS = re.compile(r"[,;:]\s|\s(?:and|but)\s(?=then\b)")


@dataclass(frozen=True, slots=True)
class TwoEvents:
    """Two events, each by the stems that only it has."""

    one: frozenset[str]
    other: frozenset[str]

    def named(self, text: str) -> int:
        """Return 1 if a text names only the first event, -1 if only the other one, else 0."""
        known = frozenset(stems(text))
        first, second = (any(not known.isdisjoint(inflected(s)) for s in x) for x in (self.one, self.other))
        return first - second


def two_events(question: str) -> TwoEvents | None:
    """Return the two events whose order a question asks for; None if it asks for none."""
    found = _EITHER.search(question) if _EARLIER.search(question) else None
    if found is None:
        return None
    one, other = (
        frozenset(asked_stems(part)) for part in (found["one"] or found["a"], found["other"] or found["b"])
    )
    return TwoEvents(one - other, other - one) if one - other and other - one else None


def came_first(events: TwoEvents, text: str) -> int:
    """Return 1 if a text states that the first event came first, -1 for the other one, 0 if it does not."""
    stated = sum(_of_sentence(events, sentence) for sentence in sentence_texts(text))
    return (stated > 0) - (stated < 0)


def _of_sentence(events: TwoEvents, sentence: str) -> int:
    """Return the order that a sentence states, as a number from -1 to 1."""
    for pattern, sign in ((_SINCE, 1), (_BEFORE, -1)):
        for found in pattern.finditer(sentence):
            rest = f"{sentence[: found.start()]} , {sentence[found.end() :]}"
            sub, main = events.named(found["sub"]), events.named(rest)
            if sub and main == -sub:
                return -sub if _ALREADY.search(rest) else sign * sub
    for part in _PARTS.split(sentence):
        named = events.named(part)
        if named and (_FIRST.search(part) or _ALREADY.search(part)):
            return named
        if named and (_NOT_YET.search(part) or _THEN.search(part)):
            return -named
    return 0
