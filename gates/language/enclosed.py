"""Brackets and quotations within a line: no sentence ends inside one, whatever stands there.

`(the old one, right? nothing else)` belongs to the sentence around it. What is not closed, or only far
behind, is no bracket: a list's `a)`, a smile, an inch.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence

LONGEST_ENCLOSED = 60
"""Characters within a bracket or a quotation up to which it belongs to the sentence around it.

Longer ones hold sentences of their own: with them, items are linked to more than they are about.
"""
_ENCLOSED = re.compile(
    r"\((?:[^()\n]|\([^()\n]{0,80}\)){1,400}\)"
    r"|\[[^\[\]\n]{1,400}\]"
    r"|“[^“”\n]{1,400}”"
    r"|(?<![\w.!?,\"])\"(?!\s)[^\"\n]{1,400}(?<!\s)\"(?!\w)"
)


def enclosed(line: str, most: int) -> list[tuple[int, int]]:
    """Where brackets and quotations of a line open, and the places of the signs that close them.

    Those with more than `most` characters are left out.
    """
    if "(" not in line and '"' not in line and "“" not in line and "[" not in line:
        return []
    spans = ((found.start(), found.end() - 1) for found in _ENCLOSED.finditer(line))
    return [(start, end) for start, end in spans if end - start - 1 <= most]


def is_enclosed(ending: re.Match[str], within: Sequence[tuple[int, int]]) -> bool:
    """Whether what looks like the end of a sentence, with the space behind it, stands within one of them.

    `within` is in order and holds none inside another, as `enclosed` gives it.
    """
    before = bisect_left(within, (ending.start(), 0))
    return before > 0 and ending.end() <= within[before - 1][1]
