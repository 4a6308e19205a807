"""The offline reranker: how far a passage answers a query, by its words alone, from 0 to 1.

A score is the share of what the query asks for that a window of at most three sentences states, rare words
counting more than common ones, a synonym less than the word itself; where the question wants a number, a
time, a name or a reason, a window without one counts for less. It reads nothing but the words given and
follows nothing in them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass


from gates.language.tokens import sentences
from workbench.runs.kinds_of_things import related
from workbench.runs.shapes import Label
from workbench.runs.terms import UNKNOWN, asked_stems, near, stems

RERANKER = "lexical"
RERANKER_VERSION = "1"
DIRECT_AT = 0.36
"""Score from which a passage answers directly."""
CONTEXT_AT = 0.2
THRESHOLD = DIRECT_AT
"""Below it nothing answers: the fallback, then the constraint."""
WINDOW = 3
"""Sentences that are read together."""
_RELATED = 0.75
_ABOVE = 0.8
"""What a word counts that only the title or the headings of a passage have."""
_MISSING = {"number": 0.5, "time": 0.5, "reason": 0.7, "person": 0.3, "name": 0.3, "sequel": 1.0}
"""What a score is multiplied with where a window has nothing of the kind that is asked for."""
_STRANGER = 0.4
"""The same where the question names somebody or something that no source names."""

_KINDS: tuple[tuple[str, re.Pattern[str]], ...] = (
    (
        "number",
        re.compile(
            r"\bhow (?:many|much|long|far|fast|old|often|big|large|high|soon|quickly|heavy|deep|late|early)\b"
            r"|\bwhat (?:share|percentage|proportion|price|fare|speed|number|rate|fraction|amount|sum|age)\b"
            r"|\b(?:at|by|to|in|for|of|on) what (?:\w+ )?(?:speed|height|rate|price|cost|age|depth|temperature|"
            r"weight|distance|percentage)\b|\bwhat (?:does|did|do) .{1,60}\bcost\b",
            re.IGNORECASE,
        ),
    ),
    (
        "time",
        re.compile(
            r"^\s*(?:and )?(?:when|since when|until when)\b|\b(?:what|which) (?:year|day|date|month|time)\b",
            re.I,
        ),
    ),
    ("person", re.compile(r"^\s*who(?:se|m)?\b|\bname of\b|\bcalled\b", re.IGNORECASE)),
    ("name", re.compile(r"^\s*(?:which|what) \w+ (?:won|built|made|owns?|runs?|sold|bought|got)\b", re.I)),
    (
        "sequel",
        re.compile(r"^\s*what (?:happened|was done|changed|followed)\b.*\b(?:after|since|then|next)\b", re.I),
    ),
    ("reason", re.compile(r"^\s*why\b|\bwhat (?:caused|made|led)\b|\bfor what reason\b", re.IGNORECASE)),
)
_NUMBER = re.compile(
    r"\d|\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|fifty|"
    r"sixty|ninety|hundred|thousand|million|half|quarter|third|dozen|once|twice|daily|weekly|free|none)\b",
    re.IGNORECASE,
)
_TIME = re.compile(
    r"\b(?:1[89]|20)\d\d\b|\b\d{1,2}[:.]\d\d\b|\b(?:jan|feb|mar|apr|may|june?|july?|aug|sep|oct|nov|dec)[a-z]*\b"
    r"|\b(?:mon|tues|wednes|thurs|fri|satur|sun)day\b|\b(?:today|tomorrow|spring|summer|autumn|winter)\b",
    re.IGNORECASE,
)
_REASON = re.compile(
    r"\b(?:because|since|caused?|due to|so that|after|owing|as a result|reason|traced|therefore|led to|fault|"
    r"thanks to|by mistake|had been|found)\b",
    re.IGNORECASE,
)
_PROPER = re.compile(r"(?<![.!?:] )(?<!^)\b[A-Z][a-zà-ÿ]{2,}")
_PERSON = re.compile(
    r"\b(?:Mr|Mrs|Ms|Dr|Capt|Prof)\.? [A-Z]|\b[A-Z]\. ?[A-Z][a-z]+"
    r"|\b(?:[Cc]aptain|[Mm]aster|[Ee]ngineer|[Dd]irector|[Cc]hair|[Mm]anager|[Oo]fficer|[Aa]uthor|[Pp]resident|"
    r"[Ss]ecretary|[Oo]wner|by|named|called) [A-Z][a-z]+ [A-Z][a-z]+"
)


@dataclass(frozen=True, slots=True)
class Passage:
    """A candidate as the reranker reads it."""

    text: str
    above: str = ""
    """Title and headings that it stands under."""


@dataclass(frozen=True, slots=True)
class Window:
    """The best sentences of a passage: half-open code points in it, and how far they answer."""

    start: int
    end: int
    score: float


def label_of(score: float) -> Label:
    """`DIRECT`, `CONTEXT` or `NOT`."""
    return "DIRECT" if score >= DIRECT_AT else "CONTEXT" if score >= CONTEXT_AT else "NOT"


_FUTURE = re.compile(
    r"\b(?:is|are) (?:to|yet to|still to|due|open|planned|expected)\b|\bwill\b|\bhave asked\b", re.I
)
_NAMED = re.compile(r"(?<!^)(?<![.!?] )\b[A-Z][\w'’-]{2,}|\b(?:1[89]|20)\d\d\b")


def wanted_kind(query: str) -> str:
    """What a question wants to hear: `number`, `time`, `person`, `name`, `reason`, or empty for anything."""
    return next((name for name, pattern in _KINDS if pattern.search(query)), "")


def has_kind(kind: str, text: str, query: str) -> bool:
    """Whether a text has something of that kind that the question does not have itself."""
    if kind == "number":
        return _NUMBER.search(text) is not None
    if kind == "time":
        return _TIME.search(text) is not None
    if kind == "reason":
        return _REASON.search(text) is not None
    known = query.casefold()
    if kind == "person":
        return any(found.group().casefold() not in known for found in _PERSON.finditer(text))
    if kind == "name":
        strange = [found for found in _PROPER.finditer(text) if found.group().casefold() not in known]
        return any(not _TIME.search(found.group()) for found in strange) and not _FUTURE.search(text)
    return True


class Scorer:
    """Scores passages for one query.

    Args:
        query: what is asked for.
        rarity: how much each of its stems tells, from 0 to 1.
    """

    def __init__(self, query: str, rarity: Mapping[str, float]) -> None:
        self._query = query
        self._kind = wanted_kind(query)
        self._asked = asked_stems(query)
        self._weight = {stem: rarity.get(stem, 1.0) for stem in self._asked}
        self._strange = self._strangers(rarity)
        self._also = {stem: related(stem) for stem in self._asked}

    def _strangers(self, rarity: Mapping[str, float]) -> bool:
        """Whether a name or year of the question occurs in no passage, nor anything related to it."""
        names = {stem for found in _NAMED.finditer(self._query) for stem in asked_stems(found.group())}
        return any(rarity.get(stem, 1.0) == UNKNOWN for stem in names)

    def windows(self, passage: Passage) -> list[Window]:
        """Every window of up to three sentences, the best first; the shorter of equals."""
        spans = sentences(passage.text)
        above = frozenset(stems(passage.above))
        said = [frozenset(stems(passage.text[start:end])) for start, end in spans]
        found = []
        for first in range(len(spans)):
            for last in range(first, min(first + WINDOW, len(spans))):
                own = frozenset().union(*said[first : last + 1])
                start, end = spans[first][0], spans[last][1]
                score = self._score(own, above, passage.text[start:end])
                found.append(Window(start, end, round(score, 6)))
        return sorted(found, key=lambda w: (-w.score, w.end - w.start, w.start))

    def score(self, passage: Passage) -> float:
        """How far a passage answers: its best window and, a little, the passage as a whole."""
        windows = self.windows(passage)
        if not windows:
            return 0.0
        best = windows[0]
        own, above = frozenset(stems(passage.text)), frozenset(stems(passage.above))
        whole = self._score(own, above, passage.text[best.start : best.end])
        return round(min(1.0, 0.7 * best.score + 0.3 * whole), 6)

    def _score(self, own: frozenset[str], above: frozenset[str], text: str) -> float:
        total = sum(self._weight.values())
        if not total:
            return 0.0
        covered = sum(
            weight * max(self._match(stem, own), _ABOVE * self._match(stem, above))
            for stem, weight in self._weight.items()
        )
        share = covered / total
        if not has_kind(self._kind, text, self._query):
            share *= _MISSING[self._kind]
        return _STRANGER * share if self._strange else share

    def _match(self, stem: str, own: frozenset[str]) -> float:
        if stem in own:
            return 1.0
        if not own.isdisjoint(self._also[stem]):
            return _RELATED
        return max((near(stem, other) for other in own), default=0.0)


def rerank(query: str, rarity: Mapping[str, float], passages: Sequence[Passage]) -> list[float]:
    """The score of each passage, in their order."""
    scorer = Scorer(query, rarity)
    return [scorer.score(passage) for passage in passages]
