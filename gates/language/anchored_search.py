"""Substitution that applies a pattern only near letters that every match contains.

A pattern that begins with one of many words is tried at every word of a text; a plain search for a few
letters that each match contains is many times faster, and most texts do not contain them.
"""

from __future__ import annotations

import re
from collections.abc import Callable


def sub_near(
    pattern: re.Pattern[str],
    replace: Callable[[re.Match[str]], str] | str,
    text: str,
    anchor: re.Pattern[str],
    reach: int,
) -> str:
    """Return `pattern.sub(replace, text)` for a pattern whose every match is short and has an anchor.

    A match must contain a match of `anchor`, and have at most `reach` characters.
    """
    found = anchor.search(text)
    if found is None:
        return text
    if len(text) <= 4 * reach:
        return pattern.sub(replace, text)
    pieces: list[str] = []
    done = 0
    while found is not None:
        begin = max(done, found.start() - reach)
        while begin > done and not text[begin].isspace():
            begin -= 1
        end = found.end() + reach
        later = anchor.search(text, found.end())
        while later is not None and later.start() - reach <= end:
            end = later.end() + reach
            later = anchor.search(text, later.end())
        while end < len(text) and not text[end].isspace():
            end += 1
        pieces += [text[done:begin], pattern.sub(replace, text[begin:end])]
        done, found = end, later
    return "".join([*pieces, text[done:]])
