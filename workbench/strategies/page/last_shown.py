"""What the last command of a range printed, while no message says anything about it yet.

A range that ends inside a turn often ends with a result: the agent would have read it next.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import pairwise

from gates.artifact import Item, ItemKind
from gates.source import EventKind, SourceEvent, ToolAction
from workbench.facts.actions.commands import calls_of
from workbench.facts.actions.polls import is_running
from workbench.facts.actions.refusals import is_refused
from workbench.facts.actions.working_parts import working_parts
from workbench.facts.spans import EventWords, fold, shorten, trimmed
from workbench.strategies.base import DraftRequest
from workbench.strategies.page.exchanges import marked

SHOWN = "Run last: "
"""Words before the command."""
MOST_SAID = 200
"""Most characters of what it printed, from its last paragraph."""
MOST_COMMAND = 120
MAX_READ = 60_000
FEWEST_WORDS = 3
"""Fewest words of a paragraph that says something."""
_PARAGRAPH = re.compile(r"\n[ \t]{0,20}\n")
_TALK = (EventKind.USER, EventKind.PLAN, EventKind.ASSISTANT)


@dataclass(frozen=True, slots=True)
class LastShown:
    """The last command of a range and the last paragraph that it printed."""

    command: EventWords
    output: EventWords

    def item(self, request: DraftRequest) -> Item:
        """Return it as a claim, linked to both."""
        command, said = (fold(words.quote(request.events)) for words in (self.command, self.output))
        session, events = request.source.session_id, request.seen()
        links = [link for words in (self.output, self.command) for link in words.links(session, events)]
        text = f"{SHOWN}`{command}`, which printed {marked(said)}"
        return Item(kind=ItemKind.CLAIM, text=text, links=tuple(links))


def last_shown(request: DraftRequest) -> LastShown | None:
    """Return what the range's last command printed; None if a message follows it or it only looked."""
    start = request.source.start
    newest = (e for e in reversed(request.seen()[start:]) if e.sidechain is None)
    last = next((e for e in newest if e.tool or e.kind in _TALK), None)
    if last is None or last.tool is None or last.kind is not EventKind.TOOL_RESULT:
        return None
    tool = last.tool
    parts = working_parts(tool.target)
    if tool.action is not ToolAction.COMMAND or not parts or is_refused(last) or is_running(last):
        return None
    call = calls_of(request.seen(), start, {tool.call_id}).get(tool.call_id)
    output = _output(last)
    if call is None or output is None:
        return None
    command = shorten(parts[-1].strip(), MOST_COMMAND)
    place = call.text.find(command)
    return LastShown(EventWords(call.ordinal, place, place + len(command)), output) if place >= 0 else None


def _output(result: SourceEvent) -> EventWords | None:
    """Return the last paragraph of an output that has some words, cut to its beginning."""
    text = result.text[:MAX_READ]
    ends = [0, *(each.end() for each in _PARAGRAPH.finditer(text)), len(text)]
    for start, end in reversed(list(pairwise(ends))):
        words = [word for word in text[start:end].split() if sum(map(str.isalpha, word)) > 1]
        if len(words) >= FEWEST_WORDS:
            kept = shorten(text[start:end].strip(), MOST_SAID)
            first = text.index(kept, start)
            return trimmed(text, result.ordinal, first, first + len(kept))
    return None
