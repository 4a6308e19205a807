"""Checks whether the statement after the matched one has the names that it lacks (S1 gate C).

A summary often states a thing in one statement and gives its path in the next one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from gates.language.similarity import statement
from gates.restatement import ArtifactStatement
from gates.retention.match import RETAINED, Match

RULE = "identifier_lost"
"""The rule of a statement that lacks a name of the item."""


def with_next(
    match: Match,
    candidates: tuple[ArtifactStatement, ...],
    compare: Callable[[ArtifactStatement], Match],
) -> Match:
    """Return the match of a statement read with the names of the next one, if only names were missing.

    Args:
        match: the best match of the item.
        candidates: the statements of the artifact, in its order.
        compare: returns the match of the item with one statement.

    The item is compared with the statement and the names of the next one, and with both as one. A next
    statement that denies something lends no names.
    """
    if match.rule != RULE or match.unit is None or match.unit.item is None:
        return match
    item = match.unit.item
    follower = _after(match.unit, candidates)
    if follower is None or follower.compared.tokens.negations:
        return match
    both = f"{item.text}\n{follower.compared.text}"
    longer = item.model_copy(update={"text": both})
    ways = (replace(match.unit, item=longer), ArtifactStatement(statement(both), longer))
    read = max(map(compare, ways), key=lambda way: (way.verdict in RETAINED, way.rule != RULE))
    return match if read.rule == RULE else replace(read, unit=match.unit, together=match.together)


def beside(
    unit: ArtifactStatement | None, candidates: tuple[ArtifactStatement, ...]
) -> Iterator[ArtifactStatement]:
    """Yield a statement together with the one before it, and with the one after it."""
    whole = [each for each in candidates if each.item is not None and not each.code]
    at = next((p for p, each in enumerate(whole) if unit is not None and each == unit), None)
    if at is None:
        return
    for near in (at - 1, at + 1):
        if 0 <= near < len(whole) and not whole[near].compared.tokens.negations:
            first, second = sorted((at, near))
            text = f"{whole[first].compared.text}\n{whole[second].compared.text}"
            yield ArtifactStatement(statement(text), whole[at].item)


def _after(unit: ArtifactStatement, candidates: tuple[ArtifactStatement, ...]) -> ArtifactStatement | None:
    """Return the statement of the next item; None for the last item, and if program text follows."""
    whole = [each for each in candidates if each.item is not None and each.compared.text == each.item.text]
    item = unit.item
    places = (at for at, each in enumerate(whole) if item is not None and each.item is item)
    at = next(places, None)
    return None if at is None or at + 1 >= len(whole) else whole[at + 1]
