"""Files that contain a name, compared with the file in which a claim puts it.

`other_file`: hard for lines of code quoted from one file that the session shows only in another; a warning
for a name, whether its file begins the claim or follows a preposition (`X was added to F`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Literal

from gates.artifact import Item, ItemKind
from gates.findings import Found
from gates.language.code_lines import is_code
from gates.language.file_names import FILE, base_name
from gates.language.similarity import statement
from gates.language.tokens import SYMBOL_KINDS, humps
from gates.search.index import SourceIndex, TextSegment
from gates.search.linking import SpanSearch
from gates.source import EventKind, ToolAction

MOST = 400
"""Most passages with a name that is looked up; a commoner name does not identify its file."""
LEAST_LINE = 24
"""Fewest characters of a line of code that is looked up."""
SURE_LINES = 2
"""Quoted lines that occur in one other file only, from which the finding is certain."""
BESIDE = 300
"""Most characters between a name and the file named with it."""

LEAST_HUMPS = 3
"""Fewest parts of a type's and a variable's name for the variable to be named after the type."""

_FILE = re.compile(rf"[`*\"'(]{{0,3}}({FILE})[`*\"')]{{0,3}}\s*(?:[:(—–-]|$)")


_DIGRESSES = re.compile(r";\s")
"""Separator after which a bullet goes on about what the file calls or affects."""
_INTO = re.compile(rf"\b(?:in|into|inside|to|within|of)\s+[`\"']?({FILE})(?![\w/])")
_CLAUSE = re.compile(r"[;:]\s|\.\s|, (?:and|while|but|which|where)\b|\band\b")
_PLAN = re.compile(r"\bplan(?:s|ned)?\b", re.IGNORECASE)
"""Words of a plan, which names files that do not contain the planned parts yet."""
_NOT_DONE = re.compile(
    r"\b(?:should|must|to be|will|would|need\w*|not|never|no|already|previously|plan\w*|existing|if)\b|n't\b",
    re.IGNORECASE,
)


def placed(item: Item, index: SourceIndex, search: SpanSearch) -> list[Found]:
    """Return this rule's findings on one item."""
    if item.speaker == "user":
        return []
    return [*_headed(item, index, search), *_behind(item, index, search)]


def _headed(item: Item, index: SourceIndex, search: SpanSearch) -> list[Found]:
    """Check what is stated of the file that the claim begins with."""
    if item.kind is ItemKind.OPEN_WORK:
        return []
    named = _FILE.match(item.text)
    if named is None:
        return []
    name = base_name(named.group(1))
    facts = index.facts
    known = facts.has_read(name) or facts.edits(name)
    if not known:
        return []
    rest = item.text[named.end() :]
    rest = rest if is_code(item.text) else _DIGRESSES.split(rest)[0]
    return _other_file(item, name, rest, index, search)


def _behind(item: Item, index: SourceIndex, search: SpanSearch) -> list[Found]:
    """Check what is stated to be in a file that is named after it."""
    done = item.kind is not ItemKind.OPEN_WORK or item.status == "done"
    if not done or is_code(item.text) or "\n" in item.text or _PLAN.search(item.text):
        return []
    for path, before, _ in files_named(item.text):
        name = base_name(path)
        known = index.facts.has_read(name) or index.facts.edits(name)
        if not known or _NOT_DONE.search(before):
            continue
        found = shown_in(item, name, names_in(before, name)[-1:], before, index, search)
        if found:
            return found
    return []


def files_named(text: str) -> Iterator[tuple[str, str, str]]:
    """Yield each file after a preposition, with its clause up to the preposition and the whole clause."""
    for match in _INTO.finditer(text):
        start = max((m.end() for m in _CLAUSE.finditer(text, 0, match.start())), default=0)
        after = _CLAUSE.search(text, match.end())
        yield match.group(1), text[start : match.start()], text[start : after.start() if after else len(text)]


def names_in(rest: str, name: str) -> list[str]:
    """Return the names of program text in what is stated of a file."""
    found = dict.fromkeys(n for n, kind in statement(rest).tokens.identifiers if kind in SYMBOL_KINDS)
    return [
        each
        for each in found
        if len(each) >= 6 and each != name and "/" not in each and f".{each}" not in rest
    ]


def _lines(rest: str) -> list[str]:
    bare = [line.strip() for line in rest.split("\n")]
    return [line for line in bare if len(line) >= LEAST_LINE and "..." not in line][:12]


