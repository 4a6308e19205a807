"""Windows of the sources' words that a synthesis quotes, as claims or as sides of a conflict."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from workbench.runs.answering.plain_words import plain_words
from workbench.runs.conflicts.answer_sides import ComparedPassage
from workbench.runs.conflicts.dated_sides import dated
from workbench.runs.language.measures import dates
from workbench.runs.language.terms import stems
from workbench.runs.ranking.questions import wanted
from workbench.runs.ranking.scoring import RankedPassage
from workbench.runs.records.events import DraftClaim, DraftConflict, PassageQuote
from workbench.runs.retrieval.retrieve import RetrievalCandidate

_SAME = 0.8
"""Share of the shorter window's words from which two windows state the same."""

_BACKGROUND = re.compile(
    r"\b(?:since|until|before|after) (?:the|an?|its|their|our|his|her) (?:[\w'’-]+ ){1,4}?(?:of|in|on) "
    r"[^,.;:]{0,20}?\b(?:1[5-9]|20)\d\d\b",
    re.I,
)
"""A date of an event that is not told but known: `since the fire of 2019`."""


@dataclass(frozen=True, slots=True)
class QuotedWindow:
    """Consecutive words of a passage, as half-open code points in it."""

    candidate: RetrievalCandidate
    start: int
    end: int
    score: float
    answers: bool
    """Whether it states the main words of the question; otherwise it may be near, but is no answer."""

    @property
    def text(self) -> str:
        """Its text as it stands in the passage."""
        return self.candidate.text[self.start : self.end]

    @property
    def words(self) -> str:
        """Its text as a reader would say it."""
        found = self.candidate
        return plain_words(found.text, self.start, self.end, found.above, found.scored.location)

    @property
    def passage(self) -> RankedPassage:
        """Its text below the headings of the passage."""
        return RankedPassage(self.text, self.candidate.above)

    @property
    def quoted(self) -> PassageQuote:
        """Its place in the source."""
        first = self.candidate.chunk.span_start
        return PassageQuote(
            chunk_id=self.candidate.chunk.chunk_id, start=first + self.start, end=first + self.end
        )


def claimed(windows: Sequence[QuotedWindow], *, near: bool = False) -> list[DraftClaim]:
    """Return a claim for each window; `near`: none of them answers."""
    return [DraftClaim(text=each.words, quotes=(each.quoted,), near=near) for each in windows]


def conflict_of(why: str, one: QuotedWindow, other: QuotedWindow) -> DraftConflict:
    """Return the conflict of two windows, with the reason."""
    text = f"{dated(why, one.text, other.text)}: {one.words[:300]} / {other.words[:300]}"
    return DraftConflict(text=text, side_a=(one.quoted,), side_b=(other.quoted,))


def places_of(conflict: DraftConflict) -> frozenset[str]:
    """Return the passages of both sides of a conflict."""
    return frozenset(quote.chunk_id for quote in (*conflict.side_a, *conflict.side_b))


def state_the_same(one: str, other: str) -> bool:
    """Return whether one text has nearly all words of the other."""
    first, second = set(stems(one)), set(stems(other))
    return len(first & second) >= _SAME * max(1, min(len(first), len(second)))


def telling_when(question: str, windows: Sequence[QuotedWindow], least: float) -> list[QuotedWindow]:
    """Return windows; those with no date but of a known event do not answer beside one that tells when.

    Args:
        question: it may ask for a time.
        windows: of one question.
        least: minimum score of one that answers.
    """
    if wanted(question).kind != "time":
        return [*windows]
    known = [bool(dates(x.text)) and not dates(_BACKGROUND.sub(" ", x.text)) for x in windows]
    told = any(x.answers and x.score >= least and not y for x, y in zip(windows, known, strict=True))
    return [replace(x, answers=x.answers and not (told and y)) for x, y in zip(windows, known, strict=True)]


def compared(candidate: RetrievalCandidate) -> ComparedPassage:
    """Return a passage as the rules for conflicts read it."""
    chunk = candidate.chunk
    return ComparedPassage(
        chunk.chunk_id, chunk.artifact_id, candidate.scored.location, candidate.text, candidate.above,
        candidate.opening, candidate.explained, chunk.span_start,
    )  # fmt: skip
