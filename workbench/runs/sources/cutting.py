"""Cut an extracted text into passages: at headings, then paragraphs, then lines and sentences.

A passage is a half-open span of the text, so its words can be found again to the character. No passage
crosses a page. Passages do not overlap, and leave out only white space.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass
from itertools import pairwise

from workbench.runs.language.reason_clauses import is_reason_alone
from workbench.runs.language.sentence_ends import sentence_spans

MOST = 900
"""Maximum code points of a passage."""
LEAST = 250
"""A piece shorter than this is joined with its neighbour under the same heading."""
_BLOCK = re.compile(r"\n[ \t]*\n+")
_HEADING = re.compile(r"^\s{0,3}(#{1,6})\s+(.{1,200}?)\s*#*\s*$")


@dataclass(frozen=True, slots=True)
class SourcePassage:
    """One passage."""

    start: int
    end: int
    page: int | None
    """Page from 1; None if there are no pages."""
    heading: str
    """The headings above it, outermost first."""


@dataclass(frozen=True, slots=True)
class _Piece:
    start: int
    end: int
    heading: str
    page: int | None


def cut(text: str, pages: tuple[int, ...] = ()) -> list[SourcePassage]:
    """Return the passages of a text, in order."""
    made: list[_Piece] = []
    for piece in _blocks(text, pages):
        last = made[-1] if made else None
        joined = last is not None and (last.heading, last.page) == (piece.heading, piece.page)
        if last is not None and joined and _fits(text, last, piece):
            made[-1] = _Piece(last.start, piece.end, last.heading, last.page)
        else:
            made += _split(text, piece)
    return [SourcePassage(each.start, each.end, each.page, each.heading) for each in made]


def _fits(text: str, last: _Piece, piece: _Piece) -> bool:
    """Return whether two pieces join: a heading with the next piece, a short piece with its neighbour."""
    small = piece.end - last.start <= MOST
    short = min(last.end - last.start, piece.end - piece.start) < LEAST
    bare = _HEADING.match(text[last.start : last.end]) is not None
    return small and (short or bare)


def _blocks(text: str, pages: tuple[int, ...]) -> list[_Piece]:
    """Return paragraphs with the headings above them; a heading begins its own block.

    A heading such as `Cause` that does not say of what stands below the heading before it of its level.
    """
    found: list[_Piece] = []
    above: list[tuple[int, str]] = []
    bounds = sorted({0, len(text), *pages, *(m.end() for m in _BLOCK.finditer(text)), *_headings(text)})
    for start, end in pairwise(bounds):
        start, end = _trimmed(text, start, end)  # noqa: PLW2901 - the span without white space
        if start >= end:
            continue
        heading = _HEADING.match(text[start:end].partition("\n")[0])
        if heading:
            level = len(heading.group(1))
            kept = level + is_reason_alone(heading.group(2))
            above = [*(each for each in above if each[0] < kept), (level, heading.group(2))]
        page = bisect_right(pages, start) if pages else None
        found.append(_Piece(start, end, " > ".join(name for _, name in above), page))
    return found


def _headings(text: str) -> list[int]:
    """Return the offsets of lines that are headings."""
    found, at = [], 0
    for line in text.split("\n"):
        if line[:4].lstrip()[:1] == "#" and _HEADING.match(line):
            found.append(at)
        at += len(line) + 1
    return found


def _split(text: str, piece: _Piece) -> list[_Piece]:
    """Split a piece into parts of at most `MOST`: at sentences, else lines or words, else anywhere."""
    made: list[_Piece] = []
    start = piece.start
    while piece.end - start > MOST:
        window = text[start : start + MOST]
        ends = [end for _, end in sentence_spans(window)[:-1]]
        stop = ends[-1] if ends and ends[-1] > MOST // 3 else 0
        stop = stop or max(window.rfind("\n"), window.rfind(" ")) or MOST
        stop = stop if stop > 0 else MOST
        one = _trimmed(text, start, start + stop)
        if one[0] < one[1]:
            made.append(_Piece(*one, piece.heading, piece.page))
        start = _trimmed(text, start + stop, piece.end)[0]
    if start < piece.end:
        made.append(_Piece(start, piece.end, piece.heading, piece.page))
    return made


def _trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    return start, end
