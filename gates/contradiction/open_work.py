"""Claims about work that is still to be done.

All warn: `done_reported_open`, work that a tool did; `work_already_done`, a name that the session wrote;
`work_not_named`, open work that nothing in the session names.
"""

from __future__ import annotations

import re

from gates.artifact import Item, ItemKind
from gates.contradiction.in_place import text_of
from gates.contradiction.tool_evidence import links_of
from gates.findings import Found
from gates.language.similarity import coverage, statement
from gates.language.word_bounds import stands_before
from gates.search.index import SourceIndex, TextSegment
from gates.search.linking import SpanSearch
from gates.source import EventKind, ToolAction

NEAR = 6
"""Number of segments that are compared with a claim."""

SAME_AT = 0.4
"""Share of a claim's words that a segment must contain to be about the same thing."""

ASKED_FOR_AT = 0.4
"""Share of open work's words that a human message must contain to have asked for it."""

LEAST_WORK = 3
"""Fewest distinct words of open work that say what is to be done."""
WRITTEN = "written"
"""Marks findings on open work that an edit did, apart from other claims and from work done by a command."""


def open_work(item: Item, index: SourceIndex, search: SpanSearch) -> list[Found]:
    """Return these rules' findings on one item."""
    if item.speaker == "user" or "\n" in item.text:
        return []
    return [*_done(item, index, search), *_written(item, index, search), *_unnamed(item, index, search)]


_OPEN = re.compile(
    r"\b(?:still (?:has|have|needs?|to|open)|not yet|has to|have to|needs? to|to be (?:done|added|put"
    r"|sent|made|run|written|merged|deployed|fixed)|pending"
    r"|not (?:been )?(?:done|started|sent|applied|pushed|merged|added|deployed|committed|implemented)"
    r"|remains?|outstanding"
    r"|will be|is going to|are going to|planned|plans? to|next step|awaiting|waiting)\b",
    re.IGNORECASE,
)

_AHEAD = re.compile(
    r"\b(?:I'll|we'll|he'll|she'll|they'll|will|going to|gonna|next|tomorrow|later|still (?:have|has"
    r"|need|needs) to|haven't|hasn't"
    r"|not (?:yet|sent|applied|pushed|merged|deployed|done|added)|once|until|would|could|should"
    r"|suggest\w*|propos\w+|draft\w*|plan\w*"
    r"|want me to|shall i|let me|can you|please|todo|wait\w*|when you|after you|needs? (?:to|a))\b",
    re.IGNORECASE,
)


_BY_NAME = re.compile(r"commit|deploy|merg|push")
"""Work that only a command of that name does."""


_HAD_BEEN = re.compile(r"\bhad (?:been )?$", re.IGNORECASE)
"""Words before a word of waiting which show that the wait is over."""


def _writes(segment: TextSegment, index: SourceIndex) -> bool:
    tool = index.events[segment.ordinal].tool
    return tool is not None and tool.action is ToolAction.CHANGE


def _acts(segment: TextSegment, index: SourceIndex) -> bool:
    """Return whether a segment belongs to a command or a file change; a command's output does nothing."""
    event = index.events[segment.ordinal]
    if event.tool is None or event.tool.action not in (ToolAction.COMMAND, ToolAction.CHANGE):
        return False
    return event.tool.action is ToolAction.CHANGE or event.kind is EventKind.TOOL_CALL


