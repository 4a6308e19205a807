"""Text of bytes that are not UTF-8: by the encoding that a page or its server names, else Windows-1252.

What is mostly signs beyond ASCII is no Western text: without a name for its encoding it is refused, as it
would be read as other letters than were written.
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
"""What names of encodings of text begin with; no others are looked up."""
HEAD = 2_048
"""Bytes at the beginning of a page that may name its encoding."""
MOST_BEYOND = 0.3
"""Share of the letters that are beyond ASCII, up to which text may be Western."""


def named(stated: str) -> str:
    """The encoding of text that a content type or a page names; empty for none that is known."""
    found = _NAMED.search(stated)
    name = found.group(1).casefold() if found else ""
    if not name.startswith(_TEXT):
        return ""
    try:
        return codecs.lookup(name).name
    except LookupError:
        return ""


def named_in(page: bytes) -> str:
    """The encoding that the head of a page names."""
    return named(page[:HEAD].decode("ascii", "replace"))


def is_utf8(content: bytes) -> bool:
    """Whether bytes are UTF-8."""
    try:
        content.decode()
    except UnicodeDecodeError:
        return False
    return True


def may_be_western(content: bytes) -> bool:
    """Whether bytes that are not UTF-8 may be Windows-1252."""
    beyond = sum(byte > 127 for byte in content)
    letters = beyond + sum(65 <= byte <= 90 or 97 <= byte <= 122 for byte in content)
    return beyond <= MOST_BEYOND * letters
