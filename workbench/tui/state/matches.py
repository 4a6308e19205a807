"""Search matches in wrapped text: all are marked, whatever their case, also across line ends."""

from __future__ import annotations

import re
from collections.abc import Sequence

from workbench.presentation.spans import Line, StyledText

MOST = 20_000
"""Most matches of one text that are marked."""


def pattern_of(terms: Sequence[str]) -> re.Pattern[str] | None:
    """Return a pattern for any of the terms, a space matching any white space; None without terms."""
    wanted = [r"\s+".join(map(re.escape, term.split())) for term in sorted(terms, key=len, reverse=True)]
    wanted = [each for each in wanted if each]
    return re.compile("|".join(wanted), re.IGNORECASE) if wanted else None


def marked_lines(pieces: Sequence[str], terms: Sequence[str]) -> tuple[list[Line], list[int]]:
    """Return the lines with every match marked, and for each match the number of its first line."""
    pattern = pattern_of(terms)
    if pattern is None:
        return [(StyledText(piece),) for piece in pieces], []
    found = [match.span() for match, _ in zip(pattern.finditer("\n".join(pieces)), range(MOST), strict=False)]
    lines: list[Line] = []
    starts: list[int] = []
    begin, at = 0, 0
    for number, piece in enumerate(pieces):
        end = begin + len(piece)
        spans: list[StyledText] = []
        here = begin
        while at < len(found) and found[at][0] < end:
            start, stop = found[at]
            if start >= begin:
                starts.append(number)
            start = max(start, begin)
            spans += [
                StyledText(piece[here - begin : start - begin]),
                StyledText(piece[start - begin : stop - begin], "match"),
            ]
            here = min(stop, end)
            if stop > end:
                break
            at += 1
        spans.append(StyledText(piece[here - begin :]))
        lines.append(tuple(each for each in spans if each.text) or (StyledText(""),))
        begin = end + 1
    return lines, starts
