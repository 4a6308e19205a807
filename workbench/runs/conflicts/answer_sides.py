"""The sentence of each source that gives a value for a question, read with all that names its subject.

A source seldom repeats its subject beside a value: its title, its first lines, the heading, the sentences
before it in the paragraph or the column of a table name it. What all of them together state of the question
shows whether two values belong to one thing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from workbench.runs.conflicts.clause_topics import MOMENTS, clauses_of
from workbench.runs.conflicts.disagreement import denied_of, says_little_else, yes_or_no
from workbench.runs.conflicts.exclusive_values import members_named
from workbench.runs.conflicts.slot_fillers import fillers
from workbench.runs.conflicts.stated_order import TwoEvents, came_first, two_events
from workbench.runs.language.clock_times import clock_times
from workbench.runs.language.measures import apart, dates
from workbench.runs.language.statements import ROW, spoken
from workbench.runs.ranking.paragraphs import header_of, paragraphs
from workbench.runs.ranking.questions import wanted
from workbench.runs.ranking.scoring import PassageScorer, RankedPassage

MOST_BEFORE = 3
"""Sentences of the paragraph before a value that may name its subject."""
LEAST_COVERED = 0.45
"""Minimum share of a question that a sentence and what it is read with state."""
LEAST_NEAR = 0.15
"""Minimum share of it that the sentence and those before it state, without title and headings."""


ANSWERS_AT = 0.9
"""Share of a question that a sentence must state with its context to answer it by its value."""
_UNTYPED = ("", "reason", "person", "name", "speech", "sequel")
"""Kinds of answers that are no values."""
_WEEKDAY = re.compile(r"\bday of the week\b|\b(?:which|what) (?:week)?days?\b", re.I)


@dataclass(frozen=True, slots=True)
class ComparedPassage:
    """A passage with all that may name its subject."""

    chunk_id: str
    source: str
    """Id of its source."""
    location: str
    text: str
    above: str
    """Title and headings."""
    opening: str
    """The first lines of its source."""
    explained: tuple[tuple[str, str], ...]
    """Names in it that another source explains, each with the explanation."""
    begins: int = 0
    """Where the passage begins in its source."""


@dataclass(frozen=True, slots=True)
class AnswerSide:
    """A sentence with a value for a question."""

    candidate: ComparedPassage
    first: int
    """Where its quotation begins: at the sentence that names its subject, if it does not itself."""
    start: int
    end: int
    passage: RankedPassage
    """The sentence, below its context."""
    near: str
    """The sentence and those before it in its paragraph."""
    paragraph: str
    """The whole paragraph."""
    covered: float
    """Share of the question that it states with its context."""
    itself: float
    """Share of the question that the sentence itself states."""
    order: int = 0
    """Which of two events came first, or whether it says yes: 1 or -1; 0: neither is asked."""

    @property
    def rank(self) -> float:
        """How surely it is about the question, among the sentences of its source."""
        return self.covered + self.itself

    @property
    def text(self) -> str:
        """The words that are quoted."""
        return self.candidate.text[self.start : self.end]


def answering_side(
    scorer: PassageScorer, question: str, candidates: Sequence[ComparedPassage]
) -> AnswerSide | None:
    """Return a side that states nearly all of a question for a value; None if there is none."""
    if wanted(question).kind in _UNTYPED or two_events(question) is not None or yes_or_no(question):
        return None
    for side in answer_sides(scorer, question, candidates):
        stated = undated(scorer.covers(side.near, side.passage.above))
        named = all(stated[stem] for stem in scorer.names & stated.keys())
        about = scorer.is_about(side.passage.text, side.candidate.above)
        if side.covered >= ANSWERS_AT and named and about and not other_date(question, side.near):
            return side
    return None


def other_date(question: str, text: str) -> bool:
    """Return whether a text has only dates that cannot be one in the question."""
    asked, found = dates(question), dates(text)
    return bool(asked and found) and all(apart(a, b) for a in asked for b in found)


def answer_sides(
    scorer: PassageScorer, question: str, candidates: Sequence[ComparedPassage]
) -> list[AnswerSide]:
    """Return the best sentence and the best row of each source, what states most of the question first."""
    best: dict[tuple[str, bool], AnswerSide] = {}
    events = two_events(question)
    for candidate in candidates:
        for side in _sides(scorer, question, candidate, events):
            place = candidate.source, bool(ROW.match(side.text))
            known = best.get(place)
            if known is None or side.rank > known.rank:
                best[place] = side
    return sorted(best.values(), key=lambda side: -side.covered)


def _sides(
    scorer: PassageScorer, question: str, candidate: ComparedPassage, events: TwoEvents | None
) -> Iterator[AnswerSide]:
    named = re.sub(r"[/_.-]+", " ", candidate.location)
    asks_whether = yes_or_no(question)
    for group in paragraphs(candidate.text, candidate.above):
        head = header_of(candidate.text, group[0][0])
        for number, (start, end) in enumerate(group):
            own = candidate.text[start:end]
            opening = candidate.opening[: candidate.begins + start]  # a later sentence names no subject
            context = ". ".join(
                part for part in (named, candidate.above, opening, told_in(opening, candidate)) if part
            )
            passage = RankedPassage(
                spoken(own, head or candidate.above), f"{context} > {head}" if head else context
            )
            order = came_first(events, own) if events is not None else 0
            if events is None and asks_whether and not own.rstrip("*_ ").endswith("?"):
                order = stance(scorer, passage.text)
            if not order and (events is not None or asks_whether or not has_value(question, passage)):
                continue
            first = group[max(0, number - MOST_BEFORE)][0]
            before = f"{candidate.text[first:start]} {own}"
            told = told_in(before, candidate)
            after = _going_on(candidate.text, group, number)
            near = f"{told} {candidate.text[first:start]} {passage.text} {after}"
            itself, covered = covering(scorer, near), covering(scorer, near, passage.above)
            if covered >= LEAST_COVERED and itself >= LEAST_NEAR:
                paragraph = candidate.text[group[0][0] : group[-1][1]]
                alone = covering(scorer, passage.text)
                whole = first if alone < LEAST_NEAR else start
                yield AnswerSide(
                    candidate, whole, start, end, passage, near, paragraph, covered, alone, order
                )


def told_in(text: str, candidate: ComparedPassage) -> str:
    """Return what the explained names in a text are, joined."""
    return "; ".join(what for name, what in candidate.explained if name in text.casefold())


REFERS = re.compile(r"^\W*(?:(?:on|in|at|from|by|for) )?(?:that|this|these|those|it|they|he|she)\b", re.I)
"""The beginning of a sentence that refers to the one before it."""


def _going_on(text: str, group: Sequence[tuple[int, int]], number: int) -> str:
    """Return the sentence after one of a paragraph if it refers back: it is about the same thing."""
    if number + 1 >= len(group):
        return ""
    start, end = group[number + 1]
    return text[start:end] if REFERS.match(text[start:end]) else ""


def stance(scorer: PassageScorer, text: str) -> int:
    """Return -1 if the clause of a sentence that states most of a question denies it, else 1.

    A clause that only mentions the question's words among others says neither: 0.
    """
    clauses = clauses_of(text)
    stated = [sum(scorer.covers(each, "").values()) for each in clauses]
    about = " ".join(each for each, share in zip(clauses, stated, strict=True) if share == max(stated))
    if not says_little_else(scorer, about):
        return 0
    return -1 if denied_of(scorer, about) else 1


def undated(counts: Mapping[str, float]) -> dict[str, float]:
    """Return stems with their shares, without days, months and years: a date is compared as a date."""
    return {stem: share for stem, share in counts.items() if not stem[0].isdigit() and stem not in MOMENTS}


def covering(scorer: PassageScorer, text: str, above: str = "") -> float:
    """Return how much of a question a text states, from 0 to 1; a day with its month counts as one word."""
    whole = sum(undated(scorer.weights).values()) or 1.0
    stated = sum(undated(scorer.covers(text, above)).values()) * sum(scorer.weights.values())
    day = {date for date in dates(scorer.query) if date[1] is not None and date[2] is not None}
    if not day:
        return stated / whole
    counts = max(weight for stem, weight in scorer.weights.items() if stem not in undated(scorer.weights))
    same = any(date[1:] == asked[1:] and not apart(date, asked) for date in dates(text) for asked in day)
    return (stated + counts * same) / (whole + counts)


def has_value(question: str, passage: RankedPassage) -> bool:
    """Return whether a passage has a value of the kind that a question asks for."""
    expected = wanted(question)
    if any(True for _ in fillers(question, expected.kind, passage)):
        return True
    if expected.kind != "reason" and members_named(question, passage.text):
        return True
    if _WEEKDAY.search(question):
        return False
    if expected.kind == "time" and any(None not in date[1:] for date in dates(question)):
        return bool(clock_times(passage.text))  # the day is known
    return (
        bool(expected.kind)
        and expected.kind not in ("reason", "person", "name")
        and expected.met(passage.text)
    )
