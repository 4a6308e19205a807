"""Finds the calls that a statement about a command or an edit mentions, beside the result that it quotes."""

from __future__ import annotations

from collections.abc import Sequence

from gates.source import EventKind, SourceEvent
from workbench.facts.commitment import Commitment
from workbench.facts.spans import EventWords, fold, shorten
from workbench.strategies.page.last_state import checked_command
from workbench.strategies.page.past import COMMITS

MAX_ACTION = 200
"""Most characters of a command or a result."""
MAX_BACK = 60
"""Events before a result that are searched for its call."""
MOST_TARGET = 1_000
"""Characters of a command line that are searched for a commit."""
MIN_TARGET = 20
"""Characters of a command by which a text is recognised as stating it."""


def called_places(events: Sequence[SourceEvent], ordinal: int, text: str) -> list[EventWords]:
    """Return the place in the call of a result that a text mentions; empty if it mentions none."""
    tool = events[ordinal].tool
    wording = fold(tool.target) if tool is not None else ""
    for event in reversed(events[max(0, ordinal - MAX_BACK) : ordinal]):
        if tool is None or event.tool is None or event.tool.call_id != tool.call_id:
            continue
        position = event.text.find(tool.target) if tool.target else -1
        if position >= 0 and (wording[:MIN_TARGET] in text or wording.rpartition("/")[2] in text):
            return [EventWords(event.ordinal, position, position + len(shorten(tool.target, MAX_ACTION)))]
        break
    return _run(events, ordinal, text)


def commits(event: SourceEvent) -> bool:
    """Return whether an event is a call that commits: the imperatives of its message were done."""
    tool = event.tool if event.kind is EventKind.TOOL_CALL else None
    return tool is not None and COMMITS.search(tool.target[:MOST_TARGET]) is not None


def is_of_commit(events: Sequence[SourceEvent], found: Commitment) -> bool:
    """Return whether a statement is a commit's own, and not a message's that the commit only repeats."""
    said_before = any(found.text in fold(words.quote(events)) for words in found.words[:-1])
    return commits(events[found.words[-1].ordinal]) and not said_before


def is_beside_commit(events: Sequence[SourceEvent], found: Commitment) -> bool:
    """Return whether a statement is of a call that commits, but not of its command: it describes the call."""
    event = events[found.words[-1].ordinal]
    if not commits(event) or event.tool is None:
        return False
    return fold(found.words[-1].quote(events)) not in fold(event.tool.target)


def _run(events: Sequence[SourceEvent], ordinal: int, text: str) -> list[EventWords]:
    """Return where a command in a text was last started: its result may be from a later look at it."""
    command = checked_command(text)
    for event in reversed(events[max(0, ordinal - MAX_BACK) : ordinal] if command else ()):
        position = event.text.find(command) if event.kind is EventKind.TOOL_CALL else -1
        if position >= 0:
            return [EventWords(event.ordinal, position, position + len(command))]
    return []
