"""Numbers that the human of a short talk gave later than the passage that has another one.

A new value is mostly said in few words (`make it 60`, `15 per head`), far from those of the statement that it
replaces. Which of the two a claim tells cannot be known from the older one alone.
"""

from __future__ import annotations

from gates.contradiction.message_clauses import parts_of, plain_stems
from gates.contradiction.ranking import SHORT_SOURCE
from gates.language.sentence_spans import sentences
from gates.language.tokens import Number, tokenise
from gates.search.index import SourceIndex
from gates.source import EventKind

FOREIGN = 2
"""Words that a clause may hold beside those of the claim; one with more of them is about something else."""


def said_later(number: Number, claim: str, after: int, index: SourceIndex) -> bool:
    """Whether a human message behind the event `after` gives a claim's number in few other words.

    It stands there with the noun that it has in the claim, or with none.
    """
    if index.range_length >= SHORT_SOURCE:
        return False
    stems = plain_stems(claim)
    texts = (
        event.text for event in index.range_events if event.ordinal > after and event.kind is EventKind.USER
    )
    return any(_gives(number, stems, clause) for text in texts for clause in _clauses(text))


def _clauses(text: str) -> list[str]:
    return [part for start, end in sentences(text) for part in parts_of(text[start:end])]


def _gives(number: Number, stems: frozenset[str], clause: str) -> bool:
    said = [each for each in tokenise(clause).numbers if each.value == number.value]
    if not any(each.noun == number.noun or not (each.noun and number.noun) for each in said):
        return False
    return sum(stem[0] != "#" for stem in plain_stems(clause) - stems) <= FOREIGN
