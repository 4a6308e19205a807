"""Parses the texts in a call that writes a file: the replaced text, the new text, or the whole file."""

from __future__ import annotations

import re

_OLD = re.compile(r"^(?:old_string|oldText|old_str|old_text): ", re.MULTILINE)
_NEW = re.compile(r"^(?:new_string|newText|new_str|new_text): ", re.MULTILINE)
_WHOLE = re.compile(r"^(?:content|file_text): ", re.MULTILINE)
_NEXT_FIELD = re.compile(
    r"\n(?:old_string|oldText|old_str|old_text|new_string|newText|new_str|new_text|replace_all|file_path|path"
    r"|command|security_risk|insert_line|view_range): "
)


def replaced_text(call: str) -> str | None:
    """Return the text that a call replaces, or None if it replaces none."""
    return _field(call, _OLD)


def new_text(call: str) -> str | None:
    """Return the replacement text of a call, or None if it has none."""
    return _field(call, _NEW)


def whole_text(call: str) -> str | None:
    """Return the whole file that a call writes, or None if it replaces a part of one."""
    whole = _WHOLE.search(call)
    return None if whole is None or _OLD.search(call) is not None else call[whole.end() :]


def _field(call: str, name: re.Pattern[str]) -> str | None:
    match = name.search(call)
    if match is None:
        return None
    stop = _NEXT_FIELD.search(call, match.end())
    return call[match.end() : stop.start() if stop else len(call)]
