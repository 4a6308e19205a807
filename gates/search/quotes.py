"""Finds where a human wrote quoted words, ignoring case, white space and punctuation.

An elision or a note in brackets splits a quotation; its longest part is searched. A plan that a human
provided and a command that a human typed count as words of the human.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from gates.search.human_words import is_typed
from gates.search.index import SourceIndex

MAX_QUOTE = 600
"""Characters of a quotation that are searched; more would prove nothing further."""
LEAST_CHARACTERS = 3
_GAP = re.compile(r"\s{0,40}(?:\.{3,}|…|\[[^\[\]\n]{0,400}\])\s{0,40}")
_REMARK = re.compile(r"\s*[\"“«](.{1,2000}?)[\"”»]\s*\(.{1,2000}\)[.,;]?\s*", re.DOTALL)
_TOKEN = re.compile(r"[^\W_]+")
_BETWEEN = r"[\W_]{1,12}"


def quoted_part(text: str) -> str:
    """Return the part of a quotation to search: without a remark after it, the longest between elisions."""
    remark = _REMARK.fullmatch(text)
    spoken = remark.group(1) if remark is not None else text
    return max(_GAP.split(spoken.strip().strip("\"'“”‘’`")), key=len, default="")[:MAX_QUOTE]


def is_quotable(index: SourceIndex, ordinal: int, start: int, end: int) -> bool:
    """Return whether a span lies in words that a quotation of the user may come from."""
    return is_typed(index.events[ordinal]) or index.is_human(ordinal, start, end)


def find_quote(index: SourceIndex, quote: str) -> tuple[int, int, int] | None:
    """Return where a human wrote these words as (ordinal, start, end), or None.

    Messages come before plans and commands, and places in the range before earlier ones.
    """
    part = quoted_part(quote)
    words = _TOKEN.findall(part)
    if not words or len(part) < LEAST_CHARACTERS:
        return None
    pattern = re.compile(r"(?<![^\W_])" + _BETWEEN.join(map(re.escape, words)), re.IGNORECASE)
    # A span's text alone may match although the event, with text before it, does not; never the reverse.
    inside = re.compile(_BETWEEN.join(map(re.escape, words)), re.IGNORECASE)
    likely = (span for span, text in index.human_spans_with(words) if inside.search(text))
    spoken = _first(index, pattern, likely)
    if spoken is not None:
        return spoken
    return _first(index, pattern, ((at, 0, len(index.events[at].text)) for at in index.typed))


def _first(
    index: SourceIndex, pattern: re.Pattern[str], spans: Iterable[tuple[int, int, int]]
) -> tuple[int, int, int] | None:
    before = None
    for ordinal, start, end in spans:
        if index.events[ordinal].sidechain is not None:
            continue
        match = pattern.search(index.events[ordinal].text, start, end)
        if match is not None:
            hit = (ordinal, match.start(), match.end())
            if ordinal in index.source:
                return hit
            before = before or hit
    return before
