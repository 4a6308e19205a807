"""Splits a command line and keeps the parts that do more than look at files or move them."""

from __future__ import annotations

import re

_QUOTED = re.compile(r"\"[^\"\n]{0,400}\"|'[^'\n]{0,400}'|(?<![^\s])#[^\n]{0,400}")
"""Quotations and comments in a command."""
_PART = re.compile(r"[;&|\n]+")
_LOOKS = re.compile(
    r"\s*(?:sudo )?(?:find|f?grep|rg|ls|cat|head|tail|sed|awk|cd|echo|rm|cp|mv|mkdir|git|wc|touch|diff)\b"
)
"""Commands that only look at files or move them, even test files, and run nothing."""


def working_parts(command: str) -> list[str]:
    """Return the parts of a command that run something, ignoring quotations, comments and here-documents."""
    bare = _QUOTED.sub(" ", command[:1_000].partition("<<")[0])
    return [part[:400] for part in _PART.split(bare) if part.strip() and not _LOOKS.match(part)]


def runs(command: str) -> bool:
    """Return whether a command does more than look at files or move them; it may have tried an edit."""
    return any(part.strip() and not _LOOKS.match(part) for part in _PART.split(command[:1_000]))
