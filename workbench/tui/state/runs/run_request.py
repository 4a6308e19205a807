"""Parsing of the dialog that starts a run: sources in one line, each as a shell would take it."""

from __future__ import annotations

import shlex
from pathlib import Path


def sources_of(typed: str) -> tuple[str, ...]:
    """Return the paths and addresses of a line: one whole path, or several separated by spaces.

    A path with a space in it is quoted if it is one of several. `~` is the home folder.

    Raises:
        ValueError: a quotation mark is not closed.
    """
    whole = Path(typed.strip()).expanduser()
    if typed.strip() and whole.exists():
        return (str(whole),)
    return tuple(_place(each) for each in shlex.split(typed))


def steps_of(typed: str) -> int | None:
    """Return the most steps of a run; None: the default.

    Raises:
        ValueError: it is not a number above 0.
    """
    if not typed.strip():
        return None
    steps = int(typed)
    if steps < 1:
        raise ValueError(typed)
    return steps


def _place(named: str) -> str:
    return named if "://" in named else str(Path(named).expanduser())
