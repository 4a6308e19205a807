"""Finds files that a command renamed or moved with `mv` or `git mv`."""

from __future__ import annotations

import posixpath
import re
import shlex
from collections.abc import Collection, Iterator

from workbench.facts.actions.named_paths import choices, commands_in, folder_after, folder_in, names_file

_MOVES = re.compile(r"\s*(?:sudo )?(?:git (?:-C (?P<folder>\S{1,200}) )?)?mv\s+(?P<rest>[^|<>]{3,1000})$")
_UNKNOWN = re.compile(r"[$`]")
"""Characters of words that only the shell knows."""
_PATTERN = re.compile(r"[*?\[]")
MAX_READ = 4_000


def moves(command: str, paths: Collection[str] = ()) -> Iterator[tuple[str, str]]:
    """Yield the old and the new path of each file or folder that a command renames or moves.

    Paths are absolute if the command states the absolute folder that it runs in (`cd /repo && mv a b`). A
    pattern (`mv *.py lib`) moves those of the `paths` that it fits; others are unknown.
    """
    folder = ""
    for part in commands_in(command[:MAX_READ]):
        folder = folder_after(part, folder)
        found = _MOVES.match(part)
        names = _names(_unbracketed(found["rest"])) if found is not None else []
        if found is None or len(names) < 2 or any(map(_UNKNOWN.search, names)) or _PATTERN.search(names[-1]):
            continue
        base = folder_in(folder, found["folder"] or "")
        *stated, target = names
        pattern = any(map(_PATTERN.search, stated))
        into = len(stated) > 1 or target.endswith("/") or (_suffix(stated[0]) and not _suffix(target))
        if pattern and not into:
            continue
        sources = [source for each in stated for source in _fitting(each, paths, base)]
        new = _in(base, target)
        for source in sources:
            old = _in(base, source)
            yield old, posixpath.join(new, posixpath.basename(old)) if into else new


def _fitting(word: str, paths: Collection[str], folder: str) -> list[str]:
    """Return the names of the paths that a pattern fits, or the word itself if it is none."""
    if not _PATTERN.search(word):
        return [word]
    above = posixpath.dirname(word)
    fits = [path for path in paths if names_file(word, path, folder)]
    if not _PATTERN.search(above):
        return [posixpath.join(above, posixpath.basename(path)) for path in fits]
    length = len(posixpath.normpath(word).split("/"))
    return ["/".join(path.split("/")[-length:]) for path in fits]


def _unbracketed(rest: str) -> str:
    """Return the words without the parenthesis that closes a subshell."""
    return rest.rstrip(" )") if rest.count(")") > rest.count("(") else rest


def _in(folder: str, path: str) -> str:
    stated = path.rstrip("/").removeprefix("./")
    return posixpath.normpath(posixpath.join(folder, stated)) if folder.startswith("/") else stated


def moved(path: str, old: str, new: str) -> str | None:
    """Return a file's path after a move, or None if the move is of another file.

    A relative name of one folder (`docs`) moves no file with an absolute path: a folder of that name may lie
    anywhere in it.
    """
    if path == old or path.startswith(f"{old}/"):
        return new + path[len(old) :]
    if old.startswith("/"):
        return None if path.startswith("/") else _relative(path, old, new)
    if path.endswith(f"/{old}"):
        base, rest = path[: -len(old)], ""
    else:
        at = path.find(f"/{old}/") if "/" in old else -1
        if at < 0:
            return None
        base, rest = path[: at + 1], path[at + 1 + len(old) :]
    return f"{new}{rest}" if new.startswith("/") else posixpath.normpath(f"{base}{new}{rest}")


def _relative(path: str, old: str, new: str) -> str | None:
    """Return the new path of a file that is named from the session's folder, after a move by absolute paths.

    The absolute path must end with the file, or with the folder that the file's name begins with.
    """
    parts = path.split("/")
    for count in range(len(parts), 0, -1):
        named = "/".join(parts[:count])
        folder = old.removesuffix(f"/{named}")
        if folder != old and new.startswith("/"):
            return posixpath.normpath(posixpath.relpath(new, folder or "/") + path[len(named) :])
    return None


def _names(words: str) -> list[str]:
    try:
        split = [word for word in shlex.split(words) if not word.startswith("-")]
    except ValueError:  # a quotation that is not closed
        return []
    return [each for word in split for each in choices(word)]


def _suffix(path: str) -> bool:
    return "." in posixpath.basename(path.rstrip("/"))[1:]
