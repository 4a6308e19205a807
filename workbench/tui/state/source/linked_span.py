"""The text around a link, its span in brackets: JSON as text; long spans mark only the claim's words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from workbench.escaping import visible
from workbench.presentation.spans import StyledText
from workbench.tui.state.source.borne_out import words_in
from workbench.tui.state.source.readable_json import Run, readable

OPEN, CLOSE = "[[", "]]"
LONG_SPAN = 400
"""Code points of a linked span beyond which only the claim's words are marked in it, not all of it."""


class LinkedSpan(NamedTuple):
    """The drawn part of an event, and whether it is JSON laid out for reading."""

    pieces: list[StyledText]
    as_text: bool


def linked_span(
    text: str, span: tuple[int, int], window: tuple[int, int], *, claim: str = "", sound: bool = True
) -> LinkedSpan:
    """Return the part of an event's text in a window; `span` are the code points that the link names."""
    laid_out = readable(text, *window)
    begin, finish = window
    runs = laid_out if laid_out is not None else [Run(text[begin:finish], begin, finish)]
    as_text = laid_out is not None
    if span[1] <= span[0]:
        return LinkedSpan([StyledText(visible(_joined(runs)))], as_text)
    before, inside, after = _parted(runs, *span)
    pieces = [
        StyledText(visible(before)),
        StyledText(OPEN, "bracket"),
        *_inside(inside, "mark" if sound else "markbad", claim if span[1] - span[0] > LONG_SPAN else ""),
        StyledText(CLOSE, "bracket"),
        StyledText(visible(after)),
    ]
    return LinkedSpan(pieces, as_text)


def _inside(inside: str, ink: str, claim: str) -> list[StyledText]:
    words = words_in(inside, claim) if claim else []
    if not words:
        return [StyledText(visible(inside), ink)]
    pieces: list[StyledText] = []
    at = 0
    for start, end in words:
        pieces += [StyledText(visible(inside[at:start])), StyledText(visible(inside[start:end]), ink)]
        at = end
    return [*pieces, StyledText(visible(inside[at:]))]


def _joined(runs: Sequence[Run]) -> str:
    return "".join(run.text for run in runs)


def _parted(runs: Sequence[Run], start: int, end: int) -> tuple[str, str, str]:
    """Return the text before, within and after a span; a run that replaces other text is not split."""
    parts = ["", "", ""]
    for run in runs:
        if len(run.text) != run.end - run.start:
            parts[0 if run.start < start else 1 if run.start < end else 2] += run.text
            continue
        first, last = max(start - run.start, 0), max(end - run.start, 0)
        parts[0] += run.text[:first]
        parts[1] += run.text[first:last]
        parts[2] += run.text[last:]
    return parts[0], parts[1], parts[2]
