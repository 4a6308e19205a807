"""Statements that a page leaves out: stated elsewhere on it, said of something not chosen, or mere copies."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from gates.artifact import ItemKind
from gates.language.similarity import statement, subsumes
from gates.source import EventKind
from workbench.facts.proposals.work_state import STOPPED
from workbench.facts.sentences.reported import is_anothers
from workbench.facts.spans import EventWords
from workbench.strategies.base import DraftRequest
from workbench.strategies.offered_choices import is_phase, is_step
from workbench.strategies.page.in_hand import BEGUN
from workbench.strategies.page.last_state import FAILED
from workbench.strategies.page.statement import PageStatement

MOST_OF_EVENT = 6
"""Most proposed statements of one event on the page; a document is kept whole or stated in part."""
IN_HAND = "The agent was at: "
"""Words before the step that the agent was at."""
_COUNTER = re.compile(
    r"^\W{0,3}(?P<step>(?:phase|step|stage|part) )?\d{1,2}(?:\.\d{1,2}){0,2}[.:)]? ", re.IGNORECASE
)
"""The number of a step before its name."""
_AROUND = "“\"'(.:) "
"""Characters around such a number."""
_NUMBERED = re.compile(r"\b[0-9a-f]*\d[0-9a-f.]*\b")


def without_counted(found: Sequence[PageStatement], known: Sequence[PageStatement]) -> list[PageStatement]:
    """Leave out the failures that are checks which captured open work already states as failed."""
    counted = {words.ordinal for k in known if k.item.text.startswith(FAILED) for words in k.places}
    return [
        each
        for each in found
        if each.item.kind is not ItemKind.FAILURE or each.places[0].ordinal not in counted
    ]


def is_named(each: PageStatement, waiting: Sequence[str]) -> bool:
    """Return whether a statement is the step that the agent was at, and open work already names it.

    The words around the step are not compared, nor the numbers of steps, but two of one number are one.
    """
    text = each.item.text
    return text.startswith(IN_HAND) and any(
        _is_same_step(text.removeprefix(IN_HAND).removesuffix(BEGUN), other) for other in waiting
    )


def _is_same_step(one: str, other: str) -> bool:
    numbers = [
        match and match["step"] and match.group().strip(_AROUND)
        for match in map(_COUNTER.match, (one, other))
    ]
    first, second = (_COUNTER.sub("", text) for text in (one, other))
    if numbers[0] and numbers[1]:
        same = numbers[0].casefold() == numbers[1].casefold()
        return same and not statement(first).stems.isdisjoint(statement(second).stems)
    return subsumes(first, second) or subsumes(second, first)


def is_left(each: PageStatement, left: Sequence[EventWords]) -> bool:
    """Return whether a proposed statement only describes an option that the user did not choose."""
    stated = [any(o.ordinal == w.ordinal and o.start <= w.start < o.end for o in left) for w in each.places]
    return each.group == "likely" and bool(stated) and all(stated)


def only_reproduces(request: DraftRequest, each: PageStatement) -> bool:
    """Return whether a proposed statement is a step to reproduce a fault."""
    return each.group == "likely" and all(is_step(request.events[w.ordinal], w.start) for w in each.places)


def is_shown(request: DraftRequest, each: PageStatement) -> bool:
    """Return whether a proposed statement is another's words that the user shows, or a phase of a prompt."""
    places = [(request.events[w.ordinal], w.start) for w in each.places]
    return each.group == "likely" and any(
        event.kind is EventKind.USER and (is_anothers(event.text, start) or is_phase(event, start))
        for event, start in places
    )


def is_refused(each: PageStatement) -> bool:
    """Return whether a statement only names a refused call; a refusal in words says that too."""
    return each.group != "counted" and each.item.text.startswith(STOPPED)


def few_of_each(found: Sequence[PageStatement]) -> list[PageStatement]:
    """Return the statements with at most `MOST_OF_EVENT` proposed ones per event as items: the likeliest."""
    rank = sorted(range(len(found)), key=lambda n: (-found[n].likelihood, n))
    stated: dict[int, int] = {}
    beyond = of_one_form(found)
    for n in rank:
        if found[n].group == "likely" and found[n].informative and n not in beyond:
            ordinal = found[n].places[-1].ordinal
            stated[ordinal] = stated.get(ordinal, 0) + 1
            if stated[ordinal] > MOST_OF_EVENT:
                beyond.add(n)
    return [replace(each, informative=False) if n in beyond else each for n, each in enumerate(found)]


def of_one_form(found: Sequence[PageStatement]) -> set[int]:
    """Return statements of one message that differ only in their numbers: lines of pasted output."""
    alike: dict[tuple[int, str], list[int]] = {}
    for n, each in enumerate(found):
        if each.group == "likely" and len(each.places) == 1:
            form = _NUMBERED.sub("0", each.item.text)
            alike.setdefault((each.places[0].ordinal, form), []).append(n)
    return {n for members in alike.values() if len(members) > 1 for n in members}
