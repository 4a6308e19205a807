"""Finds files that a command renamed or moved with `mv` or `git mv`."""

from __future__ import annotations

import posixpath
import re
import shlex
from collections.abc import Iterator

_PART = re.compile(r"&&|\|\||[;\n]")
_MOVES = re.compile(r"\s*(?:sudo )?(?:git (?:-C \S{1,200} )?)?mv\s+(?P<rest>[^|<>]{3,1000})$")
_UNKNOWN = re.compile(r"[*?$\[{`]")
"""Characters that a shell would expand, so that the names are unknown."""
MAX_READ = 4_000


def moves(command: str) -> Iterator[tuple[str, str]]:
    """Yield the old and the new path of each file or folder that a command renames or moves."""
    for part in _PART.split(command[:MAX_READ]):
        found = _MOVES.match(part)
        names = _names(found["rest"]) if found is not None else []
        if len(names) < 2 or any(map(_UNKNOWN.search, names)):
            continue
        *sources, target = names
        into = len(sources) > 1 or target.endswith("/") or (_suffix(sources[0]) and not _suffix(target))
        for source in sources:
            old = source.rstrip("/").removeprefix("./")
            new = target.rstrip("/").removeprefix("./")
            yield old, posixpath.join(new, posixpath.basename(old)) if into else new


def moved(path: str, old: str, new: str) -> str | None:
    """Return a file's path after a move, or None if the move is of another file."""
    if path == old or path.startswith(f"{old}/"):
        return new + path[len(old) :]
    if old.startswith("/"):
        # The file was named from the folder that the session works in.
        folder = old.removesuffix(f"/{path}")
        return posixpath.relpath(new, folder) if folder != old and new.startswith("/") else None
    at = path.find(f"/{old}/") if not path.endswith(f"/{old}") else len(path) - len(old) - 1
    if at < 0:
        return None
    base, rest = path[: at + 1], path[at + 1 + len(old) :]
    return posixpath.normpath(f"{base}{new}{rest}") if not new.startswith("/") else f"{new}{rest}"


def _names(words: str) -> list[str]:
    try:
        return [word for word in shlex.split(words) if not word.startswith("-")]
    except ValueError:  # a quotation that is not closed
        return []


def _suffix(path: str) -> bool:
    return "." in posixpath.basename(path.rstrip("/"))[1:]
