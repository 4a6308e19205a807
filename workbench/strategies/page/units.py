"""Events that may be kept verbatim: a message, or a tool call with its result, never apart.

Each has a worth: the average number of binding statements in such an event, by its sort and by whether it is
in the last fifth of the range. The figures were counted on labelled sessions.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from gates.language.opening import has_substance
from gates.language.sentence_spans import sentences
from gates.language.similarity import statement
from gates.source import EventKind, SourceEvent, ToolAction
from gates.tool_calls import calls_with_results
from gates.withdrawn import without_withdrawn
from workbench.facts.actions.refusals import is_refused
from workbench.facts.proposals.work_state import is_check
from workbench.facts.sentences.talk import agent_sentences, announces, informs, is_tentative, is_under_way
from workbench.strategies.base import DraftRequest
from workbench.strategies.page.exchanges import exchanges
from workbench.strategies.page.handed_in import ends_session
from workbench.strategies.page.self_contained import awaits_run, is_interim, is_self_contained

LATE = 0.8
"""Share of the range after which an event counts as late."""

_WORTH: dict[str, tuple[float, float]] = {
    "user": (0.45, 0.75),
    "plan": (4.0, 4.0),
    "closing": (0.40, 0.85),
    "remark": (0.01, 0.06),
    "informs": (0.06, 0.06),
    "news": (0.20, 0.20),
    "explains": (0.25, 0.40),
    "step": (0.09, 0.09),
    "next": (0.30, 0.30),
    "long": (0.30, 1.10),
    "question": (0.80, 1.0),
    "refused": (0.50, 0.60),
    "commit": (0.25, 1.0),
    "git": (0.05, 0.27),
    "change": (0.06, 0.37),
    "document": (0.27, 0.60),
    "check": (0.03, 0.18),
    "failed": (0.12, 0.30),
    "command": (0.05, 0.20),
    "todo": (0.01, 0.24),
    "proposed": (2.0, 4.0),
    "agent": (0.03, 1.0),
    "search": (0.001, 0.06),
    "read": (0.002, 0.02),
    "other": (0.03, 0.03),
}
"""Binding statements per event: before the last fifth of the range, and in it.

A short message of the agent `informs` of a step that is long past, or is `news`; a longer one `explains`, or
ends in a `step` that is long past, or in the `next` one.
"""
_NOTED = ("informs", "explains", "step")
"""Sorts of short messages of the agent between its calls."""
_LATELY = {"informs": "news", "step": "next"}

ON_THE_WAY = 0.5
"""Factor for a message of the agent in a turn that another message closed: it has half as many.

It does not apply to a draft of a requested size, which keeps whatever else has room and is not better for it.
"""

LAST_EDITS = (1.5, 0.8)
"""Worth of the last edit and of the one before it, if the range ends soon after: the work in hand."""
NEAR_END = 40
"""Events before the range's end from which an edit is part of the work in hand."""

LATEST = {
    "git": (25, 0.5),
    "check": (10, 0.33),
    "command": (10, 0.33),
    "search": (10, 0.3),
    "read": (10, 0.1),
}
"""Latest runs by sort: within how many events of the range's end, and their worth."""

DECISIVE = frozenset(
    "user plan closing explains long news next step question refused commit document proposed edited".split()
)
"""Sorts that a page keeps; the others fill a draft of a larger requested size."""
_PLACEHOLDER = re.compile(r"\[(?:image|document|file)\b[^\]\n]{0,200}\]", re.IGNORECASE)
"""A placeholder for something that is not text."""
HUMAN = frozenset(("user", "plan", "question", "refused", "closing"))
"""Sorts of what a human said, approved, answered or refused, and of the agent's answers."""

_GIT = re.compile(r"\bgit\b")


@dataclass(frozen=True, slots=True)
class EventUnit:
    """Events that are kept together."""

    ordinals: tuple[int, ...]
    size: int
    """Characters of the events."""
    sort: str
    """Its sort: a key of the table of worths."""
    worth: float


def units(request: DraftRequest, again: frozenset[int] = frozenset()) -> list[EventUnit]:
    """Return what may be kept of the range, and of already kept events before it, in order."""
    earlier = [request.events[ordinal] for ordinal in sorted(again) if ordinal < request.source.start]
    inside = [
        *earlier,
        *(e for e in without_withdrawn(request.seen()[request.source.start :]) if e.sidechain is None),
    ]
    results = {call.ordinal: result for call, result in calls_with_results(inside) if result.text}
    edge = request.source.start + LATE * (request.source.end - request.source.start + 1)
    closed = sorted((n, x.closing.ordinal) for n, x in exchanges(request).items() if x.closing is not None)
    made = []
    for position, event in enumerate(inside):
        late = event.ordinal >= edge
        turn = bisect_left(closed, (event.ordinal,)) - 1
        on_the_way = event.kind is EventKind.ASSISTANT and turn >= 0 and event.ordinal < closed[turn][1]
        on_the_way = on_the_way and request.size is None
        share = ON_THE_WAY if on_the_way else 1
        for sorted_as, events in _sorted(inside, position, event, results):
            found = "remark" if on_the_way and sorted_as in _NOTED and _goes_on(event.text) else sorted_as
            sort = _LATELY.get(found, found) if late else found
            size = sum(len(each.text) for each in events)
            worth = _WORTH[sort][late] * share
            made.append(EventUnit(tuple(each.ordinal for each in events), size, sort, worth))
    return [_latest(unit, request.source.end) for unit in _in_hand(made, request.source.end - NEAR_END)]


