"""Brackets, quotations and code marks within a line: no sentence ends inside one, whatever it contains.

`(the old one, right? nothing else)` belongs to the sentence around it. An opening mark without a closing one,
or with only a distant one, is no bracket: a list's `a)`, a smile, an inch.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence

LONGEST_ENCLOSED = 60
"""Most characters of a bracket or a quotation that belongs to the sentence around it.

Longer ones contain their own sentences: with them, items would link to unrelated text.
"""
_ENCLOSED = re.compile(
    r"\((?:[^()\n]|\([^()\n]{0,80}\)){1,400}\)"
    r"|\[[^\[\]\n]{1,400}\]"
    r"|“[^“”\n]{1,400}”"
    r"|(?<!`)`(?!`)[^`\n]{1,400}`(?!`)"
    r"|(?<![\w.!?,\"])\"(?!\s)[^\"\n]{1,400}(?<!\s)\"(?!\w)"
)
_OPENING = '(["“`'


def enclosed(line: str, most: int) -> list[tuple[int, int]]:
    """Return the spans of the brackets, quotations and code marks of a line, as (opening mark, closing mark).

    Those with more than `most` characters are left out.
    """
    if not any(mark in line for mark in _OPENING):
        return []
    spans = ((found.start(), found.end() - 1) for found in _ENCLOSED.finditer(line))
    return [(start, end) for start, end in spans if end - start - 1 <= most]


def is_enclosed(ending: re.Match[str], within: Sequence[tuple[int, int]]) -> bool:
    """Return whether an apparent sentence end, with the space after it, lies within one of some spans.

    `within` is in order and not nested, as `enclosed` returns it.
    """
    before = bisect_left(within, (ending.start(), 0))
    return before > 0 and ending.end() <= within[before - 1][1]
