"""Normalises spelling before a text is read: contractions, apostrophes that chats leave out, figures."""

from __future__ import annotations

import re

from gates.language.anchored_search import sub_near
from gates.language.quantities import written

_UNMARKED = re.compile(
    r"\b(are|ca|could|did|do|does|had|has|have|is|must|should|was|were|wo|would)nt\b", re.IGNORECASE
)

_UNMARKED_ANCHOR = re.compile(r"[nN][tT]\b(?<=(?:re|ca|ld|id|do|es|ad|as|ve|is|st|wo)nt)", re.IGNORECASE)
"""Includes the last letters before the ending: most words with this ending are no contractions."""


def marked(text: str) -> str:
    """Return a text with plain apostrophes, and with those of `dont` and `wont` that chats leave out."""
    return _apostrophes_in(text.replace("’", "'"))


def _apostrophes_in(text: str) -> str:
    return sub_near(_UNMARKED, r"\1n't", text, _UNMARKED_ANCHOR, 8)


_APOSTROPHE = re.compile(r"\b(\w{1,12})[’'](t|s|re|ve|ll|d|m)\b", re.IGNORECASE)
_APOSTROPHE_ANCHOR = re.compile(r"[’'](?<=\w.)(?:t|s|re|ve|ll|d|m)\b", re.IGNORECASE)


def _straighten(match: re.Match[str]) -> str:
    word = match.group(0).replace("’", "'").casefold()
    return "do not" if word.endswith("n't") else match.group(1)


def spelled_out(text: str) -> str:
    """Return a text with its contractions expanded, and its figures without separators."""
    if "nt" in text or "NT" in text or "Nt" in text or "nT" in text:
        text = _apostrophes_in(text)
    if "'" in text or "’" in text:
        text = sub_near(_APOSTROPHE, _straighten, text, _APOSTROPHE_ANCHOR, 16)
    return written(text)
