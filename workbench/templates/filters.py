"""Puts foreign text into Markdown so that it can neither break the structure nor steer a terminal."""

from __future__ import annotations

import re

_BREAKS = re.compile(r"[\s\x1c-\x1f\x85\u2028\u2029]+")
_CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]")
_LINE_END = re.compile(r"\r\n?|[\x0b\x0c\x85\u2028\u2029]")
_BLOCK_START = re.compile(r"^(?:[#>+*=|\[\\-]|`{3}|~{3})")
_NUMBERED = re.compile(r"^(\d{1,9})([.)])")
_TAG = re.compile(r"<(?=[A-Za-z/!?])")
_TICKS = re.compile(r"`{3,}")


def line(value: object) -> str:
    """The value as one line: white space folded, control characters shown, Markdown blocks defused."""
    text = _TAG.sub(r"\\<", _BREAKS.sub(" ", str(value)).strip(" "))
    text = "\\" + text if _BLOCK_START.match(text) else _NUMBERED.sub(r"\1\\\2", text)
    return _CONTROL.sub(_shown, text)


def fence(value: object) -> str:
    """The value as a fenced code block; the fence is longer than any run of backticks in it."""
    text = visible(value).strip("\n")
    ticks = "`" * max([3, *(len(run) + 1 for run in _TICKS.findall(text))])
    return f"{ticks}\n{text}\n{ticks}"


def visible(value: object) -> str:
    """The value with its lines and tabs; every other control character is shown escaped."""
    return _CONTROL.sub(_shown, _LINE_END.sub("\n", str(value)))


def _shown(match: re.Match[str]) -> str:
    code = ord(match.group())
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}"
