"""Finds the files that a command deletes: by name, by a pattern, with `find`, or with `git clean`."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Collection, Sequence
from fnmatch import fnmatchcase

from gates.source import SourceEvent
from workbench.facts.actions.named_paths import commands_in, folder_after, folder_in, named_paths, path_words

_MADE = re.compile(r"\bcreated\b|\bA \S", re.IGNORECASE)
_DELETES = re.compile(
    r"^\s*\(?\s*(?:sudo )?(?:git (?:-C (?P<folder>\S{1,200}) )?rm|rm|unlink)\s(?P<rest>[^\n|<>]{1,2000})"
)
_LISTED = re.compile(
    r"^\s*\(?\s*(?:ls|echo|printf)\s(?P<rest>[^\n|<>]{1,1000})\|\s*xargs\b[^|\n]{0,40}\brm\b"
)
"""Names that are printed and then deleted."""
_UNTRACKS = re.compile(r"(?:^|\s)(?:--cached|--dry-run|-n)(?:\s|$)")
"""Options of `git rm` that leave the file."""
_CLEANS = re.compile(r"^\s*\(?\s*git (?:-C (?P<folder>\S{1,200}) )?clean\b(?P<rest>[^\n|<>]{0,400})")
_FORCED = re.compile(r"\s(?:-[a-zA-Z]*f|--force\b)")
_TRIED_ONLY = re.compile(r"\s(?:-[a-zA-Z]*[ni]|--dry-run\b|--interactive\b)")
_FINDS = re.compile(r"^\s*\(?\s*find\s+(?P<rest>[^\n]{1,1000})")
_FOUND_DELETED = re.compile(r"\s-delete\b|\s-exec(?:dir)? +(?:sudo )?rm\b|\|\s*xargs\b[^|]{0,40}\brm\b")
_NAMED = re.compile(r"\s-i?name +(?P<quote>[\"']?)(?P<name>[^\s\"']{1,200})(?P=quote)")
_NARROWED = re.compile(
    r"\s(?:-not|-newer\w*|-[mac](?:time|min)|-size|-empty|-i?path|-i?regex|-prune|-type d|-m(?:in|ax)depth)\b"
    r"|\s\\?!\s"
)
"""Conditions that are not judged here: what such a command finds is unknown."""


def is_made(result: SourceEvent) -> bool:
    """Return whether the result of a change reports that it made the file."""
    return _MADE.search(result.text[:200]) is not None


def removed_files(
    line: str, paths: Sequence[str], folders: Sequence[str] = ("",), made: Collection[str] = ()
) -> list[str]:
    """Return those of the paths that the commands of a line delete, in the order of `paths`.

    `folders` are where the line may run, "" for unknown; `made` are the paths that no commit knows, which
    `git clean` deletes.
    """
    gone: set[str] = set()
    for part in commands_in(line):
        folders = [folder_after(part, folder) for folder in folders]
        gone.update(removed_by(part, paths, folders, made))
    return [path for path in paths if path in gone]


def removed_by(
    part: str, paths: Sequence[str], folders: Sequence[str], made: Collection[str] = ()
) -> list[str]:
    """Return those of the paths that one command deletes; see `removed_files`."""
    deletes, cleans, finds = _DELETES.match(part), _CLEANS.match(part), _FINDS.match(part)
    if deletes is not None:
        if "git" in part[: deletes.start("rest")] and _UNTRACKS.search(deletes["rest"]):
            return []
        return named_paths(path_words(deletes["rest"]), paths, _inside(deletes["folder"], folders))
    if cleans is not None:
        if not _FORCED.search(cleans["rest"]) or _TRIED_ONLY.search(cleans["rest"]):
            return []
        words = path_words(cleans["rest"])
        unknown = [path for path in paths if path in made]
        return named_paths(words, unknown, _inside(cleans["folder"], folders)) if words else unknown
    listed = _LISTED.match(part)
    if listed is not None:
        return named_paths(path_words(listed["rest"]), paths, folders)
    return [] if finds is None else _found(finds["rest"], paths, folders)


def _found(rest: str, paths: Sequence[str], folders: Sequence[str]) -> list[str]:
    """Return the paths that a `find` deletes by the name of the file."""
    names = [match["name"] for match in _NAMED.finditer(rest)]
    if not names or not _FOUND_DELETED.search(rest) or _NARROWED.search(f" {rest}"):
        return []
    places = path_words(rest.partition(" -")[0])
    under = [path for path in paths if any(fnmatchcase(posixpath.basename(path), name) for name in names)]
    stated = [place for place in places if posixpath.normpath(place) != "."]
    return named_paths(stated, under, folders) if stated else under


def _inside(stated: str | None, folders: Sequence[str]) -> list[str]:
    return [folder_in(folder, stated) for folder in folders] if stated else list(folders)
