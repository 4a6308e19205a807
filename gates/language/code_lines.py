"""Distinguishes program text and listings from statements, by lines that look like code or a file tree."""

from __future__ import annotations

import re

_CODE_LINE = re.compile(
    r"\s*(?://|#|/\*|\*/|func |def |class |import |from |var |const |let |return |if |for |type |[})\]])"
    r"|.{0,400}(?:[{};,(]|:=|=>)\s*$"
    r"|\s*\"[^\"]{0,200}\"\s*$"
    r"|\s*[\w.\[\]]{1,80}(?:, [\w.\[\]]{1,80}){0,4} (?::=|=|\+=|==) "
    r"|\s*[\w.]{1,80}\(.{0,400}\)\s*(?://.{0,200})?$"
)
"""A line that begins or ends as code does; also a string alone, an assignment, a call."""


def is_code(text: str) -> bool:
    """Return whether a text of several lines is program text rather than a statement about it."""
    lines = [line for line in text.split("\n")[1:] if line.strip()]
    return bool(lines) and sum(bool(_CODE_LINE.match(line)) for line in lines) >= 0.5 * len(lines)


_BRANCH = re.compile(r"\s{0,40}[│├└┌|`+][│├└─\s|`+-]{0,80}\S|\s*[│|]?\s*$")
"""A line of a tree of files, or one between two of them."""
_TREE = re.compile(r"[├└]|^\s*[|`+]-- ", re.MULTILINE)


def is_listing(text: str) -> bool:
    """Return whether a text of several lines is program text or a tree of files, which states nothing."""
    if is_code(text):
        return True
    lines = text.split("\n")[1:]
    drawn = sum(bool(_BRANCH.match(line)) for line in lines)
    return _TREE.search(text) is not None and drawn >= 0.5 * len(lines)