def _in_hand(found: list[EventUnit], since: int) -> list[EventUnit]:
    """Return the units, with the last edits marked as such."""
    edits = [n for n, unit in enumerate(found) if unit.sort == "change"]
    made = list(found)
    for n, worth in zip(reversed(edits), LAST_EDITS, strict=False):
        if found[n].ordinals[-1] > since:
            made[n] = replace(found[n], sort="edited", worth=worth)
    return made


def _latest(unit: EventUnit, end: int) -> EventUnit:
    """Return the unit, marked as the latest of its sort if it is one."""
    within, worth = LATEST.get(unit.sort, (0, 0.0))
    return replace(unit, sort="latest", worth=worth) if end - unit.ordinals[-1] < within else unit


def _sorted(
    inside: Sequence[SourceEvent], position: int, event: SourceEvent, results: dict[int, SourceEvent]
) -> Iterator[tuple[str, tuple[SourceEvent, ...]]]:
    """Yield an event's sort with the events that belong to it; nothing for what is never kept."""
    if not statement(_PLACEHOLDER.sub("", event.text)).stems:
        return
    if event.kind is EventKind.USER:
        yield "user" if has_substance(event.text) else "remark", (event,)
    elif event.kind is EventKind.PLAN:
        yield "plan", (event,)
    elif event.kind is EventKind.ASSISTANT:
        yield _message(inside, position, event), (event,)
    elif event.kind is EventKind.TOOL_CALL and event.tool is not None:
        result = results.get(event.ordinal)
        if result is not None:
            yield _called(event, result), (event, result)


def _message(inside: Sequence[SourceEvent], position: int, event: SourceEvent) -> str:
    """Return whether a message closes its turn, explains something, or only says what is done next."""
    later = (inside[n] for n in range(position + 1, len(inside)) if inside[n].kind in _TURNS)
    first = next(later, None)
    after = next(later, None) if first is not None and ends_session(first) else first
    if first is None or ((after is None or after.kind in _SAID) and _closes(event.text)):
        return "closing"
    thinks = event.text.lstrip().startswith("<thinking>")
    if thinks or not any(is_self_contained(event.text[w.start : w.end]) for w in agent_sentences(event)):
        return "remark"
    size, parts = len(event.text), [event.text[a:b] for a, b in sentences(event.text)]
    if size < 450 and any(map(awaits_run, parts)):
        return "remark"
    if size < 150:
        return "informs"
    if size >= 450:
        return "long"
    if is_under_way(parts[-1]):
        return "remark"
    plain = [part.replace("’", "'") for part in parts]
    if not announces(event.text) or names_cause(event.text):
        return "explains"
    return "remark" if _SEES.match(" ".join(plain)) else "step"


_FAULT = r"(?:(?:actual |real |root )?(?:bug|cause|fault|issue|problem))"
_CAUSE = re.compile(
    rf"\b{_FAULT} (?:is|was|lies)\b(?! (?:elsewhere|still)\b)|\b(?:this|that|which) explains\b"
    rf"|\b(?:found|identified|see|understand) the {_FAULT}\b|\bthere(?:'s| is) an? {_FAULT} (?:in|on|with)\b",
    re.IGNORECASE,
)
"""Words that say what is wrong."""
_CHEERS = (
    r"(?:aha?|excellent|good|great|interesting|nice|ok(?:ay)?|perfect|(?:this|that) is (?:\w+ )?\w+ing)[!,.] "
)
_SEES = re.compile(
    rf"(?:{_CHEERS}){{0,2}}(?:now )?"
    r"(?:I(?: can|'ve| have)? (?:now |also )?(?:found|have|see|spotted)|let me|let's)\b",
    re.IGNORECASE,
)
"""The beginning of a message that tells what was just looked at, before the next look."""


def _goes_on(text: str) -> bool:
    """Return whether a message ends with what the agent is at, and names no cause: its outcome came later."""
    parts = sentences(text)
    return bool(parts) and is_interim(text[slice(*parts[-1])]) and not names_cause(text)


def names_cause(text: str) -> bool:
    """Return whether a message says what is wrong, and does not only guess."""
    parts = [text[a:b].replace("’", "'") for a, b in sentences(text)]
    return any(_CAUSE.search(part) and not is_tentative(part) for part in parts)


def _closes(text: str) -> bool:
    """Return whether a message of the agent states or asks something, and not only its current step."""
    parts = [text[start:end] for start, end in sentences(text)]
    return any(
        part.rstrip("\"')*_ ").endswith("?") or (informs(part) and not is_interim(part)) for part in parts
    )


_SAID = (EventKind.USER, EventKind.PLAN)
_TURNS = (*_SAID, EventKind.TOOL_CALL, EventKind.ASSISTANT)

_BY_ACTION = {
    ToolAction.CHANGE: "change",
    ToolAction.TODO: "todo",
    ToolAction.PLAN: "proposed",
    ToolAction.QUESTION: "question",
    ToolAction.AGENT: "agent",
    ToolAction.READ: "read",
    ToolAction.SEARCH: "search",
}


def _called(call: SourceEvent, result: SourceEvent) -> str:
    tool = call.tool
    if tool is None:
        return "other"
    failed = result.tool is not None and bool(result.tool.failed)
    if is_refused(result):
        return "refused"
    if tool.action is ToolAction.COMMAND:
        return _command(tool.target[:400], failed=failed)
    if tool.action is ToolAction.CHANGE and tool.target.endswith((".md", ".txt", ".rst")):
        return "document"
    if failed:
        return "failed" if tool.action is ToolAction.CHANGE else "other"
    return _BY_ACTION.get(tool.action, "other")


def _command(command: str, *, failed: bool) -> str:
    if "git commit" in command and "git init" not in command:
        return "commit"
    if is_check(command):
        return "check"
    if failed:
        return "failed"
    return "git" if _GIT.search(command, 0, 40) else "command"