def passages_with(words: str, index: SourceIndex, search: SpanSearch) -> list[TextSegment] | None:
    """Return the passages that contain some words; None if the words are unknown or too common to judge."""
    stems = sorted(statement(words).stems, key=lambda stem: (search.count(stem), stem))
    if not stems or not 0 < search.count(stems[0]) <= MOST:
        return None
    near = search.holding(stems[0], MOST)
    return [s for s in near if words in index.events[s.ordinal].text[s.start : s.end]]


def _other_file(item: Item, name: str, rest: str, index: SourceIndex, search: SpanSearch) -> list[Found]:
    sought = _lines(rest) if is_code(item.text) else names_in(rest, name)
    return shown_in(item, name, sought, rest, index, search)


def shown_in(
    item: Item, name: str, sought: list[str], rest: str, index: SourceIndex, search: SpanSearch
) -> list[Found]:
    """Return a finding on the first of some names that the session shows in other files only."""
    away: list[tuple[str, TextSegment, str]] = []
    for words in sought:
        found = None if _taken_out(words, rest) else passages_with(words, index, search)
        if not found:
            continue
        if any(_about(s, name, index) for s in found) or _has_variable_of(words, name, index):
            return []
        files = [(s, path) for s in found for path in _files(s, index)]
        if files:
            away.append((words, *files[-1]))
    if not away:
        return []
    words, segment, path = away[0]
    message = f"puts {words[:60]} into {name}; the session shows it in {path.rsplit('/', 1)[-1]} only"
    same = {base_name(each) for _, _, each in away}
    quoted = is_code(item.text) and len(away) >= SURE_LINES and len(same) == 1
    severity: Literal["hard", "warning"] = "hard" if quoted else "warning"
    return [Found("other_file", severity, message, (*item.links, search.link_of(segment)), words[:60])]


_OUT = re.compile(
    r"\b(?:no|not|without|remov\w+|delet\w+|drop\w+|instead of|rather than|replac\w+|unlike|from)\b"
    r"[^`.;]{0,30}`?$",
    re.IGNORECASE,
)


def _taken_out(words: str, rest: str) -> bool:
    """Return whether a name is stated as missing from a file."""
    return _OUT.search(rest[: max(0, rest.find(words))]) is not None


def _about(segment: TextSegment, name: str, index: SourceIndex) -> bool:
    """Return whether a passage is from a file, or names it nearby."""
    event = index.events[segment.ordinal]
    if event.tool is not None and event.tool.target.endswith(name):
        return True
    if event.tool is not None and event.tool.action is ToolAction.COMMAND and name in event.tool.target:
        return True
    return name in event.text[max(0, segment.start - BESIDE) : segment.end + BESIDE] or (
        event.kind in (EventKind.PLAN, EventKind.ASSISTANT, EventKind.THINKING) and name in event.text
    )


_VARIABLE = re.compile(r"(?<![\w.])[a-z]+(?:[A-Z][a-z0-9]*)+(?!\w)")


def _has_variable_of(words: str, name: str, index: SourceIndex) -> bool:
    """Return whether a file that was read has a variable named after a type.

    An example: `sessionErr` is named after `SessionIDError`.
    """
    whole = [hump.casefold() for hump in humps(words)]
    if len(whole) < LEAST_HUMPS or not words.isalnum():
        return False
    shown = (e for e in index.range_events if e.tool is not None and e.tool.target.endswith(name))
    return any(
        _shortens([hump.casefold() for hump in humps(variable)], whole)
        for event in shown
        for variable in dict.fromkeys(_VARIABLE.findall(event.text))
    )


def _shortens(short: list[str], whole: list[str]) -> bool:
    """Return whether the parts of one name abbreviate those of another in order, first and last included."""
    if len(short) < LEAST_HUMPS or not (whole[0].startswith(short[0]) and whole[-1].startswith(short[-1])):
        return False
    rest = iter(whole)
    return all(any(part.startswith(each) for part in rest) for each in short)


_GREP = re.compile(rf"{FILE}(?=[:-]\d)")


def _files(segment: TextSegment, index: SourceIndex) -> Iterator[str]:
    event = index.events[segment.ordinal]
    tool = event.tool
    if tool is None:
        return
    if tool.action in (ToolAction.READ, ToolAction.CHANGE) and "." in tool.target:
        yield tool.target
        return
    match = _GREP.match(event.text[segment.start : segment.end])
    if match is not None:
        yield match.group()
