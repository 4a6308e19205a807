"""What a command line does: its parts that do more than look at files or move them."""

from __future__ import annotations

import re

_QUOTED = re.compile(r"\"[^\"\n]{0,400}\"|'[^'\n]{0,400}'|(?<![^\s])#[^\n]{0,400}")
"""Quotations and comments of a command."""
_PART = re.compile(r"[;&|\n]+")
_LOOKS = re.compile(
    r"\s*(?:sudo )?(?:find|f?grep|rg|ls|cat|head|tail|sed|awk|cd|echo|rm|cp|mv|mkdir|git|wc|touch|diff)\b"
)
"""Commands that look at files of tests or move them, and run none."""


def working_parts(command: str) -> list[str]:
    """The parts of a command that run something; what it quotes, notes or feeds to another says nothing."""
    bare = _QUOTED.sub(" ", command[:1_000].partition("<<")[0])
    return [part[:400] for part in _PART.split(bare) if part.strip() and not _LOOKS.match(part)]


def runs(command: str) -> bool:
    """Whether a command does more than look at files or move them; it may have tried what was edited."""
    return any(part.strip() and not _LOOKS.match(part) for part in _PART.split(command[:1_000]))
