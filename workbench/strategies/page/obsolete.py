"""Statements that tell nothing that holds at the end of a range, by all the readings of it together."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Mapping, Sequence

from gates.artifact import ItemKind
from gates.language.sentence_spans import sentences
from gates.source import EventKind
from workbench.facts.actions.put_back import put_back
from workbench.facts.answers.options_left import options_left
from workbench.facts.proposals.cues import cues
from workbench.facts.sentences.mood import forbids
from workbench.facts.sentences.one_off import holds_on
from workbench.facts.sentences.sentence import classify
from workbench.strategies.base import DraftRequest
from workbench.strategies.page.exchanges import exchanges
from workbench.strategies.page.overtaken import overtaken
from workbench.strategies.page.past import PassedEvents, is_of_reverted
from workbench.strategies.page.self_contained import is_interim
from workbench.strategies.page.statement import PageStatement
from workbench.strategies.page.superfluous import is_left, is_shown, only_reproduces

MOST_NOTED = 3
"""Most sentences of a note that the agent writes before its next step; a longer message reports findings."""
_FAULTS = frozenset(("cue:gap", "cue:wrong"))
"""Cues of a sentence that says what is wrong."""


def obsolete(request: DraftRequest, found: Sequence[PageStatement], passed: PassedEvents) -> list[bool]:
    """Return, for each statement, whether it is over, was overtaken, or was never a statement of the work."""
    left = options_left(request.seen(), request.source.start)
    gone = put_back(request.seen(), request.source.start)
    return [
        over
        or is_left(each, left)
        or passed.is_over(each)
        or is_of_reverted(each, gone)
        or only_reproduces(request, each)
        or is_shown(request, each)
        for each, over in zip(found, overtaken(request, found), strict=True)
    ]


def outlived(request: DraftRequest, found: Sequence[PageStatement], passed: PassedEvents) -> list[bool]:
    """Like `obsolete`, and whether a statement was mended, or told on the way of a turn that is closed."""
    over = obsolete(request, found, passed)
    known = exchanges(request)
    closed = {n: each.closing.ordinal for n, each in known.items() if each.closing is not None}
    return [
        o or _is_mended(request, each, passed) or _on_the_way(request, each, closed, sorted(known))
        for each, o in zip(found, over, strict=True)
    ]


def _on_the_way(
    request: DraftRequest, each: PageStatement, closed: Mapping[int, int], asked: Sequence[int]
) -> bool:
    """Return whether the agent said it as the reason of its next step, in a turn that it closed since."""
    ordinal = each.places[-1].ordinal
    turn = bisect(asked, ordinal) - 1
    said = request.events[ordinal].kind is EventKind.ASSISTANT and each.item.kind is ItemKind.CLAIM
    if not said or turn < 0 or ordinal >= closed.get(asked[turn], -1):
        return False
    text = request.events[ordinal].text
    spans = sentences(text)
    return len(spans) <= MOST_NOTED and is_interim(text[slice(*spans[-1])])


def _is_mended(request: DraftRequest, each: PageStatement, passed: PassedEvents) -> bool:
    """Return whether a human's statement only reports what was wrong, and its fix is committed.

    A paragraph in which one sentence names a fault reports that fault. What directs lasts.
    """
    place = each.places[0]
    if each.item.kind is not ItemKind.CLAIM or len(each.places) != 1 or place.ordinal not in passed.asked:
        return False
    if holds_on(each.item.text) or forbids(each.item.text):
        return False
    if place.ordinal not in passed.mended or classify(each.item.text) is not None:
        return False
    text = request.events[place.ordinal].text
    begin, end = text.rfind("\n\n", 0, place.start) + 1, text.find("\n\n", place.end)
    paragraph = text[begin : end if end >= 0 else len(text)]
    return not _FAULTS.isdisjoint(cues(paragraph))
