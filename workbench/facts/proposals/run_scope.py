"""What a run of checks was about: the files, folders and packages that its command or its output names."""

from __future__ import annotations

import re
from collections.abc import Sequence

from workbench.facts.actions.working_parts import working_parts

_PATH = re.compile(r"(?!-)(?=[^\s=:]*[/.])[\w@./-]{1,200}(?:::\S{0,200})?")
"""A word that may be a path; `::` begins the name of a test in it."""
_CODE = re.compile(r"\.(?:[cm]?[jt]sx?|py|go|rs|rb|php|java|kt|swift|exs?|c|cc|cpp|cs|scala|sh)$")
_RUNNER = re.compile(
    r"(?:sudo|env|time|timeout|npx|bunx|uvx|python[\d.]*|node|bun|deno|ruby|bash|sh|poetry|uv|pdm|run|exec)$"
)
"""Words before the program that a command runs, which may be a path itself."""
_OF_OPTION = re.compile(
    r"(?:-c|-C|-p|-o|--config|--project|--cwd|--dir|--prefix|--rootdir|--manifest-path|--output\w*)$"
)
_FAILED_PART = re.compile(r"^\s{0,4}(?:FAIL|FAILED|ERROR)\s{1,4}([\w@./-]*[/.][\w@./-]{1,200})", re.MULTILINE)
"""A package or file that a runner reports as failed."""


def named_in(command: str) -> tuple[str, ...]:
    """Return the files, folders and packages that the runs in a command are limited to, or none."""
    found: dict[str, None] = {}
    for part in working_parts(command):
        words = part.partition("|")[0].split()
        started, before = False, ""
        for word in words:
            opens = not started and (_RUNNER.match(word) or "=" in word or word.startswith("-"))
            if not opens and started and not _redirects(before) and _OF_OPTION.match(before) is None:
                path = word.partition("::")[0]
                folder = "/" in path and "." not in path.rpartition("/")[2].strip(".")
                if _PATH.fullmatch(word) and (folder or _CODE.search(path)):
                    found[path] = None
            started, before = started or not opens, word
    return tuple(found)


def _redirects(word: str) -> bool:
    return word.endswith((">", "<"))


def failed_parts(output: str) -> tuple[str, ...]:
    """Return the files and packages that the output of a run reports as failed."""
    return tuple(dict.fromkeys(_FAILED_PART.findall(output)))


def covers(named: Sequence[str], failed: Sequence[str]) -> bool:
    """Return whether a run limited to `named` (to nothing if empty) ran again all that failed.

    `failed` is empty if it is unknown which part of everything failed.
    """
    return not named or (bool(failed) and all(any(_within(each, one) for one in named) for each in failed))


def _within(failed: str, named: str) -> bool:
    """Return whether a failed part is a named one or inside it; `./rows/...` names a folder and all below."""
    bare = named.removesuffix("...").removeprefix("./").strip("/")
    part = failed.removesuffix("...").removeprefix("./").strip("/")
    return not bare or f"/{bare}/" in f"/{part}/"
