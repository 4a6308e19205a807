"""The texts that a call to write a file holds: what it replaces, what it puts there, or the whole file."""

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
    """The text that a call replaces; None where it replaces none."""
    return _field(call, _OLD)


def new_text(call: str) -> str | None:
    """The text that it puts in its place."""
    return _field(call, _NEW)


def whole_text(call: str) -> str | None:
    """The whole file that it writes; None where it replaces a part of one."""
    whole = _WHOLE.search(call)
    return None if whole is None or _OLD.search(call) is not None else call[whole.end() :]


def _field(call: str, name: re.Pattern[str]) -> str | None:
    match = name.search(call)
    if match is None:
        return None
    stop = _NEXT_FIELD.search(call, match.end())
    return call[match.end() : stop.start() if stop else len(call)]
