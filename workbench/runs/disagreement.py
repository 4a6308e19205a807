"""Whether two passages answer a question differently: other figures of what is asked, or yes against no."""

from __future__ import annotations

import re
from collections.abc import Mapping

from gates.language.tokens import stem_of, tokenise
from workbench.runs.kinds_of_things import kin
from workbench.runs.measures import MONTHS, apart, dates, lengths, measures
from workbench.runs.questions import wanted
from workbench.runs.scoring import PassageScorer, RankedPassage
from workbench.runs.terms import stems

LEAST_SHARED = 0.4
"""Share of what is asked that both passages must state, so that they speak of the same thing."""
ALIKE = 0.5
"""Share of the words of the shorter of two windows from which they speak of the same thing."""
LEAST_COMMON = 4
"""Words that they have in common at least."""
_DAYS = "monday tuesday wednesday thursday friday saturday sunday".split()
_MOMENTS = frozenset(stem_of(name) for name in (*MONTHS, *_DAYS))
_NAME = re.compile(r"(?<![.!?:>|#*] )(?<!^)(?<!\n)\b[A-Z][a-z\u00e0-\u00ff]{2,}")
"""A capital within a sentence."""
_DENIES = re.compile(
    r"\b(?:not|no|never|nor|cannot|can't|isn't|aren't|won't|without|forbidden|banned|prohibited|refused|rejected|except)\b",
    re.I,
)
_ALLOWS = re.compile(r"\b(?:welcome|allowed|permitted|may|can)\b", re.I)
_CLAUSE = re.compile(r"[;.!?](?:\s|$)|,\s(?:but|and|though)\s")
_UNITS = {
    "money": "pound euro dollar penc cent krone franc",
    "share": "percent cent", "change": "percent cent pound euro dollar",
}  # fmt: skip
_YES_OR_NO = re.compile(r"\s*(?:may|can|could|is|are|do|does|did|was|were|has|have|must|should|will)\b", re.I)
_PART = re.compile(
    r"\b(?:(?:samples?|batch(?:es)?|selections?|handful)(?: of)?(?: about| some)?|another|further|up to)"
    r" [\w,.]+|\b(?:in|since|of|by|until|from|during|before|after|for|to|and) (?:1[5-9]|20)\d\d\b", re.I
)  # fmt: skip
"""A number of which is said that it counts a part, or that is a year."""
_CLOCK = re.compile(r"\b([01]?\d|2[0-3])[:.]([0-5]\d)\b")


def disagree(scorer: PassageScorer, question: str, one: RankedPassage, other: RankedPassage) -> str:
    """What the two disagree about, in a few words; empty where they do not."""
    first, second = scorer.covers(one.text, one.above), scorer.covers(other.text, other.above)
    if sum(min(first[stem], second[stem]) for stem in first) < LEAST_SHARED:
        return ""
    if any(not min(first[stem], second[stem]) for stem in scorer.names) or _others(one, other):
        return ""
    figures = _figures(question, one.text, other.text)
    if figures:
        return figures
    if _YES_OR_NO.match(question) and _stance(scorer, one) * _stance(scorer, other) < 0:
        return "one allows what the other denies"
    return ""


def rival(question: str, answer: RankedPassage, other: RankedPassage) -> str:
    """What other words say otherwise than an answer, in a few words; empty where they do not.

    They are compared with the answer, not with the question: a source that disagrees speaks of the same
    thing in the answer's words, however the question was worded.
    """
    first, second = _subject(answer), _subject(other)
    shared = first & second
    if (
        _others(answer, other)
        or len(shared) < LEAST_COMMON
        or len(shared) < ALIKE * min(len(first), len(second))
    ):
        return ""
    return _figures(question, answer.text, other.text)


def _others(one: RankedPassage, other: RankedPassage) -> bool:
    """Whether both name somebody or something and no name is in both: they speak of different things."""
    first, second = _names(one), _names(other)
    return bool(first and second) and first.isdisjoint(second)


def _names(said: RankedPassage) -> set[str]:
    """The words of names in a passage and its headings, without months and days."""
    text = f"{said.above}. {said.text}"
    found = {match.group() for match in _NAME.finditer(text)}
    return {name.casefold() for name in found if stem_of(name.casefold()) not in _MOMENTS}


def _subject(said: RankedPassage) -> frozenset[str]:
    """The stems of what a passage speaks of: its words without figures and dates."""
    return frozenset(
        stem for stem in stems(f"{said.above} {said.text}") if not stem[0].isdigit() and stem not in _MOMENTS
    )


def _stance(scorer: PassageScorer, said: RankedPassage) -> int:
    """1 for a passage whose clause about the question allows, -1 for one that denies, 0 for neither."""
    clauses = [part for part in _CLAUSE.split(said.text) if part.strip()]
    told = [(sum(scorer.covers(part, "").values()), part) for part in clauses]
    most = max((share for share, _ in told), default=0.0)
    about = " ".join(part for share, part in told if share >= 0.8 * most)
    if _DENIES.search(about):
        return -1
    return 1 if _ALLOWS.search(about) else 0


def _figures(question: str, one: str, other: str) -> str:
    """Other figures of what the question wants, in the same unit."""
    want = wanted(question)
    if want.kind in ("time", "age"):
        return _moments(one, other)
    if want.kind == "duration":
        return _periods(one, other)
    if want.kind in ("speed", "distance", "weight", "heat"):
        return _differing(measures(want.kind, one), measures(want.kind, other), set())
    if want.kind == "count":
        stem = stem_of(want.of.casefold())
        units = {stem, *kin(stem)}
    elif want.kind in _UNITS:
        units = set(_UNITS[want.kind].split())
    elif want.kind == "number":
        units = set()
    else:
        return ""
    return _differing(_values(one), _values(other), units)


def _differing(first: Mapping[str, set[float]], second: Mapping[str, set[float]], units: set[str]) -> str:
    """The first unit of those wanted, or of any, of which both have figures and no same one."""
    for noun in sorted(first.keys() & second.keys()):
        wanted_unit = not units or noun in units
        if wanted_unit and noun and first[noun].isdisjoint(second[noun]):
            return f"other figures ({_shown(first[noun])} against {_shown(second[noun])} {noun})"
    return ""


def _moments(one: str, other: str) -> str:
    """Other dates or times of day, so that no date of one may be one of the other."""
    first, second = dates(one), dates(other)
    if first and second:
        return "" if any(not apart(a, b) for a in first for b in second) else "other dates"
    clocks = [{match.group() for match in _CLOCK.finditer(text)} for text in (one, other)]
    return "other times" if all(clocks) and clocks[0].isdisjoint(clocks[1]) else ""


def _periods(one: str, other: str) -> str:
    """Other lengths of time, whatever their units."""
    first, second = lengths(one), lengths(other)
    return "other figures for the length of time" if first and second and first.isdisjoint(second) else ""


def _values(text: str) -> dict[str, set[float]]:
    """The numbers of a text by the stem of what they count; a part of them is no count of the whole."""
    found: dict[str, set[float]] = {}
    for number in tokenise(_PART.sub(" ", text)).numbers:
        found.setdefault(number.noun, set()).add(number.value)
    return found


def _shown(values: set[float]) -> str:
    return " and ".join(f"{value:g}" for value in sorted(values))
