"""Splits a user message into the user's own sentences, without code, quotations and pasted logs.

It splits and leaves out; it does not decide what a sentence asks for.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from gates.language.enclosed import enclosed, is_enclosed
from gates.language.opening import ATTACHED
from gates.language.sentence_spans import goes_on, is_abbreviated
from workbench.facts.sentences.pasted import PastedLines
from workbench.facts.spans import fold

MAX_MESSAGE = 40_000
"""Characters of one message that are read; the rest is a pasted document."""

MAX_STATEMENTS = 400
LONGEST_ASIDE = 200
"""Most characters of a bracket or quotation that counts as a part of its sentence."""

_FENCE = re.compile(r"^ {0,8}(?:`{3,}|~{3,})")
_MARKER = re.compile(
    r"^[ \t]{0,12}(?:[-*+•‣]|\d{1,3}[.)]|\(?[a-z\d][.)]|[-=]>|→|Q:|A:|TODO:?|#{1,6})[ \t]{1,8}"
)
_QUOTING = re.compile(
    r"^[ \t]{0,8}<((?:\w{1,30}[_-])?(?:issue|problem|bug|ticket|report|document|context|file|logs?|"
    r"output|error|trace|example|diff|code|snippet|paste)(?:[_-]\w{1,30})?)>[ \t]*$",
    re.MULTILINE | re.IGNORECASE,
)
"""A line that opens a block of other people's text, such as `<issue_description>`."""
_LABELLED = re.compile(
    r"^(?:(?:BUG|CUSTOMER|PROBLEM|PR) )?(?:ISSUE|PROBLEM|BUG|TICKET|REPORT|DESCRIPTION):[ \t]*$",
    re.MULTILINE,
)
"""A label in capitals above such a text."""
_OWN_PART = re.compile(r"^(?:INSTRUCTIONS?|(?:YOUR )?TASK):", re.MULTILINE)
"""The label that ends it."""
_NOTE = re.compile(r"^\s{0,12}<!--")
_RULE = re.compile(r"^\s{0,3}-{3,}\s*$")
"""A rule below a line that ends with a colon: a pasted document follows."""
_SENTENCE_END = re.compile(r"(?<=[.!?])[\"')\]]{0,2}\s+(?=\S)")
_ABBREVIATION = re.compile(r"(?:\bacc|^\W{0,3}\d{1,3})\.$", re.IGNORECASE)
"""A number of a list, and an abbreviation, after which `gates` ends a sentence."""


@dataclass(frozen=True, slots=True)
class HumanSentence:
    """One sentence of the user; `start` and `end` are code points in the message."""

    start: int
    end: int
    text: str
    """The sentence with white space folded, without a list marker."""
    listed: bool
    """Whether it opens a list entry."""
    intro: int
    """Index of the statement that introduces this list with a colon, or -1."""


@dataclass(frozen=True, slots=True)
class _Line:
    start: int
    end: int
    marked: bool
    blank_before: bool


def statements(text: str) -> list[HumanSentence]:
    """Return the user's own sentences, in order; their number and the text read are bounded."""
    found: list[HumanSentence] = []
    intro = -1
    for line in _joined(text, list(_own_lines(text[:MAX_MESSAGE]))):
        if not line.marked and (line.blank_before or intro < 0 or not found):
            intro = -1
        opens = line.marked
        for start, end in _sentences(text, line.start, line.end):
            found.append(
                HumanSentence(start, end, fold(text[start:end]), opens, intro if line.marked else -1)
            )
            opens = False
        if found and not line.marked:
            intro = len(found) - 1 if found[-1].text.endswith(":") else -1
        if len(found) >= MAX_STATEMENTS:
            break
    return found


def begins(text: str) -> int:
    """Return where a message begins after the text that an editor put before it."""
    found = ATTACHED.match(text) if text.lstrip().startswith("# Files mentioned") else None
    return found.end() if found is not None else 0


