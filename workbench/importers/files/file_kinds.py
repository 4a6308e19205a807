"""Kinds of non-text files by their beginning: archives, compressed files, files of other programs."""

from __future__ import annotations

import re

_BEGINNINGS = {
    b"PK\x03\x04": "a zip archive",
    b"\x1f\x8b": "compressed with gzip",
    b"BZh": "compressed with bzip2",
    b"\xfd7zXZ\0": "compressed with xz",
    b"\x28\xb5\x2f\xfd": "compressed with zstd",
    b"7z\xbc\xaf\x27\x1c": "a 7-Zip archive",
    b"Rar!\x1a\x07": "a RAR archive",
    b"SQLite format 3": "an SQLite database",
    b"%PDF": "a PDF",
    b"\x89PNG": "an image",
}
_TAR, _TAR_AT = b"ustar", 257
_BZIP2_BLOCK = b"1AY&SY"
"""Bytes after the size at the beginning of a bzip2 file; without them `BZh` may begin a text."""
NOT_TEXT_HINT = "unpack it, or give the text file"


def not_text(head: bytes) -> str | None:
    """Return the kind of a non-text file, such as `a zip archive`; None if its beginning names none."""
    if head[_TAR_AT : _TAR_AT + len(_TAR)] == _TAR:
        return "a tar archive"
    if head.startswith(b"BZh") and head[4:10] != _BZIP2_BLOCK:
        return None
    return next((what for magic, what in _BEGINNINGS.items() if head.startswith(magic)), None)


_UNMARKED = re.compile(rb"[{\[]\0[\x09-\x7e]\0|\0[{\[]\0[\x09-\x7e]")
"""JSON in UTF-16 without a byte order mark: every other byte of plain text is zero."""


def is_utf16(head: bytes) -> bool:
    """Return whether a file begins with the byte order mark of UTF-16, or like JSON in it without one."""
    return head.startswith((b"\xff\xfe", b"\xfe\xff")) or _UNMARKED.match(head) is not None
