"""Splits a text into sentences with their position: list, heading, offset; code is left out.

One pass over the text; short sentences, and those that refer back, are joined with the one before them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from gates.language.sentence_spans import sentences
from workbench.facts.proposals.candidate import MAX_TEXT
from workbench.facts.spans import fold, shorten

MAX_READ = 60_000
"""Characters of one text that are read."""
MAX_PASSAGES = 400
PAIR = 240
"""Longest pair of sentences of a paragraph, or of entries of a list, that is joined, in characters."""

LEAST_WRAPPED = 45
"""Fewest characters of a line that may have been broken within a sentence."""
LEAST_WRAPPED_NAME = 60
"""Like `LEAST_WRAPPED`, if the next line begins with a capital letter."""

_FENCE = re.compile(r"^ {0,8}(?:`{3,}|~{3,})")
_MARK = re.compile(r"(?:[-*+•]|\d{1,3}[.)]|>|- \[[ xX]\])[ \t]+")
_HEADING = re.compile(r"#{1,6}[ \t]+|\*\*[^*\n]{2,80}:?\*\*:?\s*$")
_RULE = re.compile(r"[\s|:=_*-]+$|\[(?:image|document|file)\b[^\]\n]{0,100}\]$", re.IGNORECASE)
"""A line that only draws, or a placeholder of something that is not text."""
_BROKEN = (("prose", "prose"), ("list", "prose"))
"""Kinds of a line and the next that may form one sentence: no heading and no table row."""
_SENTENCE_END = (".", "!", "?", ":", ";", "|")
_REFERS_BACK = re.compile(
    r"(?:This|That|These|Those|It|They|So|Therefore|Thus|Hence|Otherwise|But|However|Instead|Because|Also|"
    r"Then|Both|Neither|Which|Same|Here|There|And|Or|Note|Rather|Since)\b"
)
"""The beginning of a sentence that says little without the one before it."""


@dataclass(frozen=True, slots=True)
class SentencePassage:
    """One sentence, or two of which one is short; `start` and `end` are code points of the text."""

    start: int
    end: int
    text: str
    kind: str
    """`prose`, `list`, `table` or `heading`."""
    heading: str
    """The heading, or the line with a colon, above it; empty if there is none."""
    number: int
    """Its position among the passages, from 0."""
    paired: bool = False


def passages(text: str, *, verbatim: bool = False) -> list[SentencePassage]:
    """Return the passages of a text in order; code is left out.

    With `verbatim`, list entries, wrapped lines and sentences that refer back are not joined.
    """
    found: list[SentencePassage] = []
    heading, intro = "", ""
    lines = _lines(text[:MAX_READ])
    for start, end, kind in lines if verbatim else _unwrapped(text, lines):
        if kind == "heading":
            heading, intro = fold(text[start:end]).strip("#*: "), ""
        elif kind == "prose":
            intro = ""
        under = " / ".join(each for each in (heading, intro) if each)
        for first, last in _spans(text, start, end, verbatim=verbatim):
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
    """Return whether two entries of one list are joined: short, and adjacent."""
    if before.kind != "list" or before.heading != after.heading or before.paired:
        return False
    return after.end - before.start <= PAIR and text.count("\n", before.end, after.start) == 1


def _joined(before: SentencePassage, after: SentencePassage) -> SentencePassage:
    apart = " " if before.text.endswith(":") else "; "
    stated = f"{before.text.rstrip(';.')}{apart}{after.text}"
    return SentencePassage(
        before.start, after.end, stated, "list", before.heading, before.number, paired=True
    )


def _lines(text: str) -> Iterator[tuple[int, int, str]]:
    """Yield each line without its mark: start, end, kind."""
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


def _unwrapped(text: str, lines: Iterable[tuple[int, int, str]]) -> Iterator[tuple[int, int, str]]:
    """Yield lines, joining those that were broken within a sentence."""
    held: tuple[int, int, str] | None = None
    for start, end, kind in lines:
        if held is not None and (held[2], kind) in _BROKEN and _goes_on(text, held[1], start):
            held = (held[0], end, held[2])
            continue
        if held is not None:
            yield held
        held = (start, end, kind)
    if held is not None:
        yield held


def _goes_on(text: str, end: int, start: int) -> bool:
    """Return whether the sentence that a line ends with, at `end`, continues in the next one, at `start`."""
    if text[end - 1] in _SENTENCE_END or text.count("\n", end, start) != 1:
        return False
    least = LEAST_WRAPPED if text[start].islower() or text[start] in "(`\"'" else LEAST_WRAPPED_NAME
    return end - (text.rfind("\n", 0, end) + 1) >= least


def _spans(text: str, start: int, end: int, *, verbatim: bool) -> list[tuple[int, int]]:
    """Return the sentences of one line, joined if two are short or one refers to the other."""
    spans: list[tuple[int, int]] = []
    free = False
    for a, b in sentences(text[start:end].replace("\n", " ")):
        first, last = start + a, start + b
        refers = not verbatim and _REFERS_BACK.match(text, first) is not None
        if spans and (refers or free) and last - spans[-1][0] <= (MAX_TEXT if refers else PAIR):
            spans[-1] = (spans[-1][0], last)
            free = False
        else:
            spans.append((first, last))
            free = True
    return spans
