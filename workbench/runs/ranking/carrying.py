"""Whether words say what carries a question, which is stricter than being the best that was found.

Loosely related words (everyday words, kinds and their members) help to find a passage and to rank it. To be
an answer, a passage must say, in some form or by a word for the same thing, one of the names that the
question gives and its rarest word or half of all; at least something of what was done, and of half of its
words but names.
"""

from __future__ import annotations

from collections.abc import Mapping

FIRM = 0.6
"""How far words state a stem from which they say it: by a form, a compound, or a word for the same thing."""
MOST_UNSAID = 0.5
"""Share of the words but names of which nothing is said, from which a passage speaks of something else."""
MOST_ELSEWHERE = 0.5
"""Share of all words that neither the words quoted say nor what they stand under: a value in them is of
something else, whatever the rest of the passage speaks of."""
HALF = 0.5
"""Share of all words that a passage says where it does not say the rarest."""
RAREST = 0.95
"""Share of the most telling word's weight from which another one is as telling."""


def carried(
    stated: Mapping[str, float],
    near_by: Mapping[str, float],
    weight: Mapping[str, float],
    names: frozenset[str],
    action: str,
    here: Mapping[str, float],
) -> bool:
    """Whether words of a passage say what carries the question.

    Args:
        stated: how far they and their headings state each stem of the question, from 0 to 1.
        near_by: the same of the whole passage.
        weight: what each stem counts.
        names: those that are names, or years.
        action: the one that says what was done, if the question has one.
        here: how far the words state each stem, or what they stand under does in any way.
    """
    if names and not any(stated[stem] >= FIRM for stem in names):
        return False
    if action and not near_by.get(action, 1.0):
        return False
    elsewhere = sum(counts for stem, counts in weight.items() if not here[stem])
    if elsewhere > MOST_ELSEWHERE * sum(weight.values()):
        return False
    others = {stem: counts for stem, counts in weight.items() if stem not in names}
    unsaid = sum(counts for stem, counts in others.items() if not near_by[stem])
    if others and unsaid > MOST_UNSAID * sum(others.values()):
        return False
    most, total = max(weight.values(), default=0.0), sum(weight.values())
    if any(near_by[stem] >= FIRM for stem, counts in weight.items() if counts >= RAREST * most):
        return True
    return sum(counts for stem, counts in weight.items() if near_by[stem] >= FIRM) >= HALF * total
