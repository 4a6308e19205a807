"""Finds the files that a shell command writes: with a here-document, or in place with `sed`."""

from __future__ import annotations

import re

from workbench.facts.actions.named_paths import commands_in, folder_after, path_words
from workbench.facts.actions.working_parts import OPENS, command_lines

_INTO = re.compile(
    r"(?:(?<![<>&\d])>{1,2}[ \t]{0,4}|\btee[ \t]+(?:-a[ \t]+)?)[\"']?(?P<path>[\w~./+@-]{1,240})[\"']?"
)
_IN_PLACE = re.compile(r"^\s*(?:sudo )?sed\s+(?:-[nEr]\s+)?-(?:[nEr]?i)\b(?P<rest>[^\n|<>]{1,2000})$")
_PATH = re.compile(r"[\w~./+@-]{0,238}[./][\w~./+@-]{1,238}")
_ELSEWHERE = re.compile(r"^(?:/tmp|/var/tmp|/dev|/proc|/private/tmp)/|^~")
"""Places that are no part of the work."""


def written_files(command: str) -> list[str]:
    """Return the paths of files of the work that a command writes, as it names them, each once."""
    found: list[str] = []
    folder = ""
    for part in (part for line in command_lines(command) for part in commands_in(line)):
        folder = folder_after(part, folder)
        into = _INTO.search(part) if OPENS.search(part) else None
        named = [into["path"]] if into is not None else _in_place(part)
        found += [path for path in named if _PATH.fullmatch(path) and _is_work(path, folder)]
    return list(dict.fromkeys(path.removeprefix("./") for path in found))


def _is_work(path: str, folder: str) -> bool:
    return _ELSEWHERE.match(path if path.startswith("/") else f"{folder}/{path}" if folder else path) is None


def _in_place(part: str) -> list[str]:
    match = _IN_PLACE.match(part)
    whole = match is not None and all(match["rest"].count(mark) % 2 == 0 for mark in "'\"")
    return path_words(match["rest"])[-1:] if match is not None and whole else []
