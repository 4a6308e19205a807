"""Finds calls whose result is missing from a transcript, and the statements that may come from such a result.

A transcript can lack events in its middle, not only its beginning. A statement without a source may then
repeat what a tool answered, and the file still shows which tool was asked about what.
"""

from __future__ import annotations

from collections.abc import Iterator

from gates.language.file_names import base_name
from gates.language.similarity import coverage, statement
from gates.language.tokens import FILE_KINDS, SYMBOL_KINDS
from gates.language.word_bounds import occurs_in
from gates.search.index import SourceIndex
from gates.source import EventKind, SourceEvent, ToolAction

ABOUT_AT = 0.5
"""Weighted share of a statement's words that a call without one of its names must have."""
LEAST_WORDS = 2
"""Fewest distinct words of a statement that such a call must have."""


def call_without_result(text: str, index: SourceIndex) -> SourceEvent | None:
    """Return the last unanswered call that asks about what a statement says, or None.

    A call that writes a file asks nothing: its result would say only that it was written.

    The call names a file or symbol of the statement, and it or the message that announces it has another of
    its words; or the call alone has most of its words.
    """
    claim = statement(text)
    names = [name for name, kind in claim.tokens.identifiers if kind in (*FILE_KINDS, *SYMBOL_KINDS)]
    beside = claim.stems - statement(" ".join(names)).stems
    for call in reversed(index.unanswered):
        if call.tool is not None and call.tool.action is ToolAction.CHANGE:
            continue
        asked = statement(call.text).stems
        if any(occurs_in(tail, call.text.casefold()) for name in names for tail in _tails(name)):
            if beside & (asked | statement(_announced(call, index)).stems):
                return call
        elif (
            len(claim.stems & asked) >= LEAST_WORDS and coverage(claim.stems, asked, index.weight) >= ABOUT_AT
        ):
            return call
    return None


def _announced(call: SourceEvent, index: SourceIndex) -> str:
    """Return the agent's message right before a call."""
    before = index.events[call.ordinal - 1] if call.ordinal else None
    return before.text if before is not None and before.kind is EventKind.ASSISTANT else ""


def _tails(name: str) -> Iterator[str]:
    """Yield the last part of a path or of a joined symbol, in lower case."""
    yield base_name(name).casefold()
    last = name.replace("::", ".").rsplit(".", 1)[-1]
    if "/" not in name and len(last) > 5:
        yield last.casefold()