def _done(item: Item, index: SourceIndex, search: SpanSearch) -> list[Found]:
    """Find work reported as still to be done that a tool did and nothing later takes up again.

    An event that stays verbatim beside the summary shows its own effect, so work that it did is not reported.
    """
    cue, stems = _OPEN.search(item.text), statement(item.text).stems
    if cue is None or len(stems) < LEAST_WORK or stands_before(_HAD_BEEN, item.text, cue.start()):
        return []
    near = [s for s in search.top(stems, NEAR) if coverage(stems, s.stems) >= SAME_AT]
    acted = [s for s in near if _acts(s, index)]
    named = _BY_NAME.search(cue.group().casefold())
    if named is not None:  # only a commit commits, and only a push pushes
        acted = [s for s in acted if named.group() in text_of(s, index).casefold()]
    last = max((s.ordinal for s in acted), default=-1)
    if (
        last < 0
        or last in index.source.kept
        or any(s.ordinal > last and _AHEAD.search(text_of(s, index)) for s in near)
    ):
        return []
    if any(_OPEN.search(text_of(s, index)) for s in near):
        return []
    message = f'claims "{cue.group()}", but [{last}] does it'
    written = item.kind is ItemKind.OPEN_WORK and _writes(acted[-1], index)
    links = (*item.links, search.link_of(acted[-1]))
    return [Found("done_reported_open", "warning", message, links, WRITTEN if written else "")]


_LACKING = re.compile(
    r"\b(?:needs?|need to|to be|should|must|todo|undefined|missing|not yet|still|implement|add|create)\b",
    re.IGNORECASE,
)

_USED = re.compile(
    r"\b(?:add(?:ing)? (?:an? |the )?(?:calls?|hook|usage)|call(?:ing|s|ed)?|check(?:ing|s|ed)?|determin\w+"
    r"|find|invok\w+|register\w*|test(?:ing|s|ed)?|us(?:e|es|ed|ing)|verif\w+|wir(?:e|es|ed|ing))\b",
    re.IGNORECASE,
)
"""Uses of a name that may exist already: only its definition would still have to be written."""

_NAMED = re.compile(
    r"(?:\b([A-Za-z]{2,7}) )?`([A-Za-z_]\w{3,80})(?:\(\))?`"
    r"(?! (?:instances?|objects?|tests?|calls?|usages?|docs?|examples?|options?|support)\b)"
)

_BESIDE = frozenset(
    "after and around at before both by for from in inside into of on onto or to using via with"
    " within".split()
)
"""Words before a name that is not itself to be written: `add handling to parse_args`."""


def _written(item: Item, index: SourceIndex, search: SpanSearch) -> list[Found]:
    """Find something stated as still to be written that the session wrote."""
    if not index.facts.runs:
        return []
    wanted = item.kind is ItemKind.OPEN_WORK and item.status != "done"
    if not (wanted or re.search(r"\b(?:needs?|undefined|still (?:to|missing)|not yet)\b", item.text)):
        return []
    if _LACKING.search(item.text) is None or _USED.search(item.text):
        return []
    named = (match.groups() for match in _NAMED.finditer(item.text))
    for name in dict.fromkeys(name for before, name in named if (before or "").casefold() not in _BESIDE):
        place = _defined(name, index, search)
        if place is not None:
            message = f"claims that {name} is still to be written, but [{place}] writes it"
            return [Found("work_already_done", "warning", message, links_of([place], index), name)]
    return []


def _defined(name: str, index: SourceIndex, search: SpanSearch) -> int | None:
    """Return the last event that wrote the definition of a name; reading one proves nothing."""
    stems = sorted(statement(name).stems, key=lambda stem: (search.count(stem), stem))
    words = re.compile(
        rf"\b(?:func|def|class|fn|function|type|const|let|var|interface|struct)\s+(?:\([^)\n]{{0,60}}\)\s*)?{re.escape(name)}\b"
    )
    written = None
    for segment in search.holding(stems[0], 2_000) if stems else ():
        event = index.events[segment.ordinal]
        tool = event.tool
        if tool is None or tool.action is not ToolAction.CHANGE:
            continue
        if words.search(event.text[segment.start : segment.end]):
            written = event.ordinal
    return written


def _unnamed(item: Item, index: SourceIndex, search: SpanSearch) -> list[Found]:
    if item.kind is not ItemKind.OPEN_WORK or item.status == "done" or item.links or not index.scope_complete:
        return []
    stems = statement(item.text).stems
    asked = search.best(stems, human=True)
    if len(stems) < LEAST_WORK or (asked is not None and asked.support >= ASKED_FOR_AT):
        return []
    message = "states open work that no passage of the session names"
    return [Found("work_not_named", "warning", message)]
