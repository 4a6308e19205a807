"""The events that a page keeps verbatim: those that decide, without printed output and acknowledgements.

An event that is not kept may still be stated: a commit by its line, a short request with its outcome. A draft
of a larger requested size is filled with such events too, after the deciding ones.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Sequence
from dataclasses import replace

from gates.language.sentence_spans import sentences
from gates.source import EventKind, SignalKind, SourceEvent, ToolAction
from workbench.facts.sentences.one_off import is_one_off
from workbench.facts.sentences.sentence import classify
from workbench.strategies.base import DraftRequest
from workbench.strategies.page.closing_statement import ASKS, FEWEST_STEMS, is_substantial
from workbench.strategies.page.exchanges import exchanges
from workbench.strategies.page.objections import Objections
from workbench.strategies.page.overtaken import THINKING, only_supposes, settlements
from workbench.strategies.page.units import EventUnit, names_cause

PRINTED = "printed"
"""Sort of a call whose result is a program's output, or says nothing."""
REVISED = "revised"
"""Sort of a change of a document that was changed again later."""
REMARK = "remark"
"""Sort of a message that only acknowledges, asks for a step that is over, or was rejected."""
_REMARK_WORTH = 0.01
SHORT_REPORT = 200
"""Most characters of a message that only reports that an earlier turn is done: `Done! It is removed.`"""
_OF_SHORT_REPORT = 0.3
_REVISED_WORTH = 0.06
_ON_THE_WAY = ("explains", "informs", "news", "next", "step")
"""Sorts of the agent's short messages between its calls."""


def deciding_units(
    request: DraftRequest, found: Sequence[EventUnit], open_messages: frozenset[int]
) -> list[EventUnit]:
    """Return the units, with separate sorts for those that decide nothing; `open_messages` are unanswered."""
    newest: dict[str, int] = {}
    last = max((unit.ordinals[0] for unit in found if unit.sort == "closing"), default=-1)
    plans = {n for n, unit in enumerate(found) if _only_plans(request, unit)}
    approved = max((e.ordinal for e in (request.seen() if plans else ()) if _approves(e)), default=-1)
    for n, unit in enumerate(found):
        if unit.sort == "document":
            newest[_target(request, unit)] = n
    judged = [
        _revised(unit)
        if unit.sort == "document" and newest[_target(request, unit)] != n
        else _judged(request, unit, open_messages, last)
        if n not in plans or unit.ordinals[0] >= approved
        else replace(unit, sort=PRINTED)
        for n, unit in enumerate(found)
    ]
    return _without_given_up(request, _without_guesses(request, _without_rejected(request, judged)))


def _without_guesses(request: DraftRequest, found: Sequence[EventUnit]) -> list[EventUnit]:
    """Return the units with guesses at a cause as remarks, if a later message of the agent settled it."""
    settled = settlements(request).settled

    def is_over(unit: EventUnit) -> bool:
        event = request.events[unit.ordinals[0]]
        return unit.sort in _ON_THE_WAY and event.ordinal < settled and only_supposes(event.text)

    return [replace(u, sort=REMARK, worth=_REMARK_WORTH) if is_over(u) else u for u in found]


def _without_given_up(request: DraftRequest, found: Sequence[EventUnit]) -> list[EventUnit]:
    """Return the units with causes as remarks that the agent named on the way to the last one of the turn."""
    turns = sorted(exchanges(request))
    causes = {
        n: bisect(turns, unit.ordinals[0])
        for n, unit in enumerate(found)
        if unit.sort == "explains" and names_cause(request.events[unit.ordinals[0]].text)
    }
    last = {turn: n for n, turn in causes.items()}
    return [
        replace(unit, sort=REMARK, worth=_REMARK_WORTH) if n in causes and last[causes[n]] != n else unit
        for n, unit in enumerate(found)
    ]


def _only_wonders(text: str) -> bool:
    """Return whether each sentence of a human's message asks something: its answer says what came of it."""
    parts = [text[a:b] for a, b in sentences(text)]
    return bool(parts) and all(ASKS.search(part) and classify(part) is None for part in parts)


def _without_rejected(request: DraftRequest, found: Sequence[EventUnit]) -> list[EventUnit]:
    """Return the units with the agent's messages as remarks whose steps the human's next message rejects."""
    objections = Objections.of(request.seen())

    def is_rejected(unit: EventUnit) -> bool:
        event = request.events[unit.ordinals[0]]
        return event.kind is EventKind.ASSISTANT and objections.reject(event.ordinal, event.text)

    return [replace(u, sort=REMARK, worth=_REMARK_WORTH) if is_rejected(u) else u for u in found]


def _approves(event: SourceEvent) -> bool:
    return event.sidechain is None and any(s.kind is SignalKind.PLAN_APPROVED for s in event.signals)


def _only_plans(request: DraftRequest, unit: EventUnit) -> bool:
    """Return whether a call only begins planning: its instructions end when the plan is approved."""
    events = [request.events[ordinal] for ordinal in unit.ordinals]
    tool = events[0].tool
    planning = tool is not None and tool.action is ToolAction.PLAN
    return planning and not any(event.signals for event in events)


def _judged(request: DraftRequest, unit: EventUnit, open_messages: frozenset[int], last: int) -> EventUnit:
    tool = request.events[unit.ordinals[0]].tool
    if unit.sort == "commit" or (tool is not None and tool.name.casefold() in THINKING):
        return replace(unit, sort=PRINTED)
    if unit.sort == "user" and open_messages.isdisjoint(unit.ordinals):
        text = request.events[unit.ordinals[0]].text
        if not is_substantial(text, FEWEST_STEMS) or is_one_off(text) or _only_wonders(text):
            return replace(unit, sort=REMARK, worth=_REMARK_WORTH)
    if unit.sort == "closing" and unit.ordinals[0] != last:
        text = request.events[unit.ordinals[0]].text.strip()
        if unit.size <= SHORT_REPORT and (ASKS.search(text) or not is_substantial(text, FEWEST_STEMS)):
            return replace(unit, sort=REMARK, worth=_REMARK_WORTH)  # its question was answered later
        if unit.size <= SHORT_REPORT:
            return replace(unit, worth=unit.worth * _OF_SHORT_REPORT)
    return unit


def _revised(unit: EventUnit) -> EventUnit:
    return replace(unit, sort=REVISED, worth=min(unit.worth, _REVISED_WORTH))


def _target(request: DraftRequest, unit: EventUnit) -> str:
    tool = request.events[unit.ordinals[0]].tool
    return tool.target if tool is not None else ""
