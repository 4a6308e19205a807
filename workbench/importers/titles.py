"""What a session is called where its transcript does not say: the first line that names something."""

from __future__ import annotations

import re

TITLE_LIMIT = 80
_READ = 4_000
"""Characters of a message in which a title is looked for."""
_TAG = re.compile(r"</?[A-Za-z][\w:.-]{0,60}(?:\s[^<>]{0,200})?/?>")
_ADDRESS = re.compile(r"https?://(?:www\.)?(\S+)", re.IGNORECASE)
_WORD = re.compile(r"[^\W\d_]{2,}")


def title_in(text: str) -> str:
    """The first line with words outside tags and addresses; else the first line, addresses without `https://`."""
    lines = [each.strip() for each in text[:_READ].strip().split("\n")]
    named = next((each for each in lines if _WORD.search(_ADDRESS.sub("", _TAG.sub("", each)))), lines[0])
    return _ADDRESS.sub(_short, named)[:TITLE_LIMIT]


def _short(found: re.Match[str]) -> str:
    """An address by its host and its end, which tells it from others."""
    host, *parts = found.group(1).rstrip("/").split("/")
    return "/".join([host, "…", *parts[-2:]] if len(parts) > 2 else [host, *parts])