def quoted_blocks(text: str) -> list[tuple[int, int]]:
    """Return the start and end of each block of other people's text: between two tags, or below a label."""
    found: list[tuple[int, int]] = []
    labelled = _LABELLED.search(text)
    own = _OWN_PART.search(text, labelled.end()) if labelled is not None else None
    if labelled is not None and own is not None:
        found.append((labelled.start(), own.start()))
    for match in _QUOTING.finditer(text):
        closes = text.find(f"</{match.group(1)}>", match.end())
        if closes >= 0 and (not found or match.start() >= found[-1][1]):
            found.append((match.start(), closes))
    return found


def _own_lines(text: str) -> Iterator[_Line]:
    """Yield the lines that the user wrote; those that run on into a program's advice are none of them."""
    block: list[_Line] = []
    for line in _unquoted_lines(text):
        if isinstance(line, int):
            at = line
            while block and text.count("\n", block[-1].end, at) == 1:
                at = block.pop().start
            continue
        if line.blank_before:
            yield from block
            block = []
        block.append(line)
    yield from block


def _unquoted_lines(text: str) -> Iterator[_Line | int]:
    """Yield the lines that look like the user's, and the start of each line of a program's advice."""
    quoted = quoted_blocks(text)
    position, fenced, blank, noted, opens = 0, False, False, False, False
    pasted = PastedLines()
    put_before = begins(text)
    for raw, following in pairwise([*text.split("\n"), ""]):
        start, position = position, position + len(raw) + 1
        if start < put_before or any(first <= start < last for first, last in quoted):
            continue
        if _FENCE.match(raw):
            fenced = not fenced
            continue
        if opens and _RULE.match(raw):
            return
        opens = raw.rstrip().endswith(":") if raw.strip() else opens
        inside, noted = noted, _in_note(raw, noted)
        if inside or noted or _NOTE.match(raw):
            continue
        if not raw.strip():
            blank = True
            pasted.end()
            continue
        if fenced or pasted.take(raw, following):
            if pasted.advised and not fenced:
                yield start
            continue
        mark = _MARKER.match(raw)
        first = start + (mark.end() if mark else len(raw) - len(raw.lstrip()))
        last = start + len(raw.rstrip())
        if first < last:
            yield _Line(first, last, mark is not None, blank)
            blank = False


def _in_note(line: str, inside: bool) -> bool:
    """Return whether an HTML comment of a template, which readers never see, continues after a line."""
    return line.rfind("<!--") > line.rfind("-->") or (inside and "-->" not in line)


def _joined(text: str, lines: list[_Line]) -> Iterator[_Line]:
    """Yield the lines, joining those that were wrapped by hand."""
    index = 0
    while index < len(lines):
        line = lines[index]
        index += 1
        while index < len(lines) and _continues(text, line, lines[index]):
            line = _Line(line.start, lines[index].end, line.marked, line.blank_before)
            index += 1
        yield line


def _continues(text: str, line: _Line, following: _Line) -> bool:
    if (
        following.marked
        or following.blank_before
        or text[following.start - 1 : following.start] not in ("\n", " ")
    ):
        return False
    if text.count("\n", line.end, following.start) != 1 or text[line.end - 1] in ".!?:;":
        return False
    width = line.end - max(line.start, text.rfind("\n", 0, line.end) + 1)
    return width >= 56 and text[following.start].islower()


def _sentences(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    first = start
    within = [(start + a, start + b) for a, b in enclosed(text[start:end], LONGEST_ASIDE)]
    for match in _SENTENCE_END.finditer(text, start, end):
        if is_enclosed(match, within) or goes_on(text, match):
            continue
        near = max(first, match.start() - 12)
        if _ABBREVIATION.search(text[near : match.start()]):
            continue
        if is_abbreviated(text[near : match.end() + 1], match.start() - near, match.end() - near):
            continue
        yield first, match.start()
        first = match.end()
    if first < end:
        yield first, end
