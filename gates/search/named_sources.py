"""Finds sources that a statement names itself: a command that was run, a quoted sentence of the user.

This module proposes spans; `gates.search.linking` makes links of them if their words support the statement.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from gates.language.word_bounds import occurs_in
from gates.search.index import SourceIndex
from gates.search.quotes import find_quote
from gates.search.windows import ScoredSpan
from gates.source import EventKind, ToolAction

_CODE = re.compile(r"`([^`\n]{3,200})`")
_QUOTED = re.compile(r"[\"“]([^\"“”\n]{8,400})[\"”]")
_SPACE = re.compile(r"\s")


def named_sources(text: str, index: SourceIndex) -> list[ScoredSpan]:
    """Return the user's words that are quoted, then the last runs of the named commands."""
    found = [*_said(text, index), *_ran(text, index)]
    return list({span.ordinal: span for span in reversed(found)}.values())[::-1]


def _said(text: str, index: SourceIndex) -> Iterator[ScoredSpan]:
    for quoted in _QUOTED.findall(text):
        stated = find_quote(index, quoted) if _SPACE.search(quoted.strip()) else None
        if stated is not None and stated[0] in index.source:
            yield ScoredSpan(*stated, 1.0)


def _ran(text: str, index: SourceIndex) -> Iterator[ScoredSpan]:
    """Yield the last call of each command in code marks; a single word is too vague to name a command."""
    for command in map(str.strip, _CODE.findall(text)):
        calls = (
            event
            for event in reversed(index.range_events)
            if event.kind is EventKind.TOOL_CALL
            and event.tool is not None
            and event.tool.action is ToolAction.COMMAND
            and command in event.text
            and occurs_in(command.casefold(), event.tool.target.casefold())
        )
        run = next(calls, None) if _SPACE.search(command) else None
        if run is not None:
            at = run.text.rindex(command)
            yield ScoredSpan(run.ordinal, at, at + len(command), 1.0)
