"""An answer of the human beside the agent's question, in one text without a run of twelve words."""

from __future__ import annotations

from workbench.facts.commitment import Basis, Commitment
from workbench.facts.spans import GAP, Lookup, fold
from workbench.strategies.clauses import MemoryClauses, memory_clauses
from workbench.strategies.condensing import verbatim_run

OPENING = 9
"""Words of a question's beginning; a question states nothing, so that its rest may be left out."""


def with_question(found: Commitment, made: MemoryClauses, events: Lookup) -> MemoryClauses:
    """Return the texts of a statement; of an answer one text with its question, shortened, or none.

    An answer by itself does not say to what, and a question by itself not how. A question that is stated by
    its beginning only counts as left out.
    """
    asked = fold(found.context or "")
    if found.basis is not Basis.ANSWER or not asked or (len(made.texts) == 1 and not made.left_out):
        return made
    answer = f'"{fold(found.text)[len(asked) :].strip()}"'
    known = memory_clauses(asked)
    whole = [" ".join(known.texts)] if not known.left_out else []
    for question in (each for each in (*whole, _opening(asked)) if each):
        text = f"{question} {answer}"
        if all(verbatim_run(text, events[words.ordinal].text) is None for words in found.words):
            return MemoryClauses((text,), () if question in whole else (asked,))
    return MemoryClauses((), (fold(found.text),))


def _opening(question: str) -> str:
    """Return the first words of a question with a mark that it goes on; empty if that would split a name."""
    words = question.split()[:OPENING]
    head = " ".join(words).rstrip(",;:")
    return "" if any(head.count(mark) % 2 for mark in '`"') else f"{head} {GAP}"
