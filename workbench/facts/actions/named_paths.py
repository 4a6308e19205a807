"""Decides which files the words of a command name, from the folder in which the command runs.

Paths may be absolute or relative to the folder that the session started in. If it is unknown where that
folder lies, a relative word names the files whose absolute path ends with it.
"""

from __future__ import annotations

import posixpath
import re
from collections import Counter
from collections.abc import Iterable

_PART = re.compile(r"&&|\|\||[;\n]")
_SEPARATOR = re.compile(r"[/\\]")
_AROUND = "\"'()"
_CHANGES_FOLDER = re.compile(r"^\s*\(?\s*cd\s+(?P<to>\"[^\"]{1,400}\"|'[^']{1,400}'|[^\s&|;()]{1,400})")
_UNKNOWN = re.compile(r"^[-~]|[$`*?]")
"""Folders that only the shell knows."""
_ABOVE = re.compile(r"^(?:\.\./)+")


def commands_in(command: str) -> list[str]:
    """Return the commands of a command line, split at `&&`, `||`, semicolons and line ends."""
    return _PART.split(command)


def path_words(arguments: str) -> list[str]:
    """Return the words of a command that are no options, without quotation marks and parentheses."""
    words = (word.strip(_AROUND) for word in arguments.split())
    return [word for word in words if word and not word.startswith("-")]


def folder_after(part: str, folder: str) -> str:
    """Return the folder after a command that ran in `folder`; only a `cd` to a stated folder changes it."""
    found = _CHANGES_FOLDER.match(part)
    return folder if found is None else folder_in(folder, found["to"])


def folder_in(folder: str, stated: str) -> str:
    """Return the folder that a command in `folder` states; `folder` itself if only the shell knows it."""
    to = stated.strip(_AROUND)
    return folder if not to or _UNKNOWN.search(to) else _resolved(to, folder)


def names_file(word: str, path: str, folder: str = "") -> bool:
    """Return whether a word of a command that runs in `folder` names a file by its path.

    If only one of the two paths is absolute, it must end with the other.
    """
    named, path = _resolved(word, folder), posixpath.normpath(path)
    if named.startswith("/") == path.startswith("/"):
        return named == path
    longer, shorter = (named, path) if named.startswith("/") else (path, named)
    return longer.endswith(f"/{_ABOVE.sub('', shorter)}")


def names(word: str, path: str, folder: str = "") -> bool:
    """Return whether a word of a command that runs in `folder` names a file, or a folder that contains it."""
    named, path = _resolved(word, folder), posixpath.normpath(path)
    if named.startswith("/") != path.startswith("/"):
        return names_file(word, path, folder)
    return named in (path, ".") or path.startswith(f"{named.rstrip('/')}/")


def named_paths(words: Iterable[str], paths: Iterable[str], folders: Iterable[str]) -> list[str]:
    """Return the paths that the words name, each word from the first folder in which it names any."""
    known, places = list(paths), list(dict.fromkeys(folders))
    found: set[str] = set()
    for word in words:
        each = ([path for path in known if names(word, path, folder)] for folder in places)
        found.update(next(filter(None, each), []))
    return [path for path in known if path in found]


def short_names(paths: Iterable[str]) -> list[str]:
    """Return each path's file name, with its folder in front if another of the paths has the same name."""
    known = list(paths)
    parts = [_SEPARATOR.split(path.rstrip("/\\")) for path in known]
    count = Counter(each[-1] for each in parts)
    return ["/".join(each[-2:]) if count[each[-1]] > 1 else each[-1] for each in parts]


def _resolved(word: str, folder: str) -> str:
    return posixpath.normpath(posixpath.join(folder, word))
