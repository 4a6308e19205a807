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
MOST_LINES = 4
"""Most lines of a paragraph that is stated from its beginning; of a longer one the last line is."""
FEWEST_WORDS = 3
"""Fewest words of a paragraph that says something."""
_CLOSED = re.compile(r"\"[^\"]{0,2000}\"|'[^']{0,2000}'|(?<!\S)#.{0,2000}")
"""Quotations that their line closes, and comments."""
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
    parts = working_parts(_before_script(tool.target))
    if tool.action is not ToolAction.COMMAND or not parts or is_refused(last) or is_running(last):
        return None
    call = calls_of(request.seen(), start, {tool.call_id}).get(tool.call_id)
    output = _output(last, tool.target)
    if call is None or output is None:
        return None
    command = shorten(parts[-1].strip(" \t\"'"), MOST_COMMAND)
    place = call.text.find(command)
    return LastShown(EventWords(call.ordinal, place, place + len(command)), output) if place >= 0 else None


def _says(part: str) -> bool:
    return sum(sum(map(str.isalpha, word)) > 1 for word in part.split()) >= FEWEST_WORDS


def _before_script(command: str) -> str:
    """Return a command up to a quotation that its line does not close: a script of several lines."""
    end = 0
    for line in command.split("\n"):
        end += len(line) + 1
        if any(sign in _CLOSED.sub("", line) for sign in "\"'"):
            return command[: end - 1]
    return command


def _after_copy(text: str, command: str) -> int:
    """Return where an output begins after a terminal's copy of the command, with or without empty lines."""
    given = [line.strip() for line in command.split("\n") if line.strip()]
    at = end = 0
    for line in text.split("\n"):
        end += len(line) + 1
        if line.strip() and line.strip() != given[at]:
            return 0
        at += bool(line.strip())
        if at == len(given):
            return min(end, len(text))
    return 0


def _output(result: SourceEvent, command: str) -> EventWords | None:
    """Return the last paragraph of an output that has some words, cut to its beginning, or its last line."""
    text = result.text[:MAX_READ]
    begins = _after_copy(text, command)
    ends = [begins, *(each.end() for each in _PARAGRAPH.finditer(text, begins)), len(text)]
    for start, end in reversed(list(pairwise(ends))):
        lines = text[start:end].rstrip().split("\n")
        if len(lines) > MOST_LINES and _says(lines[-1]):
            start = text.rindex(lines[-1], start, end)  # noqa: PLW2901 - of a long output its end tells most
        if _says(text[start:end]):
            kept = shorten(text[start:end].strip(), MOST_SAID)
            first = text.index(kept, start)
            return trimmed(text, result.ordinal, first, first + len(kept))
    return None
