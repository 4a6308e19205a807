"""The sentences of a text with where they stand in it: list, heading, position; code is left out.

One pass over the text; short sentences are told together with the one before them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from gates.language.tokens import sentences
from workbench.facts.proposals.candidate import MAX_TEXT
from workbench.facts.spans import fold, shorten

MAX_READ = 60_000
"""Characters of one text that are read."""
MAX_PASSAGES = 400
SHORT = 36
"""A sentence of fewer characters is told with the one before it in the same line."""

_FENCE = re.compile(r"^ {0,8}(?:`{3,}|~{3,})")
_MARK = re.compile(r"(?:[-*+•]|\d{1,3}[.)]|>|- \[[ xX]\])[ \t]+")
_HEADING = re.compile(r"#{1,6}[ \t]+|\*\*[^*\n]{2,80}:?\*\*:?\s*$")
_RULE = re.compile(r"[\s|:=_*-]+$")


@dataclass(frozen=True, slots=True)
class Passage:
    """One sentence, or two of which one is short; `start` and `end` are code points of the text."""

    start: int
    end: int
    text: str
    kind: str
    """`prose`, `list`, `table` or `heading`."""
    heading: str
    """The heading or the line with a colon that it stands under; empty where there is none."""
    number: int
    """Its place among the passages, from 0."""
    fenced: bool = False


def passages(text: str, *, fenced: bool = False) -> list[Passage]:
    """The passages of a text in order; those in code only where asked for, line by line."""
    found: list[Passage] = []
    heading, intro = "", ""
    for start, end, kind, in_code in _lines(text[:MAX_READ]):
        if in_code and not fenced:
            continue
        if kind == "heading":
            heading, intro = fold(text[start:end]).strip("#*: "), ""
        elif kind == "prose" and not in_code:
            intro = ""
        for first, last in _spans(text, start, end):
            kept = shorten(text[first:last], MAX_TEXT)
            told = fold(kept)
            if told and not _RULE.match(told):
                under = " / ".join(each for each in (heading, intro) if each)
                found.append(Passage(first, first + len(kept), told, kind, under, len(found), in_code))
        if kind == "prose" and text[:end].endswith(":"):
            intro = fold(text[max(start, end - 200) : end])
        if len(found) >= MAX_PASSAGES:
            break
    return found


def _lines(text: str) -> Iterator[tuple[int, int, str, bool]]:
    """Each line without its mark: start, end, kind, and whether it stands in a block of code."""
    position, fenced = 0, False
    for raw in text.split("\n"):
        start, position = position, position + len(raw) + 1
        if _FENCE.match(raw):
            fenced = not fenced
            continue
        bare = raw.strip()
        if not bare:
            continue
        first = start + len(raw) - len(raw.lstrip())
        last = start + len(raw.rstrip())
        if fenced:
            yield first, last, "prose", True
            continue
        mark = _MARK.match(bare)
        kind = "heading" if _HEADING.match(bare) else "table" if bare[0] == "|" else "list" if mark else "prose"
        if kind == "list" and mark is not None:
            first += mark.end()
        if first < last:
            yield first, last, kind, False


def _spans(text: str, start: int, end: int) -> list[tuple[int, int]]:
    """The sentences of one line; one that is short is put to the one before it."""
    spans: list[tuple[int, int]] = []
    for a, b in sentences(text[start:end]):
        first, last = start + a, start + b
        if spans and (last - first < SHORT or spans[-1][1] - spans[-1][0] < SHORT) and last - spans[-1][0] <= 240:
            spans[-1] = (spans[-1][0], last)
        else:
            spans.append((first, last))
    return spans
