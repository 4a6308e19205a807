"""Statements of a summary that events after the summarized ones have overtaken.

Some agents summarize the older events of a range and let the newer ones stay verbatim. Their summary tells
the state between the two: work that it calls open, and faults that it calls present, may be done in what
stays. There the last word is said, so the older one is left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from gates.artifact import Item, ItemKind
from gates.language.similarity import statement
from gates.language.tokens import IdentifierKind
from gates.source import EventKind, SourceEvent, SourceRange, ToolAction

_AT_THE_TIME = re.compile(
    r"^\W{0,4}(?:still |also )?needs? (?:to\b|\w{3,12}ing\b)|\bneeds? (?!to\b)\w{3,12}ing\b"
    r"|\b(?:currently|current output|still|in[ -]progress|pending|failing|partially|not yet"
    r"|not (?:been )?(?:done|fixed|implemented|run|started|tested|verified|working))\b",
    re.IGNORECASE,
)
"""Words of a claim about a passing state."""
_WORD = re.compile(r"[a-z][a-z\d_-]{3,}")
_FILES = (IdentifierKind.FILE, IdentifierKind.PATH)


@dataclass(frozen=True, slots=True)
class PassedState:
    """A statement that no longer tells the state, and the event that tells a later one."""

    item: Item
    ordinal: int


def overtaken_items(
    items: Sequence[Item], source: SourceRange, events: Sequence[SourceEvent]
) -> tuple[PassedState, ...]:
    """Return the statements about a passing state that an event after the summarized ones tells of.

    Args:
        items: the statements of the summary, with links, the best first.
        source: its range; nothing is overtaken if no event stays after the last summarized one.
        events: the session's, from ordinal 0.
    """
    replaced = (n for n in range(source.end, source.start - 1, -1) if n not in source.kept)
    last = next(replaced, source.end)
    changes = _changes(events[last + 1 : source.end + 1])
    found = []
    for item in items:
        if last < source.end and _is_passing(item):
            ordinal = _said_after(item, last, source.end) or _changed(item, changes)
            if ordinal is not None:
                found.append(PassedState(item, ordinal))
    return tuple(found)


def _is_passing(item: Item) -> bool:
    if item.kind is ItemKind.OPEN_WORK:
        return item.status != "done"
    return item.kind is ItemKind.CLAIM and item.speaker is None and bool(_AT_THE_TIME.search(item.text))


def _said_after(item: Item, last: int, end: int) -> int | None:
    """Return the later event in which the words of a statement are found best."""
    ordinal = item.links[0].ordinal if item.links else -1
    return ordinal if last < ordinal <= end else None


def _changes(later: Iterable[SourceEvent]) -> list[SourceEvent]:
    """Return the calls that changed a file."""
    known = [event for event in later if event.tool is not None and event.tool.action is ToolAction.CHANGE]
    failed = {event.tool.call_id for event in known if event.tool is not None and event.tool.failed}
    calls = (event for event in known if event.kind is EventKind.TOOL_CALL)
    return [event for event in calls if event.tool is not None and event.tool.call_id not in failed]


def _changed(item: Item, changes: Sequence[SourceEvent]) -> int | None:
    """Return the last change to a name of code that a statement names with its file, as `wall.py` or Wall."""
    names = statement(item.text).tokens.identifiers
    files = {name.rpartition("/")[2] for name, kind in names if kind in _FILES}
    symbols = {name.removesuffix("()") for name, kind in names if kind not in _FILES}
    words = set(_WORD.findall(item.text.casefold()))
    for event in reversed(changes):
        base = event.tool.target.rpartition("/")[2] if event.tool is not None else ""
        same = base in files or base.partition(".")[0].casefold() in words
        if same and any(name in event.text for name in symbols):
            return event.ordinal
    return None
