"""Decode bytes that are not UTF-8: by the encoding that a page or its server names, else as Windows-1252.

Text that is mostly beyond ASCII is not Western. Without a named encoding it is refused, because it would be
decoded into wrong letters.
"""

from __future__ import annotations

import codecs
import re

_NAMED = re.compile(r"charset\s*=\s*[\"']?([\w.:-]{2,40})", re.I)
_TEXT = (
    "windows-",
    "cp",
    "iso-8859-",
    "latin",
    "koi8-",
    "shift_jis",
    "sjis",
    "euc-",
    "gb",
    "big5",
    "mac",
    "tis-",
)
"""Prefixes of names of text encodings; no others are looked up."""
HEAD = 2_048
"""Bytes at the beginning of a page that may name its encoding."""
MOST_BEYOND = 0.3
"""Maximum share of letters beyond ASCII in a Western text."""


def named(stated: str) -> str:
    """Return the text encoding that a content type or a page names; empty if none is known."""
    found = _NAMED.search(stated)
    name = found.group(1).casefold() if found else ""
    if not name.startswith(_TEXT):
        return ""
    try:
        return codecs.lookup(name).name
    except LookupError:
        return ""


def named_in(page: bytes) -> str:
    """Return the encoding that the head of a page names; empty if none."""
    return named(page[:HEAD].decode("ascii", "replace"))


def is_utf8(content: bytes) -> bool:
    """Return whether bytes are valid UTF-8."""
    try:
        content.decode()
    except UnicodeDecodeError:
        return False
    return True


def may_be_western(content: bytes) -> bool:
    """Return whether bytes that are not UTF-8 may be Windows-1252."""
    beyond = sum(byte > 127 for byte in content)
    letters = beyond + sum(65 <= byte <= 90 or 97 <= byte <= 122 for byte in content)
    return beyond <= MOST_BEYOND * letters
