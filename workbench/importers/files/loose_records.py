"""The records at the beginning of a JSON file that is not JSON Lines: an array, or several lines a record."""

from __future__ import annotations

import json
from shlex import quote
from typing import Any

MOST = 50
"""Records that are looked at."""


def as_lines(head: bytes) -> bytes | None:
    """Return the whole records of a beginning as JSON Lines, one each line.

    A record that the end of `head` cuts off is left out, and so is all behind text that is no JSON.

    Returns:
        None if no object is whole.
    """
    text = head.decode("utf-8-sig", "ignore").strip()
    place, between = (1, " \t\r\n,") if text[:1] == "[" else (0, " \t\r\n")
    found: list[Any] = []
    decoder = json.JSONDecoder()
    while len(found) < MOST:
        place += len(text[place:]) - len(text[place:].lstrip(between))
        try:
            value, place = decoder.raw_decode(text, place)
        except (ValueError, RecursionError):
            break
        if not isinstance(value, dict):
            break
        found.append(value)
    if not found or text[place : place + 1] == ",":  # no command below reads records that commas separate
        return None
    return "".join(f"{json.dumps(each)}\n" for each in found).encode()


def command_for(head: bytes, name: str) -> str:
    """Return a command that writes such a file as JSON Lines.

    Args:
        head: the beginning of the file.
        name: its name as the user may type it.
    """
    values = ".[]" if head.decode("utf-8-sig", "ignore").lstrip()[:1] == "[" else "."
    return f"jq -c '{values}' {quote(name)} > {quote((name.rpartition('.')[0] or name) + '-lines.jsonl')}"
