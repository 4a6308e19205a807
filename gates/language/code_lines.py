"""Program text told from statements: lines that look like code."""

from __future__ import annotations

import re

_CODE_LINE = re.compile(
    r"\s*(?://|#|/\*|\*/|func |def |class |import |from |var |const |let |return |if |for |type |[})\]])"
    r"|.{0,400}(?:[{};,(]|:=|=>)\s*$"
    r"|\s*\"[^\"]{0,200}\"\s*$"
    r"|\s*[\w.\[\]]{1,80}(?:, [\w.\[\]]{1,80}){0,4} (?::=|=|\+=|==) "
    r"|\s*[\w.]{1,80}\(.{0,400}\)\s*(?://.{0,200})?$"
)
"""A line that begins as code does, or ends so; a string alone, an assignment, a call."""


def is_code(text: str) -> bool:
    """Whether a text of several lines is program text rather than a statement about it."""
    lines = [line for line in text.split("\n")[1:] if line.strip()]
    return bool(lines) and sum(bool(_CODE_LINE.match(line)) for line in lines) >= 0.5 * len(lines)
