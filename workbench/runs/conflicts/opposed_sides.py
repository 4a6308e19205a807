"""Whether two sources give different values for one question: figures, names, causes, an order, yes or no."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import combinations

from workbench.runs.conflicts.answer_sides import REFERS, AnswerSide, other_date, undated
from workbench.runs.conflicts.circumstances import elsewhen
from workbench.runs.conflicts.clause_topics import clauses_of
from workbench.runs.conflicts.disagreement import STANCES, yes_or_no
from workbench.runs.conflicts.exclusive_values import kind_of_value, other_members
from workbench.runs.conflicts.other_figures import FigureDifference, differing_figures, years_of
from workbench.runs.conflicts.other_things import of_another_thing
from workbench.runs.conflicts.slot_fillers import filled_otherwise
from workbench.runs.conflicts.stated_order import two_events
from workbench.runs.language.terms import stems
from workbench.runs.ranking.carrying import FIRM, HALF
from workbench.runs.ranking.questions import LIGHT, predicate_of, wanted
from workbench.runs.ranking.scoring import ABOVE, PassageScorer

_WITHOUT_FIGURES = ("other names", "other causes", "another order", "other materials", "other colours")
"""Differences that neither rounding nor a plan explains."""
SURELY = 0.7
"""Share of the question that the better one of two sides must state with its context."""
MOST_LACKING = 0.2
"""Maximum share of the question that only one of two sides states."""
_PLANNED = re.compile(
    r"\b(?:plan(?:s|ned)?|planning|expect(?:s|ed)?|estimat\w+|forecast|propos\w+|intend\w*|scheduled|budget(?:ed)?|"
    r"target|hoped?|should|would|to be|will)\b",
    re.I,
)
"""Words for what was planned: the facts may differ from it."""
ROUGHLY = re.compile(
    r"\b(?:about|roughly|almost|nearly|around|some|approximately|more than|over|close to|up to)\s+[€£$]?\d",
    re.I,
)
_ACTIVE = re.compile(r"\b(?:did|does|do|will)\b", re.I)
"""A question whose last word is probably its verb: `did the pump fail`."""
_MAY = re.compile(
    r"\b(?:may|can|must) (?:I|we|you|one|they|people) (?P<verb>[a-z]{3,}) (?:an?|the|my|our|any)\b", re.I
)
"""What somebody asks leave for: `when may I fly a kite`."""
TINY = 1e-9
"""What sums of shares may differ by arithmetic."""
_WHOLE = re.compile(r"\b(?:all (?!day|night)|in all|total|altogether|together|whole|entire|overall)\b", re.I)
"""Words for the whole of something: a part of it has another figure."""
_REPLACES = re.compile(
    r"\b(?:replac(?:es (?:the|that|this|our)|ed by)|supersed\w+|no longer appl\w+"
    r"|out of date|instead of the former|until then|"
    r"with effect from|as of|raised (?:from|to)|reduced (?:from|to)|used to|formerly|previously)\b",
    re.I,
)
"""Words for a value that took the place of another."""


def opposed(
    scorer: PassageScorer, question: str, sides: Sequence[AnswerSide]
) -> Iterator[tuple[str, AnswerSide, AnswerSide]]:
    """Yield pairs of sides of different sources that contradict each other, each with the reason."""
    for one, other in combinations([each for each in sides if _of_its_thing(scorer, each)], 2):
        if max(one.covered, other.covered) < _surely(scorer, one, other) or not _one_thing(
            scorer, one, other
        ):
            continue
        if yes_or_no(question) and not all(_says_itself(scorer, each) for each in (one, other)):
            continue
        why = _differing(question, one, other)
        if why and (why.stated in _WITHOUT_FIGURES or not _excused(question, why, one, other)):
            yield why.stated, one, other


def _surely(scorer: PassageScorer, one: AnswerSide, other: AnswerSide) -> float:
    """Return the share of the question that the better one of two sides must state.

    A rule that allows something need not say for what: `bonfires are allowed` says when to light one.
    """
    found = _MAY.search(scorer.query)
    allowed = found and any(not STANCES.isdisjoint(stems(each.text)) for each in (one, other))
    return SURELY - (scorer.share(frozenset(stems(found["verb"]))) if found and allowed else 0.0)


def _of_its_thing(scorer: PassageScorer, side: AnswerSide) -> bool:
    """Return whether a side is about what the question names, and about no other thing or date.

    Nearly every sentence of a report has a date, so that one of something else is no rival.
    """
    if (wanted(scorer.query).kind == "time" or yes_or_no(scorer.query)) and not _names_subject(scorer, side):
        return False
    return (
        not of_another_thing(scorer.query, side.passage.text)
        and scorer.states_head(side.near, side.passage.above)
        and not other_date(scorer.query, side.near)
    )


def _says_itself(scorer: PassageScorer, side: AnswerSide) -> bool:
    """Return whether a side's sentence and headings say what is asked; those before it if it refers back.

    To allow and to forbid use different words, which may be lacking.
    """
    stated = scorer.covers(side.near if REFERS.match(side.text) else side.passage.text, side.candidate.above)
    asked = frozenset(stated) - STANCES - LIGHT
    return sum(stated[stem] for stem in asked) >= SURELY * scorer.share(asked) - TINY


def _names_subject(scorer: PassageScorer, side: AnswerSide) -> bool:
    """Return whether a side or its headings name what the question asks about, not only something related.

    That is what its words name beside the action: half of them, in some form or by a word for the same.
    """
    asked = [stem for stem in scorer.weights if stem not in {*LIGHT, predicate_of(scorer.query)}]
    thing = asked[:-1] if len(asked) > 1 and _ACTIVE.search(scorer.query) else asked
    own, higher = scorer.covers(side.near, ""), scorer.covers("", side.passage.above)
    named = (s for s in thing if max(own[s], higher[s] / ABOVE) >= FIRM * scorer.share(frozenset([s])) - TINY)
    return scorer.share(frozenset(named)) >= HALF * scorer.share(frozenset(thing)) - TINY


def _one_thing(scorer: PassageScorer, one: AnswerSide, other: AnswerSide) -> bool:
    """Return whether both sides state the names of the question and nearly the same of its other words."""
    stating = _event_covers if wanted(scorer.query).kind == "reason" else _covers
    first, second = (undated(stating(scorer, each)) for each in (one, other))
    if any(not min(first[stem], second[stem]) for stem in scorer.names & first.keys()):
        return False
    whole = sum(undated(scorer.weights).values()) / (sum(scorer.weights.values()) or 1.0)
    lacking = sum(max(first[stem], second[stem]) for stem in first if not min(first[stem], second[stem]))
    ordered = bool(one.order) and two_events(scorer.query) is not None  # an order may name one event only
    return ordered or lacking <= MOST_LACKING * whole


def _covers(scorer: PassageScorer, side: AnswerSide) -> dict[str, float]:
    return scorer.covers(side.near, side.passage.above)


def _event_covers(scorer: PassageScorer, side: AnswerSide) -> dict[str, float]:
    """Return what a side states of a question, without what its headings hardly state.

    A cause belongs to the event that is told beside it; a loosely related word in a title tells none.
    """
    near = scorer.covers(side.near, "")
    return {
        stem: share if near[stem] or share >= FIRM * ABOVE * scorer.share(frozenset([stem])) else 0.0
        for stem, share in _covers(scorer, side).items()
    }


def _differing(question: str, one: AnswerSide, other: AnswerSide) -> FigureDifference:
    """Return in which value two sides differ."""
    if one.order or other.order:
        stated = "one allows what the other denies" if yes_or_no(question) else "another order"
        return FigureDifference(stated if one.order * other.order < 0 else "")
    kind = wanted(question).kind
    pair = one.passage, other.passage
    filled = filled_otherwise(question, kind, *pair) if kind in ("person", "reason", "name", "") else ""
    stated = filled or other_members(question, *(each.text for each in pair))
    if stated or kind in ("person", "reason"):
        return FigureDifference(stated)
    return differing_figures(question, *pair)


def _excused(question: str, why: FigureDifference, one: AnswerSide, other: AnswerSide) -> bool:
    """Return whether the values may both be true: another year, a plan, a rounded or a replaced value."""
    first, second = years_of(one.near), years_of(other.near)
    if first and second and first.isdisjoint(second) and wanted(question).kind != "time":
        return True
    if kind_of_value(question) != "days" and elsewhen(question, one.passage.text, other.passage.text):
        return True
    texts = one.passage.text, other.passage.text
    valued = [_with_figures(text) for text in texts]
    if any(bool(sign.search(valued[0])) != bool(sign.search(valued[1])) for sign in (_PLANNED, ROUGHLY)):
        return True
    if why.figures is not None and why.figures[0] != why.figures[1]:
        larger, smaller = texts if why.figures[0] > why.figures[1] else texts[::-1]
        if _WHOLE.search(larger) and not _WHOLE.search(smaller):
            return True
        parts = one.covered if texts[0] is smaller else other.covered
        if _WHOLE.search(question) and parts < max(one.covered, other.covered):
            return True
    return any(_REPLACES.search(each.paragraph) for each in (one, other))


def _with_figures(text: str) -> str:
    """Return the clauses of a text with a figure, all if none has one; a plan in another is not its."""
    return ", ".join(each for each in clauses_of(text) if any(map(str.isdigit, each))) or text
