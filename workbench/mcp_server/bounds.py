"""Answers of bounded size, in which text of transcripts is data: clipped, masked, nothing hidden in it."""

from __future__ import annotations

import json
from typing import Any

from workbench.escaping import visible
from workbench.masking import mask, mask_json

MOST_CHARACTERS = 40_000
"""Of one answer, as JSON."""
PIECE = 12_000
"""Characters of a text that one answer holds."""
_LIMITS = ((60, 2_000), (30, 800), (12, 300), (6, 120), (3, 60))
"""Entries of a list and characters of a text; the next pair is tried where an answer is still too long."""


def bounded(value: dict[str, Any], text: str | None = None) -> dict[str, Any]:
    """The answer with its secrets masked and hostile characters shown, cut to what an answer may hold.

    What was cut says so: a text ends with how much is left, a list with how many entries. `text` is a piece
    that was cut by `clipped` already and stays whole.
    """
    safe, _ = mask_json({**value, "text": text} if text is not None else value)
    piece = safe.pop("text") if text is not None else None
    shown: dict[str, Any] = {}
    for entries, characters in _LIMITS:
        shown = _cut(safe, entries, characters)
        if len(json.dumps(shown)) <= MOST_CHARACTERS:
            break
    return shown if piece is None else {**shown, "text": visible(piece)}


def clipped(text: str, start: int) -> tuple[str, dict[str, Any]]:
    """A piece of a text, with where the next one begins (None: it ends here).

    Secrets are masked before it is cut: half of one would not be known again.
    """
    safe, _ = mask(text)
    start = max(0, start)
    end = start + PIECE
    return safe[start:end], {"characters": len(safe), "next_offset": end if end < len(safe) else None}


def _cut(value: Any, entries: int, characters: int) -> Any:  # noqa: ANN401 - JSON of any shape
    if isinstance(value, dict):
        return {visible(str(key)): _cut(part, entries, characters) for key, part in value.items()}
    if isinstance(value, list | tuple):
        cut = [_cut(part, entries, characters) for part in value[:entries]]
        left = len(value) - entries
        return [*cut, f"[{left:,} more are left out]"] if left > 0 else cut
    if isinstance(value, str):
        left = len(value) - characters
        return visible(value if left <= 0 else f"{value[:characters]} [{left:,} more characters]")
    return value
