"""Todo lists and tasks in order: the last state wins.

A list replaces the one before it; an entry that vanishes without being completed is superseded.
"""

from __future__ import annotations

import re
from dataclasses import replace

from gates.source import EventKind, Signal, SignalEntry, SignalKind, SourceEvent, ToolAction
from workbench.facts.commitment import Basis, Commitment, CommitmentKind, Status
from workbench.facts.folding import EventFold
from workbench.facts.said import begins_fork
from workbench.facts.spans import EventWords, entry_words, first_line, fold, shorten, trimmed

MAX_TODO = 400
MAX_DESCRIPTION = 240
MOST_ASKED = 64

PLANS_OF_A_TURN = frozenset(("update_plan",))
"""Tools whose list is the agent's plan for its current turn."""
_DESCRIPTION = re.compile(r"^description: ?(\S[^\n]{0,600})", re.MULTILINE)

_STATUS: dict[str, Status] = {
    "pending": "open",
    "in_progress": "open",
    "completed": "done",
    "deleted": "superseded",
}


class WorkFold(EventFold):
    """The current todo lists and tasks, updated event by event; sidechains are left out."""

    def __init__(self) -> None:
        self._items: dict[str, Commitment] = {}
        self._listed: set[str] = set()
        self._for_turn = False
        """Whether the list is the plan of one turn."""
        self._asked: dict[str, SourceEvent] = {}
        """Calls of todo tools whose result has not been read; they contain the task descriptions."""

    def take(self, event: SourceEvent) -> None:
        """Apply one event to the lists."""
        if event.sidechain is None:
            tool = event.tool
            if self._for_turn and (event.kind is EventKind.USER or begins_fork(event)):
                self._leave()
            if tool is not None and event.kind is EventKind.TOOL_CALL and tool.action is ToolAction.TODO:
                self._asked[tool.call_id] = event
                if len(self._asked) > MOST_ASKED:
                    del self._asked[next(iter(self._asked))]
            for signal in event.signals:
                self._apply(event, signal)

    def _apply(self, event: SourceEvent, signal: Signal) -> None:
        if signal.kind is SignalKind.TODO_LIST:
            self._replace(event, signal.entries)
            self._for_turn = event.tool is not None and event.tool.name in PLANS_OF_A_TURN
        elif signal.kind is SignalKind.TASK_CREATED:
            for entry in signal.entries:
                key = f"task:{entry.key or fold(entry.text).casefold()}"
                self._mention(event, key, entry)
                self._describe(event, key)
        elif signal.kind is SignalKind.TASK_UPDATED:
            for entry in signal.entries:
                self._update(event, entry)

    def _replace(self, event: SourceEvent, entries: tuple[SignalEntry, ...]) -> None:
        named = {_key(entry): entry for entry in entries if entry.text.strip()}
        for key in sorted(self._listed - set(named)):
            item = self._items[key]
            if item.counts:
                self._items[key] = item.with_status("superseded", event.ordinal)
        for key, entry in named.items():
            self._mention(event, key, entry)
        self._listed = named.keys() & self._items.keys()

    def _leave(self) -> None:
        """Mark the plan of one turn as not sure, after the next user message or for a fork.

        It may be resumed.
        """
        for key in sorted(self._listed):
            self._items[key] = replace(self._items[key], sure=False)
        self._for_turn = False

    def _mention(self, event: SourceEvent, key: str, entry: SignalEntry) -> None:
        words = entry_words(event, entry) or first_line(event)
        text = fold(shorten(entry.text.strip(), MAX_TODO))
        if words is None or not text:
            return
        status = _STATUS.get(entry.status, "open")
        self._items[key] = _mentioned(self._items.get(key), text, status, words)

    def _describe(self, event: SourceEvent, key: str) -> None:
        """Add the description in a new task's call to its title."""
        call = event if event.tool is None else self._asked.pop(event.tool.call_id, event)
        known = self._items.get(key)
        match = _DESCRIPTION.search(call.text)
        if match is None or known is None:
            return
        stated = shorten(call.text[match.start(1) : match.end(1)], MAX_DESCRIPTION)
        words = trimmed(call.text, call.ordinal, match.start(1), match.start(1) + len(stated))
        if words is not None and fold(stated) not in known.text:
            text = f"{known.text.rstrip('.')}: {fold(stated)}"
            places = tuple(sorted({words, *known.words}))
            self._items[key] = replace(known, text=fold(shorten(text, MAX_TODO)), words=places)

    def _update(self, event: SourceEvent, entry: SignalEntry) -> None:
        key = f"task:{entry.key}"
        known = self._items.get(key)
        words = entry_words(event, entry) or first_line(event)
        if known is None or words is None:
            return
        status = _STATUS.get(entry.status, known.status)
        text = fold(shorten(entry.text, MAX_TODO)) or known.text
        self._items[key] = _mentioned(known, text, status, words)

    def result(self) -> list[Commitment]:
        """Return every todo and task ever named, with its state, in order of first mention."""
        return list(self._items.values())


def _key(entry: SignalEntry) -> str:
    return f"todo:{entry.key}" if entry.key else f"todo:{fold(entry.text).casefold()}"


def _mentioned(known: Commitment | None, text: str, status: Status, words: EventWords) -> Commitment:
    if known is None:
        return Commitment(CommitmentKind.OPEN_WORK, Basis.TODO, text, status, (words,), (words.ordinal,))
    first = tuple(place for place in known.words if place.ordinal <= known.born)[:2]
    places = (*first, words) if known.words[-1] != words else known.words
    touched = known.touched if known.touched[-1] == words.ordinal else (*known.touched, words.ordinal)
    return Commitment(CommitmentKind.OPEN_WORK, Basis.TODO, text, status, places, touched)
