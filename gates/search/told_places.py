"""Finds the events behind three kinds of statements about files that share few words with their source.

That some lines were read: the reading that shows exactly these lines. What is at a line of code: the message
that gives this line with the same file or symbol and has most of the statement's other words, a few sentences
apart. That one name was changed to another: the command that moved it, else the message that says so.
"""

from __future__ import annotations

import re

from gates.language.file_names import NAMED_FILE, base_name
from gates.language.similarity import coverage, statement
from gates.language.tokens import SYMBOL_KINDS
from gates.language.word_bounds import occurs_in
from gates.search.file_lines import read_lines
from gates.search.index import SourceIndex
from gates.search.windows import ScoredSpan, beginning
from gates.source import EventKind, ToolAction

TOLD_AT = 0.6
"""Weighted share of a statement's words that the message which gives its line must have."""

_READ = re.compile(
    r"\b(?:read|viewed|looked at|examined|inspected) (?:only |just )?(?:the )?"
    r"lines (\d{1,6})\s?(?:-|–|to)\s?(\d{1,6})\b",
    re.IGNORECASE,
)
_LINE = re.compile(r"\blines? (\d{1,6})\b", re.IGNORECASE)
_LABEL = re.compile(r"^(?:\w+ ){0,3}\w+: ")
_NAME = r"`?([\w@./-]{1,80}[\w)])`?"
_RENAMED = re.compile(
    rf"(?:{_NAME}(?: (?!to\b)\w+){{0,2}} (?:was|were|is|has been) renamed|\brenam(?:ed|es?|ing) {_NAME}) "
    rf"(?:to|as|into) {_NAME}",
    re.IGNORECASE,
)
_PURPOSE = re.compile(r"(?:,? ?(?:to|for|so that|in order to|because|since|as it) [^.]*)?\.?$", re.IGNORECASE)
_MOVES = re.compile(r"\bmv\b")


def told_places(text: str, index: SourceIndex) -> tuple[ScoredSpan, ...]:
    """Return the spans behind a statement of one of these kinds; empty for any other, or if none is found."""
    span = _reading(text, index) or _line(text, index) or _rename(text, index)
    return () if span is None else (span,)


def _reading(text: str, index: SourceIndex) -> ScoredSpan | None:
    """Return the last reading that shows exactly the lines that a statement says were read."""
    stated = _READ.search(text)
    if stated is None:
        return None
    files = NAMED_FILE.findall(text)
    for event in reversed(index.range_events):
        tool = event.tool
        if tool is None or event.kind is not EventKind.TOOL_RESULT or tool.action is not ToolAction.READ:
            continue
        numbers = [number for number, _ in read_lines(event.text)]
        exact = numbers and (numbers[0], numbers[-1]) == (int(stated[1]), int(stated[2]))
        if exact and all(tool.target.endswith(name) for name in files):
            return beginning(event.ordinal, len(event.text))
    return None


def _line(text: str, index: SourceIndex) -> ScoredSpan | None:
    """Return the sentence of a message that gives the statement's line with one of its names."""
    stated = _LINE.search(text)
    if stated is None:
        return None
    claim = statement(_LINE.sub(" ", _LABEL.sub("", text)))
    symbols = [name for name, kind in claim.tokens.identifiers if kind in SYMBOL_KINDS]
    names = [*symbols, *map(base_name, NAMED_FILE.findall(text))]
    said = re.compile(rf"\blines? {stated[1]}\b", re.IGNORECASE)
    for event in reversed(index.range_events):
        if event.kind is not EventKind.ASSISTANT or said.search(event.text) is None:
            continue
        if coverage(claim.stems, statement(event.text).stems, index.weight) < TOLD_AT:
            continue
        for segment in index.segments(event.ordinal):
            sentence = event.text[segment.start : segment.end]
            if said.search(sentence) and any(occurs_in(name, sentence) for name in names):
                return ScoredSpan(event.ordinal, segment.start, segment.end, 1.0)
    return None


def _rename(text: str, index: SourceIndex) -> ScoredSpan | None:
    """Return where a rename was done or said, for a statement of this rename and perhaps its purpose."""
    stated = _RENAMED.search(text)
    if stated is None or _PURPOSE.fullmatch(text[stated.end() :]) is None:
        return None
    if len(statement(_LABEL.sub("", text[: stated.start()])).stems) > 1:
        return None
    old, new = stated[1] or stated[2], stated[3]
    said: ScoredSpan | None = None
    for event in reversed(index.range_events):
        if event.kind is EventKind.TOOL_CALL and event.tool is not None:
            line = event.tool.target if event.tool.action is ToolAction.COMMAND else ""
            if _MOVES.search(line) and occurs_in(old, line) and occurs_in(new, line):
                return beginning(event.ordinal, len(event.text))
        elif event.kind is EventKind.ASSISTANT and said is None and occurs_in(new, event.text):
            told = _RENAMED.finditer(event.text)
            same = next((m for m in told if ((m[1] or m[2]), m[3]) == (old, new)), None)
            said = same and ScoredSpan(event.ordinal, same.start(), same.end(), 1.0)
    return said
