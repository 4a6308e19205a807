"""Numbers that the human of a short chat gave later than the passage with another number.

A new value is usually given in few words (`make it 60`, `15 per head`), unlike those of the statement that it
replaces. The older statement alone does not show which of the two a claim states.
"""

from __future__ import annotations

from gates.contradiction.message_clauses import parts_of, plain_stems
from gates.contradiction.ranking import SHORT_SOURCE
from gates.language.sentence_spans import sentences
from gates.language.tokens import Number, tokenise
from gates.search.index import SourceIndex
from gates.source import EventKind

FOREIGN = 2
"""Most words of a clause that are not in the claim; with more it is about something else."""


def said_later(number: Number, claim: str, after: int, index: SourceIndex) -> bool:
    """Return whether a human message after event `after` gives a claim's number in few other words.

    The number has the same noun there as in the claim, or none.
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
