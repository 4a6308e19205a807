"""Titles for sessions whose transcript has none: the first line that names something."""

from __future__ import annotations

import re

from gates.language.opening import ATTACHED, has_substance, is_address

TITLE_LIMIT = 80
_READ = 4_000
"""Characters of a message that are searched for a title."""
_TAG = re.compile(r"</?[A-Za-z][\w:.-]{0,60}(?:\s[^<>]{0,200})?/?>")
_ADDRESS = re.compile(r"https?://(?:www\.)?(\S+)", re.IGNORECASE)
_WORD = re.compile(r"[^\W\d_]{2,}")
_PLACE = re.compile(r"[\w-]+(?:\.[\w-]+)+/\S*")


def title_in(text: str) -> str:
    """Return the first line with words outside tags and addresses, else the first line.

    Addresses lose their `https://`. An editor's attachments before a message are skipped, and a line that is
    a path names nothing.
    """
    lines = [each.strip() for each in ATTACHED.sub("", text[:_READ], count=1).strip().split("\n")]
    worded = [each for each in lines if _WORD.search(_ADDRESS.sub("", _TAG.sub("", each)))]
    named = next((each for each in worded if not is_address(each)), (worded or lines)[0])
    return shortened(_ADDRESS.sub(_short, named))


def shortened(title: str) -> str:
    """Return a title of at most `TITLE_LIMIT` characters.

    A longer one ends after a word, with an ellipsis.
    """
    if len(title) <= TITLE_LIMIT:
        return title
    head = title[:TITLE_LIMIT]
    words = head.rpartition(" ")[0].rstrip()
    return f"{words if len(words) >= TITLE_LIMIT // 2 else head[:-1]}…"


def names_nothing(title: str) -> bool:
    """Return whether a title is empty, a number that answers something, or a single address without words."""
    return not any(map(str.isalpha, title)) or _PLACE.fullmatch(title) is not None


def title_after(title: str, text: str) -> str:
    """Return the title after a further message.

    Its words replace a title without letters, and are appended to one that is only an address.
    """
    words = title_in(text) if names_nothing(title) else ""
    if not title or not words or names_nothing(words) or not has_substance(text):
        return title or words
    return shortened(f"{title}: {words}") if any(map(str.isalpha, title)) else words


def _short(found: re.Match[str]) -> str:
    """Return an address shortened to its host and its end, which distinguishes it from others."""
    host, *parts = found.group(1).rstrip("/").split("/")
    return "/".join([host, "…", *parts[-2:]] if len(parts) > 2 else [host, *parts])
