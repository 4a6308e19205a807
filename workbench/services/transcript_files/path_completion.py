"""Completions of a path that is being typed: folders and transcripts, as a shell would offer them."""

from __future__ import annotations

import os
from pathlib import Path

from workbench.services.transcript_files.transcripts import SUFFIXES

MOST_LOOKED_AT = 5_000
MOST_OFFERED = 200


def completions(typed: str) -> tuple[str, ...]:
    """Return the full paths that begin with the typed text, in alphabetical order; folders end with `/`.

    Names with a leading dot are offered once the dot is typed; a folder that cannot be read offers nothing.
    """
    head, name = os.path.split(typed)
    folder = Path(head).expanduser() if head else Path()
    found: list[str] = []
    try:
        with os.scandir(folder) as entries:
            for number, entry in enumerate(entries):
                if number >= MOST_LOOKED_AT:
                    break
                if not entry.name.startswith(name) or (entry.name.startswith(".") and not name):
                    continue
                whole = os.path.join(head, entry.name)  # noqa: PTH118 - `~` and `./` stay as typed
                if entry.is_dir():
                    found.append(whole + "/")
                elif entry.name.endswith(SUFFIXES):
                    found.append(whole)
    except (OSError, RuntimeError, ValueError):
        return ()
    return tuple(sorted(found)[:MOST_OFFERED])


def common(offered: tuple[str, ...], typed: str) -> str:
    """Return the common beginning of all completions, or the typed text if it is no longer."""
    if not offered:
        return typed
    first, last = min(offered), max(offered)
    same = next((n for n, (a, b) in enumerate(zip(first, last, strict=False)) if a != b), None)
    return first[:same] if same is not None else min(first, last, key=len)
