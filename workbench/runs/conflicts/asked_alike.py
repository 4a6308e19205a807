"""Whether two passages answer one question about the same thing: both state the same of its words.

The words of a question (its subject, attribute, conditions) are searched for in each passage and its
headings. If both state the same ones, two values of the expected kind belong to one thing. If only one states
some of them, the values may belong to two things.
"""

from __future__ import annotations

from workbench.runs.conflicts.circumstances import CIRCUMSTANCES
from workbench.runs.language.kinds_of_things import related
from workbench.runs.language.phrases import meant
from workbench.runs.language.terms import asked_stems, near, stems
from workbench.runs.ranking.expected_answers import PEOPLE
from workbench.runs.ranking.questions import LIGHT, measuring, wanted
from workbench.runs.ranking.scoring import RankedPassage

LEAST_NAMED = 2
"""Minimum words of a question that both passages state, unless it has fewer."""
MOST_LACKING = 0.4
"""Maximum share of the question's words in an answer that other words about the same thing may lack."""
HALF = 0.5
"""Minimum share of a question's words that both state."""


def names_asked(question: str, passage: RankedPassage) -> frozenset[str]:
    """Return the stems of a question's words that a passage or its headings state in some form."""
    text = f"{passage.above}. {passage.text}"
    known = frozenset(stems(text)) | meant(text)
    return frozenset(stem for stem in _asked(question) if _said(stem, known))


def asked_alike(question: str, one: RankedPassage, other: RankedPassage) -> bool:
    """Return whether both passages state the same words of a question: enough, and each one itself."""
    asked = _asked(question)
    first, second = names_asked(question, one), names_asked(question, other)
    if first != second or len(first) < max(min(LEAST_NAMED, len(asked)), HALF * len(asked)):
        return False
    return bool(first) and all(names_asked(question, RankedPassage(each.text)) for each in (one, other))


def of_another(question: str, answer: RankedPassage, other: RankedPassage) -> bool:
    """Return whether other words lack most words of the question that an answer itself states.

    Words that name no adult, visitor or season apply to any; if they name another one, `elsewhen` decides.
    """
    itself = names_asked(question, RankedPassage(answer.text))
    lacking = itself - names_asked(question, other) - CIRCUMSTANCES
    if PEOPLE.isdisjoint(stems(other.text)):
        lacking -= PEOPLE
    return len(lacking) > MOST_LACKING * len(itself)


def _asked(question: str) -> frozenset[str]:
    kind = wanted(question).kind
    return frozenset(asked_stems(question)) - LIGHT - (measuring(kind) if kind else frozenset())


def _said(stem: str, known: frozenset[str]) -> bool:
    if stem in known or not known.isdisjoint(related(stem)):
        return True
    return any(near(stem, each) for each in known)
