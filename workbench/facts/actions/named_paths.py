"""Decides which files the words of a command name, from the folder in which the command runs.

Paths may be absolute or relative to the folder that the session started in. If it is unknown where that
folder lies, a relative word names the files whose absolute path ends with it.
"""

from __future__ import annotations

import posixpath
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from fnmatch import fnmatchcase

_PART = re.compile(r"&&|\|\||[;\n]")
_FILE = re.compile(r"[^\s,]{1,400}")
_SEPARATOR = re.compile(r"[/\\]")
_AROUND = "\"'()"
_CHANGES_FOLDER = re.compile(r"^\s*\(?\s*cd\s+(?P<to>\"[^\"]{1,400}\"|'[^']{1,400}'|[^\s&|;()]{1,400})")
_UNKNOWN = re.compile(r"^[-~]|[$`*?]")
"""Folders that only the shell knows."""
_ABOVE = re.compile(r"^(?:\.\./)+")
_PATTERN = re.compile(r"[*?\[]")
_CHOICE = re.compile(r"\{([^{}\s]*,[^{}\s]*)\}")
"""Words of which a shell takes each in turn: `{a,b}`."""
_FEWEST_LETTERS = 3
"""Letters of a name that a pattern must state if its folder is unknown: `*.py` may be meant anywhere."""


def files_of(target: str) -> list[str]:
    """Return the files that a change names: those of a patch of several are joined by commas."""
    parts = target.split(", ")
    return parts if len(parts) > 1 and all(map(_FILE.fullmatch, parts)) else [target]


def commands_in(command: str) -> list[str]:
    """Return the commands of a command line, split at `&&`, `||`, semicolons and line ends."""
    return _PART.split(command)


def path_words(arguments: str) -> list[str]:
    """Return the words of a command that are no options, without quotation marks and parentheses."""
    words = (word.strip(_AROUND) for word in arguments.split())
    return [each for word in words if word and not word.startswith("-") for each in choices(word)]


def choices(word: str) -> list[str]:
    """Return the words that a shell makes of a word with one choice in braces."""
    found = _CHOICE.search(word)
    if found is None:
        return [word]
    return [f"{word[: found.start()]}{each}{word[found.end() :]}" for each in found[1].split(",")]


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

    If only one of the two paths is absolute, it must end with the other. The word may be a pattern.
    """
    named, path = _resolved(word, folder), posixpath.normpath(path)
    alike = named.startswith("/") == path.startswith("/")
    if _PATTERN.search(named):
        return _fits(named.split("/"), path.split("/")) if alike else _ends_alike(named, path)
    if alike:
        return named == path
    longer, shorter = (named, path) if named.startswith("/") else (path, named)
    return longer.endswith(f"/{_ABOVE.sub('', shorter)}")


def names(word: str, path: str, folder: str = "") -> bool:
    """Return whether a word of a command that runs in `folder` names a file, or a folder that contains it."""
    named, path = _resolved(word, folder), posixpath.normpath(path)
    if named.startswith("/") != path.startswith("/"):
        return names_file(word, path, folder)
    if _PATTERN.search(named):
        stated = named.split("/")
        return _fits(stated, path.split("/")[: len(stated)])
    return named in (path, ".") or path.startswith(f"{named.rstrip('/')}/")


def _fits(stated: Sequence[str], parts: Sequence[str]) -> bool:
    """Return whether two paths are the same, folder by folder; the first may be a pattern."""
    return len(stated) == len(parts) and all(map(fnmatchcase, parts, map(_literal, stated)))


def _literal(part: str) -> str:
    """Return a part of a path as a pattern; a bracket that nothing closes stands for itself."""
    return part if "]" in part else part.replace("[", "[[]")


def _ends_alike(named: str, path: str) -> bool:
    """Return whether the longer of a pattern and a path, one of them absolute, ends with the other."""
    stated, parts = (_ABOVE.sub("", each).strip("/").split("/") for each in (named, path))
    letters = re.sub(r"\[[^\]]*\]|\W", "", posixpath.splitext(stated[-1])[0])
    if len(letters) < _FEWEST_LETTERS:
        return False
    count = len(stated if path.startswith("/") else parts)
    return _fits(stated[-count:], parts[-count:])


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
