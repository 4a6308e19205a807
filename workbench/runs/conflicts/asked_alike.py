"""Whether two passages answer one question about the same: the same of its words are said by both.

What a question names (its subject, its attribute, its conditions) is held to each passage and its headings.
Where both say the same of it, two values of what it wants are values of one thing; where one says what
the other says nothing of, they may be of two.
"""

from __future__ import annotations

from workbench.runs.conflicts.circumstances import CIRCUMSTANCES
from workbench.runs.language.kinds_of_things import related
from workbench.runs.language.phrases import meant
from workbench.runs.language.terms import asked_stems, near, stems
from workbench.runs.ranking.questions import LIGHT, PEOPLE, measuring, wanted
from workbench.runs.ranking.scoring import RankedPassage

LEAST_NAMED = 2
"""Words of a question that both passages say, unless it has fewer."""
MOST_LACKING = 0.4
"""Share of the words of a question that an answer says, of which other words about the same say nothing."""
HALF = 0.5
"""Share of a question's words that both say at least."""


def names_asked(question: str, passage: RankedPassage) -> frozenset[str]:
    """The stems of a question's words that a passage or its headings say, in some way."""
    text = f"{passage.above}. {passage.text}"
    known = frozenset(stems(text)) | meant(text)
    return frozenset(stem for stem in _asked(question) if _said(stem, known))


def asked_alike(question: str, one: RankedPassage, other: RankedPassage) -> bool:
    """Whether both passages say the same of a question's words, enough of them and one themselves."""
    asked = _asked(question)
    first, second = names_asked(question, one), names_asked(question, other)
    if first != second or len(first) < max(min(LEAST_NAMED, len(asked)), HALF * len(asked)):
        return False
    return bool(first) and all(names_asked(question, RankedPassage(each.text)) for each in (one, other))


def of_another(question: str, answer: RankedPassage, other: RankedPassage) -> bool:
    """Whether other words say nothing of most words of the question that an answer says itself.

    Words that name no adult, visitor or season speak of any; of those that name another one `elsewhen` tells.
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
