"""Whether words state the main words of a question, which is stricter than being the best match.

Loosely related words (everyday words, kinds and their members) help to find and rank a passage. To be an
answer, a passage must state one of the question's names and either its rarest word or half of all, each in
some form or by a synonym. It must also state at least part of the action, and half of the words that are not
names.
"""

from __future__ import annotations

from collections.abc import Mapping

FIRM = 0.6
"""Match from which words state a stem: by a form, a compound, or a word for the same thing."""
MOST_UNSAID = 0.5
"""Maximum unstated share of the words that are not names; above it a passage is about something else."""
MOST_ELSEWHERE = 0.5
"""Maximum share of all words that neither the quoted words nor their headings state.

Above it a value in them belongs to something else, whatever the rest of the passage is about.
"""
HALF = 0.5
"""Share of all words that a passage states if it does not state the rarest."""
RAREST = 0.95
"""Share of the highest weight from which another word counts as the rarest too."""


def carried(
    stated: Mapping[str, float],
    near_by: Mapping[str, float],
    weight: Mapping[str, float],
    names: frozenset[str],
    action: str,
    here: Mapping[str, float],
) -> bool:
    """Return whether words of a passage state the main words of the question.

    Args:
        stated: how far they and their headings state each stem of the question, from 0 to 1.
        near_by: how far the whole passage states each.
        weight: weight of each stem.
        names: the stems that are names or years.
        action: the stem of the action, if the question has one.
        here: how far the words state each stem, or their headings do in any way.
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
