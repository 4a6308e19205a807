"""The sentences of a human message that are the human's own: code, quotations and pasted logs left out.

It splits and leaves out; it does not decide what a sentence asks for.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from workbench.facts.spans import fold

MAX_MESSAGE = 40_000
"""Characters of one message that are read; what follows is a pasted document."""

MAX_STATEMENTS = 400

_FENCE = re.compile(r"^ {0,8}(?:`{3,}|~{3,})")
_MARKER = re.compile(
    r"^[ \t]{0,12}(?:[-*+•‣]|\d{1,3}[.)]|\(?[a-z\d][.)]|[-=]>|→|Q:|A:|TODO:?|#{1,6})[ \t]{1,8}"
)
_PASTED = re.compile(
    r"""^\s{0,12}(?:
      [>❯➜⎿│┃╭╰$%]|                                  # quotations, prompts, boxes of a terminal
      >>>|\.\.\.\s|
      Traceback\ \(most\ recent|File\ "[^"]{1,200}",\ line\ \d|
      at\ (?:(?:async|new)\ )?(?:[\w.$<>]{1,120}\s?\(|(?:file://|node:|/)\S{1,300}:\d{1,7}\)?\s*$)|
      \[?\d{4}-\d\d-\d\d[T\ ]\d\d:\d\d|\[?\d\d:\d\d:\d\d|
      \[?(?:INFO|DEBUG|WARN|WARNING|ERROR|TRACE|FATAL)\b[\]:\ ]|
      (?:[A-Za-z]\w{0,60})?(?:Error|Exception):\s|
      (?:diff\ --git|@@\ |\+\+\+\ |---\ [ab]/|index\ [0-9a-f]{6,40}\.\.)|
      (?:---|===|\*\*\*)\s?(?:FAIL|PASS|RUN|SKIP)|
      (?:FAIL|ok)\t|
      \[(?i:image|document|file)\b[^\]\n]{0,100}\]\s*$|
      (?:(?i:error|warning|note):\s)?[\w./@-]{1,200}\.[A-Za-z]{1,6}:\d{1,7}(?::\d{1,5})?:\s|
      -\w,\s{1,4}--\w[\w-]{0,40}\b|                   # options of a command, as its help lists them
      (?:[^:\n]{2,80}:\s){3}|                         # an error that names the one below it
      [{}\])][,;]?\s*$|
      [\w.]{1,60}\([^()\n]{0,200}(?:\([^()\n]{0,100}\)[^()\n]{0,60}){0,2}\)[;,]?\s*$|
      </?[a-zA-Z][\w-]{0,60}(?:\s[^<>]{0,200})?>\s*$
    )""",
    re.VERBOSE,
)
_QUOTING = re.compile(
    r"^[ \t]{0,8}<((?:\w{1,30}[_-])?(?:issue|problem|bug|ticket|report|document|context|file|logs?|"
    r"output|error|trace|example|diff|code|snippet|paste)(?:[_-]\w{1,30})?)>[ \t]*$",
    re.MULTILINE | re.IGNORECASE,
)
"""A line that opens a block of what others wrote: `<issue_description>`."""
_NOTE = re.compile(r"^\s{0,12}<!--")
_RULE = re.compile(r"^\s{0,3}-{3,}\s*$")
"""Under a line that ends with a colon: what follows is a document that was pasted."""
_SHOWS = re.compile(r"^\s{0,12}at [^\n]{1,400}\{\s*$")
"""The last frame of a trace, behind which the properties of the error stand."""
_CODE_END = re.compile(r"(?:[;{}]|\)\s?=>|\\)\s*$")
_SENTENCE_END = re.compile(r"(?<=[.!?])[\"')\]]{0,2}\s+(?=\S)")
_ABBREVIATION = re.compile(
    r"(?:\b(?:e\.g|i\.e|etc|vs|cf|ca|acc|approx|fig|dr|mr|ms)|^\W{0,3}\d{1,3}|\b[A-Z])\.$", re.I
)


@dataclass(frozen=True, slots=True)
class HumanSentence:
    """One sentence of a human; `start` and `end` are code points in the message."""

    start: int
    end: int
    text: str
    """White space folded, list marker left out."""
    listed: bool
    """It opens a list entry."""
    intro: int
    """Index of the statement that introduces this list with a colon; -1 where there is none."""


@dataclass(frozen=True, slots=True)
class _Line:
    start: int
    end: int
    marked: bool
    blank_before: bool


def statements(text: str) -> list[HumanSentence]:
    """The human's own sentences, in order; bounded in number and in the text that is read."""
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


def quoted_blocks(text: str) -> list[tuple[int, int]]:
    """Where a message gives what others wrote between two marks (`<issue>`), each a start and an end."""
    found: list[tuple[int, int]] = []
    for match in _QUOTING.finditer(text):
        closes = text.find(f"</{match.group(1)}>", match.end())
        if closes >= 0 and (not found or match.start() >= found[-1][1]):
            found.append((match.start(), closes))
    return found


def _own_lines(text: str) -> Iterator[_Line]:
    quoted = quoted_blocks(text)
    position, fenced, blank, noted, opens, shown = 0, False, False, False, False, False
    for raw in text.split("\n"):
        start, position = position, position + len(raw) + 1
        if any(first <= start < last for first, last in quoted):
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
            blank, shown = True, False
            continue
        if shown or fenced or _is_pasted(raw):
            # What a trace shows of an error, up to its closing brace or a blank line.
            shown = (shown and not raw.lstrip().startswith("}")) or _SHOWS.match(raw) is not None
            continue
        mark = _MARKER.match(raw)
        first = start + (mark.end() if mark else len(raw) - len(raw.lstrip()))
        last = start + len(raw.rstrip())
        if first < last:
            yield _Line(first, last, mark is not None, blank)
            blank = False


def _in_note(line: str, inside: bool) -> bool:
    """Whether a comment of a template, which no reader sees, goes on after a line."""
    return line.rfind("<!--") > line.rfind("-->") or (inside and "-->" not in line)


_SENTENCE_BEGINS = re.compile(r"\s*[A-Z][a-z']{0,20}(?: [a-z][a-z']{0,20}){2}")
"""Three plain words: what follows is a sentence, whatever figures it gives."""
_VALUE = re.compile(r"(?<![\w.])\d[\d.,:/-]{0,20}(?!\w)")


def _is_pasted(line: str) -> bool:
    if _PASTED.match(line) and not line.lstrip().startswith("->"):
        return True
    if _CODE_END.search(line):
        return True
    text = line[:400]
    if _SENTENCE_BEGINS.match(text):
        text = _VALUE.sub("", text)  # `the deadline is 2026-12-24` is no line of a log
    letters = sum(char.isalpha() or char.isspace() for char in text)
    return len(line) >= 12 and letters < 0.6 * len(text)


def _joined(text: str, lines: list[_Line]) -> Iterator[_Line]:
    """Lines that were wrapped by hand, put together again."""
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
    for match in _SENTENCE_END.finditer(text, start, end):
        if _ABBREVIATION.search(text[max(first, match.start() - 12) : match.start()]):
            continue
        yield first, match.start()
        first = match.end()
    if first < end:
        yield first, end
