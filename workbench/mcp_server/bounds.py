"""Answers of bounded size, in which text of transcripts is data: clipped, masked, nothing hidden in it."""

from __future__ import annotations

import json
from typing import Any

from workbench.escaping import visible
from workbench.masking import mask, mask_json

MOST_CHARACTERS = 40_000
"""Of one answer, as the text that is sent."""
PIECE = 12_000
"""Characters of a text that one answer holds,"""
_ESCAPED = 2
"""and how many times as many it takes at most once hostile ones are shown."""
_LIMITS = ((60, 2_000), (30, 800), (12, 300), (6, 120), (3, 60))
"""Entries of a list and characters of a text; the next pair is tried where an answer is still too long."""


def bounded(value: dict[str, Any], text: str | None = None) -> dict[str, Any]:
    """The answer with its secrets masked and hostile characters shown, cut to what an answer may hold.

    A text that was cut ends with how much is left, a list with how many entries are. `text` is a piece that
    `clipped` cut already; it stays whole.
    """
    safe, _ = mask_json({**value, "text": text} if text is not None else value)
    piece = {"text": visible(safe.pop("text"))} if text is not None else {}
    shown: dict[str, Any] = {}
    for entries, characters in _LIMITS:
        shown = {**_cut(safe, entries, characters), **piece}
        if len(as_text(shown)) <= MOST_CHARACTERS:
            break
    return shown


def as_text(answer: dict[str, Any]) -> str:
    """An answer as the text that is sent."""
    return json.dumps(answer, ensure_ascii=False)


def clipped(text: str, start: int) -> tuple[str, dict[str, Any]]:
    """A piece of a text, with where the next one begins (None: it ends here).

    Secrets are masked before it is cut: half of one would not be known again.
    """
    safe, _ = mask(text)
    start = max(0, start)
    end = min(start + PIECE, len(safe))
    while len(as_text({"text": visible(safe[start:end])})) > PIECE * _ESCAPED:
        end = (start + end) // 2  # made visible, characters may take many times their room
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
