"""The sentences of a text with where they stand in it: list, heading, position; code is left out.

One pass over the text; short sentences are stated together with the one before them.
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
PAIR = 240
"""Two sentences of one paragraph, or two entries of one list, are stated together up to this length."""

_FENCE = re.compile(r"^ {0,8}(?:`{3,}|~{3,})")
_MARK = re.compile(r"(?:[-*+•]|\d{1,3}[.)]|>|- \[[ xX]\])[ \t]+")
_HEADING = re.compile(r"#{1,6}[ \t]+|\*\*[^*\n]{2,80}:?\*\*:?\s*$")
_RULE = re.compile(r"[\s|:=_*-]+$|\[(?:image|document|file)\b[^\]\n]{0,100}\]$", re.IGNORECASE)
"""A line that draws, and the place of something that is not text."""


@dataclass(frozen=True, slots=True)
class SentencePassage:
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
    paired: bool = False


def passages(text: str, *, verbatim: bool = False) -> list[SentencePassage]:
    """The passages of a text in order; code is left out. Verbatim ones join no entries of a list."""
    found: list[SentencePassage] = []
    heading, intro = "", ""
    for start, end, kind in _lines(text[:MAX_READ]):
        if kind == "heading":
            heading, intro = fold(text[start:end]).strip("#*: "), ""
        elif kind == "prose":
            intro = ""
        under = " / ".join(each for each in (heading, intro) if each)
        for first, last in _spans(text, start, end):
            kept = shorten(text[first:last], MAX_TEXT)
            stated = fold(kept)
            if not stated or _RULE.match(stated):
                continue
            made = SentencePassage(first, first + len(kept), stated, kind, under, len(found))
            if kind == "list" and found and not verbatim and _joins(text, found[-1], made):
                found[-1] = _joined(found[-1], made)
            else:
                found.append(made)
        if kind == "prose" and text[end - 1] == ":":
            intro = fold(text[max(start, end - 200) : end])
        if len(found) >= MAX_PASSAGES:
            break
    return found


def _joins(text: str, before: SentencePassage, after: SentencePassage) -> bool:
    """Whether two entries of one list are stated together: short, and with nothing between them."""
    if before.kind != "list" or before.heading != after.heading or before.paired:
        return False
    return after.end - before.start <= PAIR and text.count("\n", before.end, after.start) == 1


def _joined(before: SentencePassage, after: SentencePassage) -> SentencePassage:
    stated = f"{before.text.rstrip(';.')}; {after.text}"
    return SentencePassage(
        before.start, after.end, stated, "list", before.heading, before.number, paired=True
    )


def _lines(text: str) -> Iterator[tuple[int, int, str]]:
    """Each line without its mark: start, end, kind."""
    position, fenced = 0, False
    for raw in text.split("\n"):
        start, position = position, position + len(raw) + 1
        if _FENCE.match(raw):
            fenced = not fenced
            continue
        bare = raw.strip()
        if not bare or fenced:
            continue
        first = start + len(raw) - len(raw.lstrip())
        last = start + len(raw.rstrip())
        mark = _MARK.match(bare)
        kind = (
            "heading" if _HEADING.match(bare) else "table" if bare[0] == "|" else "list" if mark else "prose"
        )
        if kind == "list" and mark is not None:
            first += mark.end()
        if first < last:
            yield first, last, kind


def _spans(text: str, start: int, end: int) -> list[tuple[int, int]]:
    """The sentences of one line, two together where both are short."""
    spans: list[tuple[int, int]] = []
    free = False
    for a, b in sentences(text[start:end]):
        first, last = start + a, start + b
        if spans and free and last - spans[-1][0] <= PAIR:
            spans[-1] = (spans[-1][0], last)
            free = False
        else:
            spans.append((first, last))
            free = True
    return spans
