"""Answers of bounded size: transcript text in them is clipped, masked and made visible."""

from __future__ import annotations

import json
from typing import Any

from workbench.escaping import visible
from workbench.masking import mask, mask_json

MOST_CHARACTERS = 40_000
"""Largest answer, in characters of the text that is sent."""
PIECE = 12_000
"""Characters of a text in one answer."""
_ESCAPED = 2
"""Largest growth of a text when hostile characters in it are escaped."""
_LIMITS = ((60, 2_000), (30, 800), (12, 300), (6, 120), (3, 60))
"""Limits of list entries and characters per text; the next pair is tried if an answer is still too long."""


def bounded(value: dict[str, Any], text: str | None = None) -> dict[str, Any]:
    """Mask secrets, escape hostile characters and cut the answer to the allowed size.

    A cut text ends with the number of characters left out, a cut list with the number of entries. `text` is a
    piece already cut by `clipped`; it is not cut again.
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
    """Return an answer as the text that is sent."""
    return json.dumps(answer, ensure_ascii=False)


def clipped(text: str, start: int) -> tuple[str, dict[str, Any]]:
    """Return a piece of a text and the offset of the next piece (None at the end).

    Secrets are masked before cutting, because half a secret would not be recognised.
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
